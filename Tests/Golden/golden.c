/*
 * Prints all that a scanner says of a stream, so that two builds can be compared to the last bit.
 *
 * usage: golden FILE WIDTH HEIGHT FPS closed|blas [reversed] [save|resume FRAME SNAPSHOT]
 *
 * FILE: MOT text, see Examples/c/replay.c. reversed: the rows of a frame in the opposite order; the
 * output is the same. save: writes a snapshot after that frame and ends. resume: goes on from it
 * after that frame; the two outputs together are that of a run without.
 *
 * Lines "track", "event", "item", "count": first what must agree with the BLAS filter too (numbers,
 * states, classes), then after " | " floats in hexadecimal, which must agree with the closed form.
 */
#include <inttypes.h>
#include <limits.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 2000, BLOCK = 1 << 24, MAX_TRACKS = 256, MAX_EVENTS = 65536, MAX_ITEMS = 4096 };

static _Alignas(64) unsigned char block[BLOCK];
static shelf_detection rows[MAX_ROWS];
static shelf_track tracks[MAX_TRACKS];
static shelf_event events[MAX_EVENTS];
static shelf_item items[MAX_ITEMS];
static int is_reversed;

static void check(shelf_status status, const char *what) {
    if (status != SHELF_OK) {
        fprintf(stderr, "%s: %s\n", what, shelf_status_text(status));
        exit(1);
    }
}

static void print_box(const shelf_box *b) {
    printf(" %a %a %a %a", b->x1, b->y1, b->x2, b->y2);
}

static void update(shelf_scanner *scanner, unsigned long frame, size_t count) {
    const int32_t all = SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST;
    size_t row_count = count;
    for (size_t i = 0; is_reversed && i < count / 2; i++) {
        shelf_detection row = rows[i];
        rows[i] = rows[count - 1 - i];
        rows[count - 1 - i] = row;
    }
    check(shelf_update(scanner, 0, rows, count, NULL), "shelf_update");
    check(shelf_tracks(scanner, all, tracks, MAX_TRACKS, &count), "shelf_tracks");
    for (size_t i = 0; i < count; i++) {
        shelf_track *t = &tracks[i];
        if (is_reversed && t->detection >= 0)
            t->detection = (int32_t)row_count - 1 - t->detection;
        printf("track %lu %" PRIu64 " %" PRId32 " %" PRId32 " %" PRIu32 " %" PRIu32 " %" PRIu32
               " |",
               frame, t->id, t->state, t->detection, t->class_id, t->missed, t->hits);
        print_box(&t->box);
        printf(" %a %a %a\n", t->vx, t->vy, t->score);
    }
}

static void print_log(shelf_scanner *scanner) {
    size_t count;
    check(shelf_events(scanner, events, MAX_EVENTS, &count), "shelf_events");
    for (size_t i = 0; i < count; i++) {
        const shelf_event *e = &events[i];
        printf("event %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRId32
               " %" PRId32 " %" PRId32 " %" PRId32 " %" PRIu32 " %" PRIu32 " |",
               e->frame, e->emitted_frame, e->time_us, e->track_id, e->item_id, e->kind, e->delta,
               e->direction, e->reason, e->gate, e->class_id);
        print_box(&e->box);
        printf(" %a %a\n", e->score, e->evidence);
    }
}

static void print_items(const shelf_scanner *scanner) {
    size_t count;
    check(shelf_items(scanner, items, MAX_ITEMS, &count), "shelf_items");
    for (size_t i = 0; i < count; i++) {
        const shelf_item *m = &items[i];
        printf("item %" PRIu64 " %" PRIu64 " %" PRId32 " %" PRIu32 " %" PRIu32 " %" PRIu32
               " %" PRIu32 " |",
               m->id, m->last_frame, m->state, m->class_id, m->hits, m->expected, m->in_band);
        print_box(&m->place);
        print_box(&m->box);
        printf(" %a %a\n", m->score, m->evidence);
    }
}

static void print_counts(const shelf_scanner *scanner, uint32_t gate) {
    shelf_counts c;
    shelf_stats s;
    check(shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &c, sizeof c), "shelf_get_counts");
    check(shelf_get_stats(scanner, &s, sizeof s), "shelf_get_stats");
    printf("count %" PRIu32 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64
           " %" PRIu64 " | %a %a %a %a %a\n",
           gate, c.total, c.forward, c.backward, c.undirected, c.passed, c.low, c.high, s.pose_x,
           s.pose_y, s.pose_scale, s.pose_roll, s.lens);
}

static shelf_scanner *open_scanner(char **arguments, uint32_t *by_item, uint32_t *by_track) {
    shelf_config config;
    shelf_scanner *scanner;
    shelf_gate gate;
    check(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF), "shelf_config_init");
    config.width = (uint32_t)atoi(arguments[2]);
    config.height = (uint32_t)atoi(arguments[3]);
    config.fps = (float)atof(arguments[4]);
    config.max_events = MAX_EVENTS;
    if (strcmp(arguments[5], "closed") == 0)
        config.kalman = SHELF_KALMAN_CLOSED;
    else if (config.kalman != SHELF_KALMAN_BLAS)
        check(SHELF_ERROR_UNSUPPORTED, "blas");
    check(shelf_open(block, sizeof block, &config, &scanner), "shelf_open");
    check(shelf_gate_init(&gate, sizeof gate), "shelf_gate_init");
    check(shelf_gate_add(scanner, &gate, by_item), "shelf_gate_add");
    gate.count_by = SHELF_BY_TRACK;
    check(shelf_gate_add(scanner, &gate, by_track), "shelf_gate_add");
    return scanner;
}

static void save(const shelf_scanner *scanner, const char *name) {
    static unsigned char bytes[BLOCK];
    size_t size;
    FILE *file = fopen(name, "wb");
    check(shelf_snapshot_save(scanner, bytes, sizeof bytes, &size), "shelf_snapshot_save");
    if (file == NULL || fwrite(bytes, 1, size, file) != size || fclose(file) != 0)
        exit(1);
}

static shelf_scanner *resume(const char *name) {
    static unsigned char bytes[BLOCK];
    shelf_scanner *scanner;
    FILE *file = fopen(name, "rb");
    if (file == NULL)
        exit(1);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    check(shelf_snapshot_restore(block, sizeof block, bytes, size, &scanner),
          "shelf_snapshot_restore");
    return scanner;
}

int main(int argc, char **argv) {
    FILE *file;
    uint32_t by_item, by_track;
    if (argc < 6 || (file = fopen(argv[1], "r")) == NULL) {
        fprintf(stderr, "usage: golden FILE WIDTH HEIGHT FPS closed|blas [reversed] "
                        "[save|resume FRAME SNAPSHOT]\n");
        return 2;
    }
    shelf_scanner *scanner = open_scanner(argv, &by_item, &by_track);
    is_reversed = argc > 6 && strcmp(argv[6], "reversed") == 0;
    char **hop = argc >= 9 ? argv + argc - 3 : NULL;
    unsigned long first = 1, last = ULONG_MAX;
    if (hop != NULL && strcmp(hop[0], "save") == 0)
        last = strtoul(hop[1], NULL, 10);
    if (hop != NULL && strcmp(hop[0], "resume") == 0) {
        first = strtoul(hop[1], NULL, 10) + 1;
        scanner = resume(hop[2]);
    }
    char line[256];
    unsigned long frame = 1, next;
    size_t count = 0;
    while (fgets(line, sizeof line, file) != NULL && count < MAX_ROWS && frame <= last) {
        float x, y, w, h, score;
        unsigned class_id = 0;
        if (sscanf(line, "%lu,%*f,%f,%f,%f,%f,%f,%u", &next, &x, &y, &w, &h, &score, &class_id) < 6)
            return 1;
        for (; frame < next && frame <= last; frame++, count = 0)
            if (frame >= first)
                update(scanner, frame, count);
        rows[count++] = (shelf_detection){{x, y, x + w, y + h}, score, class_id};
    }
    fclose(file);
    if (last < ULONG_MAX) {
        save(scanner, hop[2]);
        return 0;
    }
    update(scanner, frame, count);
    check(shelf_finish(scanner), "shelf_finish");
    print_log(scanner);
    print_items(scanner);
    print_counts(scanner, by_item);
    print_counts(scanner, by_track);
    return 0;
}

/*
 * Tracks and counts a recorded stream of detections.
 *
 *   cc -std=c99 replay.c $(pkg-config --cflags --libs shelfcount)
 *   ./a.out FILE WIDTH HEIGHT [closed]
 *
 * FILE is MOT text, sorted by frame: frame,-1,x,y,width,height,score[,class], frames from 1.
 * It prints the confirmed tracks of every frame as MOT result text, then the count log, then the
 * counts. `closed` selects the Kalman filter without BLAS.
 */
#define _POSIX_C_SOURCE 200112L
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 1000 };

static void check(shelf_status status, const char *what) {
    if (status != SHELF_OK) {
        fprintf(stderr, "%s: %s\n", what, shelf_status_text(status));
        exit(1);
    }
}

static void print_tracks(const shelf_scanner *scanner, unsigned long frame) {
    static shelf_track tracks[256]; /* max_tracks of the default configuration */
    size_t count;
    check(shelf_tracks(scanner, SHELF_TRACK_TRACKED, tracks, 256, &count), "shelf_tracks");
    for (size_t i = 0; i < count; i++) {
        const shelf_track *t = &tracks[i];
        printf("%lu,%lu,%.2f,%.2f,%.2f,%.2f,%.2f,%lu,-1,-1\n", frame, (unsigned long)t->id,
               t->box.x1, t->box.y1, t->box.x2 - t->box.x1, t->box.y2 - t->box.y1, t->score,
               (unsigned long)t->class_id);
    }
}

static void print_events(shelf_scanner *scanner) {
    static shelf_event events[128]; /* max_events of the default configuration */
    size_t count;
    check(shelf_events(scanner, events, 128, &count), "shelf_events");
    for (size_t i = 0; i < count; i++) {
        const shelf_event *e = &events[i];
        printf("event: frame %lu, track %lu, kind %d, delta %d, direction %d\n",
               (unsigned long)e->frame, (unsigned long)e->track_id, e->kind, e->delta,
               e->direction);
    }
}

static void print_counts(const shelf_scanner *scanner, uint32_t gate) {
    shelf_counts c;
    check(shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &c, sizeof c), "shelf_get_counts");
    printf("counted %lu: %lu forward, %lu backward, %lu without direction; %lu passed\n",
           (unsigned long)c.total, (unsigned long)c.forward, (unsigned long)c.backward,
           (unsigned long)c.undirected, (unsigned long)c.passed);
}

int main(int argc, char **argv) {
    static shelf_detection rows[MAX_ROWS];
    if (argc < 4) {
        fprintf(stderr, "usage: replay FILE WIDTH HEIGHT [closed]\n");
        return 2;
    }
    FILE *file = fopen(argv[1], "r");
    if (file == NULL) {
        perror(argv[1]);
        return 1;
    }

    shelf_config config;
    check(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF), "shelf_config_init");
    config.width = (uint32_t)atoi(argv[2]);
    config.height = (uint32_t)atoi(argv[3]);
    if (argc > 4 && strcmp(argv[4], "closed") == 0)
        config.kalman = SHELF_KALMAN_CLOSED;

    size_t size, alignment;
    void *memory = NULL;
    shelf_scanner *scanner;
    check(shelf_memory_needed(&config, &size, &alignment), "shelf_memory_needed");
    if (posix_memalign(&memory, alignment, size) != 0)
        return 1;
    check(shelf_open(memory, size, &config, &scanner), "shelf_open");

    shelf_gate gate;
    uint32_t band;
    check(shelf_gate_init(&gate, sizeof gate), "shelf_gate_init");
    check(shelf_gate_add(scanner, &gate, &band), "shelf_gate_add");

    /* A row belongs to the frame being collected, or ends it and all empty frames before its own.
     */
    char line[256];
    unsigned long frame = 1, next;
    size_t count = 0;
    float x, y, w, h, score;
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned class_id = 0;
        if (sscanf(line, "%lu,%*f,%f,%f,%f,%f,%f,%u", &next, &x, &y, &w, &h, &score, &class_id) <
            6) {
            fprintf(stderr, "%s: not MOT text: %s", argv[1], line);
            return 1;
        }
        for (; frame < next; frame++, count = 0) {
            check(shelf_update(scanner, 0, rows, count, NULL), "shelf_update");
            print_tracks(scanner, frame);
        }
        if (count == MAX_ROWS)
            continue;
        rows[count].box.x1 = x;
        rows[count].box.y1 = y;
        rows[count].box.x2 = x + w;
        rows[count].box.y2 = y + h;
        rows[count].score = score;
        rows[count].class_id = class_id;
        count++;
    }
    check(shelf_update(scanner, 0, rows, count, NULL), "shelf_update");
    print_tracks(scanner, frame);
    fclose(file);

    check(shelf_finish(scanner), "shelf_finish");
    print_events(scanner);
    print_counts(scanner, band);
    shelf_close(scanner);
    free(memory);
    return 0;
}

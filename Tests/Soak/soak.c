/*
 * A scanner that runs for weeks: memory, counts and cost stay as they are.
 *
 * usage: soak run FRAMES DIRECTORY    FRAMES frames of a camera that goes to and fro along a shelf,
 * by item and by track, with clutter and misses; late frames, other frame rates, a pause of a day;
 * then 24 hours of empty frames. Snapshots go to DIRECTORY: early after warming up, late at the end
 *        soak cost SNAPSHOT           1,000 frames from a snapshot between two marks, for icount
 */
#define _GNU_SOURCE
#include "../../Benchmarks/icount/marks.h"
#include <math.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

enum { PERIOD = 1000, PASSING = 34, WARM = 100 * PERIOD, ITEMS = 40, BLOCK = 1 << 21, MOST = 1024 };

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "soak: line %d, frame %lu: not so: %s\n", __LINE__, frame,             \
                    #condition);                                                                   \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static _Alignas(64) unsigned char block[BLOCK];
static unsigned char bytes[BLOCK];
static unsigned long frame;
static uint64_t sums[2];

/* How far the camera has walked, in nominal frames: it goes to and fro in PERIOD of them. */
static double walked;
static int is_standing;
/* Time stamps as they should not be. */
static int is_odd;

/* A number of 0...1 that follows from the frame and from what it is for. */
static float chance(unsigned long f, unsigned i) {
    uint64_t z = f * 0x9E3779B97F4A7C15u + i * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    return (float)((z ^ (z >> 31)) >> 40) / 16777216.0f;
}

static size_t look(unsigned long f, shelf_detection *rows) {
    float phase = (float)fmod(walked, PERIOD);
    float camera = 4.0f * (phase < PERIOD / 2 ? phase : PERIOD - phase);
    size_t count = 0;
    for (unsigned i = 0; i < ITEMS; i++) {
        float x = 60.0f * (float)i + 200.0f - camera, y = i % 2 ? 120.0f : 340.0f;
        if (x < -20 || x > 660 || chance(f, i) < 0.1f)
            continue;
        float jitter = 2 * chance(f, i + 100) - 1;
        rows[count++] =
            (shelf_detection){{x - 22 + jitter, y - 80, x + 22 + jitter, y + 80 + jitter},
                              0.7f + 0.3f * chance(f, i + 200),
                              i % 5};
    }
    if (chance(f, 999) < 0.3f) {
        float x = 600 * chance(f, 998), y = 400 * chance(f, 997);
        rows[count++] = (shelf_detection){{x, y, x + 30, y + 40}, 0.1f + 0.1f * chance(f, 996), 7};
    }
    return count;
}

static void update(shelf_scanner *scanner, uint64_t time) {
    shelf_detection rows[ITEMS + 1];
    MUST(shelf_update(scanner, time, rows, look(frame, rows), NULL) == SHELF_OK);
    frame++;
    walked += is_standing ? 0 : 1;
}

/* Takes the log: the counts are the sums of its deltas. */
static void settle(shelf_scanner *scanner) {
    static shelf_event events[MOST];
    size_t count;
    MUST(shelf_events(scanner, events, MOST, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++)
        sums[events[i].gate] += (uint64_t)(int64_t)events[i].delta;
    for (uint32_t gate = 0; gate < 2; gate++) {
        shelf_counts c;
        MUST(shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &c, sizeof c) == SHELF_OK);
        MUST(c.total == sums[gate]);
    }
}

static void check(shelf_scanner *scanner) {
    static shelf_track tracks[MOST];
    shelf_stats s;
    size_t count;
    MUST(shelf_tracks(scanner, 7, tracks, MOST, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++)
        MUST(isfinite(tracks[i].box.x1) && isfinite(tracks[i].box.y2) && isfinite(tracks[i].vx));
    MUST(shelf_get_stats(scanner, &s, sizeof s) == SHELF_OK);
    MUST(s.events_dropped == 0 && s.tracks_refused == 0 && s.items_refused == 0);
    MUST(isfinite(s.pose_x) && isfinite(s.lens) && s.frames == frame);
}

static void save(const shelf_scanner *scanner, const char *directory, const char *name) {
    char path[4096];
    size_t size;
    MUST(shelf_snapshot_save(scanner, bytes, sizeof bytes, &size) == SHELF_OK);
    snprintf(path, sizeof path, "%s/%s", directory, name);
    FILE *file = fopen(path, "wb");
    MUST(file != NULL && fwrite(bytes, 1, size, file) == size && fclose(file) == 0);
}

static shelf_scanner *open_scanner(void) {
    shelf_config config;
    shelf_gate gate;
    shelf_scanner *scanner;
    uint32_t index;
    MUST(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF) == SHELF_OK);
    config.width = 640, config.height = 480;
    MUST(shelf_open(block, sizeof block, &config, &scanner) == SHELF_OK);
    MUST(shelf_gate_init(&gate, sizeof gate) == SHELF_OK);
    MUST(shelf_gate_add(scanner, &gate, &index) == SHELF_OK);
    gate.count_by = SHELF_BY_TRACK;
    MUST(shelf_gate_add(scanner, &gate, &index) == SHELF_OK);
    return scanner;
}

static long resident(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss;
}

/* Time stamps as cameras give them: other rates, late frames, a day without any; some are wrong. */
static uint64_t stamp(shelf_scanner *scanner, unsigned long f) {
    shelf_stats s;
    shelf_detection none;
    MUST(shelf_get_stats(scanner, &s, sizeof s) == SHELF_OK);
    if (f % 777 == 0)
        MUST(shelf_update(scanner, s.time_us, &none, 0, NULL) == SHELF_ERROR_TIME);
    if (f % 778 == 0)
        MUST(shelf_update(scanner, s.time_us - 1, &none, 0, NULL) == SHELF_ERROR_TIME);
    if (f % 30000 == 0)
        return s.time_us + 86400u * (uint64_t)1000000;
    uint64_t step = f / 10000 % 3 == 0 ? 33333 : f / 10000 % 3 == 1 ? 40000 : 16667;
    step *= chance(f, 500) < 0.01f ? 4 : 1;
    /* The camera walks on meanwhile. */
    walked += (double)step / 33333 - 1;
    return s.time_us + step;
}

static void run(unsigned long frames, const char *directory) {
    shelf_scanner *scanner = open_scanner();
    for (unsigned long i = 0; i < WARM; i++) {
        update(scanner, 0);
        settle(scanner);
    }
    save(scanner, directory, "early");
    long memory = resident();
    while (frame < frames) {
        /* In a quarter of them the stamps are odd; before and behind it they are not, so that the
         * costs compare. */
        is_odd = frame > frames / 4 && frame < frames / 2;
        update(scanner, is_odd ? stamp(scanner, frame) : 0);
        settle(scanner);
        if (frame % 4096 == 0)
            check(scanner);
    }
    walked = ceil(walked);
    while (fmod(walked, PERIOD) != 0) {
        update(scanner, 0);
        settle(scanner);
    }
    check(scanner);
    save(scanner, directory, "late");
    MUST(resident() == memory);
    printf("%lu frames: %llu by item, %llu by track; %ld kB resident at most, as after %d frames\n",
           frame, (unsigned long long)sums[0], (unsigned long long)sums[1], resident(), WARM);
    /* Of the 40 things these pass through the band, each once, however often the camera comes by.
     */
    MUST(sums[0] == PASSING);
    is_standing = 1;
    for (int i = 0; i < 300; i++) {
        update(scanner, 0);
        settle(scanner);
    }
    unsigned long day = 24ul * 3600 * 30;
    for (unsigned long i = 0; i < day; i++) {
        MUST(shelf_update(scanner, 0, NULL, 0, NULL) == SHELF_OK);
        frame++;
    }
    settle(scanner);
    check(scanner);
    is_standing = 0;
    for (int i = 0; i < 2 * PERIOD; i++) {
        update(scanner, 0);
        settle(scanner);
    }
    MUST(sums[0] == PASSING && resident() == memory);
    printf("%lu empty frames: %llu by item, still %ld kB\n", day, (unsigned long long)sums[0],
           resident());
}

static void cost(const char *path) {
    shelf_scanner *scanner;
    FILE *file = fopen(path, "rb");
    MUST(file != NULL);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    MUST(shelf_snapshot_restore(block, sizeof block, bytes, size, &scanner) == SHELF_OK);
    syscall(MARK_SYSCALL, MARK_FRAME);
    for (int i = 0; i < PERIOD; i++)
        update(scanner, 0);
    syscall(MARK_SYSCALL, MARK_END);
}

int main(int argc, char **argv) {
    if (argc == 4 && strcmp(argv[1], "run") == 0)
        run(strtoul(argv[2], NULL, 10), argv[3]);
    else if (argc == 3 && strcmp(argv[1], "cost") == 0)
        cost(argv[2]);
    else
        return 2;
    return 0;
}

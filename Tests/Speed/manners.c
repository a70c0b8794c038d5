/*
 * What a scanner does to the process it lives in: threads, fork, resident memory. Links the shared
 * library, with OpenBLAS left at its defaults.
 *
 * The work of other threads is read from their own accounts (schedstat, nanoseconds on a
 * processor), not from a clock: a busy machine changes nothing.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { ROWS = 100, FRAMES = 1000, FORKED_AT = 500 };

static void require(int is_right, const char *what) {
    if (!is_right) {
        printf("FAILED: %s\n", what);
        exit(1);
    }
}

static void ok(shelf_status status) {
    require(status == SHELF_OK, shelf_status_text(status));
}

static int threads(void) {
    int count = -2; /* . and .. */
    DIR *tasks = opendir("/proc/self/task");
    require(tasks != NULL, "/proc/self/task");
    while (readdir(tasks) != NULL)
        count++;
    closedir(tasks);
    return count;
}

static long peak_kilobytes(void) {
    struct rusage usage;
    require(getrusage(RUSAGE_SELF, &usage) == 0, "getrusage");
    return usage.ru_maxrss;
}

static shelf_scanner *open_scanner(int kalman, size_t *size) {
    shelf_config config;
    shelf_scanner *scanner;
    shelf_gate gate;
    uint32_t band;
    size_t alignment;
    ok(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF));
    config.width = config.height = 640;
    config.kalman = kalman;
    ok(shelf_memory_needed(&config, size, &alignment));
    void *memory = aligned_alloc(alignment, *size);
    require(memory != NULL, "aligned_alloc");
    ok(shelf_open(memory, *size, &config, &scanner));
    ok(shelf_gate_init(&gate, sizeof gate));
    ok(shelf_gate_add(scanner, &gate, &band));
    return scanner;
}

/* A hundred things that pan by, each row of a frame apart from the others. */
static void update(shelf_scanner *scanner, int frame) {
    shelf_detection rows[ROWS];
    for (int i = 0; i < ROWS; i++) {
        float x = (float)((i % 10 * 64 + frame * 2) % 640), y = (float)(i / 10 * 64);
        shelf_detection row = {{x, y, x + 40, y + 50}, 0.9f, (uint32_t)(i % 3)};
        rows[i] = row;
    }
    ok(shelf_update(scanner, 0, rows, ROWS, NULL));
}

/* FNV-1a of the tracks and the count. */
static uint64_t result(const shelf_scanner *scanner) {
    static shelf_track tracks[1024];
    shelf_counts counts;
    size_t count;
    memset(tracks, 0, sizeof tracks);
    ok(shelf_tracks(scanner, SHELF_TRACK_TRACKED | SHELF_TRACK_LOST, tracks, 1024, &count));
    ok(shelf_get_counts(scanner, 0, SHELF_ALL_CLASSES, &counts, sizeof counts));
    require(count >= ROWS / 2 && counts.total > 0, "a stream with tracks and counts");
    uint64_t hash = 0xcbf29ce484222325u ^ counts.total;
    for (size_t i = 0; i < count * sizeof *tracks; i++)
        hash = (hash ^ ((unsigned char *)tracks)[i]) * 0x100000001b3u;
    return hash;
}

static uint64_t rest_of(shelf_scanner *scanner) {
    for (int frame = FORKED_AT; frame < FRAMES; frame++)
        update(scanner, frame);
    return result(scanner);
}

/* The child goes on from a copy of the scanner; it and the parent must come to the same end. */
static void check_fork(shelf_scanner *scanner) {
    int ends[2];
    uint64_t of_child = 0;
    require(pipe(ends) == 0, "pipe");
    pid_t child = fork();
    require(child >= 0, "fork");
    if (child == 0) {
        alarm(60);
        uint64_t hash = rest_of(scanner);
        _exit(write(ends[1], &hash, sizeof hash) == sizeof hash ? 0 : 1);
    }
    uint64_t of_parent = rest_of(scanner);
    int status;
    require(waitpid(child, &status, 0) == child && status == 0, "the forked child ends well");
    require(read(ends[0], &of_child, sizeof of_child) == sizeof of_child, "the child's result");
    require(of_child == of_parent, "child and parent find the same");
}

int main(int argc, char **argv) {
    int kalman =
        argc > 1 && strcmp(argv[1], "closed") == 0 ? SHELF_KALMAN_CLOSED : SHELF_KALMAN_BLAS;
    size_t size;
    long before = peak_kilobytes();
    shelf_scanner *scanner = open_scanner(kalman, &size);
    for (int frame = 0; frame < FORKED_AT; frame++)
        update(scanner, frame);
    int at_fork = threads();
    check_fork(scanner);
    long after = peak_kilobytes();

    printf("%d threads before a fork, %d after it and %d more updates\n", at_fork, threads(),
           FRAMES - FORKED_AT);
    printf("resident: at most %ld KB, %ld KB before the scanner of %zu KB was opened\n", after,
           before, size / 1024);
    /* OpenBLAS ends its threads before a fork, and would start new ones if a call needed them. */
    require(threads() <= at_fork, "no thread was started after the fork");
    require(after - before <= (long)(size / 1024) + 1536,
            "resident memory grows by the scanner's block");
    return 0;
}

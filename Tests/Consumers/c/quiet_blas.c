/*
 * A user's report: a threaded BLAS made small matrices slow (O18). 100 tracks, 1,000 updates: the
 * threads that OpenBLAS started when it was loaded get no work, no further thread appears, and the
 * process's thread count is not touched.
 */
#define _GNU_SOURCE
#include <dirent.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { TRACKS = 100, UPDATES = 1000 };

int openblas_get_num_threads(void);

static double cpu(clockid_t clock) {
    struct timespec t;
    clock_gettime(clock, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}
static double others(void) {
    return cpu(CLOCK_PROCESS_CPUTIME_ID) - cpu(CLOCK_THREAD_CPUTIME_ID);
}
static int threads(void) {
    int count = -2; /* . and .. */
    DIR *tasks = opendir("/proc/self/task");
    while (tasks != NULL && readdir(tasks) != NULL)
        count++;
    if (tasks != NULL)
        closedir(tasks);
    return count;
}

static void check(shelf_status status) {
    if (status != SHELF_OK) {
        puts(shelf_status_text(status));
        exit(1);
    }
}

int main(void) {
    static shelf_detection rows[TRACKS];
    const struct timespec while_new_threads_spin = {0, 500000000};
    shelf_config config;
    shelf_scanner *scanner;
    shelf_stats stats;
    size_t size, alignment;

    check(shelf_config_init(&config, sizeof config, SHELF_PRESET_BYTETRACK));
    config.width = 1920, config.height = 1080;
    check(shelf_memory_needed(&config, &size, &alignment));
    void *memory = aligned_alloc(alignment, size);
    check(shelf_open(memory, size, &config, &scanner));
    for (int i = 0; i < TRACKS; i++) {
        rows[i].box.x1 = (float)(i % 10) * 190, rows[i].box.x2 = rows[i].box.x1 + 100;
        rows[i].box.y1 = (float)(i / 10) * 108, rows[i].box.y2 = rows[i].box.y1 + 90;
        rows[i].score = 0.9f;
    }
    check(shelf_update(scanner, 0, rows, TRACKS, NULL));
    nanosleep(&while_new_threads_spin, NULL);

    const int wanted = openblas_get_num_threads(), before = threads();
    const double own = cpu(CLOCK_THREAD_CPUTIME_ID), other = others();
    for (int frame = 1; frame < UPDATES; frame++)
        check(shelf_update(scanner, 0, rows, TRACKS, NULL));
    const double own_used = cpu(CLOCK_THREAD_CPUTIME_ID) - own, other_used = others() - other;
    check(shelf_get_stats(scanner, &stats, sizeof stats));
    printf("%u tracks, %llu CBLAS calls an update; OpenBLAS: %d threads; of the time in updates "
           "%.2f %% in other threads\n",
           stats.tracked, (unsigned long long)stats.blas_calls, wanted,
           100 * other_used / own_used);
    const int quiet = other_used < 0.02 * own_used && threads() == before &&
                      openblas_get_num_threads() == wanted && stats.blas_calls > 0;
    free(memory);
    return quiet ? 0 : 1;
}

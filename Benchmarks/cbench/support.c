/* Errors, memory, random numbers, the clock. */
#include "bench.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { CLOCK_SAMPLES = 200 };

void fail(const char *what, const char *why) {
    fprintf(stderr, "cbench: %s: %s\n", what, why);
    exit(1);
}

void check(shelf_status status, const char *what) {
    if (status != SHELF_OK)
        fail(what, shelf_status_text(status));
}

void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL)
        fail("calloc", "out of memory");
    return memory;
}

void *enlarge(void *memory, size_t count, size_t size) {
    memory = realloc(memory, count * size);
    if (memory == NULL)
        fail("realloc", "out of memory");
    return memory;
}

FILE *open_file(const char *path, const char *mode) {
    FILE *file = fopen(path, mode);
    if (file == NULL)
        fail(path, strerror(errno));
    return file;
}

void close_written(FILE *file, const char *path) {
    int failed = ferror(file);
    if (fclose(file) != 0 || failed)
        fail(path, "cannot write");
}

/* splitmix64 */
uint64_t random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

double uniform(uint64_t *state) {
    return (double)(random_bits(state) >> 11) / 9007199254740992.0;
}

/* Twelve uniform numbers less six: no libm, so the same on every machine. */
double normal(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

/* Waiting for a busy machine does not count. */
double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

double clock_cost_us(void) {
    double costs[CLOCK_SAMPLES];
    for (int i = 0; i < CLOCK_SAMPLES; i++) {
        double start = now_us();
        costs[i] = now_us() - start;
    }
    return quantile(costs, CLOCK_SAMPLES, 0.5);
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

double quantile(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_value);
    size_t rank = (size_t)(part * (double)count);
    if ((double)rank < part * (double)count)
        rank++;
    return values[rank > 0 ? rank - 1 : 0];
}

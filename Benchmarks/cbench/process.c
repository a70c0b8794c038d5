/*
 * How is measured: warm-up and repeats of one process, and several processes.
 *
 * Where a program and its memory come to lie changes its speed, and stays the same as long as it
 * runs: the repeats of one process know nothing of that.
 */
#include "bench.h"
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const double WARM_UP_SPREAD = 0.03;

static void shuffle(size_t *order, size_t count, uint64_t *random) {
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)((double)i * uniform(random)), swapped = order[i - 1];
        order[i - 1] = order[j];
        order[j] = swapped;
    }
}

static int is_stable(const double *medians) {
    double low = medians[0], high = medians[0];
    for (int i = 1; i < WARM_UP_WINDOW; i++) {
        low = medians[i] < low ? medians[i] : low;
        high = medians[i] > high ? medians[i] : high;
    }
    return high - low <= WARM_UP_SPREAD * low;
}

/* Rounds over all runs until each has been stable once. Returns how many never were. */
static size_t warm_up(run *runs, size_t count, size_t *order, uint64_t *random) {
    size_t unstable = count;
    for (int round = 0; round < WARM_UP_LIMIT && unstable > 0; round++) {
        shuffle(order, count, random);
        for (size_t i = 0; i < count; i++) {
            run *r = &runs[order[i]];
            double tail;
            measured_pass(r, &r->recent[round % WARM_UP_WINDOW], &tail);
            if (!r->stable && round + 1 >= WARM_UP_WINDOW && is_stable(r->recent)) {
                r->stable = 1;
                unstable--;
            }
        }
    }
    return unstable;
}

/* Prints for the process that started this one: what never got stable, then every repeat. */
void work(run *runs, size_t count) {
    size_t *order = allocate(count, sizeof *order);
    for (size_t i = 0; i < count; i++)
        order[i] = i;
    uint64_t random = (uint64_t)time(NULL) * 1000003u + (uint64_t)getpid();
    printf("%zu\n", warm_up(runs, count, order, &random));
    for (size_t repeat = 0; repeat < REPEATS; repeat++) {
        shuffle(order, count, &random);
        for (size_t i = 0; i < count; i++) {
            run *r = &runs[order[i]];
            double median, tail;
            measured_pass(r, &median, &tail);
            printf("%zu %.17g %.17g %" PRIu64 " %" PRIu64 " %" PRIu64 "\n", order[i], median, tail,
                   r->found.tracks, r->found.boxes, r->found.counted);
        }
    }
    free(order);
}

static size_t gather(run *runs, size_t count, FILE *results) {
    size_t unstable, index;
    if (fscanf(results, "%zu", &unstable) != 1)
        fail("process", "no results");
    for (size_t i = 0; i < REPEATS * count; i++) {
        double median, tail;
        findings found;
        if (fscanf(results, "%zu %lf %lf %" SCNu64 " %" SCNu64 " %" SCNu64, &index, &median, &tail,
                   &found.tracks, &found.boxes, &found.counted) != 6 ||
            index >= count)
            fail("process", "results cut short");
        run *r = &runs[index];
        note_findings(r, found);
        r->medians[r->repeats] = median;
        r->tails[r->repeats++] = tail;
    }
    return unstable;
}

/* This program again, with the same arguments and -w. */
static FILE *start_process(int argc, char **argv, pid_t *child) {
    int ends[2];
    char **arguments = allocate((size_t)argc + 2, sizeof *arguments);
    arguments[0] = argv[0];
    arguments[1] = "-w";
    memcpy(arguments + 2, argv + 1, (size_t)(argc - 1) * sizeof *arguments);
    fflush(stdout);
    if (pipe(ends) != 0)
        fail("pipe", strerror(errno));
    *child = fork();
    if (*child < 0)
        fail("fork", strerror(errno));
    if (*child == 0) {
        dup2(ends[1], STDOUT_FILENO);
        close(ends[0]);
        close(ends[1]);
        execv("/proc/self/exe", arguments);
        _exit(127);
    }
    close(ends[1]);
    free(arguments);
    FILE *results = fdopen(ends[0], "r");
    if (results == NULL)
        fail("fdopen", strerror(errno));
    return results;
}

void measure(run *runs, size_t count, size_t processes, int argc, char **argv) {
    size_t unstable = 0;
    for (size_t p = 0; p < processes; p++) {
        pid_t child;
        int status;
        FILE *results = start_process(argc, argv, &child);
        unstable += gather(runs, count, results);
        fclose(results);
        if (waitpid(child, &status, 0) != child || status != 0)
            fail("process", "failed");
    }
    if (unstable > 0)
        printf("warm-up: %zu of %zu did NOT get stable, the machine is busy\n", unstable,
               processes * count);
    for (size_t i = 0; i < count; i++) {
        run *r = &runs[i];
        r->low = quantile(r->medians, r->repeats, 0.1);
        r->median = quantile(r->medians, r->repeats, 0.5);
        r->high = quantile(r->medians, r->repeats, 0.9);
        r->tail = quantile(r->tails, r->repeats, 0.5);
    }
}

void count_runs(run *runs, size_t count) {
    count_instructions();
    for (size_t i = 0; i < count; i++) {
        mark_run(i, runs[i].memory, runs[i].bytes);
        pass(&runs[i]);
    }
}

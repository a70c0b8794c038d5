/*
 * What happens around a scanner in other people's programs: a storm of signals, fork, two scanners
 * in one block, a block used again, a copied block, a handle used after close. None changes a
 * result.
 */
#define _GNU_SOURCE
#include <shelfcount.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { FRAMES = 3000, MOST = 256 };

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "faults: line %d: not so: %s\n", __LINE__, #condition);                \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static size_t size, alignment;
static shelf_config config;
static volatile sig_atomic_t signals;

static void on_signal(int number) {
    (void)number;
    signals++;
}

static shelf_scanner *open_in(void *memory, size_t room) {
    shelf_scanner *scanner;
    shelf_gate gate;
    uint32_t index;
    MUST(shelf_open(memory, room, &config, &scanner) == SHELF_OK);
    MUST(shelf_gate_init(&gate, sizeof gate) == SHELF_OK);
    MUST(shelf_gate_add(scanner, &gate, &index) == SHELF_OK);
    return scanner;
}

static void frame(shelf_scanner *scanner, int f) {
    shelf_detection rows[20];
    for (int i = 0; i < 20; i++) {
        float x = (float)((i * 97 + f * 5) % 700), y = (float)(20 + i * 20);
        rows[i] = (shelf_detection){{x, y, x + 40, y + 18}, 0.9f, (uint32_t)i % 3};
    }
    MUST(shelf_update(scanner, 0, rows, 20, NULL) == SHELF_OK);
}

/* A hash of all tracks and the count. */
static uint64_t answer(const shelf_scanner *scanner) {
    static shelf_track tracks[MOST];
    shelf_counts counts;
    size_t count;
    uint64_t hash = 0xcbf29ce484222325u;
    MUST(shelf_tracks(scanner, 7, tracks, MOST, &count) == SHELF_OK);
    MUST(shelf_get_counts(scanner, 0, SHELF_ALL_CLASSES, &counts, sizeof counts) == SHELF_OK);
    for (size_t i = 0; i < count * sizeof *tracks; i++)
        hash = (hash ^ ((unsigned char *)tracks)[i]) * 0x100000001b3u;
    return hash ^ counts.total;
}

static uint64_t run(shelf_scanner *scanner, int from, int to) {
    for (int f = from; f < to; f++)
        frame(scanner, f);
    return answer(scanner);
}

int main(void) {
    MUST(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF) == SHELF_OK);
    config.width = 640, config.height = 480;
    MUST(shelf_memory_needed(&config, &size, &alignment) == SHELF_OK);
    char *block = aligned_alloc(alignment, 2 * size), *other = aligned_alloc(alignment, size);
    uint64_t right = run(open_in(block, size), 0, FRAMES);

    /* Signals during updates. */
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_handler = on_signal;
    MUST(sigaction(SIGALRM, &action, NULL) == 0);
    struct itimerval often = {{0, 200}, {0, 200}}, never = {{0, 0}, {0, 0}};
    MUST(setitimer(ITIMER_REAL, &often, NULL) == 0);
    MUST(run(open_in(block, size), 0, FRAMES) == right);
    MUST(setitimer(ITIMER_REAL, &never, NULL) == 0);
    MUST(signals > 10);

    /* fork: parent and child go on, each for itself. */
    shelf_scanner *scanner = open_in(block, size);
    run(scanner, 0, FRAMES / 2);
    pid_t child = fork();
    MUST(child >= 0);
    if (child == 0)
        _exit(run(scanner, FRAMES / 2, FRAMES) == right ? 0 : 1);
    MUST(run(scanner, FRAMES / 2, FRAMES) == right);
    int status;
    MUST(waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0);

    /* Two scanners in one block, turn by turn; closing one leaves the other. */
    shelf_scanner *first = open_in(block, size), *second = open_in(block + size, size);
    for (int f = 0; f < FRAMES; f++) {
        frame(first, f);
        frame(second, f);
    }
    MUST(answer(first) == right && answer(second) == right);
    shelf_close(first);
    MUST(shelf_finish(first) == SHELF_ERROR_HANDLE && answer(second) == right);

    /* A copy goes on elsewhere; the block is used again; a closed handle stays closed. */
    memcpy(other, block + size, size);
    shelf_close(second);
    memset(block, 0xA5, 2 * size);
    MUST(shelf_finish(second) == SHELF_ERROR_HANDLE);
    MUST(answer((shelf_scanner *)(void *)other) == right);
    MUST(run(open_in(block, size), 0, FRAMES) == right);

    /* Misaligned and too small blocks. */
    MUST(shelf_open(block + alignment / 2, size, &config, &first) == SHELF_ERROR_MEMORY);
    MUST(shelf_open(block, size - 1, &config, &first) == SHELF_ERROR_MEMORY);
    printf("%d signals, fork, two in one block, used again: all the same\n", (int)signals);
    free(block);
    free(other);
    return 0;
}

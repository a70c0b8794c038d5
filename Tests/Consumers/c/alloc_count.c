/*
 * 10,000 frames, or as many as the argument says, with every allocating function of libc counted:
 * this program's own definitions stand before libc's for all libraries of the process. Every query
 * is called in every frame. From frame 2 on nothing may be allocated. What OpenBLAS allocates when
 * it is loaded is reported: most of it before main, the work buffers of its threads whenever these
 * get to run.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* ---- Counting --------------------------------------------------------------- */

static __thread unsigned long calls; /* of this thread */
static unsigned long all_calls;      /* of the threads that OpenBLAS starts as well */

static void count_call(void) {
    calls++;
    __atomic_fetch_add(&all_calls, 1, __ATOMIC_RELAXED);
}

extern void *__libc_malloc(size_t);
extern void *__libc_calloc(size_t, size_t);
extern void *__libc_realloc(void *, size_t);
extern void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
    count_call();
    return __libc_malloc(size);
}
void *calloc(size_t count, size_t size) {
    count_call();
    return __libc_calloc(count, size);
}
void *realloc(void *old, size_t size) {
    count_call();
    return __libc_realloc(old, size);
}
void *memalign(size_t alignment, size_t size) {
    count_call();
    return __libc_memalign(alignment, size);
}
void *aligned_alloc(size_t alignment, size_t size) {
    return memalign(alignment, size);
}
int posix_memalign(void **memory, size_t alignment, size_t size) {
    *memory = memalign(alignment, size);
    return *memory == NULL ? ENOMEM : 0;
}
void *mmap(void *address, size_t size, int protection, int flags, int file, off_t offset) {
    count_call();
#ifdef SYS_mmap2 /* 32 bits: counts in pages */
    return (void *)syscall(SYS_mmap2, address, size, protection, flags, file, offset >> 12);
#else
    return (void *)syscall(SYS_mmap, address, size, protection, flags, file, offset);
#endif
}
void *mmap64(void *address, size_t size, int protection, int flags, int file, off64_t offset) {
    return mmap(address, size, protection, flags, file, offset);
}

/* Whether a call from another library is counted as well: strdup allocates inside libc. */
static int counting_works(void) {
    unsigned long before = calls;
    char *copy = strdup("x");
    void *page = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    free(copy);
    munmap(page, 4096);
    return calls == before + 2;
}

/* ---- A stream: 200 things on a panning shelf, with noise, gaps and double boxes ---- */

enum { WIDTH = 1920, HEIGHT = 1080, THINGS = 200 };

static uint32_t random_state;

static float noise(void) { /* 0...1 */
    random_state = random_state * 1664525u + 1013904223u;
    return (float)(random_state >> 8) / 16777216.0f;
}

static size_t make_frame(int frame, shelf_detection *rows) {
    size_t count = 0;
    for (int i = 0; i < THINGS; i++) {
        float column = (float)(i % 25), row = (float)(i / 25);
        float x = column * 80 + 4 * (float)(frame % 500) * (frame / 500 % 2 ? -1.0f : 1.0f);
        float missing = noise(), dx = noise(), dy = noise(), score = noise();
        if (missing < 0.1f)
            continue;
        for (int copy = 0; copy < (missing > 0.97f ? 2 : 1); copy++) {
            shelf_detection *d = &rows[count++];
            d->box.x1 = x + 3 * dx + 8 * (float)copy;
            d->box.y1 = row * 130 + 3 * dy;
            d->box.x2 = d->box.x1 + 60;
            d->box.y2 = d->box.y1 + 110;
            d->score = 0.3f + 0.7f * score;
            d->class_id = (uint32_t)i % 5;
        }
    }
    return count;
}

/* ---- The run ------------------------------------------------------------------ */

#define MUST(call)                                                                                 \
    do {                                                                                           \
        shelf_status status_ = (call);                                                             \
        if (status_ != SHELF_OK) {                                                                 \
            fprintf(stderr, "%s: %s\n", #call, shelf_status_text(status_));                        \
            exit(1);                                                                               \
        }                                                                                          \
    } while (0)

static void query(shelf_scanner *scanner, uint32_t gate, uint64_t *total) {
    static shelf_track tracks[256];
    static shelf_event events[1024];
    static shelf_point points[64];
    static shelf_edge edges[16];
    shelf_counts counts;
    shelf_stats stats;
    size_t n, m;
    MUST(shelf_tracks(scanner, SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST,
                      tracks, 256, &n));
    for (size_t i = 0; i < n; i++)
        if (tracks[i].id != 0)
            MUST(shelf_trail(scanner, tracks[i].id, points, 64, &m));
    MUST(shelf_events(scanner, events, 1024, &n));
    MUST(shelf_gate_edges(scanner, gate, edges, 16, &n));
    MUST(shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &counts, sizeof counts));
    MUST(shelf_get_stats(scanner, &stats, sizeof stats));
    *total = counts.total;
}

/* What lies around a network: picture in, rows out, labels. */
static void detect(void) {
    static uint8_t pixels[64 * 48 * 3];
    static float input[3 * 64 * 64], output[84 * 6];
    static shelf_detection rows[16];
    const int64_t shape[3] = {1, 84, 6};
    shelf_decoder decoder;
    shelf_tensor_format format;
    shelf_decode_report report;
    char text[64];
    size_t count, length;
    MUST(shelf_decoder_init(&decoder, sizeof decoder, SHELF_LAYOUT_YOLOX, 1));
    MUST(shelf_letterbox_init(&decoder.letterbox, 64, 48, 64, 64, SHELF_FIT_CENTER));
    MUST(shelf_tensor_format_init(&format, sizeof format));
    MUST(shelf_write_tensor(&decoder.letterbox, &format, pixels, 64 * 3, input));
    for (int i = 0; i < 84; i++)
        output[6 * i + 4] = output[6 * i + 5] = 0.8f + noise() / 5;
    MUST(shelf_decode(&decoder, output, shape, NULL, 0, rows, 16, &count, &report));
    MUST(shelf_nms(SHELF_NMS_GAUSSIAN, 0.65f, 0.5f, 0.1f, 0, rows, &count));
    MUST(
        shelf_label(shelf_color(report.rows), "bottle", rows[0].score, text, sizeof text, &length));
}

/* Whether the run from frame 2 on was free of allocations. */
static int run(const char *name, int32_t kalman, int frames) {
    static shelf_detection rows[2 * THINGS];
    static shelf_fate fates[2 * THINGS];
    shelf_config config;
    shelf_gate gate;
    shelf_scanner *scanner;
    size_t size, alignment;
    uint32_t index;
    uint64_t total = 0;

    MUST(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF));
    config.width = WIDTH;
    config.height = HEIGHT;
    config.max_events = 1024;
    config.kalman = kalman;
    shelf_status status = shelf_memory_needed(&config, &size, &alignment);
    if (status == SHELF_ERROR_UNSUPPORTED) {
        printf("%s: not in this build\n", name);
        return 1;
    }
    MUST(status);
    void *memory = aligned_alloc(alignment, size);

    unsigned long before = calls, first = 0;
    MUST(shelf_open(memory, size, &config, &scanner));
    MUST(shelf_gate_init(&gate, sizeof gate));
    MUST(shelf_gate_add(scanner, &gate, &index));
    random_state = 1;
    for (int frame = 1; frame <= frames; frame++) {
        size_t count = make_frame(frame, rows);
        MUST(shelf_update(scanner, 0, rows, count, fates));
        query(scanner, index, &total);
        detect();
        if (frame == 1)
            first = calls - before;
        if (frame == frames / 2)
            MUST(shelf_reset(scanner));
    }
    MUST(shelf_finish(scanner));
    unsigned long later = calls - before - first;
    shelf_close(scanner);
    free(memory);
    printf(
        "%s: %zu bytes; allocations: %lu in open and frame 1, %lu in frames 2...%d; counted %lu\n",
        name, size, first, later, frames, (unsigned long)total);
    return later == 0;
}

int main(int argc, char **argv) {
    int frames = argc > 1 ? atoi(argv[1]) : 10000;
    unsigned long loading = calls;
    if (!counting_works()) {
        printf("the counters do not see allocations\n");
        return 1;
    }
    printf("before main (OpenBLAS, if linked): %lu allocations\n", loading);
    int blas = run("BLAS", SHELF_KALMAN_BLAS, frames);
    int closed = run("closed form", SHELF_KALMAN_CLOSED, frames);
    printf("other threads (OpenBLAS's): %lu allocations\n", all_calls - calls);
    return blas && closed && all_calls - calls < 100 ? 0 : 1;
}

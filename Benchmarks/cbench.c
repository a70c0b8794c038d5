/*
 * What one frame costs, measured through the C library as a user's program would call it.
 *
 *   cc -std=c99 -O2 cbench.c $(pkg-config --cflags --libs shelfcount) -o cbench
 *   ./cbench [options] [FILE...]
 *
 * It runs every stream with every preset and both Kalman filters, the preset shelf by item and by
 * track. README.md beside this file says how it measures; `cbench -h` lists the options.
 */
#define _POSIX_C_SOURCE 200809L
#include <shelfcount.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum {
    SETTLING_FRAMES = 100, /* first frames of a stream, run but not measured */
    REPEATS = 3,           /* measured passes of a process */
    LEAST_PROCESSES = 7,   /* at least 20 repeats in all */
    WARM_UP_WINDOW = 3,    /* passes whose medians must agree ... */
    WARM_UP_LIMIT = 12,    /* ... within so many rounds */
    CLOCK_SAMPLES = 200,
    MAX_STREAMS = 16,
    MOST_ITEMS = 4096, /* what max_items allows */
    VARIANTS = 8       /* presets, Kalman filters, what counts: two of each */
};
static const double WARM_UP_SPREAD = 0.03;
static const double BUDGET_US = 1e6 / 30;

static void fail(const char *what, const char *why) {
    fprintf(stderr, "cbench: %s: %s\n", what, why);
    exit(1);
}

static void check(shelf_status status, const char *what) {
    if (status != SHELF_OK)
        fail(what, shelf_status_text(status));
}

static void *allocate(size_t count, size_t size) {
    void *memory = calloc(count ? count : 1, size);
    if (memory == NULL)
        fail("calloc", "out of memory");
    return memory;
}

/* ---- Random numbers (splitmix64) ---------------------------------------------------------- */

static uint64_t random_bits(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static double uniform(uint64_t *state) {
    return (double)(random_bits(state) >> 11) / 9007199254740992.0;
}

/* Twelve uniform numbers less six: mean 0, variance 1, and no libm. */
static double normal(uint64_t *state) {
    double sum = -6;
    for (int i = 0; i < 12; i++)
        sum += uniform(state);
    return sum;
}

/* ---- Streams ------------------------------------------------------------------------------ */

typedef struct stream {
    char name[64];
    uint32_t width, height;
    size_t frames, *start; /* frame f has the rows start[f] ... start[f + 1] - 1 */
    size_t count, capacity;
    shelf_detection *rows;
} stream;

static void begin_stream(stream *s, const char *name, uint32_t width, uint32_t height) {
    memset(s, 0, sizeof *s);
    snprintf(s->name, sizeof s->name, "%s", name);
    s->width = width;
    s->height = height;
    s->start = allocate(1, sizeof *s->start);
}

static void add_row(stream *s, double x, double y, double w, double h, double score,
                    uint32_t class_id) {
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 4096;
        s->rows = realloc(s->rows, s->capacity * sizeof *s->rows);
        if (s->rows == NULL)
            fail("realloc", "out of memory");
    }
    shelf_detection row = {
        {(float)x, (float)y, (float)(x + w), (float)(y + h)}, (float)score, class_id};
    s->rows[s->count++] = row;
}

static void end_frame(stream *s) {
    s->frames++;
    s->start = realloc(s->start, (s->frames + 1) * sizeof *s->start);
    if (s->start == NULL)
        fail("realloc", "out of memory");
    s->start[s->frames] = s->count;
}

static size_t rows_in(const stream *s, size_t frame) {
    return s->start[frame + 1] - s->start[frame];
}

static size_t most_rows(const stream *s) {
    size_t most = 0;
    for (size_t f = 0; f < s->frames; f++)
        most = rows_in(s, f) > most ? rows_in(s, f) : most;
    return most;
}

/* FNV-1a over all rows: the same number means the same stream. */
static uint64_t fingerprint(const stream *s) {
    uint64_t hash = 0xcbf29ce484222325u;
    const unsigned char *bytes = (const unsigned char *)s->rows;
    for (size_t i = 0; i < s->count * sizeof *s->rows; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* ---- The grid: n things on a shelf that pans by ------------------------------------------- */

static const double FRAME_SIDE = 640;
static const double TOP_PAN = 0.06;      /* of a grid cell per frame */
static const double MISS_RATE = 0.05;    /* chance that a thing is not detected */
static const double FLICKER_RATE = 0.04; /* chance that 1 to 4 frames of low scores begin */
static const double DOUBLE_RATE = 0.03;  /* chance of a second box */
static const double JITTER = 0.03;       /* of the box's size, one sigma */
static const double CLASSES = 4;

typedef struct thing {
    double grid_x, grid_y; /* place on the shelf */
    double width, height;  /* 45 to 65 % of a grid cell */
    double x, y, vx, vy;   /* slow wander about the place */
    double score;
    uint32_t class_id;
    int flicker; /* frames of low score to come */
    int lap;     /* how often the shelf has wrapped around */
} thing;

static void renew(thing *t, double cell, uint64_t *random) {
    t->width = cell * (0.45 + 0.20 * uniform(random));
    t->height = cell * (0.45 + 0.20 * uniform(random));
    t->score = 0.65 + 0.30 * uniform(random);
    t->class_id = (uint32_t)(CLASSES * uniform(random));
    t->x = cell * 0.06 * normal(random);
    t->y = cell * 0.06 * normal(random);
    t->vx = t->vy = 0;
    t->flicker = 0;
}

static double triangle_wave(double time, int period) { /* -1 ... 1 */
    double phase = (double)((int)time % period) / period;
    return phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase;
}

static double limit_score(double score) {
    return score < 0.10 ? 0.10 : score > 0.99 ? 0.99 : score;
}

/* Moves one thing by a frame and adds the rows that the detector makes of it. */
static void detect(stream *s, thing *t, double cell, double x, double y, uint64_t *random) {
    t->vx = 0.9 * t->vx + 0.004 * cell * normal(random);
    t->vy = 0.9 * t->vy + 0.004 * cell * normal(random);
    t->x = 0.98 * t->x + t->vx;
    t->y = 0.98 * t->y + t->vy;
    if (t->flicker > 0)
        t->flicker--;
    else if (uniform(random) < FLICKER_RATE)
        t->flicker = 1 + (int)(4 * uniform(random));

    int missed = uniform(random) < MISS_RATE;
    int twice = uniform(random) < DOUBLE_RATE;
    double w = t->width * (1 + JITTER * normal(random));
    double h = t->height * (1 + JITTER * normal(random));
    x += t->x + t->width * JITTER * normal(random);
    y += t->y + t->height * JITTER * normal(random);
    double score = t->score + 0.02 * normal(random);
    if (t->flicker > 0)
        score = 0.1 + 0.4 * uniform(random);
    score = limit_score(score);
    if (missed || x < 0 || x >= FRAME_SIDE || y < 0 || y >= FRAME_SIDE)
        return;

    add_row(s, x - w / 2, y - h / 2, w, h, score, t->class_id);
    if (twice) {
        double shift_x = 0.10 + 0.15 * uniform(random), shift_y = 0.05 * normal(random);
        double second = limit_score(score * (0.5 + 0.45 * uniform(random)));
        add_row(s, x - w / 2 + shift_x * w, y - h / 2 + shift_y * h, w * (1 - shift_x / 2), h,
                second, t->class_id);
    }
}

static void shuffle_rows(shelf_detection *rows, size_t count, uint64_t *random) {
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)((double)i * uniform(random));
        shelf_detection row = rows[i - 1];
        rows[i - 1] = rows[j];
        rows[j] = row;
    }
}

static void generate(stream *s, int n, size_t frames) {
    char name[16];
    snprintf(name, sizeof name, "N=%d", n);
    begin_stream(s, name, (uint32_t)FRAME_SIDE, (uint32_t)FRAME_SIDE);

    uint64_t random = 20240601u * 1000003u + (uint64_t)n;
    int columns = 1;
    while (columns * columns < n)
        columns++;
    int lines = (n + columns - 1) / columns;
    double cell_x = FRAME_SIDE / columns, cell_y = FRAME_SIDE / lines;
    double cell = cell_x < cell_y ? cell_x : cell_y;

    /* One column more than the picture holds: what leaves on one side comes in on the other, as
     * a new thing. */
    int total = lines * (columns + 1);
    double shelf_width = FRAME_SIDE + cell_x;
    thing *things = allocate((size_t)total, sizeof *things);
    for (int i = 0; i < total; i++) {
        things[i].grid_x = (i % (columns + 1) + 0.5) * cell_x;
        things[i].grid_y = ((double)(i / (columns + 1)) + 0.5) * cell_y;
        renew(&things[i], cell, &random);
    }

    double pan_x = 0, pan_y = 0;
    for (size_t f = 1; f <= frames; f++) {
        pan_x += cell * TOP_PAN * (0.6 + 0.4 * triangle_wave((double)f, 240));
        pan_y += cell * TOP_PAN * 0.25 * triangle_wave((double)f + 37, 150);
        for (int i = 0; i < total; i++) {
            thing *t = &things[i];
            double x = t->grid_x + pan_x;
            int lap = (int)(x / shelf_width);
            if (lap != t->lap) {
                t->lap = lap;
                renew(t, cell, &random);
            }
            x -= lap * shelf_width + cell_x / 2;
            detect(s, t, cell, x, t->grid_y + pan_y, &random);
        }
        end_frame(s);
        shuffle_rows(s->rows + s->start[f - 1], rows_in(s, f - 1), &random);
    }
    free(things);
}

/* ---- MOT text: frame,-1,x,y,width,height,score[,class], sorted by frame, from 1 ------------- */

static void read_stream(stream *s, const char *path, uint32_t width, uint32_t height,
                        size_t frames) {
    const char *slash = strrchr(path, '/');
    begin_stream(s, slash ? slash + 1 : path, width, height);
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long frame;
        double x, y, w, h, score;
        int class_id = 0;
        if (sscanf(line, "%lu,%*f,%lf,%lf,%lf,%lf,%lf,%d", &frame, &x, &y, &w, &h, &score,
                   &class_id) < 6)
            fail(path, "not MOT text");
        if (frame < s->frames + 1)
            fail(path, "not sorted by frame");
        if (frame > frames)
            break;
        while (s->frames + 1 < frame)
            end_frame(s);
        add_row(s, x, y, w, h, score, class_id < 0 ? 0 : (uint32_t)class_id);
    }
    fclose(file);
    end_frame(s);
}

/* ---- One configuration: a stream, a preset, what counts, a Kalman filter -------------------- */

/* By SHELF_PRESET_*, SHELF_BY_* and SHELF_KALMAN_*. */
static const char *const preset_names[] = {"shelf", "bytetrack"};
static const char *const by_names[] = {"track", "item"};
static const char *const kalman_names[] = {"blas", "closed"};

/* What a pass found; the same in every pass. */
typedef struct findings {
    uint64_t tracks, boxes, counted; /* boxes: of tracked tracks, over all frames */
} findings;

typedef struct run {
    const stream *stream;
    int preset, by, kalman;
    shelf_scanner *scanner;
    void *memory;
    shelf_track *tracks;
    size_t max_tracks, bytes;
    double *times;                 /* of one pass, by frame */
    double recent[WARM_UP_WINDOW]; /* medians of the last passes of the warm-up */
    int stable;
    findings found;
    int has_found;
    size_t repeats;
    double *medians, *tails;        /* by repeat */
    double median, low, high, tail; /* the result */
} run;

/* False if this build has no such Kalman filter. */
static int open_run(run *r, const stream *s, int preset, int by, int kalman, size_t processes) {
    memset(r, 0, sizeof *r);
    r->stream = s;
    r->preset = preset;
    r->by = by;
    r->kalman = kalman;

    shelf_config config;
    check(shelf_config_init(&config, sizeof config, preset), "shelf_config_init");
    config.width = s->width;
    config.height = s->height;
    config.count_by = by;
    config.kalman = kalman;
    size_t most = most_rows(s);
    if (config.max_detections < most)
        config.max_detections = (uint32_t)most;
    if (config.max_tracks < 2 * most)
        config.max_tracks = (uint32_t)(2 * most);
    if (config.max_items < 4 * most)
        config.max_items = most < MOST_ITEMS / 4 ? (uint32_t)(4 * most) : MOST_ITEMS;
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i].class_id >= config.max_classes)
            config.max_classes = s->rows[i].class_id + 1;

    size_t alignment;
    shelf_status status = shelf_memory_needed(&config, &r->bytes, &alignment);
    if (status == SHELF_ERROR_UNSUPPORTED)
        return 0;
    check(status, "shelf_memory_needed");
    if (posix_memalign(&r->memory, alignment, r->bytes) != 0)
        fail("posix_memalign", "out of memory");
    check(shelf_open(r->memory, r->bytes, &config, &r->scanner), "shelf_open");
    shelf_gate band;
    uint32_t index;
    check(shelf_gate_init(&band, sizeof band), "shelf_gate_init");
    check(shelf_gate_add(r->scanner, &band, &index), "shelf_gate_add");

    r->max_tracks = config.max_tracks;
    r->tracks = allocate(r->max_tracks, sizeof *r->tracks);
    r->times = allocate(s->frames, sizeof *r->times);
    r->medians = allocate(processes * REPEATS, sizeof *r->medians);
    r->tails = allocate(processes * REPEATS, sizeof *r->tails);
    return 1;
}

static void close_run(run *r) {
    shelf_close(r->scanner);
    free(r->memory);
    free(r->tracks);
    free(r->times);
    free(r->medians);
    free(r->tails);
}

static void note_findings(run *r, findings found) {
    if (r->has_found && memcmp(&found, &r->found, sizeof found) != 0)
        fail(r->stream->name, "two passes found different things");
    r->found = found;
    r->has_found = 1;
}

/* Nothing may be lost to a full table. */
static void check_pass(run *r, uint64_t boxes) {
    shelf_stats stats;
    shelf_counts counts;
    check(shelf_get_stats(r->scanner, &stats, sizeof stats), "shelf_get_stats");
    check(shelf_get_counts(r->scanner, 0, SHELF_ALL_CLASSES, &counts, sizeof counts),
          "shelf_get_counts");
    if (stats.rows_overflow != 0 || stats.tracks_refused != 0 || stats.items_folded != 0 ||
        stats.items_refused != 0)
        fail(r->stream->name, "a table of the scanner overflowed");
    findings found = {stats.tracks_confirmed, boxes, counts.total};
    note_findings(r, found);
}

/* ---- The clock: CPU time of this thread, so that waiting for a busy machine does not count -- */

static double now_us(void) {
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    return (double)t.tv_sec * 1e6 + (double)t.tv_nsec / 1e3;
}

static int by_value(const void *a, const void *b) {
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The share `part` of the values lies at or below the result. Sorts them. */
static double quantile(double *values, size_t count, double part) {
    qsort(values, count, sizeof *values, by_value);
    size_t rank = (size_t)(part * (double)count);
    if ((double)rank < part * (double)count)
        rank++;
    return values[rank > 0 ? rank - 1 : 0];
}

static double clock_cost_us(void) {
    double costs[CLOCK_SAMPLES];
    for (int i = 0; i < CLOCK_SAMPLES; i++) {
        double start = now_us();
        costs[i] = now_us() - start;
    }
    return quantile(costs, CLOCK_SAMPLES, 0.5);
}

/* Once through the stream, from a fresh scanner. A frame: shelf_update, then its tracks. */
static void pass(run *r) {
    const stream *s = r->stream;
    check(shelf_reset(r->scanner), "shelf_reset");
    double clock_cost = clock_cost_us();
    uint64_t boxes = 0;
    for (size_t f = 0; f < s->frames; f++) {
        size_t count;
        double start = now_us();
        shelf_status updated =
            shelf_update(r->scanner, 0, s->rows + s->start[f], rows_in(s, f), NULL);
        shelf_status read =
            shelf_tracks(r->scanner, SHELF_TRACK_TRACKED, r->tracks, r->max_tracks, &count);
        double cost = now_us() - start - clock_cost;
        check(updated, "shelf_update");
        check(read, "shelf_tracks");
        boxes += count;
        r->times[f] = cost > 0 ? cost : 0;
    }
    check_pass(r, boxes);
}

static void measured_pass(run *r, double *median, double *tail) {
    pass(r);
    double *times = r->times + SETTLING_FRAMES;
    size_t frames = r->stream->frames - SETTLING_FRAMES;
    *median = quantile(times, frames, 0.5);
    *tail = quantile(times, frames, 0.99);
}

/* ---- One process: warm-up, then the repeats, the runs in another order each time ------------ */

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
static void work(run *runs, size_t count) {
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

/* ---- The experiment: several processes -----------------------------------------------------
 * Where a program and its memory come to lie changes its speed, and stays the same as long as it
 * runs: the repeats of one process know nothing of that. */

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
    if (pipe(ends) != 0 || (*child = fork()) < 0)
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

static void measure(run *runs, size_t count, size_t processes, int argc, char **argv) {
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

/* ---- Results ------------------------------------------------------------------------------- */

/* Of the 30 fps budget: 99 of 100 frames take less than a frame's time. */
static const char *verdict(const run *r) {
    return r->tail <= BUDGET_US ? "PASS" : "FAIL";
}

static double rows_per_frame(const stream *s) {
    return (double)s->count / (double)s->frames;
}

static int name_width(const run *runs, size_t count) {
    size_t width = strlen("stream");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(runs[i].stream->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

static void print_table(const run *runs, size_t count) {
    int width = name_width(runs, count);
    printf("\nmicroseconds a frame: the median, 10 %% and 90 %% of the repeats\n\n"
           "%-*s  rows/frame  preset     by     kalman  median    10 %%    90 %%     p99  "
           "of 33.3 ms  30 fps\n",
           width, "stream");
    for (size_t i = 0; i < count; i++) {
        const run *r = &runs[i];
        printf("%-*s  %10.1f  %-9s  %-5s  %-6s  %6.2f  %6.2f  %6.2f  %6.2f  %8.3f %%  %s\n", width,
               r->stream->name, rows_per_frame(r->stream), preset_names[r->preset], by_names[r->by],
               kalman_names[r->kalman], r->median, r->low, r->high, r->tail,
               100 * r->tail / BUDGET_US, verdict(r));
    }
}

/* The runs of each stream from fast to slow. */
static void print_ranking(const run *runs, size_t count) {
    int width = name_width(runs, count);
    printf("\nfast to slow; < where the intervals do not overlap, ~ where this does not tell\n\n");
    for (size_t first = 0, end; first < count; first = end) {
        const run *sorted[VARIANTS], *r = runs + first;
        for (end = first; end < count && runs[end].stream == r->stream; end++) {
            size_t k = end - first;
            for (; k > 0 && sorted[k - 1]->median > runs[end].median; k--)
                sorted[k] = sorted[k - 1];
            sorted[k] = &runs[end];
        }
        printf("%-*s", width, r->stream->name);
        for (size_t k = 0; k < end - first; k++) {
            if (k > 0)
                printf(" %c", sorted[k - 1]->high < sorted[k]->low ? '<' : '~');
            printf(" %s/%s/%s", preset_names[sorted[k]->preset], by_names[sorted[k]->by],
                   kalman_names[sorted[k]->kalman]);
        }
        printf("\n");
    }
}

static void write_csv(const char *path, const run *runs, size_t count) {
    FILE *file = fopen(path, "w");
    if (file == NULL) {
        perror(path);
        exit(1);
    }
    fprintf(file,
            "library,stream,fingerprint,frames,rows_per_frame,preset,by,kalman,bytes,tracks,boxes,"
            "counted,repeats,median_us,p10_us,p90_us,p99_us,share_of_frame,budget_30fps\n");
    for (size_t i = 0; i < count; i++) {
        const run *r = &runs[i];
        const stream *s = r->stream;
        fprintf(file, "%s,%s,%016" PRIx64 ",%zu,%.2f,%s,%s,%s,%zu,", shelf_version_text(), s->name,
                fingerprint(s), s->frames, rows_per_frame(s), preset_names[r->preset],
                by_names[r->by], kalman_names[r->kalman], r->bytes);
        fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%zu,%.3f,%.3f,%.3f,%.3f,%.6f,%s\n",
                r->found.tracks, r->found.boxes, r->found.counted, r->repeats, r->median, r->low,
                r->high, r->tail, r->tail / BUDGET_US, verdict(r));
    }
    if (fclose(file) != 0) {
        perror(path);
        exit(1);
    }
}

/* ---- Options ------------------------------------------------------------------------------- */

static const char usage[] =
    "usage: cbench [options] [FILE...]\n"
    "FILE: detections as MOT text, sorted by frame; without one: grids of 10, 50, 100, 200, 300\n"
    "  -n N      only the grid of N\n"
    "  -k NAME   only this Kalman filter: blas or closed\n"
    "  -p NAME   only this preset: shelf or bytetrack\n"
    "  -b NAME   only counting by this: item or track (both for shelf, track for bytetrack)\n"
    "  -s WxH    size of the frames of FILE (640x640)\n"
    "  -f N      frames of a stream, more than 100 (600)\n"
    "  -r N      processes of 3 repeats each, at least 7 (10)\n"
    "  -c FILE   write the results as CSV too\n"
    "  -1        one pass each and no figures, for valgrind\n";

static void wrong_usage(void) {
    fputs(usage, stderr);
    exit(2);
}

static int index_of(const char *name, const char *const *names) {
    for (int i = 0; i < 2; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    wrong_usage();
    return -1;
}

typedef struct options {
    int n, kalman, preset, by; /* kalman, preset, by: -1 for all */
    int once, worker;
    uint32_t width, height;
    size_t frames, processes;
    const char *csv;
} options;

static options parse(int argc, char **argv) {
    options o = {0, -1, -1, -1, 0, 0, 640, 640, 600, 10, NULL};
    for (int letter; (letter = getopt(argc, argv, "n:k:p:b:s:f:r:c:1hw")) != -1;) {
        switch (letter) {
        case 'n':
            o.n = atoi(optarg);
            break;
        case 'k':
            o.kalman = index_of(optarg, kalman_names);
            break;
        case 'p':
            o.preset = index_of(optarg, preset_names);
            break;
        case 'b':
            o.by = index_of(optarg, by_names);
            break;
        case 's':
            if (sscanf(optarg, "%" SCNu32 "x%" SCNu32, &o.width, &o.height) != 2)
                wrong_usage();
            break;
        case 'f':
            o.frames = (size_t)atol(optarg);
            break;
        case 'r':
            o.processes = (size_t)atol(optarg);
            break;
        case 'c':
            o.csv = optarg;
            break;
        case 'w':
            o.worker = 1;
            break;
        case '1':
            o.once = 1;
            break;
        case 'h':
            fputs(usage, stdout);
            exit(0);
        default:
            wrong_usage();
        }
    }
    if (o.n < 0 || o.n > 4000 || o.processes < LEAST_PROCESSES || o.processes > 1000 ||
        o.frames > 1000000 || (!o.once && o.frames <= SETTLING_FRAMES))
        wrong_usage();
    return o;
}

/* ByteTrack knows no places: by item it is measured only where that is asked for. */
static int is_wanted(const options *o, int preset, int by, int kalman) {
    int is_usual = preset == SHELF_PRESET_SHELF || by == SHELF_BY_TRACK;
    return (o->preset < 0 || o->preset == preset) && (o->kalman < 0 || o->kalman == kalman) &&
           (o->by < 0 ? is_usual : o->by == by);
}

static size_t make_streams(stream *streams, const options *o, char **files, int file_count) {
    static const int sizes[] = {10, 50, 100, 200, 300};
    size_t count = 0;
    if (file_count > MAX_STREAMS)
        fail("arguments", "too many files");
    for (int i = 0; i < file_count; i++) {
        stream *s = &streams[count++];
        read_stream(s, files[i], o->width, o->height, o->frames);
        if (!o->once && s->frames <= SETTLING_FRAMES)
            fail(files[i], "too short, more than 100 frames are needed");
    }
    if (count == 0 && o->n > 0)
        generate(&streams[count++], o->n, o->frames);
    else if (count == 0)
        for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++)
            generate(&streams[count++], sizes[i], o->frames);
    return count;
}

int main(int argc, char **argv) {
    options o = parse(argc, argv);
    stream streams[MAX_STREAMS];
    size_t stream_count = make_streams(streams, &o, argv + optind, argc - optind);

    run *runs = allocate(VARIANTS * stream_count, sizeof *runs);
    size_t count = 0;
    for (size_t i = 0; i < stream_count; i++)
        for (int variant = 0; variant < VARIANTS; variant++) {
            int preset = variant >> 2, by = 1 - (variant >> 1 & 1), kalman = variant & 1;
            if (is_wanted(&o, preset, by, kalman))
                count +=
                    (size_t)open_run(&runs[count], &streams[i], preset, by, kalman, o.processes);
        }

    if (o.once) {
        for (size_t i = 0; i < count; i++)
            pass(&runs[i]);
    } else if (o.worker) {
        work(runs, count);
    } else {
        printf("libshelfcount %s, %zu frames a stream, the first %d not measured\n"
               "%zu processes of %d repeats; clock: CPU time of the thread less its own %.2f us\n",
               shelf_version_text(), o.frames, SETTLING_FRAMES, o.processes, REPEATS,
               clock_cost_us());
        measure(runs, count, o.processes, argc, argv);
        print_table(runs, count);
        print_ranking(runs, count);
        if (o.csv != NULL)
            write_csv(o.csv, runs, count);
    }

    for (size_t i = 0; i < count; i++)
        close_run(&runs[i]);
    free(runs);
    for (size_t i = 0; i < stream_count; i++) {
        free(streams[i].rows);
        free(streams[i].start);
    }
    return 0;
}

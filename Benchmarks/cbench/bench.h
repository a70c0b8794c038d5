/* What the files of cbench share. */
#ifndef BENCH_H
#define BENCH_H
#define _POSIX_C_SOURCE 200809L
#include <shelfcount.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

enum {
    SETTLING_FRAMES = 100, /* first frames of a stream, run but not measured: at least these */
    REPEATS = 3,           /* measured passes of a process */
    LEAST_PROCESSES = 7,   /* at least 20 repeats in all */
    WARM_UP_WINDOW = 3,    /* passes whose medians must agree ... */
    WARM_UP_LIMIT = 12,    /* ... within so many rounds */
    MAX_STREAMS = 32,
    VARIANTS = 17 /* presets, what counts, Kalman filters, matchers, two of each, and a prototype */
};

/* ---- support.c ---- */

void fail(const char *what, const char *why);
void check(shelf_status status, const char *what);
void *allocate(size_t count, size_t size);
void *enlarge(void *memory, size_t count, size_t size);
FILE *open_file(const char *path, const char *mode);
void close_written(FILE *file, const char *path);

uint64_t random_bits(uint64_t *state);
double uniform(uint64_t *state); /* 0 ... 1 */
double normal(uint64_t *state);  /* mean 0, variance 1 */

double now_us(void); /* CPU time of this thread */
double clock_cost_us(void);
/* The share `part` of the values lies at or below the result. Sorts them. */
double quantile(double *values, size_t count, double part);

/* ---- stream.c, grid.c, crowd.c ---- */

enum { SCENE_GRID, SCENE_AISLE, SCENE_CROWD, SCENE_SHELF, SCENE_FILE };
extern const char *const scene_names[5];

typedef struct stream {
    char name[64];
    int scene;
    int n; /* things in view, 0: a file's, unknown */
    uint32_t width, height;
    size_t frames, *start; /* frame f has the rows start[f] ... start[f + 1] - 1 */
    size_t settling;       /* of them, at the front, not measured */
    size_t count, capacity;
    shelf_detection *rows;
} stream;

void begin_stream(stream *s, int scene, int n, uint32_t width, uint32_t height);
void add_row(stream *s, double x, double y, double w, double h, double score, uint32_t class_id);
void end_frame(stream *s);
void shuffle_rows(shelf_detection *rows, size_t count, uint64_t *random);
size_t rows_in(const stream *s, size_t frame);
size_t most_rows(const stream *s);
double rows_per_frame(const stream *s);
uint64_t fingerprint(const stream *s); /* the same number means the same stream */
/* operand: PATH, or SCENE:N:PATH. */
void read_stream(stream *s, const char *operand, uint32_t width, uint32_t height, size_t frames);
void write_stream(const stream *s, const char *path);
/* Streams with so many frames, and what an aisle takes before them. */
void generate_grid(stream *s, int n, size_t frames);
void generate_aisle(stream *s, int n, size_t frames);
void generate_crowd(stream *s, int n, size_t frames);

/* ---- run.c: one stream through one configuration ---- */

/* By SHELF_PRESET_*, SHELF_BY_*, SHELF_KALMAN_* and SHELF_MATCHER_*. */
extern const char *const preset_names[2];
extern const char *const by_names[2];
extern const char *const kalman_names[2];
extern const char *const matcher_names[2]; /* greedy, optimal */

/* PROTOTYPE is no configuration of the library but the program that peer.c was compiled with. */
enum { PRESET_PROTOTYPE = 2 };

typedef struct variant {
    int preset, by, kalman, is_optimal;
} variant;

/* What a pass found; the same in every pass. */
typedef struct findings {
    uint64_t tracks, boxes, counted; /* boxes: of tracked tracks, over all frames */
} findings;

typedef struct run {
    const stream *stream;
    variant variant;
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

/* False if this build has no such Kalman filter, matcher or prototype. */
int open_run(run *r, const stream *s, variant v, size_t processes);
void close_run(run *r);
void note_findings(run *r, findings found);
void describe(const run *r, char *text, size_t size); /* "shelf/item/blas/greedy" */
/* Once through the stream, from a fresh scanner. A frame: shelf_update, then its tracks. */
void pass(run *r);
/* Median and 99th percentile of the frames behind the settling ones. */
void measured_pass(run *r, double *median, double *tail);

/* ---- peer.c: a tracker to compare with, if one was compiled in ---- */

int has_prototype(void);
void reset_prototype(void);
size_t step_prototype(const shelf_detection *rows, size_t count);

/* ---- marks.c: for a counter of instructions, and for stages by the clock ---- */

void count_instructions(void); /* from here on marks go to the counter */
void mark_run(size_t index, const void *block, size_t size);
void mark_frame_begin(void);
void mark_frame_end(void);

/* ---- process.c: several processes of several repeats ---- */

void work(run *runs, size_t count);
void measure(run *runs, size_t count, size_t processes, int argc, char **argv);
void count_runs(run *runs, size_t count); /* one pass each, with marks */

/* ---- output.c ---- */

void print_table(const run *runs, size_t count);
void print_verdict(const run *runs, size_t count, const char *machine);
void print_ranking(const run *runs, size_t count);
void print_map_cost(const run *runs, size_t count);
void write_csv(const char *path, const run *runs, size_t count);
void list_runs(const run *runs, size_t count); /* as CSV, for the marks' indices */

#endif

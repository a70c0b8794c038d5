/* One stream through one configuration of the library, or through a prototype. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

const char *const preset_names[2] = {"shelf", "bytetrack"};
const char *const by_names[2] = {"track", "item"};
const char *const kalman_names[2] = {"blas", "closed"};
const char *const matcher_names[2] = {"greedy", "optimal"};

enum { MOST_ITEMS = 4096, MOST_CANDIDATES = 16384 /* what the configuration allows at most */ };

#ifndef SHELF_MATCHER_OPTIMAL
#define SHELF_MATCHER_OPTIMAL 2
#endif

void describe(const run *r, char *text, size_t size) {
    variant v = r->variant;
    if (v.preset == PRESET_PROTOTYPE)
        snprintf(text, size, "prototype");
    else
        snprintf(text, size, "%s/%s/%s/%s", preset_names[v.preset], by_names[v.by],
                 kalman_names[v.kalman], matcher_names[v.is_optimal]);
}

/* Tables so large that nothing of the stream is lost. */
static void fit(shelf_config *config, const stream *s) {
    size_t most = most_rows(s);
    if (config->max_detections < most)
        config->max_detections = (uint32_t)most;
    if (config->max_tracks < 2 * most)
        config->max_tracks = (uint32_t)(2 * most);
    if (s->scene == SCENE_AISLE || most > MOST_ITEMS / 4)
        config->max_items = MOST_ITEMS;
    else if (config->max_items < 4 * most)
        config->max_items = (uint32_t)(4 * most);
    for (size_t i = 0; i < s->count; i++)
        if (s->rows[i].class_id >= config->max_classes)
            config->max_classes = s->rows[i].class_id + 1;
}

/* In a crowd every pair is a candidate: as many as this release keeps. */
static void take_all_candidates(shelf_config *config) {
    size_t size, alignment;
    uint32_t most = config->max_tracks < MOST_CANDIDATES ? config->max_tracks : MOST_CANDIDATES;
    for (config->max_candidates = most; config->max_candidates > 1; config->max_candidates--)
        if (shelf_memory_needed(config, &size, &alignment) != SHELF_ERROR_ARGUMENT)
            return;
}

static shelf_status configure(shelf_config *config, const stream *s, variant v) {
    check(shelf_config_init(config, sizeof *config, v.preset), "shelf_config_init");
    config->width = s->width;
    config->height = s->height;
    config->count_by = v.by;
    config->kalman = v.kalman;
    fit(config, s);
    if (s->scene == SCENE_CROWD)
        take_all_candidates(config);
    size_t size, alignment;
    check(v.kalman == SHELF_KALMAN_CLOSED ? shelf_memory_needed(config, &size, &alignment)
                                          : SHELF_OK,
          "shelf_memory_needed");
    if (v.preset == SHELF_PRESET_BYTETRACK)
        config->trail_length = 0; /* the tracker alone, as its peers are: nothing to draw */
    if (v.is_optimal)
        config->matcher = SHELF_MATCHER_OPTIMAL;
    return shelf_memory_needed(config, &size, &alignment);
}

static void open_scanner(run *r, const shelf_config *config) {
    size_t alignment;
    check(shelf_memory_needed(config, &r->bytes, &alignment), "shelf_memory_needed");
    if (posix_memalign(&r->memory, alignment, r->bytes) != 0)
        fail("posix_memalign", "out of memory");
    check(shelf_open(r->memory, r->bytes, config, &r->scanner), "shelf_open");
    shelf_gate band;
    uint32_t index;
    check(shelf_gate_init(&band, sizeof band), "shelf_gate_init");
    check(shelf_gate_add(r->scanner, &band, &index), "shelf_gate_add");
    r->max_tracks = config->max_tracks;
    r->tracks = allocate(r->max_tracks, sizeof *r->tracks);
}

int open_run(run *r, const stream *s, variant v, size_t processes) {
    memset(r, 0, sizeof *r);
    r->stream = s;
    r->variant = v;
    if (v.preset == PRESET_PROTOTYPE) {
        if (!has_prototype())
            return 0;
    } else {
        shelf_config config;
        if (configure(&config, s, v) != SHELF_OK)
            return 0;
        open_scanner(r, &config);
    }
    r->times = allocate(s->frames, sizeof *r->times);
    r->medians = allocate(processes * REPEATS, sizeof *r->medians);
    r->tails = allocate(processes * REPEATS, sizeof *r->tails);
    return 1;
}

void close_run(run *r) {
    if (r->scanner != NULL)
        shelf_close(r->scanner);
    free(r->memory);
    free(r->tracks);
    free(r->times);
    free(r->medians);
    free(r->tails);
}

void note_findings(run *r, findings found) {
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

static size_t library_frame(run *r, const shelf_detection *rows, size_t row_count) {
    size_t count = 0;
    shelf_status updated = shelf_update(r->scanner, 0, rows, row_count, NULL);
    shelf_status read =
        shelf_tracks(r->scanner, SHELF_TRACK_TRACKED, r->tracks, r->max_tracks, &count);
    check(updated, "shelf_update");
    check(read, "shelf_tracks");
    return count;
}

void pass(run *r) {
    const stream *s = r->stream;
    int is_prototype = r->scanner == NULL;
    if (is_prototype)
        reset_prototype();
    else
        check(shelf_reset(r->scanner), "shelf_reset");
    double clock_cost = clock_cost_us();
    uint64_t boxes = 0;
    for (size_t f = 0; f < s->frames; f++) {
        const shelf_detection *rows = s->rows + s->start[f];
        double start = now_us();
        mark_frame_begin();
        boxes += is_prototype ? step_prototype(rows, rows_in(s, f))
                              : library_frame(r, rows, rows_in(s, f));
        mark_frame_end();
        double cost = now_us() - start - clock_cost;
        r->times[f] = cost > 0 ? cost : 0;
    }
    if (!is_prototype)
        check_pass(r, boxes);
}

void measured_pass(run *r, double *median, double *tail) {
    pass(r);
    double *times = r->times + r->stream->settling;
    size_t frames = r->stream->frames - r->stream->settling;
    *median = quantile(times, frames, 0.5);
    *tail = quantile(times, frames, 0.99);
}

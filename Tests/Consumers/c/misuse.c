/*
 * What a careless caller does: null pointers, closed handles, wrong sizes, NaN, random bytes. Every
 * call must answer with the code the header names, leave the out-parameters alone and never crash.
 */
#include <float.h>
#include <math.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int failures;

static void expect_(long long got, long long wanted, const char *what, int line) {
    if (got == wanted)
        return;
    failures++;
    printf("misuse.c:%d: %s is %lld, not %lld\n", line, what, got, wanted);
}
#define EXPECT(call, wanted) expect_((long long)(call), (long long)(wanted), #call, __LINE__)
#define EXPECT_OK(call) EXPECT(call, SHELF_OK)

/* ---- Parts that the tests share ------------------------------------------------ */

#define ALL_TRACKS (SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST)

static union {
    uint64_t align;
    unsigned char bytes[4 << 20];
} pool;

static unsigned char *block(void) {
    uintptr_t address = ((uintptr_t)pool.bytes + 63) & ~(uintptr_t)63;
    return (unsigned char *)address;
}

static shelf_config make_config(void) {
    shelf_config config;
    EXPECT_OK(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF));
    config.width = 640;
    config.height = 480;
    return config;
}

static shelf_gate make_gate(void) {
    shelf_gate gate;
    EXPECT_OK(shelf_gate_init(&gate, sizeof gate));
    return gate;
}

/* An open scanner with one gate, in the shared block. */
static shelf_scanner *open_scanner(void) {
    shelf_config config = make_config();
    shelf_gate gate = make_gate();
    shelf_scanner *scanner = NULL;
    uint32_t index;
    size_t size, alignment;
    EXPECT_OK(shelf_memory_needed(&config, &size, &alignment));
    EXPECT(size + alignment <= sizeof pool.bytes, 1);
    EXPECT_OK(shelf_open(block(), size, &config, &scanner));
    EXPECT_OK(shelf_gate_add(scanner, &gate, &index));
    return scanner;
}

static const shelf_detection good = {{100, 100, 150, 200}, 0.9f, 0};

/* ---- Handles --------------------------------------------------------------------- */

/* Every function that takes a scanner, with one that is none. */
static void every_function(shelf_scanner *s) {
    shelf_gate gate = make_gate();
    shelf_detection row = good;
    shelf_fate fate;
    shelf_edge edges[16];
    shelf_track tracks[256];
    shelf_point points[64];
    shelf_event events[128];
    shelf_counts counts;
    shelf_stats stats;
    uint32_t index = 77;
    size_t n = 77;
    EXPECT(shelf_reset(s), SHELF_ERROR_HANDLE);
    EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_HANDLE);
    EXPECT(shelf_gate_edges(s, 0, edges, 16, &n), SHELF_ERROR_HANDLE);
    EXPECT(shelf_update(s, 0, &row, 1, &fate), SHELF_ERROR_HANDLE);
    EXPECT(shelf_finish(s), SHELF_ERROR_HANDLE);
    EXPECT(shelf_tracks(s, ALL_TRACKS, tracks, 256, &n), SHELF_ERROR_HANDLE);
    EXPECT(shelf_trail(s, 1, points, 64, &n), SHELF_ERROR_HANDLE);
    EXPECT(shelf_get_counts(s, 0, 0, &counts, sizeof counts), SHELF_ERROR_HANDLE);
    EXPECT(shelf_events(s, events, 128, &n), SHELF_ERROR_HANDLE);
    EXPECT(shelf_get_stats(s, &stats, sizeof stats), SHELF_ERROR_HANDLE);
    EXPECT(index, 77);
    EXPECT(n, 77);
    shelf_close(s);
}

static void handles(void) {
    static union {
        uint64_t align;
        unsigned char bytes[4096];
    } zeros, noise;
    memset(noise.bytes, 0xa5, sizeof noise.bytes);
    every_function(NULL);
    every_function((shelf_scanner *)((uintptr_t)(zeros.bytes + 63) & ~(uintptr_t)63));
    every_function((shelf_scanner *)((uintptr_t)(noise.bytes + 63) & ~(uintptr_t)63));
    shelf_scanner *closed = open_scanner();
    shelf_close(closed);
    every_function(closed);
    shelf_close(closed);
}

/* ---- Null pointers ------------------------------------------------------------------ */

static void nulls(void) {
    shelf_config config = make_config();
    shelf_gate gate = make_gate();
    shelf_scanner *s = open_scanner(), *out = NULL;
    shelf_track tracks[4];
    shelf_fate fate;
    size_t n = 77, alignment = 77;
    uint32_t index = 77;

    EXPECT(shelf_config_init(NULL, sizeof config, SHELF_PRESET_SHELF), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_memory_needed(NULL, &n, &alignment), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_memory_needed(&config, NULL, &alignment), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_memory_needed(&config, &n, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_open(NULL, 1 << 20, &config, &out), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_open(block() + (2 << 20), 1 << 20, NULL, &out), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_open(block() + (2 << 20), 1 << 20, &config, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(out == NULL, 1);
    EXPECT(shelf_gate_init(NULL, sizeof gate), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_set_band(NULL, SHELF_AXIS_X, 0.4f, 0.6f), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_add(s, NULL, &index), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_edges(s, 0, NULL, 16, &n), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_edges(s, 0, NULL, 0, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_update(s, 0, NULL, 1, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_update(s, 0, NULL, 1, &fate), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_tracks(s, ALL_TRACKS, NULL, 4, &n), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_tracks(s, ALL_TRACKS, tracks, 4, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_trail(s, 1, NULL, 0, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_events(s, NULL, 4, &n), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_events(s, NULL, 0, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_get_counts(s, 0, 0, NULL, sizeof(shelf_counts)), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_get_stats(s, NULL, sizeof(shelf_stats)), SHELF_ERROR_ARGUMENT);
    EXPECT(n, 77);
    EXPECT(alignment, 77);
    EXPECT(index, 77);

    EXPECT_OK(shelf_update(s, 0, NULL, 0, NULL)); /* an empty frame */
    EXPECT_OK(shelf_tracks(s, ALL_TRACKS, NULL, 0, &n));
    EXPECT(n, 0);
    EXPECT_OK(shelf_events(s, NULL, 0, &n));
    shelf_close(s);
}

/* ---- Sizes ----------------------------------------------------------------------------- */

/* What the first release took: the least that a caller brings. */
enum { FIRST_CONFIG = 160 };

static void struct_sizes(void) {
    static union {
        shelf_config config;
        shelf_gate gate;
        shelf_counts counts;
        shelf_stats stats;
        unsigned char bytes[4096];
    } big;
    shelf_config config = make_config();
    shelf_gate gate = make_gate();
    shelf_counts counts;
    shelf_stats stats;
    shelf_scanner *s = open_scanner(), *out = NULL;
    size_t size = 0, alignment = 0;
    uint32_t index;

    EXPECT(shelf_config_init(&config, FIRST_CONFIG - 1, 0), SHELF_ERROR_VERSION);
    EXPECT(shelf_config_init(&config, 0, 0), SHELF_ERROR_VERSION);
    EXPECT(shelf_gate_init(&gate, 0), SHELF_ERROR_VERSION);
    EXPECT(shelf_gate_init(&gate, sizeof gate - 4), SHELF_ERROR_VERSION);
    EXPECT(shelf_get_counts(s, 0, SHELF_ALL_CLASSES, &counts, 4), SHELF_ERROR_VERSION);
    EXPECT(shelf_get_stats(s, &stats, sizeof stats - 8), SHELF_ERROR_VERSION);
    EXPECT(shelf_get_stats(s, &stats, 0), SHELF_ERROR_VERSION);

    config.struct_size = 0;
    EXPECT(shelf_memory_needed(&config, &size, &alignment), SHELF_ERROR_VERSION);
    config.struct_size = FIRST_CONFIG - 4;
    EXPECT(shelf_open(block() + (2 << 20), 1 << 20, &config, &out), SHELF_ERROR_VERSION);
    gate.struct_size = 0;
    EXPECT(shelf_gate_set_band(&gate, SHELF_AXIS_X, 0.4f, 0.6f), SHELF_ERROR_VERSION);
    EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_VERSION);

    /* A caller compiled against a later, longer struct. */
    EXPECT_OK(shelf_config_init(&big.config, sizeof big, SHELF_PRESET_SHELF));
    big.config.width = 640;
    big.config.height = 480;
    EXPECT_OK(shelf_memory_needed(&big.config, &size, &alignment));
    EXPECT_OK(shelf_gate_init(&big.gate, sizeof big));
    EXPECT_OK(shelf_gate_add(s, &big.gate, &index));
    EXPECT_OK(shelf_get_counts(s, 0, SHELF_ALL_CLASSES, &big.counts, sizeof big));
    EXPECT_OK(shelf_get_stats(s, &big.stats, sizeof big));
    shelf_close(s);
}

static void blocks(void) {
    shelf_config config = make_config();
    shelf_scanner *out = NULL;
    size_t size, alignment;
    EXPECT_OK(shelf_memory_needed(&config, &size, &alignment));
    EXPECT(alignment, 64);
    EXPECT(size % alignment, 0); /* what C11's aligned_alloc asks for */
    EXPECT(shelf_open(block(), size - 1, &config, &out), SHELF_ERROR_MEMORY);
    EXPECT(shelf_open(block(), 0, &config, &out), SHELF_ERROR_MEMORY);
    for (size_t shift = 1; shift < 64; shift++)
        EXPECT(shelf_open(block() + shift, size, &config, &out), SHELF_ERROR_MEMORY);
    EXPECT(out == NULL, 1);

    /* No byte behind the block is touched, and the address does not matter. */
    unsigned char *memory = block() + (1 << 20);
    memset(memory + size, 0x5a, 64);
    EXPECT_OK(shelf_open(memory, size, &config, &out));
    for (int i = 0; i < 40; i++) {
        shelf_detection rows[300];
        for (int k = 0; k < 300; k++) {
            rows[k] = good;
            rows[k].box.x1 += (float)(3 * k);
            rows[k].box.x2 += (float)(3 * k);
        }
        EXPECT_OK(shelf_update(out, 0, rows, 300, NULL));
    }
    for (int i = 0; i < 64; i++)
        EXPECT(memory[size + (size_t)i], 0x5a);
    shelf_close(out);
}

static void output_arrays(void) {
    shelf_scanner *s = open_scanner();
    shelf_track tracks[1];
    shelf_edge edges[16];
    shelf_detection rows[2] = {good, good};
    size_t n = 0;
    rows[1].box.x1 += 300;
    rows[1].box.x2 += 300;
    EXPECT_OK(shelf_update(s, 0, rows, 2, NULL));
    EXPECT(shelf_tracks(s, ALL_TRACKS, tracks, 1, &n), SHELF_ERROR_BUFFER);
    EXPECT(n, 2);
    EXPECT(shelf_gate_edges(s, 0, edges, 1, &n), SHELF_ERROR_BUFFER);
    EXPECT(n, 4);
    EXPECT(shelf_gate_edges(s, 1, edges, 16, &n), SHELF_ERROR_NOT_FOUND);
    EXPECT(shelf_gate_edges(s, 0xffffffffu, edges, 16, &n), SHELF_ERROR_NOT_FOUND);
    EXPECT(shelf_trail(s, 0, NULL, 0, &n), SHELF_ERROR_NOT_FOUND);
    EXPECT(shelf_trail(s, UINT64_MAX, NULL, 0, &n), SHELF_ERROR_NOT_FOUND);
    EXPECT(n, 4);
    /* Counts beyond any array: refused, never read. */
    EXPECT(shelf_update(s, 0, rows, SIZE_MAX, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_tracks(s, ALL_TRACKS, NULL, SIZE_MAX, &n), SHELF_ERROR_ARGUMENT);
    shelf_close(s);
}

/* ---- Values ------------------------------------------------------------------------------ */

static void settings(void) {
    const float bad_floats[] = {NAN, INFINITY, -INFINITY, -1, FLT_MAX};
    const uint32_t huge = 0xffffffffu;
    size_t size = 77, alignment = 77;

#define REFUSED(member, value)                                                                     \
    do {                                                                                           \
        shelf_config config = make_config();                                                       \
        config.member = (value);                                                                   \
        EXPECT(shelf_memory_needed(&config, &size, &alignment), SHELF_ERROR_ARGUMENT);             \
    } while (0)

    for (size_t i = 0; i < sizeof bad_floats / sizeof *bad_floats; i++) {
        REFUSED(fps, bad_floats[i]);
        REFUSED(low_score, bad_floats[i]);
        REFUSED(high_score, bad_floats[i]);
        REFUSED(new_score, bad_floats[i]);
        REFUSED(first_cost, bad_floats[i]);
        REFUSED(second_cost, bad_floats[i]);
        REFUSED(third_cost, bad_floats[i]);
        REFUSED(class_penalty, bad_floats[i]);
        REFUSED(duplicate_iou, bad_floats[i]);
        REFUSED(nms_iou, bad_floats[i]);
        REFUSED(nms_sigma, bad_floats[i]);
        REFUSED(max_area, bad_floats[i]);
    }
    REFUSED(width, 0);
    REFUSED(height, 0);
    REFUSED(width, 32769);
    REFUSED(height, huge);
    REFUSED(units, 2);
    REFUSED(units, -1);
    REFUSED(max_tracks, 0);
    REFUSED(max_tracks, huge);
    REFUSED(max_detections, 0);
    REFUSED(max_detections, huge);
    REFUSED(max_candidates, 0);
    REFUSED(max_candidates, 65);
    REFUSED(max_gates, 33);
    REFUSED(max_events, 0);
    REFUSED(max_events, huge);
    REFUSED(max_classes, 0);
    REFUSED(max_classes, huge);
    REFUSED(trail_length, 1025);
    REFUSED(high_score, 0.05f); /* below low_score */
    REFUSED(new_score, 0.4f);   /* below high_score */
    REFUSED(fusion, -1);
    REFUSED(partners, 0);
    REFUSED(partners, 4);
    REFUSED(tentative_first, 2);
    REFUSED(class_gate, 3);
    REFUSED(matcher, 9);
    REFUSED(kalman, 2);
    REFUSED(confirm_hits, 0);
    REFUSED(confirm_hits, 33);
    REFUSED(confirm_window, 1); /* below confirm_hits */
    REFUSED(lost_frames, huge);
    REFUSED(lost_us, 1); /* below one frame */
    REFUSED(nms, 4);
    REFUSED(nms_classes, 2);
    REFUSED(dwell, 0);
    REFUSED(crossing, 2);
    EXPECT(size, 77);
    EXPECT(alignment, 77);

    shelf_config config;
    EXPECT(shelf_config_init(&config, sizeof config, 99), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_config_init(&config, sizeof config, -1), SHELF_ERROR_ARGUMENT);
    config = make_config();
    config.count_by = SHELF_BY_ITEM + 1;
    EXPECT(shelf_memory_needed(&config, &size, &alignment), SHELF_ERROR_ARGUMENT);
}

static void gates(void) {
    shelf_scanner *s = open_scanner();
    shelf_gate gate = make_gate();
    uint32_t index = 77;
    EXPECT(shelf_gate_set_band(&gate, SHELF_AXIS_X, NAN, 0.5f), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_set_band(&gate, SHELF_AXIS_X, 0.5f, INFINITY), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_set_band(&gate, SHELF_AXIS_X, 0.5f, 0.5f), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_gate_set_band(&gate, 7, 0.4f, 0.5f), SHELF_ERROR_ARGUMENT);

#define REFUSED_GATE(member, value)                                                                \
    do {                                                                                           \
        gate = make_gate();                                                                        \
        gate.member = (value);                                                                     \
        EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_ARGUMENT);                            \
    } while (0)

    REFUSED_GATE(kind, 0);
    REFUSED_GATE(kind, 4);
    REFUSED_GATE(units, 2);
    REFUSED_GATE(anchor, 2);
    REFUSED_GATE(crossing, 2);
    REFUSED_GATE(dwell, 10001);
    REFUSED_GATE(point_count, 3);
    REFUSED_GATE(point_count, 0xffffffffu);
    REFUSED_GATE(points[0].x, NAN);
    REFUSED_GATE(points[3].y, INFINITY);
    gate = make_gate();
    gate.kind = SHELF_GATE_LINE;
    gate.point_count = 2;
    gate.margin = NAN;
    EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_ARGUMENT);
    gate.kind = SHELF_GATE_ZONE;
    gate.margin = 0;
    gate.point_count = 17;
    EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_ARGUMENT);
    EXPECT(index, 77);

    gate = make_gate();
    for (uint32_t i = 1; i < 4; i++) {
        EXPECT_OK(shelf_gate_add(s, &gate, &index));
        EXPECT(index, i);
    }
    EXPECT(shelf_gate_add(s, &gate, &index), SHELF_ERROR_CAPACITY);

    shelf_counts counts;
    EXPECT(shelf_get_counts(s, 4, SHELF_ALL_CLASSES, &counts, sizeof counts),
           SHELF_ERROR_NOT_FOUND);
    EXPECT(shelf_get_counts(s, 0, 80, &counts, sizeof counts), SHELF_ERROR_NOT_FOUND);
    shelf_close(s);
}

/* One row in each way that a row can be bad; the good row beside it must not notice. */
static void rows(void) {
    shelf_scanner *s = open_scanner();
    uint64_t bad_rows = 0;
    const struct {
        shelf_detection row;
        int32_t fate;
    } cases[] = {
        {{{NAN, 1, 2, 3}, 0.9f, 0}, SHELF_FATE_NOT_FINITE},
        {{{1, 1, INFINITY, 3}, 0.9f, 0}, SHELF_FATE_NOT_FINITE},
        {{{1, -INFINITY, 2, 3}, 0.9f, 0}, SHELF_FATE_NOT_FINITE},
        {{{1, 1, 2, 3}, NAN, 0}, SHELF_FATE_NOT_FINITE},
        {{{NAN, NAN, NAN, NAN}, NAN, 0xffffffffu}, SHELF_FATE_NOT_FINITE},
        {{{2, 1, 1, 3}, 0.9f, 0}, SHELF_FATE_INVERTED},
        {{{1, 3, 2, 1}, 0.9f, 0}, SHELF_FATE_INVERTED},
        {{{1, 1, 1, 3}, 0.9f, 0}, SHELF_FATE_EMPTY},
        {{{-FLT_MAX, 1, FLT_MAX, 3}, 0.9f, 0}, SHELF_FATE_TOO_FAR},
        {{{1, 1, 20000, 30}, 0.9f, 0}, SHELF_FATE_TOO_FAR},
        {{{1, 1, 20, 30}, 1.5f, 0}, SHELF_FATE_BAD_SCORE},
        {{{1, 1, 20, 30}, -0.1f, 0}, SHELF_FATE_BAD_SCORE},
        {{{1, 1, 20, 30}, 0.9f, 80}, SHELF_FATE_BAD_CLASS},
        {{{1, 1, 20, 30}, 0.9f, 0xffffffffu}, SHELF_FATE_BAD_CLASS},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        shelf_detection both[2] = {cases[i].row, good};
        shelf_fate fates[2];
        shelf_track track;
        size_t n = 0;
        EXPECT_OK(shelf_update(s, 0, both, 2, fates));
        EXPECT(fates[0].kind, cases[i].fate);
        EXPECT(fates[1].kind, SHELF_FATE_MATCHED);
        EXPECT(fates[1].track_id, 1);
        EXPECT_OK(shelf_tracks(s, ALL_TRACKS, &track, 1, &n));
        EXPECT(n, 1);
        EXPECT(isfinite(track.box.x1) && isfinite(track.vx), 1);
        bad_rows++;
    }
    shelf_stats stats;
    EXPECT_OK(shelf_get_stats(s, &stats, sizeof stats));
    EXPECT(stats.rows_not_finite + stats.rows_inverted + stats.rows_empty + stats.rows_too_far +
               stats.rows_bad_score + stats.rows_bad_class,
           bad_rows);
    shelf_close(s);
}

static void times(void) {
    shelf_scanner *s = open_scanner();
    shelf_stats stats;
    EXPECT_OK(shelf_update(s, 1000, &good, 1, NULL));
    EXPECT(shelf_update(s, 1000, &good, 1, NULL), SHELF_ERROR_TIME);
    EXPECT(shelf_update(s, 999, &good, 1, NULL), SHELF_ERROR_TIME);
    EXPECT_OK(shelf_get_stats(s, &stats, sizeof stats));
    EXPECT(stats.frames, 1);
    EXPECT_OK(shelf_update(s, UINT64_MAX, &good, 1, NULL));
    EXPECT(shelf_update(s, 0, &good, 1, NULL) <= 0, 1); /* the clock is at its end */
    EXPECT_OK(shelf_reset(s));
    EXPECT_OK(shelf_update(s, 0, &good, 1, NULL));
    shelf_close(s);
}

static void texts(void) {
    for (int status = -300; status < 300; status++) {
        const char *text = shelf_status_text(status);
        EXPECT(text != NULL && text[0] != 0, 1);
    }
    EXPECT(shelf_version(), SHELF_VERSION_NUMBER);
    char wanted[32];
    snprintf(wanted, sizeof wanted, "%d.%d.%d", SHELF_VERSION_MAJOR, SHELF_VERSION_MINOR,
             SHELF_VERSION_PATCH);
    EXPECT(strcmp(shelf_version_text(), wanted), 0);
}

/* ---- Random bytes ------------------------------------------------------------------------- */

static uint64_t state = 88172645463325252u;

static uint32_t random_bits(void) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return (uint32_t)(state >> 16);
}

static void scribble(void *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)random_bits();
}

/* Overwrites one random word, so that most values stay sensible and one is not. */
static void spoil(void *bytes, size_t size) {
    uint32_t words[] = {0, 1, 0x7fc00000, 0x7f800000, 0xff7fffff, 0xffffffff, 0x80000000, 0};
    words[7] = random_bits();
    size_t at = 4 + random_bits() % (size / 4 - 1) * 4; /* not the struct_size in front */
    memcpy((unsigned char *)bytes + at, &words[random_bits() % 8], 4);
}

static void random_calls(void) {
    static shelf_detection rows[400];
    static shelf_fate fates[400];
    static shelf_track tracks[256];
    static shelf_event events[128];
    int opened = 0;
    for (int round = 0; round < 3000; round++) {
        shelf_config config;
        shelf_gate gate;
        shelf_scanner *s = NULL;
        size_t size, alignment, n;
        uint32_t index;
        EXPECT_OK(shelf_config_init(&config, sizeof config, (int32_t)(random_bits() % 3)));
        config.width = 1 + random_bits() % 2000;
        config.height = 1 + random_bits() % 2000;
        if (round % 3 == 0)
            scribble(&config.units, sizeof config - 16);
        if (round % 3 == 1)
            spoil(&config, sizeof config);
        shelf_status status = shelf_memory_needed(&config, &size, &alignment);
        if (status != SHELF_OK || size > sizeof pool.bytes - 64)
            continue;
        EXPECT_OK(shelf_open(block(), size, &config, &s));
        opened++;
        for (int frame = 0; frame < 20; frame++) {
            size_t count = random_bits() % 30;
            for (size_t i = 0; i < count; i++) {
                rows[i] = good;
                rows[i].box.x1 = (float)(random_bits() % 2000) - 200;
                rows[i].box.x2 = rows[i].box.x1 + (float)(random_bits() % 300);
                rows[i].score = (float)(random_bits() % 101) / 100;
                rows[i].class_id = random_bits() % 3;
                if (random_bits() % 8 == 0)
                    scribble(&rows[i], sizeof rows[i]);
                if (random_bits() % 8 == 0)
                    spoil(&rows[i], sizeof rows[i]);
            }
            uint64_t time =
                random_bits() % 4 == 0 ? (uint64_t)random_bits() << random_bits() % 33 : 0;
            status = shelf_update(s, time, rows, count, random_bits() % 2 ? fates : NULL);
            EXPECT(status == SHELF_OK || status == SHELF_ERROR_TIME, 1);
            if (random_bits() % 4 == 0) {
                EXPECT_OK(shelf_gate_init(&gate, sizeof gate));
                gate.kind = (int32_t)(random_bits() % 5);
                if (random_bits() % 2)
                    scribble(gate.points, sizeof gate.points);
                spoil(&gate, sizeof gate);
                EXPECT(shelf_gate_add(s, &gate, &index) <= 0, 1);
            }
            EXPECT(shelf_tracks(s, (int32_t)(random_bits() % 9), tracks, 256, &n) <= 0, 1);
            EXPECT(shelf_events(s, events, 128, &n) <= 0, 1);
        }
        EXPECT_OK(shelf_finish(s));
        shelf_close(s);
    }
    EXPECT(opened > 500, 1); /* otherwise this tested nothing */
}

static void detector(void) {
    shelf_letterbox box;
    shelf_tensor_format format;
    shelf_decoder decoder;
    shelf_detection rows[2] = {{{1, 1, 2, 2}, 0.5f, 0}, {{1, 1, 2, 2}, 0.4f, 0}};
    uint8_t pixel[4] = {0};
    float tensor[6] = {1, 1, 2, 2, 0.9f, 0};
    int64_t shape[3] = {1, 1, 6};
    size_t count = 1;
    char text[9];

    EXPECT(shelf_letterbox_init(NULL, 1, 1, 1, 1, 0), SHELF_ERROR_ARGUMENT);
    EXPECT_OK(shelf_letterbox_init(&box, 1, 1, 1, 1, SHELF_FIT_STRETCH));
    EXPECT(shelf_letterbox_to_model(NULL, &rows[0].box, 1), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_letterbox_to_picture(&box, NULL, 1), SHELF_ERROR_ARGUMENT);
    EXPECT_OK(shelf_letterbox_to_picture(&box, NULL, 0));

    EXPECT(shelf_tensor_format_init(NULL, sizeof format), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_tensor_format_init(&format, sizeof format - 1), SHELF_ERROR_VERSION);
    EXPECT_OK(shelf_tensor_format_init(&format, sizeof format));
    EXPECT(shelf_write_tensor(&box, &format, NULL, 3, tensor), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_write_tensor(&box, &format, pixel, 2, tensor), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_write_tensor(&box, &format, pixel, 3, NULL), SHELF_ERROR_ARGUMENT);
    format.pad = 256;
    EXPECT(shelf_write_tensor(&box, &format, pixel, 3, tensor), SHELF_ERROR_ARGUMENT);

    EXPECT(shelf_decoder_init(NULL, sizeof decoder, 0, 1), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_decoder_init(&decoder, sizeof decoder - 1, 0, 1), SHELF_ERROR_VERSION);
    EXPECT(shelf_decoder_init(&decoder, sizeof decoder, 4, 1), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_decoder_init(&decoder, sizeof decoder, 0, 0), SHELF_ERROR_ARGUMENT);
    EXPECT_OK(shelf_decoder_init(&decoder, sizeof decoder, SHELF_LAYOUT_END_TO_END, 1));
    EXPECT(shelf_decode(&decoder, tensor, shape, NULL, 0, rows, 2, &count, NULL),
           SHELF_ERROR_ARGUMENT); /* no letterbox yet */
    decoder.letterbox = box;
    EXPECT(shelf_decode(NULL, tensor, shape, NULL, 0, rows, 2, &count, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_decode(&decoder, tensor, NULL, NULL, 0, rows, 2, &count, NULL),
           SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_decode(&decoder, tensor, shape, NULL, 1, rows, 2, &count, NULL),
           SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_decode(&decoder, tensor, shape, NULL, 0, NULL, 2, &count, NULL),
           SHELF_ERROR_ARGUMENT);
    shape[1] = INT64_MAX;
    EXPECT(shelf_decode(&decoder, tensor, shape, NULL, 0, rows, 2, &count, NULL),
           SHELF_ERROR_LAYOUT);
    shape[1] = -1;
    EXPECT(shelf_decode(&decoder, tensor, shape, NULL, 0, rows, 2, &count, NULL),
           SHELF_ERROR_LAYOUT);
    EXPECT(count, 1);
    shape[1] = 1;
    EXPECT_OK(shelf_decode(&decoder, tensor, shape, NULL, 0, NULL, 0, &count, NULL));
    EXPECT(count, 0);

    count = 2;
    EXPECT(shelf_nms(SHELF_NMS_HARD, 0.5f, 0.5f, 0, 2, rows, &count), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_nms(SHELF_NMS_HARD, 0.5f, 0.5f, 0, 0, NULL, &count), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_nms(SHELF_NMS_HARD, 0.5f, 0.5f, 0, 0, rows, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT_OK(shelf_nms(SHELF_NMS_HARD, 0.5f, 0.5f, 0, 0, rows, &count));
    EXPECT(count, 1);
    EXPECT(shelf_label(1, "a", 0.5f, NULL, 8, &count), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_label(1, "a", 0.5f, text, 8, NULL), SHELF_ERROR_ARGUMENT);
    EXPECT(shelf_label(1, "a", 0.5f, text, 8, &count), SHELF_ERROR_BUFFER);
    EXPECT_OK(shelf_label(1, "a", 0.5f, text, 9, &count));
    EXPECT(strcmp(text, "#1 a 50%"), 0);
}

int main(void) {
    handles();
    nulls();
    struct_sizes();
    blocks();
    output_arrays();
    settings();
    gates();
    rows();
    times();
    texts();
    detector();
    random_calls();
    printf(failures ? "%d answers differ\n" : "every answer as the header says\n", failures);
    return failures != 0;
}

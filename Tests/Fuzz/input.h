/* What all targets share: bytes taken one after the other. */
#ifndef FUZZ_INPUT_H
#define FUZZ_INPUT_H

#include <math.h>
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define REQUIRE(condition)                                                                         \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            fprintf(stderr, "%s:%d: not so: %s\n", __FILE__, __LINE__, #condition);                \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

typedef struct input {
    const uint8_t *at, *end;
} input;

/* The next bytes as a number; 0 beyond the end. */
static inline uint8_t take8(input *in) {
    return in->at < in->end ? *in->at++ : 0;
}

static inline void take(input *in, void *target, size_t size) {
    size_t there = (size_t)(in->end - in->at);
    size_t count = size < there ? size : there;
    memset(target, 0, size);
    memcpy(target, in->at, count);
    in->at += count;
}

static inline uint32_t take32(input *in) {
    uint32_t x;
    take(in, &x, sizeof x);
    return x;
}

static inline uint64_t take64(input *in) {
    uint64_t x;
    take(in, &x, sizeof x);
    return x;
}

/* Any float, but mostly one that means something: lo...hi in 255 steps. */
static inline float take_float(input *in, float lo, float hi) {
    uint8_t byte = take8(in);
    float any;
    if (byte < 250)
        return lo + (hi - lo) * (float)byte / 249;
    take(in, &any, sizeof any);
    return any;
}

static inline int is_box_finite(const shelf_box *b) {
    return isfinite(b->x1) && isfinite(b->y1) && isfinite(b->x2) && isfinite(b->y2);
}

#endif

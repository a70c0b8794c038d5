/*
 * The C prototype of performance.md, compiled in from where it lies: -DPROTOTYPE='"ideal_proto.c"'.
 * Without that there is none.
 */
#ifdef PROTOTYPE
#define NO_MAIN
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wall"
#include PROTOTYPE
#pragma GCC diagnostic pop
#endif
#include "bench.h"

#ifdef PROTOTYPE
static Trk tracker;
static Det detections[DM];

int has_prototype(void) {
    return 1;
}

void reset_prototype(void) {
    trk_init(&tracker);
}

/* Its rows have another form; making them is part of neither's frame, but costs it some 1 %. */
size_t step_prototype(const shelf_detection *rows, size_t count) {
    int out[TM];
    if (count > DM)
        fail("prototype", "too many rows");
    for (size_t i = 0; i < count; i++) {
        const shelf_box *box = &rows[i].box;
        Det row = {box->x1,           box->y1,       box->x2 - box->x1,
                   box->y2 - box->y1, rows[i].score, (int)rows[i].class_id};
        detections[i] = row;
    }
    return (size_t)trk_step(&tracker, detections, (int)count, out);
}
#else
int has_prototype(void) {
    return 0;
}

void reset_prototype(void) {}

size_t step_prototype(const shelf_detection *rows, size_t count) {
    (void)rows;
    (void)count;
    return 0;
}
#endif

/* What the targets that run a scanner share: its making, what it is shown, and what must hold of
 * it. */
#ifndef FUZZ_RIG_H
#define FUZZ_RIG_H

#include "input.h"

enum { MOST_ROWS = 320, MOST_GATES = 32, MOST_IDENTITIES = 1024 };

/* What the log has told so far. */
typedef struct ledger {
    uint64_t totals[MOST_GATES][3]; /* by direction: backward, none, forward */
    uint64_t passed[MOST_GATES];
    uint64_t taken, last_frame;
    uint32_t gates;
    int is_every[MOST_GATES]; /* a line that counts each crossing */
    int is_whole;             /* no entry was dropped: the sums are the counts */
    /* Of each identity in each gate: the sum of its deltas. */
    struct {
        uint64_t id;
        int32_t sum;
        uint32_t gate;
    } identities[MOST_IDENTITIES];
} ledger;

/* A scanner and all that is known about it. */
typedef struct rig {
    shelf_scanner *scanner;
    shelf_config config;
    shelf_detection rows[MOST_ROWS];
    shelf_fate fates[MOST_ROWS];
    ledger ledger;
    /* Its state was written by others: it need not make sense, but must do no harm. */
    int is_forged;
    /* Where the camera looks, in frame widths, and how near it is. */
    float x, y, zoom;
    uint32_t noise;
} rig;

/* setup.c: a configuration, mostly a sensible one; false where the library refuses it or it needs
 * more than `most` bytes. Then gates. */
int configure(rig *r, input *in, size_t most, size_t *needed);
void start_ledger(rig *r);
void add_gate(rig *r, input *in);

/* scene.c: rows that hang together. A shelf before a moving camera, in the bytes' own way unsteady;
 * a crowd of boxes on one another; or any rows. Each returns how many. */
void point_camera(rig *r, input *in, float *dx, float *dy, float *dzoom);
size_t see_shelf(rig *r, uint8_t misses, uint8_t clutter);
size_t see_crowd(rig *r, input *in);
size_t see_anything(rig *r, input *in);

/* steps.c: one update with the rows of the rig and all that must follow from it; some frames of a
 * shelf; the caller's word on places. */
shelf_status update(rig *r, uint64_t time_us, size_t count);
void show_shelf(rig *r, input *in);
void correct_items(rig *r, input *in);

/* checks.c: all tracks, their trails and all places are as the header says; what an update did adds
 * up. */
void check_tracks(const rig *r);
void check_items(const rig *r);
void check_update(const rig *r, const shelf_stats *before, size_t count);
shelf_stats stats_of(const rig *r);

/* ledger.c: takes the log and holds the counts against the sums of its deltas. */
void check_log(rig *r);

#endif

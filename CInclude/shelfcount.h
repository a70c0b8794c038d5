/*
 * shelfcount.h - stable tracks and an honest count from a flickering stream of
 * detections, in memory that you provide.
 *
 *   shelf_config config;
 *   shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF);
 *   config.width = 640, config.height = 480;
 *   shelf_memory_needed(&config, &size, &alignment);
 *   shelf_open(aligned_alloc(alignment, size), size, &config, &scanner);
 *   shelf_gate_init(&gate, sizeof gate);            (the band 0.45...0.55)
 *   shelf_gate_add(scanner, &gate, &index);
 *   for each frame: shelf_update(scanner, 0, detections, count, NULL);
 *   shelf_get_counts(scanner, index, SHELF_ALL_CLASSES, &counts, sizeof counts);
 *
 * Threads: the library has no global state. Distinct scanners may be used from
 *   distinct threads without locks; one scanner by one thread at a time.
 * Memory: no function allocates, locks, prints, starts a thread or reads the
 *   clock or the environment. All state lies in the block given to shelf_open;
 *   it holds offsets and no pointers, so the block may be copied with memcpy to
 *   any address of the same alignment and the copy used as a scanner of its own.
 *   (OpenBLAS maps its own work buffer when it is loaded; the library does not
 *   change its thread count, and keeps every call below the size at which
 *   OpenBLAS would use threads.)
 * Errors: a function that can fail returns a shelf_status. On failure the
 *   scanner and all out-parameters are unchanged, except where a function says
 *   otherwise. No input makes the library trap, abort or loop.
 * Coordinates: x to the right, y down, the origin at the top left corner of the
 *   picture. Pixels, or shares of width and height (SHELF_UNITS_FRACTION): the
 *   unit of the configuration holds for every box and point that goes in or
 *   comes out. A box is closed: no "+1" anywhere.
 * Thresholds: half-open intervals. A score s is ignored in [0, low), low in
 *   [low, high), high in [high, 1]; it may start a track in [new, 1].
 */
#ifndef SHELFCOUNT_H
#define SHELFCOUNT_H

#include <stddef.h>
#include <stdint.h>

#define SHELF_VERSION_MAJOR 0
#define SHELF_VERSION_MINOR 1
#define SHELF_VERSION_PATCH 0
#define SHELF_VERSION_NUMBER 1000 /* major * 1000000 + minor * 1000 + patch */

#ifndef SHELF_API
#if defined(__GNUC__)
#define SHELF_API __attribute__((visibility("default")))
#else
#define SHELF_API
#endif
#endif
#ifndef SHELF_NODISCARD
#if defined(__GNUC__)
#define SHELF_NODISCARD __attribute__((warn_unused_result))
#else
#define SHELF_NODISCARD
#endif
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* ---- Status --------------------------------------------------------------- */

typedef int32_t shelf_status;
enum {
    SHELF_OK = 0,
    SHELF_ERROR_ARGUMENT = -1,    /* null pointer, value out of range or not finite */
    SHELF_ERROR_VERSION = -2,     /* struct_size smaller than the first release's */
    SHELF_ERROR_MEMORY = -3,      /* block too small or misaligned */
    SHELF_ERROR_HANDLE = -4,      /* not an open scanner */
    SHELF_ERROR_CAPACITY = -5,    /* a table of the configuration is full */
    SHELF_ERROR_BUFFER = -6,      /* output array too short; *count says what is needed */
    SHELF_ERROR_TIME = -7,        /* time did not advance */
    SHELF_ERROR_UNSUPPORTED = -8, /* not part of this build or this release */
    SHELF_ERROR_NOT_FOUND = -9,   /* no track, gate or class of that number */
    SHELF_ERROR_SNAPSHOT = -10,   /* no snapshot, or a damaged one */
    SHELF_ERROR_LAYOUT = -11      /* the tensor is not of the layout that was named */
};

/* A short English text for a status, never null: "argument out of range". */
SHELF_API const char *shelf_status_text(shelf_status status);

/* The version of the library that runs: SHELF_VERSION_NUMBER, and as "0.1.0". */
SHELF_API uint32_t shelf_version(void);
SHELF_API const char *shelf_version_text(void);

/* ---- Values (their layout is fixed for the life of the SONAME) ------------ */

/* A point of the picture. */
typedef struct shelf_point {
    float x, y;
} shelf_point;

/* A box by two corners, x1 < x2 and y1 < y2. It may reach outside the picture. */
typedef struct shelf_box {
    float x1, y1, x2, y2;
} shelf_box;

/* One row of the detector's output. */
typedef struct shelf_detection {
    shelf_box box;
    float score;       /* 0...1 */
    uint32_t class_id; /* below max_classes of the configuration */
} shelf_detection;

/* What became of one row, see shelf_update. */
enum {
    SHELF_FATE_MATCHED = 1,    /* continues (or confirms) track_id, in step `stage` */
    SHELF_FATE_TENTATIVE = 2,  /* starts or continues a track not yet confirmed: no id */
    SHELF_FATE_UNMATCHED = 3,  /* fits no track and is too weak to start one */
    SHELF_FATE_IGNORED = 4,    /* score below low_score, or larger than max_area */
    SHELF_FATE_SUPPRESSED = 5, /* taken for a second box: by the NMS, or with a duplicate track */
    SHELF_FATE_OVERFLOW = 6,   /* max_detections rows with better scores were kept */
    SHELF_FATE_REFUSED = 7,    /* would start a track, but max_tracks are alive */
    /* Rows that cannot be a box. They are dropped and change no track. */
    SHELF_FATE_NOT_FINITE = 16, /* a coordinate or the score is NaN or infinite */
    SHELF_FATE_INVERTED = 17,   /* x2 < x1 or y2 < y1 */
    SHELF_FATE_EMPTY = 18,      /* a side shorter than 1/1024 pixel */
    SHELF_FATE_TOO_FAR = 19,    /* a coordinate beyond 16 times the larger frame side */
    SHELF_FATE_BAD_SCORE = 20,  /* score outside 0...1 */
    SHELF_FATE_BAD_CLASS = 21   /* class_id not below max_classes */
};
typedef struct shelf_fate {
    uint64_t track_id; /* 0 where the row belongs to no confirmed track */
    int32_t kind;      /* SHELF_FATE_* */
    int32_t stage;     /* association step 1, 2 or 3 that matched it, 0: none or birth */
} shelf_fate;

/* State of a track. */
enum {
    SHELF_TRACK_TENTATIVE = 1, /* too few hits yet; id 0, counts nowhere */
    SHELF_TRACK_TRACKED = 2,   /* confirmed and matched in the last update */
    SHELF_TRACK_LOST = 4       /* confirmed, not matched in the last update(s): box predicted */
};

/* One track after the last update. */
typedef struct shelf_track {
    uint64_t id;       /* from 1, per scanner, given at confirmation, never reused */
    shelf_box box;     /* filtered; predicted only while the track is lost */
    float vx, vy;      /* velocity of the centre per nominal frame */
    float score;       /* of the last matched row */
    uint32_t class_id; /* vote over the track's life, weighted by score; ties: the lower class.
                          Of more than four classes the lightest is forgotten */
    int32_t state;     /* SHELF_TRACK_* */
    int32_t detection; /* row of the last shelf_update that it was matched to, or -1 */
    uint32_t missed;   /* updates since the last match, 0 when matched */
    uint32_t hits;     /* rows matched in its life */
} shelf_track;

/* Kinds of entries in the count log. Counts are the sum of the deltas. */
enum {
    SHELF_EVENT_COUNT = 1,      /* delta +1 */
    SHELF_EVENT_PASSED = 2,     /* delta 0: went through a band, not counted (crossing off) */
    SHELF_EVENT_SUPPRESSED = 3, /* delta 0: would have counted, but this identity has */
    SHELF_EVENT_DISMISS = 4,    /* delta -1: the caller said that it is no item */
    SHELF_EVENT_MERGE = 5       /* delta -1: the caller said that it is another item */
};
/* Why the entry was written. */
enum {
    SHELF_REASON_DWELL = 1,    /* observed inside for `dwell` frames in a row */
    SHELF_REASON_CROSSING = 2, /* seen on one side and then on the other */
    SHELF_REASON_CALLER = 3
};
/* Direction through a band or over a line. */
enum {
    SHELF_FORWARD = 1,   /* band: from its first edge to its second; line: left of a->b to right */
    SHELF_BACKWARD = -1, /* the other way */
    SHELF_NO_DIRECTION = 0 /* zone, or a band in which the track was born */
};

/* One entry of the count log. */
typedef struct shelf_event {
    uint64_t frame;         /* number of the update the box belongs to, from 1 */
    uint64_t emitted_frame; /* number of the update that decided; >= frame */
    uint64_t time_us;       /* time of that update */
    uint64_t track_id;      /* by item: the track that showed the item last, 0: none */
    uint64_t item_id;       /* place on the shelf, 0 when counted by track */
    shelf_box box;          /* as detected, not filtered */
    int32_t kind;           /* SHELF_EVENT_* */
    int32_t delta;          /* what the entry adds to the count */
    int32_t direction;
    int32_t reason;    /* SHELF_REASON_* */
    uint32_t gate;     /* index from shelf_gate_add */
    uint32_t class_id; /* vote of the track at that moment */
    float score;
    float evidence; /* by track: rows matched so far; by item: log-likelihood ratio */
} shelf_event;

/* ---- Configuration (grows at the end only) -------------------------------- */

enum { SHELF_UNITS_PIXEL = 0, SHELF_UNITS_FRACTION = 1 };

/* Presets, see shelf_config_init. MOVING is for things that move before a standing camera
 * (belts, cars, people), counted by track, also where the detector hardly knows them: scores
 * of 0.1 to 0.4, classes that change. Give it all rows from 0.1 on, and a line to count at. It
 * differs from SHELF in high_score, new_score, first_cost, frame_motion, class_gate,
 * confirm_hits, confirm_window, duplicate_iou, nms_iou, count_by and max_area. */
enum {
    SHELF_PRESET_SHELF = 0,     /* default */
    SHELF_PRESET_BYTETRACK = 1, /* Zhang et al., "ByteTrack", ECCV 2022, its holes closed */
    SHELF_PRESET_SEED = 2,      /* the app this library re-creates, for comparison */
    SHELF_PRESET_MOVING = 3
};
/* Association cost of a pair: 1 - IoU, changed by the score s of the row. */
enum {
    SHELF_FUSION_NONE = 0,    /* 1 - IoU */
    SHELF_FUSION_PRODUCT = 1, /* 1 - IoU * s   (ByteTrack) */
    SHELF_FUSION_INVERSE = 2  /* (1 - IoU) * (1 - s)   (seed, optional there) */
};
/* Tracks that step 2 offers to low rows (among those step 1 left over); bits. */
enum { SHELF_PARTNER_TRACKED = 1, SHELF_PARTNER_LOST = 2, SHELF_PARTNER_BOTH = 3 };
enum {
    SHELF_CLASS_OFF = 0,  /* classes are ignored */
    SHELF_CLASS_SOFT = 1, /* another class adds class_penalty to the cost */
    SHELF_CLASS_HARD = 2  /* another class never matches */
};
enum {
    SHELF_MATCHER_GREEDY = 0, /* globally best pair first; ties: lower track slot */
    SHELF_MATCHER_SEED = 1,   /* row by row in input order, the best free track */
    SHELF_MATCHER_OPTIMAL = 2 /* least sum of costs, an unmatched row costing the limit of its
                                 step: exact where no candidate was dropped (Jonker and
                                 Volgenant, Computing 1987) */
};
enum {
    SHELF_KALMAN_BLAS = 0,  /* full 8x8 covariance, prediction by CBLAS */
    SHELF_KALMAN_CLOSED = 1 /* the same filter split exactly into 2-state filters; no BLAS */
};
enum {
    SHELF_NMS_OFF = 0,
    SHELF_NMS_HARD = 1,
    SHELF_NMS_LINEAR = 2,  /* soft-NMS, Bodla et al. 2017: score *= 1 - IoU above nms_iou */
    SHELF_NMS_GAUSSIAN = 3 /* soft-NMS: score *= exp(-IoU^2 / nms_sigma) */
};
enum { SHELF_BY_TRACK = 0, SHELF_BY_ITEM = 1 };

/*
 * Fill it with shelf_config_init, set width and height, change what you like.
 * [range] (default: shelf | bytetrack | seed | moving; one value: all four)
 */
typedef struct shelf_config {
    uint32_t struct_size; /* set by shelf_config_init */
    int32_t preset;       /* the preset it was filled from; informative */

    uint32_t width, height; /* of a frame in pixels [1...32768] (0: must be set) */
    int32_t units;          /* SHELF_UNITS_* of all boxes and points (pixel) */
    float fps;              /* frames per second; one nominal frame is 1/fps [0.01...1000] (30) */

    uint32_t max_tracks;     /* tentative + tracked + lost [1...16384] (256) */
    uint32_t max_detections; /* rows kept per update, the best by score [1...16384] (300) */
    uint32_t max_candidates; /* tracks considered per row, the best by IoU [1...64] (8). There is
                                room for half as many a row on average (matcher optimal: for
                                all); in a crowd that has more each row keeps its share */
    uint32_t max_items;      /* by item: places on the shelf [1...4096] (1024) */
    uint32_t max_gates;      /* [0...32] (4) */
    uint32_t max_events;     /* entries the log holds until they are fetched [1...65536] (128) */
    uint32_t max_classes;    /* class ids are 0...max_classes-1 [1...65536] (80) */
    uint32_t trail_length;   /* points kept per track for drawing, 0: none [0...1024] (60) */

    float low_score;  /* [0...1] (0.1) */
    float high_score; /* [low_score...1] (0.5 | 0.5 | 0.6 | 0.13) */
    float new_score;  /* [high_score...1] (0.6 | 0.6 | 0.6 | 0.15) */

    float first_cost;  /* step 1, high rows: largest cost taken [0...1] (0.8 | 0.8 | 0.7 | 0.6) */
    float second_cost; /* step 2, low rows: largest 1 - IoU accepted [0...1] (0.5) */
    float third_cost;  /* step 3, tentative tracks: largest cost accepted [0...1] (0.7) */
    int32_t fusion;    /* SHELF_FUSION_* in steps 1 and 3 (none | product | none | none) */
    int32_t partners;  /* SHELF_PARTNER_* of step 2 (tracked | tracked | lost | tracked) */
    uint32_t tentative_first; /* 1: tentative tracks take part in step 1 (1 | 0 | 0 | 1) */
    uint32_t frame_motion;    /* 1: a new track starts with the motion of the picture, measured
                                 from the rows of two frames, 0: with none (1 | 0 | 0 | 0) */
    int32_t class_gate;       /* SHELF_CLASS_* (soft | off | hard | off) */
    float class_penalty;      /* soft gate: added to the cost [0...1] (0.2) */
    int32_t matcher;          /* SHELF_MATCHER_* (greedy | greedy | seed | greedy) */
    int32_t kalman;           /* SHELF_KALMAN_* (BLAS; closed in a build without BLAS) */

    uint32_t confirm_hits;   /* a track is confirmed by this many hits ... [1...32]
                                (2 | 2 | 2 | 3) */
    uint32_t confirm_window; /* ... in the first so many updates of its life
                                [confirm_hits...32] (3 | 2 | 2 | 5). In the very first
                                update after open or reset: at once. */
    uint32_t lost_frames;    /* found again after up to so many missed nominal frames it keeps
                                its id, after one more it is new [0...1000000] (30) */
    uint32_t lost_us;        /* the same in microseconds; 0: lost_frames holds. Less than one
                                frame is refused (0) */
    float duplicate_iou;     /* of two tracks that overlap more than this, where one has a row
                                that the other overlaps too, the younger goes; 1: off [0...1]
                                (0.85 | 0.85 | 1 | 1) */

    int32_t nms;          /* SHELF_NMS_* before tracking (hard | off | linear | hard) */
    float nms_iou;        /* [0...1] (0.5 | 0.65 | 0.65 | 0.4) */
    float nms_sigma;      /* Gaussian soft-NMS [0.01...10] (0.5) */
    uint32_t nms_classes; /* 1: only boxes of one class suppress each other (0) */

    int32_t count_by;  /* SHELF_BY_* of gates that do not say; BY_ITEM keeps a map of the shelf
                          (item | track | track | track) */
    uint32_t dwell;    /* frames, of gates that do not say [1...10000] (2) */
    uint32_t crossing; /* 1: bands count a pass without dwell too (1 | 0 | 0 | 1) */

    float max_area; /* rows whose box is larger than this share of the picture are ignored: they
                       show the scene, no thing in it. 1: none is [0...1] (1 | 1 | 1 | 0.75) */
} shelf_config;

/* Fills a configuration with a preset's defaults. Call it as
 * shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF). */
SHELF_API shelf_status shelf_config_init(shelf_config *config, size_t struct_size,
                                         int32_t preset) SHELF_NODISCARD;

/* ---- Life of a scanner ---------------------------------------------------- */

typedef struct shelf_scanner shelf_scanner;

/* The size and the alignment (64) in bytes of the block that shelf_open wants. */
SHELF_API shelf_status shelf_memory_needed(const shelf_config *config, size_t *size,
                                           size_t *alignment) SHELF_NODISCARD;

/* Builds a scanner in your block. The block stays yours; it must live until
 * shelf_close. Opening a block that holds an open scanner starts it anew. */
SHELF_API shelf_status shelf_open(void *memory, size_t size, const shelf_config *config,
                                  shelf_scanner **scanner) SHELF_NODISCARD;

/* Ends a scanner; the block is yours again. Null and closed ones are allowed. */
SHELF_API void shelf_close(shelf_scanner *scanner);

/* Forgets tracks, counts and log; keeps configuration and gates. Afterwards the
 * scanner behaves as a fresh one: ids start at 1, frames at 1. */
SHELF_API shelf_status shelf_reset(shelf_scanner *scanner) SHELF_NODISCARD;

/* ---- Gates: where things count --------------------------------------------- */

enum {
    SHELF_GATE_BAND = 1, /* a strip between two edges: inside for `dwell` frames counts */
    SHELF_GATE_LINE = 2, /* a line with a hysteresis strip: going over counts */
    SHELF_GATE_ZONE = 3  /* a polygon: occupancy now, and entries after `dwell` frames */
};
enum { SHELF_ANCHOR_CENTER = 0, SHELF_ANCHOR_BOTTOM = 1 /* middle of the lower edge */ };
enum { SHELF_AXIS_X = 0 /* upright band */, SHELF_AXIS_Y = 1 /* lying band */ };
enum { SHELF_FOLLOW_CONFIG = -1 };
#define SHELF_MAX_GATE_POINTS 16

/*
 * Where and how things count, by track or by item. Edges belong to the inside
 * (lo <= x <= hi).
 *
 * BY TRACK the anchor is that of the matched row as detected, not filtered; only
 * confirmed tracks count, from the update that confirms them.
 * Band: points 0 -> 1 are its first edge, 2 -> 3 its second one, 2 opposite 0.
 *   A track counts once in its life, when it was observed inside in `dwell`
 *   observed frames in a row: a frame in which it is not observed neither adds
 *   nor resets, an observed frame outside resets. With crossing on it also
 *   counts when its last observed position outside lies beyond one edge and the
 *   next one beyond the other, whatever lies between and however many frames
 *   are missing; with crossing off that is reported as passed. Who goes round
 *   the ends of the band does neither. Direction: from the edge it came over;
 *   none when it was born inside. A track that dwells again later is logged as
 *   suppressed.
 * Line: points 0 -> 1; it counts when the side changes by more than `margin`
 *   on both sides and the way between crosses the segment. A track born within
 *   the strip has no side until it leaves it.
 * Zone: points 0 ... point_count-1 of a polygon (not self-crossing). Dwell as for
 *   bands, each track once.
 *
 * BY ITEM the anchor is that of a place on the shelf, mapped into the picture by
 * the camera's pose, also in frames in which the item itself is not seen. Each
 * place counts at most once, however often the camera returns: when it has passed
 * the gate and the evidence for an item suffices. A doubtful place waits until it
 * has left the picture (emitted_frame tells the wait) and may count later still.
 * Band, zone: `dwell` frames inside in all, while the anchor lies in the picture;
 *   with crossing on also from one side to the other, inside for a frame at most.
 * Line: the anchor changes sides by more than `margin`, once.
 * A counted place that passes again after it had left the picture is logged as
 * suppressed.
 */
typedef struct shelf_gate {
    uint32_t struct_size; /* set by shelf_gate_init */
    int32_t kind;         /* SHELF_GATE_* (band) */
    int32_t units;        /* SHELF_UNITS_* of points and margin (fraction) */
    int32_t anchor;       /* SHELF_ANCHOR_* (centre) */
    int32_t count_by;     /* SHELF_BY_* or SHELF_FOLLOW_CONFIG (follow); BY_ITEM only where the
                             configuration counts by item too */
    int32_t crossing;     /* band: 0, 1 or SHELF_FOLLOW_CONFIG (follow) */
    uint32_t dwell;       /* band, zone: frames, 0 follows the configuration (0) */
    uint32_t every;       /* line: 1 counts every crossing, 0 each track once (1) */
    float margin;         /* line: half the strip's width; share of the frame's width, or
                             pixels [0...] (0.01) */
    uint32_t point_count; /* band 4, line 2, zone 3...16 (4) */
    shelf_point points[SHELF_MAX_GATE_POINTS]; /* (the upright band 0.45...0.55) */
} shelf_gate;

/* Fills in the default: the upright band 0.45...0.55 over the whole height. */
SHELF_API shelf_status shelf_gate_init(shelf_gate *gate, size_t struct_size) SHELF_NODISCARD;

/* Makes it a band lo...hi (shares, lo < hi) of the width or of the height. */
SHELF_API shelf_status shelf_gate_set_band(shelf_gate *gate, int32_t axis, float lo,
                                           float hi) SHELF_NODISCARD;

/* Adds a gate; index counts from 0. CAPACITY when max_gates are there. May be
 * called between updates; the gate then counts from the next update on. */
SHELF_API shelf_status shelf_gate_add(shelf_scanner *scanner, const shelf_gate *gate,
                                      uint32_t *index) SHELF_NODISCARD;

/* What part of a gate an edge is. */
enum {
    SHELF_EDGE_FIRST = 1,  /* band: the edge that forward motion enters by */
    SHELF_EDGE_SECOND = 2, /* band: the edge that forward motion leaves by */
    SHELF_EDGE_SIDE = 3,   /* band: joins the two */
    SHELF_EDGE_LINE = 4,
    SHELF_EDGE_STRIP = 5, /* line: border of its hysteresis strip */
    SHELF_EDGE_ZONE = 6
};
typedef struct shelf_edge {
    shelf_point a, b;
    int32_t role; /* SHELF_EDGE_* */
    uint32_t gate;
} shelf_edge;

/* The edges of one gate in image coordinates, the very numbers that counting
 * compares with: draw these. At most 16 per gate. */
SHELF_API shelf_status shelf_gate_edges(const shelf_scanner *scanner, uint32_t gate,
                                        shelf_edge *edges, size_t capacity,
                                        size_t *count) SHELF_NODISCARD;

/* ---- The frame -------------------------------------------------------------- */

/*
 * One frame. Call it for empty frames too (count 0, detections may be null):
 * tracks age in them.
 * time_us: when the frame was taken, in microseconds; it must advance (TIME).
 *   0 means one nominal frame after the last. Motion and the lost buffer follow
 *   the time, so that dropped frames do no harm.
 * detections: count rows in any order; the order never changes the result.
 *   Rows that cannot be a box are dropped and counted; more rows than
 *   max_detections: the best by score are kept.
 * fates: null, or an array of count entries that tells what became of each row.
 */
SHELF_API shelf_status shelf_update(shelf_scanner *scanner, uint64_t time_us,
                                    const shelf_detection *detections, size_t count,
                                    shelf_fate *fates) SHELF_NODISCARD;

/* Tells how the picture's content moves from the last frame to the next update, as
 * an optical flow or a gyroscope knows it: dx, dy in the unit of the configuration,
 * at most 16 frame widths. It holds for that one update and takes the place of the
 * estimate from boxes. UNSUPPORTED where neither frame_motion is on nor anything
 * counts by item. */
SHELF_API shelf_status shelf_give_motion(shelf_scanner *scanner, float dx,
                                         float dy) SHELF_NODISCARD;

/* The end of a stream: decides what still waits (nothing, when counting by
 * track) and writes it to the log. Further updates are allowed. */
SHELF_API shelf_status shelf_finish(shelf_scanner *scanner) SHELF_NODISCARD;

/* ---- Results ------------------------------------------------------------------
 * Functions that fill an array: *count is set to the number of entries there
 * are. With too small a capacity they return BUFFER and write nothing else. So
 * does capacity 0 with a null array, which asks for the number (OK: there are
 * none). */

/* The tracks in the states asked for (SHELF_TRACK_* or-ed), in slot order. */
SHELF_API shelf_status shelf_tracks(const shelf_scanner *scanner, int32_t states,
                                    shelf_track *tracks, size_t capacity,
                                    size_t *count) SHELF_NODISCARD;

/* The trail of a confirmed track: centres of its filtered boxes in the frames
 * that observed it, oldest first, at most trail_length. */
SHELF_API shelf_status shelf_trail(const shelf_scanner *scanner, uint64_t track_id,
                                   shelf_point *points, size_t capacity,
                                   size_t *count) SHELF_NODISCARD;

/* Counts of one gate (grows at the end only). */
typedef struct shelf_counts {
    uint32_t struct_size; /* set by the library */
    uint32_t inside;      /* confirmed tracks, lost ones too, last observed inside */
    uint64_t total;       /* forward + backward + undirected */
    uint64_t forward;
    uint64_t backward;
    uint64_t undirected; /* zones, and tracks born inside a band */
    uint64_t passed;     /* by track: went through a band without being counted */
    /* By item: how sure the total is. By track both are the total. */
    uint64_t low;  /* total less the counted places whose evidence is thin */
    uint64_t high; /* total plus the places that passed and may yet turn out to be items */
} shelf_counts;

#define SHELF_ALL_CLASSES 0xffffffffu

/* Counts of a gate for one class, or for SHELF_ALL_CLASSES. Call it with
 * sizeof *counts as struct_size. */
SHELF_API shelf_status shelf_get_counts(const shelf_scanner *scanner, uint32_t gate,
                                        uint32_t class_id, shelf_counts *counts,
                                        size_t struct_size) SHELF_NODISCARD;

/* Moves the entries of the count log, oldest first, into your array and empties
 * it. An update writes at most one entry per track or place and gate, as a rule
 * a few; shelf_finish may write one for each place that waits. What does not fit
 * into max_events between two calls is counted in events_dropped; the counts
 * stay right. */
SHELF_API shelf_status shelf_events(shelf_scanner *scanner, shelf_event *events, size_t capacity,
                                    size_t *count) SHELF_NODISCARD;

/* One place on the shelf at which something was seen. */
typedef struct shelf_item {
    uint64_t id;         /* from 1 */
    uint64_t last_frame; /* the update that last saw it whole */
    shelf_box place;     /* on the shelf: pixels, the centre of the first picture is 0, 0 */
    shelf_box box;       /* in the picture of last_frame */
    float score;         /* mean of its whole-box rows */
    float evidence;      /* log-likelihood ratio "item : clutter" of its hits and misses */
    uint32_t class_id;   /* vote, weighted by score */
    int32_t state;       /* SHELF_ITEM_* */
    uint32_t hits;       /* whole-box rows */
    uint32_t expected;   /* frames in which one was to be expected */
    uint32_t in_band;    /* frames in which its place lay in the gate, largest of all gates */
    uint32_t reserved;
} shelf_item;

/* What was decided about a place. */
enum {
    SHELF_ITEM_OPEN = 0,      /* not yet, or too little evidence: it counts nowhere */
    SHELF_ITEM_CERTAIN = 1,   /* an item: it counts in each gate that it passes */
    SHELF_ITEM_DISMISSED = 2, /* by shelf_item_dismiss */
    SHELF_ITEM_MERGED = 3     /* the same as another place: by shelf_item_merge, or because one
                                 track showed both when the map had begun anew */
};

/* The places of the map, in no particular order. */
SHELF_API shelf_status shelf_items(const shelf_scanner *scanner, shelf_item *items, size_t capacity,
                                   size_t *count) SHELF_NODISCARD;

/* The place is no item: its counts are taken back (DISMISS in the log, delta -1
 * each) and it never counts again. */
SHELF_API shelf_status shelf_item_dismiss(shelf_scanner *scanner, uint64_t item_id) SHELF_NODISCARD;

/* Place item_id shows the same thing as place into_id: where both counted, one
 * count is taken back (MERGE in the log, delta -1); where only the first did, its
 * count belongs to the second from now on. Under another class that is a MERGE and a
 * COUNT. A second place that was itself dismissed or merged gets no count: all are
 * taken back. */
SHELF_API shelf_status shelf_item_merge(shelf_scanner *scanner, uint64_t item_id,
                                        uint64_t into_id) SHELF_NODISCARD;

/* How the camera's pose was had. */
enum {
    SHELF_POSE_NONE = 0,   /* no map, or nothing fitted: the pose coasts */
    SHELF_POSE_NUDGED = 1, /* few boxes: corrected a little */
    SHELF_POSE_FOUND = 2
};

/* What went through the scanner since open or reset (grows at the end only). */
typedef struct shelf_stats {
    uint32_t struct_size;              /* set by the library */
    uint32_t tentative, tracked, lost; /* tracks now */
    uint64_t frames;
    uint64_t time_us; /* of the last update */
    uint64_t rows;    /* detections given */
    uint64_t rows_not_finite, rows_inverted, rows_empty, rows_too_far, rows_bad_score,
        rows_bad_class;          /* dropped, by reason */
    uint64_t rows_overflow;      /* beyond max_detections */
    uint64_t rows_suppressed;    /* by NMS */
    uint64_t candidates_dropped; /* beyond max_candidates, or the share of a row */
    uint64_t tracks_started, tracks_confirmed, tracks_removed;
    uint64_t tracks_refused; /* not started because max_tracks were alive */
    uint64_t duplicates;     /* tracks removed as the younger of two on one object */
    uint64_t events, events_dropped;
    uint64_t blas_calls; /* CBLAS calls of the last update */
    /* The map, when something counts by item. */
    uint32_t items;         /* places known now */
    int32_t registration;   /* SHELF_POSE_* of the last update */
    float pose_x, pose_y;   /* where the camera looks: 0, 0 at the first frame */
    float pose_scale;       /* pixels of the picture per pixel of the first one */
    float pose_roll;        /* sine of the camera's roll against the first frame */
    float lens;             /* estimated radial distortion at half the width, > 0: barrel */
    uint32_t pieces;        /* times the map had to begin anew because nothing fitted any more */
    uint64_t items_folded;  /* places forgotten for want of room; their counts stay */
    uint64_t items_refused; /* places not opened for want of room */
} shelf_stats;

SHELF_API shelf_status shelf_get_stats(const shelf_scanner *scanner, shelf_stats *stats,
                                       size_t struct_size) SHELF_NODISCARD;

/* ---- Snapshots: to go on later, or elsewhere ------------------------------------
 * A snapshot holds all of a scanner: configuration, gates, tracks, trails, map, counts
 * and the log. Restored, in another process or on another architecture, the scanner goes
 * on as if it had never stopped: to the last bit with SHELF_KALMAN_CLOSED; with BLAS on
 * the same machine. Its bytes are little-endian, with a format version and a checksum;
 * they may come from anywhere: what is no sound snapshot is refused, never obeyed.
 * Formats are for going on, not for archives: a release that changes what a scanner
 * remembers refuses older snapshots. */

/* Writes the state between two updates. *size is set to the bytes that takes: 152 a track
 * (384 with BLAS) and 8 a point of its trail, 109 a place, 23 a row, 4 a gate for each
 * track and place, and some 3,000; less than the block. With too small a capacity nothing
 * is written (BUFFER); capacity 0 with null bytes asks for the size. */
SHELF_API shelf_status shelf_snapshot_save(const shelf_scanner *scanner, void *bytes,
                                           size_t capacity, size_t *size) SHELF_NODISCARD;

/* The configuration of a snapshot, for shelf_memory_needed. SNAPSHOT: damaged;
 * UNSUPPORTED: written by a release with another format, or with BLAS where this build
 * has none. Call it with sizeof *config as struct_size. */
SHELF_API shelf_status shelf_snapshot_config(const void *bytes, size_t size, shelf_config *config,
                                             size_t struct_size) SHELF_NODISCARD;

/* Builds the scanner in your block, as shelf_open does. When the bytes pass for a snapshot
 * and yet make no scanner (SNAPSHOT), the block is written to, but holds none. */
SHELF_API shelf_status shelf_snapshot_restore(void *memory, size_t memory_size, const void *bytes,
                                              size_t size, shelf_scanner **scanner) SHELF_NODISCARD;

/* ---- The detector: picture in, rows out ------------------------------------------
 * What lies around a network, for those who run one themselves: fit the picture into
 * its input, read its output tensor, collapse double boxes. A scanner is not needed.
 *
 *   shelf_decoder_init(&decoder, sizeof decoder, SHELF_LAYOUT_CHANNELS, 80);
 *   shelf_letterbox_init(&decoder.letterbox, 1920, 1080, 640, 640, SHELF_FIT_CENTER);
 *   shelf_tensor_format_init(&format, sizeof format);
 *   for each picture:
 *     shelf_write_tensor(&decoder.letterbox, &format, pixels, stride, input);
 *     (run the network: input -> output, shape)
 *     shelf_decode(&decoder, output, shape, NULL, 0, rows, 300, &count, NULL);
 *     shelf_nms(SHELF_NMS_HARD, 0.65f, 0.5f, 0, 1, rows, &count);
 *     shelf_update(scanner, 0, rows, count, NULL);
 */

/* How a picture is fitted into the input of a model. */
enum {
    SHELF_FIT_CENTER = 0,   /* aspect ratio kept, the border on both sides (Ultralytics) */
    SHELF_FIT_TOP_LEFT = 1, /* aspect ratio kept, the border to the right or below (YOLOX) */
    SHELF_FIT_STRETCH = 2   /* plain resize: no border, aspect ratio lost */
};

/*
 * Where the picture lies in the model's input, in whole pixels. shelf_write_tensor draws
 * it there, and boxes are mapped both ways with the scales width / source_width and
 * height / source_height, so nothing is rounded twice. If your own code has scaled the
 * picture with another rounding, write its numbers here. All sides [1...32768]; the
 * picture lies within the input.
 */
typedef struct shelf_letterbox {
    uint32_t source_width, source_height; /* of the picture */
    uint32_t model_width, model_height;   /* of the input */
    uint32_t x, y, width, height;         /* of the picture in the input */
} shelf_letterbox;

/* Fits a picture into an input: its sides there are rounded to the nearest pixel, halves
 * up; of a border that cannot be halved the larger part comes last. */
SHELF_API shelf_status shelf_letterbox_init(shelf_letterbox *letterbox, uint32_t source_width,
                                            uint32_t source_height, uint32_t model_width,
                                            uint32_t model_height, int32_t fit) SHELF_NODISCARD;

/* Map boxes in place: from pixels of the picture to pixels of the input, and back.
 * There and back again misses by less than 1/100 pixel of the picture. */
SHELF_API shelf_status shelf_letterbox_to_model(const shelf_letterbox *letterbox, shelf_box *boxes,
                                                size_t count) SHELF_NODISCARD;
SHELF_API shelf_status shelf_letterbox_to_picture(const shelf_letterbox *letterbox,
                                                  shelf_box *boxes, size_t count) SHELF_NODISCARD;

/* Order of the bytes of a pixel; the fourth one is not read. */
enum { SHELF_PIXELS_RGB = 0, SHELF_PIXELS_BGR = 1, SHELF_PIXELS_RGBA = 2, SHELF_PIXELS_BGRA = 3 };
enum { SHELF_PLANES_RGB = 0, SHELF_PLANES_BGR = 1 };

/* How bytes become the numbers of a tensor: (byte - mean) * scale (grows at the end only). */
typedef struct shelf_tensor_format {
    uint32_t struct_size; /* set by shelf_tensor_format_init */
    int32_t pixels;       /* SHELF_PIXELS_* of the picture (RGB) */
    int32_t planes;       /* SHELF_PLANES_* of the tensor (RGB) */
    float mean[3];        /* per plane, in the order of the planes, bytes (0) */
    float scale[3];       /* (1/255) */
    float pad;            /* byte that fills the border [0...255] (114) */
} shelf_tensor_format;

SHELF_API shelf_status shelf_tensor_format_init(shelf_tensor_format *format,
                                                size_t struct_size) SHELF_NODISCARD;

/* Draws a picture into a tensor [1,3,model_height,model_width], bilinear, border and all.
 * pixels: source_height rows, `stride` bytes from one to the next (at least the row's own).
 * tensor: room for 3 * model_height * model_width floats. */
SHELF_API shelf_status shelf_write_tensor(const shelf_letterbox *letterbox,
                                          const shelf_tensor_format *format, const uint8_t *pixels,
                                          size_t stride, float *tensor) SHELF_NODISCARD;

/* What the numbers of an output tensor mean. The caller says it; nothing is guessed. */
enum {
    SHELF_LAYOUT_END_TO_END = 0, /* [1,N,6]: x1,y1,x2,y2,score,class (YOLO26, YOLOv10) */
    SHELF_LAYOUT_CHANNELS = 1,   /* [1,4+C,N]: cx,cy,w,h and C scores (YOLOv8, 11, 26 raw) */
    SHELF_LAYOUT_ROWS = 2,       /* [1,N,4+C]: the same, transposed */
    SHELF_LAYOUT_YOLOX = 3 /* [1,N,5+C]: YOLOX (Ge et al. 2021) before its grid decode, strides
                              8, 16, 32: cx,cy in cells, log w, log h, objectness, C scores;
                              a row's score is objectness * class score */
};

/* An output and how to read it (grows at the end only). */
typedef struct shelf_decoder {
    uint32_t struct_size;      /* set by shelf_decoder_init */
    int32_t layout;            /* SHELF_LAYOUT_* */
    uint32_t classes;          /* C [1...65536] */
    float min_score;           /* rows below are left out [0...1] (0.6) */
    int32_t units;             /* SHELF_UNITS_* of the boxes in the tensor, pixels or shares of the
                                  model's input (pixel; YOLOX: always) */
    int32_t output_units;      /* SHELF_UNITS_* of the detections, of the picture (pixel) */
    shelf_letterbox letterbox; /* (0: must be set, see shelf_letterbox_init) */
} shelf_decoder;

SHELF_API shelf_status shelf_decoder_init(shelf_decoder *decoder, size_t struct_size,
                                          int32_t layout, uint32_t classes) SHELF_NODISCARD;

/* What became of the rows of a tensor. rows >= passed =
 * kept + other_class + not_boxes + overflow. */
typedef struct shelf_decode_report {
    uint64_t rows;        /* N */
    uint64_t passed;      /* with a score of min_score or more */
    uint64_t other_class; /* of these: not among the classes asked for */
    uint64_t not_boxes;   /* of these: not finite, or without area */
    uint64_t overflow;    /* of these: beyond the capacity; the best by score are kept */
    uint64_t table_full;  /* 1: every row of an end-to-end table passed; the model may have had more
                             than its table holds, raise min_score */
} shelf_decode_report;

/*
 * Reads a tensor: for each row its best class, the letterbox undone.
 * tensor, shape: 32-bit floats, three dimensions as the runtime tells them, the first of
 *   them 1; their product is the number of floats.
 * classes: null with 0, or the class_count ids to keep.
 * detections: the best `capacity` rows, best first; *count says how many. Boxes may reach
 *   outside the picture.
 * report: null, or told what became of the rows.
 * LAYOUT, and only the array may have been written to: the shape does not fit the layout, the
 * number of classes or (YOLOX) the size of the input; or a score lies outside 0...1 (1 and 1/1024
 * still passes as 1: models in half precision round), or an end-to-end class is not a whole number
 * below `classes`. A score that is not a number never passes.
 */
SHELF_API shelf_status shelf_decode(const shelf_decoder *decoder, const float *tensor,
                                    const int64_t shape[3], const uint32_t *classes,
                                    size_t class_count, shelf_detection *detections,
                                    size_t capacity, size_t *count,
                                    shelf_decode_report *report) SHELF_NODISCARD;

/*
 * Collapses double boxes in place, in any unit: *count rows in, what is left out, best
 * first. (A scanner does the same itself where its configuration says so.)
 * kind: SHELF_NMS_*. iou: [0...1], 0.65 is usual. sigma: Gaussian [0.01...10], 0.5 is
 * usual. min_score: rows that soft-NMS weakens below it go [0...1]. by_class: 1: only boxes
 * of one class suppress each other. Finite boxes and scores are asked for: ARGUMENT.
 */
SHELF_API shelf_status shelf_nms(int32_t kind, float iou, float sigma, float min_score,
                                 int32_t by_class, shelf_detection *detections,
                                 size_t *count) SHELF_NODISCARD;

/* ---- Drawing: what to put beside and into the lines ------------------------------- */

/* The text of a box, "#12 bottle 87%", ended by a 0.
 * id: 0 leaves out "#0 ". class_name: UTF-8, of which the first 65,535 bytes are read; null or
 * empty: left out. score: 0...1. text: capacity bytes. *length: of the text without the 0; with
 * BUFFER the text does not fit and is unchanged. capacity 0 with a null text asks for the length.
 */
SHELF_API shelf_status shelf_label(uint64_t id, const char *class_name, float score, char *text,
                                   size_t capacity, size_t *length) SHELF_NODISCARD;

/* The colour of an identity as 0xRRGGBB, the same for an id for ever: 16 colours that can be
 * told apart, each with a contrast of 3 or more to white and to black. White text on
 * it can be read. */
SHELF_API uint32_t shelf_color(uint64_t id);

#ifdef __cplusplus
}
#endif
#endif /* SHELFCOUNT_H */

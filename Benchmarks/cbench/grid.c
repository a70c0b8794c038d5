/* The scenes grid and aisle: n things on a shelf that pans by, sparse. */
#include "bench.h"
#include <stdlib.h>

static const double FRAME_SIDE = 640;
static const double TOP_PAN = 0.06;  /* of a grid cell per frame */
static const double AISLE_PAN = 0.2; /* the same, on the way past an aisle */
enum { AISLE_THINGS = 2000 };
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

/* The camera hurries by until it has seen so many things, and then goes on as ever. */
static void generate(stream *s, int n, int seen, size_t frames) {
    uint64_t random = 20240601u * 1000003u + (uint64_t)n;
    int columns = 1;
    while (columns * columns < n)
        columns++;
    int lines = (n + columns - 1) / columns;
    double cell_x = FRAME_SIDE / columns, cell_y = FRAME_SIDE / lines;
    double cell = cell_x < cell_y ? cell_x : cell_y;
    double hurry = (double)(seen - n) / lines * cell_x; /* the way */
    while (s->settling < SETTLING_FRAMES + hurry / (AISLE_PAN * cell))
        s->settling++;

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
    frames += s->settling - SETTLING_FRAMES;
    for (size_t f = 1; f <= frames; f++) {
        pan_x += pan_x < hurry ? cell * AISLE_PAN
                               : cell * TOP_PAN * (0.6 + 0.4 * triangle_wave((double)f, 240));
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

void generate_grid(stream *s, int n, size_t frames) {
    begin_stream(s, SCENE_GRID, n, (uint32_t)FRAME_SIDE, (uint32_t)FRAME_SIDE);
    generate(s, n, n, frames);
}

void generate_aisle(stream *s, int n, size_t frames) {
    begin_stream(s, SCENE_AISLE, n, (uint32_t)FRAME_SIDE, (uint32_t)FRAME_SIDE);
    generate(s, n, n < AISLE_THINGS ? AISLE_THINGS : n, frames);
}

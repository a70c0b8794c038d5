/* The scene crowd: n boxes of which each overlaps all others, the worst case. */
#include "bench.h"
#include <stdlib.h>

static const double FRAME_SIDE = 640;
static const double SIDE = 200;     /* of a middling box */
static const double SPREAD = 0.18;  /* of the centres, +- this share of SIDE */
static const double GROWTH = 0.43;  /* sides are up to 1 + this times SIDE, or that part */
static const double JITTER = 0.005; /* of the box's size, one sigma */
static const double PAN = 40;       /* all boxes sway together by +- this, pixels */
static const double MISS_RATE = 0.05;
static const double LOW_RATE = 0.10; /* share of the rows with a low score */
enum { CLASSES = 4, PAN_PERIOD = 160 };

typedef struct member {
    double x, y, width, height, score;
} member;

static double side(double level) { /* -1 ... 1; without libm, the same on every machine */
    return level < 0 ? SIDE / (1 - GROWTH * level) : SIDE * (1 + GROWTH * level);
}

/* The boxes stand on a lattice of centres and sides so coarse that no two count as one (IoU below
 * 0.85), and so small that any two have an IoU of 0.2 or more. */
static member *make_members(int n, uint64_t *random) {
    int levels = 1;
    while (levels * levels * levels * levels < n)
        levels++;
    int places = levels * levels * levels * levels;
    double scale = levels > 1 ? 2.0 / (levels - 1) : 0;
    int *order = allocate((size_t)places, sizeof *order);
    member *members = allocate((size_t)n, sizeof *members);
    for (int i = 0; i < places; i++)
        order[i] = i;
    for (int i = 0; i < n; i++) {
        int j = i + (int)((places - i) * uniform(random)), place = order[j];
        order[j] = order[i];
        double at[4];
        for (int k = 0; k < 4; k++, place /= levels)
            at[k] = levels > 1 ? place % levels * scale - 1 : 0;
        members[i].x = at[0] * SPREAD * SIDE;
        members[i].y = at[1] * SPREAD * SIDE;
        members[i].width = side(at[2]);
        members[i].height = side(at[3]);
        members[i].score = 0.65 + 0.30 * uniform(random);
    }
    free(order);
    return members;
}

void generate_crowd(stream *s, int n, size_t frames) {
    begin_stream(s, SCENE_CROWD, n, (uint32_t)FRAME_SIDE, (uint32_t)FRAME_SIDE);
    uint64_t random = 20240601u * 1000003u + (uint64_t)n;
    member *members = make_members(n, &random);
    for (size_t f = 0; f < frames; f++) {
        double phase = (double)(f % PAN_PERIOD) / PAN_PERIOD;
        double pan = PAN * (phase < 0.5 ? 4 * phase - 1 : 3 - 4 * phase);
        for (int i = 0; i < n; i++) {
            const member *m = &members[i];
            double w = m->width * (1 + JITTER * normal(&random));
            double h = m->height * (1 + JITTER * normal(&random));
            double x = FRAME_SIDE / 2 + pan + m->x + m->width * JITTER * normal(&random);
            double y = FRAME_SIDE / 2 + m->y + m->height * JITTER * normal(&random);
            double score = uniform(&random) < LOW_RATE ? 0.1 + 0.4 * uniform(&random) : m->score;
            if (uniform(&random) >= MISS_RATE)
                add_row(s, x - w / 2, y - h / 2, w, h, score, (uint32_t)(i % CLASSES));
        }
        end_frame(s);
        shuffle_rows(s->rows + s->start[f], rows_in(s, f), &random);
    }
    free(members);
}

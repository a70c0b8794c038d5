#include "rig.h"

/* A number of 0...255 that hangs on two numbers only. */
static uint32_t hash(uint32_t a, uint32_t b) {
    uint32_t x = a * 0x9e3779b9u ^ b * 0x85ebca6bu;
    x = (x ^ x >> 15) * 0x2c1b3c6du;
    return (x ^ x >> 13) >> 24;
}

static uint32_t next(rig *r) {
    r->noise = r->noise * 1664525u + 1013904223u;
    return r->noise >> 24;
}

/* Shares of the picture, in the unit of the configuration. */
static shelf_detection row(const rig *r, float cx, float cy, float w, float h, float score,
                           uint32_t id) {
    float sx = r->config.units == SHELF_UNITS_PIXEL ? (float)r->config.width : 1;
    float sy = r->config.units == SHELF_UNITS_PIXEL ? (float)r->config.height : 1;
    shelf_box box = {(cx - w / 2) * sx, (cy - h / 2) * sy, (cx + w / 2) * sx, (cy + h / 2) * sy};
    return (shelf_detection){box, score, id % r->config.max_classes};
}

void point_camera(rig *r, input *in, float *dx, float *dy, float *dzoom) {
    uint8_t how = take8(in);
    *dx = take_float(in, -0.06f, 0.06f);
    *dy = how & 1 ? take_float(in, -0.02f, 0.02f) : 0;
    *dzoom = how & 2 ? take_float(in, 0.97f, 1.03f) : 1;
    if (how & 4)
        r->noise = take32(in);
    if ((how & 0xf8) == 0xf8) /* somebody carries it away */
        r->x = take_float(in, -9, 9), r->y = take_float(in, -2, 2),
        r->zoom = take_float(in, 0.3f, 3);
    if (!(fabsf(*dx) < 100) || !(fabsf(*dy) < 100) || !(*dzoom > 0.5f && *dzoom < 2))
        *dx = *dy = 0, *dzoom = 1;
    if (!(fabsf(r->x) < 1000) || !(fabsf(r->y) < 1000) || !(r->zoom > 0.2f && r->zoom < 5))
        r->x = r->y = 0, r->zoom = 1;
}

/* Boards of things side by side, each thing of its own size and class; some stand in a second row.
 */
size_t see_shelf(rig *r, uint8_t misses, uint8_t clutter) {
    size_t count = 0;
    const float pitch = 0.11f, board = 0.42f;
    for (int line = -3; line <= 3; line++)
        for (int i = (int)floorf((r->x - 0.6f / r->zoom) / pitch); count < MOST_ROWS - 8; i++) {
            uint32_t kind = hash((uint32_t)i, (uint32_t)line + 99);
            float cx = 0.5f + ((float)i * pitch - r->x) * r->zoom;
            float cy = 0.5f + ((float)line * board - r->y) * r->zoom;
            if (cx > 1.06f)
                break;
            if (kind < 24 || cy < -0.1f || cy > 1.1f)
                continue;
            if (next(r) < misses)
                continue;
            float w = (0.05f + 0.0002f * (float)kind) * r->zoom;
            float h = (0.2f + 0.0006f * (float)hash(kind, 7)) * r->zoom;
            float score = kind > 240 ? 0.35f : 0.7f + 0.001f * (float)next(r);
            cx += 0.00004f * ((float)next(r) - 128), cy += 0.00004f * ((float)next(r) - 128);
            r->rows[count++] = row(r, cx, cy, w, h, score, kind % 3);
            if (next(r) < clutter) /* a second box */
                r->rows[count++] = row(r, cx + 0.1f * w, cy, w, 0.9f * h, 0.8f * score, next(r));
        }
    if (next(r) < clutter)
        r->rows[count++] =
            row(r, (float)next(r) / 255, (float)next(r) / 255, 0.1f, 0.2f, 0.5f, next(r));
    return count;
}

size_t see_crowd(rig *r, input *in) {
    size_t count = (size_t)take8(in) + 64;
    float x = take_float(in, 0, 1), spread = take_float(in, 0, 0.2f),
          size = take_float(in, 0.02f, 0.5f);
    uint8_t ties = take8(in);
    r->noise = take8(in);
    for (size_t i = 0; i < count; i++) {
        float dx = spread * ((float)next(r) - 128) / 128,
              dy = spread * ((float)next(r) - 128) / 128;
        float score = next(r) < ties ? 0.75f : (float)next(r) / 255;
        r->rows[i] = row(r, x + dx, 0.5f + dy, size, size, score, next(r));
    }
    return count;
}

size_t see_anything(rig *r, input *in) {
    size_t count = take8(in) % 64;
    for (size_t i = 0; i < count; i++) {
        float w = take_float(in, 0.01f, 0.3f), h = take_float(in, 0.01f, 0.4f);
        uint8_t score = take8(in);
        r->rows[i] = row(r, take_float(in, -0.1f, 1.1f), take_float(in, 0, 1), w, h,
                         score < 250 ? (float)score / 249 : take_float(in, -1, 2), score);
        if (score == 255)
            r->rows[i].class_id = take32(in);
    }
    return count;
}

#include "rig.h"

/* What makes a scanner what it is: every choice of every option. */
static void choose(shelf_config *config, input *in) {
    uint8_t flags = take8(in), more = take8(in);
    config->units = flags & 1;
    config->kalman = (flags >> 1) & 1;
    config->crossing = (flags >> 2) & 1;
    config->count_by = (flags >> 3) & 1;
    config->nms = (flags >> 4) & 3;
    config->frame_motion = (flags >> 6) & 1;
    config->tentative_first = (flags >> 7) & 1;
    config->matcher = (more & 3) % 3;
    config->class_gate = ((more >> 2) & 3) % 3;
    config->fusion = ((more >> 4) & 3) % 3;
    config->partners = 1 + (more >> 6) % 3;
}

int configure(rig *r, input *in, size_t most, size_t *needed) {
    uint8_t choice = take8(in), size = take8(in);
    shelf_config *config = &r->config;
    if (shelf_config_init(config, sizeof *config,
                          choice == 255 ? (int32_t)take32(in) : choice % 3) != SHELF_OK)
        return 0;
    config->width = 640, config->height = 480;
    config->max_tracks = 1 + (uint32_t)take8(in) * (size & 1 ? 2 : 1) / (size & 2 ? 1 : 5);
    config->max_detections = 1 + (uint32_t)take8(in) * (size & 1 ? 2 : 1) / (size & 2 ? 1 : 5);
    config->max_items = 1 + (uint32_t)take8(in) / (size & 4 ? 1 : 4);
    config->max_events = 1 + (uint32_t)take8(in);
    config->trail_length = take8(in) % 9;
    config->max_classes = 1 + take8(in) % 8;
    config->max_candidates = 1 + take8(in) % 9;
    config->max_gates = 1 + (size >> 3) % 5;
    config->nms_classes = size >> 7;
    if (!(choice & 64))
        choose(config, in);
    /* Any field, any value. */
    for (uint8_t n = take8(in) % 8; n > 0; n--) {
        size_t at = 4 * (take8(in) % (sizeof *config / 4));
        uint32_t value = take8(in);
        if (value >= 128)
            value = take32(in);
        memcpy((unsigned char *)config + at, &value, 4);
    }
    size_t alignment;
    if (shelf_memory_needed(config, needed, &alignment) != SHELF_OK)
        return 0;
    r->zoom = 1;
    return *needed <= most && config->max_tracks <= 1024;
}

void start_ledger(rig *r) {
    uint32_t gates = r->ledger.gates;
    int is_every[MOST_GATES];
    memcpy(is_every, r->ledger.is_every, sizeof is_every);
    memset(&r->ledger, 0, sizeof r->ledger);
    memcpy(r->ledger.is_every, is_every, sizeof is_every);
    r->ledger.gates = gates;
    r->ledger.is_whole = !r->is_forged;
}

static void place_points(shelf_gate *gate, input *in, uint8_t kind) {
    float scale = gate->units == SHELF_UNITS_PIXEL ? 640 : 1;
    if (gate->kind == SHELF_GATE_BAND && kind % 5 != 0) {
        float lo = take_float(in, 0.2f, 0.7f);
        if (kind % 5 < 3)
            (void)!shelf_gate_set_band(gate, kind & 1, lo, lo + take_float(in, 0.02f, 0.3f));
        return;
    }
    for (uint32_t i = 0; i < gate->point_count && i < SHELF_MAX_GATE_POINTS; i++) {
        gate->points[i].x = take_float(in, 0, scale);
        gate->points[i].y = take_float(in, 0, scale);
    }
}

void add_gate(rig *r, input *in) {
    shelf_gate gate;
    shelf_edge edges[16];
    uint32_t index;
    size_t count;
    REQUIRE(shelf_gate_init(&gate, sizeof gate) == SHELF_OK);
    uint8_t kind = take8(in);
    gate.kind = kind == 255 ? (int32_t)take32(in) : 1 + kind % 3;
    gate.point_count = kind == 254                    ? take8(in)
                       : gate.kind == SHELF_GATE_BAND ? 4
                       : gate.kind == SHELF_GATE_LINE ? 2
                                                      : 3 + kind % 14;
    uint8_t flags = take8(in);
    gate.units = flags & 1;
    gate.anchor = (flags >> 1) & 1;
    gate.count_by = (flags >> 2) % 3 - 1;
    gate.crossing = (flags >> 4) % 3 - 1;
    gate.every = (flags >> 6) & 1;
    gate.dwell = take8(in) % 5;
    gate.margin = take_float(in, 0, 0.1f);
    place_points(&gate, in, kind);
    shelf_status status = shelf_gate_add(r->scanner, &gate, &index);
    if (status != SHELF_OK) {
        REQUIRE(status == SHELF_ERROR_ARGUMENT || status == SHELF_ERROR_CAPACITY);
        REQUIRE(status != SHELF_ERROR_CAPACITY || r->ledger.gates == r->config.max_gates);
        return;
    }
    REQUIRE(index == r->ledger.gates && index < r->config.max_gates);
    r->ledger.is_every[index] = gate.kind == SHELF_GATE_LINE && gate.every == 1;
    r->ledger.gates++;
    REQUIRE(shelf_gate_edges(r->scanner, index, edges, 16, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++)
        REQUIRE(isfinite(edges[i].a.x) && isfinite(edges[i].a.y) && isfinite(edges[i].b.x) &&
                isfinite(edges[i].b.y));
}

/* Bytes as a configuration and then as a program: calls of the library in any order. */
#include "input.h"

enum { MOST_ROWS = 64, MOST_STEPS = 400, BLOCK = 1 << 22 };

typedef struct bench {
    shelf_scanner *scanner;
    shelf_config config;
    unsigned char *block, *other;
    sums sums;
} bench;

static shelf_status configure(input *in, shelf_config *config) {
    uint8_t choice = take8(in);
    shelf_status status =
        shelf_config_init(config, sizeof *config, choice == 255 ? (int32_t)take32(in) : choice % 3);
    if (status != SHELF_OK)
        return status;
    config->width = 640, config->height = 480;
    config->max_tracks = 1 + take8(in) % 48;
    config->max_detections = 1 + take8(in) % 48;
    config->max_items = 1 + take8(in) % 64;
    config->max_events = 1 + take8(in);
    config->trail_length = take8(in) % 9;
    config->max_classes = 1 + take8(in) % 8;
    uint8_t flags = take8(in);
    config->units = flags & 1;
    config->kalman = (flags >> 1) & 1;
    config->crossing = (flags >> 2) & 1;
    config->count_by = (flags >> 3) & 1;
    config->nms = (flags >> 4) & 3;
    config->frame_motion = (flags >> 6) & 1;
    config->tentative_first = (flags >> 7) & 1;
    config->max_candidates = 1 + take8(in) % 8;
    /* Any field, any value. */
    for (uint8_t n = take8(in) % 8; n > 0; n--) {
        size_t at = 4 * (take8(in) % (sizeof *config / 4));
        uint32_t value = take8(in);
        if (value >= 128)
            value = take32(in);
        memcpy((unsigned char *)config + at, &value, 4);
    }
    return SHELF_OK;
}

static void open_scanner(bench *b, input *in) {
    size_t size, alignment;
    if (configure(in, &b->config) != SHELF_OK)
        return;
    if (shelf_memory_needed(&b->config, &size, &alignment) != SHELF_OK)
        return;
    /* The checks' own tables, and the memory of this test. */
    if (size > BLOCK || b->config.max_tracks > 1024)
        return;
    REQUIRE(shelf_open(b->block, size - 1, &b->config, &b->scanner) == SHELF_ERROR_MEMORY);
    REQUIRE(shelf_open(b->block, size, &b->config, &b->scanner) == SHELF_OK);
    memset(&b->sums, 0, sizeof b->sums);
    b->sums.is_whole = 1;
}

static void add_gate(bench *b, input *in) {
    shelf_gate gate;
    uint32_t index;
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
    float scale = gate.units == SHELF_UNITS_PIXEL ? 640 : 1;
    if (gate.kind != SHELF_GATE_BAND || kind % 5 == 0)
        for (uint32_t i = 0; i < gate.point_count && i < SHELF_MAX_GATE_POINTS; i++) {
            gate.points[i].x = take_float(in, 0, scale);
            gate.points[i].y = take_float(in, 0, scale);
        }
    shelf_status status = shelf_gate_add(b->scanner, &gate, &index);
    if (status != SHELF_OK)
        return;
    REQUIRE(index == b->sums.gates && index < 32);
    b->sums.gates++;
    shelf_edge edges[16];
    size_t count;
    REQUIRE(shelf_gate_edges(b->scanner, index, edges, 16, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++)
        REQUIRE(isfinite(edges[i].a.x) && isfinite(edges[i].b.y));
}

static uint64_t time_of(bench *b, input *in) {
    shelf_stats stats;
    uint8_t how = take8(in);
    if (how < 200)
        return 0;
    if (how > 250)
        return take64(in);
    REQUIRE(shelf_get_stats(b->scanner, &stats, sizeof stats) == SHELF_OK);
    return stats.time_us + (how < 230 ? how * 500u : (uint64_t)how << (how % 40));
}

static void update(bench *b, input *in) {
    shelf_detection rows[MOST_ROWS];
    shelf_fate fates[MOST_ROWS];
    size_t count = take8(in) % MOST_ROWS;
    float sx = b->config.units == SHELF_UNITS_PIXEL ? 640 : 1;
    float sy = b->config.units == SHELF_UNITS_PIXEL ? 480 : 1;
    for (size_t i = 0; i < count; i++) {
        float x = take_float(in, -0.1f * sx, 1.1f * sx), y = take_float(in, 0, sy);
        float w = take_float(in, 0.01f * sx, 0.3f * sx), h = take_float(in, 0.01f * sy, 0.4f * sy);
        rows[i].box = (shelf_box){x - w / 2, y - h / 2, x + w / 2, y + h / 2};
        uint8_t score = take8(in);
        rows[i].score = score < 250 ? (float)score / 249 : take_float(in, -1, 2);
        rows[i].class_id = score % 3;
        if (score == 255)
            rows[i].class_id = take32(in);
    }
    memset(fates, 0, sizeof fates);
    shelf_status status = shelf_update(b->scanner, time_of(b, in), rows, count, fates);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_TIME);
    for (size_t i = 0; i < count && status == SHELF_OK; i++) {
        int32_t kind = fates[i].kind;
        REQUIRE((kind >= SHELF_FATE_MATCHED && kind <= SHELF_FATE_REFUSED) ||
                (kind >= SHELF_FATE_NOT_FINITE && kind <= SHELF_FATE_BAD_CLASS));
        REQUIRE((fates[i].track_id != 0) == (kind == SHELF_FATE_MATCHED));
    }
}

/* Any scanner can be saved, restored, and goes on in the other block. */
static void hop(bench *b) {
    static unsigned char bytes[BLOCK], again[BLOCK];
    size_t size, second;
    shelf_scanner *restored;
    REQUIRE(shelf_snapshot_save(b->scanner, bytes, sizeof bytes, &size) == SHELF_OK);
    REQUIRE(shelf_snapshot_restore(b->other, BLOCK, bytes, size, &restored) == SHELF_OK);
    REQUIRE(shelf_snapshot_save(restored, again, sizeof again, &second) == SHELF_OK);
    REQUIRE(size == second && memcmp(bytes, again, size) == 0);
    shelf_close(b->scanner);
    REQUIRE(shelf_finish(b->scanner) == SHELF_ERROR_HANDLE);
    unsigned char *block = b->block;
    b->block = b->other, b->other = block;
    b->scanner = restored;
}

static void correct_items(bench *b, input *in) {
    shelf_item items[64];
    size_t count;
    shelf_status status = shelf_items(b->scanner, items, 64, &count);
    uint64_t first = take8(in), second = take8(in);
    if (status == SHELF_OK && count > 0) {
        first = items[first % count].id;
        second = items[second % count].id;
    }
    status = second & 1 ? shelf_item_dismiss(b->scanner, first)
                        : shelf_item_merge(b->scanner, first, second);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_NOT_FOUND ||
            status == SHELF_ERROR_ARGUMENT);
}

static void step(bench *b, input *in) {
    uint8_t what = take8(in);
    shelf_counts counts;
    switch (what < 150 ? 0 : what % 12) {
    case 1:
        add_gate(b, in);
        break;
    case 2:
        hop(b);
        break;
    case 3:
        correct_items(b, in);
        break;
    case 4:
        REQUIRE(shelf_finish(b->scanner) == SHELF_OK);
        break;
    case 5:
        (void)!shelf_give_motion(b->scanner, take_float(in, -50, 50), take_float(in, -5, 5));
        break;
    case 6:
        if (what < 200)
            break;
        REQUIRE(shelf_reset(b->scanner) == SHELF_OK);
        memset(b->sums.totals, 0, sizeof b->sums.totals);
        b->sums.is_whole = 1;
        break;
    case 7:
        (void)!shelf_get_counts(b->scanner, take8(in), take8(in), &counts, sizeof counts);
        break;
    case 8:
        check_log(b->scanner, &b->sums);
        break;
    case 9:
        open_scanner(b, in);
        break;
    default:
        update(b, in);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(64) unsigned char blocks[2][BLOCK];
    input in = {data, data + size};
    bench b = {.block = blocks[0], .other = blocks[1]};
    open_scanner(&b, &in);
    if (b.scanner == NULL)
        return 0;
    add_gate(&b, &in);
    for (int i = 0; i < MOST_STEPS && in.at < in.end; i++) {
        step(&b, &in);
        check_tracks(b.scanner);
        if (i % 8 == 0)
            check_items(b.scanner);
    }
    check_items(b.scanner);
    check_log(b.scanner, &b.sums);
    shelf_close(b.scanner);
    return 0;
}

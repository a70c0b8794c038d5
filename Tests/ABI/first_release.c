/*
 * A program as the first release's header compiled it: struct sizes and offsets are its numbers,
 * never those of today's header. Whatever has grown since, it runs, and nothing is written behind
 * the bytes that it brings.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CONFIG = 160,
    GATE = 168,
    COUNTS = 64,
    STATS = 224,
    GUARD = 64,
    PIXELS_WIDE = 8,
    PIXELS_HIGH = 12
};

int32_t shelf_config_init(void *config, size_t size, int32_t preset);
int32_t shelf_memory_needed(const void *config, size_t *size, size_t *alignment);
int32_t shelf_open(void *memory, size_t size, const void *config, void **scanner);
int32_t shelf_gate_init(void *gate, size_t size);
int32_t shelf_gate_add(void *scanner, const void *gate, uint32_t *index);
int32_t shelf_update(void *scanner, uint64_t time, const void *rows, size_t count, void *fates);
int32_t shelf_finish(void *scanner);
int32_t shelf_get_counts(const void *scanner, uint32_t gate, uint32_t class_id, void *counts,
                         size_t size);
int32_t shelf_get_stats(const void *scanner, void *stats, size_t size);

typedef struct row {
    float x1, y1, x2, y2, score;
    uint32_t class_id;
} row;

static union {
    unsigned char bytes[256 + GUARD];
    uint64_t aligned;
} config, gate, counts, stats;

static int failures = 0;

static void expect(int condition, const char *what) {
    if (!condition) {
        printf("not so: %s\n", what);
        failures++;
    }
}
static void prepare(unsigned char *bytes) {
    memset(bytes, 0xA5, 256 + GUARD);
}
static void expect_guard(const unsigned char *bytes, size_t size, const char *what) {
    for (size_t i = size; i < size + GUARD; i++)
        if (bytes[i] != 0xA5) {
            expect(0, what);
            return;
        }
}

int main(void) {
    const uint32_t width = 640, height = 480, all_classes = 0xffffffffu;
    size_t size = 0, alignment = 0;
    void *memory = NULL, *scanner = NULL;
    uint32_t index = 9;
    uint64_t total = 0, frames = 0;

    prepare(config.bytes), prepare(gate.bytes), prepare(counts.bytes), prepare(stats.bytes);
    expect(shelf_config_init(config.bytes, CONFIG, 0) == 0, "shelf_config_init");
    expect(shelf_config_init(config.bytes, CONFIG - 1, 0) == -2, "a smaller one is refused");
    expect_guard(config.bytes, CONFIG, "bytes behind the configuration");
    memcpy(config.bytes + PIXELS_WIDE, &width, sizeof width);
    memcpy(config.bytes + PIXELS_HIGH, &height, sizeof height);
    expect(shelf_memory_needed(config.bytes, &size, &alignment) == 0, "shelf_memory_needed");
    memory = malloc(size + alignment);
    if (memory == NULL)
        return 1;
    unsigned char *block = (unsigned char *)memory + alignment - (uintptr_t)memory % alignment;
    expect(shelf_open(block, size, config.bytes, &scanner) == 0, "shelf_open");
    expect(shelf_gate_init(gate.bytes, GATE) == 0, "shelf_gate_init");
    expect_guard(gate.bytes, GATE, "bytes behind the gate");
    expect(shelf_gate_add(scanner, gate.bytes, &index) == 0 && index == 0, "shelf_gate_add");
    for (float x = 0; x < 590; x += 10) {
        const row can = {x, 200, x + 50, 300, 0.9f, 0};
        expect(shelf_update(scanner, 0, &can, 1, NULL) == 0, "shelf_update");
    }
    expect(shelf_finish(scanner) == 0, "shelf_finish");
    expect(shelf_get_counts(scanner, 0, all_classes, counts.bytes, COUNTS) == 0, "counts");
    expect_guard(counts.bytes, COUNTS, "bytes behind the counts");
    memcpy(&total, counts.bytes + 8, sizeof total);
    expect(total == 1, "one can counted");
    expect(shelf_get_stats(scanner, stats.bytes, STATS) == 0, "shelf_get_stats");
    expect_guard(stats.bytes, STATS, "bytes behind the statistics");
    memcpy(&frames, stats.bytes + 16, sizeof frames);
    expect(frames == 59, "59 frames");
    free(memory);
    return failures == 0 ? 0 : 1;
}

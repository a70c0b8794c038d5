/* Bytes as a snapshot, sealed so that they pass for one: whatever they say, what is restored works.
 */
#include "input.h"

enum { BLOCK = 1 << 23, HEADER = 20 };

/* Letters, version, length and hash as they should be. */
static size_t seal(unsigned char *bytes, const uint8_t *data, size_t size) {
    uint64_t hash = 0xcbf29ce484222325u, length = HEADER + size + 8;
    memcpy(bytes, "SHELFSNP\1\0\0\0", 12);
    for (int i = 0; i < 8; i++)
        bytes[12 + i] = (unsigned char)(length >> (8 * i));
    memcpy(bytes + HEADER, data, size);
    for (size_t i = 0; i < HEADER + size; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    for (int i = 0; i < 8; i++)
        bytes[HEADER + size + i] = (unsigned char)(hash >> (8 * i));
    return length;
}

/* A row of things that moves on, as a detector might see it. */
static void show(shelf_scanner *scanner, const shelf_config *config, int frame) {
    shelf_detection rows[12];
    float sx = config->units == SHELF_UNITS_PIXEL ? (float)config->width : 1;
    float sy = config->units == SHELF_UNITS_PIXEL ? (float)config->height : 1;
    for (int i = 0; i < 12; i++) {
        float x = (float)(i % 6) / 6 + 0.02f * (float)frame, y = i < 6 ? 0.2f : 0.7f;
        rows[i] = (shelf_detection){{x * sx, y * sy, (x + 0.1f) * sx, (y + 0.3f) * sy}, 0.9f, 0};
    }
    shelf_status status = shelf_update(scanner, 0, rows, 12, NULL);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_TIME);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static _Alignas(64) unsigned char block[BLOCK];
    static unsigned char bytes[1 << 20];
    shelf_config config;
    shelf_scanner *scanner;
    size_t needed, alignment;
    shelf_status status;
    /* As they are, they are hardly ever one. */
    status = shelf_snapshot_config(data, size, &config, sizeof config);
    REQUIRE(status == SHELF_ERROR_SNAPSHOT || status == SHELF_OK);
    if (size > sizeof bytes - HEADER - 8)
        return 0;
    size = seal(bytes, data, size);
    if (shelf_snapshot_config(bytes, size, &config, sizeof config) != SHELF_OK)
        return 0;
    REQUIRE(shelf_memory_needed(&config, &needed, &alignment) == SHELF_OK);
    if (needed > sizeof block)
        return 0;
    status = shelf_snapshot_restore(block, needed, bytes, size, &scanner);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_SNAPSHOT);
    if (status != SHELF_OK)
        return 0;
    for (int frame = 0; frame < 6; frame++)
        show(scanner, &config, frame);
    REQUIRE(shelf_finish(scanner) == SHELF_OK);
    REQUIRE(shelf_snapshot_save(scanner, bytes, sizeof bytes, &size) == SHELF_OK ||
            size > sizeof bytes);
    shelf_close(scanner);
    return 0;
}

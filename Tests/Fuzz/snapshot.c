/* Snapshots that others wrote: bytes sealed so that they pass for one, or the snapshot of a scanner
 * at work with some of its bytes changed. Whatever they say, what is restored works and does no
 * harm. */
#include "rig.h"

enum { BLOCK = 1 << 22, HEADER = 20, HASH = 8 };

static _Alignas(64) unsigned char block[BLOCK];
static unsigned char bytes[BLOCK];

/* Letters, version, length and hash as they should be. */
static void seal(size_t length) {
    uint64_t hash = 0xcbf29ce484222325u;
    memcpy(bytes, "SHELFSNP\1\0\0\0", 12);
    for (int i = 0; i < 8; i++)
        bytes[12 + i] = (unsigned char)(length >> (8 * i));
    for (size_t i = 0; i < length - HASH; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    for (int i = 0; i < 8; i++)
        bytes[length - HASH + (size_t)i] = (unsigned char)(hash >> (8 * i));
}

static size_t save(const shelf_scanner *scanner) {
    size_t size;
    REQUIRE(shelf_snapshot_save(scanner, bytes, BLOCK, &size) == SHELF_OK);
    return size;
}

/* The snapshot of a scanner that has seen a shelf; 0: there is none. */
static size_t write_snapshot(rig *r, input *in) {
    size_t needed;
    if (!configure(r, in, BLOCK, &needed))
        return 0;
    REQUIRE(shelf_open(block, needed, &r->config, &r->scanner) == SHELF_OK);
    start_ledger(r);
    for (uint8_t gates = take8(in) % 4; gates > 0; gates--)
        add_gate(r, in);
    for (uint8_t shots = 1 + take8(in) % 3; shots > 0; shots--)
        show_shelf(r, in);
    size_t size = save(r->scanner);
    shelf_close(r->scanner);
    return size;
}

static void change(size_t size, input *in) {
    static const uint32_t odd[] = {0,          1,          0x7f,       0xff,       0x7fffffff,
                                   0x80000000, 0xffffffff, 0x3f800000, 0xbf800000, 0x7f7fffff,
                                   0xff7fffff, 0x7f800000, 0x7fc00000, 0x00000001, 0x5d5e0b6b,
                                   0xdd5e0b6b, 0x4b800000, 0x10000000};
    for (uint8_t n = take8(in) % 8; n > 0; n--) {
        size_t at = HEADER + (take32(in) & 0xffffff) % (size - HEADER - HASH),
               left = size - HASH - at;
        uint8_t how = take8(in), width = how & 64 ? 4 : how & 32 ? 8 : how & 16 ? 2 : 1;
        uint8_t fill[8] = {0};
        uint32_t value = how & 128 ? take32(in) : odd[how % (sizeof odd / sizeof *odd)];
        memcpy(fill, &value, 4);
        memcpy(bytes + at, fill, width < left ? width : left);
    }
}

/* Restores what the bytes say; false where they are refused. */
static int restore(rig *r, size_t size) {
    size_t needed, alignment;
    shelf_status status = shelf_snapshot_config(bytes, size, &r->config, sizeof r->config);
    REQUIRE(status == SHELF_ERROR_SNAPSHOT || status == SHELF_OK);
    if (status != SHELF_OK)
        return 0;
    REQUIRE(shelf_memory_needed(&r->config, &needed, &alignment) == SHELF_OK);
    if (needed > BLOCK || r->config.max_tracks > 1024)
        return 0;
    memset(block, 0xa5, needed);
    status = shelf_snapshot_restore(block, needed, bytes, size, &r->scanner);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_SNAPSHOT);
    return status == SHELF_OK;
}

static void check_all(rig *r) {
    check_tracks(r);
    check_items(r);
    check_log(r);
}

static void use(rig *r, input *in) {
    uint32_t gates = 0;
    r->is_forged = 1;

    shelf_counts counts;
    while (shelf_get_counts(r->scanner, gates, SHELF_ALL_CLASSES, &counts, sizeof counts) ==
           SHELF_OK)
        gates++;
    r->ledger.gates = gates;
    check_all(r);
    for (int shots = 0; shots < 3; shots++) {
        show_shelf(r, in);
        check_all(r);
        correct_items(r, in);
        add_gate(r, in);
    }
    for (int frames = 0; frames < 3; frames++)
        (void)!update(r, stats_of(r).time_us + (1u << take8(in) % 32), see_shelf(r, 9, 9));
    REQUIRE(shelf_finish(r->scanner) == SHELF_OK);
    check_all(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t length) {
    static rig r;
    input in = {data, data + length};
    memset(&r, 0, sizeof r);
    size_t size;
    if (take8(&in) == 255) {
        size = (size_t)(in.end - in.at);
        memcpy(bytes, in.at, size);
        shelf_status status = shelf_snapshot_config(bytes, size, &r.config, sizeof r.config);
        REQUIRE(status == SHELF_ERROR_SNAPSHOT || status == SHELF_OK);
        memcpy(bytes + HEADER, in.at, size);
        size += HEADER + HASH;
        in.at = data;
    } else {
        size = write_snapshot(&r, &in);
        if (size == 0)
            return 0;
        change(size, &in);
    }
    seal(size);
    r.zoom = 1, r.x = 0, r.y = 0;
    if (!restore(&r, size))
        return 0;
    use(&r, &in);
    size = save(r.scanner);
    shelf_close(r.scanner);
    return 0;
}

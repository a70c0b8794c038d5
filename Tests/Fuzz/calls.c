/* Bytes as a configuration and then as a program: calls of the library in any order. */
#include "rig.h"

enum { MOST_STEPS = 120, BLOCK = 1 << 22 };

static _Alignas(64) unsigned char blocks[2][BLOCK];
static unsigned char saved[BLOCK], again[BLOCK];
/* Where the scanner lies, and where it goes next. */
static unsigned char *block = blocks[0], *other = blocks[1];

static void open_scanner(rig *r, input *in) {
    size_t size;
    rig fresh;
    memset(&fresh, 0, sizeof fresh);
    if (!configure(&fresh, in, BLOCK, &size))
        return;
    *r = fresh;
    memset(block, 0xa5, size);
    REQUIRE(shelf_open(block + 4, size, &r->config, &r->scanner) == SHELF_ERROR_MEMORY);
    REQUIRE(shelf_open(block, size - 1, &r->config, &r->scanner) == SHELF_ERROR_MEMORY);
    REQUIRE(shelf_open(block, size, &r->config, &r->scanner) == SHELF_OK);
    start_ledger(r);
}

static uint64_t time_of(const rig *r, input *in) {
    uint8_t how = take8(in);
    if (how < 200)
        return 0;
    if (how > 250)
        return take64(in);
    return stats_of(r).time_us + (how < 230 ? how * 500u : (uint64_t)how << (how % 40));
}

static size_t save(const shelf_scanner *scanner, unsigned char *bytes) {
    size_t size;
    REQUIRE(shelf_snapshot_save(scanner, bytes, BLOCK, &size) == SHELF_OK);
    return size;
}

/* The scanner once more, in the other block, whatever lay there. */
static shelf_scanner *twin(const rig *r) {
    shelf_scanner *scanner;
    size_t needed, alignment, size = save(r->scanner, saved);
    REQUIRE(shelf_memory_needed(&r->config, &needed, &alignment) == SHELF_OK);
    memset(other, 0xa5, needed);
    REQUIRE(shelf_snapshot_restore(other, needed, saved, size, &scanner) == SHELF_OK);
    REQUIRE(size == save(scanner, again) && memcmp(saved, again, size) == 0);
    return scanner;
}

/* The tracks without the numbers of their rows, and the places. */
static size_t results(const shelf_scanner *scanner, unsigned char *bytes) {
    static shelf_track tracks[1024];
    static shelf_item items[4096];
    size_t count, places;
    REQUIRE(shelf_tracks(scanner, 7, tracks, 1024, &count) == SHELF_OK);
    REQUIRE(shelf_items(scanner, items, 4096, &places) == SHELF_OK);
    for (size_t i = 0; i < count; i++)
        tracks[i].detection = 0;
    memcpy(bytes, tracks, count * sizeof *tracks);
    memcpy(bytes + count * sizeof *tracks, items, places * sizeof *items);
    return count * sizeof *tracks + places * sizeof *items;
}

/* A restored scanner does what the scanner itself does; and so it does with the rows in another
 * order. */
static void update_twice(rig *r, uint64_t time, size_t count, int is_reversed) {
    static shelf_detection rows[MOST_ROWS];
    static shelf_fate fates[MOST_ROWS];
    shelf_scanner *copy = twin(r);
    is_reversed = is_reversed && r->config.matcher != SHELF_MATCHER_SEED;
    memset(fates, 0, sizeof fates);
    for (size_t i = 0; i < count; i++)
        rows[i] = r->rows[is_reversed ? count - 1 - i : i];
    shelf_status status = shelf_update(copy, time, rows, count, fates);
    REQUIRE(update(r, time, count) == status);
    size_t size;
    if (is_reversed) {
        size = results(r->scanner, saved);
        REQUIRE(results(copy, again) == size);
    } else {
        REQUIRE(memcmp(fates, r->fates, count * sizeof *fates) == 0);
        size = save(r->scanner, saved);
        REQUIRE(save(copy, again) == size);
    }
    REQUIRE(memcmp(saved, again, size) == 0);
    shelf_close(copy);
}

static void any_update(rig *r, input *in, uint8_t what) {
    uint64_t time = time_of(r, in);
    size_t count = what % 3 == 0 ? see_crowd(r, in) : see_anything(r, in);
    if (what & 64)
        update_twice(r, time, count, what & 32);
    else
        (void)!update(r, time, count);
}

static void hop(rig *r) {
    shelf_scanner *scanner = twin(r);
    shelf_close(r->scanner);
    REQUIRE(shelf_finish(r->scanner) == SHELF_ERROR_HANDLE);
    unsigned char *left = block;
    block = other, other = left;
    r->scanner = scanner;
}

static void step(rig *r, input *in) {
    uint8_t what = take8(in);
    shelf_counts counts;
    shelf_status status;
    switch (what < 150 ? 0 : what % 12) {
    case 0:
        if (what < 60)
            any_update(r, in, what);
        else
            show_shelf(r, in);
        break;
    case 1:
        add_gate(r, in);
        break;
    case 2:
        hop(r);
        break;
    case 3:
        correct_items(r, in);
        break;
    case 4:
        REQUIRE(shelf_finish(r->scanner) == SHELF_OK);
        break;
    case 5:
        status = shelf_give_motion(r->scanner, take_float(in, -50, 50), take_float(in, -5, 5));
        REQUIRE(status == SHELF_OK || status == SHELF_ERROR_ARGUMENT ||
                status == SHELF_ERROR_UNSUPPORTED);
        break;
    case 6:
        if (what < 200)
            break;
        REQUIRE(shelf_reset(r->scanner) == SHELF_OK);
        start_ledger(r);
        break;
    case 7:
        status = shelf_get_counts(r->scanner, take8(in), take8(in), &counts, sizeof counts);
        REQUIRE(status == SHELF_OK || status == SHELF_ERROR_NOT_FOUND);
        break;
    case 8:
        check_log(r);
        break;
    case 9:
        if (what > 230)
            open_scanner(r, in);
        break;
    default:
        update_twice(r, time_of(r, in), see_shelf(r, what, 9), what & 1);
        break;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static rig r;
    input in = {data, data + size};
    memset(&r, 0, sizeof r);
    open_scanner(&r, &in);
    if (r.scanner == NULL)
        return 0;
    add_gate(&r, &in);
    for (int i = 0; i < MOST_STEPS && in.at < in.end; i++) {
        step(&r, &in);
        check_tracks(&r);
        check_items(&r);
    }
    REQUIRE(shelf_finish(r.scanner) == SHELF_OK);
    check_log(&r);
    shelf_close(r.scanner);
    return 0;
}

#include "rig.h"

shelf_status update(rig *r, uint64_t time_us, size_t count) {
    shelf_stats before = stats_of(r);
    memset(r->fates, 0, sizeof r->fates);
    shelf_status status = shelf_update(r->scanner, time_us, r->rows, count, r->fates);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_TIME);
    if (status == SHELF_OK) {
        check_update(r, &before, count);
    } else {
        shelf_stats after = stats_of(r);
        REQUIRE(memcmp(&before, &after, sizeof before) == 0);
    }
    return status;
}

void show_shelf(rig *r, input *in) {
    uint8_t frames = take8(in) % 48, misses = take8(in), clutter = take8(in);
    float dx, dy, dzoom;
    point_camera(r, in, &dx, &dy, &dzoom);
    for (; frames > 0; frames--) {
        r->x += dx, r->y += dy;
        if (r->zoom * dzoom > 0.3f && r->zoom * dzoom < 3)
            r->zoom *= dzoom;
        (void)!update(r, 0, see_shelf(r, misses, clutter / 4));
    }
}

void correct_items(rig *r, input *in) {
    static shelf_item items[4096];
    size_t count;
    uint64_t first = take8(in), second = take8(in);
    uint8_t how = take8(in);
    REQUIRE(shelf_items(r->scanner, items, 4096, &count) == SHELF_OK);
    if (count > 0 && how < 250) {
        first = items[first % count].id;
        second = items[second % count].id;
    }
    shelf_status status = how & 1 ? shelf_item_dismiss(r->scanner, first)
                                  : shelf_item_merge(r->scanner, first, second);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_NOT_FOUND ||
            status == SHELF_ERROR_ARGUMENT);
    REQUIRE(status != SHELF_ERROR_ARGUMENT || first == second);
}

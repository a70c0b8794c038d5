/* What must hold of a scanner's answers, whatever went in. */
#include "input.h"

enum { MOST_TRACKS = 1024, MOST_ITEMS = 4096, MOST_EVENTS = 65536, MOST_POINTS = 1024 };

void check_tracks(const shelf_scanner *scanner) {
    static shelf_track tracks[MOST_TRACKS];
    static shelf_point points[MOST_POINTS];
    size_t count, trail;
    const int32_t all = SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST;
    REQUIRE(shelf_tracks(scanner, all, tracks, MOST_TRACKS, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++) {
        const shelf_track *t = &tracks[i];
        REQUIRE(is_box_finite(&t->box) && t->box.x1 <= t->box.x2 && t->box.y1 <= t->box.y2);
        REQUIRE(isfinite(t->vx) && isfinite(t->vy) && t->score >= 0 && t->score <= 1);
        REQUIRE(t->state == SHELF_TRACK_TENTATIVE || t->state == SHELF_TRACK_TRACKED ||
                t->state == SHELF_TRACK_LOST);
        REQUIRE((t->id == 0) == (t->state == SHELF_TRACK_TENTATIVE));
        REQUIRE((t->detection >= 0) == (t->missed == 0));
        if (t->id == 0)
            continue;
        for (size_t j = 0; j < i; j++)
            REQUIRE(tracks[j].id != t->id);
        REQUIRE(shelf_trail(scanner, t->id, points, MOST_POINTS, &trail) == SHELF_OK);
        for (size_t k = 0; k < trail; k++)
            REQUIRE(isfinite(points[k].x) && isfinite(points[k].y));
    }
}

void check_items(const shelf_scanner *scanner) {
    static shelf_item items[MOST_ITEMS];
    size_t count;
    REQUIRE(shelf_items(scanner, items, MOST_ITEMS, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++) {
        const shelf_item *m = &items[i];
        REQUIRE(is_box_finite(&m->place) && is_box_finite(&m->box) && isfinite(m->evidence));
        REQUIRE(m->score >= 0 && m->score <= 1 && m->id > 0);
        REQUIRE(m->state >= SHELF_ITEM_OPEN && m->state <= SHELF_ITEM_MERGED);
        for (size_t j = 0; j < i; j++)
            REQUIRE(items[j].id != m->id);
    }
}

void check_log(shelf_scanner *scanner, sums *sums) {
    static shelf_event events[MOST_EVENTS];
    size_t count;
    shelf_stats stats;
    REQUIRE(shelf_get_stats(scanner, &stats, sizeof stats) == SHELF_OK);
    REQUIRE(isfinite(stats.pose_x) && isfinite(stats.pose_y) && isfinite(stats.pose_scale));
    REQUIRE(isfinite(stats.pose_roll) && isfinite(stats.lens));
    REQUIRE(shelf_events(scanner, events, MOST_EVENTS, &count) == SHELF_OK);
    for (size_t i = 0; i < count; i++) {
        const shelf_event *e = &events[i];
        REQUIRE(is_box_finite(&e->box) && isfinite(e->score) && isfinite(e->evidence));
        REQUIRE(e->gate < sums->gates && e->direction >= -1 && e->direction <= 1);
        REQUIRE(e->frame <= e->emitted_frame && e->emitted_frame <= stats.frames);
        sums->totals[e->gate][e->direction + 1] += (uint64_t)(int64_t)e->delta;
    }
    sums->is_whole = sums->is_whole && stats.events_dropped == 0;
    for (uint32_t gate = 0; gate < sums->gates; gate++) {
        shelf_counts c;
        REQUIRE(shelf_get_counts(scanner, gate, SHELF_ALL_CLASSES, &c, sizeof c) == SHELF_OK);
        REQUIRE(c.total == c.forward + c.backward + c.undirected);
        REQUIRE(c.low <= c.total && c.total <= c.high);
        if (!sums->is_whole)
            continue;
        REQUIRE(c.backward == sums->totals[gate][0]);
        REQUIRE(c.undirected == sums->totals[gate][1]);
        REQUIRE(c.forward == sums->totals[gate][2]);
    }
}

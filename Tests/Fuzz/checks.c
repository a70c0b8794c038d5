#include "rig.h"

enum { MOST_TRACKS = 1024, MOST_ITEMS = 4096, MOST_POINTS = 1024 };

shelf_stats stats_of(const rig *r) {
    shelf_stats stats;
    REQUIRE(shelf_get_stats(r->scanner, &stats, sizeof stats) == SHELF_OK);
    REQUIRE(isfinite(stats.pose_x) && isfinite(stats.pose_y) && isfinite(stats.pose_scale));
    REQUIRE(isfinite(stats.pose_roll) && isfinite(stats.lens));
    return stats;
}

void check_tracks(const rig *r) {
    static shelf_track tracks[MOST_TRACKS];
    static shelf_point points[MOST_POINTS];
    size_t count, trail;
    const int32_t all = SHELF_TRACK_TENTATIVE | SHELF_TRACK_TRACKED | SHELF_TRACK_LOST;
    REQUIRE(shelf_tracks(r->scanner, all, tracks, MOST_TRACKS, &count) == SHELF_OK);
    REQUIRE(count <= r->config.max_tracks);
    for (size_t i = 0; i < count; i++) {
        const shelf_track *t = &tracks[i];
        REQUIRE(is_box_finite(&t->box) && isfinite(t->vx) && isfinite(t->vy) && isfinite(t->score));
        REQUIRE(t->class_id < r->config.max_classes);
        if (t->id != 0) {
            REQUIRE(shelf_trail(r->scanner, t->id, points, MOST_POINTS, &trail) == SHELF_OK);
            REQUIRE(trail <= r->config.trail_length);
            for (size_t k = 0; k < trail; k++)
                REQUIRE(isfinite(points[k].x) && isfinite(points[k].y));
        }
        if (r->is_forged)
            continue;
        REQUIRE(t->box.x1 <= t->box.x2 && t->box.y1 <= t->box.y2 && t->score >= 0 && t->score <= 1);
        REQUIRE(t->state == SHELF_TRACK_TENTATIVE || t->state == SHELF_TRACK_TRACKED ||
                t->state == SHELF_TRACK_LOST);
        REQUIRE((t->id == 0) == (t->state == SHELF_TRACK_TENTATIVE));
        REQUIRE((t->detection >= 0) == (t->missed == 0) && t->hits > 0);
        for (size_t j = 0; j < i; j++)
            REQUIRE(tracks[j].id != t->id || t->id == 0);
    }
}

void check_items(const rig *r) {
    static shelf_item items[MOST_ITEMS];
    size_t count;
    REQUIRE(shelf_items(r->scanner, items, MOST_ITEMS, &count) == SHELF_OK);
    REQUIRE(count <= r->config.max_items);
    for (size_t i = 0; i < count; i++) {
        const shelf_item *m = &items[i];
        REQUIRE(is_box_finite(&m->place) && is_box_finite(&m->box) && isfinite(m->evidence));
        REQUIRE(isfinite(m->score) && m->class_id < r->config.max_classes);
        REQUIRE(m->state >= SHELF_ITEM_OPEN && m->state <= SHELF_ITEM_MERGED);
        if (r->is_forged)
            continue;
        REQUIRE(m->score >= 0 && m->score <= 1 && m->id > 0);
        for (size_t j = 0; j < i; j++)
            REQUIRE(items[j].id != m->id);
    }
}

/* Each row has one fate, and the statistics know of it. */
static void check_fates(const rig *r, const shelf_stats *a, const shelf_stats *b, size_t count) {
    uint64_t fates[SHELF_FATE_BAD_CLASS + 1] = {0};
    float least_kept = 2, best_left = -1;
    for (size_t i = 0; i < count; i++) {
        const shelf_fate *f = &r->fates[i];
        REQUIRE((f->kind >= SHELF_FATE_MATCHED && f->kind <= SHELF_FATE_REFUSED) ||
                (f->kind >= SHELF_FATE_NOT_FINITE && f->kind <= SHELF_FATE_BAD_CLASS));
        REQUIRE(f->stage >= 0 && f->stage <= 3);
        REQUIRE(r->is_forged || (f->track_id != 0) == (f->kind == SHELF_FATE_MATCHED));
        fates[f->kind]++;
        if (f->kind == SHELF_FATE_OVERFLOW && r->rows[i].score > best_left)
            best_left = r->rows[i].score;
        if (f->kind < SHELF_FATE_IGNORED && r->rows[i].score < least_kept)
            least_kept = r->rows[i].score;
    }
    REQUIRE(best_left <= least_kept);
    REQUIRE(b->rows == a->rows + count &&
            b->rows_overflow == a->rows_overflow + fates[SHELF_FATE_OVERFLOW]);
    REQUIRE(b->rows_not_finite == a->rows_not_finite + fates[SHELF_FATE_NOT_FINITE]);
    REQUIRE(b->rows_inverted == a->rows_inverted + fates[SHELF_FATE_INVERTED]);
    REQUIRE(b->rows_empty == a->rows_empty + fates[SHELF_FATE_EMPTY]);
    REQUIRE(b->rows_too_far == a->rows_too_far + fates[SHELF_FATE_TOO_FAR]);
    REQUIRE(b->rows_bad_score == a->rows_bad_score + fates[SHELF_FATE_BAD_SCORE]);
    REQUIRE(b->rows_bad_class == a->rows_bad_class + fates[SHELF_FATE_BAD_CLASS]);
    REQUIRE(b->tracks_refused == a->tracks_refused + fates[SHELF_FATE_REFUSED]);
    REQUIRE(b->rows_suppressed <= a->rows_suppressed + fates[SHELF_FATE_SUPPRESSED]);
    uint64_t kept = fates[SHELF_FATE_MATCHED] + fates[SHELF_FATE_TENTATIVE] +
                    fates[SHELF_FATE_UNMATCHED] + fates[SHELF_FATE_SUPPRESSED] +
                    fates[SHELF_FATE_REFUSED];
    REQUIRE(kept <= r->config.max_detections);
    REQUIRE(fates[SHELF_FATE_OVERFLOW] == 0 || kept == r->config.max_detections);
}

/* Every matched row is that of the track that it names. */
static void check_matches(const rig *r, size_t count) {
    static shelf_track tracks[MOST_TRACKS];
    size_t n, matched = 0;
    REQUIRE(shelf_tracks(r->scanner, SHELF_TRACK_TRACKED, tracks, MOST_TRACKS, &n) == SHELF_OK);
    for (size_t i = 0; i < n; i++) {
        REQUIRE(tracks[i].detection >= 0 && (size_t)tracks[i].detection < count);
        REQUIRE(r->fates[tracks[i].detection].track_id == tracks[i].id);
    }
    for (size_t i = 0; i < count; i++)
        matched += r->fates[i].kind == SHELF_FATE_MATCHED;
    REQUIRE(matched == n);
}

void check_update(const rig *r, const shelf_stats *before, size_t count) {
    shelf_stats now = stats_of(r);
    check_fates(r, before, &now, count);
    if (r->is_forged)
        return;
    REQUIRE(now.frames == before->frames + 1);
    REQUIRE(now.time_us > before->time_us || before->frames == 0);
    REQUIRE(now.tracks_started - now.tracks_removed ==
            (uint64_t)now.tentative + now.tracked + now.lost);
    REQUIRE(now.tracks_confirmed <= now.tracks_started && now.duplicates <= now.tracks_removed);
    REQUIRE(now.events >= now.events_dropped && now.items <= r->config.max_items);
    check_matches(r, count);
}

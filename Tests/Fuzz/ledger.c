#include "rig.h"

enum { MOST_EVENTS = 65536 };

/* Each identity counts at most once in each gate, and at most one count is taken back. */
static void enter(ledger *l, const shelf_event *e, int is_whole) {
    int by_item = e->item_id != 0;
    uint64_t id = by_item ? e->item_id << 1 | 1 : e->track_id << 1;
    if (e->delta == 0 || (l->is_every[e->gate] && !by_item))
        return;
    for (size_t k = 0, at = (id * 31 + e->gate) % MOST_IDENTITIES; k < MOST_IDENTITIES; k++, at++) {
        at %= MOST_IDENTITIES;
        if (l->identities[at].id == 0) {
            l->identities[at].id = id;
            l->identities[at].gate = e->gate;
        }
        if (l->identities[at].id != id || l->identities[at].gate != e->gate)
            continue;
        l->identities[at].sum += e->delta;
        /* A merged place may give its count to another without a word in the log. */
        REQUIRE(!is_whole || (l->identities[at].sum <= 1 && l->identities[at].sum >= -1));
        REQUIRE(!is_whole || by_item || l->identities[at].sum == 1);
        return;
    }
}

static void check_event(const rig *r, const shelf_event *e, const shelf_stats *stats) {
    REQUIRE(is_box_finite(&e->box) && isfinite(e->score) && isfinite(e->evidence));
    REQUIRE(e->gate < r->ledger.gates && e->direction >= -1 && e->direction <= 1);
    REQUIRE(e->class_id < r->config.max_classes);
    REQUIRE(e->kind >= SHELF_EVENT_COUNT && e->kind <= SHELF_EVENT_MERGE);
    REQUIRE(e->reason >= SHELF_REASON_DWELL && e->reason <= SHELF_REASON_CALLER);
    if (r->is_forged)
        return;
    REQUIRE(e->frame <= e->emitted_frame && e->emitted_frame <= stats->frames);
    REQUIRE(e->emitted_frame >= r->ledger.last_frame && e->time_us <= stats->time_us);
    REQUIRE(e->delta == (e->kind == SHELF_EVENT_COUNT     ? 1
                         : e->kind >= SHELF_EVENT_DISMISS ? -1
                                                          : 0));
    REQUIRE(e->score >= 0 && e->score <= 1 && (e->item_id != 0 || e->track_id != 0));
    REQUIRE((e->kind >= SHELF_EVENT_DISMISS) == (e->reason == SHELF_REASON_CALLER));
}

static void check_classes(const rig *r, uint32_t gate, const shelf_counts *all) {
    uint64_t total = 0, passed = 0, inside = 0;
    for (uint32_t id = 0; id < r->config.max_classes; id++) {
        shelf_counts c;
        REQUIRE(shelf_get_counts(r->scanner, gate, id, &c, sizeof c) == SHELF_OK);
        total += c.total, passed += c.passed, inside += c.inside;
    }
    REQUIRE(total == all->total && passed == all->passed && inside == all->inside);
}

void check_log(rig *r) {
    static shelf_event events[MOST_EVENTS];
    ledger *l = &r->ledger;
    shelf_stats stats = stats_of(r);
    size_t count;
    l->is_whole = l->is_whole && stats.events_dropped == 0;
    REQUIRE(shelf_events(r->scanner, events, MOST_EVENTS, &count) == SHELF_OK);
    REQUIRE(count <= r->config.max_events);
    for (size_t i = 0; i < count; i++) {
        const shelf_event *e = &events[i];
        check_event(r, e, &stats);
        l->totals[e->gate][e->direction + 1] += (uint64_t)(int64_t)e->delta;
        l->passed[e->gate] += e->kind == SHELF_EVENT_PASSED;
        l->last_frame = e->emitted_frame;
        enter(l, e, l->is_whole);
    }
    l->taken += count;
    REQUIRE(r->is_forged || stats.events == l->taken + stats.events_dropped);
    for (uint32_t gate = 0; gate < l->gates; gate++) {
        shelf_counts c;
        REQUIRE(shelf_get_counts(r->scanner, gate, SHELF_ALL_CLASSES, &c, sizeof c) == SHELF_OK);
        REQUIRE(c.total == c.forward + c.backward + c.undirected);
        if (r->config.max_classes <= 8)
            check_classes(r, gate, &c);
        if (r->is_forged)
            continue;
        REQUIRE(c.low <= c.total && c.total <= c.high);
        if (!l->is_whole)
            continue;
        REQUIRE(c.backward == l->totals[gate][0] && c.undirected == l->totals[gate][1]);
        REQUIRE(c.forward == l->totals[gate][2] && c.passed == l->passed[gate]);
    }
}

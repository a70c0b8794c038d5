/* What is printed and written. */
#include "bench.h"
#include <string.h>

static const double FRAME_US = 1e6 / 30, TARGET_US = 1000;

/* 99 of 100 frames take less. */
static const char *verdict(const run *r, double limit) {
    return r->tail <= limit ? "PASS" : "FAIL";
}

static int name_width(const run *runs, size_t count) {
    size_t width = strlen("stream");
    for (size_t i = 0; i < count; i++) {
        size_t length = strlen(runs[i].stream->name);
        width = length > width ? length : width;
    }
    return (int)width;
}

void print_table(const run *runs, size_t count) {
    int width = name_width(runs, count);
    printf(
        "\nmicroseconds a frame: the median, 10 %% and 90 %% of the repeats; p99: 99 of 100 frames "
        "stay below\n\n"
        "%-*s  rows/frame  %-28s  median     10 %%     90 %%      p99  p99/median  "
        "of 33.3 ms  30 fps  < 1 ms\n",
        width, "stream", "preset/by/kalman/matcher");
    for (size_t i = 0; i < count; i++) {
        const run *r = &runs[i];
        char name[64];
        describe(r, name, sizeof name);
        printf("%-*s  %10.1f  %-28s  %6.2f  %7.2f  %7.2f  %7.2f  %10.2f  %8.3f %%  %-6s  %s\n",
               width, r->stream->name, rows_per_frame(r->stream), name, r->median, r->low, r->high,
               r->tail, r->tail / r->median, 100 * r->tail / FRAME_US, verdict(r, FRAME_US),
               verdict(r, TARGET_US));
    }
}

/* The runs of each stream from fast to slow. */
void print_ranking(const run *runs, size_t count) {
    int width = name_width(runs, count);
    printf("\nfast to slow; < where the intervals do not overlap, ~ where this does not tell\n\n");
    for (size_t first = 0, end; first < count; first = end) {
        const run *sorted[VARIANTS], *r = runs + first;
        for (end = first; end < count && runs[end].stream == r->stream; end++) {
            size_t k = end - first;
            for (; k > 0 && sorted[k - 1]->median > runs[end].median; k--)
                sorted[k] = sorted[k - 1];
            sorted[k] = &runs[end];
        }
        printf("%-*s", width, r->stream->name);
        for (size_t k = 0; k < end - first; k++) {
            char name[64];
            describe(sorted[k], name, sizeof name);
            if (k > 0)
                printf(" %c", sorted[k - 1]->high < sorted[k]->low ? '<' : '~');
            printf(" %s", name);
        }
        printf("\n");
    }
}

/* What the map costs: by item against the tracker alone, all else the same. */
void print_map_cost(const run *runs, size_t count) {
    printf("\nby item against the tracker alone, times as long\n\n");
    for (size_t i = 0; i < count; i++) {
        variant item = runs[i].variant;
        for (size_t k = 0; item.by == SHELF_BY_ITEM && k < count; k++) {
            variant track = runs[k].variant;
            if (runs[k].stream != runs[i].stream || track.by != SHELF_BY_TRACK ||
                track.preset == PRESET_PROTOTYPE || track.kalman != item.kalman ||
                track.is_optimal != item.is_optimal)
                continue;
            char names[2][64];
            describe(&runs[i], names[0], sizeof names[0]);
            describe(&runs[k], names[1], sizeof names[1]);
            printf("%s: %.2f, %s against %s\n", runs[i].stream->name,
                   runs[i].median / runs[k].median, names[0], names[1]);
        }
    }
}

/* What a library is judged by: its default, the preset shelf by item, on the grid. */
void print_verdict(const run *runs, size_t count, const char *machine) {
    for (size_t i = 0; i < count; i++) {
        const run *r = &runs[i];
        variant v = r->variant;
        if (r->stream->scene != SCENE_GRID || v.preset != SHELF_PRESET_SHELF ||
            v.by != SHELF_BY_ITEM || v.kalman != SHELF_KALMAN_BLAS || v.is_optimal)
            continue;
        printf("%s, %d in view: %.3f ms a frame, 99 of 100 below %.3f ms, %.2f %% of 33.3 ms: "
               "%s at 30 fps, %s against 1 ms\n",
               machine, r->stream->n, r->median / 1000, r->tail / 1000, 100 * r->tail / FRAME_US,
               verdict(r, FRAME_US), verdict(r, TARGET_US));
    }
}

static void write_key(FILE *file, const run *r) {
    const stream *s = r->stream;
    variant v = r->variant;
    if (v.preset == PRESET_PROTOTYPE)
        fprintf(file, "%s,%d,%s,prototype,track,prototype,optimal", scene_names[s->scene], s->n,
                s->name);
    else
        fprintf(file, "%s,%d,%s,%s,%s,%s,%s", scene_names[s->scene], s->n, s->name,
                preset_names[v.preset], by_names[v.by], kalman_names[v.kalman],
                matcher_names[v.is_optimal]);
}

static const char key_header[] = "scene,n,stream,preset,by,kalman,matcher";

void list_runs(const run *runs, size_t count) {
    printf("run,%s,bytes,settling\n", key_header);
    for (size_t i = 0; i < count; i++) {
        printf("%zu,", i);
        write_key(stdout, &runs[i]);
        printf(",%zu,%zu\n", runs[i].bytes, runs[i].stream->settling);
    }
}

void write_csv(const char *path, const run *runs, size_t count) {
    FILE *file = open_file(path, "w");
    fprintf(file,
            "library,%s,fingerprint,frames,rows_per_frame,bytes,tracks,boxes,counted,repeats,"
            "median_us,p10_us,p90_us,p99_us,share_of_frame,budget_30fps,target_1ms\n",
            key_header);
    for (size_t i = 0; i < count; i++) {
        const run *r = &runs[i];
        const stream *s = r->stream;
        fprintf(file, "%s,", shelf_version_text());
        write_key(file, r);
        fprintf(file, ",%016" PRIx64 ",%zu,%.2f,%zu,", fingerprint(s), s->frames, rows_per_frame(s),
                r->bytes);
        fprintf(file, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%zu,%.3f,%.3f,%.3f,%.3f,%.6f,%s,%s\n",
                r->found.tracks, r->found.boxes, r->found.counted, r->repeats, r->median, r->low,
                r->high, r->tail, r->tail / FRAME_US, verdict(r, FRAME_US), verdict(r, TARGET_US));
    }
    close_written(file, path);
}

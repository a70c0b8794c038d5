/*
 * What one frame costs, measured through the C library as a user's program would call it.
 *
 *   cc -std=c99 -O2 cbench/[a-z]*.c $(pkg-config --cflags --libs shelfcount) -o cbench
 *   ./cbench [options] [FILE...]
 *
 * README.md beside this folder says what it runs and how it measures; `cbench -h` lists the
 * options.
 */
#include "bench.h"
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char usage[] =
    "usage: cbench [options] [FILE...]\n"
    "FILE: detections as MOT text, sorted by frame. SCENE:N:FILE says what it shows: grid, crowd "
    "or\n"
    "shelf, N things in view\n"
    "  -s LIST   scenes made here, of grid, aisle and crowd (grid; with FILE none)\n"
    "  -n LIST   things in view (10,50,100,200,300)\n"
    "  -k NAME   only this Kalman filter: blas or closed\n"
    "  -m NAME   only this matcher: greedy or optimal\n"
    "  -p NAME   only this preset: shelf or bytetrack\n"
    "  -b NAME   only counting by this: item or track (item for shelf, track for bytetrack)\n"
    "  -a        also the preset shelf by track\n"
    "  -z WxH    size of the frames of FILE (640x640)\n"
    "  -f N      frames of a stream, more than 100 (400)\n"
    "  -r N      processes of 3 repeats each, at least 7 (7)\n"
    "  -c FILE   write the results as CSV too\n"
    "  -M NAME   machine to name in the verdict\n"
    "  -l        list what would be run, as CSV, and run nothing\n"
    "  -1        one pass each and no figures, with marks for the counter of instructions\n"
    "  -o DIR    write the streams made here to DIR as MOT text, and run nothing\n";

static void wrong_usage(void) {
    fputs(usage, stderr);
    exit(2);
}

enum { MAX_SIZES = 16, MADE_SCENES = SCENE_CROWD + 1 };

typedef struct options {
    int sizes[MAX_SIZES], size_count;
    int preset, by, kalman, matcher; /* -1: all */
    int scenes[MADE_SCENES];         /* wanted */
    int with_shelf_by_track, once, worker, only_list;
    uint32_t width, height;
    size_t frames, processes;
    const char *csv, *directory, *machine;
} options;

static int index_of(const char *name, const char *const *names) {
    for (int i = 0; i < 2; i++)
        if (strcmp(name, names[i]) == 0)
            return i;
    wrong_usage();
    return -1;
}

static void parse_scenes(options *o, const char *list) {
    int count = 0;
    for (int i = 0; i < MADE_SCENES; i++)
        count += o->scenes[i] = strstr(list, scene_names[i]) != NULL;
    if (count == 0)
        wrong_usage();
}

static void parse_sizes(options *o, const char *list) {
    char *end = (char *)list;
    for (o->size_count = 0; *list != '\0'; list = *end == ',' ? end + 1 : end) {
        long n = strtol(list, &end, 10);
        if (end == list || n < 1 || n > 4000 || o->size_count == MAX_SIZES)
            wrong_usage();
        o->sizes[o->size_count++] = (int)n;
    }
}

static void parse_letter(options *o, int letter) {
    switch (letter) {
    case 's':
        parse_scenes(o, optarg);
        break;
    case 'n':
        parse_sizes(o, optarg);
        break;
    case 'k':
        o->kalman = index_of(optarg, kalman_names);
        break;
    case 'm':
        o->matcher = index_of(optarg, matcher_names);
        break;
    case 'p':
        o->preset = index_of(optarg, preset_names);
        break;
    case 'b':
        o->by = index_of(optarg, by_names);
        break;
    case 'a':
        o->with_shelf_by_track = 1;
        break;
    case 'z':
        if (sscanf(optarg, "%" SCNu32 "x%" SCNu32, &o->width, &o->height) != 2)
            wrong_usage();
        break;
    case 'f':
        o->frames = (size_t)atol(optarg);
        break;
    case 'r':
        o->processes = (size_t)atol(optarg);
        break;
    case 'c':
        o->csv = optarg;
        break;
    case 'M':
        o->machine = optarg;
        break;
    case 'l':
        o->only_list = 1;
        break;
    case '1':
        o->once = 1;
        break;
    case 'o':
        o->directory = optarg;
        break;
    case 'w': /* started by ourselves */
        o->worker = 1;
        break;
    case 'h':
        fputs(usage, stdout);
        exit(0);
    default:
        wrong_usage();
    }
}

static options parse(int argc, char **argv) {
    options o = {.sizes = {10, 50, 100, 200, 300},
                 .size_count = 5,
                 .preset = -1,
                 .by = -1,
                 .kalman = -1,
                 .matcher = -1,
                 .width = 640,
                 .height = 640,
                 .frames = 400,
                 .processes = LEAST_PROCESSES,
                 .machine = "this machine"};
    for (int letter; (letter = getopt(argc, argv, "s:n:k:m:p:b:az:f:r:c:M:l1o:hw")) != -1;)
        parse_letter(&o, letter);
    if (o.processes < LEAST_PROCESSES || o.processes > 1000 || o.frames < 1 || o.frames > 1000000 ||
        (!o.once && o.frames <= SETTLING_FRAMES))
        wrong_usage();
    if (optind == argc && !o.scenes[SCENE_GRID] && !o.scenes[SCENE_AISLE] && !o.scenes[SCENE_CROWD])
        o.scenes[SCENE_GRID] = 1;
    return o;
}

static size_t make_scene(stream *streams, size_t count, const options *o, int scene,
                         void (*generate)(stream *, int, size_t)) {
    for (int i = 0; o->scenes[scene] && i < o->size_count; i++)
        generate(&streams[count++], o->sizes[i], o->frames);
    return count;
}

static size_t make_streams(stream *streams, const options *o, char **files, int file_count) {
    size_t count = 0;
    if (file_count + MADE_SCENES * o->size_count > MAX_STREAMS)
        fail("arguments", "too many streams");
    count = make_scene(streams, count, o, SCENE_GRID, generate_grid);
    count = make_scene(streams, count, o, SCENE_AISLE, generate_aisle);
    for (int i = 0; i < file_count; i++) {
        stream *s = &streams[count++];
        read_stream(s, files[i], o->width, o->height, o->frames);
        if (!o->once && s->frames <= SETTLING_FRAMES)
            fail(files[i], "too short, more than 100 frames are needed");
    }
    return make_scene(streams, count, o, SCENE_CROWD, generate_crowd);
}

/* Each preset counts by what it is for, unless something else is asked for. */
static int is_wanted(const options *o, variant v) {
    int is_usual = (v.preset == SHELF_PRESET_SHELF) == (v.by == SHELF_BY_ITEM) ||
                   (o->with_shelf_by_track && v.preset == SHELF_PRESET_SHELF);
    int is_named = o->preset >= 0 && o->by >= 0;
    return (o->preset < 0 || o->preset == v.preset) && (o->by < 0 || o->by == v.by) &&
           (o->kalman < 0 || o->kalman == v.kalman) &&
           (o->matcher < 0 || o->matcher == v.is_optimal) && (is_usual || is_named);
}

static size_t open_runs(run *runs, const options *o, const stream *streams, size_t stream_count) {
    size_t count = 0;
    for (size_t i = 0; i < stream_count; i++) {
        for (int bits = 0; bits < VARIANTS - 1; bits++) {
            variant v = {bits >> 3, 1 - (bits >> 2 & 1), bits >> 1 & 1, bits & 1};
            if (is_wanted(o, v))
                count += (size_t)open_run(&runs[count], &streams[i], v, o->processes);
        }
        variant prototype = {PRESET_PROTOTYPE, SHELF_BY_TRACK, 0, 1};
        if (streams[i].scene != SCENE_CROWD) /* its list of pairs is too short for that */
            count += (size_t)open_run(&runs[count], &streams[i], prototype, o->processes);
    }
    return count;
}

static void run_all(run *runs, size_t count, const options *o, int argc, char **argv) {
    printf("libshelfcount %s, up to %zu frames a stream, the first %d not measured; the way past "
           "an aisle neither\n"
           "%zu processes of %d repeats; clock: CPU time of the thread less its own %.2f us\n",
           shelf_version_text(), o->frames, SETTLING_FRAMES, o->processes, REPEATS,
           clock_cost_us());
    measure(runs, count, o->processes, argc, argv);
    print_table(runs, count);
    print_ranking(runs, count);
    print_map_cost(runs, count);
    printf("\n");
    print_verdict(runs, count, o->machine);
    if (o->csv != NULL)
        write_csv(o->csv, runs, count);
}

static void write_streams(const stream *streams, size_t count, const char *directory) {
    for (size_t i = 0; i < count; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/%s-%d.txt", directory, scene_names[streams[i].scene],
                 streams[i].n);
        write_stream(&streams[i], path);
    }
}

int main(int argc, char **argv) {
    options o = parse(argc, argv);
    stream streams[MAX_STREAMS];
    size_t stream_count = make_streams(streams, &o, argv + optind, argc - optind);
    if (o.directory != NULL) {
        write_streams(streams, stream_count, o.directory);
        return 0;
    }
    run *runs = allocate(VARIANTS * stream_count, sizeof *runs);
    size_t count = open_runs(runs, &o, streams, stream_count);

    if (o.only_list)
        list_runs(runs, count);
    else if (o.once)
        count_runs(runs, count);
    else if (o.worker)
        work(runs, count);
    else
        run_all(runs, count, &o, argc, argv);

    for (size_t i = 0; i < count; i++)
        close_run(&runs[i]);
    free(runs);
    for (size_t i = 0; i < stream_count; i++) {
        free(streams[i].rows);
        free(streams[i].start);
    }
    return 0;
}

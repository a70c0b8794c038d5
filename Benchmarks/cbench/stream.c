/* Streams of detections: how they are kept, and MOT text. */
#include "bench.h"
#include <stdlib.h>
#include <string.h>

const char *const scene_names[5] = {"grid", "aisle", "crowd", "shelf", "file"};

void begin_stream(stream *s, int scene, int n, uint32_t width, uint32_t height) {
    memset(s, 0, sizeof *s);
    s->scene = scene;
    s->n = n;
    snprintf(s->name, sizeof s->name, "%s %d", scene_names[scene], n);
    s->width = width;
    s->height = height;
    s->settling = SETTLING_FRAMES;
    s->start = allocate(1, sizeof *s->start);
}

void add_row(stream *s, double x, double y, double w, double h, double score, uint32_t class_id) {
    if (s->count == s->capacity) {
        s->capacity = s->capacity ? 2 * s->capacity : 4096;
        s->rows = enlarge(s->rows, s->capacity, sizeof *s->rows);
    }
    shelf_detection row = {
        {(float)x, (float)y, (float)(x + w), (float)(y + h)}, (float)score, class_id};
    s->rows[s->count++] = row;
}

void end_frame(stream *s) {
    s->frames++;
    s->start = enlarge(s->start, s->frames + 1, sizeof *s->start);
    s->start[s->frames] = s->count;
}

void shuffle_rows(shelf_detection *rows, size_t count, uint64_t *random) {
    for (size_t i = count; i > 1; i--) {
        size_t j = (size_t)((double)i * uniform(random));
        shelf_detection row = rows[i - 1];
        rows[i - 1] = rows[j];
        rows[j] = row;
    }
}

size_t rows_in(const stream *s, size_t frame) {
    return s->start[frame + 1] - s->start[frame];
}

size_t most_rows(const stream *s) {
    size_t most = 0;
    for (size_t f = 0; f < s->frames; f++)
        most = rows_in(s, f) > most ? rows_in(s, f) : most;
    return most;
}

double rows_per_frame(const stream *s) {
    return (double)s->count / (double)s->frames;
}

/* FNV-1a over all rows. */
uint64_t fingerprint(const stream *s) {
    uint64_t hash = 0xcbf29ce484222325u;
    const unsigned char *bytes = (const unsigned char *)s->rows;
    for (size_t i = 0; i < s->count * sizeof *s->rows; i++)
        hash = (hash ^ bytes[i]) * 0x100000001b3u;
    return hash;
}

/* ---- MOT text: frame,-1,x,y,width,height,score[,class], sorted by frame, from 1 ------------- */

static void read_rows(stream *s, FILE *file, const char *path, size_t frames) {
    char line[256];
    while (fgets(line, sizeof line, file) != NULL) {
        unsigned long frame;
        double x, y, w, h, score;
        int class_id = 0;
        if (sscanf(line, "%lu,%*f,%lf,%lf,%lf,%lf,%lf,%d", &frame, &x, &y, &w, &h, &score,
                   &class_id) < 6)
            fail(path, "not MOT text");
        if (frame < s->frames + 1)
            fail(path, "not sorted by frame");
        if (frame > frames)
            break;
        while (s->frames + 1 < frame)
            end_frame(s);
        add_row(s, x, y, w, h, score, class_id < 0 ? 0 : (uint32_t)class_id);
    }
    end_frame(s);
}

/* SCENE:N: before a path says what the file shows. Returns the path. */
static const char *read_scene(const char *operand, int *scene, int *n) {
    int length = 0;
    char name[8];
    *scene = SCENE_FILE;
    *n = 0;
    if (sscanf(operand, "%7[a-z]:%d:%n", name, n, &length) == 2 && length > 0)
        for (int i = 0; i < SCENE_FILE; i++)
            if (strcmp(name, scene_names[i]) == 0) {
                *scene = i;
                return operand + length;
            }
    *n = 0;
    return operand;
}

void read_stream(stream *s, const char *operand, uint32_t width, uint32_t height, size_t frames) {
    int scene, n;
    const char *path = read_scene(operand, &scene, &n), *slash = strrchr(path, '/');
    begin_stream(s, scene, n, width, height);
    if (scene == SCENE_FILE)
        snprintf(s->name, sizeof s->name, "%s", slash ? slash + 1 : path);
    FILE *file = open_file(path, "r");
    read_rows(s, file, path, frames);
    fclose(file);
}

void write_stream(const stream *s, const char *path) {
    FILE *file = open_file(path, "w");
    for (size_t f = 0; f < s->frames; f++)
        for (size_t i = s->start[f]; i < s->start[f + 1]; i++) {
            const shelf_detection *row = &s->rows[i];
            const shelf_box *box = &row->box;
            fprintf(file, "%zu,-1,%.9g,%.9g,%.9g,%.9g,%.9g,%" PRIu32 "\n", f + 1, box->x1, box->y1,
                    box->x2 - box->x1, box->y2 - box->y1, row->score, row->class_id);
        }
    close_written(file, path);
}

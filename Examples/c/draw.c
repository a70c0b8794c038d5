/*
 * From the output of a detector to a picture: decode, update, draw.
 *
 *   cc -std=c99 draw.c $(pkg-config --cflags --libs shelfcount)
 *   ./a.out FILE WIDTH HEIGHT >last-frame.svg
 *
 * FILE is what an end-to-end model found, as text, sorted by frame: frame,x1,y1,x2,y2,score,class
 * with a header line, frames from 0. The rows of each frame are read as the tensor [1,N,6] that
 * such a model gives; with a model of your own, hand its output to shelf_decode where this does.
 */
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_ROWS = 300, CLASSES = 80 };

static void check(shelf_status status, const char *what) {
    if (status != SHELF_OK) {
        fprintf(stderr, "%s: %s\n", what, shelf_status_text(status));
        exit(1);
    }
}

/* One frame: the tensor of the model to rows, the rows to the scanner. */
static void see(shelf_scanner *scanner, const shelf_decoder *decoder, const float *tensor,
                size_t rows) {
    static shelf_detection detections[MAX_ROWS];
    const int64_t shape[3] = {1, (int64_t)rows, 6};
    size_t count = 0;
    if (rows > 0)
        check(shelf_decode(decoder, tensor, shape, NULL, 0, detections, MAX_ROWS, &count, NULL),
              "shelf_decode");
    check(shelf_update(scanner, 0, detections, count, NULL), "shelf_update");
}

static void draw_track(const shelf_scanner *scanner, const shelf_track *track) {
    static shelf_point trail[1024]; /* the largest trail_length */
    const shelf_box *b = &track->box;
    const unsigned color = (unsigned)shelf_color(track->id);
    char text[64];
    size_t length, points = 0;
    check(shelf_label(track->id, "can", track->score, text, sizeof text, &length), "shelf_label");
    check(shelf_trail(scanner, track->id, trail, 1024, &points), "shelf_trail");
    /* Dashed: the track is lost and its box a prediction. */
    printf("<rect x='%.1f' y='%.1f' width='%.1f' height='%.1f' stroke='#%06x'%s/>\n", b->x1, b->y1,
           b->x2 - b->x1, b->y2 - b->y1, color,
           track->state == SHELF_TRACK_LOST ? " stroke-dasharray='6'" : "");
    printf("<text x='%.1f' y='%.1f' fill='#%06x' font-family='sans-serif'>%s</text>\n", b->x1 + 4,
           b->y1 + 18, color, text);
    printf("<polyline stroke='#%06x' points='", color);
    for (size_t i = 0; i < points; i++)
        printf("%.1f,%.1f ", trail[i].x, trail[i].y);
    printf("'/>\n");
}

static void draw(const shelf_scanner *scanner, uint32_t band, const shelf_config *config) {
    static shelf_track tracks[256]; /* max_tracks of the default configuration */
    shelf_edge edges[16];
    shelf_counts counts;
    size_t count;
    printf("<svg xmlns='http://www.w3.org/2000/svg' width='%u' height='%u' fill='none'>\n",
           (unsigned)config->width, (unsigned)config->height);
    printf("<rect width='100%%' height='100%%' fill='white'/>\n");
    check(shelf_gate_edges(scanner, band, edges, 16, &count), "shelf_gate_edges");
    for (size_t i = 0; i < count; i++) /* the very edges that counting compares with */
        printf("<line x1='%.1f' y1='%.1f' x2='%.1f' y2='%.1f' stroke='red'/>\n", edges[i].a.x,
               edges[i].a.y, edges[i].b.x, edges[i].b.y);
    check(shelf_tracks(scanner, SHELF_TRACK_TRACKED | SHELF_TRACK_LOST, tracks, 256, &count),
          "shelf_tracks");
    for (size_t i = 0; i < count; i++)
        draw_track(scanner, &tracks[i]);
    check(shelf_get_counts(scanner, band, SHELF_ALL_CLASSES, &counts, sizeof counts),
          "shelf_get_counts");
    printf("<text x='8' y='%u' fill='red' font-family='sans-serif'>%u counted</text>\n</svg>\n",
           (unsigned)config->height - 8, (unsigned)counts.total);
}

int main(int argc, char **argv) {
    static float tensor[MAX_ROWS * 6];
    FILE *file = argc == 4 ? fopen(argv[1], "r") : NULL;
    if (file == NULL) {
        fprintf(stderr, "usage: draw FILE WIDTH HEIGHT\n");
        return 2;
    }

    shelf_config config;
    shelf_decoder decoder;
    shelf_gate gate;
    shelf_scanner *scanner;
    size_t size, alignment, rows = 0;
    uint32_t band;
    check(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF), "shelf_config_init");
    config.width = (uint32_t)atoi(argv[2]), config.height = (uint32_t)atoi(argv[3]);
    check(shelf_memory_needed(&config, &size, &alignment), "shelf_memory_needed");
    unsigned char *memory = malloc(size + alignment);
    if (memory == NULL)
        return 1;
    unsigned char *block = memory + (alignment - (uintptr_t)memory % alignment);
    check(shelf_open(block, size, &config, &scanner), "shelf_open");
    check(shelf_gate_init(&gate, sizeof gate), "shelf_gate_init");
    check(shelf_gate_add(scanner, &gate, &band), "shelf_gate_add");

    /* The model of this example saw the picture as it is: its input has the picture's size. */
    check(shelf_decoder_init(&decoder, sizeof decoder, SHELF_LAYOUT_END_TO_END, CLASSES),
          "shelf_decoder_init");
    check(shelf_letterbox_init(&decoder.letterbox, config.width, config.height, config.width,
                               config.height, SHELF_FIT_STRETCH),
          "shelf_letterbox_init");
    decoder.min_score = config.low_score; /* weak rows help the tracker */

    char line[256];
    unsigned long frame = 0, next;
    float row[6];
    while (fgets(line, sizeof line, file) != NULL) {
        if (sscanf(line, "%lu,%f,%f,%f,%f,%f,%f", &next, row, row + 1, row + 2, row + 3, row + 4,
                   row + 5) != 7)
            continue; /* the header line */
        for (; frame < next; frame++, rows = 0)
            see(scanner, &decoder, tensor, rows);
        if (rows < MAX_ROWS)
            memcpy(&tensor[6 * rows++], row, sizeof row);
    }
    see(scanner, &decoder, tensor, rows);
    fclose(file);
    draw(scanner, band, &config);
    shelf_close(scanner);
    free(memory);
    return 0;
}

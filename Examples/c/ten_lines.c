/* cc ten_lines.c $(pkg-config --cflags --libs shelfcount) && ./a.out */
#include <shelfcount.h>
#include <stdio.h>
#include <stdlib.h>

static void ok(shelf_status status) {
    if (status != SHELF_OK) {
        puts(shelf_status_text(status));
        exit(1);
    }
}

int main(void) {
    shelf_config config;
    shelf_scanner *scanner;
    shelf_gate gate;
    shelf_counts counts;
    size_t size, alignment;
    uint32_t band;

    ok(shelf_config_init(&config, sizeof config, SHELF_PRESET_SHELF));
    config.width = 640, config.height = 480;
    ok(shelf_memory_needed(&config, &size, &alignment));
    void *memory = aligned_alloc(alignment, size);
    ok(shelf_open(memory, size, &config, &scanner));
    ok(shelf_gate_init(&gate, sizeof gate)); /* the band 0.45...0.55 of the width */
    ok(shelf_gate_add(scanner, &gate, &band));
    for (float x = 0; x < 590; x += 10) { /* here: the rows of your detector */
        shelf_detection can = {{x, 200, x + 50, 300}, 0.9f, 0};
        ok(shelf_update(scanner, 0, &can, 1, NULL));
    }
    ok(shelf_get_counts(scanner, band, SHELF_ALL_CLASSES, &counts, sizeof counts));
    printf("%d counted\n", (int)counts.total);
    shelf_close(scanner);
    free(memory);
    return 0;
}

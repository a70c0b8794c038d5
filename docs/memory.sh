#!/bin/sh
# Prints the tables of memory.md: blocks of some configurations, sizes of the libraries.
# usage: docs/memory.sh [BUILD]
set -eu
cd "$(dirname "$0")/.."
build=${1:-.build}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

cat >"$work/memory.c" <<'C'
#include <shelfcount.h>
#include <stdio.h>

static size_t block(shelf_config config, int32_t kalman) {
    size_t size = 0, alignment;
    config.kalman = kalman;
    return shelf_memory_needed(&config, &size, &alignment) == SHELF_OK ? size : 0;
}
static void row(const char *name, const shelf_config *config) {
    printf("| %s | %zu | %zu |\n", name, block(*config, SHELF_KALMAN_BLAS),
           block(*config, SHELF_KALMAN_CLOSED));
}
static shelf_config preset(int32_t number) {
    shelf_config config;
    if (shelf_config_init(&config, sizeof config, number) != SHELF_OK)
        config.width = 0;
    config.width = 1920, config.height = 1080;
    return config;
}
int main(void) {
    puts("| configuration | bytes with BLAS | closed form |\n|---|---:|---:|");
    shelf_config c = preset(SHELF_PRESET_SHELF);
    row("`shelf`: 256 tracks, 300 rows, 1,024 places", &c);
    c.count_by = SHELF_BY_TRACK;
    row("`shelf` by track", &c);
    c = preset(SHELF_PRESET_SHELF);
    c.trail_length = 0;
    row("`shelf` without trails", &c);
    c = preset(SHELF_PRESET_SHELF);
    c.max_items = 4096;
    row("`shelf`, 4,096 places", &c);
    c = preset(SHELF_PRESET_SHELF);
    c.max_tracks = 64, c.max_detections = 64, c.max_items = 128, c.trail_length = 16;
    c.max_classes = 8, c.max_gates = 1, c.max_events = 32;
    row("`shelf`, small: 64 tracks and rows, 128 places, trails of 16, 8 classes, 1 gate, 32 entries", &c);
    c = preset(SHELF_PRESET_BYTETRACK);
    row("`bytetrack`", &c);
    c.max_tracks = 512, c.max_detections = 512, c.trail_length = 0;
    row("`bytetrack`, 512 tracks, 512 rows, no trails", &c);
    c.max_tracks = 16, c.max_detections = 32, c.max_candidates = 4, c.trail_length = 0;
    c.max_classes = 2, c.max_gates = 1, c.max_events = 8;
    row("`bytetrack`, tiny: 16 tracks, 32 rows, no trails, 2 classes, 1 gate, 8 entries", &c);
    return 0;
}
C
gcc -ICInclude "$work/memory.c" "$build/dist/$(uname -m)/libshelfcount.a" -lopenblas -lm -o "$work/memory"
"$work/memory"
printf '\n| library, stripped | x86-64 | aarch64 | armv7 |\n|---|---:|---:|---:|\n'
for name in libshelfcount libshelfcount-noblas; do
  printf '| `%s.so.0`, bytes |' $name
  for arch in x86_64 aarch64 armv7; do printf ' %s |' "$(wc -c <"$build/dist/$arch/$name.so.0")"; done
  echo
done

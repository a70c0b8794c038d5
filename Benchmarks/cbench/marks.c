/*
 * Marks in the stream of instructions, for the plugin beside this folder: a system call that does
 * not exist, whose first argument says what begins. Off, a mark is one comparison.
 */
#define _DEFAULT_SOURCE
#include "bench.h"
#include "../icount/marks.h"
#include <unistd.h>

static int is_counted;

static void mark(long what) {
    if (is_counted)
        syscall(MARK_SYSCALL, what);
}

void count_instructions(void) {
    is_counted = 1;
    /* What lies between two marks in a row is the cost of a mark. */
    for (int i = 0; i < 3; i++)
        mark(MARK_NOTHING);
}

void mark_run(size_t index, const void *block, size_t size) {
    if (is_counted)
        syscall(BLOCK_SYSCALL, block, size);
    mark(MARK_RUN + (long)index);
}

void mark_frame_begin(void) {
    mark(MARK_FRAME);
}

void mark_frame_end(void) {
    mark(MARK_END);
}

/* Called by a library that was built with the trait Stages. */
void shelf_stage(int32_t stage);
void shelf_stage(int32_t stage) {
    mark(MARK_STAGE + stage);
}

/*
 * A QEMU TCG plugin that counts the instructions between the marks of cbench (marks.h). It writes a
 * line `MARK COUNT` for each: instructions from the mark before to this one, the marking included.
 *
 *   cc -shared -fPIC plugin.c -o plugin.so
 *   qemu-aarch64 -plugin ./plugin.so,out=FILE ./cbench -1 ...
 */
#include "plugin.h"

enum { INLINE_ADD_U64 = 0 };

extern void qemu_plugin_register_vcpu_tb_exec_inline(struct qemu_plugin_tb *tb, int operation,
                                                     void *target, uint64_t value);

/* One thread of the program: cbench has no other, OPENBLAS_NUM_THREADS=1. */
static uint64_t executed, at_last_mark;

/* A system call ends its block, so that the count is exact at each mark. */
static void on_block(plugin_id id, struct qemu_plugin_tb *tb) {
    (void)id;
    qemu_plugin_register_vcpu_tb_exec_inline(tb, INLINE_ADD_U64, &executed,
                                             qemu_plugin_tb_n_insns(tb));
}

static void on_system_call(plugin_id id, unsigned int vcpu, int64_t number, uint64_t a1,
                           uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
                           uint64_t a7, uint64_t a8) {
    (void)id, (void)vcpu, (void)a2, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number != MARK_SYSCALL)
        return;
    fprintf(output, "%" PRIu64 " %" PRIu64 "\n", a1, executed - at_last_mark);
    at_last_mark = executed;
}

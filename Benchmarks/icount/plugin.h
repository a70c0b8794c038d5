/*
 * What both QEMU TCG plugins here share: they note what happens between the marks of cbench
 * (marks.h) and write it to a file, `-plugin ./NAME.so,out=FILE`. Each brings its own on_block and
 * on_system_call.
 *
 * For QEMU 7 and 8 in user mode. Debian ships no header of its plugin interface (docs/devel/
 * tcg-plugins.rst there), so what is used of it is declared here.
 */
#ifndef PLUGIN_H
#define PLUGIN_H

#include "marks.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef uint64_t plugin_id;
struct qemu_plugin_tb;

extern void qemu_plugin_register_vcpu_tb_trans_cb(plugin_id id,
                                                  void (*call)(plugin_id, struct qemu_plugin_tb *));
extern size_t qemu_plugin_tb_n_insns(const struct qemu_plugin_tb *tb);
extern void qemu_plugin_register_vcpu_syscall_cb(
    plugin_id id, void (*call)(plugin_id, unsigned int, int64_t, uint64_t, uint64_t, uint64_t,
                               uint64_t, uint64_t, uint64_t, uint64_t, uint64_t));
extern void qemu_plugin_register_atexit_cb(plugin_id id, void (*call)(plugin_id, void *),
                                           void *argument);

__attribute__((visibility("default"))) int qemu_plugin_version = 1;

static FILE *output;

static void on_block(plugin_id id, struct qemu_plugin_tb *tb);
static void on_system_call(plugin_id id, unsigned int vcpu, int64_t number, uint64_t a1,
                           uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
                           uint64_t a7, uint64_t a8);

static void on_end(plugin_id id, void *argument) {
    (void)id, (void)argument;
    if (ferror(output) || fclose(output) != 0)
        fputs("plugin: cannot write\n", stderr);
}

__attribute__((visibility("default"))) int qemu_plugin_install(plugin_id id, const void *info,
                                                               int argc, char **argv) {
    (void)info;
    if (argc != 1 || strncmp(argv[0], "out=", 4) != 0)
        return 1;
    output = fopen(argv[0] + 4, "w");
    if (output == NULL)
        return 1;
    qemu_plugin_register_vcpu_tb_trans_cb(id, on_block);
    qemu_plugin_register_vcpu_syscall_cb(id, on_system_call);
    qemu_plugin_register_atexit_cb(id, on_end, NULL);
    return 0;
}

#endif

/*
 * A QEMU TCG plugin that counts the cache lines of 64 bytes that a frame of cbench touches
 * (marks.h). It writes a line `BLOCK OTHER` for each frame: distinct lines of the scanner's block,
 * and of all else: rows, results, stack, constants.
 *
 *   cc -shared -fPIC lines.c -o lines.so
 *   qemu-aarch64 -plugin ./lines.so,out=FILE ./cbench -1 ...
 */
#include "plugin.h"

struct qemu_plugin_insn;
enum { NO_REGISTERS = 0, READ_AND_WRITE = 3 };

extern struct qemu_plugin_insn *qemu_plugin_tb_get_insn(const struct qemu_plugin_tb *tb,
                                                        size_t index);
extern void qemu_plugin_register_vcpu_mem_cb(struct qemu_plugin_insn *instruction,
                                             void (*call)(unsigned int, uint32_t, uint64_t, void *),
                                             int flags, int rw, void *argument);
extern unsigned int qemu_plugin_mem_size_shift(uint32_t info);

enum { SLOTS = 1 << 16 };
static uint64_t lines[SLOTS]; /* a hash table, 0: free */
static uint64_t block, block_size, in_block, elsewhere;
static int is_frame;

static void note(uint64_t line) {
    size_t slot = (size_t)(line * 0x9e3779b97f4a7c15u >> 48);
    while (lines[slot] != 0 && lines[slot] != line)
        slot = (slot + 1) % SLOTS;
    if (lines[slot] == line || in_block + elsewhere >= SLOTS / 2)
        return;
    lines[slot] = line;
    if (line * 64 >= block && line * 64 < block + block_size)
        in_block++;
    else
        elsewhere++;
}

static void on_access(unsigned int vcpu, uint32_t info, uint64_t address, void *argument) {
    (void)vcpu, (void)argument;
    if (!is_frame)
        return;
    uint64_t last = address + (1u << qemu_plugin_mem_size_shift(info)) - 1;
    note(address / 64);
    note(last / 64);
}

static void on_block(plugin_id id, struct qemu_plugin_tb *tb) {
    (void)id;
    for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++)
        qemu_plugin_register_vcpu_mem_cb(qemu_plugin_tb_get_insn(tb, i), on_access, NO_REGISTERS,
                                         READ_AND_WRITE, NULL);
}

static void on_system_call(plugin_id id, unsigned int vcpu, int64_t number, uint64_t a1,
                           uint64_t a2, uint64_t a3, uint64_t a4, uint64_t a5, uint64_t a6,
                           uint64_t a7, uint64_t a8) {
    (void)id, (void)vcpu, (void)a3, (void)a4, (void)a5, (void)a6, (void)a7, (void)a8;
    if (number == BLOCK_SYSCALL) {
        block = a1;
        block_size = a2;
    } else if (number == MARK_SYSCALL && a1 == MARK_FRAME) {
        memset(lines, 0, sizeof lines);
        in_block = elsewhere = 0;
        is_frame = 1;
    } else if (number == MARK_SYSCALL && a1 == MARK_END) {
        fprintf(output, "%" PRIu64 " %" PRIu64 "\n", in_block, elsewhere);
        is_frame = 0;
    }
}

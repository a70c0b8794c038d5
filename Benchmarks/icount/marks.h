/* What the marks mean that cbench sets and the plugin counts between. */
#ifndef MARKS_H
#define MARKS_H

enum {
    MARK_SYSCALL = 0x5ce17,  /* no system has a call of this number */
    BLOCK_SYSCALL = 0x5ce18, /* says where the scanner's block lies, and how large it is */
    MARK_NOTHING = 1,
    MARK_FRAME = 2, /* a frame begins, with stage 0 */
    MARK_END = 3,   /* a frame ends */
    MARK_STAGE = 100,
    MARK_RUN = 1000
};

#endif

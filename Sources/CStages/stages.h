/*
 * What a core that was compiled with the trait Stages calls where a stage of the frame begins. The
 * program that links it defines the function; cbench sets a mark, shelfcount reads a clock.
 */
#ifndef SHELFCOUNT_CSTAGES_STAGES_H
#define SHELFCOUNT_CSTAGES_STAGES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

void shelf_stage(int32_t stage);

#ifdef __cplusplus
}
#endif
#endif

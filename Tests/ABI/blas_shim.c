/* The declarations of the shim against OpenBLAS's own: a differing one is a compile error. */
#include <cblas.h>
#include "../../Sources/COpenBLAS/shim.h"

extern void (*shim_agrees)(const int, const float, const float *, const int, float *, const int);

/*
 * The CBLAS functions in use, and no more: the full cblas.h needs <stdio.h> and <complex.h>, which
 * a bare-metal compile does not have. Tests/ABI/blas_shim.c holds these against cblas.h.
 */
#ifndef SHELFCOUNT_COPENBLAS_SHIM_H
#define SHELFCOUNT_COPENBLAS_SHIM_H

#ifdef __cplusplus
extern "C" {
#endif

void cblas_saxpy(const int n, const float alpha, const float *x, const int incx, float *y,
                 const int incy);

#ifdef __cplusplus
}
#endif
#endif

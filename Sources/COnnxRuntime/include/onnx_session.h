/*
 * A network run by ONNX Runtime, which is opened with dlopen: nothing is linked, and no header of
 * it is needed to build. Not thread-safe; one session per thread.
 */
#ifndef ONNX_SESSION_H
#define ONNX_SESSION_H

#include <stddef.h>
#include <stdint.h>

typedef struct onnx_session onnx_session;

enum { ONNX_MAX_RANK = 8 };

/* A shape as the network states it; a dimension it leaves open is -1. */
typedef struct onnx_shape {
    int64_t dims[ONNX_MAX_RANK];
    size_t rank;
} onnx_shape;

/* Opens the library and the model; null on failure, with the reason in `error`, at most
 * `capacity` bytes with the final 0. threads 0: as many as the runtime likes. */
onnx_session *onnx_session_open(const char *library, const char *model, int threads, char *error,
                                size_t capacity);
void onnx_session_close(onnx_session *session);

/* The version of the runtime, "1.27.0". */
const char *onnx_session_version(const onnx_session *session);

size_t onnx_session_output_count(const onnx_session *session);
/* The name of an output; it lives as long as the session. */
const char *onnx_session_output_name(const onnx_session *session, size_t index);
/* The shape of the first input. */
onnx_shape onnx_session_input_shape(const onnx_session *session);

/* Runs the network on one input of 32-bit floats and computes the output of that index. 0, or -1
 * with the reason in onnx_session_error. */
int onnx_session_run(onnx_session *session, const float *input, const onnx_shape *shape,
                     size_t output);
/* The result of the last run, valid until the next one; null unless it holds 32-bit floats. */
const float *onnx_session_result(const onnx_session *session, onnx_shape *shape);
const char *onnx_session_error(const onnx_session *session);

#endif

#include "onnx_session.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/*
 * ONNX Runtime's C interface is one table of function pointers that only ever grows at its end.
 * These are the places in it that are used here, the same since version 11 of the interface (ONNX
 * Runtime 1.11).
 */
enum {
    API_VERSION = 11,
    GET_ERROR_MESSAGE = 2,
    CREATE_ENV = 3,
    CREATE_SESSION = 7,
    RUN = 9,
    CREATE_SESSION_OPTIONS = 10,
    SET_GRAPH_OPTIMIZATION = 23,
    SET_INTRA_THREADS = 24,
    INPUT_COUNT = 30,
    OUTPUT_COUNT = 31,
    INPUT_TYPE_INFO = 33,
    INPUT_NAME = 36,
    OUTPUT_NAME = 37,
    CREATE_TENSOR_WITH_DATA = 49,
    TENSOR_DATA = 51,
    CAST_TYPE_INFO = 55,
    ELEMENT_TYPE = 60,
    DIMENSIONS_COUNT = 61,
    DIMENSIONS = 62,
    TENSOR_TYPE_AND_SHAPE = 65,
    CREATE_CPU_MEMORY_INFO = 69,
    ALLOCATOR_FREE = 76,
    DEFAULT_ALLOCATOR = 78,
    RELEASE_ENV = 92,
    RELEASE_STATUS = 93,
    RELEASE_MEMORY_INFO = 94,
    RELEASE_SESSION = 95,
    RELEASE_VALUE = 96,
    RELEASE_TYPE_INFO = 98,
    RELEASE_SHAPE_INFO = 99,
    RELEASE_SESSION_OPTIONS = 100
};
enum { LOG_ERRORS = 3, OPTIMIZE_ALL = 99, ELEMENT_FLOAT = 1, MAX_OUTPUTS = 16 };

typedef struct {
    const void *(*get_api)(uint32_t version);
    const char *(*get_version)(void);
} api_base;

typedef void (*any_function)(void);

struct onnx_session {
    void *library;
    const api_base *base;
    const any_function *api;
    void *env, *session, *memory, *allocator;
    char *input_name;
    size_t output_count;
    char *output_names[MAX_OUTPUTS];
    onnx_shape input_shape;
    void *result;
    char error[512];
};

/* A function of the table with arguments of these types; it returns a status. */
#define CALL(s, index, types, ...) ((void *(*)types)(s)->api[index])(__VA_ARGS__)

static void release(const onnx_session *s, int index, void *object) {
    if (object != NULL)
        ((void (*)(void *))s->api[index])(object);
}

/* Whether a status means failure; its message is kept. */
static int failed(onnx_session *s, void *status) {
    if (status == NULL)
        return 0;
    const char *message = ((const char *(*)(const void *))s->api[GET_ERROR_MESSAGE])(status);
    snprintf(s->error, sizeof s->error, "%s", message);
    release(s, RELEASE_STATUS, status);
    return 1;
}

static int load(onnx_session *s, const char *library) {
    /* Never unloaded: the runtime's threads outlive its objects. */
    s->library = dlopen(library, RTLD_NOW | RTLD_LOCAL);
    if (s->library == NULL) {
        snprintf(s->error, sizeof s->error, "%s", dlerror());
        return -1;
    }
    const api_base *(*get_base)(void) = NULL;
    *(void **)&get_base = dlsym(s->library, "OrtGetApiBase");
    s->base = get_base != NULL ? get_base() : NULL;
    s->api = s->base != NULL ? (const any_function *)s->base->get_api(API_VERSION) : NULL;
    if (s->api == NULL) {
        snprintf(s->error, sizeof s->error, "%s is no ONNX Runtime of version 1.11 or later",
                 library);
        return -1;
    }
    return 0;
}

static int create(onnx_session *s, const char *model, int threads) {
    void *options = NULL;
    if (failed(s, CALL(s, CREATE_ENV, (int, const char *, void **), LOG_ERRORS, "shelfcount",
                       &s->env)))
        return -1;
    if (failed(s, CALL(s, CREATE_SESSION_OPTIONS, (void **), &options)))
        return -1;
    int bad = failed(s, CALL(s, SET_INTRA_THREADS, (void *, int), options, threads)) ||
              failed(s, CALL(s, SET_GRAPH_OPTIMIZATION, (void *, int), options, OPTIMIZE_ALL)) ||
              failed(s, CALL(s, CREATE_SESSION, (const void *, const char *, const void *, void **),
                             s->env, model, options, &s->session));
    release(s, RELEASE_SESSION_OPTIONS, options);
    return bad ? -1 : 0;
}

static int read_dims(onnx_session *s, const void *info, onnx_shape *shape) {
    shape->rank = 0;
    if (failed(s, CALL(s, DIMENSIONS_COUNT, (const void *, size_t *), info, &shape->rank)))
        return -1;
    if (shape->rank > ONNX_MAX_RANK) {
        snprintf(s->error, sizeof s->error, "a tensor has %zu dimensions", shape->rank);
        return -1;
    }
    return failed(s, CALL(s, DIMENSIONS, (const void *, int64_t *, size_t), info, shape->dims,
                          shape->rank))
               ? -1
               : 0;
}

static int describe(onnx_session *s) {
    size_t inputs = 0;
    void *type = NULL;
    const void *tensor = NULL;
    if (failed(s, CALL(s, INPUT_COUNT, (const void *, size_t *), s->session, &inputs)) ||
        failed(s, CALL(s, OUTPUT_COUNT, (const void *, size_t *), s->session, &s->output_count)) ||
        failed(s, CALL(s, DEFAULT_ALLOCATOR, (void **), &s->allocator)))
        return -1;
    if (inputs != 1 || s->output_count == 0 || s->output_count > MAX_OUTPUTS) {
        snprintf(s->error, sizeof s->error,
                 "the network has %zu inputs and %zu outputs, not 1 and 1 to %d", inputs,
                 s->output_count, MAX_OUTPUTS);
        return -1;
    }
    if (failed(s, CALL(s, INPUT_NAME, (const void *, size_t, void *, char **), s->session,
                       (size_t)0, s->allocator, &s->input_name)))
        return -1;
    for (size_t i = 0; i < s->output_count; i++)
        if (failed(s, CALL(s, OUTPUT_NAME, (const void *, size_t, void *, char **), s->session, i,
                           s->allocator, &s->output_names[i])))
            return -1;
    if (failed(s, CALL(s, INPUT_TYPE_INFO, (const void *, size_t, void **), s->session, (size_t)0,
                       &type)))
        return -1;
    int bad = failed(s, CALL(s, CAST_TYPE_INFO, (const void *, const void **), type, &tensor)) ||
              (tensor != NULL && read_dims(s, tensor, &s->input_shape) != 0);
    release(s, RELEASE_TYPE_INFO, type);
    return bad || failed(s, CALL(s, CREATE_CPU_MEMORY_INFO, (int, int, void **), 0, 0, &s->memory))
               ? -1
               : 0;
}

onnx_session *onnx_session_open(const char *library, const char *model, int threads, char *error,
                                size_t capacity) {
    onnx_session *s = calloc(1, sizeof *s);
    if (s == NULL) {
        snprintf(error, capacity, "out of memory");
        return NULL;
    }
    if (load(s, library) == 0 && create(s, model, threads) == 0 && describe(s) == 0)
        return s;
    snprintf(error, capacity, "%s", s->error);
    onnx_session_close(s);
    return NULL;
}

void onnx_session_close(onnx_session *s) {
    if (s == NULL)
        return;
    if (s->api != NULL) {
        release(s, RELEASE_VALUE, s->result);
        for (size_t i = 0; i < MAX_OUTPUTS; i++)
            if (s->output_names[i] != NULL)
                failed(s,
                       CALL(s, ALLOCATOR_FREE, (void *, void *), s->allocator, s->output_names[i]));
        if (s->input_name != NULL)
            failed(s, CALL(s, ALLOCATOR_FREE, (void *, void *), s->allocator, s->input_name));
        release(s, RELEASE_MEMORY_INFO, s->memory);
        release(s, RELEASE_SESSION, s->session);
        release(s, RELEASE_ENV, s->env);
    }
    free(s);
}

const char *onnx_session_version(const onnx_session *s) {
    return s->base->get_version();
}

size_t onnx_session_output_count(const onnx_session *s) {
    return s->output_count;
}

const char *onnx_session_output_name(const onnx_session *s, size_t index) {
    return index < s->output_count ? s->output_names[index] : "";
}

onnx_shape onnx_session_input_shape(const onnx_session *s) {
    return s->input_shape;
}

const char *onnx_session_error(const onnx_session *s) {
    return s->error;
}

int onnx_session_run(onnx_session *s, const float *input, const onnx_shape *shape, size_t output) {
    size_t count = 1;
    for (size_t i = 0; i < shape->rank; i++)
        count *= (size_t)shape->dims[i];
    release(s, RELEASE_VALUE, s->result);
    s->result = NULL;
    if (output >= s->output_count) {
        snprintf(s->error, sizeof s->error, "the network has no output %zu", output);
        return -1;
    }
    void *value = NULL;
    if (failed(s, CALL(s, CREATE_TENSOR_WITH_DATA,
                       (const void *, void *, size_t, const int64_t *, size_t, int, void **),
                       s->memory, (void *)(uintptr_t)input, count * sizeof *input, shape->dims,
                       shape->rank, ELEMENT_FLOAT, &value)))
        return -1;
    const char *const inputs[1] = {s->input_name}, *const outputs[1] = {s->output_names[output]};
    const void *const values[1] = {value};
    int bad = failed(s, CALL(s, RUN,
                             (void *, const void *, const char *const *, const void *const *,
                              size_t, const char *const *, size_t, void **),
                             s->session, NULL, inputs, values, (size_t)1, outputs, (size_t)1,
                             &s->result));
    release(s, RELEASE_VALUE, value);
    return bad ? -1 : 0;
}

const float *onnx_session_result(const onnx_session *session, onnx_shape *shape) {
    onnx_session *s = (onnx_session *)(uintptr_t)session; /* only to keep a message */
    void *info = NULL, *data = NULL;
    int type = 0;
    if (s->result == NULL ||
        failed(s, CALL(s, TENSOR_TYPE_AND_SHAPE, (const void *, void **), s->result, &info)))
        return NULL;
    int bad = failed(s, CALL(s, ELEMENT_TYPE, (const void *, int *), info, &type)) ||
              read_dims(s, info, shape) != 0;
    release(s, RELEASE_SHAPE_INFO, info);
    if (bad || type != ELEMENT_FLOAT ||
        failed(s, CALL(s, TENSOR_DATA, (void *, void **), s->result, &data)))
        return NULL;
    return data;
}

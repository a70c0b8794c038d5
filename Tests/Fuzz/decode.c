/* Bytes as an output tensor and its description, as rows for the NMS, as a picture and as a label.
 */
#include "input.h"

enum { MOST_FLOATS = 4096, MOST_ROWS = 64 };

/* A copy of exactly that size: one byte beyond it is noticed. */
static void *take_block(input *in, size_t size) {
    void *block = malloc(size > 0 ? size : 1);
    REQUIRE(block != NULL);
    take(in, block, size);
    return block;
}

static void take_letterbox(input *in, shelf_letterbox *box) {
    uint8_t how = take8(in);
    if (how < 200) {
        uint32_t side = 32 * (1 + how % 4);
        REQUIRE(shelf_letterbox_init(box, 1 + take8(in), 1 + take8(in), side, side, how % 3) ==
                SHELF_OK);
    } else {
        take(in, box, sizeof *box);
    }
}

static void check_rows(const shelf_detection *rows, size_t count) {
    for (size_t i = 0; i < count; i++) {
        REQUIRE(is_box_finite(&rows[i].box) && rows[i].score >= 0 && rows[i].score <= 1);
        REQUIRE(i == 0 || rows[i - 1].score >= rows[i].score);
    }
}

static void decode(input *in) {
    shelf_decoder decoder;
    shelf_decode_report report;
    uint8_t how = take8(in);
    uint32_t classes = 1 + take8(in) % 8;
    REQUIRE(shelf_decoder_init(&decoder, sizeof decoder, how % 4, classes) == SHELF_OK);
    decoder.units = (how >> 2) & 1;
    decoder.output_units = (how >> 3) & 1;
    decoder.min_score = take_float(in, 0, 1);
    take_letterbox(in, &decoder.letterbox);
    int64_t columns = how % 4 == 0 ? 6 : how % 4 == 3 ? 5 + classes : 4 + classes;
    /* YOLOX has as many rows as its grids have cells. */
    int64_t side = decoder.letterbox.model_width,
            rows = how % 4 == 3 && side <= 256
                       ? side * side / 64 + side * side / 256 + side * side / 1024
                       : take8(in) % 40;
    int64_t shape[3] = {1, rows, columns};
    if (how % 4 == 1)
        shape[1] = columns, shape[2] = rows;
    if (how > 240)
        shape[how % 3] = (int64_t)take64(in);
    /* What the library reads is the product: a shape that lies would be the caller's own fault. */
    int64_t floats = MOST_FLOATS + 1;
    if (shape[0] == 1 && shape[1] >= 0 && shape[2] >= 0 && shape[1] <= MOST_FLOATS &&
        shape[2] <= MOST_FLOATS)
        floats = shape[1] * shape[2];
    if (shape[0] == 1 && floats > MOST_FLOATS)
        return;
    float *tensor = take_block(in, 4 * (size_t)(shape[0] == 1 ? floats : 0));
    uint32_t wanted[3] = {0, take8(in), 2};
    size_t capacity = take8(in) % MOST_ROWS, count = 0;
    shelf_detection *found = malloc((capacity + 1) * sizeof *found);
    shelf_status status = shelf_decode(&decoder, tensor, shape, wanted, how % 3 + (how > 128),
                                       found, capacity, &count, &report);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_LAYOUT || status == SHELF_ERROR_ARGUMENT);
    if (status == SHELF_OK) {
        REQUIRE(count <= capacity);
        REQUIRE(report.passed == count + report.other_class + report.not_boxes + report.overflow);
        check_rows(found, count);
    }
    free(found);
    free(tensor);
}

static void collapse(input *in) {
    uint8_t how = take8(in);
    size_t count = take8(in) % MOST_ROWS, before = count;
    shelf_detection *rows = take_block(in, count * sizeof *rows);
    if (how & 128)
        for (size_t i = 0; i < count; i++) {
            float x = (float)(i * 7 % 13), y = (float)(i * 5 % 11);
            rows[i] = (shelf_detection){{x, y, x + 9, y + 8}, (float)take8(in) / 255, i % 2};
        }
    float iou = take_float(in, 0, 1), sigma = take_float(in, 0.01f, 10);
    shelf_status status =
        shelf_nms(how % 5, iou, sigma, take_float(in, 0, 1), how & 1, rows, &count);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_ARGUMENT);
    REQUIRE(count <= before && (status == SHELF_OK || count == before));
    if (status == SHELF_OK && how & 128 && how % 5 != SHELF_NMS_OFF)
        check_rows(rows, count);
    free(rows);
}

static void draw(input *in) {
    shelf_letterbox box;
    shelf_tensor_format format;
    REQUIRE(shelf_tensor_format_init(&format, sizeof format) == SHELF_OK);
    take_letterbox(in, &box);
    format.pixels = take8(in) % 5;
    format.planes = take8(in) % 3;
    format.pad = take_float(in, 0, 255);
    if ((uint64_t)box.source_width * box.source_height > 1 << 17 ||
        (uint64_t)box.model_width * box.model_height > 1 << 17)
        return;
    size_t stride = 4 * (size_t)box.source_width;
    uint8_t *pixels = take_block(in, stride * box.source_height);
    float *tensor = malloc(12 * (size_t)box.model_width * box.model_height + 1);
    shelf_status status = shelf_write_tensor(&box, &format, pixels, stride, tensor);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_ARGUMENT);
    shelf_box there;
    take(in, &there, sizeof there);
    status = shelf_letterbox_to_model(&box, &there, 1);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_ARGUMENT);
    status = shelf_letterbox_to_picture(&box, &there, 1);
    REQUIRE(status == SHELF_OK || status == SHELF_ERROR_ARGUMENT);
    free(tensor);
    free(pixels);
}

static void label(input *in) {
    uint64_t id = take64(in);
    size_t capacity = take8(in), length = 0;
    char *text = malloc(capacity + 1);
    float score = take_float(in, 0, 1);
    size_t size = (size_t)(in->end - in->at);
    char *name = malloc(size + 1);
    take(in, name, size);
    name[size] = 0;
    shelf_status status = shelf_label(id, name, score, text, capacity, &length);
    if (status == SHELF_OK)
        REQUIRE(length < capacity && strlen(text) == length);
    REQUIRE(shelf_color(id) <= 0xffffff);
    free(name);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    input in = {data, data + size};
    switch (take8(&in) % 8) {
    case 0:
        draw(&in);
        break;
    case 1:
        label(&in);
        break;
    case 2:
    case 3:
        collapse(&in);
        break;
    default:
        decode(&in);
        break;
    }
    return 0;
}

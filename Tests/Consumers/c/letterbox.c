/*
 * Every picture of 1...2000 x 1...2000 pixels in three inputs and all ways to fit it: the picture
 * lies in the input, fills it one way, is rounded once and to the nearest pixel, and a box that is
 * mapped there and back misses by less than half a pixel of the picture.
 */
#include <math.h>
#include <shelfcount.h>
#include <stdio.h>

enum { LARGEST = 2000 };

static double worst, worst_rounding;
static unsigned long tried, failures;

static double larger(double a, double b) {
    return a > b ? a : b;
}

/* Whether the border of one axis is as it should be. */
static int border(uint32_t model, uint32_t at, uint32_t length, int32_t fit) {
    uint32_t left = model - length;
    return at == (fit == SHELF_FIT_CENTER ? left / 2 : 0) &&
           (fit != SHELF_FIT_STRETCH || left == 0);
}

static int there_and_back(const shelf_letterbox *l) {
    float w = (float)l->source_width, h = (float)l->source_height;
    shelf_box box = {0.25f * w, 0.125f * h, w, h}, mapped = box;
    if (shelf_letterbox_to_model(l, &mapped, 1) != SHELF_OK)
        return 0;
    /* The lower right corner of the picture is that of the part it fills, to the pixel. */
    if (fabsf(mapped.x2 - (float)(l->x + l->width)) > 0.01f ||
        fabsf(mapped.y2 - (float)(l->y + l->height)) > 0.01f)
        return 0;
    if (shelf_letterbox_to_picture(l, &mapped, 1) != SHELF_OK)
        return 0;
    double error = larger(larger(fabs(mapped.x1 - box.x1), fabs(mapped.y1 - box.y1)),
                          larger(fabs(mapped.x2 - box.x2), fabs(mapped.y2 - box.y2)));
    worst = larger(worst, error);
    return error < 0.01;
}

static int fits(uint32_t w, uint32_t h, uint32_t model_w, uint32_t model_h, int32_t fit) {
    shelf_letterbox l;
    if (shelf_letterbox_init(&l, w, h, model_w, model_h, fit) != SHELF_OK)
        return 0;
    if (l.width != model_w && l.height != model_h)
        return 0;
    if (!border(model_w, l.x, l.width, fit) || !border(model_h, l.y, l.height, fit))
        return 0;
    if (fit != SHELF_FIT_STRETCH) {
        double scale = fmin((double)model_w / w, (double)model_h / h);
        double dw = fabs(l.width - w * scale), dh = fabs(l.height - h * scale);
        if (l.width > 1 && l.height > 1)
            worst_rounding = larger(worst_rounding, larger(dw, dh));
        if ((dw > 0.5 + 1e-9 && l.width > 1) || (dh > 0.5 + 1e-9 && l.height > 1))
            return 0;
    }
    return there_and_back(&l);
}

int main(void) {
    static const uint32_t models[][2] = {{1280, 1280}, {640, 480}, {416, 416}};
    for (size_t m = 0; m < 3; m++)
        for (uint32_t w = 1; w <= LARGEST; w++)
            for (uint32_t h = 1; h <= LARGEST; h++)
                for (int32_t fit = SHELF_FIT_CENTER; fit <= SHELF_FIT_STRETCH; fit++) {
                    tried++;
                    if (fits(w, h, models[m][0], models[m][1], fit))
                        continue;
                    if (failures++ < 20)
                        printf("%u x %u in %u x %u, fit %d\n", (unsigned)w, (unsigned)h,
                               (unsigned)models[m][0], (unsigned)models[m][1], (int)fit);
                }
    printf(
        "%lu pictures, %lu wrong; there and back misses by at most %.5f pixels, the one rounding "
        "is at most %.3f pixels of the input\n",
        tried, failures, worst, worst_rounding);
    return failures != 0 || tried != 3ul * 3 * LARGEST * LARGEST;
}

"""Pictures with boxes, changed at random, and what the network shall say of them."""

import glob

import cv2
import numpy as np
import torch

from network import STRIDE


def load(directory, split):
    """All pictures, and for each its labels as rows class, x1, y1, x2, y2 in pixels."""
    pictures, labels = [], []
    for path in sorted(glob.glob(f"{directory}/images/{split}/*.jpg")):
        picture = cv2.imread(path)
        with open(path.replace("/images/", "/labels/").replace(".jpg", ".txt")) as file:
            rows = [[float(number) for number in line.split()] for line in file]
        boxes = np.array(rows, np.float32).reshape(-1, 5)
        centre, half = boxes[:, 1:3], boxes[:, 3:5] / 2
        corners = np.concatenate([centre - half, centre + half], 1) * picture.shape[0]
        pictures.append(picture)
        labels.append(np.concatenate([boxes[:, :1], corners], 1))
    return pictures, labels


def as_tensor(pictures):
    """BGR bytes to RGB planes of 0...1."""
    planes = np.stack([picture[:, :, ::-1].transpose(2, 0, 1) for picture in pictures])
    return torch.from_numpy(planes.astype(np.float32) / 255)


def area(boxes):
    return (boxes[:, 2] - boxes[:, 0]) * (boxes[:, 3] - boxes[:, 1])


def augment(random, picture, labels):
    """Another scale, place, side, light and noise; boxes of which little is left are dropped."""
    size = picture.shape[0]
    zoom = float(random.uniform(0.7, 1.4))
    dx, dy = random.uniform(-0.2, 0.2, 2) * size + (1 - zoom) * size / 2
    change = np.float32([[zoom, 0, dx], [0, zoom, dy]])
    picture = cv2.warpAffine(picture, change, (size, size), borderValue=(114, 114, 114))
    boxes = labels[:, 1:] * zoom + np.float32([dx, dy, dx, dy])
    clipped = np.clip(boxes, 0, size)
    keep = (area(clipped) > 0.35 * area(boxes)) & (clipped[:, 2] - clipped[:, 0] > 5)
    labels = np.concatenate([labels[keep, :1], clipped[keep]], 1)
    if random.random() < 0.5:
        picture = picture[:, ::-1]
        labels[:, [1, 3]] = size - labels[:, [3, 1]]
    gain = random.uniform(0.6, 1.35) * random.uniform(0.85, 1.15, 3).astype(np.float32)
    picture = picture.astype(np.float32) * gain + random.uniform(-25, 25)
    if random.random() < 0.3:
        picture = picture + random.normal(0, random.uniform(2, 12), picture.shape)
    return np.clip(picture, 0, 255), labels


def targets(batch, classes, height, width):
    """For each cell: the heatmap of centres, the distances to the edges, and how much these weigh."""
    heat = np.zeros((len(batch), classes, height, width), np.float32)
    distances = np.zeros((len(batch), 4, height, width), np.float32)
    weight = np.zeros((len(batch), height, width), np.float32)
    smallest = np.full((len(batch), height, width), 1e9, np.float32)
    yy, xx = np.mgrid[:height, :width]
    px, py = (xx + 0.5) * STRIDE, (yy + 0.5) * STRIDE
    for i, labels in enumerate(batch):
        for label, x1, y1, x2, y2 in labels:
            cx, cy, w, h = (x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1
            ix, iy = min(width - 1, int(cx / STRIDE)), min(height - 1, int(cy / STRIDE))
            sx, sy = max(0.6, w / STRIDE * 0.13), max(0.6, h / STRIDE * 0.13)
            bump = np.exp(-((xx - ix) ** 2 / (2 * sx * sx) + (yy - iy) ** 2 / (2 * sy * sy)))
            heat[i, int(label)] = np.maximum(heat[i, int(label)], bump)
            heat[i, int(label), iy, ix] = 1
            # Where things overlap, the smaller one has the cell.
            own = (
                (np.abs(px - cx) < max(STRIDE * 0.8, w * 0.18))
                & (np.abs(py - cy) < max(STRIDE * 0.8, h * 0.18))
                & (smallest[i] > w * h)
            )
            own[iy, ix] = True
            smallest[i][own] = w * h
            weight[i][own] = bump[own].clip(0.2)
            for k, edge in enumerate((px - x1, py - y1, x2 - px, y2 - py)):
                distances[i, k][own] = np.clip(edge[own], 0, None)
    return tuple(map(torch.from_numpy, (heat, distances, weight)))

"""How good a network is: average precision at IoU 0.5, and precision and recall at a score of 0.4."""

import numpy as np
import torch

from data import as_tensor
from network import EndToEnd

SURE = 0.4
LEAST = 0.01


def evaluate(network, pictures, labels):
    """The pair of average precision and (precision, recall)."""
    network.eval()
    size = pictures[0].shape[0]
    model = EndToEnd(network, (size, size))
    with torch.no_grad():
        found = [model(as_tensor([picture]))[0].numpy() for picture in pictures]
    return average_precision(found, labels)


def iou(a, b):
    width = min(a[2], b[2]) - max(a[0], b[0])
    height = min(a[3], b[3]) - max(a[1], b[1])
    if width <= 0 or height <= 0:
        return 0
    both = width * height
    return both / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - both)


def match(rows, labels, threshold):
    """Pairs of score and whether the row is a thing that no better row has found; rows come best first."""
    taken = set()
    for row in rows:
        if row[4] < LEAST:
            return
        overlaps = [(iou(row, label[1:]), k) for k, label in enumerate(labels) if k not in taken]
        best, k = max(overlaps, default=(0, -1))
        if best >= threshold:
            taken.add(k)
        yield row[4], best >= threshold


def average_precision(found, labels, threshold=0.5):
    pairs = [pair for rows, own in zip(found, labels) for pair in match(rows, own, threshold)]
    pairs.sort(reverse=True)
    hits = np.cumsum([is_hit for _, is_hit in pairs])
    precision = hits / np.arange(1, len(pairs) + 1)
    recall = hits / max(1, sum(len(own) for own in labels))
    steps = np.linspace(0, 1, 101)
    average = sum(precision[recall >= t].max() if (recall >= t).any() else 0 for t in steps) / len(steps)
    sure = sum(score >= SURE for score, _ in pairs) - 1
    return average, (precision[sure], recall[sure]) if sure >= 0 else (0, 0)

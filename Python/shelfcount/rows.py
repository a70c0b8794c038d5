"""Detections in the forms that detectors give them, as rows of the library."""
from typing import Any, Optional

import numpy as np

from . import _abi

_NO_CLASS = float(0xFFFFFFFF)


class RowBuffer:
    """Memory for the rows of a frame, kept from frame to frame."""

    def __init__(self, capacity: int) -> None:
        self._make(capacity)

    def _make(self, capacity: int) -> None:
        self.rows = np.zeros(capacity, _abi.DETECTION)
        # The same memory, number by number: x1, y1, x2, y2, score; then the class.
        self._numbers = self.rows.view(np.float32).reshape(capacity, 6)
        self._classes = self.rows.view(np.uint32).reshape(capacity, 6)[:, 5]

    def fill(self, boxes: Any, scores: Optional[Any] = None, classes: Optional[Any] = None) -> np.ndarray:
        """The rows: a structured array is used where it is, anything else is copied here."""
        if isinstance(boxes, np.ndarray) and boxes.dtype == _abi.DETECTION:
            return np.ascontiguousarray(boxes)
        if boxes is None:
            return self.rows[:0]
        if scores is None and hasattr(boxes, "xyxy"):
            boxes, scores, classes = boxes.xyxy, boxes.confidence, boxes.class_id
            if scores is None:
                scores = np.ones(len(boxes), np.float32)
        table = np.asarray(boxes)
        count = len(table)
        if count == 0:
            return self.rows[:0]
        if count > len(self.rows):
            self._make(2 * count)
        if scores is None:
            if table.ndim != 2 or table.shape[1] not in (5, 6):
                raise ValueError(f"expected (N, 5) or (N, 6), got {table.shape}")
            self._numbers[:count, :5] = table[:, :5]
            classes = table[:, 5] if table.shape[1] == 6 else None
        else:
            if table.ndim != 2 or table.shape[1] != 4:
                raise ValueError(f"expected boxes of shape (N, 4), got {table.shape}")
            self._numbers[:count, :4] = table
            self._numbers[:count, 4] = scores
        self._classes[:count] = 0 if classes is None else _whole(classes)
        return self.rows[:count]


def _whole(classes: Any) -> np.ndarray:
    """Class numbers; what cannot be one becomes a number that the library drops as BAD_CLASS."""
    classes = np.asarray(classes)
    if classes.dtype.kind == "u" and classes.dtype.itemsize <= 4:
        return classes
    wide = classes.astype(np.float64)
    return np.where((wide >= 0) & (wide < _NO_CLASS), wide, _NO_CLASS)

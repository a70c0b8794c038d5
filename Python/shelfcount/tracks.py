"""Tracks of one frame, as arrays."""
from typing import Iterator

import numpy as np


class Tracks:
    """Tracks after an update. Each attribute is an array with one entry a track, all in the same order.

    They stay what they are; the next update gives new ones. Iterating gives the rows of `data`, whose
    fields go by name: `track["id"]`.
    """

    __slots__ = ("data",)

    def __init__(self, data: np.ndarray) -> None:
        self.data = data
        """The structured array itself, dtype shelfcount.TRACK."""

    def __len__(self) -> int:
        return len(self.data)

    def __iter__(self) -> Iterator[np.void]:
        return iter(self.data)

    def __repr__(self) -> str:
        return f"Tracks(id={self.id.tolist()})"

    @property
    def id(self) -> np.ndarray:
        """(N,) int64: from 1, never reused; 0: not confirmed yet."""
        return self.data["id"].astype(np.int64)

    @property
    def xyxy(self) -> np.ndarray:
        """(N, 4) float32: filtered box, in the unit of the scanner."""
        return self.data["box"]

    @property
    def velocity(self) -> np.ndarray:
        """(N, 2) float32: of the centre, per nominal frame."""
        return np.stack((self.data["vx"], self.data["vy"]), axis=1)

    @property
    def score(self) -> np.ndarray:
        """(N,) float32: of the last matched row."""
        return self.data["score"]

    @property
    def class_id(self) -> np.ndarray:
        """(N,) int64: vote over the track's life."""
        return self.data["class_id"].astype(np.int64)

    @property
    def state(self) -> np.ndarray:
        """(N,) int32: SHELF_TRACK_*."""
        return self.data["state"]

    @property
    def detection(self) -> np.ndarray:
        """(N,) int32: row of the last update it was matched to, or -1."""
        return self.data["detection"]

"""Stable tracks and an honest count from a flickering stream of detections.

    from shelfcount import Scanner

    with Scanner(640, 480) as scanner:
        band = scanner.add_band(0.45, 0.55)
        for rows in detector:                 # (N, 6): x1, y1, x2, y2, score, class
            tracks = scanner.update(rows)
        scanner.finish()
        print(scanner.counts(band).total)

Constants, structs and the dtypes DETECTION, TRACK, EVENT, ITEM, EDGE, FATE are those of shelfcount.h.
"""
from . import _abi
from ._abi import DETECTION, EDGE, EVENT, FATE, ITEM, TRACK, Settings
from ._abi import VERSION as __version__
from ._library import ShelfError, library
from .detector import Decoder, color, label, nms
from .scanner import Scanner
from .tracks import Tracks

globals().update({name: value for name, value in vars(_abi).items() if name.startswith("SHELF_")})


def library_version() -> str:
    """The version of the C library in use."""
    return library.shelf_version_text().decode()


__all__ = [
    "DETECTION", "EDGE", "EVENT", "FATE", "ITEM", "TRACK",
    "Decoder", "Scanner", "Settings", "ShelfError", "Tracks", "color", "label", "library_version", "nms",
]  # fmt: skip

"""The scanner: detections in, tracks and counts out."""
import ctypes
from typing import TYPE_CHECKING, Any, Callable, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi
from ._library import check, choice, library
from .rows import RowBuffer
from .tracks import Tracks

if TYPE_CHECKING:
    from typing_extensions import Self, Unpack

# Settings whose value may be a name: 'closed' is SHELF_KALMAN_CLOSED.
_NAMES = {
    "units": "SHELF_UNITS_",
    "fusion": "SHELF_FUSION_",
    "partners": "SHELF_PARTNER_",
    "class_gate": "SHELF_CLASS_",
    "matcher": "SHELF_MATCHER_",
    "kalman": "SHELF_KALMAN_",
    "nms": "SHELF_NMS_",
    "count_by": "SHELF_BY_",
    "anchor": "SHELF_ANCHOR_",
}


def _assign(struct: ctypes.Structure, settings: Mapping[str, Any]) -> None:
    known = [field[0] for field in struct._fields_]
    for name, value in settings.items():
        if name not in known:
            raise TypeError(f"no setting '{name}'; there are: {', '.join(known)}")
        setattr(struct, name, choice(_NAMES[name], value) if name in _NAMES else value)


class Scanner:
    """Tracks and counts the detections of one camera.

    width, height: of a frame in pixels. preset: 'shelf', 'bytetrack', 'seed' or 'moving'.
    settings: fields of shelf_config, see shelfcount.Settings; those of a kind by name ('closed') or number.

    All memory is taken here; one scanner belongs to one thread at a time. Errors are raised as
    ShelfError, with the status and the text of the library.
    """

    _handle: Optional[int] = None
    _block: np.ndarray

    def __init__(
        self, width: int, height: int, *, preset: Union[str, int] = "shelf", **settings: "Unpack[_abi.Settings]"
    ) -> None:
        config = _abi.Config()
        size = ctypes.sizeof(config)
        check(library.shelf_config_init(ctypes.byref(config), size, choice("SHELF_PRESET_", preset)))
        config.width, config.height = width, height
        _assign(config, settings)
        self._take(config)
        handle = ctypes.c_void_p()
        block = self._block
        check(library.shelf_open(block.ctypes.data, len(block), ctypes.byref(config), ctypes.byref(handle)))
        self._handle = handle.value

    def _take(self, config: _abi.Config) -> None:
        """Takes the memory of a scanner that is still to be built in it."""
        self.config = config
        """The shelf_config it was opened with; to read."""
        needed, alignment = ctypes.c_size_t(), ctypes.c_size_t()
        check(library.shelf_memory_needed(ctypes.byref(config), ctypes.byref(needed), ctypes.byref(alignment)))
        memory = np.zeros(needed.value + alignment.value, np.uint8)
        start = -memory.ctypes.data % alignment.value
        self._block = memory[start : start + needed.value]
        self._input = RowBuffer(self.config.max_detections)
        self._fates = np.zeros(0, _abi.FATE)
        self._rows = 0
        self._found = np.empty(self.config.max_tracks, _abi.TRACK)
        self._found_at = self._found.ctypes.data
        self._count = ctypes.c_size_t()
        self._count_at = ctypes.addressof(self._count)

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    def __del__(self) -> None:
        self.close()

    def close(self) -> None:
        """Ends the scanner. Later calls raise ShelfError."""
        if self._handle:
            library.shelf_close(self._handle)
            self._handle = None

    def copy(self) -> "Scanner":
        """A second scanner in the same state, independent from now on."""
        twin = object.__new__(type(self))
        twin._take(self.config)
        twin._block[:] = self._block
        twin._handle = self._handle and twin._block.ctypes.data
        return twin

    def save(self) -> bytes:
        """All of the scanner as bytes, to go on later or on another machine; see `restore`."""
        size = ctypes.c_size_t()
        status = library.shelf_snapshot_save(self._handle, None, 0, ctypes.byref(size))
        if status != _abi.SHELF_ERROR_BUFFER:
            check(status)
        snapshot = ctypes.create_string_buffer(size.value)
        check(library.shelf_snapshot_save(self._handle, snapshot, len(snapshot), ctypes.byref(size)))
        return snapshot.raw[: size.value]

    @classmethod
    def restore(cls, snapshot: bytes) -> "Self":
        """The scanner that was saved. Bytes that are no sound snapshot raise ShelfError."""
        scanner = object.__new__(cls)
        config = _abi.Config()
        size = ctypes.sizeof(config)
        check(library.shelf_snapshot_config(snapshot, len(snapshot), ctypes.byref(config), size))
        scanner._take(config)
        block, handle = scanner._block, ctypes.c_void_p()
        check(
            library.shelf_snapshot_restore(
                block.ctypes.data, len(block), snapshot, len(snapshot), ctypes.byref(handle)
            )
        )
        scanner._handle = handle.value
        return scanner

    def reset(self) -> None:
        """Forgets tracks, counts and log; keeps settings and gates."""
        check(library.shelf_reset(self._handle))

    # ---- Gates ------------------------------------------------------------------------------------

    def add_band(self, lo: float = 0.45, hi: float = 0.55, *, axis: str = "x", **options: Any) -> int:
        """A band from lo to hi, shares of the width (axis 'x') or of the height ('y'); its number.

        options, here and below: fields of shelf_gate such as dwell, crossing, anchor='bottom',
        count_by='track'.
        """
        gate = self._gate()
        check(library.shelf_gate_set_band(ctypes.byref(gate), choice("SHELF_AXIS_", axis), lo, hi))
        return self._add(gate, options)

    def add_line(self, a: Tuple[float, float], b: Tuple[float, float], **options: Any) -> int:
        """A line from a to b, shares of the frame (units='pixel': pixels); its number."""
        return self._add_points(_abi.SHELF_GATE_LINE, (a, b), options)

    def add_zone(self, points: Sequence[Tuple[float, float]], **options: Any) -> int:
        """A polygon of 3 to 16 points, shares of the frame (units='pixel': pixels); its number."""
        return self._add_points(_abi.SHELF_GATE_ZONE, points, options)

    def _gate(self) -> _abi.Gate:
        gate = _abi.Gate()
        check(library.shelf_gate_init(ctypes.byref(gate), ctypes.sizeof(gate)))
        return gate

    def _add_points(self, kind: int, points: Sequence[Tuple[float, float]], options: Mapping[str, Any]) -> int:
        gate = self._gate()
        gate.kind, gate.point_count = kind, len(points)
        for corner, (x, y) in zip(gate.points, points):
            corner.x, corner.y = x, y
        return self._add(gate, options)

    def _add(self, gate: _abi.Gate, options: Mapping[str, Any]) -> int:
        _assign(gate, options)
        index = ctypes.c_uint32()
        check(library.shelf_gate_add(self._handle, ctypes.byref(gate), ctypes.byref(index)))
        return index.value

    def edges(self, gate: int = 0) -> np.ndarray:
        """The edges that counting compares with, to be drawn: structured array of EDGE."""
        return self._list(_abi.EDGE, lambda *to: library.shelf_gate_edges(self._handle, gate, *to))

    # ---- The frame --------------------------------------------------------------------------------

    def update(self, boxes: Any = None, scores: Any = None, classes: Any = None, *, time_us: int = 0) -> Tracks:
        """One frame; gives the confirmed tracks that were matched in it.

        boxes: (N, 6) or (N, 5) rows x1, y1, x2, y2, score[, class]; or (N, 4) with scores and classes
        apart; or an object with xyxy, confidence and class_id; or a structured array of DETECTION,
        which is read where it lies. None: an empty frame, which must be told too.
        time_us: when it was taken, in microseconds; 0: one nominal frame after the last.
        """
        rows = self._input.fill(boxes, scores, classes)
        if len(rows) > len(self._fates):
            self._fates = np.zeros(2 * len(rows), _abi.FATE)
        check(
            library.shelf_update(
                self._handle, time_us, rows.ctypes.data, len(rows), self._fates.ctypes.data
            )
        )
        self._rows = len(rows)
        return self.tracks(_abi.SHELF_TRACK_TRACKED)

    @property
    def fates(self) -> np.ndarray:
        """What became of each row of the last update: structured array of FATE. Holds until the next."""
        return self._fates[: self._rows]

    def give_motion(self, dx: float, dy: float) -> None:
        """How the picture's content moves until the next update, where the caller knows it."""
        check(library.shelf_give_motion(self._handle, dx, dy))

    def finish(self) -> None:
        """The end of a stream: decides what still waits. Call it before the last `counts`."""
        check(library.shelf_finish(self._handle))

    # ---- Results ----------------------------------------------------------------------------------

    def tracks(self, states: int = _abi.SHELF_TRACK_TRACKED | _abi.SHELF_TRACK_LOST) -> Tracks:
        """The tracks in these states, SHELF_TRACK_* or-ed."""
        check(library.shelf_tracks(self._handle, states, self._found_at, len(self._found), self._count_at))
        return Tracks(self._found[: self._count.value].copy())

    def trail(self, track_id: int) -> np.ndarray:
        """(N, 2) float32: centres of a confirmed track, oldest first."""
        trail = self._list(_abi.POINT, lambda *to: library.shelf_trail(self._handle, track_id, *to))
        return trail.view(np.float32).reshape(-1, 2)

    def counts(self, gate: int = 0, class_id: int = _abi.SHELF_ALL_CLASSES) -> _abi.Counts:
        """Counts of a gate: total, forward, backward, inside, low, high ... of one class or of all."""
        counts = _abi.Counts()
        size = ctypes.sizeof(counts)
        check(library.shelf_get_counts(self._handle, gate, class_id, ctypes.byref(counts), size))
        return counts

    def events(self) -> np.ndarray:
        """Takes the entries out of the count log: structured array of EVENT."""
        return self._list(_abi.EVENT, lambda *to: library.shelf_events(self._handle, *to))

    def items(self) -> np.ndarray:
        """The places of the shelf, when counting by item: structured array of ITEM."""
        return self._list(_abi.ITEM, lambda *to: library.shelf_items(self._handle, *to))

    def dismiss(self, item_id: int) -> None:
        """That place is no item: its counts are taken back."""
        check(library.shelf_item_dismiss(self._handle, item_id))

    def merge(self, item_id: int, into_id: int) -> None:
        """Both places show the same item: one count is taken back where both counted."""
        check(library.shelf_item_merge(self._handle, item_id, into_id))

    def stats(self) -> _abi.Stats:
        """What went through the scanner since it was opened or reset."""
        stats = _abi.Stats()
        check(library.shelf_get_stats(self._handle, ctypes.byref(stats), ctypes.sizeof(stats)))
        return stats

    def _list(self, dtype: np.dtype, fill: Callable[..., int]) -> np.ndarray:
        status = fill(None, 0, self._count_at)
        if status != _abi.SHELF_ERROR_BUFFER:
            check(status)
        entries = np.empty(self._count.value, dtype)
        if len(entries):
            check(fill(entries.ctypes.data, len(entries), self._count_at))
        return entries

"""What lies around a network: fit the picture into its input, read its output, collapse double boxes."""
import ctypes
from typing import Any, Optional, Sequence, Tuple, Union

import numpy as np

from . import _abi
from ._library import check, choice, library


class Decoder:
    """Reads the output tensor of a detector, boxes in the picture's own pixels.

    layout: 'end_to_end', 'channels', 'rows' or 'yolox', see SHELF_LAYOUT_*. classes: how many the model
    knows. picture, model: width and height of the picture and of the model's input. fit: how the
    picture lies in it, 'center', 'top_left' or 'stretch'. min_score: rows below are left out. units,
    output_units: of the tensor's boxes and of the rows that come out, 'pixel' or 'fraction'. capacity:
    rows given back at most, the best by score. pixels: order of a picture's bytes for `input`, 'rgb',
    'bgr', 'rgba' or 'bgra'; planes: order in the tensor, 'rgb' or 'bgr'. mean, scale: per plane,
    (byte - mean) * scale.
    """

    def __init__(
        self,
        layout: Union[str, int],
        classes: int,
        *,
        picture: Tuple[int, int],
        model: Tuple[int, int],
        fit: Union[str, int] = "center",
        min_score: float = 0.6,
        units: Union[str, int] = "pixel",
        output_units: Union[str, int] = "pixel",
        capacity: int = 300,
        pixels: Union[str, int] = "rgb",
        planes: Union[str, int] = "rgb",
        mean: Optional[Sequence[float]] = None,
        scale: Optional[Sequence[float]] = None,
    ) -> None:
        self._decoder = _abi.Decoder()
        size = ctypes.sizeof(self._decoder)
        check(library.shelf_decoder_init(ctypes.byref(self._decoder), size, choice("SHELF_LAYOUT_", layout), classes))
        self.letterbox = self._decoder.letterbox
        """Where the picture lies in the input: x, y, width, height in pixels."""
        fit_number = choice("SHELF_FIT_", fit)
        check(library.shelf_letterbox_init(ctypes.byref(self.letterbox), *picture, *model, fit_number))
        self._decoder.min_score = min_score
        self._decoder.units = choice("SHELF_UNITS_", units)
        self._decoder.output_units = choice("SHELF_UNITS_", output_units)
        self._format = _abi.TensorFormat()
        check(library.shelf_tensor_format_init(ctypes.byref(self._format), ctypes.sizeof(self._format)))
        self._format.pixels = choice("SHELF_PIXELS_", pixels)
        self._format.planes = choice("SHELF_PLANES_", planes)
        for values, field in ((mean, self._format.mean), (scale, self._format.scale)):
            if values is not None:
                field[:] = values
        self._rows = np.zeros(capacity, _abi.DETECTION)
        self.report = _abi.DecodeReport()
        """What became of the rows of the last tensor."""

    def input(self, picture: np.ndarray) -> np.ndarray:
        """The picture, (H, W, 3 or 4) uint8, as the float32 tensor (1, 3, H, W) that the model reads."""
        box = self.letterbox
        channels = 4 if self._format.pixels in (_abi.SHELF_PIXELS_RGBA, _abi.SHELF_PIXELS_BGRA) else 3
        shape = (box.source_height, box.source_width, channels)
        if picture.shape != shape or picture.dtype != np.uint8:
            raise ValueError(f"expected uint8 of shape {shape}, got {picture.dtype} of shape {picture.shape}")
        if picture.strides[1:] != (channels, 1):
            picture = np.ascontiguousarray(picture)
        tensor = np.empty((1, 3, box.model_height, box.model_width), np.float32)
        check(
            library.shelf_write_tensor(
                ctypes.byref(box), ctypes.byref(self._format), picture.ctypes.data, picture.strides[0], tensor.ctypes.data
            )
        )
        return tensor

    def decode(self, tensor: np.ndarray, classes: Optional[Sequence[int]] = None) -> np.ndarray:
        """The rows of a tensor, best first: a structured array of DETECTION for Scanner.update.

        tensor: three dimensions, the first of them 1. classes: the ids to keep, all if not said.
        """
        tensor = np.ascontiguousarray(tensor, np.float32)
        if tensor.ndim != 3:
            raise ValueError(f"expected three dimensions, got shape {tensor.shape}")
        shape = (ctypes.c_int64 * 3)(*tensor.shape)
        keep = np.zeros(0, np.uint32) if classes is None else np.asarray(classes, np.uint32)
        count = ctypes.c_size_t()
        check(
            library.shelf_decode(
                ctypes.byref(self._decoder), tensor.ctypes.data, shape, keep.ctypes.data if len(keep) else None,
                len(keep), self._rows.ctypes.data, len(self._rows), ctypes.byref(count), ctypes.byref(self.report),
            )  # fmt: skip
        )
        return self._rows[: count.value].copy()


def nms(
    rows: np.ndarray, kind: Union[str, int] = "hard", *, iou: float = 0.65, sigma: float = 0.5,
    min_score: float = 0.0, by_class: bool = True,
) -> np.ndarray:  # fmt: skip
    """The rows, a structured array of DETECTION, without double boxes, best first; see shelf_nms."""
    left = np.array(rows, _abi.DETECTION)
    count = ctypes.c_size_t(len(left))
    number = choice("SHELF_NMS_", kind)
    check(library.shelf_nms(number, iou, sigma, min_score, int(by_class), left.ctypes.data, ctypes.byref(count)))
    return left[: count.value]


def label(track_id: int, class_name: Optional[str], score: float) -> str:
    """The text of a box: '#12 bottle 87%'. Id 0 and an empty name are left out."""
    name = class_name.encode() if class_name else None
    length = ctypes.c_size_t()
    status = library.shelf_label(track_id, name, score, None, 0, ctypes.byref(length))
    if status != _abi.SHELF_ERROR_BUFFER:
        check(status)
    text = ctypes.create_string_buffer(length.value + 1)
    check(library.shelf_label(track_id, name, score, text, len(text), ctypes.byref(length)))
    return text.value.decode(errors="replace")


def color(track_id: int) -> Tuple[int, int, int]:
    """The colour of an identity, red, green, blue 0...255: the same for an id for ever."""
    value: Any = library.shelf_color(track_id)
    return value >> 16, value >> 8 & 255, value & 255

"""How C structs look in Python."""
import ctypes
from typing import Type

import numpy as np


class Struct(ctypes.Structure):
    """A C struct that prints its fields."""

    def __repr__(self) -> str:
        names = [field[0] for field in self._fields_ if field[0] != "struct_size"]
        return f"{type(self).__name__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"


def dtype(struct: Type[ctypes.Structure], formats: list) -> np.dtype:
    """The numpy type of an array of these structs: boxes and points as rows of numbers."""
    names = [field[0] for field in struct._fields_]
    offsets = [getattr(struct, name).offset for name in names]
    return np.dtype(
        {"names": names, "formats": formats, "offsets": offsets, "itemsize": ctypes.sizeof(struct)}
    )

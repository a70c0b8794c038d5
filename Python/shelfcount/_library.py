"""The C library: loaded once, its functions declared, its errors raised."""
import ctypes
import os
from typing import Dict

from . import _abi

_BUNDLED = "libshelfcount-noblas.so.0"
_INSTALLED = "libshelfcount.so.0"


class ShelfError(Exception):
    """What the library refused; `status` is the SHELF_ERROR_* of shelfcount.h."""

    def __init__(self, status: int) -> None:
        super().__init__(library.shelf_status_text(status).decode())
        self.status = status


def _load() -> ctypes.CDLL:
    bundled = os.path.join(os.path.dirname(__file__), _BUNDLED)
    found = os.environ.get("SHELFCOUNT_LIBRARY") or (bundled if os.path.exists(bundled) else _INSTALLED)
    loaded = ctypes.CDLL(found)
    _abi.declare(loaded)
    major, minor = (loaded.shelf_version() // 1000000, loaded.shelf_version() // 1000 % 1000)
    if (major, minor) < (_abi.SHELF_VERSION_MAJOR, _abi.SHELF_VERSION_MINOR):
        raise ImportError(f"{found} is version {loaded.shelf_version_text().decode()}, older than this package")
    return loaded


library = _load()


def check(status: int) -> None:
    """Raises ShelfError where a status is not OK."""
    if status != _abi.SHELF_OK:
        raise ShelfError(status)


def choices(prefix: str) -> Dict[str, int]:
    """The constants with a prefix, by the rest of their name in lower case."""
    return {name[len(prefix) :].lower(): value for name, value in vars(_abi).items() if name.startswith(prefix)}


def choice(prefix: str, value) -> int:
    """A constant by its number, or by its name without the prefix, in any case."""
    if not isinstance(value, str):
        return int(value)
    known = choices(prefix)
    if value.lower() not in known:
        raise ValueError(f"'{value}' is none of: {', '.join(known)}")
    return known[value.lower()]

#!/usr/bin/env python3
"""What the Python package adds to a frame: python_overhead.py (with the wheel installed)

Frames of 10, 100 and 250 things that stand still, by track: the median of 2,000 updates through
Scanner.update with each form of rows, beside the bare calls of shelf_update and shelf_tracks.
"""
import ctypes
import statistics
import time

import numpy as np
from shelfcount import DETECTION, SHELF_TRACK_TRACKED, Scanner
from shelfcount._library import library

UPDATES = 2000


def grid(count):
    rows = np.zeros(count, DETECTION)
    i = np.arange(count)
    left, top = (i % 20) * 95.0, (i // 20) * 70.0
    rows["box"] = np.stack((left, top, left + 60, top + 50), axis=1)
    rows["score"] = 0.9
    return rows


def median(call):
    times = []
    for _ in range(UPDATES):
        start = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - start)
    return statistics.median(times) / 1000


def scanner():
    return Scanner(1920, 1080, count_by="track", nms="off")


def bare(rows):
    """The two C calls of an update, with everything prepared."""
    one = scanner()
    found, count = np.empty(256, "V56"), ctypes.c_size_t()
    at, to, counted = rows.ctypes.data, found.ctypes.data, ctypes.addressof(count)
    update, tracks, handle = library.shelf_update, library.shelf_tracks, one._handle

    def call():
        update(handle, 0, at, len(rows), None)
        tracks(handle, SHELF_TRACK_TRACKED, to, 256, counted)

    return median(call)


print("things  C calls  structured  float32 (N, 6)  float64 (N, 6)   microseconds")
for things in (10, 100, 250):
    rows = grid(things)
    table = np.column_stack((rows["box"], rows["score"], rows["class_id"]))
    cells = [bare(rows)]
    for form in (rows, table.astype(np.float32), table.astype(np.float64)):
        one = scanner()
        cells.append(median(lambda: one.update(form)))
    print(f"{things:6}  {cells[0]:7.1f}  {cells[1]:10.1f}  {cells[2]:14.1f}  {cells[3]:14.1f}")

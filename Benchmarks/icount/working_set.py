#!/usr/bin/env python3
"""Measures the memory that a frame touches, in cache lines of 64 bytes, with QEMU and lines.c beside this file.

usage: working_set.py ARCH DIST BUILD [OPTION...]

As count.py; of each configuration the mean of the last 100 frames. For the library without BLAS.
"""

import csv
import subprocess
import sys
from pathlib import Path

from count import ARCHITECTURES, compile_cbench, compile_plugin

FRAMES, LAST = 200, 100


def main(arguments):
    if len(arguments) < 3 or arguments[0] not in ARCHITECTURES:
        sys.exit(__doc__)
    architecture = ARCHITECTURES[arguments[0]]
    architecture.check()
    dist, build = (Path(a).resolve() for a in arguments[1:3])
    options = ["-1", "-f", str(FRAMES), "-k", "closed", *arguments[3:]]
    program = compile_cbench(architecture, dist, build, "libshelfcount-noblas")
    found = build / "lines.txt"
    command = architecture.command(compile_plugin(build, "lines"), found, program, options)
    subprocess.run(command, env=architecture.environment(), check=True, stdout=subprocess.DEVNULL)
    listed = subprocess.run(
        architecture.command(compile_plugin(build, "plugin"), build / "marks.txt", program, ["-l", *options]),
        env=architecture.environment(), check=True, stdout=subprocess.PIPE, text=True).stdout  # fmt: skip
    runs = list(csv.DictReader(listed.splitlines()))
    frames = [tuple(map(int, line.split())) for line in found.read_text().splitlines()]
    each = len(frames) // len(runs)
    for i, run in enumerate(runs):
        last = frames[i * each : (i + 1) * each][-LAST:]
        block, other = (64 * sum(column) // len(last) for column in zip(*last))
        print(f"{run['stream']} by {run['by']}, {run['matcher']}: {block:,} bytes of the block, {other:,} elsewhere")


if __name__ == "__main__":
    main(sys.argv[1:])

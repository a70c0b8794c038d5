#!/usr/bin/env python3
"""Counts the instructions of a frame with QEMU and the plugin beside this file, exactly.

usage: count.py ARCH DIST BUILD [--csv FILE | --stages] [OPTION...]

ARCH     x86_64, aarch64 or armv7
DIST     directory of the libraries of that architecture
BUILD    where the plugin and cbench go
OPTION   of cbench: what is to be run (cbench -h); 200 frames of which the first 100 do not count,
         nor those on the way past an aisle

PROTOTYPE=FILE in the environment compiles the C prototype in, PREFIX=libshelfcount-noblas takes that
library. Prints a table, or writes CSV: instructions of a frame, mean, median, 99th percentile and most,
and with a library of the trait Stages the mean of each stage; with --stages these as Markdown.
"""

import csv
import os
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
MARK_NOTHING, MARK_FRAME, MARK_END, MARK_STAGE, MARK_RUN = 1, 2, 3, 100, 1000
STAGES = [
    "entry", "guard", "nms", "motion", "predict", "candidates", "match", "correct", "lifecycle",
    "gates", "map", "results",
]


class Missing(Exception):
    """What is needed to count is not installed."""


class Architecture:
    """How programs for a processor are compiled and run here."""

    def __init__(self, name, compiler, qemu, cpu, core, root, libraries):
        self.name, self.compiler, self.qemu, self.cpu, self.core = name, compiler, qemu, cpu, core
        self.root, self.libraries = root, libraries

    def check(self):
        for tool in (self.compiler, self.qemu):
            if shutil.which(tool) is None:
                raise Missing(f"{tool} is not installed")

    @property
    def has_blas(self):
        return any((Path(d) / "libopenblas.so.0").exists() for d in self.libraries)

    def environment(self):
        return {**os.environ, "OPENBLAS_NUM_THREADS": "1", "OPENBLAS_CORETYPE": self.core}

    def command(self, plugin, marks, program, arguments):
        root = ["-L", self.root] if self.root else []
        path = ":".join(self.libraries)
        return [
            self.qemu, *root, "-cpu", self.cpu, "-E", f"LD_LIBRARY_PATH={path}",
            "-plugin", f"{plugin},out={marks}", str(program), *arguments,
        ]  # fmt: skip


# The processor decides which memcpy libc takes, and its core type which kernels OpenBLAS takes.
# Without erms: QEMU counts each step of a `rep movsb`.
ARCHITECTURES = {
    "x86_64": Architecture(
        "x86_64", "gcc", "qemu-x86_64",
        "Haswell-noTSX,-erms,-pcid,-x2apic,-tsc-deadline,-invpcid", "Haswell", None,
        ["/usr/lib/x86_64-linux-gnu"]),
    "aarch64": Architecture(
        "aarch64", "aarch64-linux-gnu-gcc", "qemu-aarch64", "cortex-a53", "CORTEXA53",
        "/usr/aarch64-linux-gnu", ["/usr/lib/aarch64-linux-gnu"]),
    "armv7": Architecture(
        "armv7", "arm-linux-gnueabihf-gcc", "qemu-arm", "cortex-a7", "ARMV7",
        "/usr/arm-linux-gnueabihf", ["/usr/lib/arm-linux-gnueabihf"]),
}  # fmt: skip


def compile_plugin(build, name="plugin"):
    plugin = build / f"icount-{name}.so"
    subprocess.run(
        ["gcc", "-O2", "-shared", "-fPIC", HERE / f"{name}.c", "-o", plugin], check=True)
    return plugin


def compile_cbench(architecture, dist, build, library):
    program = build / f"cbench-{architecture.name}-{library}"
    sources = sorted((HERE.parent / "cbench").glob("*.c"))
    prototype = os.environ.get("PROTOTYPE")
    define = [f'-DPROTOTYPE="{Path(prototype).resolve()}"'] if prototype else []
    search = [f"-Wl,-rpath-link,{d}" for d in architecture.libraries]
    subprocess.run(
        [architecture.compiler, "-std=gnu99", "-O3", *define, f"-I{dist}/include", *sources, "-o",
         program, f"-L{dist}", f"-l{library.removeprefix('lib')}", f"-Wl,-rpath,{dist}", *search,
         "-lm"], check=True)  # fmt: skip
    return program


def read_marks(path):
    """Of each run, the frames: a list of {stage: instructions}."""
    runs, frame, stage, cost = {}, None, None, 0
    frames = None
    for line in path.open():
        mark, count = map(int, line.split())
        if frame is not None:
            frame[stage] = frame.get(stage, 0) + count - cost
        if mark == MARK_NOTHING:
            cost = count
        elif mark >= MARK_RUN:
            frames = runs.setdefault(mark - MARK_RUN, [])
        elif mark == MARK_FRAME:
            frame, stage = {}, 0
        elif mark == MARK_END:
            frames.append(frame)
            frame = None
        else:
            stage = mark - MARK_STAGE
    return runs


def summarize(frames):
    """Figures of the frames that count."""
    totals = sorted(sum(f.values()) for f in frames)
    result = {
        "instructions": round(sum(totals) / len(totals)),
        "median": totals[len(totals) // 2],
        "p99": totals[min(len(totals) - 1, len(totals) * 99 // 100)],
        "most": totals[-1],
    }
    if any(len(f) > 1 for f in frames):
        for i, name in enumerate(STAGES):
            result[name] = round(sum(f.get(i, 0) for f in frames) / len(frames))
    return result


def count(arch, dist, build, options, library="libshelfcount"):
    """Rows of a table, one for each configuration that cbench runs with the options."""
    architecture = ARCHITECTURES[arch]
    architecture.check()
    dist, build = Path(dist).resolve(), Path(build).resolve()
    if not (dist / f"{library}.so.0").exists():
        raise Missing(f"{library} is not built for {arch}")
    plugin = compile_plugin(build)
    program = compile_cbench(architecture, dist, build, library)
    options = ["-1", "-f", "200", *options]
    marks = build / f"marks-{arch}.txt"

    def run(arguments):
        command = architecture.command(plugin, marks, program, arguments)
        return subprocess.run(
            command, env=architecture.environment(), check=True, stdout=subprocess.PIPE,
            text=True).stdout  # fmt: skip

    rows = list(csv.DictReader(run(["-l", *options]).splitlines()))
    run(options)
    counts = read_marks(marks)
    for row in rows:
        frames = counts[int(row.pop("run"))]
        row.update(summarize(frames[int(row.pop("settling")) :]))
    return rows


def print_stages(rows):
    """Stages in rows, configurations in columns."""
    names = [f"{row['n']} by {row['by']}, `{row['preset']}`, {row['kalman']}" for row in rows]
    print("| stage | " + " | ".join(names) + " |\n|---|" + "---:|" * len(rows))
    for stage in STAGES:
        print(f"| {stage} | " + " | ".join(f"{row[stage]:,}" for row in rows) + " |")
    print("| **all** | " + " | ".join(f"{row['instructions']:,}" for row in rows) + " |")


def main(arguments):
    path = None
    with_stages = "--stages" in arguments
    if with_stages:
        arguments.remove("--stages")
    if "--csv" in arguments:
        at = arguments.index("--csv")
        path = arguments[at + 1]
        del arguments[at : at + 2]
    if len(arguments) < 3 or arguments[0] not in ARCHITECTURES:
        sys.exit(__doc__)
    arch, dist, build, *options = arguments
    try:
        rows = count(arch, dist, build, options, os.environ.get("PREFIX", "libshelfcount"))
    except Missing as reason:
        sys.exit(f"count.py: {reason}")
    if with_stages:
        return print_stages(rows)
    if path:
        with open(path, "w") as output:
            writer = csv.DictWriter(output, rows[0].keys())
            writer.writeheader()
            writer.writerows(rows)
        return
    columns = [c for c in rows[0] if c not in ("scene", "n")]
    widths = [max(len(c), *(len(str(r[c])) for r in rows)) for c in columns]
    for row in [dict(zip(columns, columns)), *rows]:
        print("  ".join(str(row[c]).rjust(w) for c, w in zip(columns, widths)))


if __name__ == "__main__":
    main(sys.argv[1:])

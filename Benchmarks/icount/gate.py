#!/usr/bin/env python3
"""Holds the instructions of a frame against baseline.json: the closed form within 2 %, BLAS reported.

usage: gate.py BUILD [--refresh]

BUILD      directory with dist/ARCH, the libraries
--refresh  writes the baseline anew instead

Fewer instructions fail too: a baseline that is too high would let the next loss through. What cannot be
counted here, for want of a tool or a library, is skipped and said so.
"""

import json
import platform
import subprocess
import sys
from pathlib import Path

from count import ARCHITECTURES, Missing, count

BASELINE = Path(__file__).resolve().parent / "baseline.json"
TOLERANCE = 0.02
STREAMS = [
    ["-s", "grid", "-n", "10,100,300"],
    ["-s", "crowd", "-n", "100"],
    ["-s", "aisle", "-n", "100", "-b", "item", "-m", "greedy"],
]
SHORT = ["-f", "150"]


def compiler():
    text = subprocess.run(["swift", "--version"], stdout=subprocess.PIPE, text=True).stdout
    return text.splitlines()[0] if text else "none"


def key(row):
    return f"{row['stream']} by {row['by']}, {row['matcher']}"


def measure(arch, build, library, kalman):
    rows = []
    for stream in STREAMS:
        options = [*SHORT, *stream, "-k", kalman]
        rows += count(arch, build / "dist" / arch, build, options, library)
    return {key(row): row["instructions"] for row in rows}


def closed(arch, build):
    return measure(arch, build, "libshelfcount-noblas", "closed")


def report_blas(arch, build):
    if not ARCHITECTURES[arch].has_blas:
        print(f"        {arch}, BLAS: not reported, OpenBLAS for {arch} is not installed")
        return
    try:
        for name, value in measure(arch, build, "libshelfcount", "blas").items():
            print(f"        {arch}, BLAS, {name}: {value:,}")
    except Missing as reason:
        print(f"        {arch}, BLAS: not reported, {reason}")


class Gate:
    def __init__(self, baseline):
        self.baseline, self.passed, self.failed = baseline, 0, 0
        self.is_same_compiler = baseline["swift"] == compiler()
        if not self.is_same_compiler:
            print(f"the baseline is of another compiler, counts are only reported: {baseline['swift']}")

    def check(self, is_right, text):
        self.passed += is_right
        self.failed += not is_right
        print(f"{'ok      ' if is_right else 'FAILED  '}{text}")

    def compare(self, arch, found):
        wanted = self.baseline["closed"][arch]
        self.check(wanted.keys() == found.keys(), f"{arch}: the configurations of the baseline")
        for name, value in found.items():
            if name not in wanted:
                continue
            change = value / wanted[name] - 1
            hint = "" if abs(change) <= TOLERANCE else "; if that is meant: make bench-baseline"
            text = f"{arch}, {name}: {value:,} instructions, {change:+.2%} to the baseline{hint}"
            self.check(abs(change) <= TOLERANCE or not self.is_same_compiler, text)

    def limit(self, arch, found):
        for name, most in self.baseline["limits"].get(arch, {}).items():
            text = f"{arch}, {name}: at most {most:,} instructions"
            self.check(found.get(name, most + 1) <= most, text)


def refresh(build):
    old = json.loads(BASELINE.read_text()) if BASELINE.exists() else {"limits": {}, "closed": {}}
    found = dict(old["closed"])
    for arch in ARCHITECTURES:
        try:
            found[arch] = closed(arch, build)
        except Missing as reason:
            print(f"{arch} stays as it is: {reason}")
            continue
        for name, value in found[arch].items():
            before = old["closed"].get(arch, {}).get(name)
            change = f" ({value / before - 1:+.1%})" if before else ""
            print(f"{arch}, {name}: {value:,}{change}")
    new = {"swift": compiler(), "limits": old["limits"], "closed": found}
    BASELINE.write_text(json.dumps(new, indent=2) + "\n")


def main(arguments):
    if len(arguments) not in (1, 2) or arguments[1:] not in ([], ["--refresh"]):
        sys.exit(__doc__)
    build = Path(arguments[0])
    if arguments[1:]:
        return refresh(build)
    gate = Gate(json.loads(BASELINE.read_text()))
    for arch in sorted(ARCHITECTURES, key=lambda a: a != platform.machine()):
        try:
            found = closed(arch, build)
        except Missing as reason:
            print(f"skipped {arch}: {reason}")
            continue
        gate.compare(arch, found)
        gate.limit(arch, found)
        report_blas(arch, build)
    print(f"{gate.passed} passed, {gate.failed} failed")
    sys.exit(gate.failed > 0)


if __name__ == "__main__":
    main(sys.argv[1:])

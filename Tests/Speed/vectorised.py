#!/usr/bin/env python3
"""Whether the hottest loops work on vectors, in the code that the compiler makes of the core.

usage: vectorised.py BUILD

The core is compiled as it ships, with line numbers, to assembly for x86-64 and aarch64. Of each function
of HOT, wherever it was inlined, the float arithmetic must be on whole vectors, and without a call.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CORE = ROOT / "Sources/ShelfCore"

# The index of the predicted boxes and the Kalman filter: file, function, fewest operations on vectors, most on
# single numbers.
HOT = [
    ("Motion/KalmanClosedForm.swift", "predictClosed", 20, 0),
    ("Motion/KalmanClosedForm.swift", "correctClosed", 12, 0),
    ("Motion/KalmanClosedForm.swift", "correctMean", 4, 0),
    ("Association/OverlapIndex.swift", "span", 4, 2),
]

FLAGS = """-O -wmo -g -parse-as-library -swift-version 6 -module-name ShelfCore -package-name shelfcount
    -enable-experimental-feature Embedded -enable-upcoming-feature ExistentialAny
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature MemberImportVisibility
    -no-allocations -Xfrontend -function-sections""".split()

TARGETS = {
    "x86_64": {
        "target": "x86_64-unknown-linux-gnu",
        "vector": r"v?(add|sub|mul|div|max|min|cmp\w*|sqrt)ps\b",
        "single": r"v?(add|sub|mul|div|max|min|sqrt|u?comi|cmp\w*)s[sd]\b",
        "call": r"(call\w*)\b",
    },
    "aarch64": {
        "target": "aarch64-none-none-elf",
        "vector": r"(fadd|fsub|fmul|fdiv|fmax\w*|fmin\w*|fcm\w+|facg\w+|fabd|fabs|fneg|fsqrt|fmla|fmls)\s+v\d+\.[24]s",
        "single": r"(fadd|fsub|fmul|fdiv|fmax\w*|fmin\w*|fcmp\w*|fabd|fsqrt|fmadd|fmsub)\s+[sd]\d+",
        "call": r"(blr?)\s",
    },
}


def lines_of(path, function):
    """First and last line of a function of a source file, by its indentation."""
    first = None
    for number, line in enumerate((CORE / path).read_text().splitlines(), 1):
        if first is None:
            found = re.match(rf"(\s*)(.*\s)?func {function}\b", line)
            if found:
                first, end = number, found.group(1) + "}"
        elif line == end:
            return first, number
    raise SystemExit(f"{path} has no function {function}")


def compile_core(target, build):
    output = build / f"core-{target}.s"
    sources = sorted(str(path) for path in CORE.rglob("*.swift"))
    newest = max(Path(path).stat().st_mtime for path in [*sources, __file__])
    if output.exists() and output.stat().st_mtime > newest:
        return output
    command = ["swiftc", *FLAGS, "-target", target, "-emit-assembly", *sources, "-o", str(output)]
    subprocess.run(command, check=True)
    return output


def instructions(assembly):
    """Pairs of place (file, line) and instruction."""
    files, place = {}, None
    for line in assembly.open(errors="replace"):
        if line.startswith("\t.file\t"):
            found = re.match(r'\t\.file\t(\d+) (?:"[^"]*" )?"([^"]*)"', line)
            if found:
                files[found.group(1)] = Path(found.group(2)).name
        elif line.startswith("\t.loc\t"):
            _, number, at, *_ = line.split()
            place = files.get(number), int(at)
        elif line.startswith("\t.section"):
            place = None
        elif line.startswith("\t") and line[1] not in "./#@" and place is not None:
            yield place, line.strip()


def inspect(arch, build):
    wanted = TARGETS[arch]
    functions = [(Path(path).name, *lines_of(path, name), name) for path, name, _, _ in HOT]
    counts = {name: {"vector": 0, "single": [], "call": []} for _, _, _, name in functions}
    for (file, line), text in instructions(compile_core(wanted["target"], build)):
        for source, first, last, name in functions:
            if file != source or not first <= line <= last:
                continue
            found = counts[name]
            found["vector"] += bool(re.match(wanted["vector"], text))
            if re.match(wanted["single"], text):
                found["single"].append(text)
            if re.match(wanted["call"], text):
                found["call"].append(text)
    return counts


def main(build):
    passed = failed = 0
    for arch in TARGETS:
        counts = inspect(arch, build)
        for _, name, least, most in HOT:
            found = counts[name]
            singles, calls = len(found["single"]), len(found["call"])
            is_right = found["vector"] >= least and singles <= most and calls == 0
            passed += is_right
            failed += not is_right
            print(f"{'ok      ' if is_right else 'FAILED  '}{arch}, {name}: {found['vector']} operations on "
                  f"vectors (at least {least}), {singles} on single numbers (at most {most}), {calls} calls")
            if not is_right:
                print("".join(f"        {text}\n" for text in (found["single"] + found["call"])[:8]), end="")
    print(f"{passed} passed, {failed} failed")
    return failed > 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    sys.exit(main(Path(sys.argv[1])))

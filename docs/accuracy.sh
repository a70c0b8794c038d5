#!/bin/sh
# How right is the count: simulates shelves whose true count is known, counts them, and prints the two
# tables of accuracy.md. Needs the built program and python3, nothing else; takes half a minute.
#
# usage: docs/accuracy.sh [PROGRAM [SEED...]]     (.build/release/shelfcount 1 2 3)
here=$(dirname "$0")
[ $# -gt 0 ] || set -- "$here/../.build/release/shelfcount"
[ $# -gt 1 ] || set -- "$1" 1 2 3
[ -x "$1" ] || { echo "accuracy.sh: no program $1, make build" >&2 && exit 1; }
exec python3 - "$@" <<'PYTHON'
import json
import os
import subprocess
import sys
import tempfile

PROGRAM, SEEDS = sys.argv[1], sys.argv[2:]

SCENES = """
--scene clean
--scene lens
--scene parallax
--scene zoom
--scene clean --misses 0.4
--scene clean --blind-gaps 10
--scene jitter
--scene flicker
--scene doubles
--scene hands
--scene fast
--scene low-fps
--scene dense
--scene wall
--scene stop-and-go
--scene back
--scene fbf
--scene long
--scene mixed
--scene clutter
--scene blind
--scene back --lens 0.12 --parallax 0.1
--scene clean --keystone 0.1 --path back
--scene clean --rows 1 --items 10 --gap 3 --path back
--scene clean TURNED
--scene fbf TURNED
--scene belt
--scene belt --level 0.28 --level-spread 0.03 --noise 0.04
"""

# What it is not made for, or not yet good at. TURNED: x and y are exchanged, the camera pans upright.
LIMITS = """
--scene parallax --parallax 0.2
--scene back --parallax 0.2
--scene clean --misses 0.6
--scene clean --gap -0.5
--scene wall --blind-gaps 6
--scene blind TURNED
--scene crossing
"""

WAYS = [["--by", "item"], ["--by", "track"], ["--preset", "bytetrack"]]
LEAST_IOU = 0.3  # of a counted box and the item that it shows


def main():
    for title, table in ("What it is made for", SCENES), ("Where it ends", LIMITS):
        print(f"\n{title}\n")
        print("| scene | true | by item | error | twice | missed | none | range | by track | bytetrack |")
        print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
        for line in table.strip().splitlines():
            with tempfile.TemporaryDirectory() as directory:
                print(row(line, directory), flush=True)


def row(line, directory):
    options = [word for word in line.split() if word != "TURNED"]
    results = [measure(directory, options, seed, "TURNED" in line) for seed in SEEDS]
    true = [truth["count"] for truth, _ in results]
    found = [[ways[way]["count"] for _, ways in results] for way in range(len(WAYS))]
    tallies = [ways[0]["tally"] for _, ways in results]
    cells = [
        f"`{line}`" if "TURNED" not in line else f"`{' '.join(options)}`, upright",
        counts(true),
        counts(found[0]),
        error(found[0], true),
        *(str(sum(tally[kind] for tally in tallies)) for kind in ("twice", "missed", "none")),
        f"{sum(ways[0]['low'] <= truth['count'] <= ways[0]['high'] for truth, ways in results)}/{len(SEEDS)}",
        error(found[1], true),
        error(found[2], true),
    ]
    return f"| {' | '.join(cells)} |"


def counts(numbers):
    return " ".join(map(str, numbers))


def error(found, true):
    """The mean of the streams' errors; misses in one do not make up for doubles in another."""
    return f"{sum(abs(f - t) / t for f, t in zip(found, true)) / len(true) * 100:.1f} %"


def measure(directory, options, seed, is_turned):
    """One stream: its truth, and what each way of counting finds."""
    run("simulate", directory, *options, "--seed", seed, "--quiet")
    path = os.path.join(directory, "")
    with open(path + "truth.json", encoding="utf-8") as file:
        truth = json.load(file)
    if is_turned:
        turn(path + "det.txt")
        turn(path + "gt.txt")
    items = {}  # by frame
    for v in rows(path + "gt.txt"):
        items.setdefault(int(v[0]), []).append((int(v[1]), v[2:6]))
    ways = []
    for way in WAYS:
        size = (truth["height"], truth["width"]) if is_turned else (truth["width"], truth["height"])
        summary = json.loads(
            run(
                "replay", path + "det.txt", "--size", "%dx%d" % size, "--frames", str(truth["frames"]),
                "--axis", "y" if is_turned else "x", "--events", path + "events.txt", "--json", "--quiet", *way))
        events = rows(path + "events.txt")
        ways.append({
            "count": summary["count"], "low": summary["gates"][0]["low"], "high": summary["gates"][0]["high"],
            "tally": tally(events, items, set(truth["item_ids"]))})
    return truth, ways


def tally(events, items, wanted):
    """Which items were counted twice or missed, and which counts were of no item that passed."""
    result = {"twice": 0, "missed": 0, "none": 0}
    seen = set()
    for event in sorted(events, key=lambda v: v[7]):
        near = [
            (distance(event[3:7], box), item) for item, box in items.get(int(event[0]), ())
            if iou(event[3:7], box) >= LEAST_IOU
        ]
        item = min(near)[1] if near else None
        if item not in wanted:
            result["none"] += 1
        elif item in seen:
            result["twice"] += 1
        seen.add(item)
    result["missed"] = len(wanted - seen)
    return result


def distance(a, b):
    return abs(a[0] + a[2] / 2 - b[0] - b[2] / 2) + abs(a[1] + a[3] / 2 - b[1] - b[3] / 2)


def iou(a, b):
    width = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0])
    height = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1])
    shared = max(width, 0) * max(height, 0)
    return shared / (a[2] * a[3] + b[2] * b[3] - shared)


def rows(path):
    with open(path, encoding="utf-8") as file:
        return [[float(field) for field in line.split(",")] for line in file if line.strip()]


def turn(path):
    with open(path, encoding="utf-8") as file:
        lines = [line.rstrip("\n").split(",") for line in file]
    with open(path, "w", encoding="utf-8") as file:
        for v in lines:
            v[2:6] = v[3], v[2], v[5], v[4]
            file.write(",".join(v) + "\n")


def run(*arguments):
    done = subprocess.run([PROGRAM, *arguments], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(f"accuracy.sh: {PROGRAM} {' '.join(arguments)}: exit status {done.returncode}")
    return done.stdout


main()
PYTHON

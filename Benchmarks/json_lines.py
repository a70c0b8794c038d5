#!/usr/bin/env python3
"""Joins what cbench measured and what icount/count.py counted: one JSON object a line.

usage: json_lines.py CBENCH_CSV ICOUNT_CSV|- OUT

One line for each scene, n, kalman, matcher and by; instructions is null where nothing was counted.
"""

import csv
import json
import sys


def rows(path):
    with open(path) as file:
        return list(csv.DictReader(file))


def key(row):
    return row["stream"], row["preset"], row["by"], row["kalman"], row["matcher"]


def main(measured, counted, out):
    counts = {} if counted == "-" else {key(r): int(r["instructions"]) for r in rows(counted)}
    with open(out, "w") as file:
        for row in rows(measured):
            if (row["preset"], row["by"]) not in (("shelf", "item"), ("bytetrack", "track")):
                continue
            line = {
                "scene": row["scene"],
                "n": int(row["n"]),
                "kalman": row["kalman"],
                "matcher": row["matcher"],
                "by": row["by"],
                "median_us": float(row["median_us"]),
                "low_us": float(row["p10_us"]),
                "high_us": float(row["p90_us"]),
                "p99_us": float(row["p99_us"]),
                "instructions": counts.get(key(row)),
            }
            file.write(json.dumps(line) + "\n")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])

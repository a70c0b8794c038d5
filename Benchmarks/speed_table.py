#!/usr/bin/env python3
"""The table of the README's section Speed, from what make bench wrote.

usage: speed_table.py results/MACHINE/cbench.csv
"""

import csv
import sys

COLUMNS = [("shelf", "item"), ("bytetrack", "track")]


def cell(row):
    median = float(row["median_us"])
    share = 100 * float(row["share_of_frame"])
    return f"{median:.{1 if median < 20 else 0}f} µs | {share:.2f} %"


def main(path):
    with open(path) as file:
        rows = [r for r in csv.DictReader(file) if r["scene"] == "grid" and r["matcher"] == "greedy"]
    print("| things in view | by item, BLAS | | by item, closed form | | by track, BLAS | | by track, closed form | |")
    print("|---:|" + "---:|" * 8)
    for n in sorted({int(r["n"]) for r in rows}):
        cells = [
            cell(r) for preset, by in COLUMNS for kalman in ("blas", "closed") for r in rows
            if (r["preset"], r["by"], r["kalman"], int(r["n"])) == (preset, by, kalman, n)
        ]  # fmt: skip
        print(f"| {n} | " + " | ".join(cells) + " |")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])

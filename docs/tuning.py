#!/usr/bin/env python3
"""What each setting does to the count: prints the tables of tuning.md (with the wheel installed).

usage: docs/tuning.py [PROGRAM [SEED...]]     (.build/release/shelfcount 1 2 3)

Simulated shelves whose true count is known, each scene with three seeds. Each line changes one
setting of the preset `shelf`. What is counted too often and what is missed stand apart, in percent of all
that is truly there.
"""
import json
import os
import subprocess
import sys
import tempfile

import numpy as np
from shelfcount import Scanner

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "..", ".build", "release", "shelfcount")
SEEDS = sys.argv[2:] or ["1", "2", "3"]
SCENES = ["flicker", "hands", "fast", "blind", "clutter"]
RETURNS = ["mixed"]  # by track each return counts again, whatever the settings

SETTINGS = [
    {},
    {"high_score": 0.3}, {"high_score": 0.4}, {"high_score": 0.6},
    {"new_score": 0.5}, {"new_score": 0.7}, {"new_score": 0.8},
    {"low_score": 0.05}, {"low_score": 0.3}, {"low_score": 0.5},
    {"first_cost": 0.6}, {"first_cost": 0.7}, {"first_cost": 0.9},
    {"second_cost": 0.3}, {"second_cost": 0.7},
    {"third_cost": 0.5}, {"third_cost": 0.9},
    {"fusion": "product"}, {"partners": "both"}, {"partners": "lost"},
    {"tentative_first": 0}, {"frame_motion": 0},
    {"class_gate": "off"}, {"class_gate": "hard"}, {"class_penalty": 0.5},
    {"matcher": "seed"}, {"kalman": "closed"},
    {"confirm_hits": 1, "confirm_window": 1}, {"confirm_hits": 2, "confirm_window": 2},
    {"confirm_hits": 3, "confirm_window": 5},
    {"lost_frames": 5}, {"lost_frames": 15}, {"lost_frames": 90},
    {"duplicate_iou": 0.7}, {"duplicate_iou": 1},
    {"nms": "off"}, {"nms_iou": 0.35}, {"nms_iou": 0.65}, {"nms": "gaussian"},
    {"dwell": 1}, {"dwell": 5}, {"crossing": 0},
    {"max_detections": 20}, {"max_candidates": 1}, {"max_items": 64},
]  # fmt: skip
BANDS = [(0.45, 0.55), (0.49, 0.51), (0.4, 0.6), (0.3, 0.7)]


def streams(folder):
    """Rows by frame, frames and truth of each scene and seed."""
    for scene in SCENES + RETURNS:
        for seed in SEEDS:
            path = os.path.join(folder, scene + seed)
            subprocess.run([PROGRAM, "simulate", path, "--scene", scene, "--seed", seed], check=True, capture_output=True)
            with open(os.path.join(path, "truth.json"), encoding="utf-8") as file:
                truth = json.load(file)
            table = np.loadtxt(os.path.join(path, "det.txt"), delimiter=",", usecols=(0, 2, 3, 4, 5, 6, 7))
            table[:, 3:5] += table[:, 1:3]
            bounds = np.searchsorted(table[:, 0], np.arange(1, truth["frames"] + 2))
            rows = [table[a:b, 1:] for a, b in zip(bounds, bounds[1:])]
            yield scene, truth, rows


def count(truth, rows, band, **settings):
    preset = {"nms": "hard"} | settings
    with Scanner(truth["width"], truth["height"], fps=truth["fps"], **preset) as scanner:
        scanner.add_band(*band)
        for frame in rows:
            scanner.update(frame)
        scanner.finish()
        return scanner.counts().total


def errors(tests, band, **settings):
    over = under = true = 0
    for _, truth, rows in tests:
        difference = count(truth, rows, band, **settings) - truth["count"]
        over += max(difference, 0)
        under += max(-difference, 0)
        true += truth["count"]
    return f"+{100 * over / true:.1f} −{100 * under / true:.1f}"


def line(name, tests, band, **settings):
    one_way = [test for test in tests if test[0] not in RETURNS]
    by_item = errors(tests, band, **settings)
    by_track = errors(one_way, band, **settings | {"count_by": "track"})
    print(f"| {name} | {by_item} | {by_track} |", flush=True)


def main():
    with tempfile.TemporaryDirectory() as folder:
        tests = list(streams(folder))
    print("| setting | by item, % | by track, % |\n|---|---:|---:|")
    for settings in SETTINGS:
        name = ", ".join(f"`{key} = {value}`" for key, value in settings.items()) or "preset `shelf`"
        line(name, tests, (0.45, 0.55), **settings)
    print("\n| band | by item, % | by track, % |\n|---|---:|---:|")
    for band in BANDS:
        line(f"{band[0]} to {band[1]}", tests, band)


if __name__ == "__main__":
    main()

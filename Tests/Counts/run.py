#!/usr/bin/env python3
"""The count by item on recorded streams against the truth: run.py PROGRAM [--save]

Replays the streams of ../shared/data (beside this repository, or what SHELFCOUNT_SHARED names), all with the
same preset, and holds the count errors of each set against baseline.json. --save writes what was measured there.
Needs nothing but Python 3.
"""
import concurrent.futures
import json
import os
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
BASELINE = os.path.join(HERE, "baseline.json")
SHARED = os.environ.get("SHELFCOUNT_SHARED") or os.path.join(HERE, "..", "..", "..", "shared")
# Percentage points by which a set's mean error may exceed its baseline.
TOLERANCE = 0.05
# Streams of ten thousand frames: a test of their own, not part of every run.
LONG = "long-run-"
PANS = ["pan-dense", "pan-ease", "pan-jerky-hand", "pan-stop"]


class Stream:
    def __init__(self, group, name, file, truth, true):
        self.group, self.name, self.file, self.true = group, name, file, true
        self.size = f"{truth['width']}x{truth['height']}"
        self.fps, self.frames = str(truth["fps"]), str(truth["frames"])


def load(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def folders(path, group_of):
    """The streams of a folder that has one folder a stream."""
    if not os.path.isdir(path):
        return []
    names = sorted(os.listdir(path))
    names = [n for n in names if not n.startswith(LONG) and os.path.exists(os.path.join(path, n, "truth.json"))]
    streams = []
    for name in names:
        truth = load(os.path.join(path, name, "truth.json"))
        file = os.path.join(path, name, "det.txt.gz")
        streams.append(Stream(group_of(name), name, file, truth, truth["count"]))
    return streams


def pans(media):
    """The drawn films, as a detector saw them."""
    streams = []
    for name in PANS:
        file = os.path.join(media, "detections", name + ".csv.gz")
        truth = os.path.join(media, "synthetic", name + ".json")
        if os.path.exists(file) and os.path.exists(truth):
            truth = load(truth)
            streams.append(Stream("films", name, file, truth, truth["cans_in_band_2_frames"]))
    return streams


def find(shared):
    data = os.path.join(shared, "data")
    return (
        folders(os.path.join(data, "counting"), lambda name: "simulated")
        + folders(os.path.join(data, "counting-detector"), lambda name: name.rsplit("-", 1)[1])
        + pans(os.path.join(data, "media"))
    )


def replay(program, stream):
    """How many events the program wrote; a message where it failed or contradicts itself."""
    command = [program, "replay", stream.file, "--size", stream.size, "--fps", stream.fps]
    command += ["--frames", stream.frames, "--by", "item", "--events", "-", "--json"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=60)
    message = done.stderr.decode(errors="replace")
    if done.returncode != 0:
        return None, f"status {done.returncode}: {message.strip()}"
    events = [line.split(b",") for line in done.stdout.splitlines()]
    # The summary goes to standard error while the events take standard output.
    total = json.loads(message)["count"]
    if len(events) != total:
        return None, f"{len(events)} events, but the summary says {total}"
    if len({event[1] for event in events}) != len(events):
        return None, "an item id counted twice"
    return len(events), None


def measure(streams, counts):
    """Per set: number of streams, mean error in %, exact ones."""
    sets = {}
    for stream, count in zip(streams, counts):
        if count is not None:
            sets.setdefault(stream.group, []).append((stream, count))
    return {
        group: {
            "streams": len(pairs),
            "error": round(sum(100 * abs(c - s.true) / s.true for s, c in pairs) / len(pairs), 3),
            "exact": sum(c == s.true for s, c in pairs),
        }
        for group, pairs in sets.items()
    }


class Tally:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def check(self, is_right, message):
        if is_right:
            self.passed += 1
        else:
            self.failed += 1
            print("FAILED", message)

    def skip(self, message):
        self.skipped += 1
        print("skipped", message)

    def report(self):
        skipped = f", {self.skipped} skipped" if self.skipped else ""
        print(f"{self.passed} passed, {self.failed} failed{skipped}")
        return 1 if self.failed or not self.passed + self.skipped else 0


def compare(tally, streams, measured, baseline):
    for group, before in baseline.items():
        found = sum(stream.group == group for stream in streams)
        if found != before["streams"]:
            tally.skip(f"{group}: {found} of {before['streams']} streams are there under {SHARED}")
            continue
        now = measured.get(group)
        if now is None or now["streams"] != found:
            continue  # a stream has failed already
        tally.check(
            now["error"] <= before["error"] + TOLERANCE,
            f"{group}: mean error {now['error']} %, baseline {before['error']} %",
        )
        tally.check(
            now["exact"] >= before["exact"],
            f"{group}: {now['exact']} streams exact, baseline {before['exact']}",
        )
    for group in measured.keys() - baseline.keys():
        tally.check(False, f"{group}: no baseline, run with --save")


def table(streams, counts, measured, baseline):
    print("stream                 true  count")
    for stream, count in zip(streams, counts):
        if count != stream.true:
            print(f"{stream.name:20} {stream.true:6} {'-' if count is None else count:>6}")
    print("(streams not listed are exact)\n")
    print("set        streams   exact  (base)   error %   (base)")
    for group, now in measured.items():
        before = baseline.get(group, {"exact": "-", "error": "-"})
        print(
            f"{group:10} {now['streams']:7} {now['exact']:7} {before['exact']:>7} "
            f"{now['error']:9} {before['error']:>8}"
        )
    print()


def main(arguments):
    saves = "--save" in arguments
    programs = [a for a in arguments if not a.startswith("-")]
    if len(programs) != 1:
        sys.exit(__doc__)
    program = os.path.abspath(programs[0])
    baseline = load(BASELINE) if os.path.exists(BASELINE) else {}
    streams = find(SHARED)
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda stream: replay(program, stream), streams))
    counts = [count for count, _ in results]
    measured = measure(streams, counts)
    if streams:
        table(streams, counts, measured, baseline)

    tally = Tally()
    for stream, (count, message) in zip(streams, results):
        tally.check(count is not None, f"{stream.name}: {message}")
    if saves:
        if tally.failed:
            sys.exit("not saved: some streams failed")
        with open(BASELINE, "w", encoding="utf-8") as file:
            file.write(json.dumps(measured, indent=2) + "\n")
        baseline = measured
    compare(tally, streams, measured, baseline)
    return tally.report()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

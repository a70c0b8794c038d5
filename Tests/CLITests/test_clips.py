"""Real clips of things that move before a standing camera, recorded rows and counts by eye (../shared), and
simulated ones with scores as low: the preset moving must count them all, and by item the belts too."""
import json
import os
from collections import Counter

from harness import SHARED, equal, left_out

CLIPS = os.path.join(SHARED, "data/media/counted")
# The frame of a crossing by eye is good to 3 frames, and a box counts once it is beyond the line's strip.
FRAMES = 6


def _clips():
    """The truth of each clip; empty where the clips are not here."""
    truth = os.path.join(CLIPS, "truth.json")
    if not os.path.exists(truth):
        return {}
    with open(truth, encoding="utf-8") as file:
        return json.load(file)["clips"]


def _size(truth):
    return f"{truth['width']}x{truth['height']}"


def _total(program, file, truth, *options):
    """The count by item, in a band."""
    result = program.run("replay", file, "--size", _size(truth), "--json", "--quiet", *options)
    equal(result.status, 0, result.stderr)
    return json.loads(result.stdout)["count"]


def _count(program, file, truth, *options, preset="moving"):
    """Crossings of the truth's line: (frame, direction), by frame."""
    at, is_upright = str(truth["line"]), truth["axis"] == "x"
    # A line's forward direction is from its left to its right.
    line = [at, "1", at, "0"] if is_upright else ["0", at, "1", at]
    result = program.run("replay", file, "--size", _size(truth), "--fps", str(truth["fps"]), "--preset", preset, "--no-band",
                         "--line", ",".join(line), "--log", "-", "--quiet", *options)
    equal(result.status, 0, result.stderr)
    names, *entries = [text.split(",") for text in result.stdout.splitlines()]
    found = [dict(zip(names, entry)) for entry in entries]
    names_of = {"forward": "right", "backward": "left"} if is_upright else {"forward": "down", "backward": "up"}
    return sorted((int(e["frame"]), names_of[e["direction"]]) for e in found if e["delta"] == "1")


def _compare(name, found, crossings):
    # By direction: two things may meet at the line.
    found, expected = (sorted((way, frame) for frame, way in crossed) for crossed in
                       (found, [(c["frame"], c["direction"]) for c in crossings]))
    equal([way for way, _ in found], [way for way, _ in expected], name)
    for (way, frame), (_, true) in zip(found, expected):
        assert abs(frame - true) <= FRAMES, f"{name}: {way} in frame {frame}, truly {true}"


def test_real_clips_are_counted_exactly(program):
    clips = _clips()
    if not clips:
        return left_out("wants ../shared/data/media/counted")
    equal(len(clips), 4)
    for name, truth in clips.items():
        file = os.path.join(CLIPS, truth["detections"])
        for kalman in "blas", "closed":
            found = _count(program, file, truth, "--kalman", kalman)
            _compare(f"{name}, {kalman}", found, truth["crossings"])


def test_real_belts_are_counted_exactly_by_item(program):
    clips = _clips()
    if not clips:
        return left_out("wants ../shared/data/media/counted")
    for name in "belt-fruit.mp4", "belt-bolt.mp4":
        truth = clips[name]
        file = os.path.join(CLIPS, truth["detections"])
        expected = Counter(c["direction"] for c in truth["crossings"])
        equal(Counter(way for _, way in _count(program, file, truth, preset="shelf")), expected, name)
        for band in "0.4,0.6", "0.45,0.55", "0.49,0.51":
            total = _total(program, file, truth, "--fps", str(truth["fps"]), "--band", band)
            equal(total, sum(expected.values()), f"{name}, {band}")


def test_simulated_belts_are_counted_exactly_by_item(program):
    for seed in "4", "5", "9":
        for options in [], ["--level", "0.28", "--level-spread", "0.03", "--noise", "0.04"]:
            program.run("simulate", "belt", "--scene", "belt", "--seed", seed, *options, "--quiet")
            truth = json.loads(program.read("belt/truth.json"))
            equal(_total(program, "belt/det.txt", truth), truth["count"], f"{seed} {options}")


def test_weak_rows_of_simulated_belts_and_people_are_counted_exactly(program):
    for scene in "belt", "crossing":
        program.run("simulate", scene, "--scene", scene, "--seed", "5", "--level", "0.28", "--level-spread", "0.03",
                    "--noise", "0.04", "--quiet")
        truth = json.loads(program.read(f"{scene}/truth.json"))
        # Who is hidden by another at the line is seen, and counted, some frames later.
        found = Counter(way for _, way in _count(program, f"{scene}/det.txt", truth))
        equal(found, Counter(c["direction"] for c in truth["crossings"]), scene)


def test_a_box_around_the_whole_picture_is_no_thing_in_it(program):
    rows = ["frame,x1,y1,x2,y2,score,class"]
    for frame in range(60):
        wobble = 12 if frame % 4 < 2 else -12
        rows.append(f"{frame},{wobble},0,{640 + wobble},480,0.3,4")
        rows.append(f"{frame},{10 * frame},200,{10 * frame + 60},260,0.2,{frame % 3}")
    file = program.write("det.csv", "\n".join(rows) + "\n")
    truth = {"line": 0.5, "axis": "x", "width": 640, "height": 480, "fps": 30}
    equal([direction for _, direction in _count(program, file, truth)], ["right"])
    assert len(_count(program, file, truth, "--max-area", "1")) > 10

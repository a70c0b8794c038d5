"""The options of replay: what they do, and what is said about wrong ones."""
import json
import re

from harness import SIZE, contains, equal, fails, mot, pan


def test_version_and_help(program):
    version = program.run("--version")
    equal((version.status, version.stderr), (0, ""))
    assert re.fullmatch(r"shelfcount \d+\.\d+\.\d+\S*\n", version.stdout), version.stdout
    overview = program.run("--help")
    equal(overview.status, 0)
    contains(overview.stdout, "replay")
    equal(program.run("help").stdout, overview.stdout)
    manual = program.run("replay", "--help")
    equal((manual.status, manual.stderr), (0, ""))
    equal(program.run("help", "replay").stdout, manual.stdout)
    for command in ["replay", "photo", "video", "camera"]:
        lines = program.run("help", command).stdout.splitlines()
        assert max(map(len, lines)) < 100, command


def test_manual_names_every_option(program):
    manual = program.run("help", "replay").stdout
    for option in """
        preset by size fps frames high low new max-area band axis crossing dwell anchor line zone no-band classes kalman
        matcher class-gate lost confirm nms fusion partners max-tracks max-detections tracks events log json quiet
        help
    """.split():
        assert re.search(rf"^  --{option}\b.*\S", manual, re.MULTILINE), option


def test_manual_tells_the_defaults_of_the_library(program):
    manual = program.run("help", "replay").stdout
    values = r"[\w./]+"
    for option in "high low new max-area confirm lost fusion partners class-gate matcher kalman nms dwell crossing".split():
        line = re.search(rf"^  --{option}\b.*$", manual, re.MULTILINE).group()
        assert re.search(rf"\({values}( \| {values}){{0,3}}\)$", line), line


def test_commands_that_do_not_exist(program):
    fails(program.run(), 2, "no command given; try shelfcount --help")
    fails(program.run("count"), 2, "unknown command count; try shelfcount --help")
    fails(program.run("--count"), 2, "unknown option --count; try shelfcount --help")
    fails(program.run("help", "count"), 2, "unknown command count")


def test_usage_errors_point_to_the_manual(program):
    hint = "; try shelfcount replay --help"
    name = program.write("det.txt", mot(pan()))
    fails(program.run("replay"), 2, f"no FILE given{hint}")
    fails(program.replay(name, name), 2, f"one FILE only, but also 'det.txt'{hint}")
    fails(program.replay(name, "--speed", "3"), 2, f"unknown option --speed{hint}")
    fails(program.replay(name, "--speed=3"), 2, f"unknown option --speed{hint}")
    fails(program.replay(name, "-s"), 2, f"unknown option -s{hint}")
    fails(program.replay(name, "--json=3"), 2, f"option --json takes no value{hint}")
    fails(program.replay(name, "--fps"), 2, f"option --fps needs a value (F){hint}")
    fails(program.replay(name, "--l", "3"), 2, "option --l is ambiguous (", "--line", "--log", "--lost", "--low")


def test_size_is_required(program):
    name = program.write("det.txt", mot(pan()))
    fails(program.run("replay", name), 2, "--size WxH is required")


def test_values_that_do_not_fit(program):
    name = program.write("det.txt", mot(pan()))
    for option, *values in [
        ("--size", "640", "640x", "x480", "0x480", "640x480x3", "640*480", "99999x480", "-1x480", ""),
        ("--fps", "0", "-30", "nan", "inf", "1001", "fast", ""),
        ("--frames", "0", "-1", "1.5", "100000001", "x"),
        ("--classes", "", "a", "1,,2", "-1", "65536", "1;2"),
        ("--preset", "", "Shelf", "sort"),
        ("--by", "", "both"),
        ("--high", "-0.1", "1.1", "nan", "x"),
        ("--low", "2"),
        ("--new", "2"),
        ("--max-area", "1.1", "-1"),
        ("--band", "0.5", "0.6,0.5", "0.5,0.5", "-0.1,0.5", "0.5,1.1", "a,b", "0.1,0.2,0.3", "nan,1"),
        ("--axis", "z"),
        ("--crossing", "yes"),
        ("--dwell", "0", "10001", "2.5"),
        ("--anchor", "top"),
        ("--line", "0,0,1", "0,0,1,1,1", "a,0,1,1", "inf,0,1,1"),
        ("--zone", "0,0,1,1", "0,0,1,1,1", ",".join(["0.5"] * 34)),
        ("--confirm", "2", "3/2", "0/1", "2/33", "a/b"),
        ("--lost", "-1", "1000001", "x"),
        ("--nms", "soft"),
        ("--fusion", "sum"),
        ("--partners", "all"),
        ("--class-gate", "on"),
        ("--matcher", "best", "0"),
        ("--kalman", "fast"),
        ("--max-tracks", "0", "16385"),
        ("--max-detections", "0", "16385"),
        ("--tracks", ""),
    ]:
        for value in values:
            fails(program.replay(name, option, value), 2, f"shelfcount: {option}: ", value)


def test_thresholds_must_be_in_order(program):
    name = program.write("det.txt", mot(pan()))
    fails(program.replay(name, "--high", "0.7"), 2, "--high (0.7) is above --new (0.6)")
    fails(program.replay(name, "--low", "0.55"), 2, "--low (0.55) is above --high (0.5)")
    equal(program.replay(name, "--high", "0.7", "--new", "0.7").status, 0)


def test_options_may_stand_anywhere_and_be_shortened(program):
    name = program.write("det.txt", mot(pan()))
    expected = program.replay_json(name, "--preset", "bytetrack", "--fps", "25")
    result = program.run("replay", "--js", "--size=640x480", "--pre", "bytetrack", "--fps=25", "--", name)
    equal(result.status, 0, result.stderr)
    for part in ('"preset": "bytetrack"', '"fps": 25', f'"count": {expected["count"]}'):
        contains(result.stdout, part)


def there_and_back(items=9, step=6.0, frames=150):
    """A row of boxes that the camera pans along and then back, as (frame, x, y, w, h, score, class)."""
    rows = []
    for frame in range(1, 2 * frames + 1):
        shift = step * (frame if frame <= frames else 2 * frames - frame)
        for i in range(items):
            x = 60.0 + 90.0 * i + 7.0 * (i % 3) - shift + 300.0
            if -20 < x < 620:
                rows.append((frame, x, 200.0, 40.0 + 3 * (i % 4), 70.0, 0.9, 0))
    return rows


def test_a_shelf_counts_once_by_item_however_often_the_camera_passes(program):
    name = program.write("det.txt", mot(there_and_back()))
    summary = program.replay_json(name, "--by", "item", "--items", "items.csv", "--events", "events.txt")
    gate = summary["gates"][0]
    equal((summary["by"], summary["count"], gate["low"], gate["high"]), ("item", 9, 9, 9))
    lines = program.read("items.csv").splitlines()
    contains(lines[0], "item_id,class,state,px,py,pw,ph,score,evidence,hits,expected,in_band,frame")
    equal(sum(",item," in line for line in lines[1:]), 9)
    equal(len({line.split(",")[1] for line in program.read("events.txt").splitlines()}), 9)
    assert program.replay_json(name, "--by", "track")["count"] > 9


def test_the_preset_says_what_counts(program):
    name = program.write("det.txt", mot(pan()))
    by = {p: json.loads(program.run("replay", name, *SIZE, "--preset", p, "--json").stdout)["by"]
          for p in ("shelf", "bytetrack", "seed", "moving")}
    equal(by, {"shelf": "item", "bytetrack": "track", "seed": "track", "moving": "track"})


def test_every_preset_counts_a_plain_pan(program):
    name = program.write("det.txt", mot(pan()))
    for preset in ("shelf", "bytetrack", "seed", "moving"):
        summary = program.replay_json(name, "--preset", preset)
        equal((summary["preset"], summary["count"], summary["tracks"]), (preset, 3, 3))
        gate = summary["gates"][0]
        equal((gate["kind"], gate["forward"], gate["backward"], gate["undirected"]), ("band", 3, 0, 0))


def test_choices_are_all_accepted(program):
    name = program.write("det.txt", mot(pan()))
    for option, *values in [
        ("--fusion", "none", "product", "inverse"),
        ("--partners", "tracked", "lost", "both"),
        ("--class-gate", "off", "soft", "hard"),
        ("--matcher", "greedy", "seed"),
        ("--kalman", "blas", "closed"),
        ("--nms", "off", "hard", "linear", "gaussian"),
        ("--crossing", "on", "off"),
        ("--anchor", "center", "bottom"),
        ("--confirm", "1/1", "2/3", "3/5"),
        ("--dwell", "1", "3"),
        ("--lost", "0", "5"),
    ]:
        for value in values:
            summary = program.replay_json(name, option, value)
            # Inverse fusion makes every pair of score 0.9 cheap, so that ids may be swapped.
            if value != "inverse":
                equal(summary["count"], 3, f"{option} {value}")


def test_frames_sets_the_length(program):
    name = program.write("det.txt", mot(pan()))
    length = program.replay_json(name)["frames"]
    equal(program.replay_json(name, "--frames", "500")["frames"], 500)
    cut = program.replay(name, "--frames", "10", "--json")
    equal(cut.status, 0)
    rows = sum(row[0] > 10 for row in pan())
    contains(cut.stderr, f"{rows} rows beyond --frames 10 are left out")
    contains(cut.stdout, f'"beyond_end": {rows}')
    contains(cut.stdout, '"frames": 10')
    contains(cut.stdout, f'"rows": {len(pan())}')
    assert length > 10


def test_classes_keeps_only_those(program):
    rows = pan(classes=(0, 2, 700))
    name = program.write("det.txt", mot(rows))
    everything = program.replay_json(name)
    equal(everything["gates"][0]["classes"], {"0": 1, "2": 1, "700": 1})
    some = program.replay_json(name, "--classes", "2,700,2")
    equal(some["count"], 2)
    equal(some["gates"][0]["classes"], {"2": 1, "700": 1})
    equal(some["dropped"]["other_class"], sum(row[6] == 0 for row in rows))
    equal(some["rows"], len(rows))
    equal(program.replay_json(name, "--classes", "5")["count"], 0)


def test_gates_are_reported_in_order(program):
    name = program.write("det.txt", mot(pan()))
    gates = ["--line", "0.5,0,0.5,1", "--zone", "0.2,0,0.8,0,0.8,1,0.2,1", "--line", "0.5,1,0.5,0"]
    summary = program.replay_json(name, *gates)
    equal([gate["kind"] for gate in summary["gates"]], ["band", "line", "zone", "line"])
    equal([gate["total"] for gate in summary["gates"]], [3, 3, 3, 3])
    directions = [(gate["forward"], gate["backward"]) for gate in summary["gates"]]
    equal(directions[0], (3, 0))
    equal(sorted([directions[1], directions[3]]), [(0, 3), (3, 0)])
    without = program.replay_json(name, "--no-band", *gates)
    equal([gate["kind"] for gate in without["gates"]], ["line", "zone", "line"])
    equal(without["count"], 3)
    nothing = program.replay_json(name, "--no-band")
    equal((nothing["gates"], nothing["count"]), ([], None))


def test_gates_that_cannot_be(program):
    name = program.write("det.txt", mot(pan()))
    fails(program.replay(name, "--no-band", "--band", "0.1,0.2"), 2, "--no-band contradicts")
    many = ["--line", "0.5,0,0.5,1"] * 31
    equal(program.replay(name, *many).status, 0)
    fails(program.replay(name, *many, "--line", "0,0,1,1"), 2, "at most 32")
    fails(program.replay(name, "--line", "0.5,0.5,0.5,0.5"), 2, "line 0.5,0.5,0.5,0.5: ")


def test_axis_y_lays_the_band_across_the_height(program):
    turned = [(f, y, x * 0.75, h, w, s, c) for f, x, y, w, h, s, c in pan()]
    name = program.write("down.txt", mot(turned))
    summary = program.replay_json(name, "--axis", "y", "--band", "0.49,0.51", "--crossing", "on")
    equal((summary["count"], summary["gates"][0]["forward"]), (3, 3))


def test_large_frames_lose_nothing(program):
    rows = [(f, 15.0 * (i % 40), 12.0 * (i // 40), 10.0, 8.0, 0.9, 0) for f in (1, 2, 3) for i in range(1200)]
    name = program.write("dense.txt", mot(rows))
    summary = program.replay_json(name)
    equal((summary["tracks"], summary["dropped"]["overflow"]), (1200, 0))
    equal(summary["refused"], {"tracks": 0, "candidates": 0, "events": 0, "items": 0, "items_folded": 0})
    few = program.replay_json(name, "--max-detections", "500", "--max-tracks", "400")
    equal((few["tracks"], few["dropped"]["overflow"]), (400, 3 * 700))

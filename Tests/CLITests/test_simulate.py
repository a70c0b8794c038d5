"""What simulate writes, and what it says about wrong options."""
import gzip
import json
import os
import re

from harness import contains, equal, fails

SCENES = """
    clean jitter flicker hands doubles fast stop-and-go back fbf mixed dense long low-fps wall blind clutter
    lens parallax zoom belt crossing grid crowd
""".split()


def simulate(program, directory, *arguments):
    result = program.run("simulate", directory, *arguments)
    equal((result.status, result.stderr), (0, ""))
    return json.loads(program.read(f"{directory}/truth.json"))


def rows(text):
    return [[float(field) for field in line.split(",")] for line in text.splitlines()]


def test_manual_and_list_name_every_scene(program):
    manual = program.run("simulate", "--help")
    equal((manual.status, manual.stderr), (0, ""))
    equal(program.run("help", "simulate").stdout, manual.stdout)
    assert max(map(len, manual.stdout.splitlines())) < 100
    listed = program.run("simulate", "--list").stdout.splitlines()
    equal(sorted(line.split()[0] for line in listed), sorted(SCENES))
    for scene in SCENES:
        assert re.search(rf"^  {scene} +\S", manual.stdout, re.MULTILINE), scene


def test_manual_has_a_default_for_every_number(program):
    manual = program.run("simulate", "--help").stdout
    options = re.search(r"Picture and length:.*?\nScenes:", manual, re.DOTALL).group()
    lines = re.findall(r"^  --.*$", options, re.MULTILINE)
    assert len(lines) > 50
    for line in lines:
        assert re.search(r" \([\w.,-]+\)$", line), line


def test_files_have_the_fields_that_are_scored(program):
    truth = simulate(program, "out", "--scene", "clean", "--seed", "2", "--frames", "200", "--size", "640x480")
    equal((truth["width"], truth["height"], truth["fps"], truth["frames"]), (640, 480, 30, 200))
    assert 0 < truth["count"] == truth["count_entered_at_all"] == len(truth["item_ids"])
    equal(sum(truth["per_class"].values()), truth["count"])
    equal(sorted(truth["items"]), sorted(map(str, truth["item_ids"])))
    inside = {}
    for frame, item, x, y, w, h, one, class_id, visibility in rows(program.read("out/gt.txt")):
        equal(one, 1)
        assert 0 <= visibility <= 1
        if 0.45 * 640 <= x + w / 2 <= 0.55 * 640:
            inside.setdefault(str(int(item)), []).append((int(frame), int(class_id)))
    for item, fields in truth["items"].items():
        frames = [frame for frame, _ in inside.pop(item)]
        equal((frames[0], frames[1], frames[-1], len(frames)),
              (fields["first"], fields["counted_at"], fields["last"], fields["frames_in_band"]))
    equal(inside, {})
    last = (0, 0)
    for frame, identity, x, y, w, h, score, class_id, *rest in rows(program.read("out/det.txt")):
        equal((identity, rest), (-1, [-1, -1]))
        assert (frame, -score) >= last and x >= 0 and y >= 0 and x + w <= 640.2 and y + h <= 480.2
        last = (frame, -score)


def test_same_seed_same_files(program):
    for name in ("a", "b"):
        simulate(program, name, "--scene", "mixed", "--seed", "5", "--frames", "300", "--gz")
    simulate(program, "c", "--scene", "mixed", "--seed", "6", "--frames", "300")
    for name in ("det.txt.gz", "gt.txt.gz", "truth.json"):
        with open(program.join(f"a/{name}"), "rb") as one, open(program.join(f"b/{name}"), "rb") as other:
            equal(one.read(), other.read())
    with gzip.open(program.join("a/det.txt.gz"), "rt") as file:
        assert file.read() != program.read("c/det.txt")


def test_replay_reads_what_simulate_writes(program):
    truth = simulate(program, "out", "--scene", "belt", "--items", "12", "--misses", "0", "--gz")
    equal(truth["count_left"] + truth["count_right"], 12)
    equal(len(truth["crossings"]), 12)
    equal({crossing["direction"] for crossing in truth["crossings"]},
          {"left"} if truth["count_left"] else {"right"})
    result = program.run("replay", "out/det.txt.gz", "--size", "640x640", "--frames", str(truth["frames"]), "--json")
    equal(result.status, 0, result.stderr)
    equal(json.loads(result.stdout)["frames"], truth["frames"])


def test_options_come_after_or_before_the_scene(program):
    one = simulate(program, "one", "--misses", "0.4", "--scene", "back", "--frames", "300", "--lens", "-0.05")
    two = simulate(program, "two", "--scene", "back", "--lens=-0.05", "--frames", "300", "--misses", "0.4")
    equal(one, two)
    equal((one["path"], one["options"]["misses"], one["options"]["lens"]), ("back", 0.4, -0.05))
    equal(one["options"]["burst-frames"], [1, 10])


def test_summary_only_if_wanted(program):
    result = program.run("simulate", "out", "--frames", "100")
    equal(result.status, 0)
    assert re.fullmatch(r"clean, seed 0: 100 frames, \d+ items to count\n", result.stdout), result.stdout
    equal(program.run("simulate", "out", "--frames", "100", "--quiet").stdout, "")


def test_files_that_would_shadow_the_new_ones_are_refused(program):
    simulate(program, "out", "--frames", "100")
    fails(program.run("simulate", "out", "--gz"), 1, "out/det.txt is there from before", "remove it first")
    os.remove(program.join("out/det.txt"))
    fails(program.run("simulate", "out", "--gz"), 1, "out/gt.txt is there from before")
    os.remove(program.join("out/gt.txt"))
    simulate(program, "out", "--frames", "100", "--gz")


def test_full_disk_is_an_error(program):
    os.mkdir(program.join("full"))
    for option, name in ((), "det.txt"), (("--gz",), "det.txt.gz"):
        path = program.join(f"full/{name}")
        os.symlink("/dev/full", path)
        fails(program.run("simulate", "full", *option), 1, f"full/{name}: ", "No space left on device")
        os.remove(path)
        for other in os.listdir(program.join("full")):
            os.remove(program.join(f"full/{other}"))
    fails(program.run("simulate", "/dev/null/x"), 1, "/dev/null/x: Not a directory")


def test_usage_errors(program):
    hint = "; try shelfcount simulate --help"
    fails(program.run("simulate"), 2, f"no OUTDIR given{hint}")
    fails(program.run("simulate", "a", "b"), 2, f"one OUTDIR only, but also 'b'{hint}")
    fails(program.run("simulate", "a", "--scene", "sea"), 2, "--scene: no scene 'sea'; --list shows them")
    fails(program.run("simulate", "a", "--misses", "2"), 2, "--misses: '2' is not a number from 0.0 to 1.0")
    fails(program.run("simulate", "a", "--burst-score", "0.6,0.1"), 2, "--burst-score", "two shares A,B")
    fails(program.run("simulate", "a", "--wall", "yes"), 2, "--wall: 'yes' is not one of on, off")
    fails(program.run("simulate", "a", "--speed", "0.045"), 2, "scene clean: items pass faster than 0.046")
    fails(program.run("simulate", "a", "--frames", "30"), 2, "scene clean: no item would pass the band")
    fails(program.run("simulate", "a", "--frames", "0", "--items", "0"), 2, "either frames or items")
    assert not os.path.exists(program.join("a"))
    contains(program.run("--help").stdout, "simulate")

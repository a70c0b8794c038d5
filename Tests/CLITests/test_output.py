"""What replay writes: tracks, events, log, summary, and what it never overwrites."""
import json
import os
import subprocess

from harness import SIZE, contains, csv, equal, fails, mot, pan


def test_tracks_are_mot_result_text(program):
    rows = pan()
    name = program.write("det.txt", mot(rows))
    result = program.replay(name, "--tracks", "out.txt")
    equal((result.status, result.stderr), (0, ""))
    lines = [line.split(",") for line in program.read("out.txt").splitlines()]
    keys = [(int(line[0]), int(line[1])) for line in lines]
    equal(keys, sorted(set(keys)), "sorted by frame and id, no id twice in a frame")
    equal({line[1] for line in lines}, {"1", "2", "3"})
    given = {(row[0], row[2]): row for row in rows}
    for line in lines:
        equal(len(line), 10)
        equal(line[7:], ["-1", "-1", "-1"])
        x, y, w, h, score = map(float, line[2:7])
        row = given[int(line[0]), min((r[2] for r in rows), key=lambda lane: abs(lane - y))]
        for written, detected in zip((x, y, w, h, score), row[1:6]):
            assert abs(written - detected) < 5, (line, row)


def test_tracks_are_only_those_seen_in_the_frame(program):
    rows = [row for row in pan() if row[0] % 7]
    frames = {row[0] for row in program.tracks(program.write("det.txt", mot(rows)))}
    assert frames and not any(frame % 7 == 0 for frame in frames)


def test_events_have_a_box_a_frame_and_a_deciding_frame(program):
    rows = pan(classes=(0, 4, 9))
    for name, first in ((program.write("det.txt", mot(rows)), 1), (program.write("det.csv", csv(rows)), 0)):
        result = program.replay(name, "--events", "-", "--json")
        equal(result.status, 0, result.stderr)
        equal(json.loads(result.stderr)["count"], 3)
        events = [[float(field) for field in line.split(",")] for line in result.stdout.splitlines()]
        equal([len(event) for event in events], [8, 8, 8])
        equal(sorted(event[2] for event in events), [0, 4, 9])
        for frame, identity, class_id, x, y, w, h, emitted in events:
            assert frame <= emitted and 0.45 * 640 <= x + w / 2 <= 0.55 * 640, (frame, x, w)
            assert (frame - first + 1, x, y, w, h) in [row[:5] for row in rows]
        equal(len({event[1] for event in events}), 3)


def test_log_has_every_field_in_words(program):
    rows = pan()
    # One more that goes over the band unseen, which only a crossing counts.
    rows += [(f, 600.0 - 10 * f, 420.0, 40.0, 50.0, 0.9, 0) for f in range(1, 60) if not 22 <= f < 36]
    name = program.write("det.csv", csv(rows))
    result = program.replay(name, "--log", "log.csv", "--events", "events.txt", "--crossing", "on", "--json")
    equal(result.status, 0, result.stderr)
    header, *lines = [line.split(",") for line in program.read("log.csv").splitlines()]
    equal(",".join(header), "frame,emitted_frame,time_us,track_id,item_id,x1,y1,x2,y2,kind,delta,direction,"
          "reason,gate,class,score,evidence")
    log = [dict(zip(header, line, strict=True)) for line in lines]
    counted = [entry for entry in log if entry["kind"] == "count"]
    equal(len(counted), json.loads(result.stdout)["count"])
    equal([entry["track_id"] for entry in counted],
          [line.split(",")[1] for line in program.read("events.txt").splitlines()])
    equal([entry["frame"] for entry in counted],
          [line.split(",")[0] for line in program.read("events.txt").splitlines()])
    equal({entry["delta"] for entry in counted}, {"1"})
    equal(sorted((entry["direction"], entry["reason"]) for entry in counted),
          [("backward", "crossing")] + 3 * [("forward", "dwell")])
    off = program.replay(name, "--log", "-", "--crossing", "off")
    contains(off.stdout, ",passed,0,backward,")


def test_json_is_one_object_with_everything(program):
    name = program.write("det.txt", mot(pan()))
    result = program.replay(name, "--json", "--fps", "24.013")
    equal((result.status, result.stderr, result.stdout.count("\n")), (0, "", 1))
    summary = json.loads(result.stdout)
    equal(list(summary), ["preset", "by", "size", "fps", "frames", "rows", "tracks", "count", "gates", "dropped",
                          "refused", "time_us"])
    equal((summary["preset"], summary["by"], summary["size"], summary["fps"]), ("shelf", "track", [640, 480], 24.013))
    equal((summary["frames"], summary["rows"]), (max(row[0] for row in pan()), len(pan())))
    equal(list(summary["gates"][0]), ["kind", "total", "forward", "backward", "undirected", "inside", "passed", "low", "high",
                                      "classes"])
    equal(set(summary["dropped"].values()), {0})
    times = summary["time_us"]
    assert 0 < times["median"] <= times["p99"] <= times["max"], times


def test_summary_for_people(program):
    name = program.write("det.txt", mot(pan(classes=(3, 5))))
    result = program.replay(name)
    equal((result.status, result.stderr), (0, ""))
    for part in ("frames  ", "rows  ", "tracks  3\n", "count   3 (band 0.45...0.55: 3 forward, 0 backward",
                 "2 of class 3\n", "1 of class 5\n", "us a frame (median)"):
        contains(result.stdout, part)
    assert "\x1b" not in result.stdout


def test_quiet_says_nothing(program):
    name = program.write("det.txt", mot(pan()))
    quiet = program.replay(name, "--quiet", "--tracks", "quiet.txt")
    equal((quiet.status, quiet.stdout, quiet.stderr), (0, "", ""))
    assert program.read("quiet.txt")
    equal(json.loads(program.replay(name, "--quiet", "--json").stdout)["count"], 3)


def test_results_take_standard_output_and_the_summary_makes_way(program):
    name = program.write("det.txt", mot(pan()))
    program.replay(name, "--tracks", "file.txt")
    result = program.replay(name, "--tracks", "-")
    equal(result.stdout, program.read("file.txt"))
    contains(result.stderr, "tracks  3\n")
    fails(program.replay(name, "--tracks", "-", "--events", "-"), 2, "only one of")


def test_two_runs_write_the_same(program):
    name = program.write("det.txt", mot(pan()))
    for run in ("1", "2"):
        program.replay(name, "--tracks", f"t{run}", "--events", f"e{run}", "--log", f"l{run}")
    for kind in "tel":
        equal(program.read(f"{kind}1"), program.read(f"{kind}2"))


def test_full_disks_are_errors(program):
    name = program.write("det.txt", mot(pan()))
    for option in ("--tracks", "--events", "--log"):
        result = program.replay(name, option, "/dev/full")
        fails(result, 1, "cannot write /dev/full: No space left on device")
    for arguments in (["replay", name, *SIZE], ["replay", name, *SIZE, "--json"], ["--help"], ["--version"],
                      ["replay", name, *SIZE, "--tracks", "-", "--quiet"]):
        with open("/dev/full", "wb") as full:
            result = program.run(*arguments, stdout=full)
        fails(result, 1, "cannot write standard output: No space left on device")


def test_places_that_cannot_be_written_are_errors(program):
    name = program.write("det.txt", mot(pan()))
    fails(program.replay(name, "--tracks", "no/such/place"), 1, "no/such/place: No such file or directory")
    fails(program.replay(name, "--events", "."), 1, ".: Is a directory")


def test_the_input_is_never_overwritten(program):
    text = mot(pan())
    name = program.write("det.txt", text)
    os.link(program.join(name), program.join("hard.txt"))
    os.symlink(name, program.join("soft.txt"))
    for path in ("det.txt", "./det.txt", "hard.txt", "soft.txt", program.join(name)):
        for option in ("--tracks", "--events", "--log"):
            fails(program.replay(name, option, path), 2, "is the input too")
    with open(program.join(name), "rb") as file:
        result = subprocess.run([program.path, "replay", "-", *SIZE, "--log", program.join(name)], stdin=file,
                                capture_output=True, check=False)
    equal(result.returncode, 2)
    equal(program.read(name), text)


def test_two_outputs_never_share_a_file(program):
    name = program.write("det.txt", mot(pan()))
    fails(program.replay(name, "--tracks", "same", "--events", "./same"), 2, "same is the output of --tracks too")
    equal(program.replay(name, "--tracks", "/dev/null", "--events", "/dev/null").status, 0)


def test_bad_input_leaves_earlier_results_alone(program):
    program.write("out.txt", "precious")
    bad = program.write("bad.txt", mot(pan()) + "oops\n")
    equal(program.replay(bad, "--tracks", "out.txt").status, 1)
    equal(program.read("out.txt"), "precious")
    good = program.write("good.txt", mot(pan()))
    equal(program.replay(good, "--tracks", "out.txt").status, 0)
    assert "precious" not in program.read("out.txt")


def test_a_reader_that_goes_away_ends_it_quietly(program):
    name = program.write("det.txt", mot(pan(3000, step=0.2)))
    with subprocess.Popen([program.path, "replay", program.join(name), *SIZE, "--tracks", "-"],
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        process.stdout.close()
        message = process.stderr.read()
    equal((process.returncode, message), (1, b""))


def test_closed_standard_streams_do_no_harm(program):
    name = program.write("det.txt", mot(pan()))
    expected = program.replay(name, "--tracks", "expected.txt")
    equal(expected.status, 0)
    command = f"'{program.path}' replay {name} --size 640x480 --by track --tracks out.txt"
    for closed, status in ((">&-", 1), ("2>&-", 0), ("<&-", 0), ("<&- >&- 2>&-", 1)):
        done = subprocess.run(["/bin/sh", "-c", f"{command} {closed}"], cwd=program.directory, capture_output=True,
                              check=False)
        equal(done.returncode, status, closed)
        equal(program.read("out.txt"), program.read("expected.txt"), closed)

"""photo, video and camera, with the film and the network that ship. Needs ffmpeg; what needs ONNX Runtime or
the data beside the repository is left out, with a word, where that is missing."""
import glob
import json
import os
import pty
import subprocess
import threading
import time

from harness import ROOT, SHARED, contains, equal, left_out

FILM = os.path.join(ROOT, "Examples/media/pan-ease.mp4")
BOXES = os.path.join(ROOT, "Examples/data/pan-ease.csv.gz")
NETWORK = os.path.join(ROOT, "Models/candet.onnx")
FRAMES, TRUTH = 210, 17


def _ffmpeg(program, *arguments):
    subprocess.run(["ffmpeg", "-v", "error", "-nostdin", "-y", *arguments], cwd=program.directory, check=True)


def _count_frames(program, name):
    done = subprocess.run(
        ["ffprobe", "-v", "error", "-count_frames", "-select_streams", "v:0", "-show_entries",
         "stream=nb_read_frames,width,height", "-of", "csv=p=0", name],
        cwd=program.directory, stdout=subprocess.PIPE, check=True)
    return [int(number) for number in done.stdout.decode().strip().split(",") if number]


def _has_runtime(program):
    return "ONNX Runtime is not installed" not in program.run("photo", FILM, "--model", NETWORK).stderr


def _still(program, frames, box="300,200,340,280"):
    """A recording of one thing that does not move, in frames 0 to `frames` - 1."""
    rows = "".join(f"{frame},{box},0.9,0\n" for frame in range(frames))
    return program.write("still.csv", "frame,x1,y1,x2,y2,score,class\n" + rows)


def _video(program, *arguments):
    result = program.run("video", *arguments, "--json")
    equal(result.status, 0, result.stderr)
    return json.loads(result.stdout)


def test_video_of_recorded_boxes(program):
    summary = _video(program, FILM, "--detections", BOXES, "--out", "out.mp4", "--events", "events.jsonl",
                     "--log", "log.csv")
    equal((summary["frames"], summary["count"], summary["media"]["mode"]), (FRAMES, TRUTH, "track"))
    equal(_count_frames(program, "out.mp4"), [640, 480, FRAMES])
    with open(program.join("events.jsonl")) as file:
        events = [json.loads(line) for line in file]
    equal(len(events), TRUTH)
    equal({event["kind"] for event in events}, {"count"})
    assert all(0 <= event["frame"] <= event["emitted"] < FRAMES for event in events), events
    with open(program.join("log.csv")) as file:
        equal(sum(",count,1," in line for line in file), TRUTH)


def test_video_counts_what_replay_counts(program):
    replayed = program.run("replay", BOXES, "--size", "640x480", "--frames", "210", "--events", "replay.csv")
    equal(replayed.status, 0, replayed.stderr)
    _video(program, FILM, "--detections", BOXES, "--events", "video.csv")
    with open(program.join("replay.csv")) as one, open(program.join("video.csv")) as other:
        equal(one.read(), other.read())


def test_video_with_the_network(program):
    if not _has_runtime(program):
        return left_out("ONNX Runtime is not installed: make onnxruntime")
    summary = _video(program, FILM, "--model", NETWORK, "--record", "boxes.csv", "--band", "0.45,0.55")
    equal((summary["frames"], summary["count"]), (FRAMES, TRUTH))
    assert summary["media"]["median_ms"]["detector"] > 0
    # What was recorded stands in for the network.
    again = _video(program, FILM, "--detections", "boxes.csv", "--description", NETWORK.replace(".onnx", ".json"))
    equal((again["count"], again["tracks"]), (summary["count"], summary["tracks"]))


def test_photo_of_a_shelf(program):
    picture = os.path.join(SHARED, "data/media/shelf-juice.jpg")
    network = os.path.join(SHARED, "data/models/yolox_nano-416.onnx")
    if not os.path.exists(picture) or not _has_runtime(program):
        return left_out("wants ../shared and ONNX Runtime")
    result = program.run("photo", picture, "--model", network, "--description",
                         os.path.join(ROOT, "Models/yolox_nano.json"), "--tracks", "-", "--quiet", "--out", "a.png")
    equal(result.status, 0, result.stderr)
    found = []
    for line in result.stdout.splitlines():
        x, y, w, h = [float(field) for field in line.split(",")[2:6]]
        found.append((x, y, x + w, y + h))
    with open(os.path.join(SHARED, "data/media/shelf-juice.json")) as file:
        marked = [o["box"] for o in json.load(file)["objects"] if o["cls"] == "bottle" and o["front"]]
    equal(len(marked), 14)
    hits = sum(any(_iou(box, other) >= 0.5 for other in found) for box in marked)
    assert hits >= 13, hits
    equal(_count_frames(program, "a.png")[:2], [1600, 1197])


def _iou(a, b):
    w, h = min(a[2], b[2]) - max(a[0], b[0]), min(a[3], b[3]) - max(a[1], b[1])
    if w <= 0 or h <= 0:
        return 0
    return w * h / ((a[2] - a[0]) * (a[3] - a[1]) + (b[2] - b[0]) * (b[3] - b[1]) - w * h)


def test_every_film_is_upright_and_whole(program):
    films = sorted(glob.glob(os.path.join(SHARED, "data/media/*.mp4")))
    if not films:
        return left_out("wants ../shared/data/media")
    for film in films:
        name = os.path.basename(film)
        # The short ones here; SHELFCOUNT_LONG asks for all.
        if os.path.getsize(film) > 2e6 and not os.environ.get("SHELFCOUNT_LONG"):
            continue
        summary = _video(program, film, "--detections", _still(program, 10))
        wanted = _count_frames(program, film)
        equal(summary["frames"], wanted[2], name)
        equal(summary["size"], wanted[1::-1] if name.startswith("store") else wanted[:2], name)


def test_raw_draws_and_counts_nothing(program):
    result = program.run("video", FILM, "--detections", BOXES, "--raw", "--frames", "20", "--events", "events.csv")
    equal(result.status, 0, result.stderr)
    contains(result.stdout, "not tracked")
    equal(os.path.getsize(program.join("events.csv")), 0)


def test_full_disk_loses_the_video_and_nothing_else(program):
    os.symlink("/dev/full", program.join("full.mp4"))
    result = program.run("video", FILM, "--detections", BOXES, "--out", "full.mp4", "--events", "events.csv", "--json")
    equal(result.status, 1)
    contains(result.stderr, "full.mp4")
    contains(result.stderr, "No space left on device")
    contains(result.stderr, "the count is complete, the video is not")
    equal(json.loads(result.stdout)["count"], TRUTH)
    with open(program.join("events.csv")) as file:
        equal(len(file.readlines()), TRUTH)


def test_full_disk_for_the_events_is_an_error(program):
    result = program.run("video", FILM, "--detections", BOXES, "--events", "/dev/full")
    equal(result.status, 1)
    contains(result.stderr, "cannot write /dev/full: No space left on device")


def test_damaged_film_counts_up_to_the_damage(program):
    with open(FILM, "rb") as file:
        program.write("half.mp4", file.read()[:120_000])
    result = program.run("video", "half.mp4", "--detections", BOXES, "--json")
    summary = json.loads(result.stdout)
    assert 50 < summary["frames"] < FRAMES, summary["frames"]


def test_what_cannot_be_read_says_why(program):
    program.write("text.mp4", "no film")
    for name, why in [("none.mp4", "No such file"), ("text.mp4", "Invalid data")]:
        for command in ["photo", "video"]:
            result = program.run(command, name, "--detections", BOXES)
            equal(result.status, 1)
            contains(result.stderr, f"{name}: ")
            contains(result.stderr, why)
    result = program.run("camera", "none", "--detections", BOXES, "--no-preview")
    equal(result.status, 1)
    contains(result.stderr, "No such file")


def test_wrong_usage(program):
    program.write("a.onnx", "no network")
    cases = [
        (["video", FILM], "no detector: name one with --model FILE.onnx"),
        (["video", FILM, "--model", "a.onnx"], "a.json: No such file or directory"),
        (["video", FILM, "--detections", BOXES, "--out", "film"], "the name's ending must tell the format"),
        (["video", FILM, "--detections", BOXES, "--out", "a.png"], "a film, as .mp4, is written here"),
        (["photo", FILM, "--detections", BOXES, "--out", "a.mp4"], "a picture, as .png, is written here"),
        (["video", "--detections", BOXES], "no FILE given"),
        (["video", "-", "--detections", BOXES, "--pixels", "rgb24"], "need --size WxH too"),
        (["video", FILM, "--detections", BOXES, "--conf", "1.5"], "--conf: '1.5' is not a number from 0.0 to 1.0"),
        (["camera"], "no SOURCE given"),
        (["photo", FILM, "--detections", BOXES, "--trail", "3"], "unknown option --trail"),
    ]
    for arguments, text in cases:
        result = program.run(*arguments)
        assert result.status in (1, 2), arguments
        contains(result.stderr, text)
    if not os.environ.get("DISPLAY") and not os.environ.get("WAYLAND_DISPLAY"):
        result = program.run("video", FILM, "--detections", BOXES, "--preview")
        contains(result.stderr, "there is no screen here")


def test_the_input_is_never_overwritten(program):
    _ffmpeg(program, "-i", FILM, "-frames:v", "5", "-c", "copy", "film.mp4")
    before = os.path.getsize(program.join("film.mp4"))
    result = program.run("video", "film.mp4", "--detections", BOXES, "--out", "./film.mp4")
    equal(result.status, 2)
    contains(result.stderr, "is the input too; it would be overwritten")
    equal(os.path.getsize(program.join("film.mp4")), before)


def test_without_the_runtime(program):
    bare = {"PATH": os.environ["PATH"], "HOME": program.directory}
    message = program.run("video", FILM, "--model", NETWORK, env=bare)
    if message.status == 0:
        return left_out("ONNX Runtime is installed for all users")
    equal(message.status, 1)
    contains(message.stderr, "python3 -m pip install --no-deps --target ~/.local/share/shelfcount")
    instead = program.run("video", FILM, "--model", NETWORK, "--detections", BOXES, "--json", env=bare)
    equal(instead.status, 0, instead.stderr)
    contains(instead.stderr, "ONNX Runtime is not installed; the recorded boxes")
    equal(json.loads(instead.stdout)["count"], TRUTH)


def test_bare_frames_from_a_pipe(program):
    _ffmpeg(program, "-i", FILM, "-frames:v", "30", "-f", "rawvideo", "-pix_fmt", "yuv420p", "bare.yuv")
    with open(program.join("bare.yuv"), "rb") as file:
        frames = file.read()
    result = program.run("video", "-", "--pixels", "yuv420p", "--size", "640x480", "--fps", "30", "--detections",
                         BOXES, "--out", "a.mp4", stdin=frames)
    equal(result.status, 0, result.stderr)
    equal(_count_frames(program, "a.mp4"), [640, 480, 30])


def _camera(program, *arguments, keys=()):
    """Runs camera on a pseudo terminal and presses keys at their times; returns status, what it said, summary."""
    leader, follower = pty.openpty()

    def press():
        start = time.monotonic()
        for moment, key in keys:
            time.sleep(max(0, moment - (time.monotonic() - start)))
            os.write(leader, key.encode())

    def attach():
        os.setsid()
        import fcntl
        import termios
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    with subprocess.Popen([program.path, "camera", *arguments, "--no-preview"], cwd=program.directory,
                          stdin=follower, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          preexec_fn=attach) as process:
        os.close(follower)
        threading.Thread(target=press, daemon=True).start()
        output, said = process.communicate(timeout=60)
    os.close(leader)
    return process.returncode, said.decode(), output.decode()


def test_key_toggles_between_tracks_and_raw_boxes(program):
    status, said, _ = _camera(program, FILM, "--detections", BOXES, "--tracks", "tracks.txt",
                              keys=[(2.5, "t"), (3.5, "t"), (5, "q")])
    equal(status, 0, said)
    with open(program.join("tracks.txt")) as file:
        rows = [[int(line.split(",")[0]), int(line.split(",")[1])] for line in file]
    frames = sorted({frame for frame, _ in rows})
    gaps = [after for before, after in zip(frames, frames[1:]) if after - before > 5]
    equal(len(gaps), 1, frames)
    before = [number for frame, number in rows if frame < gaps[0]]
    after = [number for frame, number in rows if frame >= gaps[0]]
    # The shelf has moved on: new things, and yet their numbers begin at 1.
    assert max(before) > 1 and min(after) == 1, (max(before), min(after))


def test_camera_that_vanishes_and_returns_keeps_ids_and_count(program):
    fifo = program.join("camera")
    os.mkfifo(fifo)

    def film():
        for _ in range(2):
            _ffmpeg(program, "-re", "-f", "lavfi", "-i", "testsrc2=size=640x480:rate=20", "-t", "1.2", "-c:v",
                    "mpeg2video", "-g", "5", "-f", "mpegts", "-flush_packets", "1", fifo)
            time.sleep(0.7)

    thread = threading.Thread(target=film, daemon=True)
    thread.start()
    result = program.run("camera", "camera", "--detections", _still(program, 500), "--fps", "20", "--reconnect", "4",
                         "--out", "camera.mp4", "--tracks", "tracks.txt", "--by", "track", "--lost", "300", "--no-preview", "--json")
    equal(result.status, 1)
    contains(result.stderr, "camera lost (the stream has ended); waiting for it")
    contains(result.stderr, "the camera is back")
    contains(result.stderr, "camera has not come back for 4 seconds")
    summary = json.loads(result.stdout)
    equal((summary["media"]["again"], summary["count"]), (1, 1))
    with open(program.join("tracks.txt")) as file:
        numbers = [int(line.split(",")[1]) for line in file]
    equal(numbers, sorted(numbers))
    assert _count_frames(program, "camera.mp4")[2] >= 10


def test_window(program):
    # SDL's driver without a screen: ffplay takes the frames and shows them to nobody.
    screen = {**os.environ, "DISPLAY": ":0", "SDL_VIDEODRIVER": "dummy"}
    result = program.run("video", FILM, "--detections", BOXES, "--preview", "--frames", "30", env=screen)
    equal(result.status, 0, result.stderr)
    contains(result.stdout, "frames  30\n")


def test_ctrl_c_ends_in_order(program):
    for command, source in [("camera", ["testsrc2=size=64x48:rate=30", "--input-options", "-re -f lavfi"]),
                            ("video", [FILM, "--input-options", "-re"])]:
        with subprocess.Popen([program.path, command, *source, "--detections", _still(program, 500, "10,10,30,30"),
                               "--out", f"{command}.mp4", "--json"], cwd=program.directory, stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as process:
            time.sleep(1.5)
            process.send_signal(2)
            output, said = process.communicate(timeout=20)
        assert process.returncode in (0, 1), said
        frames = json.loads(output)["frames"]
        assert frames > 5
        assert _count_frames(program, f"{command}.mp4")[2] >= frames - 2


def _peak(program, *arguments):
    status, peak = program.peak_memory(*arguments)
    equal(status, 0)
    return peak


def test_memory_is_flat_over_five_loops(program):
    _ffmpeg(program, "-i", FILM, "-frames:v", "30", "-c:v", "mpeg4", "film.mkv")
    with_network = ["--model", NETWORK] if _has_runtime(program) else []
    common = ["video", "film.mkv", *with_network, "--detections", BOXES, "--out", "out.mkv"]
    once = _peak(program, *common)
    five = _peak(program, *common, "--input-options", "-stream_loop 4", "--fps", "30")
    equal(_count_frames(program, "out.mkv")[2], 150)
    # Four pictures of 640 x 480 would be 4,800.
    assert five - once < 4000, (once, five)

"""What the tests of the command-line program share: running it, and drawing streams for it."""
import gzip
import json
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
SHARED = os.environ.get("SHELFCOUNT_SHARED") or os.path.join(ROOT, "..", "shared")
SIZE = ["--size", "640x480"]


class Program:
    """The built program, run in a scratch directory of its own."""

    def __init__(self, path):
        self.path = os.path.abspath(path)
        self._scratch = tempfile.TemporaryDirectory(prefix="shelfcount-cli-")
        self.directory = self._scratch.name

    def run(self, *arguments, stdin=b"", **options):
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "timeout": 60, **options}
        done = subprocess.run([self.path, *arguments], input=stdin, cwd=self.directory, **options)
        return Result(done.returncode, (done.stdout or b"").decode(), (done.stderr or b"").decode())

    def replay(self, name, *arguments, **options):
        # By track unless the test says otherwise: the plain case, in which every row tells what it does.
        return self.run("replay", name, *SIZE, "--by", "track", *arguments, **options)

    def replay_json(self, name, *arguments, **options):
        result = self.replay(name, *arguments, "--json", **options)
        equal(result.status, 0, result.stderr)
        return json.loads(result.stdout)

    def tracks(self, name, *arguments, **options):
        """The rows that --tracks writes, as lists of numbers."""
        result = self.replay(name, *arguments, "--tracks", "-", **options)
        equal(result.status, 0, result.stderr)
        return [[float(field) for field in line.split(",")] for line in result.stdout.splitlines()]

    def peak_memory(self, *arguments):
        """The exit status, and the largest resident size in kB as last seen before the end, without children."""
        peak = 0
        with subprocess.Popen([self.path, *arguments], cwd=self.directory, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL) as process:
            while process.poll() is None:
                with open(f"/proc/{process.pid}/status", encoding="utf-8") as file:
                    sizes = [int(line.split()[1]) for line in file if line.startswith("VmHWM")]
                peak = max([peak, *sizes])
                time.sleep(0.01)
        assert peak > 0
        return process.returncode, peak

    def join(self, name):
        return os.path.join(self.directory, name)

    def write(self, name, content):
        """Writes text or bytes, packed if the name ends in .gz, and returns the name."""
        data = content.encode() if isinstance(content, str) else content
        with open(self.join(name), "wb") as file:
            file.write(gzip.compress(data) if name.endswith(".gz") else data)
        return name

    def read_bytes(self, name):
        with open(self.join(name), "rb") as file:
            return file.read()

    def read(self, name):
        with open(self.join(name), encoding="utf-8") as file:
            return file.read()


class Result:
    def __init__(self, status, stdout, stderr):
        self.status, self.stdout, self.stderr = status, stdout, stderr


def equal(actual, expected, remark=""):
    assert actual == expected, f"{_shown(actual)} is not {_shown(expected)} {remark}"


def left_out(why):
    print(f"left out: {sys._getframe(1).f_code.co_name}: {why}")


def contains(text, part):
    assert part in text, f"{part!r} is not in {_shown(text)}"


def _shown(value):
    text = repr(value)
    return text if len(text) < 2000 else f"{text[:1000]} ... {text[-1000:]}"


def fails(result, status, *parts):
    """The program ended with this status, one message and no result."""
    equal(result.status, status, result.stderr)
    equal(result.stdout, "")
    equal(result.stderr.count("\n"), 1, result.stderr)
    contains(result.stderr, "shelfcount: ")
    for part in parts:
        contains(result.stderr, part)


def pan(frames=120, things=3, step=10.0, classes=(0,)):
    """Things that pass from left to right in lanes of their own: rows (frame from 1, x, y, w, h, score, class)."""
    rows = []
    for frame in range(1, frames + 1):
        for thing in range(things):
            x = step * (frame - 1) - 60.0 * thing
            if -20 <= x <= 620:
                rows.append((frame, x, 20.0 + 140 * thing, 40.0, 100.0, 0.9, classes[thing % len(classes)]))
    return rows


def mot(rows, columns=10):
    lines = []
    for frame, x, y, w, h, score, class_id in rows:
        fields = [str(frame), "-1", f"{x:.1f}", f"{y:.1f}", f"{w:.1f}", f"{h:.1f}", f"{score:.2f}", str(class_id)]
        lines.append(",".join((fields + ["-1", "-1"])[:columns]))
    return "".join(line + "\n" for line in lines)


def csv(rows, header="frame,x1,y1,x2,y2,score,class"):
    """The same rows as recorded CSV, whose frames count from 0."""
    lines = [header]
    for frame, x, y, w, h, score, class_id in rows:
        values = {
            "frame": frame - 1, "x1": f"{x:.1f}", "y1": f"{y:.1f}", "x2": f"{x + w:.1f}", "y2": f"{y + h:.1f}",
            "score": f"{score:.2f}", "class": class_id,
        }
        lines.append(",".join(str(values.get(name, "a label")) for name in header.split(",")))
    return "".join(line + "\n" for line in lines)

"""What a person at a terminal sees."""
import os
import pty
import re
import subprocess
import time

from harness import SIZE, contains, equal, mot, pan


def _run_on_terminal(program, *arguments, environment=None, stdout_too=False):
    """Runs replay with standard error on a pseudo terminal; returns what the terminal got and the output."""
    leader, follower = pty.openpty()
    with subprocess.Popen([program.path, "replay", *arguments], cwd=program.directory, stderr=follower,
                          stdout=follower if stdout_too else subprocess.PIPE,
                          env={**os.environ, **(environment or {})}) as process:
        os.close(follower)
        seen = b""
        while True:
            try:
                part = os.read(leader, 4096)
            except OSError:
                break
            if not part:
                break
            seen += part
        output = b"" if stdout_too else process.stdout.read()
    os.close(leader)
    equal(process.returncode, 0)
    return seen.decode(), output.decode()


def _long_stream(program):
    return program.write("long.txt", "1,-1,10,10,50,50,0.9\n3000000,-1,10,10,50,50,0.9\n")


def test_progress_bar_is_drawn_slowly_and_erased(program):
    name = _long_stream(program)
    start = time.monotonic()
    seen, output = _run_on_terminal(program, name, *SIZE)
    duration = time.monotonic() - start
    bars = re.findall(r"\r\x1b\[K(\d+)% \[[#-]{30}\] (\d+)/3000000, \d+:\d\d left", seen)
    assert bars, seen
    assert len(bars) <= 10 * duration + 1, (len(bars), duration)
    equal([int(done) for _, done in bars], sorted(int(done) for _, done in bars))
    assert seen.endswith("\r\x1b[K"), seen[-80:]
    contains(output, "frames  3000000\n")


def test_no_progress_bar_where_nobody_looks(program):
    name = _long_stream(program)
    equal(program.replay(name).stderr, "")
    equal(_run_on_terminal(program, name, *SIZE, "--quiet")[0], "")


def test_count_is_bold_on_a_terminal_only(program):
    name = program.write("det.txt", mot(pan()))
    bold = "\x1b[1m3\x1b[0m"
    contains(_run_on_terminal(program, name, *SIZE, stdout_too=True)[0], bold)
    plain = _run_on_terminal(program, name, *SIZE, stdout_too=True, environment={"NO_COLOR": "1"})[0]
    contains(plain, "count   3 (")
    assert bold not in plain

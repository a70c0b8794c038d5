"""replay --state: what it saves as it goes, and going on after kill -9. KILLS=50 in the environment kills it that often."""
import os
import random
import subprocess

from harness import SIZE, contains, equal, fails, mot, pan

OUTPUTS = ["--tracks", "tracks", "--events", "events", "--log", "log", "--items", "items"]


def results(program):
    return [program.read(name) for name in OUTPUTS[1::2]]


def summary(result):
    """What a run printed, but for the times it took."""
    equal(result.status, 0, result.stderr)
    return [line for line in result.stdout.splitlines() if not line.startswith("time")]


def interrupted(program, *arguments):
    """A run that was ended while it had states to save; returns its arguments, and the state file's name."""
    command = [program.path, *arguments, *OUTPUTS, "--state", "state", "--state-every", "50", "--quiet"]
    state = program.join("state")
    for patience in range(1, 200):
        process = subprocess.Popen(command, cwd=program.directory)
        while process.poll() is None and not os.path.exists(state):
            pass
        if process.poll() is None:
            process.kill()
        process.wait()
        if os.path.exists(state):
            return [*arguments, *OUTPUTS, "--state", "state"]
    raise AssertionError("it was always faster")


def test_killed_at_random_nothing_is_lost_or_repeated(program):
    kills = int(os.environ.get("KILLS", "6"))
    equal(program.run("simulate", ".", "--scene", "long", "--seed", "3").status, 0)
    arguments = ["replay", "det.txt", "--size", "640x640", *OUTPUTS]
    expected = summary(program.run(*arguments)), results(program)
    chance = random.Random(kills)
    killed = resumed = 0
    while killed < kills:
        process = subprocess.Popen(
            [program.path, *arguments, "--state", "state", "--state-every", "37"], cwd=program.directory,
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        try:
            _, message = process.communicate(timeout=chance.uniform(0.1, 0.9))
            equal(process.returncode, 0)
            equal(results(program), expected[1])
        except subprocess.TimeoutExpired:
            process.kill()
            _, message = process.communicate()
            killed += 1
        resumed += b"going on after" in message
    done = program.run(*arguments, "--state", "state", "--state-every", "37")
    equal(summary(done), expected[0])
    equal(results(program), expected[1])
    assert resumed >= kills // 2, f"only {resumed} of {kills} runs went on from a state"
    assert not os.path.exists(program.join("state")), "a finished run leaves no state"
    print(f"        killed {killed} times, went on {resumed} times")


def test_a_run_that_is_not_interrupted_is_as_without_state(program):
    name = program.write("det.txt", mot(pan()))
    plain = program.replay(name, *OUTPUTS)
    expected = summary(plain), results(program)
    saved = program.replay(name, *OUTPUTS, "--state", "state", "--state-every", "7")
    equal((summary(saved), results(program), saved.stderr), (*expected, ""))
    equal(sorted(os.listdir(program.directory)), sorted([name, *OUTPUTS[1::2]]))


def test_standard_input_goes_on_when_it_comes_again(program):
    text = mot(pan(frames=2000, step=0.3))
    program.write("det.txt", text)
    arguments = interrupted(program, "replay", "det.txt", *SIZE)
    arguments[1] = "-"
    done = program.run(*arguments, stdin=text.encode())
    contains(done.stderr, "state: going on after")
    expected = results(program)
    program.run("replay", "det.txt", *SIZE, *OUTPUTS)
    equal(results(program), expected)


def test_a_state_of_something_else_is_refused(program):
    name = program.write("det.txt", mot(pan(frames=2000, step=0.3, classes=(0, 9))))
    arguments = interrupted(program, "replay", name, *SIZE)
    state, kept = program.read_bytes("state"), results(program)
    others = [
        [*arguments, "--fps", "25"], [*arguments, "--by", "track"], [*arguments, "--band", "0.4,0.6"],
        [*arguments, "--anchor", "bottom"], [*arguments, "--line", "0,0,1,1"], arguments[:-4] + arguments[-2:],
        ["replay", program.write("b.txt", mot(pan(frames=2000, step=0.4))), *arguments[2:]],
        [*arguments, "--classes", "9"],
    ]
    for other in others:
        fails(program.run(*other), 2, "state is the state of", "remove it to begin anew")
        equal(program.read_bytes("state"), state)
        equal(results(program), kept)
    equal(program.run(*arguments, "--frames", "20").status, 2, "a stream shorter than what was done")


def test_a_damaged_state_is_refused(program):
    name = program.write("det.txt", mot(pan(frames=2000, step=0.3)))
    arguments = interrupted(program, "replay", name, *SIZE)
    state = program.read_bytes("state")
    harmed = [b"", b"\n", state[:-1], state[: len(state) // 2], state + b"\n", state.replace(b"frames ", b"frames 9", 1),
              bytes([*state[:-100], state[-100] ^ 1, *state[-99:]]), b"a text of mine\n"]
    for content in harmed:
        program.write("state", content)
        fails(program.run(*arguments), 1, "state: not a state of shelfcount replay, or a damaged one")
        equal(program.read_bytes("state"), content)
    program.write("state", state)
    program.write("log", program.read("log")[:10])
    fails(program.run(*arguments), 1, "log is shorter than it was")


def test_state_wants_files_of_its_own(program):
    name = program.write("det.txt", mot(pan()))
    os.mkdir(program.join("directory"))
    fails(program.replay(name, "--state", "state", "--log", "-"), 2, "--log", "a regular file is wanted")
    fails(program.replay(name, "--state", "state", "--log", "/dev/null"), 2, "--log", "a regular file is wanted")
    fails(program.replay(name, "--state", "state", "--log", "state"), 2, "state is the output of --log too")
    fails(program.replay(name, "--state", "directory"), 2, "directory: is no regular file")
    fails(program.replay(name, "--state", "none/state", "--state-every", "1"), 1, "none/state: No such file")
    fails(program.replay(name, "--state", name), 1, "not a state")
    equal(program.read(name), mot(pan()))

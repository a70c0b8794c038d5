"""sweep and bench: that they run what they say and tell no more than they measured. No time is tested."""
import csv
import io
import re
import xml.etree.ElementTree

from harness import contains, equal, fails, mot, pan

STREAM = [row for row in pan(frames=120, things=3)]


def table(text):
    return list(csv.DictReader(io.StringIO(text)))


def test_sweep_runs_every_combination(program):
    program.write("a.txt", mot(STREAM))
    result = program.run(
        "sweep", "a.txt", "--size", "640x480", "--by", "track", "--conf", "0.5,0.95", "--iou", "0.2,0.3",
        "--matchers", "greedy,seed", "--truth", "3", "--csv", "-")
    equal((result.status, result.stderr), (0, ""))
    rows = table(result.stdout)
    settings = [(row["conf"], row["iou"], row["matcher"]) for row in rows]
    equal(settings, [(c, i, m) for c in ("0.5", "0.95") for i in ("0.2", "0.3") for m in ("greedy", "seed")])
    for row in rows:
        # The scores are 0.9: with a limit above nothing is tracked, and the error is all there is.
        equal((row["count"], row["error"]), ("3", "0") if row["conf"] == "0.5" else ("0", "3"))
        assert 0 < float(row["p10_us"]) <= float(row["median_us"]) <= float(row["p90_us"])


def test_sweep_counts_as_replay_does(program):
    program.write("a.txt", mot(STREAM))
    program.write("b.txt", mot(pan(frames=120, things=2)))
    result = program.run(
        "sweep", "a.txt", "b.txt", "--size", "640x480", "--conf", "0.5", "--iou", "0.2", "--csv", "-")
    counts = [program.replay_json(name, "--by", "item")["count"] for name in ("a.txt", "b.txt")]
    row = table(result.stdout)[0]
    equal((int(row["count"]), row["error"]), (sum(counts), ""))


def test_sweep_takes_the_truth_of_simulate(program):
    program.run("simulate", "out", "--frames", "150", "--quiet")
    arguments = ["sweep", "out/det.txt", "--size", "640x640", "--conf", "0.5", "--iou", "0.2"]
    result = program.run(*arguments, "--truth", "out/truth.json")
    equal((result.status, result.stderr), (0, ""))
    contains(result.stdout, "least error: 0")
    contains(program.run(*arguments).stdout, "nothing says which count is right")


def test_sweep_wrong_usage(program):
    program.write("a.txt", mot(STREAM))
    fails(program.run("sweep"), 2, "no FILE")
    fails(program.run("sweep", "a.txt"), 2, "--size")
    size = ["--size", "640x480"]
    fails(program.run("sweep", "a.txt", *size, "--truth", "1,2"), 2, "--truth")
    fails(program.run("sweep", "a.txt", *size, "--repeats", "5"), 2, "--repeats", "20")
    fails(program.run("sweep", "a.txt", *size, "--matchers", "best"), 2, "--matchers")
    fails(program.run("sweep", "a.txt", *size, "--conf", "2"), 2, "--conf")
    fails(program.run("sweep", "a.txt", *size, "--truth", "a.txt"), 1, "a.txt")


def bench(program, *arguments):
    result = program.run("bench", "--n", "10,20", "--frames", "50", *arguments)
    equal((result.status, result.stderr), (0, ""))
    return result.stdout


def test_bench_ranks_only_what_the_intervals_tell(program):
    lines = bench(program).splitlines()
    rows = [line.split() for line in lines if "PASS" in line or "FAIL" in line]
    equal(len(rows), 8)
    for ranking in [line for line in lines if re.match(r"\d+ in view:", line)]:
        n = ranking.split()[0]
        intervals = {}
        for row in [row for row in rows if row[0] == n]:
            median, low, high = map(float, row[-7:-4])
            intervals[f"by {row[2]}, {' '.join(row[3:-7])}"] = (median, low, high)
        names = re.split(" [<~] ", ranking.split(": ")[1])
        signs = re.findall(" ([<~]) ", ranking)
        equal(sorted(names), sorted(intervals))
        for before, sign, after in zip(names, signs, names[1:]):
            # The table is rounded to hundredths.
            gap = intervals[after][1] - intervals[before][2]
            assert gap > -0.011 if sign == "<" else gap < 0.011, ranking


def test_report_is_one_file_with_charts(program):
    program.write("counts.csv", "scene,n,by,kalman,matcher,instructions\ngrid,100,item,blas,greedy,700000\n")
    bench(program, "--report", "out.html", "--counts", "counts.csv")
    page = program.read("out.html")
    for word in ("Cost against things in view", "Cost of each stage", "Share of a frame", "How even it is",
                 "Count over time", "Pi Zero 2 W", "Kalman correct"):
        contains(page, word)
    # 700,000 instructions at 0.7 a cycle are a million cycles, a millisecond at 1 GHz.
    contains(page, "3.00 %, 1.00 ms")
    drawings = re.findall(r"<svg.*?</svg>", page, re.DOTALL)
    assert len(drawings) >= 8
    for drawing in drawings:
        xml.etree.ElementTree.fromstring(drawing)
        assert not re.search(r"nan|inf", drawing)
    assert not re.search(r"<script|https?://|<link|<img|@import|url\(", page)


def test_budget_is_a_table_of_boards(program):
    program.write("counts.csv", "scene,n,by,kalman,matcher,instructions\ngrid,10,track,closed,greedy,2400000\n")
    result = program.run("bench", "--budget", "--counts", "counts.csv")
    equal((result.status, result.stderr), (0, ""))
    contains(result.stdout, "| 10 | track | closed | 2,400,000 | 3.429 | 10.29 % |")
    contains(result.stdout, "| 1.111 | 3.33 % | 0.625 | ")
    fails(program.run("bench", "--budget"), 2, "--counts")
    program.write("counts.csv", "n,instructions\nx,y\n")
    fails(program.run("bench", "--budget", "--counts", "counts.csv"), 1, "counts.csv")
    fails(program.run("bench", "--repeats", "3"), 2, "--repeats", "20")

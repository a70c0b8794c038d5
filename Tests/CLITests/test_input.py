"""Reading recorded detections: formats, numbering, and what is wrong with a bad file."""
import gzip

from harness import SIZE, contains, csv, equal, fails, mot, pan


def test_mot_plain_packed_and_standard_input_agree(program):
    text = mot(pan())
    plain = program.tracks(program.write("det.txt", text))
    assert len(plain) > 100
    equal(program.tracks(program.write("det.txt.gz", text)), plain)
    equal(program.tracks("-", stdin=text.encode()), plain)
    equal(program.tracks("-", stdin=gzip.compress(text.encode())), plain)
    halves = gzip.compress(text[:900].encode()) + gzip.compress(text[900:].encode())
    equal(program.tracks("-", stdin=halves), plain)


def test_mot_takes_seven_to_ten_columns(program):
    expected = program.tracks(program.write("10.txt", mot(pan())))
    for columns in (7, 8, 9):
        equal(program.tracks(program.write(f"{columns}.txt", mot(pan(), columns))), expected)


def test_csv_counts_frames_from_0_and_mot_from_1(program):
    from_mot = program.tracks(program.write("det.txt", mot(pan())))
    from_csv = program.tracks(program.write("det.csv", csv(pan())))
    equal(from_mot[0][0], 1)
    equal(from_csv[0][0], 0)
    equal([[row[0] + 1, *row[1:]] for row in from_csv], from_mot)


def test_csv_columns_go_by_their_names(program):
    expected = program.tracks(program.write("det.csv", csv(pan())))
    for number, header in enumerate([
        "class,score,y2,x2,y1,x1,frame",
        "label,frame,x1,remark,y1,x2,y2,score,class,more",
        ",frame,x1,y1,x2,y2,score,class",
        '"Frame", "X1", "Y1", "X2", "Y2", "Score", "Class"',
        "frame,x1,y1,x2,y2,score",
    ]):
        names = ",".join(name.strip('" ').lower() for name in header.split(","))
        text = csv(pan(), names).replace(names, header, 1)
        equal(program.tracks(program.write(f"{number}.csv", text)), expected, header)


def test_layout_of_the_text_does_not_matter(program):
    text = mot(pan())
    expected = program.tracks(program.write("det.txt", text))
    variants = {
        "crlf": text.replace("\n", "\r\n"),
        "blank lines": "\n\n" + text.replace("\n", "\n  \n"),
        "comments": "# recorded yesterday\n" + text.replace("\n", "\n # x,y\n", 3),
        "spaces": " " + text.replace(",", " , ").replace("\n", "\t\n"),
        "mark": "\ufeff" + text,
        "no last line feed": text.rstrip("\n"),
    }
    for name, variant in variants.items():
        equal(program.tracks(program.write("variant.txt", variant)), expected, name)
    marked = program.write("marked.csv", "\ufeff# comment\r\n" + csv(pan()).replace("\n", "\r\n"))
    equal([[row[0] + 1, *row[1:]] for row in program.tracks(marked)], expected)


def test_frames_may_come_in_any_order(program):
    rows = pan()
    expected = program.tracks(program.write("sorted.txt", mot(rows)))
    backwards = sorted(rows, key=lambda row: -row[0])
    equal(program.tracks(program.write("backwards.txt", mot(backwards))), expected)
    interleaved = rows[1::2] + rows[::2]
    equal(program.tracks(program.write("interleaved.txt", mot(interleaved))), expected)


def test_rows_of_a_frame_may_come_in_any_order(program):
    # Long enough that tracks which left the picture expire while others are in it.
    rows = [row for row in pan(200, 6, 8.0) if row[2] < 440]
    rows += [(row[0] + 70, *row[1:]) for row in rows]
    expected = program.tracks(program.write("det.txt", mot(rows)), "--nms", "off")
    for number, key in enumerate((lambda row: row[1], lambda row: -row[1], lambda row: row[1] * 7 % 50)):
        name = program.write(f"{number}.txt", mot(sorted(rows, key=key)))
        equal(program.tracks(name, "--nms", "off"), expected)


def test_missing_frames_are_empty_frames(program):
    rows = [row for row in pan() if not 20 <= row[0] < 25]
    name = program.write("gap.txt", mot(rows))
    equal(program.replay_json(name)["frames"], max(row[0] for row in rows))
    frames = {row[0] for row in program.tracks(name)}
    assert frames.isdisjoint(range(20, 25)) and {19, 25} <= frames
    equal(program.replay_json(program.write("gap.csv", csv(rows)))["frames"], max(row[0] for row in rows))


def test_class_absent_empty_or_minus_one_is_class_0(program):
    for class_id in ("", ",", ",-1", ",-1.0", ",0"):
        text = "".join(f"{frame},-1,{9 + 10 * frame},10,50,50,0.9{class_id}\n" for frame in range(1, 60))
        summary = program.replay_json(program.write("det.txt", text), "--classes", "0")
        equal(summary["dropped"]["other_class"], 0, class_id)
        equal(summary["gates"][0]["classes"], {"0": 1}, class_id)


def test_numbers_may_be_written_in_any_way(program):
    plain = program.write("plain.txt", "".join(f"{f},-1,100,50,40,80,0.75,7\n" for f in range(1, 9)))
    fancy = program.write("fancy.txt", "".join(f"{f}.0,-1.0,1e2,+50.,4E+1,80.000,.75,7.00\n" for f in range(1, 9)))
    equal(program.tracks(fancy), program.tracks(plain))


def test_rows_that_are_no_box_are_dropped_and_counted(program):
    bad = "5,-1,nan,1,2,3,0.9\n5,-1,1,inf,2,3,0.9\n5,-1,1,2,-3,4,0.9\n5,-1,1,2,3,0,0.9\n5,-1,1,2,3,4,1.5\n"
    bad += "5,-1,1e300,1,2,3,0.9\n5,-1,1e6,1,2,3,0.9\n5,-1,1,2,3,4,-nan\n"
    good = program.write("good.txt", mot(pan()))
    mixed = program.write("mixed.txt", mot(pan()) + bad)
    dropped = program.replay_json(mixed)["dropped"]
    equal(
        {name: number for name, number in dropped.items() if number},
        {"not_finite": 4, "inverted": 1, "empty": 1, "too_far": 1, "bad_score": 1})
    equal(program.tracks(mixed), program.tracks(good))


def test_malformed_mot_lines_are_named(program):
    good = "1,-1,10,10,50,50,0.9\n"
    for line, what in [
        ("2,-1,10,10,50,50", "6 columns, expected 7 to 10"),
        ("2,-1,10,10,50,50,0.9,0,-1,-1,-1", "11 columns, expected 7 to 10"),
        ("hello", "1 columns, expected 7 to 10"),
        ("frame,x1,y1,x2,y2,score,class", "column 1 (frame): 'frame' is not a number"),
        ("2,-1,ten,10,50,50,0.9", "column 3 (x): 'ten' is not a number"),
        ("2,-1,10,,50,50,0.9", "column 4 (y): '' is not a number"),
        ("2,-1,10,10,5 0,50,0.9", "column 5 (w): '5 0' is not a number"),
        ("2,-1,10,10,50,0x10,0.9", "column 6 (h): '0x10' is not a number"),
        ("2,-1,10,10,50,50,0.9.1", "column 7 (score): '0.9.1' is not a number"),
        ("2,a,10,10,50,50,0.9", "column 2 (id): 'a' is not a number"),
        ("2,-1,10,10,50,50,0.9,0,z", "column 9: 'z' is not a number"),
        ("0,-1,10,10,50,50,0.9", "column 1 (frame): '0' is not a frame number (whole, 1 to 100000000)"),
        ("-3,-1,10,10,50,50,0.9", "'-3' is not a frame number"),
        ("1.5,-1,10,10,50,50,0.9", "'1.5' is not a frame number"),
        ("nan,-1,10,10,50,50,0.9", "'nan' is not a frame number"),
        ("100000001,-1,10,10,50,50,0.9", "'100000001' is not a frame number"),
        ("1e99,-1,10,10,50,50,0.9", "'1e99' is not a frame number"),
        ("2,-1,10,10,50,50,0.9,1.5", "column 8 (class): '1.5' is not a class (whole, -1 to 65535)"),
        ("2,-1,10,10,50,50,0.9,-2", "'-2' is not a class"),
        ("2,-1,10,10,50,50,0.9,65536", "'65536' is not a class"),
        ("2,-1,10,10,50,50,0.9,car", "'car' is not a number"),
        ("2,-1,\x1b[31m,10,50,50,0.9", "'?[31m' is not a number"),
        ("2,-1,1\x000,10,50,50,0.9", "'1?0' is not a number"),
    ]:
        name = program.write("bad.txt", f"{good}# comment\n\n{good}{line}\n{good}")
        fails(program.replay(name), 1, "shelfcount: bad.txt:5: ", what)
        first = program.replay(program.write("bad.txt", f"{line}\n"))
        equal(first.status, 0 if line.startswith("frame") else 1, line)
        if line[0].isdigit():
            contains(first.stderr, "bad.txt:1: ")


def test_malformed_csv_lines_are_named(program):
    header = "frame,x1,y1,x2,y2,score,class\n"
    good = "0,10,10,60,60,0.9,0\n"
    for line, what in [
        ("1,10,10,60,60,0.9", "6 columns, expected 7"),
        ("1,10,10,60,60,0.9,0,0", "8 columns, expected 7"),
        ("1,10,10,sixty,60,0.9,0", "column 4 (x2): 'sixty' is not a number"),
        ("-1,10,10,60,60,0.9,0", "column 1 (frame): '-1' is not a frame number (whole, 0 to 100000000)"),
        ("1,10,10,60,60,0.9,0.5", "column 7 (class): '0.5' is not a class"),
        (header.strip(), "column 1 (frame): 'frame' is not a number"),
    ]:
        fails(program.replay(program.write("bad.csv", header + good + line + "\n")), 1, "bad.csv:3: ", what)
    packed = program.write("bad.csv.gz", header + good + "x\n")
    fails(program.replay(packed), 1, "bad.csv.gz:3: 1 columns, expected 7")
    fails(program.replay("-", stdin=(header + "x\n").encode()), 1, "standard input:2: 1 columns, expected 7")


def test_header_lines_that_lack_something_are_named(program):
    for header, what in [
        ("frame,x1,y1,x2,score,class", "the header line has no column 'y2'"),
        ("frame,id,x,y,w,h,score", "the header line has no column 'x1'"),
        ("time,x1,y1,x2,y2,score", "the header line has no column 'frame'"),
        ("frame,x1,y1,x2,y2,score,x1", "the header line has two columns 'x1'"),
        ("frame,x1,y1,x2,y2,score,class,class", "the header line has two columns 'class'"),
    ]:
        fails(program.replay(program.write("bad.csv", f"\n{header}\n")), 1, "bad.csv:2: ", what)


def test_endless_lines_are_refused(program):
    line = "1,-1,10,10,50,50,0." + "9" * 70000
    for text in (f"{mot(pan(2))}{line}\n", f"{mot(pan(2))}{line}", f"{mot(pan(2))}{line * 9}"):
        number = mot(pan(2)).count("\n") + 1
        fails(program.replay(program.write("long.txt", text)), 1, f"long.txt:{number}: the line is longer than")
    longest = "# " + "x" * 65534 + "\n"
    equal(program.replay(program.write("longest.txt", longest * 9 + mot(pan()))).status, 0)


def test_damaged_packed_files_are_errors(program):
    packed = gzip.compress(mot(pan(100)).encode())
    for length in (2, 9, 12, len(packed) // 2, len(packed) - 9, len(packed) - 1):
        fails(program.replay(_raw(program, packed[:length])), 1, "raw.gz: the gzip data ends too early")
    for position in (len(packed) // 2, len(packed) - 6):
        changed = bytearray(packed)
        changed[position] ^= 0x55
        equal(program.replay(_raw(program, bytes(changed))).status, 1)
    changed = packed[:-8] + bytes(4) + packed[-4:]
    fails(program.replay(_raw(program, changed)), 1, "raw.gz: damaged gzip data")


def _raw(program, data):
    with open(program.join("raw.gz"), "wb") as file:
        file.write(data)
    return "raw.gz"


def test_files_that_cannot_be_read_are_errors(program):
    fails(program.replay("none.txt"), 1, "none.txt: No such file or directory")
    fails(program.replay(program.directory), 1, "Is a directory")


def test_binary_rubbish_is_an_error(program):
    rubbish = bytes((i * 7919 + i // 3) % 256 for i in range(5000))
    equal(program.replay(program.write("rubbish.bin", rubbish)).status, 1)
    equal(program.replay(program.write("utf16.txt", mot(pan(3)).encode("utf-16"))).status, 1)


def test_empty_files_count_nothing(program):
    for text in ("", "\n\n", "# nothing\n", "frame,x1,y1,x2,y2,score,class\n"):
        result = program.replay(program.write("empty.txt", text), "--json")
        equal(result.status, 0)
        contains(result.stderr, "empty.txt: no rows")
        contains(result.stdout, '"frames": 0')
        equal(program.replay_json("empty.txt", "--frames", "7")["frames"], 7)


def test_large_frame_numbers_do_not_fill_the_memory(program):
    name = program.write("far.txt", "1,-1,10,10,50,50,0.9\n300000,-1,10,10,50,50,0.9\n")
    equal(program.replay_json(name)["frames"], 300000)


def test_a_small_file_that_unpacks_to_much_takes_no_memory(program):
    # 256 MB in one line, and 16 million empty lines, each packed to less than 300 KB.
    endless = program.write("endless.txt.gz", bytes(256 << 20))
    fails(program.replay(endless), 1, "the line is longer than")
    status, peak = program.peak_memory("replay", endless, *SIZE)
    equal(status, 1)
    assert peak < 40_000, peak
    empty = program.write("empty.txt.gz", "1,-1,10,10,5,5,0.9\n" + "\n" * (16 << 20))
    status, peak = program.peak_memory("replay", empty, *SIZE)
    equal(status, 0)
    assert peak < 40_000, peak

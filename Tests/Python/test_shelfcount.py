"""The Python package as it was installed: test_shelfcount.py STREAM (the film that ships)."""
import ctypes
import sys
import types
import unittest

import numpy as np
import shelfcount
from shelfcount import DETECTION, Scanner, ShelfError

STREAM = sys.argv.pop(1) if len(sys.argv) > 1 else "Examples/data/pan-ease.csv.gz"
FILM = np.loadtxt(STREAM, delimiter=",", skiprows=1)


def frames():
    return [FILM[FILM[:, 0] == frame, 1:] for frame in range(210)]


def can(x, score=0.9, class_id=3):
    return [x, 200, x + 50, 300, score, class_id]


class Film(unittest.TestCase):
    def run_film(self, give, **settings):
        """The ids of every frame and the count, with rows given in some form."""
        with Scanner(640, 480, **settings) as scanner:
            scanner.add_band()
            ids = [give(scanner, rows).id.tolist() for rows in frames()]
            scanner.finish()
            return ids, scanner.counts().total

    def test_counts_17_in_every_form(self):
        def structured(scanner, rows):
            table = np.zeros(len(rows), DETECTION)
            table["box"], table["score"], table["class_id"] = rows[:, :4], rows[:, 4], rows[:, 5]
            return scanner.update(table)

        def supervision(scanner, rows):
            sv = types.SimpleNamespace(xyxy=rows[:, :4], confidence=rows[:, 4], class_id=rows[:, 5].astype(int))
            return scanner.update(sv)

        forms = {
            "table": lambda scanner, rows: scanner.update(rows),
            "float32": lambda scanner, rows: scanner.update(rows.astype(np.float32)),
            "lists": lambda scanner, rows: scanner.update(rows.tolist()),
            "apart": lambda scanner, rows: scanner.update(rows[:, :4], rows[:, 4], rows[:, 5]),
            "structured": structured,
            "supervision": supervision,
        }
        answers = {name: self.run_film(form) for name, form in forms.items()}
        for name, answer in answers.items():
            self.assertEqual(answer[1], 17, name)
            self.assertEqual(answer[0], answers["table"][0], name)

    def test_presets_by_name_and_number(self):
        named = self.run_film(lambda s, rows: s.update(rows), preset="bytetrack")
        numbered = self.run_film(lambda s, rows: s.update(rows), preset=shelfcount.SHELF_PRESET_BYTETRACK)
        self.assertEqual(named, numbered)

    def test_a_copy_goes_on_alike(self):
        scanner = Scanner(640, 480)
        scanner.add_band()
        for rows in frames()[:100]:
            scanner.update(rows)
        twin = scanner.copy()
        for rows in frames()[100:]:
            np.testing.assert_array_equal(scanner.update(rows).data, twin.update(rows).data)
        scanner.close()
        twin.finish()
        self.assertEqual(twin.counts().total, 17)


    def test_a_saved_scanner_goes_on_alike(self):
        scanner = Scanner(640, 480, kalman="closed")
        scanner.add_band()
        for rows in frames()[:100]:
            scanner.update(rows)
        saved = scanner.save()
        restored = Scanner.restore(saved)
        self.assertEqual(restored.config.width, 640)
        for rows in frames()[100:]:
            np.testing.assert_array_equal(scanner.update(rows).data, restored.update(rows).data)
        restored.finish()
        self.assertEqual(restored.counts().total, 17)
        for damaged in (b"", b"no snapshot", saved[:-1], saved[:500] + bytes([saved[500] ^ 1]) + saved[501:]):
            with self.assertRaises(ShelfError):
                Scanner.restore(damaged)


class Detector(unittest.TestCase):
    def test_one_box_in_three_layouts(self):
        # A box at (480, 270) of 192 x 108 in a picture of 1920 x 1080, letterboxed to 640 x 640.
        x, y, w, h = 480 / 3, 270 / 3 + 140, 64, 36
        channels = np.zeros((1, 6, 8400), np.float32)
        channels[0, :, 17] = [x, y, w, h, 0.1, 0.9]
        end = np.zeros((1, 300, 6), np.float32)
        end[0, 3] = [x - w / 2, y - h / 2, x + w / 2, y + h / 2, 0.9, 1]
        tensors = {"channels": channels, "rows": channels.transpose(0, 2, 1), "end_to_end": end}
        for layout, tensor in tensors.items():
            decoder = shelfcount.Decoder(layout, 2, picture=(1920, 1080), model=(640, 640))
            rows = decoder.decode(tensor)
            self.assertEqual((len(rows), rows["class_id"][0], decoder.report.passed), (1, 1, 1))
            np.testing.assert_allclose(rows["box"][0], [384, 216, 576, 324], atol=0.01)
            self.assertEqual(len(decoder.decode(tensor, classes=[0])), 0)
            with Scanner(1920, 1080) as scanner:
                self.assertEqual(len(scanner.update(rows)), 1)
        with self.assertRaises(ShelfError) as caught:
            shelfcount.Decoder("rows", 2, picture=(1920, 1080), model=(640, 640)).decode(channels)
        self.assertEqual(caught.exception.status, shelfcount.SHELF_ERROR_LAYOUT)

    def test_input_draws_the_picture_where_the_letterbox_says(self):
        decoder = shelfcount.Decoder("channels", 2, picture=(64, 32), model=(32, 32), pixels="bgr")
        picture = np.zeros((32, 64, 3), np.uint8)
        picture[:, :, 0] = 255
        tensor = decoder.input(picture)
        self.assertEqual(tensor.shape, (1, 3, 32, 32))
        np.testing.assert_allclose(tensor[0, :, 16, 16], [0, 0, 1], atol=1e-6)
        np.testing.assert_allclose(tensor[0, :, 0, 0], [114 / 255] * 3, atol=1e-6)
        np.testing.assert_array_equal(decoder.input(np.dstack([picture, picture])[:, :, :3]), tensor)
        with self.assertRaises(ValueError):
            decoder.input(picture[:, :, :2])

    def test_nms_label_and_color(self):
        rows = np.zeros(3, DETECTION)
        rows["box"] = [[0, 0, 100, 100], [2, 0, 102, 100], [300, 0, 400, 100]]
        rows["score"] = [0.8, 0.9, 0.7]
        left = shelfcount.nms(rows)
        np.testing.assert_allclose(left["score"], [0.9, 0.7])
        self.assertEqual(shelfcount.label(12, "Flasche ü", 0.87), "#12 Flasche ü 87%")
        self.assertEqual(shelfcount.label(0, None, 0.5), "50%")
        self.assertEqual(shelfcount.color(7), shelfcount.color(7))
        self.assertTrue(all(0 <= part <= 255 for part in shelfcount.color(7)))


class Calls(unittest.TestCase):
    def pass_by(self, scanner, class_id=3):
        for x in range(0, 590, 10):
            tracks = scanner.update([can(x, class_id=class_id)])
        return tracks

    def test_results(self):
        scanner = Scanner(640, 480, max_gates=3)
        self.assertEqual(scanner.add_band(0.45, 0.55), 0)
        self.assertEqual(scanner.add_line((0.5, 0), (0.5, 1), count_by="track"), 1)
        self.assertEqual(scanner.add_zone([(0, 0), (1, 0), (1, 1)], anchor="bottom"), 2)
        tracks = self.pass_by(scanner)
        self.assertEqual((tracks.id.tolist(), tracks.class_id.tolist()), ([1], [3]))
        self.assertEqual(tracks.xyxy.shape, (1, 4))
        np.testing.assert_allclose(tracks.xyxy[0], [580, 200, 630, 300], atol=1)
        np.testing.assert_allclose(tracks.velocity[0], [10, 0], atol=1)
        self.assertEqual([row["id"] for row in tracks], [1])
        self.assertEqual(scanner.fates["kind"].tolist(), [shelfcount.SHELF_FATE_MATCHED])
        self.assertEqual(scanner.trail(1).shape, (59, 2))
        self.assertEqual(len(scanner.edges(0)), 4)
        scanner.finish()
        self.assertEqual((scanner.counts(0).total, scanner.counts(0, 3).total, scanner.counts(0, 4).total), (1, 1, 0))
        self.assertEqual(scanner.counts(1).forward + scanner.counts(1).backward, 1)
        events = scanner.events()
        self.assertEqual(events["delta"].sum(), sum(scanner.counts(gate).total for gate in range(3)))
        self.assertEqual(len(scanner.events()), 0)
        items = scanner.items()
        self.assertEqual(len(items), 1)
        scanner.dismiss(items["id"][0])
        self.assertEqual(scanner.counts(0).total, 0)
        self.assertEqual(scanner.stats().frames, 59)
        self.assertIn("total=0", repr(scanner.counts(0)))
        scanner.reset()
        self.assertEqual(scanner.stats().frames, 0)

    def test_empty_frames_in_every_form(self):
        with Scanner(640, 480) as scanner:
            for empty in (None, [], np.empty((0, 6)), np.empty((0, 4)), np.zeros(0, DETECTION)):
                self.assertEqual(len(scanner.update(empty)), 0)
            self.assertEqual(scanner.stats().frames, 5)

    def test_more_rows_than_the_buffer(self):
        with Scanner(640, 480, max_detections=4) as scanner:
            scanner.update([can(20 * i, score=0.9 - i / 100) for i in range(20)])
            self.assertEqual(scanner.stats().rows_overflow, 16)
            self.assertEqual(len(scanner.fates), 20)

    def test_rows_that_cannot_be(self):
        with Scanner(640, 480) as scanner:
            bad = [can(0, class_id=-1), can(60, class_id=np.nan), can(120, class_id=1e12), can(180, score=np.nan)]
            scanner.update(bad)
            self.assertEqual(scanner.stats().rows_bad_class, 3)
            self.assertEqual(scanner.stats().rows_not_finite, 1)
            for wrong in (np.zeros((2, 7)), np.zeros(6)):
                with self.assertRaises(ValueError):
                    scanner.update(wrong)
            with self.assertRaises(ValueError):
                scanner.update(np.zeros((2, 6)), np.zeros(2), np.zeros(2))

    def test_errors(self):
        def status(call):
            with self.assertRaises(ShelfError) as caught:
                call()
            self.assertTrue(str(caught.exception))
            return caught.exception.status

        self.assertEqual(status(lambda: Scanner(0, 480)), shelfcount.SHELF_ERROR_ARGUMENT)
        scanner = Scanner(640, 480)
        self.assertEqual(status(lambda: scanner.counts(0)), shelfcount.SHELF_ERROR_NOT_FOUND)
        self.assertEqual(status(lambda: scanner.trail(9)), shelfcount.SHELF_ERROR_NOT_FOUND)
        self.assertEqual(status(lambda: scanner.add_band(0.6, 0.5)), shelfcount.SHELF_ERROR_ARGUMENT)
        scanner.update(time_us=5)
        self.assertEqual(status(lambda: scanner.update(time_us=5)), shelfcount.SHELF_ERROR_TIME)
        scanner.close()
        scanner.close()
        self.assertEqual(status(lambda: scanner.update([can(0)])), shelfcount.SHELF_ERROR_HANDLE)
        self.assertEqual(status(lambda: scanner.copy().update([])), shelfcount.SHELF_ERROR_HANDLE)
        with self.assertRaisesRegex(TypeError, "lost_frames"):
            Scanner(640, 480, lost=3)
        with self.assertRaisesRegex(ValueError, "greedy"):
            Scanner(640, 480, matcher="best")

    def test_settings_reach_the_library(self):
        scanner = Scanner(640, 480, kalman="closed", count_by="track", lost_frames=7, fusion="PRODUCT")
        self.assertEqual(scanner.config.lost_frames, 7)
        self.assertEqual(scanner.config.fusion, shelfcount.SHELF_FUSION_PRODUCT)
        scanner.update([can(0)])
        left = []
        for _ in range(9):
            scanner.update()
            left.append(len(scanner.tracks()))
        self.assertEqual(left, [1] * 8 + [0])

    def test_time_gives_speed_in_nominal_frames(self):
        scanner = Scanner(640, 480, fps=10)
        for i in range(20):
            tracks = scanner.update([can(10 * i)], time_us=50_000 * (i + 1))
        np.testing.assert_allclose(tracks.velocity[0, 0], 20, atol=2)


class Package(unittest.TestCase):
    def test_versions_agree(self):
        self.assertEqual(shelfcount.__version__, shelfcount.library_version())

    def test_o19_ctypes_finds_the_functions(self):
        library = ctypes.CDLL(shelfcount._library.library._name)
        self.assertEqual(library.shelf_version(), shelfcount.SHELF_VERSION_NUMBER)

    def test_structs_have_the_size_of_the_library(self):
        # The library fills as many bytes as it is told: a guard behind them must survive.
        config = (ctypes.c_uint8 * 4096)(*([0xA5] * 4096))
        size = ctypes.sizeof(shelfcount._abi.Config)
        self.assertEqual(shelfcount.library.shelf_config_init(config, 4096, 0), 0)
        written = 4096 - next(i for i, byte in enumerate(reversed(bytes(config))) if byte != 0xA5)
        self.assertEqual(written, size)

    def test_examples_in_the_docstring_run(self):
        self.assertIn("Scanner(640, 480)", shelfcount.__doc__)
        for name in shelfcount.__all__:
            self.assertTrue(hasattr(shelfcount, name), name)
            self.assertTrue(getattr(shelfcount, name).__doc__ or name.isupper(), name)


if __name__ == "__main__":
    unittest.main(verbosity=1)

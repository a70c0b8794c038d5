"""Counts what a Raspberry Pi AI Camera sees (IMX500: the detector runs in the camera).

    picamera2_imx500.py /usr/share/imx500-models/imx500_network_ssd_mobilenetv2_fpnlite_320x320_pp.rpk
    picamera2_imx500.py recorded.csv.gz --size 640x480    # without a camera: frame,x1,y1,x2,y2,score,class

Draws the last frame to count.svg: the edges that counting used, boxes with their numbers, trails. Ctrl-C ends
a camera run.
"""
import argparse
from typing import Iterator, NamedTuple

import numpy as np
from shelfcount import Scanner

try:
    from picamera2 import Picamera2
    from picamera2.devices import IMX500
except ImportError:  # not on a Pi: recorded streams still work
    Picamera2 = IMX500 = None


class Frame(NamedTuple):
    rows: np.ndarray  # (N, 6): x1, y1, x2, y2, score, class
    time_us: int  # 0: one nominal frame after the last


def decode(imx500, picam2, metadata) -> np.ndarray:
    """The camera's network outputs (boxes y1, x1, y2, x2 of its input; scores; classes) as rows."""
    outputs = imx500.get_outputs(metadata, add_batch=True)
    if outputs is None:  # the network skipped this frame
        return np.empty((0, 6))
    boxes, scores, classes = (output[0] for output in outputs[:3])
    if boxes.max(initial=0) > 1:
        boxes = boxes / imx500.get_input_size()[1]
    corners = [imx500.convert_inference_coords(box, metadata, picam2) for box in boxes]
    xywh = np.array(corners, float).reshape(-1, 4)
    return np.column_stack((xywh[:, :2], xywh[:, :2] + xywh[:, 2:], scores, classes))


def camera(model: str, size: tuple) -> Iterator[Frame]:
    imx500 = IMX500(model)  # before Picamera2: it loads the network into the camera
    picam2 = Picamera2(imx500.camera_num)
    picam2.start(picam2.create_preview_configuration(main={"size": size}, buffer_count=12))
    try:
        while True:
            metadata = picam2.capture_metadata()
            yield Frame(decode(imx500, picam2, metadata), metadata["SensorTimestamp"] // 1000)
    except KeyboardInterrupt:
        return
    finally:
        picam2.stop()


def recorded(path: str) -> Iterator[Frame]:
    table = np.loadtxt(path, delimiter=",", skiprows=1)
    for frame in range(int(table[-1, 0]) + 1):
        yield Frame(table[table[:, 0] == frame, 1:], 0)


def draw(scanner: Scanner, tracks, size: tuple, path: str) -> None:
    shapes = [f"<line x1='{e['a'][0]}' y1='{e['a'][1]}' x2='{e['b'][0]}' y2='{e['b'][1]}' stroke='red'/>" for e in scanner.edges()]
    for track in tracks:
        x1, y1, x2, y2 = track["box"]
        trail = " ".join(f"{x:.1f},{y:.1f}" for x, y in scanner.trail(track["id"]))
        shapes += [
            f"<rect x='{x1}' y='{y1}' width='{x2 - x1}' height='{y2 - y1}'/>",
            f"<text x='{x1}' y='{y1 - 4}' fill='black'>#{track['id']}</text>",
            f"<polyline points='{trail}' stroke='gray'/>",
        ]
    head = f"<svg xmlns='http://www.w3.org/2000/svg' width='{size[0]}' height='{size[1]}' fill='none' stroke='black'>"
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join([head, *shapes, "</svg>", ""]))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", help="network (.rpk) of the camera, or a recorded stream (.csv, .csv.gz)")
    parser.add_argument("--size", default="640x480", help="of a frame in pixels (default: %(default)s)")
    parser.add_argument("--draw", default="count.svg", help="file for the last frame (default: %(default)s)")
    options = parser.parse_args()
    size = tuple(int(side) for side in options.size.split("x"))
    if options.source.endswith(".rpk") and IMX500 is None:
        parser.error("this machine has no picamera2; give a recorded stream")

    frames = camera(options.source, size) if options.source.endswith(".rpk") else recorded(options.source)
    with Scanner(*size) as scanner:
        scanner.add_band(0.45, 0.55)
        tracks = scanner.tracks()
        try:
            for frame in frames:
                tracks = scanner.update(frame.rows, time_us=frame.time_us)
                for event in scanner.events():
                    if event["delta"]:
                        print(f"item {event['item_id']}, class {event['class_id']}: now {scanner.counts().total}")
        except KeyboardInterrupt:
            pass
        draw(scanner, tracks, size, options.draw)
        scanner.finish()
        counts = scanner.counts()
        print(f"{counts.total} counted ({counts.low} to {counts.high})")


if __name__ == "__main__":
    main()

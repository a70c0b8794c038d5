#!/usr/bin/env python3
"""Trains the small network that ships with ShelfCount, measures it, and writes it as ONNX.

  draw_shelves.py images DATA --train 1600 --val 80 --size 320
  train_candet.py train DATA candet.pt --epochs 12
  train_candet.py eval candet.pt DATA
  train_candet.py export candet.pt candet.onnx --size 640x480

Output of the ONNX file: [1,300,6], the layout `end-to-end`. Needs torch (the CPU is enough), numpy, opencv
and onnx. One thread is best on a busy machine; 12 epochs take about six minutes of one processor.
"""

import argparse
import time

import numpy as np
import torch
import torch.nn as nn

from data import as_tensor, augment, load, targets
from evaluation import evaluate
from network import STRIDE, CanDet, EndToEnd


def losses(scores, distances, heat, wanted, weight):
    """Focal loss of the heatmap (Law and Deng, ECCV 2018) and 1 - GIoU (Rezatofighi et al., CVPR 2019)."""
    p = torch.sigmoid(scores).clamp(1e-5, 1 - 1e-5)
    peaks = heat.eq(1).float()
    hit = (1 - p) ** 2 * torch.log(p) * peaks
    miss = (1 - heat) ** 4 * p**2 * torch.log(1 - p) * (1 - peaks)
    score_loss = -(hit + miss).sum() / peaks.sum().clamp(1)

    def size(d):
        return (d[:, 0] + d[:, 2]) * (d[:, 1] + d[:, 3])

    both, hull = size(torch.minimum(distances, wanted)), size(torch.maximum(distances, wanted))
    union = size(distances) + size(wanted) - both
    giou = both / (union + 1e-6) - (hull - union) / (hull + 1e-6)
    return score_loss, ((1 - giou) * weight).sum() / weight.sum().clamp(1)


def train(options):
    torch.set_num_threads(options.threads)
    torch.manual_seed(0)
    random = np.random.default_rng(0)
    pictures, labels = load(options.data, "train")
    network = CanDet()
    batches = len(pictures) // options.batch
    optimizer = torch.optim.AdamW(network.parameters(), 1e-3, weight_decay=1e-4)
    schedule = torch.optim.lr_scheduler.OneCycleLR(
        optimizer, 4e-3, total_steps=batches * options.epochs, pct_start=0.15
    )
    cells = pictures[0].shape[0] // STRIDE
    start = time.time()
    for epoch in range(options.epochs):
        network.train()
        order = random.permutation(len(pictures))
        total = 0.0
        for k in range(batches):
            chosen = order[k * options.batch : (k + 1) * options.batch]
            batch = [augment(random, pictures[j], labels[j]) for j in chosen]
            said = network(as_tensor([picture for picture, _ in batch]))
            score_loss, box_loss = losses(*said, *targets([own for _, own in batch], 1, cells, cells))
            optimizer.zero_grad()
            (score_loss + 2 * box_loss).backward()
            nn.utils.clip_grad_norm_(network.parameters(), 10)
            optimizer.step()
            schedule.step()
            total += score_loss.item() + 2 * box_loss.item()
        print(f"epoch {epoch + 1}, loss {total / batches:.3f}, {time.time() - start:.0f} s", flush=True)
        torch.save(network.state_dict(), options.weights)
    report(network, options.data)


def restore(path):
    network = CanDet()
    network.load_state_dict(torch.load(path))
    return network.eval()


def report(network, data):
    average, (precision, recall) = evaluate(network, *load(data, "val"))
    print(f"AP50 {average:.3f}, at a score of 0.4: precision {precision:.3f}, recall {recall:.3f}")


def export(options):
    width, height = (int(side) for side in options.size.split("x"))
    torch.onnx.export(
        EndToEnd(restore(options.weights), (height, width)).eval(),
        torch.zeros(1, 3, height, width),
        options.onnx,
        opset_version=12,
        input_names=["images"],
        output_names=["output0"],
        dynamo=False,
    )


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("train")
    command.add_argument("data")
    command.add_argument("weights")
    command.add_argument("--epochs", type=int, default=12)
    command.add_argument("--batch", type=int, default=16)
    command.add_argument("--threads", type=int, default=1)
    command = commands.add_parser("eval")
    command.add_argument("weights")
    command.add_argument("data")
    command = commands.add_parser("export")
    command.add_argument("weights")
    command.add_argument("onnx")
    command.add_argument("--size", default="640x480", help="width x height, multiples of 32")
    options = parser.parse_args()
    if options.command == "train":
        train(options)
    elif options.command == "eval":
        report(restore(options.weights), options.data)
    else:
        export(options)


if __name__ == "__main__":
    main()

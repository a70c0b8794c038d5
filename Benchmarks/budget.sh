#!/bin/sh
# Writes docs/budget.md: the instructions of a frame on aarch64, counted now, and what they come to on
# the boards.
# usage: budget.sh BUILD PROGRAM
set -eu
here=$(dirname "$0")
build=$1 program=$2
counts=$build/counts-aarch64.csv
"$here/icount/count.py" aarch64 "$build/dist/aarch64" "$build" --csv "$counts" -s grid
cat >"$here/../docs/budget.md" <<'END'
# The budget of a frame on the boards

What a frame takes of the 33.3 ms it has at 30 frames a second, on one core. `make budget` writes this
page.

**Measured:** instructions of a frame (`shelf_update` and `shelf_tracks`) on the grid streams of
[Benchmarks](../Benchmarks/README.md), the mean of 100 frames, counted exactly under QEMU for 64-bit ARM,
those inside OpenBLAS (its Cortex-A53 kernels) included. By item is preset `shelf`, by track preset
`bytetrack`; matched greedily.

**Assumed:** how many of them a core does in a cycle, 0.35 to 0.4 of what it could start or decode at
best, and that the frame's few ten kilobytes are in its caches. Widths: the A53 issues two (LLVM's model of it,
`IssueWidth` in `AArch64SchedA53.td`), the A72 decodes and dispatches three (Arm, "Cortex-A72 Software
Optimization Guide", UAN 0016A), the A76 decodes four (AnandTech, "Arm's Cortex-A76 CPU Unveiled", 2018;
WikiChip). No board was at hand: on one, `make bench` measures, and says PASS or FAIL.

END
"$program" bench --budget --counts "$counts" >>"$here/../docs/budget.md"

cat >>"$here/../docs/budget.md" <<'END'

## Where they go

The same instructions by stage, 100 and 300 things in view. The stages are those of
`Sources/ShelfCore/Stage.swift`; the library was built with the trait `Stages`, which the ones that ship are
not.

END
"$here/icount/count.py" aarch64 "$build/stages/aarch64" "$build" --stages -m greedy -s grid -n 100,300 \
  >>"$here/../docs/budget.md"

cat >>"$here/../docs/budget.md" <<'END'

With 2,000 things in the map, of which 100 are in view (the scene `aisle`): by item, and what the tracker alone
costs, with the motion of the picture and the NMS of preset `shelf` and without.

END
"$here/icount/count.py" aarch64 "$build/stages/aarch64" "$build" --stages -a -m greedy -k closed -s aisle -n 100 \
  >>"$here/../docs/budget.md"

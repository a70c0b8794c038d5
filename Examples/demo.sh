#!/bin/sh
# A drawn pan along a shelf: the bundled network finds the cans, they are tracked, counted and drawn. Works
# offline. Without ONNX Runtime the boxes the network once found are used instead.
#
# usage: demo.sh PROGRAM DIRECTORY
set -eu
program=$1 out=$2
here=$(dirname "$0")
truth=17 # cans whose centre was in the band for two frames, by the program that drew the film
mkdir -p "$out"

"$program" video "$here/media/pan-ease.mp4" --out "$out/pan-ease.mp4" --events "$out/events.jsonl" \
  --model "$here/../Models/candet.onnx" --detections "$here/data/pan-ease.csv.gz" --json >"$out/summary.json"
ffmpeg -v error -nostdin -y -ss 4.2 -i "$out/pan-ease.mp4" -frames:v 1 -update 1 "$out/pan-ease.png"

count=$(sed -n 's/.*"count": \([0-9]*\),.*/\1/p' "$out/summary.json")
echo "$count cans counted; $truth of the cans drawn in this film truly cross the middle."
echo "The film with what was found: $out/pan-ease.mp4, a frame of it: $out/pan-ease.png"
echo "What was counted when and where: $out/events.jsonl"
[ "$count" = "$truth" ]

#!/bin/sh
# Writes the streams of the scene shelf, by the simulator: forth, back and forth before a shelf with N
# things in view. Prints an operand of cbench for each: shelf:N:FILE.
# usage: scenes.sh PROGRAM DIRECTORY N...
set -eu
program=$1 directory=$2
shift 2
for n in "$@"; do
  scene=$directory/shelf-$n
  mkdir -p "$scene"
  "$program" simulate "$scene" --quiet --scene fbf --in-view "$n" --items 0 --frames 400 --in-motion 1 \
    --bursts 0.01 --misses 0.03 --jitter 0.02 --doubles 0.01 --passing 0.6
  echo "shelf:$n:$scene/det.txt"
done

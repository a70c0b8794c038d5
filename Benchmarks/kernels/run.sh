#!/bin/sh
# Compiles the kernels into one module with the core, so that they reach its inner parts and the compiler
# treats it as it does for the library, and runs them.
# usage: run.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
program=$1/kernels
# shellcheck disable=SC2046 # a list of files
swiftc -O -wmo -swift-version 6 -module-name Kernels -package-name shelfcount -D BLAS \
  -enable-upcoming-feature InternalImportsByDefault -ISources/COpenBLAS \
  $(find Sources/ShelfCore Benchmarks/kernels -name '*.swift') Sources/shelfcount/Bench/Sample.swift \
  -o "$program" -lopenblas -lm
OPENBLAS_NUM_THREADS=1 "$program"

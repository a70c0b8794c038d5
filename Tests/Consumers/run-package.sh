#!/bin/sh
# A Swift package that depends on ShelfCount by its path, without OpenBLAS: it builds and counts.
#
# usage: run-package.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
scratch=$(cd "$1" && pwd)/consumer
. Tests/Consumers/check.sh
build() { swift build --package-path Tests/Consumers/package --scratch-path "$scratch"; }
counts() { "$scratch/debug/consumer" | grep -qx '1 counted'; }
needs_no_blas() { ! ldd "$scratch/debug/consumer" | grep -i blas; }
check "a package that depends on ShelfCount by path builds" build
check "it counts one can" counts
check "without the trait BLAS it needs no OpenBLAS" needs_no_blas
finish

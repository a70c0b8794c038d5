#!/bin/sh
# Builds the fuzz targets: the hosted library with coverage, AddressSanitizer and its assertions, the
# C targets with UndefinedBehaviorSanitizer too.
#
# usage: build.sh BUILD     the programs go to BUILD/fuzz/bin
set -eu
cd "$(dirname "$0")/../.."
build=$1/fuzz
bin=$build/bin
mkdir -p "$bin"

# An archive keeps the objects of files that have gone.
rm -f "$build"/*/release/libShelfABI.a
instrument='-sanitize=fuzzer,address -parse-as-library -O -assert-config Debug'
# shellcheck disable=SC2046 # a list of options
swift build -c release --product ShelfABI --scratch-path "$build" \
  $(printf -- '-Xswiftc %s ' $instrument)
archive=$(find "$build"/*/release -name libShelfABI.a)

c() { # SOURCE...: with the sanitizers of C
  for source in "$@"; do
    clang -std=c11 -g -O1 -Wall -Wextra -Werror -fsanitize=fuzzer-no-link,address,undefined \
      -fno-sanitize-recover=all -ICInclude -c "Tests/Fuzz/$source.c" -o "$bin/$source.o"
  done
}
program() { # NAME OBJECT...
  name=$1
  shift
  # The linker warns of hundreds of symbols of the sanitizer.
  swiftc -sanitize=fuzzer,address "$@" "$archive" -lopenblas -lm \
    -Xclang-linker -fsanitize=undefined -o "$bin/$name" 2>"$bin/link.log" || { cat "$bin/link.log" && return 1; }
}
c checks calls snapshot decode
program calls "$bin/calls.o" "$bin/checks.o"
program snapshot "$bin/snapshot.o" "$bin/checks.o"
program decode "$bin/decode.o"

# The readers are part of the program: their sources are compiled into the target, and what they need of
# ShelfMedia into a module of that name.
sources=Sources/shelfcount
# shellcheck disable=SC2086 # $instrument is a list of options
swiftc $instrument -swift-version 6 -package-name shelfcount -module-name ShelfMedia -wmo -emit-module \
  -emit-module-path "$bin/ShelfMedia.swiftmodule" -c Sources/ShelfMedia/System/FileDescriptors.swift \
  -o "$bin/ShelfMedia.o"
# shellcheck disable=SC2086 # $instrument is a list of options
swiftc $instrument -swift-version 6 -package-name shelfcount -module-name reader -ICInclude \
  -ISources/CZlib -I"$bin" $sources/Input/*.swift $sources/Options/OptionValue.swift \
  $sources/Replay/ReplayState.swift $sources/Failure.swift Tests/Fuzz/reader.swift "$bin/ShelfMedia.o" \
  -o "$bin/reader"

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
hosted='-swift-version 6 -package-name shelfcount -enable-upcoming-feature InternalImportsByDefault'
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
c setup scene steps checks ledger calls snapshot decode
rig="$bin/setup.o $bin/scene.o $bin/steps.o $bin/checks.o $bin/ledger.o"
# shellcheck disable=SC2086 # $rig is a list of files
{
  program calls "$bin/calls.o" $rig
  program snapshot "$bin/snapshot.o" $rig
}
program decode "$bin/decode.o"

# The readers are part of the program: their sources are compiled into the targets, and what they need of
# ShelfMedia into a module of that name.
media=Sources/ShelfMedia
# shellcheck disable=SC2086 # lists of options
swiftc $instrument $hosted -module-name ShelfMedia -wmo -ICInclude \
  -ISources/CJSON -emit-module -emit-module-path "$bin/ShelfMedia.swiftmodule" -c \
  $media/System/FileDescriptors.swift $media/System/MediaError.swift $media/Detection/JSONReader.swift \
  $media/Detection/ModelDescription*.swift -o "$bin/ShelfMedia.o"
sources=Sources/shelfcount
target() { # NAME SOURCE...
  name=$1
  shift
  # shellcheck disable=SC2086 # lists of options
  swiftc $instrument $hosted -module-name "$name" -ICInclude \
    -ISources/CZlib -ISources/CJSON -I"$bin" "$@" "Tests/Fuzz/$name.swift" "$bin/ShelfMedia.o" "$archive" \
    -lopenblas -lm -o "$bin/$name" 2>"$bin/link.log" || { cat "$bin/link.log" && return 1; }
}
target reader $sources/Input/*.swift $sources/Options/OptionValue.swift $sources/Replay/ReplayState.swift \
  $sources/Failure.swift
target model

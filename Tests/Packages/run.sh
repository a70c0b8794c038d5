#!/bin/sh
# The Debian packages in clean Debian 12 roots, as somebody without Swift has them.
#   amd64: installed by apt beside gcc, g++ and pkg-config; the programs are built and run in there.
#   arm64, armhf: unpacked; the programs are cross-built against them and run by qemu -L.
# All must give the same tracks and counts. Skipped where no Debian archive can be reached.
#
# usage: run.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
build=$1
. Tests/Consumers/check.sh
here=Tests/Packages
mirror=${DEBIAN_MIRROR:-$(sed -n 's/^URIs: *\(.*debian\)$/\1/p; s/^deb \(http[^ ]*debian\) .*/\1/p' \
  /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null | head -n 1)}
sources=${mirror:+deb $mirror bookworm main}
[ "$(id -u)" -eq 0 ] || { echo "skipped: clean roots want root" && finish && exit; }

bootstrap() { # DIRECTORY OPTION...
  directory=$1
  shift
  mmdebstrap --quiet "$@" bookworm "$directory" ${sources:+"$sources"}
}

native=$work/amd64
if ! bootstrap "$native" --variant=minbase --include=gcc,g++,libc6-dev,pkg-config,ca-certificates >"$work/bootstrap.log" 2>&1; then
  tail -n 5 "$work/bootstrap.log"
  echo "skipped: no clean Debian root could be made (no archive within reach?)"
  finish
  exit
fi

# ---- What is tested ---------------------------------------------------------------------------------

stage() { # ROOT: sources and streams, as a user would copy them there
  mkdir -p "$1/try"
  cp Examples/c/ten_lines.c Examples/c/replay.c Examples/cpp/two_cameras.cpp Tests/Golden/golden.c \
    Examples/data/pan-ease.csv.gz Tests/Python/test_shelfcount.py "$1/try/"
  write_stream "$1/try/film.txt"
  cp "$1/try/film.txt" "$1/try/film2.txt"
  "$build/release/shelfcount" simulate "$1/try/mixed" --scene mixed --seed 7 >/dev/null
}
readme_program() { # the README's C program is the example, word for word
  awk '/^```c$/ { inside = 1; next } /^```$/ { inside = 0 } inside' README.md >"$work/readme.c"
  cmp "$work/readme.c" Examples/c/ten_lines.c
}
check "the C program of the README is the example" readme_program

# ---- amd64: gcc alone -------------------------------------------------------------------------------

# Swift reads a program's arguments from /proc; the mount ends with the command.
inside() {
  unshare --mount sh -c 'mount -t proc proc "$1/proc" && exec chroot "$1" /bin/sh -c "cd /try && $2"' \
    sh "$native" "$1"
}
install_packages() {
  cp "$build"/dist/x86_64/*.deb "$native/tmp/"
  inside 'apt-get update -q >/dev/null; apt-get install -q -y --no-install-recommends /tmp/*.deb' && return
  # No network inside the root: apt works on it from outside.
  mkdir -p "$work/cache"
  apt-get -q -y --no-install-recommends -o RootDir="$native" -o Debug::NoLocking=1 install \
    python3-numpy libopenblas0 && inside 'dpkg -i /tmp/*.deb'
}
stage "$native"
cp /etc/resolv.conf /etc/hosts "$native/etc/" 2>/dev/null || true
check "amd64: apt installs the four packages" install_packages
check "amd64: there is no Swift" inside '! command -v swift && ! ls /usr/lib/swift 2>/dev/null'

build_and_run() { # NAME SOURCE 'LINK' ARGUMENTS: in the root; output in NAME.out
  case $2 in *.cpp) compiler='g++ -std=c++17 -pthread' ;; *) compiler='gcc -std=c11' ;; esac
  inside "$compiler -Wall -Wextra -Werror $2 -o $1 $3 && ./$1 $4 >$1.out && head -n 3 $1.out"
}
native_programs() { # KIND 'LINK'
  check "amd64, $1: ten lines" build_and_run ten-$1 ten_lines.c "$2" ''
  check "amd64, $1: ten lines count one can" grep -qx '1 counted' "$native/try/ten-$1.out"
  check "amd64, $1: C++ example" build_and_run cameras-$1 two_cameras.cpp "$2" 'film.txt film2.txt 640 480'
  check "amd64, $1: golden" build_and_run golden-$1 golden.c "$2" 'mixed/det.txt 640 640 30 closed'
}
native_programs shared '$(pkg-config --cflags --libs shelfcount)'
check "amd64: golden with BLAS" build_and_run blas golden.c '$(pkg-config --cflags --libs shelfcount)' \
  'mixed/det.txt 640 640 30 blas'
native_programs archive-noblas '-l:libshelfcount-noblas.a -lm'
check "amd64: libopenblas-dev for the archive with BLAS" \
  inside 'apt-get install -q -y --no-install-recommends libopenblas-dev'
native_programs archive '-l:libshelfcount.a -lopenblas -lm'
check "amd64: the program counts 17" \
  inside 'shelfcount replay pan-ease.csv.gz --size 640x480 --json | grep -E "\"count\": *17[,}]"'
check "amd64: the program has a manual page" inside 'zcat /usr/share/man/man1/shelfcount.1.gz | grep -q "^.SH NAME"'
check "amd64: Python" inside 'python3 test_shelfcount.py pan-ease.csv.gz'
check "amd64: packages are removed without a trace" \
  inside 'dpkg -P shelfcount python3-shelfcount libshelfcount-dev libshelfcount0 && ! find / -xdev -path /try -prune -o -name "*shelfcount*" ! -path "/tmp/*" ! -path "/proc/*" -print | grep .'

# ---- ARM: unpacked, run by qemu ---------------------------------------------------------------------

numbers() { sed 's/ |.*//' "$1"; }
same_numbers() { numbers "$1" >"$work/one" && numbers "$2" >"$work/two" && cmp "$work/one" "$work/two"; }

for arch in aarch64 armv7; do
  . packaging/architecture.sh
  root=$work/$debian
  lib=usr/lib/$multiarch
  unpack() {
    bootstrap "$root" --variant=extract --architectures=$debian \
      --include=libopenblas0-pthread,libstdc++6,python3-numpy || return
    for package in "$build/dist/$arch"/*.deb; do dpkg-deb -x "$package" "$root" || return; done
  }
  # maintainer scripts have not run: Debian's alternative for OpenBLAS is not set
  emulated() { # PROGRAM ARGUMENT...
    (cd "$root/try" && $emulator -L "$root" -E "LD_LIBRARY_PATH=/$lib/openblas-pthread" -E OPENBLAS_NUM_THREADS=1 "$@")
  }
  cross() { # NAME SOURCE 'LINK' ARGUMENT...; output in NAME.out
    name=$1 source=$2 link=$3
    shift 3
    case $source in *.cpp) compiler="g++ -std=c++17 -pthread" ;; *) compiler="gcc -std=c11" ;; esac
    "$tools"$compiler -Wall -Wextra -Werror -I"$root/usr/include" "$root/try/$source" \
      -o "$root/try/$name" -L"$root/$lib" -L"$root/$lib/openblas-pthread" \
      -Wl,-rpath-link,"$root/$lib/openblas-pthread:$root/$lib" $link || return
    emulated "./$name" "$@" >"$root/try/$name.out" && head -n 3 "$root/try/$name.out"
  }
  check "$debian: packages unpack into a clean root" unpack
  stage "$root"
  for kind in shared archive archive-noblas; do
    case $kind in
    shared) link=-lshelfcount ;;
    archive) link='-l:libshelfcount.a -l:libopenblas.so.0 -lm' ;;
    archive-noblas) link='-l:libshelfcount-noblas.a -lm' ;;
    esac
    check "$debian, $kind: ten lines" cross ten-$kind ten_lines.c "$link"
    check "$debian, $kind: ten lines count one can" grep -qx '1 counted' "$root/try/ten-$kind.out"
    check "$debian, $kind: C++ example" cross cameras-$kind two_cameras.cpp "$link" film.txt film2.txt 640 480
    check "$debian, $kind: the C++ example counts as on amd64" \
      cmp "$native/try/cameras-$kind.out" "$root/try/cameras-$kind.out"
    check "$debian, $kind: golden" cross golden-$kind golden.c "$link" mixed/det.txt 640 640 30 closed
    check "$debian, $kind: golden is that of amd64, bit by bit" \
      cmp "$native/try/golden-$kind.out" "$root/try/golden-$kind.out"
  done
  check "$debian: golden with BLAS" cross blas golden.c -lshelfcount mixed/det.txt 640 640 30 blas
  check "$debian: golden with BLAS has the ids and counts of amd64" \
    same_numbers "$native/try/blas.out" "$root/try/blas.out"
  check "$debian: Python" emulated "$root/usr/bin/python3.11" test_shelfcount.py pan-ease.csv.gz
done
finish

#!/bin/sh
# The C and C++ programs under the sanitizers of gcc, or under valgrind, which sees into the shipped
# library as well.
#
# usage: run-long.sh sanitized|valgrind [DIST]
set -eu
cd "$(dirname "$0")/../.."
mode=$1
dist=$(cd "${2:-.build/dist/$(uname -m)}" && pwd)
. Tests/Consumers/check.sh

case $mode in
sanitized) flags='-fsanitize=address,undefined -fno-sanitize-recover=all' under='' ;;
valgrind)
  flags=''
  # OpenBLAS picks its kernels by the processor; valgrind does not know the newest instructions.
  export OPENBLAS_CORETYPE=Haswell OPENBLAS_NUM_THREADS=1
  # It takes the place of the operator new of wrapper.cpp, but not of its delete where that is inlined.
  under='valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=definite
    --show-mismatched-frees=no'
  ;;
esac

write_stream "$work/stream.txt"
cp "$work/stream.txt" "$work/second.txt"

program() { # COMPILER SOURCE 'LINK OPTIONS' ARGUMENT...
  compiler=$1 source=$2 link=$3
  shift 3
  $compiler -g -O1 -Wall -Wextra -Werror $flags -I"$dist/include" "$source" -o "$work/program" \
    $link || return
  $under "$work/program" "$@" >"$work/out" || { tail -n 20 "$work/out" && return 1; }
}

two_cameras() { # 'LINK OPTIONS'
  g++ -std=c++17 -g -O1 -Wall -Wextra -Werror -fsanitize=thread -pthread -I"$dist/include" \
    Examples/cpp/two_cameras.cpp -o "$work/cameras" $1 || return
  "$work/cameras" "$work/stream.txt" "$work/second.txt" 640 480
}

for library in shelfcount shelfcount-noblas; do
  blas=-lopenblas
  [ $library = shelfcount ] || blas=''
  for link in "$dist/lib$library.a $blas -lm" "-L$dist -l$library -Wl,-rpath,$dist"; do
    case $link in *.a*) on="$library, archive" ;; *) on="$library, shared" ;; esac
    check "$mode: replay, $on" program 'gcc -std=c99' Examples/c/replay.c "$link" \
      "$work/stream.txt" 640 480
    check "$mode: ten lines, $on" program 'gcc -std=c11' Examples/c/ten_lines.c "$link"
    check "$mode: misuse, $on" program 'gcc -std=c99' Tests/Consumers/c/misuse.c "$link"
    check "$mode: C++ wrapper, $on" program 'g++ -std=c++17' Tests/Consumers/cpp/wrapper.cpp "$link"
    check "$mode: C++, $on" program 'g++ -std=c++17' Tests/Consumers/cpp/main.cpp "$link" \
      "$work/stream.txt" 640 480
    [ "$mode" = valgrind ] ||
      check "threads: two cameras, $on" two_cameras "$link"
  done
done
finish

#!/bin/sh
# What `make install` lays out, used as its users do: pkg-config, CMake, a loader.
#
# usage: run.sh BUILD
set -eu
cd "$(dirname "$0")/../.."
build=$1
root=$PWD
. Tests/Consumers/check.sh

prefix=$work/prefix
export PKG_CONFIG_PATH=$prefix/lib/pkgconfig LD_LIBRARY_PATH=$prefix/lib
flags() { pkg-config --cflags --libs "$@"; }
strict='-pedantic -Wall -Wextra -Werror'

check "make install" make -s install BUILD="$build" PREFIX="$prefix"
version() { # the .pc file, the library and the header say the same
  test "$(pkg-config --modversion shelfcount)" = "$(packaging/version.sh)" &&
    grep -qF "$(packaging/version.sh)" "$prefix/lib/libshelfcount.so.0"
}
check "pkg-config: the version" version

# A user's report: C++ programs could not link, ctypes found no symbols (O19).
o19() { # COMPILER SOURCE PKG_CONFIG_OPTION...
  compiler=$1 source=$2
  shift 2
  options=$(flags "$@") || return
  $compiler $strict "$source" -o "$work/program" $options || return
  "$work/program"
}
cat >"$work/version.cpp" <<'CPP'
#include <cstdio>
#include <shelfcount.h>
int main() {
    std::puts(shelf_version_text());
    return shelf_version() == SHELF_VERSION_NUMBER ? 0 : 1;
}
CPP
cp "$work/version.cpp" "$work/version.c"
sed -i 's/<cstdio>/<stdio.h>/; s/std:://; s/main()/main(void)/' "$work/version.c"
for name in shelfcount shelfcount-noblas; do
  for static in '' --static; do
    check "O19: C99, pkg-config $static $name" o19 'cc -std=c99' "$work/version.c" $static $name
    check "O19: C++98, pkg-config $static $name" o19 'c++ -std=c++98' "$work/version.cpp" $static $name
    check "ten lines, pkg-config $static $name" o19 'cc -std=c11' Examples/c/ten_lines.c $static $name
  done
  check "O19: ctypes loads lib$name.so.0" python3 -c "
import ctypes
assert ctypes.CDLL('lib$name.so.0').shelf_version() >= 1000"
done
only_our_names() { # nothing but what the header declares can be had from it
  nm -D --defined-only "$prefix/lib/libshelfcount.so" | awk '$2 != "A" && $3 !~ /^shelf_[a-z_]*@@SHELFCOUNT_0$/' >"$work/strange"
  cat "$work/strange"
  test ! -s "$work/strange"
}
check "O19: only the documented names are exported" only_our_names

cmake_build() { # PREFIX
  rm -rf "$work/cmake" && env -u LD_LIBRARY_PATH cmake -S Tests/Install/cmake -B "$work/cmake" \
    -DCMAKE_PREFIX_PATH="$1" -DEXAMPLES="$root/Examples" && cmake --build "$work/cmake" || return
  for target in ShelfCount ShelfCountStatic NoBLAS NoBLASStatic; do
    env -u LD_LIBRARY_PATH "$work/cmake/ten_$target" | grep -qx '1 counted' || return
  done
}
check "CMake: find_package and its four targets" cmake_build "$prefix"
refuses() { # VERSION: find_package does not take it
  sed "s/ShelfCount 0.1/ShelfCount $1/" Tests/Install/cmake/CMakeLists.txt >"$work/CMakeLists.txt"
  ! cmake -S "$work" -B "$work/refused" -DCMAKE_PREFIX_PATH="$prefix" -DEXAMPLES="$root/Examples"
}
check "CMake: a later minor version is refused" refuses 0.99
check "CMake: another major version is refused" refuses 1.0
mv "$prefix" "$work/moved"
check "CMake: still found after the prefix has moved" cmake_build "$work/moved"
mv "$work/moved" "$prefix"

static_only() { # no shared library is there: --static must name all that the archive needs
  rm -f "$prefix"/lib/*.so*
  o19 'cc -std=c11' Examples/c/ten_lines.c --static shelfcount
}
check "pkg-config --static without shared libraries" static_only
finish

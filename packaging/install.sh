#!/bin/sh
# Installs headers, libraries, pkg-config files and the CMake package.
#
# usage: install.sh DIST PREFIX LIBDIR [DESTDIR]     DIST: directory of the libraries
set -eu
cd "$(dirname "$0")/.."
dist=$1 prefix=$2 libdir=$3 destdir=${4:-}
include=$destdir$prefix/include
lib=$destdir$libdir
version=$(packaging/version.sh)

install -d "$include" "$lib/pkgconfig" "$lib/cmake/ShelfCount"
install -m 644 CInclude/shelfcount.h CInclude/shelfcount.hpp "$include/"
for name in shelfcount shelfcount-noblas; do
  private=-lm
  [ $name = shelfcount-noblas ] || private='-lopenblas -lm'
  install -m 644 "$dist/lib$name.a" "$lib/"
  install -m 644 "$dist/lib$name.so.0" "$lib/lib$name.so.$version"
  ln -sf "lib$name.so.$version" "$lib/lib$name.so.0"
  ln -sf "lib$name.so.0" "$lib/lib$name.so"
  sed -e "s|@NAME@|$name|" -e "s|@PREFIX@|$prefix|" -e "s|@LIBDIR@|$libdir|" \
    -e "s|@VERSION@|$version|" -e "s|@PRIVATE@|$private|" \
    packaging/shelfcount.pc.in >"$lib/pkgconfig/$name.pc"
done

up=$(realpath -sm --relative-to="$libdir/cmake/ShelfCount" "$prefix/include")
cmake=$lib/cmake/ShelfCount/ShelfCountConfig
sed -e "s|@INCLUDE@|$up|" packaging/cmake/ShelfCountConfig.cmake.in >"$cmake.cmake"
sed -e "s|@VERSION@|$version|" packaging/cmake/ShelfCountConfigVersion.cmake.in >"${cmake}Version.cmake"

#!/bin/sh
# Builds the Debian packages of one architecture from its libraries: BUILD/dist/ARCH/*.deb.
#   libshelfcount0, libshelfcount-dev, python3-shelfcount; with PROGRAM also shelfcount
#
# usage: build-debian.sh ARCH BUILD [PROGRAM]     PROGRAM: the program, linked with a static Swift
set -eu
cd "$(dirname "$0")/.."
arch=$1 build=$2 program=${3:-}
. packaging/architecture.sh
dist=$build/dist/$arch
trees=$(cd "$build" && pwd)/debian/$arch
version=$(packaging/version.sh)-1
lib=/usr/lib/$multiarch
rm -rf "$trees" "$dist"/*.deb
umask 022

tree() { # PACKAGE: an empty one with its copyright and changelog
  install -d "$trees/$1/DEBIAN" "$trees/$1/usr/share/doc/$1"
  install -m 644 packaging/debian/copyright "$trees/$1/usr/share/doc/$1/copyright"
  gzip -9nc CHANGELOG.md >"$trees/$1/usr/share/doc/$1/changelog.gz"
}

depends() { # PACKAGE FILE: what the file's shared libraries ask for
  mkdir -p "$trees/shlibs/debian"
  printf 'Source: shelfcount\n\nPackage: %s\nArchitecture: any\n' "$1" >"$trees/shlibs/debian/control"
  (cd "$trees/shlibs" && DEB_HOST_ARCH=$debian dpkg-shlibdeps -O -l"$(dirname "$2")" "$2") |
    sed 's/^shlibs:Depends=//'
}

pack() { # PACKAGE ARCHITECTURE SECTION 'FIELDS' 'SHORT' 'LONG'
  root=$trees/$1
  cat >"$root/DEBIAN/control" <<CONTROL
Package: $1
Version: $version
Architecture: $2
Section: $3
Priority: optional
Source: shelfcount
Maintainer: ShelfCount developers <shelfcount@localhost>
Installed-Size: $(du -sk --exclude=DEBIAN "$root" | cut -f 1)
$4
Description: $5
$(printf '%s\n' "$6" | sed 's/^/ /')
CONTROL
  (cd "$root" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum >DEBIAN/md5sums)
  dpkg-deb --root-owner-group -Zxz -b "$root" "$dist/$1_${version}_$2.deb" >/dev/null
}

about='ShelfCount turns the flickering boxes of a detector before a moving camera into
stable tracks and one number: how many things there are, each counted once.'

# ---- The library ----------------------------------------------------------------------------------

tree libshelfcount0
tree libshelfcount-dev
dev=$trees/libshelfcount-dev
packaging/install.sh "$dist" /usr "$lib" "$dev"
run=$trees/libshelfcount0
install -d "$run$lib"
mv "$dev$lib"/libshelfcount.so.0* "$run$lib/"
rm "$dev$lib"/libshelfcount-noblas.so* "$dev$lib"/pkgconfig/shelfcount-noblas.pc
examples=$dev/usr/share/doc/libshelfcount-dev/examples
install -d "$examples"
cp -R Examples/c Examples/cpp "$examples/"
echo 'activate-noawait ldconfig' >"$run/DEBIAN/triggers"
echo "libshelfcount 0 libshelfcount0 (>= ${version%-*})" >"$run/DEBIAN/shlibs"
# Fails when a symbol of the list is gone.
dpkg-gensymbols -q -plibshelfcount0 -v"${version%-*}" -P"$run" -e"$run$lib/libshelfcount.so.0" \
  -Ipackaging/debian/libshelfcount0.symbols -O"$run/DEBIAN/symbols" -c1

needs=$(depends libshelfcount0 "$run$lib/libshelfcount.so.0")
pack libshelfcount0 "$debian" libs "Depends: $needs
Multi-Arch: same" 'stable tracks and an honest count from detections' "$about
This package contains the shared library."
pack libshelfcount-dev "$debian" libdevel "Depends: libshelfcount0 (= $version)
Recommends: libopenblas-dev
Multi-Arch: same" 'stable tracks and an honest count from detections (development)' "$about
This package contains the headers for C and C++, the archives with and without
BLAS, and the files of pkg-config and CMake."

# ---- Python, the program --------------------------------------------------------------------------

tree python3-shelfcount
python=$trees/python3-shelfcount/usr/lib/python3/dist-packages
install -d "$python"
packaging/python-tree.sh "$trees/python"
cp -R "$trees/python/shelfcount" "$python/"
install -d "$trees/python3-shelfcount/usr/share/doc/python3-shelfcount/examples"
cp Examples/python/*.py "$trees/python3-shelfcount/usr/share/doc/python3-shelfcount/examples/"
pack python3-shelfcount "$debian" python "Depends: python3 (>= 3.9), python3-numpy, libshelfcount0 (>= ${version%-*})" \
  'stable tracks and an honest count from detections (Python 3)' "$about
This package contains the module shelfcount for Python 3."

if [ -n "$program" ]; then
  tree shelfcount
  bin=$trees/shelfcount/usr/bin
  install -D -m 755 "$program" "$bin/shelfcount"
  "${tools}strip" "$bin/shelfcount"
  install -d "$trees/shelfcount/usr/share/shelfcount/models"
  install -m 644 Models/*.onnx Models/*.json "$trees/shelfcount/usr/share/shelfcount/models/"
  install -d "$trees/shelfcount/usr/share/man/man1"
  packaging/manual.sh "$program" | gzip -9nc >"$trees/shelfcount/usr/share/man/man1/shelfcount.1.gz"
  pack shelfcount "$debian" utils "Depends: $(depends shelfcount "$bin/shelfcount")
Recommends: ffmpeg, fonts-dejavu-core" \
    'stable tracks and an honest count from detections (program)' "$about
This package contains the program: it replays recorded detections and makes
streams whose true count is known."
fi

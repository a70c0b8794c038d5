#!/bin/sh
# Looks at the finished libraries: what they export, need and contain.
#
# usage: run.sh [DIST]     DIST: directory of the libraries (.build/dist/<arch>)
set -eu
cd "$(dirname "$0")/../.."
dist=${1:-.build/dist/$(uname -m)}
arch=$(basename "$dist")
build=$(dirname "$(dirname "$dist")")
. packaging/architecture.sh
. Tests/Consumers/check.sh

packaging/header.py functions >"$work/functions"

equal() { # WANTED_FILE: compares it with stdin, both one word a line
  sort -u | diff "$1" -
}
words() { printf '%s\n' "$@" | sort -u; }

# ---- What it exports and needs ------------------------------------------------------------------

archive_exports() { "${tools}nm" -g --defined-only --format=posix "$1" | awk 'NF > 1 { print $1 }' | equal "$work/functions"; }
shared_exports() { # every name with the version of this SONAME
  sed 's/$/@@SHELFCOUNT_0/' "$work/functions" >"$work/versioned"
  "${tools}nm" -D --defined-only --format=posix "$1" | awk '$2 != "A" { print $1 }' | equal "$work/versioned"
}

# All that the archive may ask of others. That no allocating function is among them shows, with
# -no-allocations at compile time, that nothing allocates.
case $dist in
*armv7*) libc='memcpy|memmove|memset|__stack_chk_fail|__stack_chk_guard|__aeabi_.*' ;;
*) libc='memcpy|memmove|memset|__stack_chk_fail|__stack_chk_guard' ;;
esac
undefined() { "${tools}nm" -u --format=posix "$1" | awk 'NF > 1 { print $1 }'; }
undefined_libc() { # what is neither CBLAS nor on the list
  undefined "$1" | grep -v '^cblas_' | grep -vxE "$libc" >"$work/surplus" || true
  cat "$work/surplus"
  test ! -s "$work/surplus"
}
undefined_blas() { # ARCHIVE NAME...: exactly these CBLAS functions
  file=$1
  shift
  words "$@" | sed '/^$/d' >"$work/blas"
  undefined "$file" | sed -n '/^cblas_/p' | equal "$work/blas"
}

dynamic() { "${tools}readelf" -dW "$1" | sed -n "s/.*($2).*\[\(.*\)\].*/\1/p"; }
needed() { # FILE LIBRARY...: these and perhaps libm and ld.so (holds __stack_chk_guard on ARM), no other
  file=$1
  shift
  words "$@" >"$work/needed"
  dynamic "$file" NEEDED | grep -v -e '^libm\.so' -e '^ld-linux' | equal "$work/needed"
}
soname() { test "$(dynamic "$1" SONAME)" = "$2"; }

# ---- How it is linked ---------------------------------------------------------------------------

stack_not_executable() { "${tools}readelf" -lW "$1" | grep -E 'GNU_STACK.* RW +0'; }
full_relro() {
  "${tools}readelf" -lW "$1" | grep GNU_RELRO && "${tools}readelf" -dW "$1" | grep -E 'FLAGS.*NOW'
}
lacks() { # FILE PATTERN: no such entry in the dynamic section
  if "${tools}readelf" -dW "$1" | grep -E "$2"; then return 1; fi
}
no_writable_segment_is_executable() {
  if "${tools}readelf" -lW "$1" | grep -E 'LOAD.* RWE '; then return 1; fi
}
stripped() { if "${tools}readelf" -SW "$1" | grep -E '\.symtab|\.debug_'; then return 1; fi; }
no_writable_data() { # sections of the archive that are allocated, writable and not empty
  "${tools}readelf" -SW "$1" | sed 's/^ *\[ *[0-9]*\] *//' |
    awk '$7 ~ /W/ && $7 ~ /A/ && $5 !~ /^0+$/ && $1 !~ /^\.data\.rel\.ro/' >"$work/writable"
  cat "$work/writable"
  test ! -s "$work/writable"
}

# Bytes of the stripped libraries; what is cold is compiled for size (docs/porting.md).
case $arch in
x86_64) most_blas=143200 most_noblas=134000 ;;
aarch64) most_blas=120000 most_noblas=114000 ;;
armv7) most_blas=164800 most_noblas=147300 ;;
esac
is_small() { # FILE MOST
  echo "$(wc -c <"$1") bytes, at most $2"
  test "$(wc -c <"$1")" -le "$2"
}

for name in libshelfcount libshelfcount-noblas; do
  a=$dist/$name.a so=$dist/$name.so.0
  case $name in
  *-noblas) blas='' needs='' most=$most_noblas ;;
  *) blas=cblas_saxpy needs=libopenblas.so.0 most=$most_blas ;;
  esac
  check "$name: both files are there" test -s "$a" -a -s "$so" -a -x "$so"
  [ -s "$a" ] && [ -s "$so" ] || continue # what looks for bad things would find none
  check "$name.a exports the header's functions and nothing else" archive_exports "$a"
  check "$name.so exports the header's functions and nothing else" shared_exports "$so"
  check "$name.a asks libc only for what is on the list" undefined_libc "$a"
  check "$name.a asks CBLAS for exactly: ${blas:-nothing}" undefined_blas "$a" $blas
  check "$name.so needs exactly: $needs libc.so.6 (and libm)" needed "$so" $needs libc.so.6
  check "$name.so.0 is its own SONAME" soname "$so" "$name.so.0"
  check "$name.so is a link to it" test "$(readlink "$dist/$name.so")" = "$name.so.0"
  check "$name.so: stack not executable" stack_not_executable "$so"
  check "$name.so: no segment writable and executable" no_writable_segment_is_executable "$so"
  check "$name.so: full RELRO, bound at load time" full_relro "$so"
  check "$name.so: no relocations in code" lacks "$so" TEXTREL
  check "$name.so: no RPATH or RUNPATH" lacks "$so" 'R(UN)?PATH'
  check "$name.so: stripped" stripped "$so"
  check "$name.so: at most $most bytes" is_small "$so" "$most"
  check "$name.a: no writable global" no_writable_data "$a"
  echo "        asks for: $(undefined "$a" | tr '\n' ' ')"
  echo "        needs:    $(dynamic "$so" NEEDED | tr '\n' ' ')"
  echo "        size:     $(wc -c <"$so") bytes stripped; $("${tools}size" "$so" | awk 'NR == 2 { print "text " $1 ", data " $2 ", bss " $3 }') (data and bss: the linker's own)"
done
for header in shelfcount.h shelfcount.hpp; do
  check "$header beside the libraries is that of the repository" cmp CInclude/$header "$dist/include/$header"
done

finish

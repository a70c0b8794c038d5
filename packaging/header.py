#!/usr/bin/env python3
"""Reads CInclude/shelfcount.h, so that what must agree with it is made from it.

usage: header.py functions        the names of the functions, sorted, one a line
       header.py constants        "NAME value" of macros and enumerators, sorted, one a line
       header.py twin             C source with an empty body for each function: the interface as
                                  debug information that ABI tools read (Swift's they do not)
       header.py python           the module shelfcount/_abi.py of the Python package
A path behind it reads another header.
"""
import os
import re
import sys

HEADER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "CInclude", "shelfcount.h")


class Field:
    """A field of a struct: name, C type, number of elements (as written, "" for one), comment."""

    def __init__(self, name, ctype, length, comment):
        self.name, self.ctype, self.length, self.comment = name, ctype, length, comment


class Function:
    """result: C type; parameters: list of (C type, name, "[3]" for an array or "")."""

    def __init__(self, result, name, parameters):
        self.result, self.name, self.parameters = result, name, parameters


class Header:
    def __init__(self, path=HEADER):
        with open(path, encoding="utf-8") as file:
            text = file.read()
        code = re.sub(r"/\*.*?\*/", " ", text, flags=re.S)
        self.structs = {
            name: fields(body)
            for body, name in re.findall(r"typedef struct \w+ \{(.*?)\n\} (\w+);", text, flags=re.S)
        }
        self.constants = constants(code)
        declarations = re.sub(r"^#.*$", "", code, flags=re.M)
        pattern = r"SHELF_API\s+([^(;]*?)(\w+)\(([^)]*)\)"
        self.functions = [function(*found) for found in re.findall(pattern, declarations)]


def fields(body):
    """Fields in order; several may share a type (`float x, y;`) and the comment behind them."""
    found = []
    pattern = r"^    ([\w ]+?) ((?:\w+(?:\[\w+\])?,?\s*)+);[ \t]*(/\*.*?\*/)?"
    for ctype, names, comment in re.findall(pattern, body, flags=re.S | re.M):
        comment = " ".join(re.sub(r"/\*|\*/", " ", comment).split())
        for declared in names.split(","):
            name, length = re.fullmatch(r"\s*(\w+)(?:\[(\w+)\])?\s*", declared).groups()
            found.append(Field(name, ctype, length or "", comment))
    return found


def constants(code):
    """Enumerators and macros whose value is a number, in order."""
    found = {}
    for name, value in re.findall(r"#define (SHELF_\w+) (-?\d\w*)", code):
        found[name] = int(value.rstrip("uU"), 0)
    for body in re.findall(r"enum \{(.*?)\}", code, flags=re.S):
        for name, value in re.findall(r"(SHELF_\w+)\s*=\s*(-?\d+)", body):
            found[name] = int(value)
    return found


def function(result, name, parameters):
    split = [re.fullmatch(r"(.*?)(\w+)(\[\d*\])?", " ".join(p.split())) for p in parameters.split(",")]
    triples = [(p[1].strip(), p[2], p[3] or "") for p in split if p and p[0] != "void"]
    return Function(" ".join(result.split()), name, triples)


def twin(header):
    lines = ['#include "shelfcount.h"', "struct shelf_scanner {", "    char opaque;", "};"]
    for f in header.functions:
        parameters = ", ".join(f"{ctype} {name}{array}" for ctype, name, array in f.parameters) or "void"
        unused = " ".join(f"(void){name};" for _, name, _ in f.parameters)
        body = unused if f.result == "void" else f"{unused} return 0;"
        lines.append(f"{f.result} {f.name}({parameters}) {{ {body} }}")
    return "\n".join(lines)


# ---- Python --------------------------------------------------------------------------------------

# C type: ctypes, numpy, Python
SCALARS = {
    "uint64_t": ("ctypes.c_uint64", "u8", "int"),
    "int64_t": ("ctypes.c_int64", "i8", "int"),
    "uint32_t": ("ctypes.c_uint32", "u4", "int"),
    "int32_t": ("ctypes.c_int32", "i4", "int"),
    "uint16_t": ("ctypes.c_uint16", "u2", "int"),
    "uint8_t": ("ctypes.c_uint8", "u1", "int"),
    "size_t": ("ctypes.c_size_t", "uintp", "int"),
    "float": ("ctypes.c_float", "f4", "float"),
    "shelf_status": ("ctypes.c_int32", "i4", "int"),
}


def python_name(struct):
    return "".join(word.capitalize() for word in struct.removeprefix("shelf_").split("_"))


def python_struct(header, name):
    lines = [f"class {python_name(name)}(Struct):", f'    """{name} of shelfcount.h."""', ""]
    formats = []
    described = []
    for field in header.structs[name]:
        inner = header.structs.get(field.ctype)
        kind = python_name(field.ctype) if inner else SCALARS[field.ctype][0]
        count = str(header.constants.get(field.length, field.length))
        lines.append(f"    {field.name}: {'Any' if inner or count else SCALARS[field.ctype][2]}")
        described.append(f'("{field.name}", {kind}{" * " + count if count else ""})')
        shape = ([count] if count else []) + ([str(len(inner))] if inner else [])
        scalar = SCALARS[inner[0].ctype if inner else field.ctype][1]
        formats.append(f'("{scalar}", ({", ".join(shape)},))' if shape else f'"{scalar}"')
    lines += ["", "    _fields_ = [" + ", ".join(described) + "]", "", ""]
    lines.append(f"{name.removeprefix('shelf_').upper()} = _dtype({python_name(name)}, [{', '.join(formats)}])")
    return lines + ["", ""]


def python_type(ctype, array=""):
    if "*" in ctype or array:
        return "ctypes.c_char_p" if ctype == "const char *" else "ctypes.c_void_p"
    return SCALARS[ctype][0]


def python_settings(header):
    lines = ["class Settings(TypedDict, total=False):", '    """What a Scanner can be told; the rest keeps the defaults of its preset."""', ""]
    for field in header.structs["shelf_config"]:
        if field.name in ("struct_size", "preset", "width", "height"):
            continue
        kind = "Union[int, str]" if field.ctype == "int32_t" else SCALARS[field.ctype][2]
        lines.append(f"    {field.name}: {kind}")
        if field.comment:
            lines.append(f"    {quoted(field.comment)}")
    return lines + ["", ""]


def quoted(text):
    return '"""' + text.replace("\\", "\\\\").replace('"', "'") + '"""'


def python(header):
    lines = [
        '"""The C interface, made from shelfcount.h by packaging/header.py."""',
        "import ctypes",
        "from typing import Any, TypedDict, Union",
        "",
        "import numpy as np",
        "",
        "from ._struct import Struct, dtype as _dtype",
        "",
    ]
    parts = [header.constants[f"SHELF_VERSION_{part}"] for part in ("MAJOR", "MINOR", "PATCH")]
    lines.append(f'VERSION = "{".".join(map(str, parts))}"')
    lines += [f"{name} = {value}" for name, value in header.constants.items()] + ["", ""]
    for name in header.structs:
        lines += python_struct(header, name)
    lines += python_settings(header)
    lines += ["def declare(library: ctypes.CDLL) -> None:", '    """Tells ctypes the types of all functions."""']
    for f in header.functions:
        result = "None" if f.result == "void" else python_type(f.result)
        arguments = ", ".join(python_type(ctype, array) for ctype, _, array in f.parameters)
        lines.append(f"    library.{f.name}.restype = {result}")
        lines.append(f"    library.{f.name}.argtypes = [{arguments}]")
    return "\n".join(lines)


def functions(header):
    return "\n".join(sorted(f.name for f in header.functions))


def list_constants(header):
    return "\n".join(sorted(f"{name} {value}" for name, value in header.constants.items()))


if __name__ == "__main__":
    writers = {"functions": functions, "constants": list_constants, "twin": twin, "python": python}
    if len(sys.argv) not in (2, 3) or sys.argv[1] not in writers:
        sys.exit(__doc__)
    print(writers[sys.argv[1]](Header(*sys.argv[2:])))

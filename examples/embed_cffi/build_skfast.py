"""Build _skfast, a cffi module over the static library: python build_skfast.py"""

import re
from pathlib import Path

import cffi

import skfast


def declarations(header: str) -> str:
    """skfast.h as cffi reads it: without the preprocessor, except for constants."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    constants = re.findall(r"^#define (SKFAST_(?!H$|API)\w+) +(\d+)", header, flags=re.MULTILINE)
    body = re.sub(r'^#.*|extern "C" \{|^\}$', "", header, flags=re.MULTILINE).replace("SKFAST_API ", "")
    for name, value in constants:  # cffi wants array sizes in numbers
        body = re.sub(rf"\b{name}\b", value, body)
    return "".join(f"#define {name} {value}\n" for name, value in constants) + body


ffi = cffi.FFI()
include, library = Path(skfast.get_include()), skfast.get_library_dir()
ffi.cdef(declarations((include / "skfast.h").read_text()))
ffi.set_source(
    "_skfast",
    '#include "skfast.h"',
    include_dirs=[str(include)],
    library_dirs=[library],
    libraries=["skfast"],
)

if __name__ == "__main__":
    ffi.compile(verbose=False)

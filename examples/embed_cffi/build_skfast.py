"""Build _skfast, a cffi module over the static library: python build_skfast.py"""

import re
from pathlib import Path

import cffi
import skfast


def declarations(header: str) -> str:
    """skfast.h as cffi reads it: without the preprocessor, except for constants."""
    header = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    constants = re.findall(r"^#define (SKFAST_(?!H$|API)\w+) +\d+", header, flags=re.MULTILINE)
    body = re.sub(r'^#.*|extern "C" \{|^\}$', "", header, flags=re.MULTILINE).replace("SKFAST_API ", "")
    for name in ("SKFAST_MAX_STARS + 1", "SKFAST_BOMB_KINDS"):  # the C compiler fills in array sizes
        body = body.replace(f"[{name}]", "[...]")
    return "".join(f"#define {name} ...\n" for name in constants) + body


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

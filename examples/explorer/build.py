"""python examples/explorer/build.py --out DIR: the page for a static host, and the same in one file.

DIR/index.html, with what lies beside it, is for any static host; DIR/explorer.html holds everything and opens from disk
too, where browsers let no page load a module.  Needs skfast[wasm].
"""

import argparse
import base64
import re
import shutil
import sys
from pathlib import Path

from skfast.embed import __main__ as embed

HERE = Path(__file__).parent
PARTS = ("index.html", "explorer.css", "explorer.js")


def one_file(folder: Path) -> str:
    """index.html with the style, the scripts and the module in it."""
    page, style, script = ((folder / name).read_text(encoding="utf8") for name in PARTS)
    wrapper = (folder / "skfast.mjs").read_text(encoding="utf8")
    module = base64.b64encode((folder / "skfast.wasm").read_bytes()).decode()
    script = re.sub(r"^import .* from \"\./skfast\.mjs\";\n", "", script, flags=re.MULTILINE)
    # One script has no other origin to load from, so it may be inline and nothing may be fetched.
    policy = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; "
    policy += "style-src 'unsafe-inline'; img-src data:; "
    for pattern, new in (
        (r"default-src .*?img-src data:; ", policy),
        (r'<link rel="stylesheet"[^>]*>', f"<style>\n{style}</style>"),
        (
            r'<script type="module"[^>]*></script>',
            f'<script type="text/plain" id="wasm">{module}</script>\n'
            f'<script type="module">\n{wrapper}\n{script}</script>',
        ),
    ):
        page, n = re.subn(pattern, lambda _, new=new: new, page)
        assert n == 1, pattern
    return page


def main(words: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", required=True, metavar="DIR")
    folder = Path(parser.parse_args(words).out)
    status = embed.main(["wasm", "--out", str(folder)])
    if status:
        return status
    for name in PARTS:
        shutil.copyfile(HERE / name, folder / name)
    (folder / "explorer.html").write_text(one_file(folder), encoding="utf8", newline="\n")
    for name in (*PARTS, "explorer.html"):
        print(folder / name)
    return 0


if __name__ == "__main__":
    sys.exit(main())

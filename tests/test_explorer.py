"""The explorer page in a headless browser: what it lists is what Python lists, served and from disk."""

import html
import importlib.util
import re
import subprocess
import threading
from collections import Counter
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import urlencode

import pytest
from javascript import program, ziglang

from skfast import Rules, legal_moves

BUILD = Path(__file__).parent.parent / "examples" / "explorer" / "build.py"
FLAGS = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --virtual-time-budget=6000"
).split()
FIRST = 60  # moves of a group that the page shows at once


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[str, Path]]:
    ziglang()
    program("chromium", "chromium-browser", "google-chrome")
    spec = importlib.util.spec_from_file_location("explorer_build", BUILD)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    folder = tmp_path_factory.mktemp("explorer")
    assert module.main(["--out", str(folder)]) == 0
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_address[1]}/index.html", folder
    server.shutdown()
    server.server_close()


def page(address: str, profile: Path, **query: str) -> str:
    chromium = program("chromium", "chromium-browser", "google-chrome")
    command = [chromium, *FLAGS, f"--user-data-dir={profile}", "--dump-dom", f"{address}#{urlencode(query)}"]
    done = subprocess.run(command, capture_output=True, encoding="utf8", timeout=120)
    assert 'data-ready="true"' in done.stdout, done.stderr[-2000:]
    return done.stdout


@pytest.mark.parametrize(
    ("hand", "table", "variant", "wilds"),
    [
        ("34567 99 TT JJ 2222 R", "", "BAIBIAN", "all"),
        ("34567 99 TT JJ 2222 R", "56789", "BAIBIAN", "all"),
        ("3445566778899TTJJQQKKAABBRR", "", "QIANBIAN", "all"),
        ("34BBRR 7777 8888 99999", "", "QIANBIAN", "thrifty"),
    ],
)
def test_the_page_lists_what_python_lists(
    site: tuple[str, Path], tmp_path: Path, hand: str, table: str, variant: str, wilds: str
) -> None:
    shown = page(site[0], tmp_path, hand=hand, table=table, variant=variant, wilds=wilds)
    moves = legal_moves(hand, table or None, Rules.named(variant), wilds)  # type: ignore[arg-type]
    assert f'role="status">{len(moves):,}{", and pass; to beat " + table if table else ""}<' in shown
    texts = Counter(html.unescape(text) for text in re.findall(r'data-move="([^"]*)"', shown))
    kinds: dict[int, list[str]] = {}
    for move in moves:
        kinds.setdefault(int(move.category), []).append(str(move))
    assert texts == Counter(text for group in kinds.values() for text in group[:FIRST])
    for group in kinds.values():
        assert f'class="count">{len(group):,}<' in shown


def test_one_file_opens_from_disk(site: tuple[str, Path], tmp_path: Path) -> None:
    shown = page((site[1] / "explorer.html").as_uri(), tmp_path, hand="34567R", variant="BAIBIAN")
    assert f'role="status">{len(legal_moves("34567R")):,}<' in shown


def test_what_is_typed_is_text_and_not_markup(site: tuple[str, Path], tmp_path: Path) -> None:
    shown = page(site[0], tmp_path, hand="<img src=x onerror=alert(1)>", variant="BAIBIAN")
    assert "<img" not in shown
    assert re.search(r'id="hand-error"[^>]*>[^<]+<', shown)

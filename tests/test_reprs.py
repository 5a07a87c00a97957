"""What notebooks and rich show of hands, move lists and results."""

import importlib.util
import subprocess
import sys
from html.parser import HTMLParser

import pytest

from skfast import QIANBIAN, Hand, Result, State, Win, legal_moves
from skfast.display import Grid


class Checker(HTMLParser):
    """Collects the text, and asserts that every tag is closed in its turn."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.cells: list[str] = []
        self.feed(html)
        self.close()
        assert not self.open

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.open.append(tag)
        self.cells.append("")

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.cells[-1] += data


RESULT = Result((2, 1, 0, 3), Win.SINGLE, (2, -2, 2, -2), 4, (6, -2, -2, -2), (14, -10, 6, -10))


def test_a_hand_in_a_notebook() -> None:
    assert Hand("334TBRR")._repr_html_() == '<code title="7 cards">33 4 T <b>B</b> <b>RR</b></code>'
    assert "(no cards)" in Hand()._repr_html_()


def test_a_move_list_in_a_notebook_is_small_and_counts_by_kind() -> None:
    moves = legal_moves("33445566778899TTTJJQQKKAARR")  # 2750 moves
    html = moves._repr_html_()
    assert len(html) < 4000
    checked = Checker(html)
    assert "2,750 moves" in checked.cells
    rows = legal_moves("3333R")._grid().rows
    # 3, R; 33, RR needs two; 333; 3333; and with the joker 3R=33, 33R=333, 333R=3333, 3333R=33333
    assert rows == [
        ("single", "2", "0", "3 R"),
        ("pair", "2", "1", "33 3R=33"),
        ("triple", "2", "1", "333 33R=333"),
        ("bomb", "3", "2", "3333 333R=3333 3333R=33333"),
    ]
    assert Checker(legal_moves("", None)._repr_html_()).cells[1] == "0 moves"


def test_the_kinds_add_up_to_the_list() -> None:
    moves = legal_moves("3 4 9999 TTTTT JJJJJJ BBRR", rules=QIANBIAN)
    assert sum(int(row[1].replace(",", "")) for row in moves._grid().rows) == len(moves)


def test_a_result_in_a_notebook() -> None:
    checked = Checker(RESULT._repr_html_())
    assert checked.cells[1] == "single win of seats 2 and 0"
    assert [cell for cell in checked.cells if cell.startswith(("+", "-"))] == [
        *("+14", "-2", "-2", "-10", "-2", "+6", "-2", "-2", "-10")
    ]


def test_a_result_made_by_play() -> None:
    state = State.from_hands(["3", "4", "5", "6"], leader=0)
    for move in ("3", "pass", "5"):
        state.play(move)
    assert state.result is not None
    assert "double win of seats 0 and 2" in state.result._repr_html_()


def test_html_is_escaped() -> None:
    html = Grid("<i>", ("a&b",), [("<script>",)], "l").html()
    assert "<script>" not in html and "<i>" not in html
    assert Checker(html).cells[1] == "<i>"


def test_text_aligns_wide_characters() -> None:
    lines = Grid("", ("rules", "n"), [("百变", "1"), ("JJ", "20")], "lr").text().splitlines()
    assert lines == ["rules   n", "百变    1", "JJ     20"]


@pytest.mark.skipif(importlib.util.find_spec("rich") is None, reason="rich is not installed")
def test_rich_tables() -> None:
    from rich.console import Console

    for shown, word in ((Hand("33R"), "33 R"), (Hand(), "(no cards)"), (legal_moves("3444"), "444"), (RESULT, "+14")):
        console = Console(width=100)
        with console.capture() as capture:
            console.print(shown)
        assert word in capture.get()


def test_neither_rich_nor_ipython_is_imported_unasked() -> None:
    code = (
        "import sys, skfast; from skfast import *; Hand('3')._repr_html_(); legal_moves('33')._repr_html_(); "
        "print(*(name for name in ('rich', 'IPython', 'matplotlib') if name in sys.modules))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == ""

"""How results, hands and move lists look: one small table, as text, as HTML for a notebook, or for rich.

The objects say what is in their table (`Grid`); this module alone knows about tags and boxes.  Rich is imported when
a rich table is asked for, and IPython never: a notebook calls ``_repr_html_`` by itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import Any, NamedTuple

__all__ = ["Grid", "hand_html", "hand_rich", "text_width"]

_CELL = "padding:1px 8px;text-align:"


class Grid(NamedTuple):
    """A titled table of texts.

    >>> grid = Grid("points", ("seat", "score"), [("0", "+4"), ("1", "-4")], "lr")
    >>> print(grid.text())
    points
    seat  score
    0        +4
    1        -4
    >>> Grid("<b>", ("x",), [], "l").html()
    '<table><caption>&lt;b&gt;</caption><tr><th style="padding:1px 8px;text-align:left">x</th></tr></table>'
    """

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    align: str
    """A letter for each column: l left, r right."""

    def text(self) -> str:
        """Lines of aligned columns, two spaces between them."""
        table = [self.head, *self.rows]
        widths = [max(text_width(row[column]) for row in table) for column in range(len(self.head))]
        lines = [self.title] if self.title else []
        for row in table:
            cells = []
            for cell, width, side in zip(row, widths, self.align, strict=True):
                room = " " * (width - text_width(cell))
                cells.append(room + cell if side == "r" else cell + room)
            lines.append("  ".join(cells).rstrip())
        return "\n".join(lines)

    def html(self) -> str:
        """A table with a caption and no style but padding and alignment; every text escaped."""
        sides = ["right" if side == "r" else "left" for side in self.align]

        def line(tag: str, cells: Sequence[str]) -> str:
            columns = zip(cells, sides, strict=True)
            return "".join(f'<{tag} style="{_CELL}{side}">{escape(cell)}</{tag}>' for cell, side in columns)

        caption = f"<caption>{escape(self.title)}</caption>" if self.title else ""
        body = "".join(f"<tr>{line('td', row)}</tr>" for row in self.rows)
        return f"<table>{caption}<tr>{line('th', self.head)}</tr>{body}</table>"

    def rich(self) -> Any:
        """A `rich.table.Table`."""
        from rich.table import Table
        from rich.text import Text

        table = Table(title=Text(self.title) if self.title else None, title_justify="left")
        for name, side in zip(self.head, self.align, strict=True):
            table.add_column(Text(name), justify="right" if side == "r" else "left")
        for row in self.rows:
            table.add_row(*map(Text, row))
        return table


def text_width(text: str) -> int:
    """Columns of a terminal: Chinese characters take two."""
    return sum(2 if "\u2e80" <= character else 1 for character in text)


def hand_html(words: Iterable[str], n_cards: int) -> str:
    """A hand by rank, the jokers bold; a word is the cards of one rank."""
    shown = [f"<b>{escape(word)}</b>" if word[0] in "BR" else escape(word) for word in words]
    return f'<code title="{n_cards} cards">{" ".join(shown) or "(no cards)"}</code>'


def hand_rich(words: Iterable[str]) -> Any:
    """A hand by rank as a `rich.text.Text`, the jokers bold."""
    from rich.text import Text

    shown = [(word, "bold magenta" if word[0] in "BR" else "") for word in words]
    pieces = [piece for pair in ((word, (" ", "")) for word in shown) for piece in pair]
    return Text.assemble(*pieces[:-1]) if shown else Text("(no cards)")

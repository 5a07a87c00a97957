"""How hands and moves look in a terminal: grouping, colour, names of the kinds, wrapping."""

import argparse
import os
import shutil
import sys
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TextIO

from skfast.cards import RANKS, Hand
from skfast.display import text_width
from skfast.moves import Category, Move

KINDS = {
    Category.PASS: ("pass", "不出"),
    Category.SINGLE: ("single", "单张"),
    Category.PAIR: ("pair", "对子"),
    Category.TRIPLE: ("triple", "三张"),
    Category.STRAIGHT: ("straight", "顺子"),
    Category.PAIR_RUN: ("pair run", "连对"),
    Category.TRIPLE_RUN: ("triple run", "连三张"),
    Category.BOMB: ("bomb", "炸弹"),
    Category.CHAIN_BOMB: ("chain bomb", "连环炸弹"),
    Category.JOKER_BOMB: ("joker bomb", "三王、天王炸弹"),
}

BOLD, DIM, RED, YELLOW, MAGENTA, CYAN = "1", "2", "31", "33", "35", "36"


@dataclass(frozen=True)
class Style:
    """What the stream can show."""

    colour: bool = False
    width: int = 100
    chinese: bool = False
    star: str = "★"

    def paint(self, text: str, *codes: str) -> str:
        return f"\033[{';'.join(codes)}m{text}\033[0m" if self.colour and text else text

    def kind(self, category: Category) -> str:
        english, chinese = KINDS[category]
        return f"{english} {chinese}" if self.chinese else english


def add_style_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--lang", choices=["en", "zh"], default="en", help="zh: Chinese names beside the English")
    parser.add_argument("--color", choices=["auto", "always", "never"], default="auto", help="default: on a terminal")


def style_of(args: argparse.Namespace, stream: TextIO | None = None) -> Style:
    """Colour on a terminal, unless NO_COLOR is set; plain in a pipe."""
    stream = stream or sys.stdout
    terminal = stream.isatty() and os.environ.get("TERM") != "dumb"
    colour = args.color == "always" or (args.color == "auto" and terminal and not os.environ.get("NO_COLOR"))
    try:
        "★".encode(stream.encoding or "ascii")
        star = "★"
    except UnicodeEncodeError:
        star = "*"
    width = shutil.get_terminal_size((100, 24)).columns
    return Style(colour, max(width, 40), args.lang == "zh", star)


def pad(text: str, width: int) -> str:
    return text + " " * (width - text_width(text))


def by_rank(hand: Hand, style: Style = Style()) -> str:
    """The cards of a hand, one word a rank: ``3 44 777 B RR``; jokers stand out."""
    words = [
        style.paint(RANKS[rank] * count, *([BOLD, MAGENTA] if rank >= 13 else []))
        for rank, count in enumerate(hand.counts)
        if count
    ]
    return " ".join(words) or "(no cards)"


def plain_move(move: Move, style: Style) -> str:
    return f"{move} {move.stars}{style.star}" if move.stars else str(move)


def painted_move(move: Move, style: Style) -> str:
    """The move's text; wild jokers and stars stand out, and what the wilds make of the cards stands back."""
    if not style.colour:
        return plain_move(move, style)
    if not move.n_cards:
        return style.paint(str(move), DIM)
    cards, equals, reading = str(move).partition("=")
    if move.wilds:
        naturals = cards.rstrip("BR")
        cards = naturals + style.paint(cards[len(naturals) :], BOLD, MAGENTA)
    text = cards + style.paint(equals + reading, DIM)
    return f"{text} {style.paint(f'{move.stars}{style.star}', YELLOW)}" if move.stars else text


def wrap(items: Iterable[tuple[str, str]], style: Style, indent: int = 2) -> list[str]:
    """Lines of items, two spaces between them; each is (plain, as printed), and the plain text says how wide it is."""
    lines: list[str] = []
    line, used = " " * indent, indent
    for plain, printed in items:
        width = text_width(plain)
        if used > indent and used + width > style.width:
            lines.append(line.rstrip())
            line, used = " " * indent, indent
        line += printed + "  "
        used += width + 2
    if used > indent:
        lines.append(line.rstrip())
    return lines


def wrap_moves(moves: Iterable[Move], style: Style) -> list[str]:
    return wrap(((plain_move(move, style), painted_move(move, style)) for move in moves), style)


def grouped_moves(moves: Sequence[Move], style: Style, limit: int | None = None) -> str:
    """All moves under their kinds, each kind with its count; at most `limit` of a kind are printed."""
    groups: dict[Category, list[Move]] = {}
    for move in moves:
        groups.setdefault(move.category, []).append(move)
    lines = []
    for category in sorted(groups):
        members = groups[category]
        wild = sum(1 for move in members if move.wilds)
        note = f"  ({wild} with a wild joker)" if wild else ""
        lines.append(style.paint(style.kind(category), BOLD, CYAN) + f"  {len(members):,}" + style.paint(note, DIM))
        shown = members if limit is None else members[:limit]
        lines += wrap_moves(shown, style)
        if len(shown) < len(members):
            lines.append(style.paint(f"  ... and {len(members) - len(shown):,} more", DIM))
    return "\n".join(lines)

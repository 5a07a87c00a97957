"""The kernel without Python in between (loops of _kernel_loops.pyx)."""

from collections.abc import Callable
from types import ModuleType

import numpy as np
import pytest
from numpy.typing import NDArray

import skfast
from skfast import BAIBIAN, QIANBIAN, Category, Move, Rules, reference

from . import deals

THRIFTY = 1


def same_as_reference(hands: deals.Hands, rules: Rules, sample: int, table: Move | None = None) -> None:
    for hand in hands[:: len(hands) // sample]:
        assert set(skfast.legal_moves(int(hand), table, rules)) == reference.legal_moves(int(hand), table, rules)


def tables_of(category: Category, length: int, size: int, n: int, lowest: int, highest: int) -> NDArray[np.void]:
    """n tables of one shape, with uniformly random top ranks."""
    ranks = np.random.default_rng([deals.SEED, category]).integers(lowest, highest + 1, n)
    table = np.zeros(n, skfast.MOVE_DTYPE)
    start = ranks - length + 1
    cards = sum(np.uint64(size) << ((start + step).astype(np.uint64) * np.uint64(4)) for step in range(length))
    table["cards"], table["rank"] = cards, ranks
    table["category"], table["length"], table["size"] = category, length, size
    table["n_cards"] = length * size
    if category == Category.BOMB:
        table["stars"], table["order"] = size, 27 - size
    return table


def test_store_floor(measure: Callable[..., float], loops: ModuleType) -> None:
    assert loops.store(1490) == 1490
    measure("a 16-byte store, first-level cache", loops.store, 2_000_000, per=2_000_000)


@pytest.mark.parametrize(
    ("what", "rules", "select", "wilds", "target", "in_stores"),
    [
        ("lead, 百变, 27 cards", BAIBIAN, "any", 0, 2.0, True),
        ("lead, 百变, no wild in hand", BAIBIAN, "no wild", 0, 45, False),
        ("lead, 百变, thrifty", BAIBIAN, "any", THRIFTY, 90, False),
        ("lead, 千变, four jokers in hand", QIANBIAN, "four jokers", 0, 2.3, True),
        ("lead, 千变, 27 cards", QIANBIAN, "any", 0, None, False),
    ],
    ids=["baibian", "no-wild", "thrifty", "four-jokers", "qianbian"],
)
def test_lead(
    measure: Callable[..., float],
    loops: ModuleType,
    hands: deals.Hands,
    what: str,
    rules: Rules,
    select: str,
    wilds: int,
    target: float | None,
    in_stores: bool,
) -> None:
    if select == "no wild":
        hands = deals.without_big_jokers()
    elif select == "four jokers":
        hands = deals.with_four_jokers()
    elif rules == QIANBIAN:
        hands = hands[:5_000]
    same_as_reference(hands, rules, 2 if rules == QIANBIAN else 10)
    total = loops.count(hands, rules, wilds)
    assert loops.lead(hands, rules, wilds) == total
    average = total / len(hands)
    measure(
        what,
        *(loops.lead, hands, rules, wilds),
        per=len(hands),
        target=target,
        stores_of=average if in_stores else None,
        note=f"({average:,.0f} moves)",
        chunk=1_000 if rules == BAIBIAN else 100,
    )


@pytest.mark.parametrize(
    ("what", "rules", "select", "target"),
    [
        ("count, 百变, 27 cards", BAIBIAN, "any", 35),
        ("count, 千变, four jokers in hand", QIANBIAN, "four jokers", 400),
    ],
    ids=["baibian", "four-jokers"],
)
def test_count(
    measure: Callable[..., float],
    loops: ModuleType,
    hands: deals.Hands,
    what: str,
    rules: Rules,
    select: str,
    target: float,
) -> None:
    hands = deals.with_four_jokers() if select == "four jokers" else hands
    assert loops.count(hands, rules) == loops.lead(hands, rules)
    measure(what, loops.count, hands, rules, per=len(hands), target=target)


SHAPES = {
    "a single": (Category.SINGLE, 1, 1, 0, 12, 25),
    "a pair": (Category.PAIR, 1, 2, 0, 12, 25),
    "a straight of 5": (Category.STRAIGHT, 5, 1, 4, 11, 45),
    "a bomb of 4": (Category.BOMB, 1, 4, 0, 12, 45),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_follow(measure: Callable[..., float], loops: ModuleType, hands: deals.Hands, shape: str) -> None:
    category, length, size, lowest, highest, target = SHAPES[shape]
    tables = tables_of(category, length, size, len(hands), lowest, highest)
    table = Move.parse("56789" if length > 1 else "7" * size)
    same_as_reference(hands, BAIBIAN, 10, table)
    raw = tables.view(np.uint8)
    total = loops.count_follow(hands, raw, BAIBIAN)
    assert loops.follow(hands, raw, BAIBIAN) == total
    note = f"({total / len(hands):.1f} moves)"
    what = f"follow {shape}, 百变"
    measure(what, loops.follow, hands, raw, BAIBIAN, per=len(hands), target=target, note=note, chunk=1_000)


def all_tables(n: int) -> NDArray[np.uint8]:
    """Tables of the four shapes in turn, so that can_beat is averaged over them."""
    mixed = np.zeros(n, skfast.MOVE_DTYPE)
    for place, (category, length, size, lowest, highest, _) in enumerate(SHAPES.values()):
        mixed[place::4] = tables_of(category, length, size, n, lowest, highest)[place::4]
    return mixed.view(np.uint8)


def test_can_beat(measure: Callable[..., float], loops: ModuleType, hands: deals.Hands) -> None:
    raw = all_tables(len(hands))
    beaten = loops.can_beat(hands, raw, BAIBIAN)
    singly = sum(
        loops.count_follow(hands[i : i + 1], raw[16 * i : 16 * i + 16], BAIBIAN) > 0 for i in range(len(hands))
    )
    assert beaten == singly
    note = f"({beaten / len(hands):.0%} can)"
    measure("does anything beat it? 百变", loops.can_beat, hands, raw, BAIBIAN, per=len(hands), target=17, note=note)

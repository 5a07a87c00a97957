"""Kernel = reference, on all hands of small worlds: every preset, every single flag changed, and odd mixes of flags.

Leading and following, all moves and thrifty ones, `legal_moves` (and its order when following), `count_moves`,
`can_beat`, `classify`, `is_legal`.  The worlds are small in cards or in ranks: whatever can happen to a group, a run
or a chain of a few ranks at the bottom, in the middle or at the ace happens in one of them.
"""

from __future__ import annotations

import random

import pytest
import variants
from universe import Universe, assert_as_reference, beats_class, hands_of, natural_tables, packed

from skfast import Move, Rules, legal_moves

JOKERS = {"B": 2, "R": 2}
WORLDS: dict[str, tuple[dict[str, int], int]] = {
    # limits of each rank, cards together
    "groups at the top": (dict.fromkeys("KA2", 8) | JOKERS, 9),
    "chains at the top": (dict.fromkeys("QKA", 6) | JOKERS, 22),
    "chains at the bottom": (dict.fromkeys("345", 5) | {"6": 1} | JOKERS, 20),
    "runs at the top": (dict.fromkeys("8TJQKA2", 1) | {"9": 2} | JOKERS, 27),
    "runs at the bottom": (dict.fromkeys("3456789", 1) | {"5": 2} | JOKERS, 27),
    "pair runs": (dict.fromkeys("JQKA", 2) | {"T": 3} | JOKERS, 27),
    "triple runs": (dict.fromkeys("QKA", 3) | {"2": 1, "J": 4} | JOKERS, 27),
}
PARTS = 4


def cases() -> list[object]:
    return [
        pytest.param(world, part, id=f"{world}, part {part}".replace(" ", "-"))
        for world in WORLDS
        for part in range(PARTS)
    ]


def all_tables(universe: Universe) -> list[Move]:
    """A table of every kind that these rules know, and of every other that this world has."""
    moves = universe.classes + natural_tables(universe.rules)
    return list({beats_class(move): move for move in moves}.values())


@pytest.mark.parametrize(("world", "part"), cases())
def test_every_hand_of_a_small_world(world: str, part: int, slow: bool) -> None:
    """Every hand under the presets, every ninth under each of the other rules, all with `--slow`; each on some
    tables, so that over the hands every table is met.
    """
    limits, n_cards = WORLDS[world]
    hands = list(hands_of(limits, n_cards))
    for number, rules in enumerate(variants.EVERY):
        if number % PARTS != part:
            continue
        universe = Universe(limits, rules)
        tables = all_tables(universe)
        beaten = universe.beaten_by(tables)
        every = 1 if slow or rules in variants.PRESETS else 9
        for place in range(number % every, len(hands), every):
            some = slice(place % 151, None, 37 if slow else 151)
            universe.check(hands[place], tables[some], beaten[some])


@pytest.mark.parametrize("rules", [*variants.PRESETS, *variants.ODD], ids=lambda rules: rules.text)
def test_every_hand_on_every_table(rules: Rules, slow: bool) -> None:
    """Up to four cards at the top of the ranks, and chains there with all jokers: 186 hands, hundreds of tables."""
    few = list(hands_of(dict.fromkeys("KA2", 4) | JOKERS, 4))
    chains = [hand for hand in hands_of(dict.fromkeys("QKA", 5) | JOKERS) if min(hand[9:12]) >= 4]
    assert (len(few), len(chains)) == (114, 8 * 9)
    universe = Universe(dict.fromkeys("QKA2", 5) | JOKERS, rules)
    tables = all_tables(universe)
    beaten = universe.beaten_by(tables)
    assert len(tables) > 200
    for hand in few[:: 1 if slow or rules in variants.PRESETS else 5] + chains[:: 1 if slow else 5]:
        universe.check(hand, tables, beaten)


@pytest.mark.parametrize(("world", "part"), cases())
def test_classify_and_is_legal_of_a_small_world(world: str, part: int, slow: bool) -> None:
    """`classify` of every set of cards under the presets and of every twelfth under the others, some on a table; and of
    every move that the world knows whether it is legal from a hand, for some hands.
    """
    limits, n_cards = WORLDS[world]
    hands = list(hands_of(limits, n_cards))
    for number, rules in enumerate(variants.EVERY):
        if number % PARTS != part:
            continue
        universe = Universe(limits, rules)
        every = 1 if slow or rules in variants.PRESETS else 12
        for place in range(number % every, len(hands), every):
            universe.check_classify(hands[place], universe.classes[place % 67 :: 67])
        for place in range(number, len(hands), 97 if slow else 997):
            universe.check_is_legal(hands[place], universe.classes[place % 67 :: 67][:2])


@pytest.mark.parametrize("rules", variants.PRESETS, ids=lambda rules: rules.text)
def test_the_universe_is_the_reference(rules: Rules) -> None:
    """What the universe says of a hand is what the reference says when it is asked for that hand."""
    rng = random.Random(3)
    for limits, n_cards in WORLDS.values():
        for hand in rng.sample(list(hands_of(limits, n_cards)), 12):
            assert_as_reference(hand, rules)
            assert_as_reference(hand, rules, None, "thrifty")
            moves = list(legal_moves(packed(hand), None, rules))
            if moves:
                assert_as_reference(hand, rules, rng.choice(moves))
                assert_as_reference(hand, rules, rng.choice(moves), "thrifty")


def test_every_change_is_tried() -> None:
    """Of each flag every value, beside the presets and their single changes."""
    for field, values in variants.VALUES.items():
        assert {getattr(rules, field) for rules in variants.EVERY} >= set(values)
    assert len(variants.EVERY) > 100

"""Rules to try: every preset, every single flag of it changed, and odd mixes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from dataclasses import replace

from skfast import BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN, Rules

PRESETS = (CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN)
COUNT_WITH_WILDS = replace(CLASSIC, wild_jokers="all", max_bomb_size=12)

VALUES = {
    "wild_jokers": ("none", "big", "all"),
    "mixed_joker_pair": ("wild", "never"),
    "chain_sizes": ("none", "equal", "mixed"),
    "chain_min_groups": (2, 3, 4, 5, 6),
    "chain_max_groups": (2, 3, 4, 5, 6),
    "chain_star": ("largest", "smallest"),
    "max_bomb_size": tuple(range(4, 13)),
    "three_jokers": (True, False),
    "four_jokers": ("top7", "bottom7", "top8", "above_all"),
    "bomb_order": ("stars", "count"),
}
"""Every value of every flag that says what is legal."""


def playing(rules: Rules) -> tuple[object, ...]:
    """The flags that say what is legal, without those that another one switches off."""
    flags = {field: getattr(rules, field) for field in VALUES}
    if rules.chain_sizes == "none":
        flags |= dict.fromkeys(("chain_min_groups", "chain_max_groups", "chain_star"))
    elif rules.chain_sizes == "equal":
        flags["chain_star"] = None
    if rules.wild_jokers == "none":
        flags["mixed_joker_pair"] = None
    return tuple(flags.values())


def changed(base: Rules, **flags: object) -> Rules | None:
    """These rules with these flags, or None if the mix is refused."""
    try:
        return replace(base, **flags)  # type: ignore[arg-type]
    except ValueError:
        return None


def single_changes(base: Rules) -> Iterator[Rules]:
    """The base, and the base with every single flag changed to every other value."""
    yield base
    for field, values in VALUES.items():
        for value in values:
            rules = changed(base, **{field: value})
            if rules is not None and value != getattr(base, field):
                yield rules


def distinct(many: Iterator[Rules]) -> list[Rules]:
    """Those of the rules that play differently, once each."""
    found: dict[tuple[object, ...], Rules] = {}
    for rules in many:
        found.setdefault(playing(rules), rules)
    return list(found.values())


ODD = [
    replace(QIANBIAN, chain_star="smallest", chain_min_groups=2),
    replace(QIANBIAN, chain_min_groups=2, max_bomb_size=6, four_jokers="bottom7"),
    replace(QIANBIAN, chain_star="smallest", max_bomb_size=5, chain_min_groups=2, mixed_joker_pair="never"),
    replace(QIANBIAN, chain_sizes="equal", chain_min_groups=2),
    replace(QIANBIAN, chain_sizes="equal", max_bomb_size=9, four_jokers="above_all"),
    replace(BAIBIAN, chain_sizes="mixed", chain_min_groups=2),
    replace(BAIBIAN, chain_sizes="mixed", chain_star="smallest", max_bomb_size=4),
    replace(BAIBIAN, chain_min_groups=2, chain_max_groups=2, max_bomb_size=10),
    replace(KINGS8, wild_jokers="big"),
    replace(COUNT_WITH_WILDS, mixed_joker_pair="never", max_bomb_size=7),
    replace(COUNT_WITH_WILDS, wild_jokers="big"),
]
"""Mixes of several flags that no preset has."""

EVERY = distinct(itertools.chain(*map(single_changes, (*PRESETS, COUNT_WITH_WILDS)), ODD))


def any_rules(rng: random.Random) -> Rules:
    """Any mix of flags that is not refused, each flag drawn by itself."""
    while True:
        rules = changed(BAIBIAN, **{field: rng.choice(values) for field, values in VALUES.items()})
        if rules is not None:
            return rules

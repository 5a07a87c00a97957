"""The variants of Shuangkou as data: one frozen `Rules` of flags, and a preset for every named game.

Nothing here knows how to play; the kernel and the reference read these flags.  Every value below is from the
table of presets in the rules (docs), where the sources and the decisions are listed.
"""

from __future__ import annotations

import dataclasses
import operator
import os
from collections.abc import Iterable, Mapping
from typing import IO, Any

__all__ = ["BAIBIAN", "CLASSIC", "JJ", "KINGS8", "PRESETS", "QIANBIAN", "Rules"]

Base = tuple[tuple[int, int, int, int], tuple[int, int, int, int], tuple[int, int, int, int]]
StarTable = tuple[tuple[int, int], ...]

CHOICES: dict[str, tuple[str, ...]] = {
    "wild_jokers": ("none", "big", "all"),
    "mixed_joker_pair": ("never", "wild"),
    "chain_sizes": ("none", "equal", "mixed"),
    "chain_star": ("largest", "smallest"),
    "four_jokers": ("top7", "bottom7", "top8", "above_all"),
    "bomb_order": ("count", "stars"),
    "lead": ("last_winner", "face_up"),
    "multiplier_rule": ("best_of_winner", "product_of_all"),
}
"""The values of each field that is one of a few words, in the order of the enums in skfast.h."""

BOOLEANS = ("three_jokers", "seat_swap", "partner_visible")
MAX_STARS = 31
HAND_CARDS = 27
_INT64_MAX = 2**63 - 1


@dataclasses.dataclass(frozen=True, repr=False)
class Rules:
    """Every flag of a variant.  The defaults are those of BAIBIAN (百变), the default rules everywhere.

    Compares, hashes, pickles and copies by its flags; `name` is only a label.  ``dataclasses.replace`` makes a
    variant of one's own.

    - ``wild_jokers``: "none", "big" or "all": which jokers may stand for other cards.
    - ``mixed_joker_pair``: "wild" or "never": whether a small and a big joker are a pair.
    - ``chain_sizes``: "none", "equal" or "mixed" groups in a chain bomb.
    - ``chain_min_groups``, ``chain_max_groups``: 2 <= min <= max <= 6.
    - ``chain_star``: "largest" or "smallest" group gives a mixed chain its size.
    - ``max_bomb_size``: 4..12 cards of a rank, wilds included.
    - ``three_jokers``: whether three jokers are a bomb.
    - ``four_jokers``: "top7", "bottom7", "top8" or "above_all".
    - ``bomb_order``: bombs compare by "stars", or by card "count" (then no chains, no three jokers, and
      ``four_jokers="above_all"``).
    - ``lead``: "face_up" or "last_winner"; ``seat_swap``, ``partner_visible``: bool.
    - ``base``: points by place 1st..4th for a double, a single and a level win: three rows of four ints.
    - ``multiplier_rule``: "best_of_winner" or "product_of_all".
    - ``multiplier``, ``contribution``: {stars: value}, a dict or pairs, kept as a sorted tuple of pairs; the highest
      key counts for more stars too, any other number of stars that is missing means a factor of 1, or no points.
    - ``four_joker_factor``: the factor of the four jokers, or None: by their stars.

    Raises ValueError, naming the field, for what the rules refuse.

    >>> from dataclasses import replace
    >>> replace(BAIBIAN, chain_star="smallest").text
    'BAIBIAN,chain_star=smallest'
    """

    wild_jokers: str = "big"
    mixed_joker_pair: str = "wild"
    chain_sizes: str = "equal"
    chain_min_groups: int = 3
    chain_max_groups: int = 6
    chain_star: str = "largest"
    max_bomb_size: int = 8
    three_jokers: bool = True
    four_jokers: str = "top7"
    bomb_order: str = "stars"
    lead: str = "face_up"
    seat_swap: bool = True
    partner_visible: bool = False
    base: Base = ((4, 4, -4, -4), (2, -2, 2, -2), (1, 0, 0, 1))
    multiplier_rule: str = "best_of_winner"
    multiplier: StarTable = ((5, 2), (6, 4), (7, 8), (8, 16))
    four_joker_factor: int | None = None
    contribution: StarTable = ((6, 2), (7, 4), (8, 6))
    name: str = dataclasses.field(default="", compare=False)

    def __post_init__(self) -> None:
        for field, allowed in CHOICES.items():
            if getattr(self, field) not in allowed:
                raise ValueError(f"{field} must be one of {', '.join(allowed)}, not {getattr(self, field)!r}")
        for field in BOOLEANS:
            if getattr(self, field) is not True and getattr(self, field) is not False:
                raise ValueError(f"{field} must be True or False, not {getattr(self, field)!r}")
        if type(self.name) is not str:
            raise ValueError(f"name must be a string, not {self.name!r}")
        for field in ("chain_min_groups", "chain_max_groups", "max_bomb_size"):
            self._set(field, _integer(field, getattr(self, field)))
        if self.four_joker_factor is not None:
            self._set("four_joker_factor", _integer("four_joker_factor", self.four_joker_factor))
        self._set("base", _base(self.base))
        self._set("multiplier", _star_table("multiplier", self.multiplier))
        self._set("contribution", _star_table("contribution", self.contribution))

        if self.chain_max_groups > 6:
            raise ValueError(f"chain_max_groups must be at most 6, not {self.chain_max_groups}")
        if not 2 <= self.chain_min_groups <= self.chain_max_groups:
            raise ValueError(
                f"chain_min_groups must be 2..chain_max_groups ({self.chain_max_groups}), not {self.chain_min_groups}"
            )
        if not 4 <= self.max_bomb_size <= 12:
            raise ValueError(f"max_bomb_size must be 4..12, not {self.max_bomb_size}")
        if self.bomb_order == "count":
            for field, wanted in (("chain_sizes", "none"), ("three_jokers", False), ("four_jokers", "above_all")):
                if getattr(self, field) != wanted:
                    raise ValueError(
                        f"bomb_order 'count' knows no stars: {field} must be {wanted!r}, not {getattr(self, field)!r}"
                    )
        self._check_scores_fit()
        preset = PRESETS.get(self.name)
        if preset is not None and preset != self:  # a replace() of a preset is no longer that preset
            self._set("name", "")

    def _set(self, field: str, value: object) -> None:
        object.__setattr__(self, field, value)

    def _check_scores_fit(self) -> None:
        """Refuse tables by which the points of one deal could pass 63 bits.

        A bomb of s stars takes at least s cards (one of X cards has X stars; a chain of Y groups takes at least
        X + 4(Y-1) cards, or XY when X is the smallest, for X+Y stars, Y >= 2), except the joker bombs, of which
        a deal sees one at most: there are four jokers.  So the largest product of factors from one hand is at
        most a knapsack of 27 cards with an item of s cards for every s in 4..27, the deal's is its fourth power
        times the joker bomb's factor, and a score is at most base x product + 3 x the same sum for contributions.
        Factors of absolute value below 1 are left out, so partial products are bounded too.
        """
        product = [1] * (HAND_CARDS + 1)
        points = [0] * (HAND_CARDS + 1)
        for cards in range(4, HAND_CARDS + 1):
            product[cards] = product[cards - 1]
            points[cards] = points[cards - 1]
            for stars in range(4, cards + 1):
                factor = abs(star_value(self.multiplier, stars, 1))
                product[cards] = max(product[cards], factor * product[cards - stars])
                gain = abs(star_value(self.contribution, stars, 0))
                points[cards] = max(points[cards], gain + points[cards - stars])
        factors = [1, abs(self.four_joker_factor or 0)]
        gains = [0]
        for stars in (6, 7, 8, 15):
            factors.append(abs(star_value(self.multiplier, stars, 1)))
            gains.append(abs(star_value(self.contribution, stars, 0)))
        base = max(1, *(abs(points) for row in self.base for points in row))
        all_points = 3 * (4 * points[HAND_CARDS] + max(gains))
        if max(base, all_points, max(factors)) > _INT64_MAX:
            field = "base" if base > _INT64_MAX else "contribution" if all_points > _INT64_MAX else "multiplier"
            raise ValueError(f"{field} is too large: a score could pass 64 bits")
        if self.multiplier_rule == "product_of_all":
            largest = product[HAND_CARDS] ** 4 * max(factors)
        else:
            largest = max(factors + [abs(value) for _, value in self.multiplier])
        if base * largest + all_points > _INT64_MAX:
            raise ValueError(f"multiplier is too large: a score could reach {base} x {largest}, which passes 64 bits")

    def __repr__(self) -> str:
        word = self.text
        return f"Rules.named({word!r})" if word in PRESETS else f"Rules.parse({word!r})"

    def __reduce__(self) -> tuple[type[Rules], tuple[object, ...]]:
        return Rules, tuple(getattr(self, field.name) for field in dataclasses.fields(self))

    @classmethod
    def named(cls, name: str) -> Rules:
        """The preset of this English (in any case) or Chinese name; ValueError lists those known.

        >>> Rules.named("千变") is QIANBIAN, Rules.named("classic") is CLASSIC
        (True, True)
        """
        if isinstance(name, str):
            wanted = "".join(name.split()).casefold()
            for preset, aliases in ALIASES.items():
                if wanted == preset.casefold() or wanted in (alias.casefold() for alias in aliases):
                    return PRESETS[preset]
        known = ", ".join(f"{preset} ({' '.join(aliases)})" for preset, aliases in ALIASES.items())
        raise ValueError(f"no rules are named {name!r}; known are {known}")

    @property
    def text(self) -> str:
        """The rules in one word without spaces: a preset, or a preset and the fields that differ from it.

        ``Rules.parse`` reads it back exactly.

        >>> from dataclasses import replace
        >>> replace(CLASSIC, multiplier={5: 2, 6: 4}, four_joker_factor=None).text
        'CLASSIC,multiplier=5:2/6:4,four_joker_factor=none'
        """
        if self.name in PRESETS:  # which `__post_init__` lets nothing else be named
            return self.name
        preset, changed = self.changes
        return ",".join([preset] + [f"{field}={_write(getattr(self, field))}" for field in changed])

    @property
    def changes(self) -> tuple[str, tuple[str, ...]]:
        """The preset that differs in the fewest fields (the earliest of equals), and those fields."""
        different = {
            preset: tuple(field for field in FIELDS if getattr(self, field) != getattr(rules, field))
            for preset, rules in PRESETS.items()
        }
        return min(different.items(), key=lambda item: len(item[1]))

    @classmethod
    def parse(cls, text: str) -> Rules:
        """Read what `text` wrote: ``PRESET`` or ``PRESET,field=value,...``.  ValueError names what is wrong.

        >>> Rules.parse("百变,max_bomb_size=6").max_bomb_size
        6
        """
        preset, *changes = text.split(",")
        changed: dict[str, Any] = {}
        for change in changes:
            field, equals, word = change.partition("=")
            if field not in FIELDS or not equals:
                raise ValueError(f"{change!r} is not FIELD=VALUE with a field of Rules ({', '.join(FIELDS)})")
            if field in changed:
                raise ValueError(f"{field} is given twice in {text!r}")
            changed[field] = _read(field, word)
        rules = cls.named(preset)
        return dataclasses.replace(rules, **changed) if changed else rules

    @classmethod
    def from_toml(cls, source: str | os.PathLike[str] | IO[str] | IO[bytes]) -> Rules:
        """Rules from a TOML file: a path, an open text or binary file, or (a str of several lines) TOML text.

        The keys are the fields, and ``preset``: the rules that the others change (BAIBIAN when not given).  Star
        tables are tables, ``multiplier = {5 = 2, 6 = 4}``; ``four_joker_factor = "none"`` is None.  ValueError for
        text that is not TOML, for an unknown key and for a value that `Rules` refuses; OSError as `open` does.

        >>> Rules.from_toml('preset = "JJ"\\nlead = "last_winner"').text
        'JJ,lead=last_winner'
        """
        import tomllib

        if isinstance(source, str) and "\n" in source:
            text = source
        elif isinstance(source, (str, os.PathLike)):
            with open(source, encoding="utf-8") as file:
                text = file.read()
        else:
            content = source.read()
            text = content.decode("utf-8") if isinstance(content, bytes) else content
        values = tomllib.loads(text)
        rules = cls.named(values.pop("preset", "BAIBIAN"))
        for key in values:
            if key not in FIELDS and key != "name":
                raise ValueError(f"unknown key {key!r}; the keys are preset, name, {', '.join(FIELDS)}")
        if values.get("four_joker_factor") == "none":
            values["four_joker_factor"] = None
        return dataclasses.replace(rules, **values) if values else rules

    def to_toml(self) -> str:
        """All fields as TOML text, which `from_toml` reads back.

        >>> Rules.from_toml(KINGS8.to_toml()) == KINGS8
        True
        """
        lines = [f"name = {_quote(self.name)}"]
        for field in FIELDS:
            value = getattr(self, field)
            if isinstance(value, bool):
                written = "true" if value else "false"
            elif value is None:
                written = '"none"'
            elif isinstance(value, str):
                written = _quote(value)
            elif field == "base":
                written = str([list(row) for row in value])
            elif isinstance(value, tuple):
                written = "{" + ", ".join(f"{stars} = {points}" for stars, points in value) + "}"
            else:
                written = str(value)
            lines.append(f"{field} = {written}")
        return "\n".join(lines) + "\n"


FIELDS = tuple(field.name for field in dataclasses.fields(Rules) if field.compare)


def star_value(table: StarTable, stars: int, otherwise: int) -> int:
    """What a table of `Rules` says of so many stars: its highest key counts for more, a missing one for nothing.

    >>> star_value(((5, 2), (6, 4)), 9, 1), star_value(((5, 2), (6, 4)), 4, 1)
    (4, 1)
    """
    if table and stars > table[-1][0]:
        return table[-1][1]
    return dict(table).get(stars, otherwise)


def _integer(field: str, value: object) -> int:
    try:
        if isinstance(value, bool):
            raise TypeError
        return operator.index(value)  # type: ignore[arg-type]
    except TypeError:
        raise ValueError(f"{field} must be of integers, not {value!r}") from None


def _base(value: Iterable[Iterable[int]]) -> Base:
    try:
        rows = tuple(tuple(row) for row in value)
    except TypeError:
        rows = ()
    if len(rows) != 3 or any(len(row) != 4 for row in rows):
        raise ValueError(f"base must be three rows (double, single, level win) of four places, not {value!r}")
    return tuple(tuple(_integer("base", points) for points in row) for row in rows)  # type: ignore[return-value]


def _star_table(field: str, value: Mapping[Any, int] | Iterable[tuple[Any, int]]) -> StarTable:
    pairs: list[tuple[Any, Any]]
    try:
        pairs = [(stars, points) for stars, points in (value.items() if isinstance(value, Mapping) else value)]
    except (TypeError, ValueError):
        raise ValueError(f"{field} must be a table of stars and integers, not {value!r}") from None
    table: dict[int, int] = {}
    for key, points in pairs:  # TOML has only strings for keys
        stars = _integer(field, int(key) if isinstance(key, str) and key.isascii() and key.isdecimal() else key)
        if not 4 <= stars <= MAX_STARS:
            raise ValueError(f"{field} has bombs of {stars} stars; there are 4..{MAX_STARS}")
        if stars in table:
            raise ValueError(f"{field} names {stars} stars twice")
        table[stars] = _integer(field, points)
    return tuple(sorted(table.items()))


def _write(value: object) -> str:
    if value is None or value == ():
        return "none"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return "/".join(":".join(map(str, row)) for row in value)
    return str(value)


def _read(field: str, word: str) -> object:
    if field in CHOICES:
        return word
    if field in BOOLEANS:
        return {"true": True, "false": False}.get(word, word)
    tables = field in ("base", "multiplier", "contribution")
    if word == "none" and field != "base":
        return () if tables else None
    try:
        if tables:
            return tuple(tuple(int(number) for number in row.split(":")) for row in word.split("/"))
        return int(word)
    except ValueError:
        raise ValueError(f"{field} cannot be {word!r}") from None


def _quote(text: str) -> str:
    """A TOML basic string."""
    plain = text.replace("\\", "\\\\").replace('"', '\\"')
    return '"' + "".join(c if c.isprintable() else f"\\U{ord(c):08x}" for c in plain) + '"'


PRESETS: dict[str, Rules] = {}
"""The named variants, by their English names."""

ALIASES: dict[str, tuple[str, ...]] = {
    "CLASSIC": ("经典", "经典双扣"),
    "JJ": ("JJ双扣",),
    "BAIBIAN": ("百变", "百变双扣", "火拼", "火拼双扣"),
    "KINGS8": ("八星天王", "百变八星"),
    "QIANBIAN": ("千变", "千变双扣"),
}
"""Their Chinese names."""

CLASSIC = Rules(
    name="CLASSIC",
    wild_jokers="none",
    chain_sizes="none",
    three_jokers=False,
    four_jokers="above_all",
    bomb_order="count",
    lead="last_winner",
    seat_swap=False,
    base=((4, 4, -4, -4), (2, -2, 2, -2), (0, 0, 0, 0)),
    multiplier=((5, 2), (6, 3), (7, 4), (8, 5)),
    four_joker_factor=4,
    contribution=(),
)
JJ = Rules(
    name="JJ",
    partner_visible=True,
    base=((6, 6, -6, -6), (3, -3, 3, -3), (1, -1, -1, 1)),
    multiplier_rule="product_of_all",
    multiplier=((6, 2), (7, 3), (8, 4)),
    contribution=(),
)
BAIBIAN = Rules(name="BAIBIAN")
KINGS8 = Rules(name="KINGS8", wild_jokers="none", chain_sizes="mixed", chain_max_groups=5, four_jokers="top8")
QIANBIAN = Rules(
    name="QIANBIAN",
    wild_jokers="all",
    chain_sizes="mixed",
    max_bomb_size=12,
    seat_swap=False,
    base=CLASSIC.base,
)
PRESETS.update({rules.name: rules for rules in (CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN)})

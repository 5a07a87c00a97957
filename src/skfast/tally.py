"""What many deals come to: exact sums that may be added in any order, and the means and intervals made of them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from skfast.rules import Rules
from skfast.scoring import Win

__all__ = ["DEAL_DTYPE", "Interval", "Summary", "Tally"]

DEAL_DTYPE = np.dtype(
    [
        ("base", "i8", 4),
        ("contribution", "i8", 4),
        ("scores", "i8", 4),
        ("multiplier", "i8"),
        ("lead_moves", "u4"),
        ("follow_moves", "u4"),
        ("plies", "u2"),
        ("leads", "u2"),
        ("choices", "u2"),
        ("finish", "u1", 4),
        ("win", "u1"),
        ("leader", "u1"),
        ("players", "u1", 4),
        ("best_stars", "u1", 4),
        ("bombs", "u1", 16),
        ("face_up", "u1"),
        ("reserved", "u1", 3),
    ]
)
"""One deal: the struct ``skfast_playout`` of skfast.h.  Arrays of four are by seat, but `finish`, the seats from first
to last; ``scores = base * multiplier + contribution``.  `win` is a `Win`; `lead_moves` and `follow_moves` add up the
legal plays (passes not counted) at the leads and at the other plies; `choices` are plies with a choice, a pass being
one; `bombs` counts the bombs played by anybody, by stars - 4, the last being the four jokers."""

FOUR_JOKERS = 15
SUMS = ("plies", "leads", "choices", "lead_moves", "follow_moves")


@dataclass
class Tally:
    """Sums over deals.  All of them are integers, so that the order of adding makes no difference."""

    n: int = 0
    points: Counter[tuple[int, int]] = field(default_factory=Counter)
    """How often the sides {0,2} and {1,3} made these points, two players taken together."""
    scores: list[int] = field(default_factory=lambda: [0] * 4)
    wins: list[list[int]] = field(default_factory=lambda: [[0, 0] for _ in Win])
    """[Win][side]."""
    sums: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SUMS, 0))
    bombs: list[int] = field(default_factory=lambda: [0] * 16)
    best_stars: list[int] = field(default_factory=lambda: [0] * 32)
    """Deals by the most stars of a bomb in them, [0] those without bombs."""

    @classmethod
    def of(cls, deals: NDArray[Any]) -> Tally:
        """Of an array of DEAL_DTYPE."""
        tally = cls(n=len(deals))
        if not len(deals):
            return tally
        scores = deals["scores"]
        largest = int(max(abs(int(scores.max())), abs(int(scores.min()))))
        if largest < 2**30:
            sides = scores[:, :2] + scores[:, 2:]
            keys, times = np.unique((sides[:, 0] << 32) + sides[:, 1], return_counts=True)
            for key, n in zip(keys.tolist(), times.tolist(), strict=True):
                second = (key + 2**31) % 2**32 - 2**31
                tally.points[(key - second) >> 32, second] = n
            tally.scores = scores.sum(axis=0).tolist()
        else:  # Python's integers do not overflow
            rows = scores.tolist()
            tally.points.update((a + c, b + d) for a, b, c, d in rows)
            tally.scores = [sum(column) for column in zip(*rows, strict=True)]
        side = deals["finish"][:, 0] & 1
        counts = np.bincount(deals["win"].astype(np.intp) * 2 + side, minlength=6)
        tally.wins = counts.reshape(3, 2).tolist()
        tally.sums = {name: int(deals[name].sum(dtype=np.int64)) for name in SUMS}
        tally.bombs = deals["bombs"].sum(axis=0, dtype=np.int64).tolist()
        tally.best_stars = np.bincount(deals["best_stars"].max(axis=1), minlength=32).tolist()
        return tally

    def add(self, other: Tally) -> None:
        self.n += other.n
        self.points.update(other.points)
        self.scores = [a + b for a, b in zip(self.scores, other.scores, strict=True)]
        self.wins = [[a + b for a, b in zip(x, y, strict=True)] for x, y in zip(self.wins, other.wins, strict=True)]
        self.sums = {name: self.sums[name] + other.sums[name] for name in SUMS}
        self.bombs = [a + b for a, b in zip(self.bombs, other.bombs, strict=True)]
        self.best_stars = [a + b for a, b in zip(self.best_stars, other.best_stars, strict=True)]

    def to_json(self) -> dict[str, Any]:
        points = [[*key, n] for key, n in sorted(self.points.items())]
        return {**vars(self), "points": points}

    @classmethod
    def from_json(cls, values: Mapping[str, Any]) -> Tally:
        points = Counter({(a, b): n for a, b, n in values["points"]})
        return cls(**{**values, "points": points})


@dataclass(frozen=True)
class Interval:
    """A mean and its 95 % confidence interval by the normal approximation."""

    mean: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.mean:.4g} ± {(self.high - self.low) / 2:.2g}"


def interval(values: Mapping[int, int]) -> Interval:
    """Of values and how often each occurred: sums in integers, one rounding at the end."""
    n = sum(values.values())
    if n == 0:
        return Interval(math.nan, math.nan, math.nan)
    total = sum(value * times for value, times in values.items())
    squares = sum(value * value * times for value, times in values.items())
    mean = total / n
    if n == 1:
        return Interval(mean, -math.inf, math.inf)
    half = 1.959964 * math.sqrt((n * squares - total * total) / (n * n * (n - 1)))
    return Interval(mean, mean - half, mean + half)


@dataclass(frozen=True)
class Summary:
    """Means over all deals; a side is {0,2} or {1,3}, in this order."""

    n: int
    points: tuple[Interval, Interval]
    """Points of a side per deal: the scores of both its players."""
    difference: Interval
    """Points of side {0,2} less those of {1,3}."""
    scores: tuple[float, ...]
    """Mean score of each seat."""
    wins: dict[str, tuple[float, float]]
    """Share of all deals that a side won double, single, level."""
    plies: float
    choices: float
    """Plies with a choice per deal, a pass being one."""
    leads: float
    lead_branching: float
    """Mean number of legal plays at a lead."""
    follow_branching: float
    """The same at other plies, forced passes counted as 0."""
    bombs: dict[str, int]
    """Bombs played, by stars; "J" the four jokers."""
    best_stars: dict[int, int]
    """Deals by the most stars of a bomb in them; 0: no bomb."""

    @classmethod
    def of(cls, tally: Tally, rules: Rules) -> Summary:
        def share(total: int, parts: int) -> float:
            return total / parts if parts else math.nan

        sides: list[Counter[int]] = [Counter(), Counter()]
        differences: Counter[int] = Counter()
        for (first, second), n in tally.points.items():
            sides[0][first] += n
            sides[1][second] += n
            differences[first - second] += n
        n, sums = tally.n, tally.sums
        return cls(
            n=n,
            points=(interval(sides[0]), interval(sides[1])),
            difference=interval(differences),
            scores=tuple(share(score, n) for score in tally.scores),
            wins={win.name.lower(): (share(tally.wins[win][0], n), share(tally.wins[win][1], n)) for win in Win},
            plies=share(sums["plies"], n),
            choices=share(sums["choices"], n),
            leads=share(sums["leads"], n),
            lead_branching=share(sums["lead_moves"], sums["leads"]),
            follow_branching=share(sums["follow_moves"], sums["plies"] - sums["leads"]),
            bombs={("J" if kind == FOUR_JOKERS else str(kind + 4)): k for kind, k in enumerate(tally.bombs) if k},
            best_stars={stars: k for stars, k in enumerate(tally.best_stars) if k},
        )

    def lines(self) -> list[str]:
        """As text, for a terminal."""
        percent = {win: f"{100 * a:.1f} % / {100 * b:.1f} %" for win, (a, b) in self.wins.items()}
        return [
            f"deals              {self.n:,}",
            f"points a deal      {self.points[0]} for seats 0, 2; {self.points[1]} for seats 1, 3 (95 %)",
            f"difference         {self.difference}",
            "wins, 0+2 / 1+3    " + "; ".join(f"{win} {text}" for win, text in percent.items()),
            f"plies a deal       {self.plies:.1f}, {self.choices:.1f} with a choice, {self.leads:.1f} leads",
            f"plays to choose of {self.lead_branching:.1f} leading, {self.follow_branching:.2f} following",
            "bombs by stars     " + ", ".join(f"{stars}: {n:,}" for stars, n in self.bombs.items()),
        ]

    def __str__(self) -> str:
        return "\n".join(self.lines())

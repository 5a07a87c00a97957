"""Round robins between bots: every deal is played twice with the sides swapped, so that the cards cancel out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from concurrent.futures import Executor
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np

from skfast.bots import Bot, Lowest, Random
from skfast.chunks import Policy
from skfast.display import Grid
from skfast.results import Simulation
from skfast.rules import BAIBIAN, Rules
from skfast.simulation import Progress, simulate
from skfast.tally import Interval, interval

__all__ = ["Encounter", "Tournament", "play_encounter", "round_robin"]


@dataclass(frozen=True)
class Encounter:
    """What two bots made of the same deals."""

    first: str
    second: str
    n: int
    """Deals, each played twice."""
    points: Interval
    """Points a deal of a player of the first bot: half of what he gets more than a player of the other side (where the
    scores of a deal add up to 0, his own score), and its 95 % interval.  One deal played twice is one observation."""
    won: float
    """Share of the plays of a deal that a side of the first bot won."""

    @property
    def is_decided(self) -> bool:
        """Whether the interval is clear of zero."""
        return not self.points.low <= 0 <= self.points.high


@dataclass(frozen=True)
class Tournament:
    """A round robin: every bot against every other."""

    rules: Rules
    seed: int
    encounters: tuple[Encounter, ...]

    @property
    def standing(self) -> list[tuple[str, float]]:
        """(bot, mean points over its encounters), the best first."""
        points: dict[str, list[float]] = {}
        for encounter in self.encounters:
            points.setdefault(encounter.first, []).append(encounter.points.mean)
            points.setdefault(encounter.second, []).append(-encounter.points.mean)
        means = {name: sum(values) / len(values) for name, values in points.items()}
        return sorted(means.items(), key=lambda item: -item[1])

    def grid(self) -> Grid:
        """A row for each encounter, from the better bot's side."""
        rows = []
        for encounter in self.encounters:
            first, second, points, won = encounter.first, encounter.second, encounter.points, encounter.won
            if points.mean < 0:
                first, second, won = second, first, 1 - won
                points = Interval(-points.mean, -points.high, -points.low)
            rows.append(
                (
                    first,
                    second,
                    f"{points.mean:+.3f}",
                    f"{points.low:+.3f} .. {points.high:+.3f}",
                    f"{100 * won:.1f} %",
                    f"{encounter.n:,} x 2",
                )
            )
        title = f"rules {self.rules.text}, seed {self.seed}"
        return Grid(title, ("bot", "against", "points a deal", "95 % interval", "won", "deals"), rows, "llrrrr")

    def __str__(self) -> str:
        standing = "   ".join(f"{name} {points:+.2f}" for name, points in self.standing)
        return f"{self.grid().text()}\nmean points: {standing}"

    def _repr_html_(self) -> str:
        return self.grid().html()

    def __rich__(self) -> Any:
        return self.grid().rich()


def policy_of(bot: Bot) -> Policy:
    """The kernel's own player, where the bot is one."""
    return bot.policy if isinstance(bot, Lowest | Random) else bot


def play_encounter(
    names: tuple[str, str],
    bots: tuple[Bot, Bot],
    n: int,
    rules: Rules = BAIBIAN,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Encounter:
    """Two bots in `n` deals, each played twice: first with the first bot at seats 0 and 2, then at 1 and 3.

    `Random` and `Lowest` are played by the kernel.  Deals, and what the bots do with their seeds, do not depend on the
    threads.  ValueError for less than two deals.
    """
    if n < 2:
        raise ValueError(f"an interval needs at least 2 deals, not {n}")
    a, b = map(policy_of, bots)
    here: Simulation = simulate(n, rules, (a, b, a, b), seed, threads, executor, progress=progress)
    there: Simulation = simulate(n, rules, (b, a, b, a), seed, threads, executor, progress=progress)
    assert here.deals is not None and there.deals is not None
    signs = np.array([1, -1, 1, -1])
    differences = here.deals["scores"] @ signs - there.deals["scores"] @ signs
    eighths = interval(Counter(differences.tolist()))
    won = (here.deals["finish"][:, 0] % 2 == 0).sum() + (there.deals["finish"][:, 0] % 2 == 1).sum()
    points = Interval(eighths.mean / 8, eighths.low / 8, eighths.high / 8)
    return Encounter(*names, n, points, float(won) / (2 * n))


def round_robin(
    bots: Mapping[str, Bot],
    n: int,
    rules: Rules = BAIBIAN,
    seed: int = 0,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress = None,
) -> Tournament:
    """Every bot against every other, all in the same `n` deals.  ValueError for fewer than two bots or deals.

    >>> from skfast.bots import Lowest, Random
    >>> result = round_robin({"lowest": Lowest(), "random": Random()}, 200, seed=1)
    >>> result.standing[0][0], result.encounters[0].is_decided
    ('lowest', True)
    """
    if len(bots) < 2:
        raise ValueError(f"a tournament needs at least two bots, not {len(bots)}")
    encounters = [
        play_encounter((first, second), (bots[first], bots[second]), n, rules, seed, threads, executor, progress)
        for first, second in combinations(bots, 2)
    ]
    return Tournament(rules, seed, tuple(encounters))

"""Pictures of a simulation (matplotlib, the extra ``plot``): points, wins, legal plays, bombs.

The figure is made without pyplot, so that it needs no screen and leaves nobody's pyplot state changed.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from skfast._batch import plays_by_ply
from skfast.chunks import POLICIES, codes_of
from skfast.scoring import Win

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

    from skfast.results import Simulation

__all__ = ["plot_simulation", "sampled_plays"]

SIDES = ("seats 0 and 2", "seats 1 and 3")
COLOURS = ("#0072b2", "#e69f00")  # told apart by everybody (Okabe and Ito)
SAMPLE = 300
"""Deals played again for the panel of legal plays."""


def plot_simulation(simulation: Simulation, path: str | os.PathLike[str] | None = None) -> Figure:
    """Four panels in one `matplotlib.figure.Figure`; with `path` written there too, in the format of its suffix.

    Points by side; kinds of win by side; legal plays a position, leading and following (of the first deals, played
    again, or where players are Python the mean of each deal); bombs by stars.

    ValueError for a simulation of no deals, ImportError without matplotlib.
    """
    if simulation.n == 0:
        raise ValueError("there is nothing to plot: no deal was played")
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise ImportError("pictures need matplotlib: pip install 'skfast[plot]'") from None
    figure = Figure(figsize=(11, 7.5), layout="constrained")
    panels = figure.subplots(2, 2)
    figure.suptitle(
        f"{simulation.n:,} deals, rules {simulation.rules.text}, seed {simulation.seed}\n"
        f"by seat: {', '.join(simulation.policies)}",
        fontsize=11,
    )
    plot_points(panels[0, 0], simulation)
    plot_wins(panels[0, 1], simulation)
    plot_plays(panels[1, 0], simulation)
    plot_bombs(panels[1, 1], simulation)
    for panel in panels.flat:
        panel.spines[["top", "right"]].set_visible(False)
    if path is not None:
        figure.savefig(path, dpi=120)
    return figure


def plot_points(panel: Axes, simulation: Simulation) -> None:
    """How often a player of each side made how many points; the rare rest at the edges."""
    sides = [Counter[float](), Counter[float]()]
    for points, n in simulation.tally.points.items():
        for side in (0, 1):
            sides[side][points[side] / 2] += n
    low, high = shown_range(sides[0] + sides[1])
    width = max(1.0, np.ceil((high - low) / 60))
    edges = np.arange(low - width / 2, high + width, width)
    for side, counts in enumerate(sides):
        values = np.clip(np.array(list(counts)), low, high)
        shares = np.array(list(counts.values())) / simulation.n
        mean = sum(value * n for value, n in counts.items()) / simulation.n
        panel.hist(
            values,
            bins=edges.tolist(),
            weights=shares,
            histtype="stepfilled",
            alpha=0.45,
            color=COLOURS[side],
            edgecolor=COLOURS[side],
            label=f"{SIDES[side]}: mean {mean:+.2f}",
        )
    panel.set_yscale("log")
    panel.set_ylim(bottom=0.5 / simulation.n)
    panel.set_title("Points of a player, by side")
    panel.set_xlabel("points a deal (what lies beyond is counted at the edges)")
    panel.set_ylabel("share of deals")
    panel.legend(fontsize=8)


def shown_range(counts: Mapping[float, int]) -> tuple[float, float]:
    """The middle 99.8 % of what was counted."""
    values = np.array(sorted(counts))
    below = np.cumsum([counts[value] for value in values.tolist()])
    low, high = np.searchsorted(below, [0.001 * below[-1], 0.999 * below[-1]])
    return float(values[low]), float(values[min(int(high), len(values) - 1)])


def plot_wins(panel: Axes, simulation: Simulation) -> None:
    for side in (0, 1):
        shares = [100 * simulation.tally.wins[win][side] / simulation.n for win in Win]
        places = np.arange(len(Win)) + (side - 0.5) * 0.38
        bars = panel.bar(places, shares, 0.36, color=COLOURS[side], label=f"{SIDES[side]}: {sum(shares):.1f} %")
        panel.bar_label(bars, fmt="%.1f", fontsize=8)
    panel.set_xticks(range(len(Win)), [win.name.lower() for win in Win])
    panel.set_title("Wins, by kind and side")
    panel.set_ylabel("% of deals")
    panel.legend(fontsize=8)


def plot_plays(panel: Axes, simulation: Simulation) -> None:
    """Legal plays a position, both axes logarithmic; a forced pass has none, and is only said."""
    sample: Sequence[NDArray[Any]] | None = sampled_plays(simulation)
    title, what = "Legal plays a position", "positions with any"
    if sample is None and simulation.deals is not None:
        deals = simulation.deals
        leads, follows = deals["leads"], np.maximum(deals["plies"] - deals["leads"], 1)
        sample = (deals["lead_moves"] / leads, deals["follow_moves"] / follows)
        title, what = "Legal plays a position: the mean of each deal", "deals"
    panel.set_title(title)
    if sample is None:
        panel.set_axis_off()
        text = "not known: there are players in Python,\nand the deals were not kept"
        panel.text(0.5, 0.5, text, ha="center", va="center", transform=panel.transAxes, fontsize=9)
        return
    most = max(float(counts.max(initial=1)) for counts in sample)
    # 1, 2, 3-4, 5-8, ...: bins of equal width that part whole numbers evenly
    ticks = 2.0 ** np.arange(0, np.ceil(np.log2(most)) + 1)
    edges = np.concatenate([[0.7], ticks + 0.5])
    for name, counts, colour in zip(("leading", "following"), sample, COLOURS, strict=True):
        some = counts[counts > 0]
        if not len(some):
            continue
        label = f"{name}: mean {some.mean():.1f}, most {some.max():,.0f}"
        if len(some) < len(counts):
            label += f" ({100 - 100 * len(some) / len(counts):.0f} % forced passes besides)"
        shares = np.histogram(some, edges)[0] / len(some)
        panel.stairs(shares, edges, fill=True, alpha=0.45, color=colour, label=label)
    panel.set_xscale("log", base=2)
    panel.set_yscale("log")
    panel.set_ylim(bottom=0.5 / max(map(len, sample)))
    shown = ticks[:: 1 + len(ticks) // 9]
    panel.set_xticks(shown, [f"{value:,.0f}" for value in shown])
    panel.set_xlabel("legal plays (1, 2, 3 to 4, 5 to 8, ...)")
    panel.set_ylabel(f"share of {what}")
    panel.legend(fontsize=8, loc="upper right")


def sampled_plays(simulation: Simulation) -> tuple[NDArray[np.int64], NDArray[np.int64]] | None:
    """The number of legal plays at each lead and at each other ply of the first deals; None with Python players."""
    if not set(simulation.policies) <= set(POLICIES):
        return None
    codes = codes_of(simulation.policies)
    found: tuple[list[int], list[int]] = ([], [])
    for number in range(min(simulation.n, SAMPLE)):
        for leads, plays in plays_by_ply(simulation.rules, codes, simulation.seed, number):
            found[not leads].append(plays)
    return np.array(found[0], np.int64), np.array(found[1], np.int64)


def plot_bombs(panel: Axes, simulation: Simulation) -> None:
    bombs: Sequence[tuple[str, int]] = list(simulation.summary.bombs.items())
    rates = [n / simulation.n for _, n in bombs]
    bars: Any = panel.bar([stars if stars != "J" else "four\njokers" for stars, _ in bombs], rates, color="#56b4e9")
    panel.bar_label(bars, [f"{rate:.2g}" for rate in rates], fontsize=8)
    if bombs:
        panel.set_yscale("log")
        panel.set_ylim(bottom=0.5 / simulation.n)
    panel.set_title(f"Bombs: {sum(rates):.2f} a deal")
    panel.set_xlabel("stars")
    panel.set_ylabel("bombs a deal")

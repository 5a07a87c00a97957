"""The picture of a simulation: what its panels say, by hand where it can be counted."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from skfast import BAIBIAN, JJ, QIANBIAN, Simulation, State, count_moves, simulate
from skfast.bots import Lowest
from skfast.cli import main
from skfast.plotting import plot_simulation, sampled_plays, shown_range
from skfast.tally import Tally

pytest.importorskip("matplotlib")


def titles(figure: object) -> list[str]:
    return [panel.get_title() for panel in figure.axes]  # type: ignore[attr-defined]


def legends(figure: object) -> list[str]:
    return [
        text.get_text()
        for panel in figure.axes  # type: ignore[attr-defined]
        if panel.get_legend()
        for text in panel.get_legend().get_texts()
    ]


def test_four_panels_and_a_file(tmp_path: Path) -> None:
    result = simulate(300, BAIBIAN, ("lowest", "random") * 2, seed=1, threads=1)
    figure = result.plot(tmp_path / "out.png")
    assert (tmp_path / "out.png").read_bytes().startswith(b"\x89PNG")
    bombs = sum(result.summary.bombs.values()) / 300
    assert titles(figure) == [
        "Points of a player, by side",
        "Wins, by kind and side",
        "Legal plays a position",
        f"Bombs: {bombs:.2f} a deal",
    ]
    result.plot(tmp_path / "out.svg")
    assert "<svg" in (tmp_path / "out.svg").read_text(encoding="utf8")


def test_the_means_and_shares_are_those_of_the_summary() -> None:
    result = simulate(200, JJ, ("lowest", "random") * 2, seed=4, threads=1)
    figure = result.plot()
    said = legends(figure)
    for side, seats in ((0, "0 and 2"), (1, "1 and 3")):
        assert f"seats {seats}: mean {result.summary.points[side].mean / 2:+.2f}" in said
        won = 100 * sum(shares[side] for shares in result.summary.wins.values())
        assert f"seats {seats}: {won:.1f} %" in said
    heights = [bar.get_height() for bar in figure.axes[3].patches]
    assert heights == pytest.approx([n / 200 for n in result.summary.bombs.values()])


@pytest.mark.parametrize("policies", [("random",) * 4, ("lowest", "random", "random", "lowest")])
def test_the_plays_shown_are_those_of_the_deals(policies: tuple[str, ...]) -> None:
    """The deals played again have the sums that `simulate` kept."""
    result = simulate(40, QIANBIAN, policies, seed=6, threads=1)
    sample = sampled_plays(result)
    assert sample is not None and result.deals is not None
    assert len(sample[0]) == result.deals["leads"].sum()
    assert len(sample[0]) + len(sample[1]) == result.deals["plies"].sum()
    assert sample[0].sum() == result.deals["lead_moves"].sum()
    assert sample[1].sum() == result.deals["follow_moves"].sum()


def test_the_plays_of_a_deal_of_lowest_are_counted_as_python_counts_them() -> None:
    sample = sampled_plays(simulate(1, BAIBIAN, "lowest", seed=6, threads=1))
    assert sample is not None
    state = State.deal(BAIBIAN, seed=6)
    leads, follows = [], []
    while not state.is_over:
        (leads if state.table is None else follows).append(
            count_moves(state.hands[state.turn], state.table, state.rules)
        )
        state.play(Lowest()(state.view(state.turn)))
    assert sample[0].tolist() == leads and sample[1].tolist() == follows


def test_python_players_show_the_mean_of_each_deal() -> None:
    result = simulate(6, BAIBIAN, (Lowest(), "lowest", "random", "random"), seed=1, threads=1)
    assert titles(result.plot())[2] == "Legal plays a position: the mean of each deal"
    summary_only = Simulation(result.rules, result.policies, result.seed, None, result.tally)
    figure = summary_only.plot()
    assert "not known" in figure.axes[2].texts[0].get_text()


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "20", "--threads", "1", "--plot", str(tmp_path / "out.png")]) == 0
    assert (tmp_path / "out.png").stat().st_size > 10_000
    assert main(["simulate", "20", "--plot", str(tmp_path / "out.doc")]) == 2
    assert ".png" in capsys.readouterr().err


def test_small_and_odd_simulations() -> None:
    simulate(1, seed=1, threads=1, keep_deals=False).plot()
    with pytest.raises(ValueError, match="no deal"):
        plot_simulation(Simulation(BAIBIAN, ("random",) * 4, 0, None, Tally()))


def test_the_range_shown_leaves_out_one_in_a_thousand_at_each_end() -> None:
    assert shown_range({-500.0: 1, -4.0: 5000, 4.0: 5000, 900.0: 1}) == (-4.0, 4.0)
    assert shown_range({3.0: 1}) == (3.0, 3.0)


def test_pyplot_is_left_alone() -> None:
    code = (
        "import sys, skfast; result = skfast.simulate(2, threads=1); assert 'matplotlib' not in sys.modules; "
        "result.plot(); print('matplotlib.pyplot' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == "False"


def test_without_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    result = simulate(2, seed=1, threads=1)
    for name in [name for name in sys.modules if name.split(".")[0] == "matplotlib"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(ImportError, match=r"skfast\[plot\]"):
        result.plot()


def test_a_summary_in_a_notebook() -> None:
    result = simulate(50, BAIBIAN, ("lowest", "random") * 2, seed=1, threads=1)
    html = result._repr_html_()
    assert "50 deals, BAIBIAN, lowest / random / lowest / random, seed 1" in html and len(html) < 5000
    rows = {row[0]: row[1:] for row in result.grid().rows}
    assert result.deals is not None
    assert rows["plies"][2] == f"{result.deals['plies'].mean():.1f}"
    doubles = np.mean((result.deals["win"] == 0) & (result.deals["finish"][:, 0] % 2 == 0))
    assert rows["double wins"][0] == f"{100 * doubles:.1f} %"

"""Round robins: the arithmetic of a deal played twice, and the command."""

import json

import pytest

from skfast import BAIBIAN, JJ, State, View
from skfast.bots import Lowest, MonteCarlo, Random
from skfast.cli import main
from skfast.moves import PASS, Move
from skfast.tournament import play_encounter, round_robin


def first_play(view: View) -> Move:
    """A player in Python: passes where it may, else the first of the list."""
    return PASS if view.can_pass else view.legal_moves()[0]


def test_the_points_are_those_of_the_deals_played_by_hand() -> None:
    encounter = play_encounter(("first", "lowest"), (first_play, Lowest()), 5, JJ, seed=3, threads=1)
    values, won = [], 0
    for number in range(5):
        difference = 0
        for bots, sign in (((first_play, Lowest()), 1), ((Lowest(), first_play), -1)):
            state = State.deal(JJ, seed=3, number=number)
            while not state.is_over:
                state.play(bots[state.turn & 1](state.view(state.turn)))
            assert state.result is not None
            scores = state.result.scores
            difference += sign * (scores[0] + scores[2] - scores[1] - scores[3])
            won += (state.result.order[0] & 1 == 0) == (sign == 1)
        values.append(difference / 8)  # two plays, a side against a side, two players each
    assert encounter.points.mean == pytest.approx(sum(values) / 5)
    assert encounter.won == won / 10
    spread = sum((value - encounter.points.mean) ** 2 for value in values) / 4
    assert encounter.points.high - encounter.points.mean == pytest.approx(1.959964 * (spread / 5) ** 0.5)


def test_a_bot_against_itself_is_even() -> None:
    """Both plays of a deal of `lowest`, which knows no chance, are the same deal: each pair adds up to exactly 0."""
    encounter = play_encounter(("a", "b"), (Lowest(), Lowest()), 50, BAIBIAN, seed=1, threads=1)
    assert encounter.points.mean == encounter.points.low == encounter.points.high == 0
    assert encounter.won == 0.5 and not encounter.is_decided


def test_the_order_of_the_bots_changes_only_the_sign() -> None:
    one = play_encounter(("a", "b"), (Lowest(), MonteCarlo(10)), 6, BAIBIAN, seed=2, threads=1)
    two = play_encounter(("b", "a"), (MonteCarlo(10), Lowest()), 6, BAIBIAN, seed=2, threads=2)
    assert one.points.mean == -two.points.mean and one.won == pytest.approx(1 - two.won)


def test_a_round_robin() -> None:
    result = round_robin({"lowest": Lowest(), "random": Random(), "first": first_play}, 40, BAIBIAN, seed=1, threads=1)
    assert [(e.first, e.second) for e in result.encounters] == [
        ("lowest", "random"),
        ("lowest", "first"),
        ("random", "first"),
    ]
    assert result.standing[0][0] == "lowest"
    assert sum(points for _, points in result.standing) == pytest.approx(0)
    # every row is from the better bot's side
    assert all(row[2].startswith("+") for row in result.grid().rows)
    assert "rules BAIBIAN, seed 1" in result._repr_html_()


def test_what_is_refused() -> None:
    with pytest.raises(ValueError, match="two bots"):
        round_robin({"lowest": Lowest()}, 5)
    with pytest.raises(ValueError, match="2 deals"):
        round_robin({"lowest": Lowest(), "random": Random()}, 1)


def test_the_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", "lowest", "random", "--deals", "30", "--seed", "5", "--rules", "JJ"]) == 0
    out = capsys.readouterr().out.splitlines()
    assert (
        out[0] == "rules JJ, seed 5" and out[1].split() == "bot against points a deal 95 % interval won deals".split()
    )
    assert out[2].split()[:2] == ["lowest", "random"] and out[2].endswith("30 x 2")
    assert main(["tournament", "lowest", "random", "montecarlo:5", "--deals", "2", "--json", "--presets"]) == 0
    results = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [result["rules"] for result in results] == ["CLASSIC", "JJ", "BAIBIAN", "KINGS8", "QIANBIAN"]
    assert all(len(result["encounters"]) == 3 for result in results)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        (["best", "lowest"], "best"),
        (["lowest", "lowest"], "twice"),
        (["lowest"], "two bots"),
        (["--deals", "1"], "deals"),
        (["--threads", "0"], "threads"),
    ],
)
def test_bad_arguments(arguments: list[str], word: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["tournament", *arguments]) == 2
    err = capsys.readouterr().err
    assert word in err and err.count("\n") == 1

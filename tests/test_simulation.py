"""Whole deals: the kernel's playouts against a replay through State, and what must not change a result."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import skfast
from skfast import (
    BAIBIAN,
    CLASSIC,
    DEAL_DTYPE,
    JJ,
    KINGS8,
    PASS,
    QIANBIAN,
    IllegalMoveError,
    Move,
    Rules,
    Simulation,
    SimulationInterrupted,
    State,
    View,
    Win,
    playouts,
    simulate,
)
from skfast._batch import MixedDeal, play_deals
from skfast.cli import main
from skfast.tally import Summary, Tally

PRESETS = [CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN]
MASK = 2**64 - 1


def by_name(rules: Rules) -> str:
    return rules.name


class Stream:
    """xoshiro256++ seeded by SplitMix64, once more and in Python: what kernel/random.pxi says it is."""

    def __init__(self, seed: int, number: int) -> None:
        golden = 0x9E3779B97F4A7C15
        start = self.mix((self.mix((seed + golden) & MASK) + number + golden) & MASK)
        self.word = [self.mix((start + k * golden) & MASK) for k in (1, 2, 3, 4)]

    @staticmethod
    def mix(x: int) -> int:
        x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & MASK
        x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & MASK
        return x ^ (x >> 31)

    def next(self) -> int:
        def rotated(x: int, n: int) -> int:
            return ((x << n) | (x >> (64 - n))) & MASK

        a, b, c, d = self.word
        result = (rotated((a + d) & MASK, 23) + a) & MASK
        c, d = c ^ a, d ^ b
        self.word = [a ^ d, b ^ c, c ^ ((b << 17) & MASK), rotated(d, 45)]
        return result

    def below(self, n: int) -> int:
        while True:
            product = (self.next() >> 32) * n
            if product % 2**32 >= 2**32 % n:
                return product >> 32


def replayed(rules: Rules, seed: int, number: int) -> dict[str, Any]:
    """A deal between four random players, by State and the definition: a number drawn wherever there is a choice."""
    state = State.deal(rules, seed, number=number)
    stream = Stream(seed, number)
    for k in range(108, 1, -1):  # the shuffle
        stream.below(k)
    stream.below(4 if rules.lead == "last_winner" else 108)  # the leader, or the card turned up
    counts = dict.fromkeys(("plies", "leads", "choices", "lead_moves", "follow_moves"), 0)
    leader = state.leader
    bombs = np.zeros(16, int)
    best = [0, 0, 0, 0]
    while not state.is_over:
        moves = state.legal_moves()
        options = len(moves) + state.can_pass
        counts["plies"] += 1
        counts["leads"] += not state.can_pass
        counts["choices"] += options > 1
        counts["follow_moves" if state.can_pass else "lead_moves"] += len(moves)
        chosen = stream.below(options) if options > 1 else 0
        move = moves[chosen] if chosen < len(moves) else PASS
        if move.is_bomb:
            four = move.category == skfast.Category.JOKER_BOMB and move.n_cards == 4
            bombs[15 if four else move.stars - 4] += 1
            best[state.turn] = max(best[state.turn], move.stars)
        state.play(move)
    result = state.result
    assert result is not None
    return {
        **counts,
        "finish": list(result.order),
        "win": int(result.win),
        "base": list(result.base),
        "multiplier": result.multiplier,
        "contribution": list(result.contribution),
        "scores": list(result.scores),
        "leader": leader,
        "players": list(state.players),
        "face_up": 255 if state.face_up is None else state.face_up,
        "bombs": bombs.tolist(),
        "best_stars": best,
        "reserved": [0, 0, 0],
    }


@pytest.mark.parametrize("rules", PRESETS, ids=by_name)
def test_random_playouts_are_what_state_plays(rules: Rules) -> None:
    deals = simulate(25, rules, seed=11, threads=1).deals
    assert deals is not None and deals.dtype == DEAL_DTYPE
    for number, deal in enumerate(deals):
        want = replayed(rules, 11, number)
        assert {name: deal[name].tolist() for name in DEAL_DTYPE.names or ()} == want


def test_random_plays_are_uniform() -> None:
    state = State.from_hands(["34", "5", "6", "7"], leader=0)
    firsts = []
    for number in range(4000):
        deal = MixedDeal(state.copy(), 5, number)
        assert deal.advance(bytes([0, 255, 255, 255])) == 1
        firsts.append(str(deal.state.table))
    share = firsts.count("3") / len(firsts)
    assert set(firsts) == {"3", "4"} and abs(share - 0.5) < 5 * 0.5 / 4000**0.5


@pytest.mark.parametrize("policies", [(0, 0, 0, 0), (1, 1, 1, 1), (0, 1, 1, 0)])
@pytest.mark.parametrize("rules", PRESETS, ids=by_name)
def test_deals_ply_by_ply_are_the_same(rules: Rules, policies: tuple[int, ...]) -> None:
    deals = np.zeros(15, DEAL_DTYPE)
    play_deals(rules, bytes(policies), 3, 100, deals.view("u1"))
    again = np.zeros(15, DEAL_DTYPE)
    for i in range(15):
        state = State.deal(rules, 3, number=100 + i)
        deal = MixedDeal(state, 3, 100 + i)
        assert deal.advance(bytes(policies)) == -1
        deal.finish(again[i : i + 1].view("u1"))
        for seat, move in state.history:  # every ply was legal
            assert 0 <= seat < 4 and isinstance(move, Move)
        replay = State.deal(rules, 3, number=100 + i)
        for _, move in state.history:
            replay.play(move)
        assert replay.is_over
    assert deals.tobytes() == again.tobytes()


def test_a_small_arena_grows() -> None:
    deals, again = np.zeros(40, DEAL_DTYPE), np.zeros(40, DEAL_DTYPE)
    for rules in (BAIBIAN, QIANBIAN):
        play_deals(rules, bytes(4), 3, 0, deals.view("u1"))
        play_deals(rules, bytes(4), 3, 0, again.view("u1"), room=100)
        assert deals.tobytes() == again.tobytes()


# --- nothing but seed and number matters


@pytest.mark.parametrize("keep", [True, False])
def test_threads_and_chunks_change_nothing(keep: bool) -> None:
    policies = ("random", "lowest", "random", "random")
    one = simulate(300, QIANBIAN, policies, 7, threads=1, keep_deals=keep)
    for threads, chunk in [(1, 1), (2, 7), (3, 64), (5, 1000)]:
        again = simulate(300, QIANBIAN, policies, 7, threads=threads, chunk=chunk, keep_deals=keep)
        assert again == one and str(again) == str(one)


def test_a_deal_depends_on_its_number_only() -> None:
    long, short = simulate(100, seed=4).deals, simulate(10, seed=4).deals
    assert long is not None and short is not None
    assert long[:10].tobytes() == short.tobytes()
    other = simulate(10, seed=5).deals
    assert other is not None and other.tobytes() != short.tobytes()


def test_a_summary_alone_is_the_summary_of_the_deals() -> None:
    full, summed = simulate(200, seed=9), simulate(200, seed=9, chunk=33, keep_deals=False)
    assert summed.deals is None and summed.tally == full.tally and summed.summary == full.summary


def test_no_deals() -> None:
    result = simulate(0)
    assert result.deals is not None and len(result.deals) == 0 and result.n == 0
    assert "deals" in str(result)


# --- playouts from a position


def test_playouts() -> None:
    state = State.deal(BAIBIAN, 5)
    for _ in range(12):
        state.play(state.legal_moves()[0] if state.legal_moves() else PASS)
    text = state.text
    scores = playouts(state, 1300, "random", seed=3, threads=1)
    assert scores.shape == (1300, 4) and scores.dtype == np.int64
    assert state.text == text
    assert (playouts(state, 1300, "random", seed=3, threads=3) == scores).all()
    assert (playouts(state, 40, ["random"] * 4, seed=3) == scores[:40]).all()
    assert not (playouts(state, 1300, "random", seed=4) == scores).all()
    assert len({tuple(row) for row in playouts(state, 5, "lowest").tolist()}) == 1, "no chance in it"


def test_playouts_of_a_deal_that_is_over() -> None:
    state = State.from_hands(["3", "4", "5", "6"], leader=0)
    for move in ("3", "pass", "5"):
        state.play(move)
    assert state.is_over
    assert playouts(state, 3).tolist() == [list(state.scores())] * 3
    assert playouts(state, 0).shape == (0, 4)


def test_refused_arguments() -> None:
    state = State.deal()
    for call, error in [
        (lambda: playouts(state, -1), "n must be"),
        (lambda: playouts(state, 2, "best"), "'best'"),
        (lambda: playouts(state, 2, ["random"] * 3), "not 3"),
        (lambda: playouts(state, 2, seed=-1), "seed"),
        (lambda: playouts(state, 2, threads=0), "threads"),
        (lambda: simulate(-1), "n must be"),
        (lambda: simulate(1, policies="worst"), "'worst'"),
        (lambda: simulate(1, chunk=0), "chunk"),
        (lambda: simulate(1, seed=2**64), "seed"),
    ]:
        with pytest.raises(ValueError, match=error):
            call()
    with pytest.raises(TypeError, match="by name"):
        playouts(state, 2, [first_legal] * 4)  # type: ignore[list-item]
    with pytest.raises(TypeError, match="rules"):
        simulate(1, "BAIBIAN")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="n is an int"):
        simulate(1.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="callable"):
        simulate(1, policies=[1, 2, 3, 4])  # type: ignore[list-item]


# --- the player `lowest`


@pytest.mark.parametrize("rules", PRESETS, ids=by_name)
def test_lowest_beats_random(rules: Rules) -> None:
    summary = simulate(300, rules, ("lowest", "random", "lowest", "random"), 1).summary
    assert summary.difference.low > 0
    assert simulate(300, rules, ("random", "lowest", "random", "lowest"), 1).summary.difference.high < 0


def lowest_play(hands: list[str], plays: list[str], rules: Rules = BAIBIAN) -> str:
    """What `lowest` plays after these plays, seat 0 leading."""
    state = State.from_hands(hands, leader=0, rules=rules)
    for move in plays:
        state.play(move)
    codes = [255] * 4
    codes[state.turn] = 1
    deal = MixedDeal(state, 0, 0)
    deal.advance(bytes(codes))
    return str(state.history[-1][1])


FILL = "33445566778899TTJJ"


def test_lowest_leads_many_cheap_cards() -> None:
    assert lowest_play(["34567KK2", FILL, FILL, FILL], []) == "34567"
    assert lowest_play(["3344552", FILL, FILL, FILL], []) == "334455"


def test_lowest_follows_with_the_weakest() -> None:
    assert lowest_play(["3K", "468A2", FILL, FILL], ["3"]) == "4"
    assert lowest_play(["3K", "557788", FILL, FILL], ["3"]) == "5"
    assert lowest_play(["3K", "4457788", FILL, FILL], ["3"]) == "5", "a single card rather than half a pair"


def test_lowest_leaves_the_trick_to_its_partner() -> None:
    assert lowest_play(["3K", FILL, "4567789", FILL], ["3", "pass"]) == "pass"
    assert lowest_play(["3K", FILL, "4", FILL], ["3", "pass"]) == "4", "unless it goes out"


def test_lowest_keeps_its_bombs() -> None:
    mine, others = "4444" + "55667788TTJJ", ["3399TTJJQQKK", "3"]
    assert lowest_play(["335566778899A", mine, *others], ["A"]) == "pass"
    assert lowest_play(["AK", mine, *others], ["A"]) == "4444", "until somebody is about to go out"


# --- players in Python


def first_legal(view: View) -> Move:
    moves = view.legal_moves("thrifty")
    return moves[0] if moves else PASS


class Highest:
    def __repr__(self) -> str:
        return "Highest()"

    def __call__(self, view: View) -> Move:
        moves = view.legal_moves("thrifty")
        return moves[-1] if moves else PASS


def test_players_mix_with_policies() -> None:
    policies: list[Any] = ["random", first_legal, "lowest", Highest()]
    one = simulate(30, JJ, policies, 6, threads=1, chunk=30)
    assert one.policies == ("random", f"{__name__}.first_legal", "lowest", "Highest()")
    assert simulate(30, JJ, policies, 6, threads=3, chunk=4) == one
    deals = one.deals
    assert deals is not None and (deals["plies"] > 40).all()


def test_a_player_sees_the_view_of_its_seat() -> None:
    seats = set()

    def player(view: View) -> Move:
        assert isinstance(view, View) and view.turn == view.seat and view.seat in (1, 3)
        seats.add(view.seat)
        return first_legal(view)

    simulate(2, policies=["random", player, "random", player], threads=1)
    assert seats == {1, 3}


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_player_does_wrong_names_the_deal(threads: int) -> None:
    def cheat(view: View) -> Move:
        return Move.parse("BBRR")

    with pytest.raises(IllegalMoveError) as raised:
        simulate(40, policies=cheat, seed=8, threads=threads, chunk=40)
    assert any("deal 0 of seed 8, seat " in note for note in raised.value.__notes__)

    def lost(view: View) -> Move:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        simulate(5, policies=("random", lost, "random", "random"), threads=threads)


# --- sums


def test_a_summary_by_hand() -> None:
    deals = np.zeros(4, DEAL_DTYPE)
    deals["scores"] = [[4, -4, 4, -4], [-2, 2, -2, 2], [1, 0, 1, 0], [8, -8, 8, -8]]
    deals["finish"] = [[0, 2, 1, 3], [1, 0, 3, 2], [2, 1, 3, 0], [2, 0, 1, 3]]
    deals["win"] = [0, 1, 2, 0]
    deals["plies"], deals["leads"], deals["choices"] = [10, 20, 30, 40], 5, [4, 5, 6, 5]
    deals["lead_moves"], deals["follow_moves"] = 50, [0, 10, 20, 10]
    deals["bombs"][0, 0], deals["bombs"][3, 15], deals["best_stars"][3, 2] = 2, 1, 7
    deals["best_stars"][0, 1] = 4
    summary = Summary.of(Tally.of(deals), BAIBIAN)
    assert summary.points[0].mean == (8 - 4 + 2 + 16) / 4 and summary.points[1].mean == (-8 + 4 + 0 - 16) / 4
    # side differences 16, -8, 2, 32: mean 10.5, squares of what is left 30.25 + 342.25 + 72.25 + 462.25 = 907
    half = 1.959964 * (907 / 3 / 4) ** 0.5
    assert summary.difference.mean == 10.5
    assert summary.difference.high - 10.5 == pytest.approx(half) == 10.5 - summary.difference.low
    assert summary.wins == {"double": (0.5, 0.0), "single": (0.0, 0.25), "level": (0.25, 0.0)}
    assert summary.scores == (11 / 4, -10 / 4, 11 / 4, -10 / 4)
    assert (summary.plies, summary.leads, summary.choices) == (25, 5, 5)
    assert summary.lead_branching == 10 and summary.follow_branching == 40 / 80
    assert summary.bombs == {"4": 2, "J": 1} and summary.best_stars == {0: 2, 4: 1, 7: 1}


def test_a_tally_of_scores_that_fill_64_bits() -> None:
    deals = np.zeros(3, DEAL_DTYPE)
    large = 2**63 - 1
    deals["scores"] = [[large, -large, large, -large], [0, 1, 2, 3], [large, -large, large, -large]]
    deals["finish"] = [0, 2, 1, 3]
    tally = Tally.of(deals)
    assert tally.points == {(2 * large, -2 * large): 2, (2, 4): 1}
    assert tally.scores == [2 * large, 1 - 2 * large, 2 * large + 2, 3 - 2 * large]
    small = Tally.of(deals[1:2])
    assert small.points == {(2, 4): 1}
    for sign in (-1, 1):
        deals["scores"][1] = [5 * sign, -7 * sign, 2**20, 0]
        assert Tally.of(deals[1:2]).points == {(5 * sign + 2**20, -7 * sign): 1}


def test_tallies_add_up() -> None:
    deals = simulate(100, seed=2).deals
    assert deals is not None
    parts = Tally()
    for first in (50, 0, 75, 25):
        parts.add(Tally.of(deals[first : first + 25]))
    assert parts == Tally.of(deals) == Tally.from_json(json.loads(json.dumps(parts.to_json())))
    assert sum(sum(win) for win in parts.wins) == 100 and parts.wins[Win.DOUBLE][0] > 0


# --- files


@pytest.mark.parametrize("suffix", [".npz", ".parquet"])
def test_results_in_files(tmp_path: Path, suffix: str) -> None:
    if suffix == ".parquet":
        pytest.importorskip("pyarrow")
    result = simulate(50, KINGS8, "lowest", 3)
    path = tmp_path / f"deals{suffix}"
    result.save(path)
    assert Simulation.load(path) == result
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_a_summary_in_a_file(tmp_path: Path) -> None:
    result = simulate(50, seed=3, keep_deals=False)
    result.save(tmp_path / "sums.npz")
    assert Simulation.load(tmp_path / "sums.npz") == result
    with pytest.raises(ValueError, match="not kept"):
        result.save(tmp_path / "sums.parquet")
    assert not (tmp_path / "sums.parquet").exists()
    with np.load(tmp_path / "sums.npz", allow_pickle=False) as file:
        assert list(file) == ["about"]


def test_a_file_is_whole_or_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    result = simulate(20)
    path = tmp_path / "deals.npz"
    result.save(path)
    before = path.read_bytes()

    def fails(file: Any, *args: Any, **kwargs: Any) -> None:
        file.write(b"half of it")
        raise OSError("disk full")

    monkeypatch.setattr(np, "savez", fails)
    with pytest.raises(OSError, match="disk full"):
        simulate(30).save(path)
    assert path.read_bytes() == before and len(list(tmp_path.iterdir())) == 1


def test_other_files_are_refused(tmp_path: Path) -> None:
    np.savez(tmp_path / "other.npz", a=np.zeros(3))
    with pytest.raises(ValueError, match="no result"):
        Simulation.load(tmp_path / "other.npz")
    for path in ("deals.csv", "deals"):
        with pytest.raises(ValueError, match="npz or .parquet"):
            simulate(1).save(tmp_path / path)
        with pytest.raises(ValueError, match="npz or .parquet"):
            Simulation.load(tmp_path / path)


# --- long runs


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    simulate(100, chunk=30, threads=1, progress=lambda done, n: told.append((done, n)))
    assert told == [(30, 100), (60, 100), (90, 100), (100, 100)]


def test_a_bar_on_request_and_silence_in_a_pipe(capfd: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("tqdm")
    simulate(100, chunk=30, progress=True)
    assert "100/100" in capfd.readouterr().err
    simulate(100, chunk=30)
    assert capfd.readouterr().err == ""


def test_ctrl_c_keeps_what_was_finished() -> None:
    def interrupt(done: int, n: int) -> None:
        if done >= 300:
            raise KeyboardInterrupt

    for threads in (1, 2):
        with pytest.raises(SimulationInterrupted) as stop:
            simulate(10_000, seed=4, threads=threads, chunk=100, progress=interrupt)
        result = stop.value.result
        assert 100 <= result.n < 1000 and result == simulate(result.n, seed=4)
        assert result.deals is not None and len(result.deals) == result.n


MEMORY = """
import resource, sys
import skfast
skfast.simulate(int(sys.argv[1]), keep_deals=False, threads=2)
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="ru_maxrss is in KiB on Linux")
def test_memory_of_a_summary_does_not_grow() -> None:
    few, many = (
        int(subprocess.run([sys.executable, "-c", MEMORY, n], capture_output=True, text=True, check=True).stdout)
        for n in ("20000", "120000")
    )
    assert many < 200 * 1024 and many - few < 5 * 1024


# --- the command


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deals.npz"
    options = ["simulate", "200", "--rules", "千变", "--policies", "lowest,random,random,random", "--seed", "5"]
    assert main([*options, "--out", str(path), "--json", "--threads", "2", "--chunk", "50"]) == 0
    shown = json.loads(capsys.readouterr().out)
    want = simulate(200, QIANBIAN, ("lowest", "random", "random", "random"), 5)
    assert Simulation.load(path) == want
    assert shown["n"] == 200 and shown["difference"]["mean"] == want.summary.difference.mean
    assert main([*options, "--checkpoint", str(tmp_path / "c"), "--no-progress"]) == 0
    first = capsys.readouterr().out
    assert main([*options, "--checkpoint", str(tmp_path / "c")]) == 0
    again = capsys.readouterr().out
    assert first.splitlines()[:-1] == again.splitlines()[:-1] == str(want).splitlines()
    assert main(["simulate", "201", "--checkpoint", str(tmp_path / "c")]) == 2
    assert "another run" in capsys.readouterr().err


@pytest.mark.parametrize(
    "options",
    [
        ["many"],
        ["-3"],
        ["1.5e0"],
        ["10", "--policies", "best"],
        ["10", "--policies", "random,random"],
        ["10", "--executor", "moon"],
        ["10", "--out", "x.csv"],
        ["10", "--threads", "0"],
    ],
)
def test_what_the_command_refuses(options: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", *options]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1

"""The bots: fair, reproducible, and each stronger than the one before."""

import dataclasses
import pickle
import random
import statistics
import time

import pytest

from skfast import BAIBIAN, CLASSIC, JJ, PASS, QIANBIAN, Hand, State, is_legal, simulate
from skfast._bots import Position
from skfast.bots import Bot, Lowest, MonteCarlo, Random, known_cards, make_bot
from skfast.game import View
from skfast.rules import PRESETS, Rules

BOTS = [Random(3), Lowest(), MonteCarlo(30, seed=3)]


def position(rules: Rules, number: int, plies: int) -> State:
    """A deal of seed 5 after some plies of the simple player."""
    state = State.deal(rules, seed=5, number=number)
    while state.plies < plies and not state.is_over:
        state.play(Lowest()(state.view(state.turn)))
    return state


def redealt(state: State, seed: int) -> State:
    """The same deal as seat `turn` sees it, with the cards it cannot see dealt again by Python's generator."""
    seat = state.turn
    closed = [other for other in range(4) if other != seat and not (state.rules.partner_visible and other == seat ^ 2)]
    cards = [rank for other in closed for rank in state.hands[other]]
    random.Random(seed).shuffle(cards)
    hands = list(state.hands)
    for other in closed:
        n = len(state.hands[other])
        counts = [0] * 15
        for rank in cards[:n]:
            counts[rank] += 1
        hands[other], cards = Hand(counts), cards[n:]
    # the text of a position, the hands exchanged
    words = state.text.split()
    words[1] = "/".join(hand.text or "-" for hand in hands)
    return State(" ".join(words))


# --- fair


@pytest.mark.parametrize("bot", BOTS, ids=repr)
@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_hands_it_cannot_see_do_not_change_its_choice(bot: Bot, rules: Rules) -> None:
    changed = 0
    for number in range(4):
        for plies in (0, 9, 30):
            state = State(position(rules, number, plies).text)  # without its history, as the others have none
            if state.is_over:
                continue
            choice = bot(state.view(state.turn))
            for seed in range(3):
                other = redealt(state, seed)
                changed += other.hands != state.hands
                assert bot(other.view(other.turn)) == choice
    assert changed > 10


def test_a_bot_gets_a_view_and_the_view_has_no_hidden_hand() -> None:
    """What the test above relies on: a view is made of what is on the table, and of sums."""
    state = position(BAIBIAN, 0, 9)
    view = state.view(state.turn)
    for other in range(4):
        if other != state.turn:
            hidden = state.hands[other]
            values = [getattr(view, field.name) for field in dataclasses.fields(View)]
            assert hidden not in values and hidden.counts not in values and int(hidden) not in values


@pytest.mark.parametrize("rules", [BAIBIAN, JJ], ids=["BAIBIAN", "JJ"])
def test_sampled_hands_hold_what_can_be_there(rules: Rules) -> None:
    for plies in (0, 20, 50, 90):
        state = position(rules, 1, plies)
        if state.is_over:
            continue
        seat = state.turn
        view = state.view(seat)
        worlds = Position(view, known_cards(view), seed=1)
        seen = set()
        for world in range(50):
            hands = [Hand(packed) for packed in worlds.sample(world)]
            assert hands[seat] == state.hands[seat]
            if rules.partner_visible:
                assert hands[seat ^ 2] == state.hands[seat ^ 2]
            assert [len(hand) for hand in hands] == list(view.hand_sizes)
            total = [sum(counts) for counts in zip(*(hand.counts for hand in hands), strict=True)]
            assert total == [sum(c) for c in zip(*(hand.counts for hand in state.hands), strict=True)]
            assert Position(view, known_cards(view), seed=1).sample(world) == tuple(map(int, hands))
            seen.add(tuple(map(int, hands)))
        assert len(seen) > 1 or plies == 90


def test_samples_are_spread_evenly() -> None:
    """Seat 0 holds a 3; 4 4 5 5 lie with the others, two, one and one: seat 1 holds 44 in 1 of 6 worlds."""
    view = State.from_hands(["3", "44", "5", "5"], leader=0).view(0)
    worlds = Position(view, seed=9)
    n = sum(Hand(worlds.sample(world)[1]) == Hand("44") for world in range(6000))
    assert abs(n - 1000) < 5 * (6000 * 5 / 36) ** 0.5


def test_the_face_up_card_stays_with_the_first_leader_until_he_may_have_played_it() -> None:
    state = State.deal(BAIBIAN, seed=11)
    first, card = state.leader, state.face_up
    assert card is not None
    rank = card % 54 // 4 if card % 54 < 52 else card % 54 - 39
    state.play(next(move for move in state.legal_moves() if not move.cards.count(rank)))
    view = state.view(state.turn)
    assert known_cards(view) == ((first, rank),)
    worlds = Position(view, known_cards(view))
    assert all(Hand(worlds.sample(world)[first]).count(rank) for world in range(50))
    state.undo()
    state.play(next(move for move in state.legal_moves() if move.cards.count(rank)))
    assert known_cards(state.view(state.turn)) == ()
    assert known_cards(State(position(BAIBIAN, 0, 30).text).view(0)) == ()  # begun in the middle: nobody knows
    assert known_cards(State.deal(CLASSIC, seed=1).view(0)) == ()


# --- legal, reproducible, sensible


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
def test_whole_deals_are_legal_and_reproducible(rules: Rules) -> None:
    bots = [MonteCarlo(12, seed=1), Random(1), MonteCarlo(12, seed=2), Lowest()]
    games = []
    for _ in range(2):
        state = State.deal(rules, seed=3)
        while not state.is_over:
            state.play(bots[state.turn](state.view(state.turn)))  # raises for what is not legal
        games.append(state.history)
    assert games[0] == games[1]


def test_an_answer_depends_on_the_view_alone() -> None:
    states = [position(BAIBIAN, number, 12) for number in range(8)]
    bot = MonteCarlo(60, seed=4)
    there = [bot(state.view(state.turn)) for state in states]
    back = [bot(state.view(state.turn)) for state in reversed(states)]
    assert there == back[::-1]


def test_random_plays_everything_that_is_legal() -> None:
    state = State.from_hands(["3456", "3", "3", "3"], leader=1)
    state.play("3")
    state.play("pass")
    state.play("pass")
    view = state.view(0)
    assert {str(Random(seed)(view)) for seed in range(100)} == {"4", "5", "6", "pass"}


def test_bots_travel_to_other_processes() -> None:
    state = position(BAIBIAN, 2, 12)
    view = state.view(state.turn)
    for bot in BOTS:
        other = pickle.loads(pickle.dumps(bot))
        assert repr(other) == repr(bot) and other(view) == bot(view)


def test_simulate_takes_bots_and_its_threads_make_no_difference() -> None:
    policies = (MonteCarlo(8, seed=1), "lowest", Random(2), Lowest())
    one = simulate(6, JJ, policies, seed=1, threads=1)
    assert one == simulate(6, JJ, policies, seed=1, threads=3, chunk=1)


def test_lowest_is_the_player_of_the_kernel() -> None:
    for rules in PRESETS.values():
        ours, theirs = (simulate(4, rules, player, seed=1, threads=1).deals for player in (Lowest(), "lowest"))
        assert ours is not None and theirs is not None and ours.tobytes() == theirs.tobytes()


def test_seeds_matter() -> None:
    state = State.deal(BAIBIAN, seed=3)
    view = state.view(state.turn)
    assert len({Random(seed)(view) for seed in range(20)}) > 5


def test_monte_carlo_finds_the_forced_win() -> None:
    """Two cards left, R and 3, and the others hold only single cards between: who leads the 3 is beaten by the 5."""
    view = State.from_hands(["3R", "5", "4", "5"], leader=0, rules=CLASSIC).view(0)
    bot = MonteCarlo(200, seed=1)
    assert str(bot(view)) == "R"
    chosen, *others = bot.estimates(view)
    assert chosen.gain >= 0 and {str(row.move) for row in [chosen, *others]} == {"3", "R"}
    assert sum(row.playouts for row in [chosen, *others]) <= 200


def test_monte_carlo_lets_its_partner_go_out() -> None:
    """The partner's last card is on the table, all others would have to beat it."""
    state = State.from_hands(["4", "K6", "2", "557"], leader=2)
    state.play("2")
    assert state.turn == 3
    assert MonteCarlo(50)(state.view(3)) is PASS


def test_budgets() -> None:
    state = State.deal(QIANBIAN, seed=2)
    view = state.view(state.turn)
    rows = MonteCarlo(300).estimates(view)
    assert 250 <= sum(row.playouts for row in rows) <= 300
    start = time.perf_counter()
    MonteCarlo(milliseconds=30)(view)
    assert time.perf_counter() - start < 1.0  # a busy machine is given time
    assert sum(row.playouts for row in MonteCarlo(1).estimates(view)) <= 16  # at least one world


def test_the_plays_compared_are_legal_and_differ() -> None:
    for rules in PRESETS.values():
        for number in range(3):
            for plies in (0, 7, 21, 40):
                state = position(rules, number, plies)
                if state.is_over:
                    continue
                view = state.view(state.turn)
                first = Lowest()(view)
                moves = Position(view).compare(first, 16)
                assert moves[0] == first and len(moves) == len(set(moves)) <= 16
                assert (PASS in moves) == (view.can_pass or first is PASS)
                for move in moves:
                    assert move is PASS or move == PASS or is_legal(move, view.hand, view.table, rules)


@pytest.mark.parametrize(
    ("arguments", "word"),
    [
        ({"playouts": 0}, "playouts"),
        ({"playouts": 5, "milliseconds": 5}, "both"),
        ({"milliseconds": 0}, "milliseconds"),
        ({"policy": "best"}, "policy"),
        ({"breadth": 1}, "breadth"),
        ({"seed": -1}, "seed"),
    ],
)
def test_what_is_refused(arguments: dict[str, object], word: str) -> None:
    with pytest.raises(ValueError, match=word):
        MonteCarlo(**arguments)  # type: ignore[arg-type]


def test_not_its_turn() -> None:
    state = State.deal(BAIBIAN, seed=1)
    for bot in BOTS:
        with pytest.raises(ValueError, match="turn"):
            bot(state.view(state.turn ^ 1))


def test_bots_by_name() -> None:
    assert repr(make_bot("random", 4)) == "Random(seed=4)"
    assert repr(make_bot("Lowest")) == "Lowest()"
    assert repr(make_bot("montecarlo")) == "MonteCarlo(playouts=200)"
    assert repr(make_bot("mc:40", 1)) == "MonteCarlo(playouts=40, seed=1)"
    assert repr(MonteCarlo(9, doubt=2.0, breadth=4)) == "MonteCarlo(playouts=9, breadth=4, doubt=2.0)"
    for name in ("", "best", "montecarlo:x", "montecarlo:0", "lowest:3"):
        with pytest.raises(ValueError):
            make_bot(name)


# --- strong


def points(rules: Rules, a: Bot, b: Bot, number: int) -> float:
    """What a player of A's side gets more than one of B's, halved, in a deal played twice with sides swapped."""
    total = 0
    for bots, sign in (((a, b), 1), ((b, a), -1)):
        state = State.deal(rules, seed=2026, number=number)
        while not state.is_over:
            state.play(bots[state.turn & 1](state.view(state.turn)))
        scores = state.scores()
        total += sign * (scores[0] + scores[2] - scores[1] - scores[3])
    return total / 8


@pytest.mark.parametrize("rules", PRESETS.values(), ids=PRESETS)
@pytest.mark.parametrize(
    ("a", "b", "pairs"), [(Lowest(), Random(), 40), (MonteCarlo(100), Lowest(), 40)], ids=["lowest", "montecarlo"]
)
def test_each_bot_beats_the_one_before(a: Bot, b: Bot, pairs: int, rules: Rules) -> None:
    values = [points(rules, a, b, number) for number in range(pairs)]
    error = statistics.stdev(values) / pairs**0.5
    assert statistics.mean(values) > 1.96 * error

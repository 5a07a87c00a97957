"""Matches: who leads next, who sits where, totals by player, aborted deals."""

from __future__ import annotations

import random

import pytest

from skfast import BAIBIAN, CLASSIC, JJ, PASS, QIANBIAN, Match, Rules, State, Win
from skfast.rules import PRESETS


def play_out(state: State, seed: int) -> None:
    choice = random.Random(seed)
    while not state.is_over:
        moves = list(state.legal_moves())
        state.play_unchecked(choice.choice([*moves, PASS] if state.can_pass else moves))


def play_match(rules: Rules, seed: int, deals: int) -> Match:
    match = Match(rules, seed)
    for number in range(deals):
        play_out(match.deal(), number)
        match.finish()
    return match


def test_the_last_winner_leads_in_classic() -> None:
    match = Match(CLASSIC, seed=3)
    seen = set()
    random_leaders = set()
    previous = None
    for number in range(60):
        state = match.deal()
        drawn = State.deal(CLASSIC, 3, number=number).turn  # who leads when it is left to chance
        if previous is None or previous.win is Win.DOUBLE:
            assert state.turn == drawn
            random_leaders.add(state.turn)
        else:
            assert state.turn == previous.order[0]
        play_out(state, number)
        previous = match.finish()
        seen.add(previous.win)
    assert seen == set(Win) and random_leaders == {0, 1, 2, 3}


def test_an_aborted_deal_leaves_the_lead_to_chance_and_scores_nothing() -> None:
    match = Match(CLASSIC, seed=3)
    for number in range(30):
        play_out(match.deal(), number)
        match.finish()
        totals, results = match.totals, list(match.results)
        state = match.deal()
        for _ in range(5):
            state.play(state.legal_moves()[0])
        match.abort()
        assert match.totals == totals and match.results == results and match.state is None
        assert match.deal().turn == State.deal(CLASSIC, 3, number=match.n_deals - 1).turn
        match.abort()


def test_an_aborted_deal_takes_its_contributions_along() -> None:
    match = Match(BAIBIAN, seed=1)
    while True:
        state = match.deal()
        bomb = next((move for move in state.legal_moves() if move.stars >= 6), None)
        if bomb is not None:
            break
        match.abort()
    state.play(bomb)
    assert max(state.scores()) >= 6
    match.abort()
    assert match.totals == (0, 0, 0, 0)


@pytest.mark.parametrize("rules", list(PRESETS.values()), ids=lambda rules: rules.name)
def test_the_same_seed_is_the_same_match(rules: Rules) -> None:
    a, b = play_match(rules, 9, 6), play_match(rules, 9, 6)
    assert a.results == b.results and a.totals == b.totals and a.players == b.players
    assert play_match(rules, 10, 6).results != a.results


def test_totals_are_by_player_who_change_seats() -> None:
    match = Match(BAIBIAN, seed=4)
    by_player = [0, 0, 0, 0]
    seatings = set()
    for number in range(40):
        before = match.players
        state = match.deal()
        assert sorted(state.players) == [0, 1, 2, 3] and state.players == match.players
        changed = [seat for seat in range(4) if state.players[seat] != before[seat]]
        assert len(changed) in (0, 2)  # one change at most, from where they sat
        seatings.add(state.players)
        play_out(state, number)
        result = match.finish()
        for seat, player in enumerate(match.players):
            by_player[player] += result.scores[seat]
        assert match.totals == tuple(by_player)
    assert len(seatings) > 3


@pytest.mark.parametrize("rules", [CLASSIC, QIANBIAN], ids=lambda rules: rules.name)
def test_players_stay_where_no_seats_are_changed(rules: Rules) -> None:
    assert play_match(rules, 4, 10).players == (0, 1, 2, 3)


def test_a_deal_of_a_match_is_a_deal() -> None:
    match = Match(JJ, seed=8)
    match.deal()
    match.abort()
    players = match.players
    assert match.deal() == State.deal(JJ, 8, number=1, players=players)


def test_what_cannot_be_done_now() -> None:
    match = Match(BAIBIAN)
    for action in (match.finish, match.abort):
        with pytest.raises(ValueError, match="no deal is in progress"):
            action()
    match.deal()
    with pytest.raises(ValueError, match="a deal is in progress"):
        match.deal()
    with pytest.raises(ValueError, match="not over"):
        match.finish()
    with pytest.raises(ValueError, match="seed"):
        Match(BAIBIAN, -1)
    with pytest.raises(TypeError):
        Match("BAIBIAN")  # type: ignore[arg-type]

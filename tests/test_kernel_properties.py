"""Laws of moves on the whole world of cards and flags, sought by hypothesis where bombs, wilds and close calls are."""

from __future__ import annotations

import itertools

import pytest
import variants
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from universe import RANKS, packed

from skfast import (
    PASS,
    Category,
    Hand,
    InvalidMoveError,
    Move,
    Rules,
    can_beat,
    classify,
    count_moves,
    is_legal,
    legal_moves,
    reference,
)

Counts = tuple[int, ...]
GROUPS = [0, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4, 5, 6, 7, 8]
many = settings(
    max_examples=2 * settings.default.max_examples,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


@st.composite
def counts(draw: st.DrawFn, n_cards: int = 27) -> Counts:
    """A hand of up to so many cards: groups of a few ranks beside each other, wilds, at times a card far off."""
    bottom = draw(st.integers(0, 12))
    groups = draw(st.lists(st.sampled_from(GROUPS), min_size=1, max_size=12))
    hand = [0] * 15
    hand[13], hand[14] = draw(st.integers(0, 2)), draw(st.integers(0, 2))
    for rank, group in zip(range(bottom, 13), groups, strict=False):
        hand[rank] = group
    far = draw(st.integers(0, 25))
    if far < 13:
        hand[far] = min(8, hand[far] + 1)
    for rank in itertools.cycle(range(13)):
        if sum(hand) <= n_cards:
            return tuple(hand)
        hand[rank] = max(0, hand[rank] - 1)
    raise AssertionError


@st.composite
def any_rules(draw: st.DrawFn) -> Rules:
    """A preset, a mix that the tests name, or a mix of any flags."""
    known = draw(st.sampled_from([*variants.PRESETS, *variants.ODD, None]))
    if known is not None:
        return known
    rules = variants.changed(
        variants.BAIBIAN, **{field: draw(st.sampled_from(values)) for field, values in variants.VALUES.items()}
    )
    assume(rules is not None)
    assert rules is not None
    return rules


def strength(move: Move) -> tuple[int, ...]:
    return move.is_bomb, move.stars, move.order, move.rank


def close_tables(moves: list[Move], pick: int) -> list[Move]:
    """Of the kind of one of these moves the one that is just not beaten, and the one below it."""
    if not moves:
        return []
    chosen = moves[pick % len(moves)]
    kind = [move for move in moves if (move.category, move.n_cards) == (chosen.category, chosen.n_cards)]
    if chosen.is_bomb:
        kind = [move for move in moves if move.is_bomb]
    kind.sort(key=strength)
    return kind[-2:]


# --- Lists


@many
@given(counts(18), counts(14), any_rules(), st.integers(0, 10_000))
def test_lists_are_those_of_the_reference(hand: Counts, other: Counts, rules: Rules, pick: int) -> None:
    lead = list(legal_moves(packed(hand), None, rules))
    expected = reference.legal_moves(hand, None, rules)
    assert set(lead) == expected
    assert len(lead) == len(expected)
    theirs = list(legal_moves(packed(other), None, rules))
    for table in [None, *close_tables(lead, pick), *close_tables(theirs, pick)]:
        follow = [move for move in lead if table is None or reference.beats(move, table, rules)]
        thrifty = [move for move in follow if reference.thrifty(move, hand, rules)]
        assert list(legal_moves(packed(hand), table, rules)) == follow
        assert list(legal_moves(packed(hand), table, rules, "thrifty")) == thrifty
        assert count_moves(packed(hand), table, rules) == len(follow)
        assert count_moves(packed(hand), table, rules, "thrifty") == len(thrifty)
        assert can_beat(packed(hand), table, rules) == bool(follow)


@many
@given(counts(), any_rules(), st.data())
def test_fewer_cards_leave_the_moves_that_they_hold(hand: Counts, rules: Rules, data: st.DataObject) -> None:
    """What a hand may lead is what the larger hand may lead and it holds, in the same order."""
    fewer = tuple(data.draw(st.integers(max(0, count - 2), count)) for count in hand)
    smaller = Hand(fewer)
    kept = [move for move in legal_moves(packed(hand), None, rules) if smaller.contains(move.packed)]
    assert set(legal_moves(smaller, None, rules)) == set(kept)
    assert count_moves(smaller, None, rules) == len(kept)


# --- One move


def variations(move: Move, rules: Rules) -> list[Move]:
    """Moves one step off this one, as far as they are moves of any rules: the reading longer, shorter, larger, smaller,
    higher or lower, the cards one card or one rank off, a wild that is or is not there.
    """
    cards = list(move.cards.counts)
    around = [cards]
    for rank in range(15):
        for other in (rank - 1, rank, rank + 1):
            changed = cards.copy()
            changed[rank] -= 1
            if 0 <= other < 15 and other != rank:
                changed[other] += 1
            around.append(changed)
    found = []
    for changed in around:
        if min(changed) < 0 or max(changed[:13]) > 8 or max(changed[13:]) > 2 or not 0 < sum(changed) <= 27:
            continue
        for length, size, rank in {
            *((move.length + step, move.size, move.rank) for step in (-1, 0, 1)),
            *((move.length, move.size + step, move.rank) for step in (-1, 0, 1)),
            *((move.length, move.size, move.rank + step) for step in (-1, 0, 1)),
        }:
            for category in {move.category, Category.BOMB, Category.PAIR}:
                reading = reference.Reading(int(category), length, size, rank)
                for wilds in {move.wilds, sum(changed[13:]), 0}:
                    try:
                        found.append(reference.move_of(packed(changed), reading, wilds, rules))
                    except (InvalidMoveError, ValueError):
                        continue
    return found


@many
@given(counts(), any_rules(), any_rules(), st.integers(0, 10_000), st.data())
def test_in_the_list_if_and_only_if_legal(
    hand: Counts, rules: Rules, others: Rules, pick: int, data: st.DataObject
) -> None:
    lead = legal_moves(packed(hand), None, rules)
    assume(len(lead))
    move = lead[pick % len(lead)]
    held = set(lead)
    readings = reference.readings(move.cards, rules) | reference.readings(move.cards, others)
    candidates = [move, *readings, *variations(move, rules), *variations(move, others)]
    table = data.draw(st.sampled_from([None, *close_tables(list(lead), pick), move]))
    follow = set(legal_moves(packed(hand), table, rules))
    for candidate in candidates:
        fits = all(need <= have for need, have in zip(candidate.cards.counts, hand, strict=True))
        legal = fits and candidate in reference.legal_readings(candidate.cards, rules)
        assert (candidate in held) == legal, candidate
        assert is_legal(candidate, packed(hand), None, rules) == legal, candidate
        beats = legal and (table is None or reference.beats(candidate, table, rules))
        assert (candidate in follow) == beats, candidate
        assert is_legal(candidate, packed(hand), table, rules) == beats, candidate
    assert not is_legal(PASS, packed(hand), table, rules)
    for rank in range(15):  # the very cards are held, then one fewer
        if move.cards.counts[rank]:
            assert is_legal(move, move.cards, None, rules)
            assert not is_legal(move, move.cards - Hand(RANKS[rank]), None, rules)


@many
@given(counts(), any_rules())
def test_the_cards_of_a_move_are_classified_as_it(hand: Counts, rules: Rules) -> None:
    moves = legal_moves(packed(hand), None, rules)
    for move in moves[:: 1 + len(moves) // 300]:
        found = classify(move.cards, rules)
        assert found.count(move) == 1
        assert len(set(found)) == len(found)
        assert not any(a.beats(b) for a in found for b in found)


@many
@given(counts(), any_rules())
def test_classify_is_the_reference(cards: Counts, rules: Rules) -> None:
    found = classify(packed(cards), rules)
    assert set(found) == reference.legal_readings(cards, rules)
    for table in found:
        assert classify(packed(cards), rules, table) == ()


# --- What beats what


@many
@given(st.lists(counts(), min_size=2, max_size=3), any_rules(), st.integers(0, 10_000), st.integers(0, 10_000))
def test_beats(hands: list[Counts], rules: Rules, pick: int, step: int) -> None:
    """Irreflexive, asymmetric, transitive, every bomb above all that is no bomb, as the reference has it."""
    moves: list[Move] = [PASS]
    for hand in hands:
        lead = list(legal_moves(packed(hand), None, rules))
        moves += lead[pick % 97 :: 1 + step % 41][:6] + close_tables(lead, pick)
    for a in moves:
        assert not a.beats(a)
        for b in moves:
            assert a.beats(b) == reference.beats(a, b, rules)
            assert not (a.beats(b) and b.beats(a))
            if a.is_bomb and b.category != Category.PASS and not b.is_bomb:
                assert a.beats(b)
            if a.beats(b):
                assert all(a.beats(c) for c in moves if b.beats(c))


# --- Text


@many
@given(counts(), any_rules(), st.randoms(use_true_random=False), st.data())
def test_text_of_every_move_is_read_back(hand: Counts, rules: Rules, rng: object, data: st.DataObject) -> None:
    moves = legal_moves(packed(hand), None, rules)
    for move in moves[:: 1 + len(moves) // 60]:
        text = str(move)
        parsed = Move.parse(text, rules)
        assert parsed == move
        assert str(parsed) == text
        cards, _, reading = text.partition("=")
        assert Hand(cards) == move.cards
        assert bool(reading) == (move.wilds > 0)
        shuffled = list(cards)
        rng.shuffle(shuffled)  # type: ignore[attr-defined]
        assert Move.parse("".join(shuffled).lower() + (f" = {reading}" if reading else ""), rules) == move
        if reading:
            assert reading == "".join(
                letter * n for letter, n in zip(RANKS, reference.assignment(move, rules), strict=True)
            )
        found = classify(move.cards, rules)
        if len(found) == 1:
            assert Move.parse(cards, rules) == move
        elif not reading:
            raise AssertionError("natural cards have one reading")
        else:
            with pytest.raises(InvalidMoveError):
                Move.parse(cards, rules)


@many
@given(counts(12), any_rules())
def test_text_of_a_reading_that_is_not_legal_is_refused(cards: Counts, rules: Rules) -> None:
    for reading in reference.readings(cards, rules) - reference.legal_readings(cards, rules):
        shown = "".join(letter * n for letter, n in zip(RANKS, reference.assignment(reading, rules), strict=True))
        with pytest.raises(InvalidMoveError):
            Move.parse(f"{reading.cards}={shown}", rules)
        assert not is_legal(f"{reading.cards}={shown}", packed(cards), None, rules)


@many
@given(counts(16), any_rules(), st.integers(0, 10_000))
def test_parsing_on_a_table_takes_the_reading_that_beats_it(hand: Counts, rules: Rules, pick: int) -> None:
    lead = list(legal_moves(packed(hand), None, rules))
    for table in close_tables(lead, pick):
        for move in lead[pick % 13 :: 13]:
            fitting = [reading for reading in classify(move.cards, rules) if reference.beats(reading, table, rules)]
            cards = move.cards.text
            if len(fitting) == 1:
                assert Move.parse(cards, rules, table) == fitting[0]
            else:
                with pytest.raises(ValueError, match=r".+"):
                    Move.parse(cards, rules, table)

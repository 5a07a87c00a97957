"""Move, its text, MoveList, and what the questions take and refuse.  Which moves are legal is tested elsewhere."""

import copy
import doctest
import gc
import itertools
import pickle
import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import skfast
from skfast import (
    BAIBIAN,
    CLASSIC,
    JJ,
    KINGS8,
    MOVE_DTYPE,
    PASS,
    QIANBIAN,
    Category,
    Hand,
    IllegalMoveError,
    InvalidHandError,
    InvalidMoveError,
    Move,
    MoveList,
    can_beat,
    classify,
    count_moves,
    hints,
    is_legal,
    legal_moves,
    legal_moves_into,
)
from skfast.moves import illegal_reason

FIELDS = ("packed", "category", "length", "size", "rank", "stars", "n_cards", "wilds", "order")
ODD = [
    replace(QIANBIAN, chain_star="smallest"),
    replace(QIANBIAN, chain_min_groups=2, max_bomb_size=6, four_jokers="bottom7"),
    replace(QIANBIAN, chain_star="smallest", max_bomb_size=5, chain_min_groups=2, mixed_joker_pair="never"),
    replace(BAIBIAN, chain_sizes="mixed", chain_min_groups=2),
    replace(CLASSIC, wild_jokers="all", max_bomb_size=12),
    replace(QIANBIAN, chain_sizes="equal"),
]
ALL_RULES = [BAIBIAN, CLASSIC, JJ, KINGS8, QIANBIAN, *ODD]


def clumped(rng: random.Random, n: int, n_ranks: int) -> int:
    """A hand of at most n cards, few ranks beside each other and often all jokers."""
    low = rng.randrange(14 - n_ranks)
    pack = [rank for rank in range(low, low + n_ranks) for _ in range(8)]
    jokers = rng.sample([13, 13, 14, 14], rng.randrange(5))
    counts = [0] * 15
    for rank in jokers + rng.sample(pack, max(0, min(n, len(pack)) - len(jokers))):
        counts[rank] += 1
    return Hand(counts).packed


HANDS = st.builds(
    lambda seed, n, n_ranks: clumped(random.Random(seed), n, n_ranks),
    st.integers(0, 2**32),
    st.integers(0, 22),
    st.integers(1, 7),
)


def fields(move):
    return tuple(getattr(move, field) for field in FIELDS)


# --- Move


def test_fields():
    move = Move.parse("77778888999R", BAIBIAN)
    assert str(move) == "77778888999R=777788889999"
    assert fields(move) == (0x100000003440000, 8, 3, 4, 6, 7, 12, 1, 15)
    assert move.category is Category.CHAIN_BOMB
    assert move.is_bomb
    assert move.cards == Hand("77778888999R")
    assert move.reading == (0, 0, 0, 0, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0, 0)
    assert repr(move) == 'Move("77778888999R=777788889999")'
    assert Hand("77778888999R3") - move.cards == Hand("3")


def test_category_numbers():
    names = "PASS SINGLE PAIR TRIPLE STRAIGHT PAIR_RUN TRIPLE_RUN BOMB CHAIN_BOMB JOKER_BOMB"
    assert [category.name for category in Category] == names.split()
    assert [int(category) for category in Category] == list(range(10))


def test_pass():
    assert fields(PASS) == (0,) * 9
    assert str(PASS) == "pass"
    assert repr(PASS) == 'Move("pass")'
    assert Move.parse("pass") == Move.parse(" PASS ") == PASS
    assert pickle.loads(pickle.dumps(PASS)) == PASS
    assert PASS.category is Category.PASS
    assert PASS.reading == (0,) * 15
    assert not PASS.is_bomb
    assert not PASS.beats(Move.parse("3"))
    assert not Move.parse("3333").beats(PASS)
    assert not is_legal(PASS, "33")
    assert not is_legal("pass", "33", "3")
    for question in (legal_moves, count_moves, can_beat):
        with pytest.raises(InvalidMoveError, match="PASS"):
            question("33", PASS)
        with pytest.raises(InvalidMoveError, match="PASS"):
            question("33", "pass")
    with pytest.raises(InvalidMoveError, match="PASS"):
        classify("33", table=PASS)


def test_value_semantics():
    move = Move.parse("34BBRR=334455", QIANBIAN)
    other = Move.parse("34BBRR=345678", QIANBIAN)
    assert move != other
    assert move.cards == other.cards
    assert len({move, other, Move.parse("34bbrr=334455", QIANBIAN)}) == 2
    for twin in (copy.copy(move), copy.deepcopy(move), pickle.loads(pickle.dumps(move)), Move(*fields(move))):
        assert twin == move
        assert hash(twin) == hash(move)
        assert str(twin) == str(move)
    assert move != "34BBRR=334455"
    with pytest.raises(TypeError):
        move < other  # noqa: B015
    with pytest.raises(AttributeError):
        move.rank = 3
    with pytest.raises(TypeError):
        move.beats(None)
    with pytest.raises(TypeError):
        move.beats("3")


def test_record_and_bytes():
    move = Move.parse("4567R=45678")
    assert MOVE_DTYPE.itemsize == 16
    assert MOVE_DTYPE.names == ("cards", *FIELDS[1:])
    assert [MOVE_DTYPE.fields[name][1] for name in MOVE_DTYPE.names] == [0, 8, 9, 10, 11, 12, 13, 14, 15]
    assert tuple(move.record.item()) == fields(move)
    assert bytes(move.record) == bytes(move)
    assert Move.from_record(move.record) == Move.from_record(bytes(move)) == move
    for bad in (b"", bytes(15), bytes(17), b"\xff" * 16, bytes(15) + b"\x01"):
        with pytest.raises(ValueError, match=r".+"):
            Move.from_record(bad)


@given(st.binary(min_size=8, max_size=8), st.sampled_from(["3", "4567R", "BR", "333RR", "44445555666BBRR"]))
def test_a_record_that_no_rules_know_is_refused(fields, cards):
    record = int(Hand(cards)).to_bytes(8, "little") + fields
    try:
        move = Move.from_record(record)
    except InvalidMoveError:
        return
    assert bytes(move) == record
    assert sum(move.reading) == len(cards)


@pytest.mark.parametrize(
    "values",
    [
        ("3", 10, 1, 1, 0, 0, 1, 0, 0),
        ("3", 1, 1, 1, 1, 0, 1, 0, 0),
        ("3", 1, 1, 1, 0, 0, 2, 0, 0),
        ("3", 1, 1, 1, 0, 0, 1, 1, 0),
        ("3", 1, 1, 1, 0, 0, 1, 0, 9),
        ("33", 1, 1, 2, 0, 0, 2, 0, 0),
        ("R", 1, 1, 1, 13, 0, 1, 0, 0),
        ("BR", 2, 1, 2, 13, 0, 2, 0, 0),
        ("3B", 2, 1, 2, 13, 0, 2, 1, 0),
        ("4567R", 4, 5, 1, 3, 0, 5, 1, 0),
        ("4567R", 4, 5, 1, 6, 0, 5, 1, 0),
        ("QKA2R", 4, 5, 1, 12, 0, 5, 1, 0),
        ("44", 7, 1, 4, 1, 4, 4, 0, 23),
        ("3", 1, 1, 1, 256, 0, 1, 0, 0),
        ("3", 1, 1, 1, -1, 0, 1, 0, 0),
        ("", 1, 1, 1, 0, 0, 0, 0, 0),
        ("", 0, 0, 0, 1, 0, 0, 0, 0),
    ],
)
def test_the_constructor_refuses_what_is_no_move(values):
    with pytest.raises(InvalidMoveError):
        Move(*values)


def test_the_constructor_refuses_what_is_no_hand():
    with pytest.raises(InvalidHandError):
        Move("333333333", 1, 1, 1, 0, 0, 9, 0, 0)


@given(HANDS, st.sampled_from(ALL_RULES))
def test_every_move_survives_text_pickle_bytes_and_constructor(hand, rules):
    for move in legal_moves(hand, rules=rules)[::7]:
        text = str(move)
        assert Move.parse(text, rules) == move
        assert ("=" in text) == (move.wilds > 0)
        assert Hand(text.partition("=")[0]) == move.cards
        assert sum(move.reading) == move.n_cards == len(move.cards)
        assert Move(*fields(move)) == Move.from_record(bytes(move)) == move
        twin = pickle.loads(pickle.dumps(move))
        assert (twin, str(twin), hash(twin)) == (move, text, hash(move))
        assert move in classify(move.cards, rules)
        assert is_legal(move, hand, rules=rules)
        assert is_legal(text, hand, rules=rules)


@given(HANDS, st.sampled_from(ALL_RULES))
def test_sort_key_follows_beats(hand, rules):
    moves = list(legal_moves(hand, rules=rules)[::5])[:60]
    assert len({move.sort_key for move in moves}) == len(moves)
    for a in moves:
        for b in moves:
            if a.beats(b):
                assert a.sort_key > b.sort_key


def test_pick():
    move = Move.parse("33R=333")
    assert move.pick([107, 8, 1, 55, 0]) == (107, 1, 55)
    with pytest.raises(IllegalMoveError, match="needs 1 x R, hand has 0"):
        move.pick([1, 55])
    assert PASS.pick([1]) == ()


# --- text


@pytest.mark.parametrize(
    ("text", "rules", "plain"),
    [
        ("3", BAIBIAN, "3"),
        ("7 6 5 4 3", BAIBIAN, "34567"),
        ("10 j q k a", BAIBIAN, "TJQKA"),
        ("45678r", BAIBIAN, "45678R=456789"),
        ("TJQKAR", BAIBIAN, "TJQKAR=9TJQKA"),
        ("7777R", BAIBIAN, "7777R=77777"),
        ("4567D = 8 7 6 5 4", BAIBIAN, "4567R=45678"),
        ("BR", BAIBIAN, "BR=BB"),
        ("XD", QIANBIAN, "BR=RR"),
        ("brr", BAIBIAN, "BRR"),
        ("BBRR", CLASSIC, "BBRR"),
        ("34BBRR=334455", QIANBIAN, "34BBRR=334455"),
        ("333333334BBRR", QIANBIAN, None),
        ("33333333BBRR", QIANBIAN, "33333333BBRR=333333333333"),
        # a mixed chain with spare wilds: the spare goes as high as it may, whichever group the player names
        ("3333444455555R", QIANBIAN, "3333444455555R=33334444555555"),
        ("3333444455555R=33334444555555", QIANBIAN, "3333444455555R=33334444555555"),
    ],
)
def test_text_of_moves(text, rules, plain):
    if plain is None:
        with pytest.raises(InvalidMoveError):
            Move.parse(text, rules)
    else:
        assert str(Move.parse(text, rules)) == plain


def test_any_assignment_of_a_reading_is_accepted():
    # 33333 4444 5555 + R: size 6 only if the wild joins the 3s; with RR, 7 or 6+... the reading is 7 = all on the 3s
    move = Move.parse("3333344445555R", QIANBIAN)
    assert str(move) == "3333344445555R=33333344445555"
    # four groups of four and a wild: size 5 wherever it goes; the text shows the highest
    texts = ["3333344445555", "3333444445555", "3333444455555"]
    moves = {Move.parse(f"333344445555R={text}", QIANBIAN) for text in texts}
    assert {str(move) for move in moves} == {"333344445555R=3333444455555"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("34Z56", r"'Z' at position 2 of '34Z56'"),
        ("3=4=5", r"'=' at position 3"),
        ("4567R=4567Z", r"'Z' at position 10"),
        ("passs", r"'p' at position 0"),
        ("34é", r"'é' at position 2"),
        ("34\x00", r"at position 2"),
        ("333333333", r"'3' at position 8"),
        ("RRR", r"'R' at position 2"),
        ("3333333344444444555555556667", r"'7' at position 27"),
        ("", "no cards"),
        ("  ", "no cards"),
        ("=", "no cards"),
        ("346", "346 is no play"),
        ("BBB", r"'B' at position 2"),
        ("JQKAR2", "is no play"),
        ("34567R=34567", "34567R=345678"),
        ("4567R=34567", "4567R=45678"),
        ("4567R=", "4567R=45678"),
        ("34BBRR", "ambiguous: 34BBRR is 34BBRR=345678 or 34BBRR=334455"),
        ("34BBRR=33BBRR", "34BBRR=345678 or 34BBRR=334455"),
        ("3" + " " * 5000, "too long"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(InvalidMoveError, match=message):
        Move.parse(text, QIANBIAN)


def test_text_that_is_no_str():
    for bad in (3, None, b"3", Hand("3")):
        with pytest.raises(TypeError):
            Move.parse(bad)


def test_parsing_with_a_table():
    straight = Move.parse("345678", QIANBIAN)
    assert not Move.parse("34BBRR=345678", QIANBIAN).beats(straight)
    pairs = Move.parse("34BBRR=334455", QIANBIAN)
    # on a straight 3-8 the cards 45BBRR can only be the straight 4-9; on 334455 only the pair run 445566
    assert str(Move.parse("45BBRR", QIANBIAN, table=straight)) == "45BBRR=456789"
    assert str(Move.parse("45BBRR", QIANBIAN, table="34BBRR=334455")) == "45BBRR=445566"
    with pytest.raises(IllegalMoveError, match="'34BBRR' does not beat 34BBRR=334455"):
        Move.parse("34BBRR", QIANBIAN, table=pairs)
    with pytest.raises(InvalidMoveError):
        Move.parse("45", QIANBIAN, table=pairs)
    with pytest.raises(InvalidMoveError, match="PASS"):
        Move.parse("45", QIANBIAN, table=PASS)
    # a named reading is not held against the table
    assert Move.parse("34BBRR=345678", QIANBIAN, table=pairs).category == Category.STRAIGHT


# --- MoveList


def test_list_is_a_sequence():
    moves = legal_moves("3344556R", rules=BAIBIAN)
    assert isinstance(moves, MoveList)
    assert isinstance(moves, Sequence)
    listed = list(moves)
    assert len(moves) == len(listed) == count_moves("3344556R") > 10
    assert bool(moves)
    assert [moves[i] for i in range(-len(moves), 0)] == listed == list(iter(moves))
    assert list(reversed(moves)) == listed[::-1]
    assert [moves.index(move) for move in listed] == list(range(len(moves)))
    assert moves.texts() == [str(move) for move in listed]
    for part in (slice(3, 7), slice(None, None, -2), slice(5, 2), slice(-3, None), slice(100, 200)):
        assert isinstance(moves[part], MoveList)
        assert list(moves[part]) == listed[part]
    for bad in (len(moves), -len(moves) - 1, 10**30):
        with pytest.raises(IndexError):
            moves[bad]
    with pytest.raises(TypeError):
        moves["3"]
    with pytest.raises(TypeError):
        MoveList()
    with pytest.raises(TypeError):
        hash(moves)


def test_list_membership_is_by_record():
    moves = legal_moves("34BBRR", rules=QIANBIAN)
    for text in ("34BBRR=345678", "34BBRR=334455", "3", "BBRR"):
        assert Move.parse(text, QIANBIAN) in moves
        assert moves.count(Move.parse(text, QIANBIAN)) == 1
    stranger = Move.parse("55555")
    assert stranger not in moves
    assert PASS not in moves
    assert "3" not in moves
    assert moves.count(stranger) == 0
    with pytest.raises(ValueError, match="55555"):
        moves.index(stranger)


def test_list_equality_pickle_copy_repr():
    moves = legal_moves("34567R")
    assert moves == legal_moves(Hand("34567R"))
    assert moves != legal_moves("34568R")
    assert moves != moves[1:]
    assert moves != list(moves)
    for twin in (copy.copy(moves), copy.deepcopy(moves), pickle.loads(pickle.dumps(moves))):
        assert twin == moves
        assert twin.texts() == moves.texts()
    assert repr(legal_moves("3344", "3")) == "<MoveList of 1: 4>"
    assert repr(legal_moves("")) == "<MoveList of 0>"
    assert len(repr(legal_moves("33445566778899TTTJJQQKKAARR"))) < 200
    assert legal_moves("") == legal_moves("3", "A")


def test_array_is_a_view_that_outlives_the_list():
    moves = legal_moves("33445566778899TTTJJQQKKAARR")
    texts, records = moves.texts(), [fields(move) for move in moves]
    array = moves.array
    assert array.dtype == MOVE_DTYPE
    assert array.shape == (2750,)
    assert np.shares_memory(array, moves.array)
    assert np.array_equal(np.asarray(moves), array)
    assert memoryview(moves).readonly
    with pytest.raises(ValueError, match="read-only"):
        array["rank"][0] = 3
    with pytest.raises(ValueError, match="WRITEABLE"):
        array.flags.writeable = True
    del moves
    gc.collect()
    assert [tuple(record.item()) for record in array] == records
    assert [str(Move.from_record(record)) for record in array[:100]] == texts[:100]
    empty = legal_moves("").array
    assert (empty.dtype, empty.shape, empty.flags.writeable) == (MOVE_DTYPE, (0,), False)
    assert memoryview(legal_moves("")).nbytes == 0


def test_a_list_longer_than_the_scratch_is_whole():
    hand = "33445566778899TTJJQQKKABBRR"
    moves = legal_moves(hand, rules=QIANBIAN)
    assert len(moves) == count_moves(hand, rules=QIANBIAN) > 20_000
    assert len(set(moves.array.tolist())) == len(moves)


# --- the questions


def test_every_form_of_a_hand_and_a_table():
    hand, table = Hand("5566778899R"), Move.parse("34567")
    for form in (hand, hand.packed, hand.text, hand.counts, list(hand.counts), np.uint64(hand.packed)):
        for beaten in (table, "34567", "3 4 5 6 7"):
            assert legal_moves(form, beaten) == legal_moves(hand, table)
            assert count_moves(form, beaten) == len(legal_moves(hand, table)) > 0
            assert can_beat(form, beaten)
        assert is_legal("55", form)
        assert classify(form) == classify(hand)
        assert hints(form, table) == hints(hand, table)


BAD_HANDS = [
    ("333333333", InvalidHandError),
    ("Z", InvalidHandError),
    (9, InvalidHandError),
    (3 << 52, InvalidHandError),
    (0x8888, InvalidHandError),
    (1 << 60, InvalidHandError),
    (1 << 64, InvalidHandError),
    (-1, InvalidHandError),
    (np.int64(-1), InvalidHandError),
    ([0] * 14, InvalidHandError),
    ([9] + [0] * 14, InvalidHandError),
    (None, InvalidHandError),
    (1.5, InvalidHandError),
]


@pytest.mark.parametrize(("hand", "error"), BAD_HANDS)
def test_bad_hands(hand, error):
    out = np.empty(4, MOVE_DTYPE)
    for ask in (
        lambda: legal_moves(hand),
        lambda: count_moves(hand),
        lambda: can_beat(hand, None),
        lambda: can_beat(hand, "3"),
        lambda: legal_moves_into(hand, out),
        lambda: classify(hand),
        lambda: is_legal("3", hand),
        lambda: hints(hand),
        lambda: illegal_reason(PASS, hand),
    ):
        with pytest.raises(error):
            ask()


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        ({"table": "ZZ"}, InvalidMoveError),
        ({"table": "345"}, InvalidMoveError),
        ({"table": ""}, InvalidMoveError),
        ({"table": PASS}, InvalidMoveError),
        ({"table": 5}, TypeError),
        ({"table": Hand("3")}, TypeError),
        ({"rules": "BAIBIAN"}, TypeError),
        ({"rules": None}, TypeError),
        ({"wilds": "few"}, ValueError),
        ({"wilds": None}, ValueError),
    ],
)
def test_bad_tables_rules_and_wilds(arguments, error):
    for question in (legal_moves, count_moves):
        with pytest.raises(error):
            question("345", **arguments)
    with pytest.raises(error):
        legal_moves_into("345", np.empty(4, MOVE_DTYPE), **arguments)
    if "wilds" not in arguments:
        for ask in (lambda: hints("345", **arguments), lambda: is_legal("3", "345", **arguments)):
            with pytest.raises(error):
                ask()


def test_bad_moves():
    for bad in (None, 3, Hand("3")):
        with pytest.raises(TypeError):
            is_legal(bad, "3")
    with pytest.raises(InvalidMoveError, match="position 1"):
        is_legal("3Z", "3")
    with pytest.raises(TypeError):
        illegal_reason("3", "3")


def test_an_empty_hand():
    for rules in ALL_RULES:
        assert len(legal_moves("", rules=rules)) == count_moves(0, rules=rules) == 0
        assert not can_beat(0, None, rules)
        assert not can_beat(0, "3", rules)
        assert classify("", rules) == ()
        assert hints("", rules=rules) == []
        assert not is_legal("3", "", rules=rules)
        assert legal_moves_into("", np.empty(0, MOVE_DTYPE), rules=rules) == 0


def test_is_legal_takes_text():
    assert is_legal("34BBRR", "34BBRR", rules=QIANBIAN)  # two readings, either will do
    assert is_legal("34BBRR=334455", "34BBRR", rules=QIANBIAN)
    assert not is_legal("34BBRR=345679", "34BBRR", rules=QIANBIAN)
    assert not is_legal("34BBRR", "34BBRR", "334455", QIANBIAN)
    assert is_legal("45BBRR", "45BBRR", "334455", QIANBIAN)
    assert not is_legal("346", "346")
    assert not is_legal("33", "3")


def test_classify_with_a_table():
    readings = classify("45BBRR", QIANBIAN)
    assert [str(move) for move in readings] == ["45BBRR=456789", "45BBRR=445566"]
    assert classify("45BBRR", QIANBIAN, "334455") == readings[1:]
    assert classify("45BBRR", QIANBIAN, "3333") == ()
    assert classify("34BBRR", QIANBIAN, "334455") == ()


@pytest.mark.parametrize(
    ("move", "hand", "table", "rules", "reason"),
    [
        ("77777", "7777R", None, BAIBIAN, "77777 needs 5 x 7, hand has 4"),
        ("34567", "34567", "45678", BAIBIAN, "34567 does not beat 45678"),
        ("3333", "3333", "BBR", BAIBIAN, "3333 does not beat BBR"),
        ("BBR", "BBR", None, CLASSIC, "BBR is not a legal reading: BBR is no play"),
        ("4567R=45678", "4567R", None, CLASSIC, "4567R=45678 is not a legal reading: 4567R is no play"),
        ("BR=BB", "BR", None, QIANBIAN, "BR=BB is not a legal reading: BR is BR=RR"),
        ("pass", "3", None, BAIBIAN, "who leads must play"),
        ("pass", "3", "4", BAIBIAN, "pass is not a play"),
        ("4", "4", "3", BAIBIAN, None),
    ],
)
def test_illegal_reason(move, hand, table, rules, reason):
    assert illegal_reason(Move.parse(move), hand, table, rules) == reason


def test_into():
    hand = "3344556R"
    moves = legal_moves(hand)
    n = len(moves)
    for room in (0, 1, n - 1, n, n + 1, n + 500):
        out = np.zeros(room + 64, MOVE_DTYPE)
        out[room:] = 7
        assert legal_moves_into(hand, out[:room]) == n
        assert np.array_equal(out[: min(room, n)], moves.array[:room])
        assert (out[room:] == np.full(64, 7).astype(MOVE_DTYPE)).all()
    assert legal_moves_into(hand, np.empty(50, MOVE_DTYPE), "33", wilds="thrifty") == count_moves(
        hand, "33", wilds="thrifty"
    )


def test_bad_arrays():
    read_only = np.empty(4, MOVE_DTYPE)
    read_only.flags.writeable = False
    for out in (
        read_only,
        np.empty(8, MOVE_DTYPE)[::2],
        np.empty(4, np.uint64),
        np.empty((4, 4), MOVE_DTYPE),
        np.empty((), MOVE_DTYPE),
        np.empty(4, MOVE_DTYPE.newbyteorder()),
        bytearray(64),
        [],
        None,
        legal_moves("3"),
    ):
        with pytest.raises(ValueError, match="out"):
            legal_moves_into("345", out)


def test_a_table_of_other_rules_never_crashes():
    rng = random.Random(5)
    tables = [move for rules in ALL_RULES for move in legal_moves(clumped(rng, 20, 5), rules=rules)]
    for table in rng.sample(tables, min(300, len(tables))):
        for rules in ALL_RULES:
            hand = clumped(rng, 16, 6)
            moves = legal_moves(hand, table, rules)
            assert len(moves) == count_moves(hand, table, rules)
            assert bool(moves) == can_beat(hand, table, rules)
            assert all(move.beats(table) for move in moves)


@given(HANDS, st.sampled_from(ALL_RULES), st.integers(0, 10**6))
def test_follow_and_thrifty_lists_are_the_lead_list_filtered(hand, rules, pick):
    lead = legal_moves(hand, rules=rules)
    if not lead:
        return
    table = lead[pick % len(lead)]
    assert list(legal_moves(hand, table, rules)) == [move for move in lead if move.beats(table)]
    thrifty = set(legal_moves(hand, rules=rules, wilds="thrifty"))
    assert list(legal_moves(hand, rules=rules, wilds="thrifty")) == [move for move in lead if move in thrifty]
    assert count_moves(hand, rules=rules, wilds="thrifty") == len(thrifty)


# --- hints


@given(HANDS, st.sampled_from([BAIBIAN, CLASSIC, QIANBIAN]))
def test_hints_are_every_play_bombs_last(hand, rules):
    if count_moves(hand, rules=rules) > 500:
        return
    offered = hints(hand, rules=rules)
    assert sorted(map(str, offered)) == sorted(legal_moves(hand, rules=rules).texts())
    assert [move.is_bomb for move in offered] == sorted(move.is_bomb for move in offered)
    bombs = [move for move in offered if move.is_bomb]
    assert not any(a.beats(b) for a, b in itertools.pairwise(bombs))


@pytest.mark.parametrize(
    ("hand", "table", "first"),
    [
        ("3456799", None, "34567"),  # the weakest card goes, and the most cards with it
        ("334567", None, "33"),  # a pair is not broken for it
        ("44567778", "3", "5"),
        ("44445", "3", "5"),  # a bomb is not broken
        ("44446R", "3", "6"),
        ("66R", "55", "66"),  # no wild where a natural pair will do
        ("6R", "55", "6R=66"),
        ("4444AAAAAA", "33", "AA"),  # four aces remain
        ("45BBR", "44", "BB"),  # the three jokers are broken anyway, so no wild
        ("33334444", "55", "3333"),  # the weaker bomb
        ("33334444", "44444", None),
    ],
)
def test_the_first_hint(hand, table, first):
    offered = hints(hand, table)
    assert (str(offered[0]) if offered else None) == first


# --- the package


def test_public_names():
    for name in skfast.__all__:
        assert getattr(skfast, name) is not None
        assert name in dir(skfast)
    with pytest.raises(AttributeError, match="nonesuch"):
        skfast.nonesuch  # noqa: B018


def test_the_docstrings_of_the_compiled_module():
    result = doctest.testmod(skfast._objects)
    assert result.attempted > 20
    assert result.failed == 0


def test_a_chain_record_needs_cards_for_its_largest_group() -> None:
    # three groups, the largest of five: 5 + 4 + 4 = 13 cards at least, and these are 12
    with pytest.raises(InvalidMoveError):
        Move(int(Hand("77778888999R")), 8, 3, 5, 6, 8, 12, 1, 15)
    assert Move(int(Hand("777788889999R")), 8, 3, 5, 6, 8, 13, 1, 14).text == "777788889999R=7777888899999"

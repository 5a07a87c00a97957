"""Rules: presets as printed, names, text both ways, refused mixes."""

import copy
import dataclasses
import io
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from skfast.rules import BAIBIAN, CHOICES, CLASSIC, FIELDS, JJ, KINGS8, PRESETS, QIANBIAN, Rules, star_value

BASE_CLASSIC = ((4, 4, -4, -4), (2, -2, 2, -2), (0, 0, 0, 0))
BASE_BAIBIAN = ((4, 4, -4, -4), (2, -2, 2, -2), (1, 0, 0, 1))
BASE_JJ = ((6, 6, -6, -6), (3, -3, 3, -3), (1, -1, -1, 1))

# The table of rules section 5, read column by column.
TABLE = {
    "wild_jokers": ("none", "big", "big", "none", "all"),
    "mixed_joker_pair": ("wild", "wild", "wild", "wild", "wild"),
    "chain_sizes": ("none", "equal", "equal", "mixed", "mixed"),
    "chain_min_groups": (3, 3, 3, 3, 3),
    "chain_max_groups": (6, 6, 6, 5, 6),
    "chain_star": ("largest",) * 5,
    "max_bomb_size": (8, 8, 8, 8, 12),
    "three_jokers": (False, True, True, True, True),
    "four_jokers": ("above_all", "top7", "top7", "top8", "top7"),
    "bomb_order": ("count", "stars", "stars", "stars", "stars"),
    "lead": ("last_winner", "face_up", "face_up", "face_up", "face_up"),
    "seat_swap": (False, True, True, True, False),
    "partner_visible": (False, True, False, False, False),
    "base": (BASE_CLASSIC, BASE_JJ, BASE_BAIBIAN, BASE_BAIBIAN, BASE_CLASSIC),
    "multiplier_rule": ("best_of_winner", "product_of_all", "best_of_winner", "best_of_winner", "best_of_winner"),
    "multiplier": (
        ((5, 2), (6, 3), (7, 4), (8, 5)),
        ((6, 2), (7, 3), (8, 4)),
        ((5, 2), (6, 4), (7, 8), (8, 16)),
        ((5, 2), (6, 4), (7, 8), (8, 16)),
        ((5, 2), (6, 4), (7, 8), (8, 16)),
    ),
    "four_joker_factor": (4, None, None, None, None),
    "contribution": ((), (), ((6, 2), (7, 4), (8, 6)), ((6, 2), (7, 4), (8, 6)), ((6, 2), (7, 4), (8, 6))),
}


def test_presets_are_as_printed():
    assert list(TABLE) == list(FIELDS)
    for field, column in TABLE.items():
        for rules, value in zip((CLASSIC, JJ, BAIBIAN, KINGS8, QIANBIAN), column, strict=True):
            assert getattr(rules, field) == value, (rules.name, field)
    assert Rules() == BAIBIAN
    assert len(set(PRESETS.values())) == 5


@pytest.mark.parametrize(
    ("name", "rules"),
    [
        ("CLASSIC", CLASSIC),
        ("classic", CLASSIC),
        ("经典", CLASSIC),
        ("经典双扣", CLASSIC),
        ("jj", JJ),
        ("JJ双扣", JJ),
        ("jj双扣", JJ),
        ("百变", BAIBIAN),
        ("火拼", BAIBIAN),
        ("BaiBian", BAIBIAN),
        (" baibian ", BAIBIAN),
        ("Kings8", KINGS8),
        ("千变", QIANBIAN),
        ("qianbian", QIANBIAN),
    ],
)
def test_named(name, rules):
    assert Rules.named(name) is rules


@pytest.mark.parametrize("name", ["", "chess", "级牌", None, 3])
def test_unknown_name_lists_the_known(name):
    with pytest.raises(ValueError, match=r"CLASSIC.*经典.*JJ.*BAIBIAN.*百变 .*火拼.*KINGS8.*QIANBIAN.*千变"):
        Rules.named(name)


def test_value_semantics():
    own = dataclasses.replace(BAIBIAN, chain_star="smallest")
    assert own != BAIBIAN
    assert own == dataclasses.replace(Rules(), chain_star="smallest", name="mine")
    assert hash(own) == hash(dataclasses.replace(own, name="mine"))
    for rules in [*PRESETS.values(), own]:
        for twin in (pickle.loads(pickle.dumps(rules)), copy.copy(rules), copy.deepcopy(rules)):
            assert twin == rules
            assert twin.name == rules.name
            assert hash(twin) == hash(rules)
        assert Rules(**dataclasses.asdict(rules)) == rules
        assert eval(repr(rules), {"Rules": Rules}) == rules
    with pytest.raises(dataclasses.FrozenInstanceError):
        own.lead = "face_up"


def test_a_changed_preset_loses_its_name():
    assert dataclasses.replace(JJ, three_jokers=False).name == ""
    assert dataclasses.replace(JJ, three_jokers=False, name="house").name == "house"
    assert dataclasses.replace(JJ).name == "JJ"


def test_tables_are_taken_as_dicts_or_pairs_or_lists():
    for table in ({8: 16, 5: 2}, [(5, 2), (8, 16)], ((8, 16), (5, 2)), {"5": 2, "8": 16}):
        assert dataclasses.replace(BAIBIAN, multiplier=table).multiplier == ((5, 2), (8, 16))
    assert dataclasses.replace(BAIBIAN, base=[[1, 2, 3, 4]] * 3).base == ((1, 2, 3, 4),) * 3


def test_the_highest_key_counts_for_more():
    table = ((5, 2), (8, 16))
    assert [star_value(table, stars, 1) for stars in (4, 5, 6, 7, 8, 9, 15)] == [1, 2, 1, 1, 16, 16, 16]
    assert star_value((), 8, 0) == 0


@pytest.mark.parametrize(
    ("field", "changes"),
    [
        ("wild_jokers", {"wild_jokers": "small"}),
        ("wild_jokers", {"wild_jokers": None}),
        ("chain_sizes", {"chain_sizes": ["equal"]}),
        ("lead", {"lead": "winner"}),
        ("three_jokers", {"three_jokers": 1}),
        ("seat_swap", {"seat_swap": "yes"}),
        ("bomb_order", {"bomb_order": "count"}),
        ("bomb_order", {"bomb_order": "count", "three_jokers": False, "four_jokers": "above_all"}),
        ("bomb_order", {"bomb_order": "count", "chain_sizes": "none", "four_jokers": "above_all"}),
        ("bomb_order", {"bomb_order": "count", "chain_sizes": "none", "three_jokers": False}),
        ("chain_min_groups", {"chain_min_groups": 1}),
        ("chain_min_groups", {"chain_min_groups": 5, "chain_max_groups": 4}),
        ("chain_min_groups", {"chain_min_groups": 3.0}),
        ("chain_max_groups", {"chain_max_groups": 7}),
        ("max_bomb_size", {"max_bomb_size": 3}),
        ("max_bomb_size", {"max_bomb_size": 13}),
        ("max_bomb_size", {"max_bomb_size": True}),
        ("base", {"base": ((1, 2, 3, 4), (1, 2, 3, 4))}),
        ("base", {"base": ((1, 2, 3), (1, 2, 3, 4), (1, 2, 3, 4))}),
        ("base", {"base": ((1, 2, 3, 4.5), (1, 2, 3, 4), (1, 2, 3, 4))}),
        ("base", {"base": 4}),
        ("base", {"base": ((2**63, 0, 0, 0),) * 3}),
        ("multiplier", {"multiplier": {5: 2.5}}),
        ("multiplier", {"multiplier": {5: "2"}}),
        ("multiplier", {"multiplier": {"five": 2}}),
        ("multiplier", {"multiplier": {3: 2}}),
        ("multiplier", {"multiplier": {32: 2}}),
        ("multiplier", {"multiplier": [(5, 2), (5, 3)]}),
        ("multiplier", {"multiplier": 5}),
        ("multiplier", {"multiplier": {5: 2**63}}),
        ("multiplier", {"multiplier": {5: 2**62}}),
        ("multiplier", {"multiplier_rule": "product_of_all", "multiplier": {4: 10}}),
        ("multiplier", {"four_joker_factor": 2**62}),
        ("four_joker_factor", {"four_joker_factor": 1.5}),
        ("contribution", {"contribution": {6: None}}),
        ("contribution", {"contribution": {4: 2**60}}),
        ("name", {"name": 5}),
    ],
)
def test_refused_naming_the_field(field, changes):
    with pytest.raises(ValueError, match=field):
        dataclasses.replace(BAIBIAN, **changes)


def test_the_64_bit_bound_is_not_tighter_than_need_be():
    # Four hands of 27 cards hold at most six bombs of four each, 24 in all, and one joker bomb (3 stars below the
    # table's 4, so x F too): 4 F^24 F <= 2^63 - 1 - points.  F = 5: 5^25 x 4 = 1.2e18, F = 6: 6^25 x 4 = 1.1e20.
    def at(factor):
        return dataclasses.replace(BAIBIAN, multiplier_rule="product_of_all", multiplier={4: factor})

    assert at(5).multiplier == ((4, 5),)
    assert at(-5).multiplier == ((4, -5),)
    assert at(0).multiplier == ((4, 0),)
    with pytest.raises(ValueError, match="multiplier"):
        at(6)
    assert dataclasses.replace(at(5), multiplier_rule="best_of_winner", multiplier={4: 2**60})


def test_everything_else_is_allowed():
    count = dataclasses.replace(CLASSIC, wild_jokers="all", max_bomb_size=12)
    assert count.bomb_order == "count"
    # switched off, but valid
    assert dataclasses.replace(CLASSIC, chain_star="smallest", chain_min_groups=2).chain_star == "smallest"
    assert dataclasses.replace(KINGS8, wild_jokers="big").wild_jokers == "big"


STAR_TABLES = st.dictionaries(st.integers(4, 31), st.integers(-3, 3), max_size=5)
ROWS = st.lists(st.integers(-99, 99), min_size=4, max_size=4)
CHANGES = st.fixed_dictionaries(
    {},
    optional={
        **{field: st.sampled_from(words) for field, words in CHOICES.items() if field != "bomb_order"},
        "chain_min_groups": st.integers(2, 3),
        "chain_max_groups": st.integers(3, 6),
        "max_bomb_size": st.integers(4, 12),
        "three_jokers": st.booleans(),
        "seat_swap": st.booleans(),
        "partner_visible": st.booleans(),
        "base": st.lists(ROWS, min_size=3, max_size=3),
        "multiplier": STAR_TABLES,
        "four_joker_factor": st.none() | st.integers(-9, 9),
        "contribution": STAR_TABLES,
        "name": st.text(max_size=8).filter(lambda name: name not in PRESETS),
    },
)


@given(st.sampled_from([JJ, BAIBIAN, KINGS8, QIANBIAN]), CHANGES)
def test_text_and_toml_round_trip(preset, changes):
    rules = dataclasses.replace(preset, **changes)
    word = rules.text
    assert len(word.split()) == 1
    assert Rules.parse(word) == rules
    again = Rules.from_toml(rules.to_toml())
    assert again == rules
    assert again.name == rules.name
    assert pickle.loads(pickle.dumps(rules)) == rules


def test_text():
    assert [rules.text for rules in PRESETS.values()] == list(PRESETS)
    own = dataclasses.replace(JJ, base=((1, 0, 0, -1),) * 3, three_jokers=False, contribution={8: 1})
    assert own.text == "JJ,three_jokers=false,base=1:0:0:-1/1:0:0:-1/1:0:0:-1,contribution=8:1"
    assert Rules.parse("火拼") is BAIBIAN


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "known are"),
        ("NONESUCH", "NONESUCH"),
        ("JJ,colour=red", "colour"),
        ("JJ,lead", "lead"),
        ("JJ,lead=", "lead"),
        ("JJ,lead=face_up,lead=face_up", "twice"),
        ("JJ,max_bomb_size=many", "max_bomb_size"),
        ("JJ,three_jokers=1", "three_jokers"),
        ("JJ,base=none", "base"),
        ("JJ,base=1:2/3", "base"),
        ("JJ,multiplier=5", "multiplier"),
        ("JJ,bomb_order=count", "bomb_order"),
        ("JJ,", "FIELD=VALUE"),
    ],
)
def test_bad_text(text, message):
    with pytest.raises(ValueError, match=message):
        Rules.parse(text)


def test_toml_from_path_file_and_text(tmp_path):
    text = 'preset = "百变"\nname = "house"\nchain_star = "smallest"\nmultiplier = {5 = 2, 6 = 3}\n'
    wanted = dataclasses.replace(BAIBIAN, chain_star="smallest", multiplier={5: 2, 6: 3})
    path = tmp_path / "house.toml"
    path.write_text(text, encoding="utf-8")
    with path.open(encoding="utf-8") as as_text, path.open("rb") as as_bytes:
        for source in (path, str(path), as_text, as_bytes, io.StringIO(text), text):
            rules = Rules.from_toml(source)
            assert rules == wanted
            assert rules.name == "house"
    assert Rules.from_toml(io.StringIO("")) == BAIBIAN
    assert Rules.from_toml(io.StringIO('preset = "CLASSIC"\nfour_joker_factor = "none"')).four_joker_factor is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('colour = "red"\n', "colour"),
        ('preset = "poker"\n', "poker"),
        ("preset = 3\n", "3"),
        ("max_bomb_size = 99\n", "max_bomb_size"),
        ("max_bomb_size = \n", "line 1"),
        ("base = [[1, 2]]\n", "base"),
        ("multiplier = {x = 1}\n", "multiplier"),
    ],
)
def test_bad_toml(text, message):
    with pytest.raises(ValueError, match=message):
        Rules.from_toml(io.StringIO(text))


def test_missing_toml_file(tmp_path):
    with pytest.raises(FileNotFoundError):
        Rules.from_toml(tmp_path / "none.toml")

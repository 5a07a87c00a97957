"""`skfast deal|replay|perft|play`."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from skfast.bots import Lowest
from skfast.cards import card_rank, card_text
from skfast.cli import main
from skfast.counting import divide, perft
from skfast.game import State, dealt_cards
from skfast.records import RecordWriter, read_records
from skfast.rules import BAIBIAN, CLASSIC, JJ

Capture = pytest.CaptureFixture[str]


def ask(capsys: Capture, *arguments: str, status: int = 0) -> str:
    assert main(arguments) == status
    printed = capsys.readouterr()
    assert printed.err == ""
    return printed.out


# --- deal


def test_deal_shows_hands_leader_and_face_up_card(capsys: Capture) -> None:
    state = State.deal(BAIBIAN, 7)
    lines = ask(capsys, "deal", "--seed", "7").splitlines()
    assert lines[0] == "deal 0 of seed 7, rules BAIBIAN"
    for seat, hand in enumerate(state.hands):
        assert lines[1 + seat].startswith(f"seat {seat}  ")
        assert lines[1 + seat].split("  ")[1].replace(" ", "") == str(hand)
        assert ("leads" in lines[1 + seat]) == (seat == state.leader)
    assert state.face_up is not None
    assert lines[5] == f"face-up card {card_text(state.face_up)}: seat {state.leader} was dealt it and leads"
    assert state.face_up in dealt_cards(BAIBIAN, 7)[state.leader]
    assert lines[6] == f"position: {state}"
    assert State(lines[6].removeprefix("position: ")) == state


def test_deal_by_rules_without_a_face_up_card(capsys: Capture) -> None:
    out = ask(capsys, "deal", "--rules", "CLASSIC", "--seed", "3", "--number", "2")
    assert "face-up" not in out
    assert str(State.deal(CLASSIC, 3, number=2)) in out


def test_deal_as_json(capsys: Capture) -> None:
    answer = json.loads(ask(capsys, "deal", "--seed", "5", "--json"))
    state = State.deal(BAIBIAN, 5)
    assert [len(hand) for hand in answer["hands"]] == [27] * 4
    assert (answer["leader"], answer["position"]) == (state.leader, str(state))
    assert state.face_up is not None
    assert answer["face_up"][0] == "3456789TJQKA2BR"[card_rank(state.face_up)]


# --- replay


def played(seed: int, plies: int = 1000) -> State:
    """A deal in which everybody plays as the simple players of `skfast play` do."""
    state = State.deal(BAIBIAN, seed)
    while not state.is_over and len(state.history) < plies:
        state.play(Lowest()(state.view(state.turn)))
    return state


@pytest.fixture
def records(tmp_path: Path) -> Path:
    with RecordWriter(tmp_path / "deals.jsonl") as writer:
        writer.write(played(1), {"event": "first"})
        writer.write(played(2, plies=9))
    return tmp_path / "deals.jsonl"


def test_replay_prints_every_ply_and_the_result(capsys: Capture, records: Path) -> None:
    out = ask(capsys, "replay", str(records))
    first, second = out.split("\n\n")
    assert first.startswith("record 1: rules BAIBIAN")
    assert "event first" in first
    state = played(1)
    plies = [
        word for line in first.splitlines() if line.startswith("trick") for word in line.split() if word[1:2] == ":"
    ]
    assert plies == [f"{seat}:{move}" for seat, move in state.history]
    assert state.result is not None
    for seat, points in enumerate(state.result.scores):
        assert f"seat {seat}  {points:+d}" in first
    assert second.rstrip().endswith("broken off")
    assert ask(capsys, "replay", str(records), "--only", "2") == second.replace("\nrecord", "record")


def test_replay_verifies(capsys: Capture, records: Path) -> None:
    out = ask(capsys, "replay", "--verify", str(records))
    assert out == "2 records, every ply legal and every result as played; 1 finished\n"


def test_a_tampered_record_is_refused_with_line_and_reason(capsys: Capture, records: Path) -> None:
    lines = records.read_text(encoding="utf8").splitlines()
    record = json.loads(lines[1])
    record["moves"][3] = "AAAAAAAA"
    records.write_text("\n".join([lines[0], json.dumps(record)]) + "\n", encoding="utf8")
    assert main(["replay", "--verify", str(records)]) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert "line 2, ply 3" in printed.err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["replay", "no-such-file"], "no-such-file"),
        (["replay", "."], "."),
        (["deal", "--seed", "-1"], "-1"),
        (["deal", "--seed", "x"], "x"),
        (["deal", "--rules", "JJ,lead=x"], "lead"),
        (["perft", "--depth", "-1"], "-1"),
        (["perft"], "--depth"),
        (["perft", "--depth", "1", "--position", "BAIBIAN"], "hands is missing"),
        (["perft", "--depth", "0", "--divide"], "depth"),
        (["perft", "no-such-file", "--depth", "1"], "no-such-file"),
        (["play", "--seat", "4"], "4"),
    ],
)
def test_bad_input_is_one_line_and_status_2(capsys: Capture, arguments: list[str], says: str) -> None:
    assert main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.err.count("\n") == 1
    assert says in printed.err


# --- perft


def test_perft_prints_each_depth(capsys: Capture) -> None:
    state = State.deal(BAIBIAN, 7)
    lines = ask(capsys, "perft", "--seed", "7", "--depth", "3").splitlines()
    assert lines[0] == str(state)
    assert [line.split("  (")[0] for line in lines[1:]] == [f"perft({n}) = {perft(state, n):,}" for n in range(4)]


def test_perft_of_a_position_divided(capsys: Capture) -> None:
    state = State.from_hands(["334", "5", "6", "7"], leader=0)
    division = divide(state, 2)
    out = ask(capsys, "perft", "--position", str(state), "--depth", "2", "--divide")
    for move, lines in division.moves.items():
        assert f"{lines:20,}  {move}\n" in out
    assert f"{division.total:,}" in out.splitlines()[-1]


def test_perft_checks_a_file(capsys: Capture, tmp_path: Path) -> None:
    state = State.from_hands(["334", "5", "6", "7"], leader=0)
    numbers = [perft(state, depth) for depth in (1, 2)]
    to_the_end = perft(state, 999, finished=True)
    file = tmp_path / "perft.txt"
    line = f"{state} ; D1 {numbers[0]} D2 {numbers[1]} ; F {to_the_end} ; by hand\n"
    file.write_text("# positions\n\n" + line)
    assert ask(capsys, "perft", str(file)) == "1 positions, 3 numbers checked, 0 wrong\n"
    assert ask(capsys, "perft", str(file), "--depth", "1") == "1 positions, 1 numbers checked, 0 wrong\n"
    file.write_text(line.replace(f"D2 {numbers[1]}", f"D2 {numbers[1] + 1}"))
    out = ask(capsys, "perft", str(file), status=1)
    assert out.startswith(f"line 1: perft(2) is {numbers[1]}, the file says {numbers[1] + 1}\n")
    assert out.endswith("1 positions, 3 numbers checked, 1 wrong\n")
    file.write_text("# none\n3 ; 4\n")
    assert main(["perft", str(file)]) == 2
    assert "perft.txt, line 2: " in capsys.readouterr().err


# --- play


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """Lines that the person will type; then the end of the input."""
    lines: list[str] = []

    def read(prompt: str = "") -> str:
        print(prompt, end="")
        if not lines:
            raise EOFError
        return lines.pop(0)

    monkeypatch.setattr("builtins.input", read)
    yield lines


def test_play_a_whole_deal_by_numbers_and_passes(capsys: Capture, typed: list[str], tmp_path: Path) -> None:
    typed += ["1", "p"] * 200
    out = ask(capsys, "play", "--seed", "4", "--save", str(tmp_path / "mine.jsonl"))
    (record,) = read_records(tmp_path / "mine.jsonl")
    assert record.result is not None
    assert record.header == {"seed": 4, "number": 0, "person": 0}
    for seat, points in enumerate(record.result.scores):
        assert f"seat {seat}  {points:+d}" in out


def test_play_stops_at_the_end_of_input(capsys: Capture, typed: list[str]) -> None:
    assert ask(capsys, "play", "--seed", "4").endswith("stopped\n")
    typed.append("q")
    assert ask(capsys, "play", "--seed", "4").endswith("stopped\n")


def seat_that_leads(seed: int) -> str:
    return str(State.deal(BAIBIAN, seed).leader)


def test_play_by_typing_cards_and_undo(capsys: Capture, typed: list[str]) -> None:
    seat = seat_that_leads(7)
    hand = str(State.deal(BAIBIAN, 7).hands[int(seat)])
    typed += ["44", "u", "44", "q"]
    out = ask(capsys, "play", "--seed", "7", "--seat", seat)
    assert out.count("leads you: 44") == 2
    assert out.count(hand[:2]) >= 2
    typed += ["u", "q"]
    assert "you have not moved yet" in ask(capsys, "play", "--seed", "7", "--seat", seat)


def test_play_searches_and_hints(capsys: Capture, typed: list[str]) -> None:
    seat = seat_that_leads(7)
    typed += ["/44R", "h", "/3", "3", "l", "s", "?", "zz", "", "q"]
    out = ask(capsys, "play", "--seed", "7", "--seat", seat)
    moves = list(State.deal(BAIBIAN, 7).legal_moves())
    place = [str(move) for move in moves].index("44R=444") + 1
    assert f"{place}) 44R=444" in out
    assert "no move uses 3" in out
    assert "'z' at position 0" in out
    assert "search: the moves that use" in out
    number_3 = str(moves[2])
    assert f"leads you: {number_3}" in out


def test_play_refuses_what_is_not_legal_and_says_why(capsys: Capture, typed: list[str]) -> None:
    seat = seat_that_leads(7)
    typed += ["pass", "33333", "q"]
    out = ask(capsys, "play", "--seed", "7", "--seat", seat)
    assert "leads and must play" in out
    assert "needs 5 x 3" in out


@pytest.mark.parametrize(("rules", "visible"), [(JJ, True), (BAIBIAN, False)], ids=["JJ", "BAIBIAN"])
def test_the_partners_hand_is_shown_in_jj_only(capsys: Capture, typed: list[str], rules: object, visible: bool) -> None:
    name = "JJ" if visible else "BAIBIAN"
    state = State.deal(JJ if visible else BAIBIAN, 7)
    typed.append("q")
    out = ask(capsys, "play", "--rules", name, "--seed", "7", "--seat", str(state.leader))
    (line,) = [line for line in out.splitlines() if line.startswith("partner:")]
    partner = str(state.hands[state.leader ^ 2])
    assert (line.split("cards")[1].replace(" ", "") == partner) == visible
    for other in (state.leader ^ 1, state.leader ^ 3):
        assert str(state.hands[other]) not in out.replace(" ", "")


def test_other_bots(capsys: Capture, typed: list[str]) -> None:
    for bot in ("random", "montecarlo:20"):
        typed += ["1", "p"] * 3 + ["q"]
        ask(capsys, "play", "--seed", "4", "--bot", bot)
    assert main(["play", "--bot", "nobody"]) == 2
    assert "nobody" in capsys.readouterr().err

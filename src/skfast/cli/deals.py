"""``skfast deal`` and ``replay``; how a position and a record look."""

import argparse
import json
from collections.abc import Iterable, Iterator

from skfast.cards import card_text
from skfast.game import State
from skfast.moves import Move
from skfast.records import Record, read_records
from skfast.scoring import Result, Win

from .show import BOLD, CYAN, DIM, Style, add_style_options, by_rank, pad, painted_move, style_of
from .variants import add_rules_option, rules_title

WINS = {Win.DOUBLE: ("double win", "双扣"), Win.SINGLE: ("single win", "单扣"), Win.LEVEL: ("level win", "平扣")}


def seed_number(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text) < 2**64):
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number from 0 to 2**64 - 1")
    return int(text)


def add_deal_options(parser: argparse.ArgumentParser) -> None:
    add_rules_option(parser)
    parser.add_argument("--seed", type=seed_number, default=0, metavar="N", help="same seed, same deal (default 0)")
    parser.add_argument("--number", type=seed_number, default=0, metavar="N", help="which deal of the seed (default 0)")


def hands_lines(state: State, style: Style) -> Iterator[str]:
    """One line a seat: its cards, and what is to be said of it."""
    for seat, hand in enumerate(state.hands):
        notes = []
        if state.players != (0, 1, 2, 3):
            notes.append(f"player {state.players[seat]}")
        if seat == state.turn and not state.is_over:
            notes.append("leads" if state.table is None else "to move")
        if seat in state.finish_order:
            notes.append(f"out, place {state.finish_order.index(seat) + 1}")
        line = f"seat {seat}  {by_rank(hand, style)}"
        yield line + (style.paint(f"  ({', '.join(notes)})", DIM) if notes else "")


def result_lines(result: Result, style: Style) -> Iterator[str]:
    english, chinese = WINS[result.win]
    win = f"{english} {chinese}" if style.chinese else english
    places = " ".join(map(str, result.order))
    yield style.paint(win, BOLD) + f" of seats {result.order[0]} and {result.order[0] ^ 2}  (finish order {places})"
    for seat in range(4):
        sum_of = f"{result.base[seat]} x {result.multiplier} + {result.contribution[seat]}"
        yield f"seat {seat}  {result.scores[seat]:+d}" + style.paint(f"  = {sum_of}", DIM)


def run_deal(args: argparse.Namespace) -> int:
    state = State.deal(args.rules, args.seed, number=args.number)
    if args.json:
        described = {
            "rules": args.rules.text,
            "seed": args.seed,
            "number": args.number,
            "hands": [str(hand) for hand in state.hands],
            "leader": state.leader,
            "face_up": None if state.face_up is None else card_text(state.face_up),
            "players": list(state.players),
            "position": state.text,
        }
        print(json.dumps(described, ensure_ascii=False))
        return 0
    style = style_of(args)
    print(style.paint(f"deal {args.number} of seed {args.seed}", BOLD) + f", rules {rules_title(args.rules, style)}")
    print("\n".join(hands_lines(state, style)))
    if state.face_up is not None:
        print(f"face-up card {card_text(state.face_up)}: seat {state.leader} was dealt it and leads")
    print(style.paint("position: ", DIM) + state.text)
    return 0


def tricks(record: Record) -> Iterator[list[tuple[int, Move]]]:
    """The plies, a list for each trick."""
    trick: list[tuple[int, Move]] = []
    for state, move in zip(record.replay(), record.moves, strict=False):
        if state.table is None and trick:
            yield trick
            trick = []
        trick.append((state.turn, move))
    if trick:
        yield trick


def record_lines(record: Record, style: Style) -> Iterator[str]:
    yield f"rules {rules_title(record.start.rules, style)}, {len(record.moves)} plies" + "".join(
        f", {key} {value}" for key, value in record.header.items()
    )
    yield from hands_lines(record.start, style)
    for number, trick in enumerate(tricks(record), 1):
        plays = "  ".join(
            style.paint(f"{seat}:", CYAN)
            + (style.paint("pass", DIM) if not move.n_cards else painted_move(move, style))
            for seat, move in trick
        )
        yield pad(f"trick {number}", 10) + plays
    if record.result is None:
        yield "broken off"
    else:
        yield from result_lines(record.result, style)


def chosen(records: Iterable[Record], number: int | None) -> Iterator[tuple[int, Record]]:
    found = False
    for place, record in enumerate(records, 1):
        if number is None or place == number:
            found = True
            yield place, record
    if number is not None and not found:
        raise ValueError(f"there is no record {number}")


def run_replay(args: argparse.Namespace) -> int:
    style = style_of(args)
    count = finished = 0
    for place, record in chosen(read_records(args.file), args.only):
        count += 1
        finished += record.result is not None
        if not args.verify:
            print(("\n" if count > 1 else "") + style.paint(f"record {place}", BOLD) + ": ", end="")
            print("\n".join(record_lines(record, style)))
    if args.verify:
        records = f"{count} record{'' if count == 1 else 's'}"
        print(f"{records}, every ply legal and every result as played; {finished} finished")
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "deal the cards: four hands, the leader, the face-up card"
    deal = commands.add_parser("deal", help=summary, description=summary)
    add_deal_options(deal)
    deal.add_argument("--json", action="store_true", help="one JSON object on one line")
    add_style_options(deal)
    deal.set_defaults(run=run_deal)

    summary = "print the deals of a file of records, or verify them"
    replay = commands.add_parser("replay", help=summary, description=summary)
    replay.add_argument("file", metavar="FILE", help="one JSON object a line, as docs/formats.md says")
    replay.add_argument("--verify", action="store_true", help="only play them through and say how many there are")
    replay.add_argument("--only", type=seed_number, metavar="N", help="only the Nth record, from 1")
    add_style_options(replay)
    replay.set_defaults(run=run_replay)

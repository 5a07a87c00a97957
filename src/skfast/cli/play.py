"""``skfast play``: one person against three bots, in a terminal or through a pipe."""

import argparse
import sys

from skfast.bots import Bot, make_bot
from skfast.cards import Hand
from skfast.game import State
from skfast.moves import PASS, Move, hints
from skfast.records import RecordWriter

from .deals import add_deal_options, result_lines
from .show import (
    BOLD,
    CYAN,
    DIM,
    Style,
    add_style_options,
    by_rank,
    painted_move,
    plain_move,
    style_of,
    wrap,
)
from .variants import rules_title

HELP = """\
  7           play move 7 of the list (for a single 7 find its number: /7)
  45678       play these cards (4567R=45678 when they can be read in two ways)
  /8R         search: the moves that use an 8 and a big joker
  p           pass
  h           hints, the best first        l   list all moves
  u           take back your last move     s   show the hands and the table again
  ?           this help                    q   stop"""

SHORT_LIST = 40
PLACES = (("you", "自己"), ("right", "下家"), ("partner", "对家"), ("left", "上家"))


class Game:
    """A deal, the seat of the person, and the screen."""

    def __init__(self, state: State, seat: int, style: Style, bot: Bot) -> None:
        self.state, self.seat, self.style, self.bot = state, seat, style, bot
        self.offered = False  # whether the person has seen what he may play now

    def name(self, seat: int) -> str:
        english, chinese = PLACES[(seat - self.seat) % 4]
        return f"{english} {chinese}" if self.style.chinese else english

    def play_to_the_end(self) -> bool:
        """True when the deal is over, False when the person stopped."""
        self.show_position()
        while not self.state.is_over:
            if self.state.turn != self.seat:
                self.play(self.bot(self.state.view(self.state.turn)))
            elif not self.ask():
                return False
        return True

    def play(self, move: Move) -> None:
        seat, leads = self.state.turn, self.state.table is None
        self.state.play(move)
        left = len(self.state.hands[seat])
        after = ", out" if not left else f", {left} left" if left <= 5 and move.n_cards else ""
        print(f"{'leads' if leads else '     '} {self.name(seat)}: {painted_move(move, self.style)}{after}")
        self.offered = False

    # --- the person's turn

    def ask(self) -> bool:
        """One line of the person; False to stop."""
        moves = list(self.state.legal_moves())
        if not self.offered:
            self.offer(moves)
        try:
            line = input(f"{by_rank(self.state.hands[self.seat], self.style)}\n> ").strip()
        except EOFError:
            print()
            return False
        command = line.lower()
        if command in ("q", "quit", "exit"):
            return False
        if command in ("?", "help"):
            print(HELP)
        elif command in ("h", "hint", "hints"):
            self.show_hints(moves)
        elif command in ("l", "list"):
            self.show_numbered(moves, range(len(moves)))
        elif command in ("s", "show"):
            self.show_position()
        elif command in ("u", "undo"):
            self.take_back()
        elif line.startswith("/"):
            self.search(moves, line[1:])
        elif line.isdecimal() and 1 <= int(line) <= len(moves) and not self.is_cards(line):
            self.play(moves[int(line) - 1])
        elif line:
            self.play_text(moves, line)
        return True

    def offer(self, moves: list[Move]) -> None:
        self.offered = True
        if not moves:
            print(self.style.paint("nothing of yours beats it", DIM))
        elif len(moves) <= SHORT_LIST:
            self.show_numbered(moves, range(len(moves)))
        else:
            print(self.style.paint(f"{len(moves):,} moves: h hints, l list, /cards search, ? help", DIM))

    def is_cards(self, line: str) -> bool:
        """A number that is also cards in play, such as 33 with a pair of 3s in the list: then it is the cards."""
        return len(line) > 1 and any(str(move) == line for move in self.state.legal_moves())

    def play_text(self, moves: list[Move], line: str) -> None:
        text = "pass" if line.lower() in ("p", "pass") else line
        try:
            self.play(PASS if text == "pass" else Move.parse(text, self.state.rules, self.state.table))
        except ValueError as error:
            print(f"{error}")
            if text != "pass":
                self.search(moves, line, quiet=True)

    def search(self, moves: list[Move], text: str, quiet: bool = False) -> None:
        """The moves that use these cards."""
        try:
            cards = Hand(text.partition("=")[0])
        except ValueError as error:
            if not quiet:
                print(f"{error}")
            return
        found = [place for place, move in enumerate(moves) if move.n_cards and Hand(move.cards).contains(cards)]
        if found:
            self.show_numbered(moves, found)
        elif not quiet:
            print(f"no move uses {cards}")

    def take_back(self) -> None:
        """Back to the person's last turn."""
        mine = [place for place, (seat, _) in enumerate(self.state.history) if seat == self.seat]
        if not mine:
            print("you have not moved yet")
            return
        for _ in range(len(self.state.history) - mine[-1]):
            self.state.undo()
        self.offered = False
        self.show_position()

    # --- the screen

    def show_position(self) -> None:
        state, style = self.state, self.style
        for seat in ((self.seat + step) % 4 for step in (1, 2, 3)):
            hand = state.hands[seat]
            shown = by_rank(hand, style) if state.rules.partner_visible and seat == self.seat ^ 2 else ""
            cards = "out" if not hand else f"{len(hand)} cards"
            print(f"{style.paint(self.name(seat), CYAN)}: {cards}  {shown}".rstrip())
        if state.table is not None:
            print(f"table: {painted_move(state.table, style)} ({self.name(state.table_seat)})")

    def show_numbered(self, moves: list[Move], places: "range | list[int]") -> None:
        items = []
        for place in places:
            plain = f"{place + 1}) {plain_move(moves[place], self.style)}"
            painted = self.style.paint(f"{place + 1})", DIM) + " " + painted_move(moves[place], self.style)
            items.append((plain, painted))
        print("\n".join(wrap(items, self.style)))

    def show_hints(self, moves: list[Move]) -> None:
        view = self.state.view(self.seat)
        offered = hints(view.hand, view.table, view.rules)[:5]
        if offered:
            self.show_numbered(moves, [moves.index(move) for move in offered])
        else:
            print("pass")


def run_play(args: argparse.Namespace) -> int:
    style = style_of(args)
    if sys.stdin.isatty():
        try:
            import readline  # noqa: F401  (line editing for input)
        except ImportError:
            pass
    state = State.deal(args.rules, args.seed, number=args.number)
    game = Game(state, args.seat, style, make_bot(args.bot, args.seed))
    print(style.paint(f"rules {rules_title(args.rules, style)}, seed {args.seed}", BOLD) + ", ? for help")
    over = game.play_to_the_end()
    if over and state.result is not None:
        print("\n".join(result_lines(state.result, style)))
    else:
        print("stopped")
    if args.save:
        with RecordWriter(args.save) as writer:
            writer.write(state, {"seed": args.seed, "number": args.number, "person": args.seat})
    return 0


def add_commands(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    summary = "play a deal against three simple players, or better ones"
    parser = commands.add_parser("play", help=summary, description=summary)
    add_deal_options(parser)
    parser.add_argument("--seat", type=int, choices=range(4), default=0, help="where you sit (default 0)")
    parser.add_argument("--bot", default="lowest", metavar="BOT", help="the others: lowest, random, montecarlo:200 ...")
    parser.add_argument("--save", metavar="FILE", help="append a record of the deal to this file")
    add_style_options(parser)
    parser.set_defaults(run=run_play)

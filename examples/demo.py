"""The legal moves of three positions, as `skfast moves` shows them: `make demo`."""

import sys

from skfast.cli import main

POSITIONS = [
    (
        "1. A lead from 27 cards. Variant 百变: the big joker (R) may stand for any card.",
        ["moves", "3 44 5555 6666 7777 99 T JJJ QQ K 2 B R", "--rules", "BAIBIAN"],
    ),
    (
        "2. A straight of five is on the table, and there is a big joker in hand (百变).\n"
        "   4567R=45678 reads: the cards 4 5 6 7 and a big joker, played as 4 5 6 7 8.",
        ["moves", "4 5 6 7 8 8 9 T J Q Q 2222 R", "--table", "34567", "--rules", "BAIBIAN"],
    ),
    (
        "3. 千变: all four jokers are wild. The same cards may have two readings (34BBRR is a straight of six, and a\n"
        "   pair run), and bombs of different sizes make one chain (stars: its largest group + its groups).\n"
        "   Thrifty: moves that spend a wild where a natural card would do are left out.",
        ["moves", "3 4 9999 TTTTT JJJJJJ BBRR", "--rules", "QIANBIAN", "--wilds", "thrifty"],
    ),
]


def show_all() -> int:
    for title, command in POSITIONS:
        print(f"\n{title}\n$ skfast {' '.join(f'{part!r}' if ' ' in part else part for part in command)}\n", flush=True)
        status = main([*command, "--lang", "zh"])
        if status:
            return status
    return 0


if __name__ == "__main__":
    sys.exit(show_all())

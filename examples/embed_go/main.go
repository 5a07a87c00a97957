// moves RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), a deal played by the first move
// of every list, and the same deal at random.  moves bench RULES SEED HANDS ROUNDS: ns a call.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"strconv"
	"time"

	"example.com/embed_go/skfast"
)

func answer(name, cards, beaten, number string) error {
	seed, err := strconv.ParseUint(number, 10, 64)
	if err != nil {
		return err
	}
	rules, err := skfast.RulesNamed(name)
	if err != nil {
		return err
	}
	hand, err := skfast.ParseHand(cards)
	if err != nil {
		return err
	}
	var table *skfast.Move
	if beaten != "-" {
		move, err := skfast.ParseMove(beaten, nil, rules)
		if err != nil {
			return err
		}
		table = &move
	}
	moves, err := skfast.LegalMoves(hand, table, rules, skfast.All)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for _, move := range moves {
		text, err := move.Text(rules)
		if err != nil {
			return err
		}
		fmt.Fprintln(out, text)
	}

	start, err := skfast.Deal(rules, seed, 0)
	if err != nil {
		return err
	}
	state := start
	for !state.IsOver() {
		moves, err := state.LegalMoves(skfast.All)
		if err != nil {
			return err
		}
		moves = append(moves, skfast.Move{})
		if err := state.Play(moves[0]); err != nil {
			return err
		}
	}
	s, err := state.Scores()
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "deal %d: %d plies, scores %d %d %d %d\n", seed, state.Plies(), s[0], s[1], s[2], s[3])

	state = start
	if s, err = state.PlayOut(seed, 0); err != nil {
		return err
	}
	fmt.Fprintf(out, "random deal %d: %d plies, scores %d %d %d %d\n", seed, state.Plies(), s[0], s[1], s[2], s[3])
	return nil
}

func fastest(rounds int, hands []skfast.Hand, ofHand func(skfast.Hand) int) float64 {
	least := time.Duration(1 << 62)
	for round := 0; round < rounds; round++ {
		start := time.Now()
		for _, hand := range hands {
			sink += ofHand(hand)
		}
		if took := time.Since(start); took < least {
			least = took
		}
	}
	return float64(least.Nanoseconds()) / float64(len(hands))
}

var sink int

func bench(name string, seed uint64, n, rounds int) error {
	rules, err := skfast.RulesNamed(name)
	if err != nil {
		return err
	}
	var hands []skfast.Hand
	for i := 0; i < n; i++ {
		state, err := skfast.Deal(rules, seed, uint64(i/4))
		if err != nil {
			return err
		}
		hands = append(hands, state.Hand(i%4))
	}

	checksum, counted := uint64(0), 0
	for _, hand := range hands {
		moves, err := skfast.LegalMoves(hand, nil, rules, skfast.All)
		if err != nil {
			return err
		}
		for _, move := range moves {
			checksum = (checksum ^ move.Cards) * 0x100_0000_01b3
			checksum = (checksum ^ move.Reading()) * 0x100_0000_01b3
		}
		count, err := skfast.CountMoves(hand, nil, rules, skfast.All)
		if err != nil {
			return err
		}
		counted += count
	}

	list := fastest(rounds, hands, func(hand skfast.Hand) int {
		moves, _ := skfast.LegalMoves(hand, nil, rules, skfast.All)
		return len(moves)
	})
	var room []skfast.Move
	into := fastest(rounds, hands, func(hand skfast.Hand) int {
		room, _ = skfast.LegalMovesInto(room, hand, nil, rules, skfast.All)
		return len(room)
	})
	count := fastest(rounds, hands, func(hand skfast.Hand) int {
		n, _ := skfast.CountMoves(hand, nil, rules, skfast.All)
		return n
	})
	fmt.Printf("checksum %016x\nmoves %d\nlegal_moves %.1f\nlegal_moves_into %.1f\ncount %.1f\n",
		checksum, counted, list, into, count)
	return nil
}

func run(words []string) error {
	if !skfast.Compatible() {
		return errors.New("the library is of another version")
	}
	if len(words) == 5 && words[0] == "bench" {
		seed, err := strconv.ParseUint(words[2], 10, 64)
		if err != nil {
			return err
		}
		n, err := strconv.Atoi(words[3])
		if err != nil {
			return err
		}
		rounds, err := strconv.Atoi(words[4])
		if err != nil {
			return err
		}
		return bench(words[1], seed, n, rounds)
	}
	if len(words) != 4 {
		return errors.New("usage: moves RULES HAND TABLE SEED | moves bench RULES SEED HANDS ROUNDS")
	}
	return answer(words[0], words[1], words[2], words[3])
}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

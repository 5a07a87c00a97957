// Package skfast is a small wrapper of the C library to copy: errors are errors, lists are slices.
//
// cgo finds the header and the library in CGO_CFLAGS and CGO_LDFLAGS, which skfast-config answers.
package skfast

// #include <skfast.h>
// #include <stdlib.h>
import "C"

import (
	"encoding/binary"
	"unsafe"
)

// Error is a negative number of the library.
type Error int32

func (e Error) Error() string { return C.GoString(C.skfast_error_message(C.int32_t(e))) }

func checked(result int64) (int, error) {
	if result < 0 {
		return 0, Error(result)
	}
	return int(result), nil
}

// Hand counts up to 27 cards by rank.
type Hand uint64

// Move is the cards of a play and their reading; the zero value is a pass.
type Move struct {
	Cards                                                     uint64
	Category, Length, Size, Rank, Stars, NCards, Wilds, Order uint8
}

// Rules are the flags of a variant.
type Rules struct{ c C.skfast_rules }

// State is a deal in progress; a copy of it is another deal.
type State struct {
	c     C.skfast_state
	rules *Rules
}

// Wilds says which of the plays with jokers are listed.
type Wilds int32

const (
	All     Wilds = C.SKFAST_WILDS_ALL
	Thrifty Wilds = C.SKFAST_WILDS_THRIFTY
)

// The compiler holds the layout of Move against that of the header.
var (
	_ [C.sizeof_skfast_move]byte                     = [unsafe.Sizeof(Move{})]byte{}
	_ [unsafe.Offsetof(C.skfast_move{}.order)]byte   = [unsafe.Offsetof(Move{}.Order)]byte{}
	_ [unsafe.Offsetof(C.skfast_move{}.n_cards)]byte = [unsafe.Offsetof(Move{}.NCards)]byte{}
)

func pointer(move *Move) *C.skfast_move { return (*C.skfast_move)(unsafe.Pointer(move)) }

// Compatible says whether the library is of the header that this was compiled with.
func Compatible() bool { return C.skfast_abi_version() == C.SKFAST_ABI_VERSION }

// RulesNamed is a preset by its English or Chinese name.
func RulesNamed(name string) (*Rules, error) {
	text := C.CString(name)
	defer C.free(unsafe.Pointer(text))
	rules := new(Rules)
	_, err := checked(int64(C.skfast_rules_named(text, &rules.c)))
	return rules, err
}

// ParseHand reads cards.
func ParseHand(cards string) (Hand, error) {
	text := C.CString(cards)
	defer C.free(unsafe.Pointer(text))
	var hand C.skfast_hand
	_, err := checked(int64(C.skfast_parse_hand(text, &hand, nil)))
	return Hand(hand), err
}

// ParseMove reads a move; without `=` it is to have one legal reading, or one that beats the table (nil: a lead).
func ParseMove(cards string, table *Move, rules *Rules) (Move, error) {
	text := C.CString(cards)
	defer C.free(unsafe.Pointer(text))
	var move Move
	_, err := checked(int64(C.skfast_parse_move(text, pointer(table), &rules.c, pointer(&move), nil)))
	return move, err
}

// Text is the move as it is written under these rules.
func (m Move) Text(rules *Rules) (string, error) {
	var out [C.SKFAST_TEXT_SIZE]C.char
	n, err := checked(int64(C.skfast_move_text(pointer(&m), &rules.c, &out[0])))
	return C.GoStringN(&out[0], C.int(n)), err
}

// Reading is the eight bytes after the cards as one little-endian number.
func (m Move) Reading() uint64 {
	return binary.LittleEndian.Uint64([]byte{m.Category, m.Length, m.Size, m.Rank, m.Stars, m.NCards, m.Wilds, m.Order})
}

// Beats is a partial order; a pass has no place in it.
func (m Move) Beats(other Move) bool { return C.skfast_beats(pointer(&m), pointer(&other)) == 1 }

// LegalMoves lists the plays of a hand that beat the table (nil: its leads).
func LegalMoves(hand Hand, table *Move, rules *Rules, wilds Wilds) ([]Move, error) {
	return LegalMovesInto(nil, hand, table, rules, wilds)
}

// LegalMovesInto is LegalMoves in the memory of a slice, or in new memory where that is too small.
func LegalMovesInto(room []Move, hand Hand, table *Move, rules *Rules, wilds Wilds) ([]Move, error) {
	room = room[:cap(room)]
	if len(room) == 0 {
		room = make([]Move, 256)
	}
	for {
		n, err := checked(int64(C.skfast_legal_moves(C.skfast_hand(hand), pointer(table), &rules.c, C.int32_t(wilds),
			pointer(&room[0]), C.int64_t(len(room)))))
		if err != nil {
			return nil, err
		}
		if n <= len(room) {
			return room[:n], nil
		}
		room = make([]Move, n)
	}
}

// CountMoves is how many LegalMoves lists.
func CountMoves(hand Hand, table *Move, rules *Rules, wilds Wilds) (int, error) {
	return checked(int64(C.skfast_count_moves(C.skfast_hand(hand), pointer(table), &rules.c, C.int32_t(wilds))))
}

// Deal is deal `number` of a seed, led by whom the rules say.
func Deal(rules *Rules, seed, number uint64) (State, error) {
	state := State{rules: rules}
	_, err := checked(int64(C.skfast_deal(&rules.c, C.uint64_t(seed), C.uint64_t(number), -1, &state.c)))
	return state, err
}

// Hand is what a seat holds.
func (s *State) Hand(seat int) Hand { return Hand(s.c.hands[seat]) }

// Turn is the seat to move.
func (s *State) Turn() int { return int(s.c.turn) }

// Plies is how many plays and passes there were.
func (s *State) Plies() int { return int(s.c.plies) }

// IsOver says whether both players of a side are out.
func (s *State) IsOver() bool { return s.c.n_finished == 4 }

// Table is the move to beat, nil when leading.
func (s *State) Table() *Move {
	if s.c.table.category == C.SKFAST_PASS {
		return nil
	}
	table := *(*Move)(unsafe.Pointer(&s.c.table))
	return &table
}

// LegalMoves lists the plays of the seat to move, which may pass too unless it leads; none once the deal is over.
func (s *State) LegalMoves(wilds Wilds) ([]Move, error) {
	if s.IsOver() {
		return nil, nil
	}
	return LegalMoves(s.Hand(s.Turn()), s.Table(), s.rules, wilds)
}

// Play plays, or passes with Move{}. After an error the state is as before.
func (s *State) Play(move Move) error {
	_, err := checked(int64(C.skfast_play(&s.c, pointer(&move), &s.rules.c, nil)))
	return err
}

// PlayOut plays the deal to its end at random, by stream `number` of a seed, and gives the scores by seat.
func (s *State) PlayOut(seed, number uint64) ([4]int64, error) {
	arena := make([]Move, C.SKFAST_ARENA)
	var result C.skfast_playout
	short, err := checked(int64(C.skfast_play_out(&s.c, &s.rules.c, nil, C.uint64_t(seed), C.uint64_t(number),
		pointer(&arena[0]), C.SKFAST_ARENA, &result)))
	if short > 0 {
		panic("the arena serves every preset")
	}
	return numbers(result.scores), err
}

// Scores are by seat; of a deal that is not over the contributions so far.
func (s *State) Scores() ([4]int64, error) {
	var result C.skfast_result
	_, err := checked(int64(C.skfast_score(&s.c, &s.rules.c, &result)))
	return numbers(result.scores), err
}

func numbers(four [4]C.int64_t) (out [4]int64) {
	for i, number := range four {
		out[i] = int64(number)
	}
	return out
}

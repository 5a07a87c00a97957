//! skfast for Rust: errors are `Result`s, lists are vectors, and nothing but this file is unsafe.
use std::ffi::{c_char, CStr, CString};
use std::fmt;
use std::mem::{size_of, MaybeUninit};
use std::ptr;

mod layout;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error(pub i32);

impl fmt::Display for Error {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let message = unsafe { CStr::from_ptr(ffi::skfast_error_message(self.0)) };
        out.write_str(&message.to_string_lossy())
    }
}

impl std::error::Error for Error {}

pub type Result<T> = std::result::Result<T, Error>;

const ERROR_ARGUMENT: i32 = -1;

fn checked(result: i64) -> Result<usize> {
    usize::try_from(result).map_err(|_| Error(result as i32))
}

fn c_string(text: &str) -> Result<CString> {
    CString::new(text).map_err(|_| Error(ERROR_ARGUMENT))
}

fn text_from(write: impl FnOnce(*mut c_char) -> i32) -> Result<String> {
    let mut out = [0u8; layout::TEXT_SIZE];
    let n = checked(write(out.as_mut_ptr().cast()).into())?;
    Ok(String::from_utf8_lossy(&out[..n]).into_owned())
}

/// Whether the library that was linked is the one these declarations are of.
pub fn is_compatible() -> bool {
    unsafe { ffi::skfast_abi_version() == layout::ABI_VERSION }
}

/// Up to 27 cards, counted by rank.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(transparent)]
pub struct Hand(u64);

impl Hand {
    pub fn parse(text: &str) -> Result<Hand> {
        let mut hand = Hand::default();
        let text = c_string(text)?;
        checked(unsafe { ffi::skfast_parse_hand(text.as_ptr(), &mut hand.0, ptr::null_mut()) }.into())?;
        Ok(hand)
    }

    pub fn text(self) -> Result<String> {
        text_from(|out| unsafe { ffi::skfast_hand_text(self.0, out) })
    }
}

/// The cards of a play and their reading; all zeros is a pass.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[repr(C)]
pub struct Move {
    pub cards: u64,
    pub category: u8,
    pub length: u8,
    pub size: u8,
    pub rank: u8,
    pub stars: u8,
    pub n_cards: u8,
    pub wilds: u8,
    pub order: u8,
}

impl Move {
    pub const PASS: Move =
        Move { cards: 0, category: 0, length: 0, size: 0, rank: 0, stars: 0, n_cards: 0, wilds: 0, order: 0 };

    pub fn parse(text: &str, table: Option<&Move>, rules: &Rules) -> Result<Move> {
        let mut found = Move::PASS;
        let text = c_string(text)?;
        let done = unsafe {
            ffi::skfast_parse_move(text.as_ptr(), pointer(table), rules, &mut found, ptr::null_mut())
        };
        checked(done.into()).map(|_| found)
    }

    pub fn text(&self, rules: &Rules) -> Result<String> {
        text_from(|out| unsafe { ffi::skfast_move_text(self, rules, out) })
    }

    pub fn beats(&self, other: &Move) -> bool {
        unsafe { ffi::skfast_beats(self, other) == 1 }
    }

    /// The eight bytes after the cards as one little-endian number.
    pub fn reading(&self) -> u64 {
        u64::from_le_bytes([
            self.category, self.length, self.size, self.rank, self.stars, self.n_cards, self.wilds, self.order,
        ])
    }
}

fn pointer(table: Option<&Move>) -> *const Move {
    table.map_or(ptr::null(), |table| table)
}

/// The flags of a variant; only the library fills them, so they are always those of one.
#[derive(Clone, Copy)]
#[repr(C, align(8))]
pub struct Rules([u8; layout::RULES]);

impl Rules {
    pub fn named(name: &str) -> Result<Rules> {
        let name = c_string(name)?;
        let mut rules = Rules([0; layout::RULES]);
        checked(unsafe { ffi::skfast_rules_named(name.as_ptr(), &mut rules) }.into()).map(|_| rules)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wilds {
    All = 0,
    Thrifty = 1,
}

/// The plays of a hand that beat the table, or with `None` its leads.
pub fn legal_moves(hand: Hand, table: Option<&Move>, rules: &Rules, wilds: Wilds) -> Result<Vec<Move>> {
    let mut moves = Vec::new();
    legal_moves_into(&mut moves, hand, table, rules, wilds)?;
    Ok(moves)
}

/// The same into a vector that is used again: what it held is gone, its memory stays.
pub fn legal_moves_into(
    moves: &mut Vec<Move>, hand: Hand, table: Option<&Move>, rules: &Rules, wilds: Wilds,
) -> Result<()> {
    moves.clear();
    if moves.capacity() == 0 {
        moves.reserve(256);
    }
    loop {
        let room = moves.capacity();
        let n = checked(unsafe {
            ffi::skfast_legal_moves(hand.0, pointer(table), rules, wilds as i32, moves.as_mut_ptr(), room as i64)
        })?;
        if n <= room {
            unsafe { moves.set_len(n) }; // the library has written the first n
            return Ok(());
        }
        moves.reserve(n);
    }
}

pub fn count_moves(hand: Hand, table: Option<&Move>, rules: &Rules, wilds: Wilds) -> Result<usize> {
    checked(unsafe { ffi::skfast_count_moves(hand.0, pointer(table), rules, wilds as i32) })
}

#[derive(Clone, Copy)]
#[repr(C)]
struct RawState {
    hands: [Hand; 4],
    table: Move,
    bombs: [[u8; 16]; 4],
    turn: u8,
    leader: u8,
    table_seat: u8,
    passes: u8,
    finish: [u8; 4],
    n_finished: u8,
    players: [u8; 4],
    face_up: u8,
    plies: u16,
}

/// What a deal played to its end came to; arrays are by seat, but for `finish`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Playout {
    pub base: [i64; 4],
    pub contribution: [i64; 4],
    pub scores: [i64; 4],
    pub multiplier: i64,
    pub lead_moves: u32,
    pub follow_moves: u32,
    pub plies: u16,
    pub leads: u16,
    pub choices: u16,
    pub finish: [u8; 4],
    pub win: u8,
    pub leader: u8,
    pub players: [u8; 4],
    pub best_stars: [u8; 4],
    pub bombs: [u8; 16],
    pub face_up: u8,
    reserved: [u8; 3],
}

const _: () = assert!(size_of::<Move>() == layout::MOVE && size_of::<Rules>() == layout::RULES);
const _: () = assert!(size_of::<RawState>() == layout::STATE && size_of::<Playout>() == layout::PLAYOUT);

/// A deal in progress. A copy of it is another deal: searches clone.
#[derive(Clone)]
pub struct State {
    state: RawState,
    rules: Rules,
}

impl State {
    /// Deal `number` of a seed, led by whom the rules say.
    pub fn deal(rules: &Rules, seed: u64, number: u64) -> Result<State> {
        let mut state = MaybeUninit::zeroed();
        checked(unsafe { ffi::skfast_deal(rules, seed, number, -1, state.as_mut_ptr()) }.into())?;
        Ok(State { state: unsafe { state.assume_init() }, rules: *rules })
    }

    pub fn hand(&self, seat: usize) -> Hand {
        self.state.hands[seat]
    }

    pub fn turn(&self) -> usize {
        self.state.turn.into()
    }

    pub fn plies(&self) -> u16 {
        self.state.plies
    }

    /// The move to beat; `None` when leading.
    pub fn table(&self) -> Option<&Move> {
        (self.state.table.category != 0).then_some(&self.state.table)
    }

    pub fn is_over(&self) -> bool {
        self.state.n_finished == 4
    }

    /// The plays of the seat to move, which may pass too unless it leads; none once the deal is over.
    pub fn legal_moves(&self, wilds: Wilds) -> Result<Vec<Move>> {
        if self.is_over() {
            return Ok(Vec::new());
        }
        legal_moves(self.hand(self.turn()), self.table(), &self.rules, wilds)
    }

    /// A play, or `Move::PASS`. After an error the state is as before.
    pub fn play(&mut self, play: &Move) -> Result<()> {
        checked(unsafe { ffi::skfast_play(&mut self.state, play, &self.rules, ptr::null_mut()) }.into()).map(|_| ())
    }

    /// Play the deal to its end at random, by stream `number` of a seed.
    pub fn play_out(&mut self, seed: u64, number: u64) -> Result<Playout> {
        let mut arena: Vec<Move> = Vec::with_capacity(layout::ARENA);
        let mut result = MaybeUninit::zeroed();
        let mut end = self.state;
        let n = checked(unsafe {
            ffi::skfast_play_out(
                &mut end, &self.rules, ptr::null(), seed, number, arena.as_mut_ptr(), layout::ARENA as i64,
                result.as_mut_ptr(),
            )
        })?;
        assert_eq!(n, 0, "the arena serves every preset");
        self.state = end;
        Ok(unsafe { result.assume_init() })
    }

    /// The scores of `n` random playouts from here, by seat; the state stays as it is.
    pub fn playouts(&self, seed: u64, n: usize) -> Result<Vec<[i64; 4]>> {
        let mut arena: Vec<Move> = Vec::with_capacity(layout::ARENA);
        let mut scores = vec![[0i64; 4]; n];
        let short = checked(unsafe {
            ffi::skfast_playouts(
                &self.state, &self.rules, ptr::null(), seed, 0, n as i64, arena.as_mut_ptr(), layout::ARENA as i64,
                scores.as_mut_ptr().cast(),
            )
        })?;
        assert_eq!(short, 0, "the arena serves every preset");
        Ok(scores)
    }

    /// By seat; of a deal that is not over the contributions so far.
    pub fn scores(&self) -> Result<[i64; 4]> {
        let mut result = ffi::Score::default();
        checked(unsafe { ffi::skfast_score(&self.state, &self.rules, &mut result) }.into())?;
        Ok(result.scores)
    }
}

mod ffi {
    use super::{c_char, Move, Playout, RawState, Rules};

    #[derive(Default)]
    #[repr(C)]
    pub struct Score {
        pub base: [i64; 4],
        pub contribution: [i64; 4],
        pub scores: [i64; 4],
        pub multiplier: i64,
        pub finish: [u8; 4],
        pub win: u8,
        pub reserved: [u8; 3],
    }

    extern "C" {
        pub fn skfast_abi_version() -> i32;
        pub fn skfast_error_message(error: i32) -> *const c_char;
        pub fn skfast_rules_named(name: *const c_char, rules: *mut Rules) -> i32;
        pub fn skfast_parse_hand(text: *const c_char, hand: *mut u64, position: *mut i32) -> i32;
        pub fn skfast_parse_move(
            text: *const c_char, table: *const Move, rules: *const Rules, found: *mut Move, position: *mut i32,
        ) -> i32;
        pub fn skfast_hand_text(hand: u64, out: *mut c_char) -> i32;
        pub fn skfast_move_text(of: *const Move, rules: *const Rules, out: *mut c_char) -> i32;
        pub fn skfast_legal_moves(
            hand: u64, table: *const Move, rules: *const Rules, wilds: i32, out: *mut Move, capacity: i64,
        ) -> i64;
        pub fn skfast_count_moves(hand: u64, table: *const Move, rules: *const Rules, wilds: i32) -> i64;
        pub fn skfast_beats(a: *const Move, b: *const Move) -> i32;
        pub fn skfast_deal(rules: *const Rules, seed: u64, number: u64, leader: i32, state: *mut RawState) -> i32;
        pub fn skfast_play(
            state: *mut RawState, play: *const Move, rules: *const Rules, undo: *mut std::ffi::c_void,
        ) -> i32;
        pub fn skfast_score(state: *const RawState, rules: *const Rules, result: *mut Score) -> i32;
        pub fn skfast_play_out(
            state: *mut RawState, rules: *const Rules, policies: *const u8, seed: u64, number: u64, arena: *mut Move,
            capacity: i64, result: *mut Playout,
        ) -> i64;
        pub fn skfast_playouts(
            state: *const RawState, rules: *const Rules, policies: *const u8, seed: u64, first: u64, n: i64,
            arena: *mut Move, capacity: i64, scores: *mut i64,
        ) -> i64;
    }
}

//! moves RULES HAND TABLE SEED: the plays of a hand that beat the table (- for a lead), a deal played by the first move
//! of every list, and the same deal at random.  moves bench RULES SEED HANDS ROUNDS: ns a call.
use std::error::Error;
use std::hint::black_box;
use std::time::Instant;

use skfast::{count_moves, legal_moves, legal_moves_into, Hand, Move, Rules, State, Wilds};

fn answer(rules: &str, hand: &str, table: &str, seed: u64) -> Result<(), Box<dyn Error>> {
    let rules = Rules::named(rules)?;
    let hand = Hand::parse(hand)?;
    let table = if table == "-" { None } else { Some(Move::parse(table, None, &rules)?) };
    for play in legal_moves(hand, table.as_ref(), &rules, Wilds::All)? {
        println!("{}", play.text(&rules)?);
    }

    let start = State::deal(&rules, seed, 0)?;
    let mut state = start.clone();
    while !state.is_over() {
        let first = state.legal_moves(Wilds::All)?.first().copied();
        state.play(&first.unwrap_or(Move::PASS))?;
    }
    let [a, b, c, d] = state.scores()?;
    println!("deal {seed}: {} plies, scores {a} {b} {c} {d}", state.plies());

    let played = start.clone().play_out(seed, 0)?;
    assert_eq!(start.playouts(seed, 1)?, [played.scores]);
    let [a, b, c, d] = played.scores;
    println!("random deal {seed}: {} plies, scores {a} {b} {c} {d}", played.plies);
    Ok(())
}

fn fastest(rounds: u32, hands: &[Hand], mut of_hand: impl FnMut(Hand) -> usize) -> f64 {
    let mut least = f64::INFINITY;
    for _ in 0..rounds {
        let start = Instant::now();
        let total: usize = hands.iter().map(|&hand| of_hand(hand)).sum();
        let seconds = start.elapsed().as_secs_f64();
        black_box(total);
        least = least.min(seconds);
    }
    least / hands.len() as f64 * 1e9
}

fn bench(rules: &str, seed: u64, n: usize, rounds: u32) -> Result<(), Box<dyn Error>> {
    let rules = Rules::named(rules)?;
    let mut hands = Vec::new();
    for i in 0..n {
        hands.push(State::deal(&rules, seed, (i / 4) as u64)?.hand(i % 4));
    }

    let (mut checksum, mut counted) = (0u64, 0);
    for &hand in &hands {
        for play in legal_moves(hand, None, &rules, Wilds::All)? {
            checksum = (checksum ^ play.cards).wrapping_mul(0x100_0000_01b3);
            checksum = (checksum ^ play.reading()).wrapping_mul(0x100_0000_01b3);
        }
        counted += count_moves(hand, None, &rules, Wilds::All)?;
    }

    let list = fastest(rounds, &hands, |hand| legal_moves(hand, None, &rules, Wilds::All).map_or(0, |list| list.len()));
    let mut moves = Vec::new();
    let into = fastest(rounds, &hands, |hand| {
        legal_moves_into(&mut moves, hand, None, &rules, Wilds::All).map_or(0, |()| moves.len())
    });
    let count = fastest(rounds, &hands, |hand| count_moves(hand, None, &rules, Wilds::All).unwrap_or(0));
    println!("checksum {checksum:016x}\nmoves {counted}\nlegal_moves {list:.1}\nlegal_moves_into {into:.1}\ncount {count:.1}");
    Ok(())
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    assert!(skfast::is_compatible(), "the library is of another version");
    let done = match words[..] {
        ["bench", rules, seed, n, rounds] => match (seed.parse(), n.parse(), rounds.parse()) {
            (Ok(seed), Ok(n), Ok(rounds)) => bench(rules, seed, n, rounds),
            _ => Err("SEED, HANDS and ROUNDS are numbers".into()),
        },
        [rules, hand, table, seed] => match seed.parse() {
            Ok(seed) => answer(rules, hand, table, seed),
            Err(_) => Err("SEED is a number".into()),
        },
        _ => Err("usage: moves RULES HAND TABLE SEED | moves bench RULES SEED HANDS ROUNDS".into()),
    };
    if let Err(error) = done {
        eprintln!("{error}");
        std::process::exit(1);
    }
}

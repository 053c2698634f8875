//! Every board size and rule set obeys the laws.

use super::*;
use crate::connect_four::{Column, ConnectFour};
use crate::morris::{Lasker, Morabaraba, Morris, Move, NoFlying, Point, Rules, Standard};

fn obeys_the_laws<P>(start: P, seed: u64, games: usize, any_move: impl Fn(&mut Rng) -> P::Move)
where
    P: Symmetric + FromStr<Err: Debug>,
{
    let laws = Laws { start, seed, games };
    laws.rules(any_move);
    laws.symmetries();
    laws.texts();
}

fn any_column(rng: &mut Rng) -> Column {
    Column::new(rng.usize(..Column::MAX))
}

fn any_turn(rng: &mut Rng) -> Move {
    let point = |rng: &mut Rng| Point::new(rng.usize(..Point::COUNT));
    let maybe = |rng: &mut Rng| rng.bool().then(|| point(rng));
    Move { from: maybe(rng), to: point(rng), take: maybe(rng) }
}

fn board_obeys<const W: usize, const H: usize>() {
    let seed = (W * 100 + H) as u64;
    obeys_the_laws(ConnectFour::<W, H>::new(), seed, 20, any_column);
    taking_back_a_man_restores_the_board::<W, H>(seed);
}

fn taking_back_a_man_restores_the_board<const W: usize, const H: usize>(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut position = ConnectFour::<W, H>::new();
    while let Some(column) = rng.choice(position.legal_moves().collect::<Vec<_>>()) {
        let next = position.after(column);
        assert_eq!(next.before(column), Some(position));
        position = next;
    }
}

macro_rules! boards {
    ($($width:literal: $($height:literal)*;)*) => { $($(board_obeys::<$width, $height>();)*)* };
}

#[test]
fn connect_four_obeys_the_laws_on_every_board() {
    boards! {
        1: 1 4 31 63; 2: 1 5 31; 3: 1 3 20;
        4: 1 3 4 5 6 7 8 9 10 11 12 13 14 15;
        5: 3 4 5 6 7 8 9 10 11; 6: 3 4 5 6 7 8 9; 7: 3 4 5 6 7 8; 8: 3 4 5 6 7; 9: 3 4 5 6;
        10: 3 4 5; 11: 3 4; 12: 3 4; 13: 3; 14: 3; 15: 3; 16: 3; 21: 2; 32: 1;
    }
}

fn rules_obey<R: Rules>() {
    obeys_the_laws(Morris::<R>::new(), 1, 15, any_turn);
}

#[test]
fn morris_obeys_the_laws_with_every_rule_set() {
    rules_obey::<Standard>();
    rules_obey::<NoFlying>();
    rules_obey::<Lasker>();
    rules_obey::<Morabaraba>();
}

/// A game that the second side starts is equivalent.
#[test]
fn the_laws_hold_whoever_begins() {
    obeys_the_laws("7/7/7/7/7/7 O".parse::<ConnectFour>().unwrap(), 2, 30, any_column);
    obeys_the_laws("8/8/8 B 9 9".parse::<Morris>().unwrap(), 2, 10, any_turn);
}

#[test]
fn searches_find_what_minimax_finds_in_both_games() {
    Laws { games: 4, ..Laws::of(ConnectFour::<7, 6>::new()) }.searches();
    Laws { games: 1, ..Laws::of(Morris::<Standard>::new()) }.searches();
    Laws { games: 1, ..Laws::of(Morris::<Lasker>::new()) }.searches();
}

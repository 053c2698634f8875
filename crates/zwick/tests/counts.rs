//! Known numbers of move sequences and of positions.

use std::collections::{HashMap, HashSet};

use zwick::connect_four::ConnectFour;
use zwick::morris::{Morris, Standard};
use zwick::{Position, Symmetric, perft};

/// The rows of a data file without comments and header.
fn rows(file: &str) -> impl Iterator<Item = Vec<&str>> {
    file.lines().filter(|line| !line.starts_with('#')).skip(1).map(|line| line.split(',').collect())
}

#[test]
fn connect_four_has_the_known_number_of_games() {
    let known = [7, 49, 343, 2401, 16_807, 117_649, 823_536, 5_673_234, 39_394_572, 268_031_646];
    for (depth, nodes) in (1..).zip(known) {
        assert_eq!(perft(&ConnectFour::<7, 6>::new(), depth), nodes, "depth {depth}");
    }
}

#[test]
fn connect_four_has_the_known_number_of_positions_by_ply() {
    let mut layer: HashMap<u64, ConnectFour> = HashMap::from([(ConnectFour::<7, 6>::new().key(), ConnectFour::new())]);
    for row in rows(include_str!("data/connect-four-by-ply.csv")).take(9) {
        assert_eq!(layer.len().to_string(), row[1], "ply {}", row[0]);
        let terminal = layer.values().filter(|position| position.outcome().is_some()).count();
        assert_eq!(terminal.to_string(), row[5], "finished games at ply {}", row[0]);
        layer = next_layer(layer.values());
    }
}

fn next_layer<'a, P: Position + 'a>(layer: impl Iterator<Item = &'a P>) -> HashMap<u64, P> {
    let mut next = HashMap::new();
    for position in layer {
        for mv in position.legal_moves() {
            let after = position.after(mv);
            next.insert(after.key(), after);
        }
    }
    next
}

fn reachable<const W: usize, const H: usize>() -> usize {
    let mut layer: HashMap<u64, ConnectFour<W, H>> = HashMap::from([(0, ConnectFour::new())]);
    let mut total = 0;
    while !layer.is_empty() {
        total += layer.len();
        layer = next_layer(layer.values());
    }
    total
}

#[test]
fn small_boards_have_the_known_number_of_reachable_positions() {
    assert_eq!(reachable::<4, 3>(), 12_031);
    assert_eq!(reachable::<5, 3>(), 158_911);
    assert_eq!(reachable::<4, 4>(), 161_029);
}

#[test]
fn morris_has_the_known_number_of_games() {
    for row in rows(include_str!("data/morris-perft.csv")) {
        let depth = row[0].parse().unwrap();
        assert_eq!(perft(&Morris::<Standard>::new(), depth).to_string(), row[1], "depth {depth}");
    }
}

#[test]
fn morris_has_the_known_number_of_positions_up_to_symmetry() {
    let mut layer: HashSet<Morris> = HashSet::from([Morris::new()]);
    for row in rows(include_str!("data/morris-perft.csv")) {
        layer = layer
            .iter()
            .flat_map(|position| position.legal_moves().map(|mv| position.after(mv).canonical().0))
            .collect();
        assert_eq!(layer.len().to_string(), row[2], "ply {}", row[0]);
    }
}

#[test]
fn morris_has_the_known_number_of_games_from_known_positions() {
    for row in rows(include_str!("data/morris-perft-positions.csv")) {
        let position: Morris = row[0].parse().unwrap_or_else(|error| panic!("{}: {error}", row[0]));
        for (depth, nodes) in (1..).zip(&row[1..]) {
            assert_eq!(perft(&position, depth).to_string(), *nodes, "depth {depth} after {}", row[0]);
        }
    }
}

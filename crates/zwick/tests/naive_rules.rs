//! The rules implemented a second time, with arrays and no bit tricks; both must agree along random games.

use std::collections::HashSet;

use fastrand::Rng;
use zwick::connect_four::{Column, ConnectFour};
use zwick::morris::{Lasker, Morabaraba, Morris, Move, NoFlying, Point, Rules, Standard};
use zwick::{Outcome, Position, Side};

/// Connect Four as a grid of cells, `cells[column]` from the bottom.
struct NaiveConnectFour {
    width: usize,
    height: usize,
    cells: Vec<Vec<Side>>,
    turn: Side,
}

impl NaiveConnectFour {
    fn new(width: usize, height: usize) -> Self {
        Self { width, height, cells: vec![Vec::new(); width], turn: Side::First }
    }

    fn at(&self, column: i32, row: i32) -> Option<Side> {
        self.cells.get(usize::try_from(column).ok()?)?.get(usize::try_from(row).ok()?).copied()
    }

    fn has_four(&self, side: Side) -> bool {
        let directions = [(1, 0), (0, 1), (1, 1), (1, -1)];
        (0..self.width as i32).any(|column| {
            (0..self.height as i32).any(|row| {
                directions
                    .iter()
                    .any(|(right, up)| (0..4).all(|k| self.at(column + k * right, row + k * up) == Some(side)))
            })
        })
    }

    fn outcome(&self) -> Option<Outcome> {
        let full = self.cells.iter().all(|column| column.len() == self.height);
        let winner = [Side::First, Side::Second].into_iter().find(|&side| self.has_four(side));
        winner.map(Outcome::Win).or(full.then_some(Outcome::Draw))
    }

    fn moves(&self) -> HashSet<Column> {
        if self.outcome().is_some() {
            return HashSet::new();
        }
        (0..self.width).filter(|&column| self.cells[column].len() < self.height).map(Column::new).collect()
    }

    fn play(&mut self, column: Column) {
        self.cells[column.index()].push(self.turn);
        self.turn = !self.turn;
    }
}

fn connect_four_agrees<const W: usize, const H: usize>(positions: usize) {
    let mut rng = Rng::with_seed((W * 100 + H) as u64);
    let mut seen = 0;
    while seen < positions {
        let (mut fast, mut naive) = (ConnectFour::<W, H>::new(), NaiveConnectFour::new(W, H));
        loop {
            seen += 1;
            assert_eq!(fast.legal_moves().collect::<HashSet<_>>(), naive.moves(), "{fast}");
            assert_eq!(fast.outcome(), naive.outcome(), "{fast}");
            assert_eq!(fast.turn(), naive.turn);
            let Some(column) = rng.choice(fast.legal_moves().collect::<Vec<_>>()) else { break };
            fast.play_unchecked(column);
            naive.play(column);
        }
    }
}

#[test]
fn connect_four_agrees_with_arrays_on_a_million_positions() {
    connect_four_agrees::<7, 6>(700_000);
    connect_four_agrees::<8, 7>(60_000);
    connect_four_agrees::<9, 6>(60_000);
    connect_four_agrees::<4, 15>(60_000);
    connect_four_agrees::<16, 3>(60_000);
    connect_four_agrees::<5, 5>(60_000);
}

/// Every line of the board, copied by hand from the picture: three points in a row.
const LINES: [&str; 20] = [
    "a7 d7 g7", "b6 d6 f6", "c5 d5 e5", "a4 b4 c4", "e4 f4 g4", "c3 d3 e3", "b2 d2 f2", "a1 d1 g1", "a7 a4 a1",
    "b6 b4 b2", "c5 c4 c3", "d7 d6 d5", "d3 d2 d1", "e5 e4 e3", "f6 f4 f2", "g7 g4 g1", "a7 b6 c5", "g7 f6 e5",
    "a1 b2 c3", "g1 f2 e3",
];

/// Morris as an array of points.
struct NaiveMorris {
    lines: Vec<[usize; 3]>,
    flying: bool,
    move_while_placing: bool,
    points: [Option<Side>; 24],
    hands: [u32; 2],
    turn: Side,
}

impl NaiveMorris {
    fn new<R: Rules>() -> Self {
        let lines = if R::NAME == "morabaraba" { &LINES[..] } else { &LINES[..16] };
        let men = match R::NAME {
            "lasker" => 10,
            "morabaraba" => 12,
            _ => 9,
        };
        let point = |name: &str| name.parse::<Point>().unwrap().index();
        let lines = lines.iter().map(|line| {
            let names: Vec<&str> = line.split(' ').collect();
            [point(names[0]), point(names[1]), point(names[2])]
        });
        Self {
            lines: lines.collect(),
            flying: R::NAME != "no-flying",
            move_while_placing: R::NAME == "lasker",
            points: [None; 24],
            hands: [men; 2],
            turn: Side::First,
        }
    }

    fn men(&self, side: Side) -> Vec<usize> {
        (0..24).filter(|&point| self.points[point] == Some(side)).collect()
    }

    fn in_mill(points: &[Option<Side>; 24], lines: &[[usize; 3]], point: usize) -> bool {
        let owner = points[point];
        lines.iter().any(|line| line.contains(&point) && line.iter().all(|&other| points[other] == owner))
    }

    fn are_neighbours(&self, a: usize, b: usize) -> bool {
        self.lines.iter().any(|line| {
            let place = |point| line.iter().position(|&other| other == point);
            matches!((place(a), place(b)), (Some(i), Some(j)) if i.abs_diff(j) == 1)
        })
    }

    /// All moves of the side to move, whether or not it has already lost.
    fn turns(&self) -> Vec<(Option<usize>, usize)> {
        let own = self.men(self.turn);
        let hand = self.hands[self.turn as usize];
        let empty: Vec<usize> = (0..24).filter(|&point| self.points[point].is_none()).collect();
        let mut turns = Vec::new();
        if hand > 0 {
            turns.extend(empty.iter().map(|&to| (None, to)));
        }
        if hand == 0 || self.move_while_placing {
            let flies = self.flying && own.len() as u32 + hand == 3;
            for &from in &own {
                let reached = empty.iter().filter(|&&to| flies || self.are_neighbours(from, to));
                turns.extend(reached.map(|&to| (Some(from), to)));
            }
        }
        turns
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.men(self.turn).len() as u32 + self.hands[self.turn as usize] < 3 {
            return Some(Outcome::Win(!self.turn));
        }
        if self.points.iter().all(Option::is_some) {
            return Some(Outcome::Draw);
        }
        self.turns().is_empty().then_some(Outcome::Win(!self.turn))
    }

    fn moves(&self) -> HashSet<Move> {
        if self.outcome().is_some() {
            return HashSet::new();
        }
        let mut moves = HashSet::new();
        for (from, to) in self.turns() {
            let mut after = self.points;
            after[to] = Some(self.turn);
            if let Some(from) = from {
                after[from] = None;
            }
            let make = |take: Option<usize>| Move {
                from: from.map(Point::new),
                to: Point::new(to),
                take: take.map(Point::new),
            };
            let men = self.men(!self.turn);
            if !Self::in_mill(&after, &self.lines, to) || men.is_empty() {
                moves.insert(make(None));
                continue;
            }
            let outside: Vec<usize> =
                men.iter().copied().filter(|&man| !Self::in_mill(&after, &self.lines, man)).collect();
            let takes = if outside.is_empty() { men } else { outside };
            moves.extend(takes.into_iter().map(|take| make(Some(take))));
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        match mv.from {
            Some(from) => self.points[from.index()] = None,
            None => self.hands[self.turn as usize] -= 1,
        }
        self.points[mv.to.index()] = Some(self.turn);
        if let Some(take) = mv.take {
            self.points[take.index()] = None;
        }
        self.turn = !self.turn;
    }
}

fn morris_agrees<R: Rules>(positions: usize) {
    let mut rng = Rng::with_seed(positions as u64);
    let mut seen = 0;
    while seen < positions {
        let (mut fast, mut naive) = (Morris::<R>::new(), NaiveMorris::new::<R>());
        for _ in 0..300 {
            seen += 1;
            assert_eq!(fast.legal_moves().collect::<HashSet<_>>(), naive.moves(), "{fast}");
            assert_eq!(fast.outcome(), naive.outcome(), "{fast}");
            assert_eq!(fast.turn(), naive.turn);
            let moves: Vec<Move> = fast.legal_moves().collect();
            // Mills are rare in random games but central to the rules: half of the time close one if possible.
            let mills: Vec<Move> = moves.iter().copied().filter(|mv| mv.take.is_some()).collect();
            let among = if rng.bool() && !mills.is_empty() { &mills } else { &moves };
            let Some(&mv) = rng.choice(among) else { break };
            fast.play_unchecked(mv);
            naive.play(mv);
        }
    }
}

#[test]
fn morris_agrees_with_arrays_on_a_million_positions() {
    morris_agrees::<Standard>(400_000);
    morris_agrees::<NoFlying>(200_000);
    morris_agrees::<Lasker>(200_000);
    morris_agrees::<Morabaraba>(200_000);
}

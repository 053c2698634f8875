//! Facts about a position of Connect Four: fours that are made, threatened, prepared or forced.
//!
//! Speed matters less here than in a solver, so this is written for any board and close to the rules.

use super::grid::Grid;
use super::position::{Column, ConnectFour};
use super::zugzwang::{self, Zugzwang};
use crate::diagram::Diagram;
use crate::facts::{Explained, Fact, FactKind};
use crate::game::{Position, Side};

/// A forced win is searched this many moves of the attacker ahead.
const LONGEST_ATTACK: usize = 10;
/// The search is given up after this many positions.
const MOST_POSITIONS: u32 = 20_000;

/// The shortest win in which the defender never has a real choice: every move of the attacker threatens four.
struct Attack {
    attacker: Side,
    positions: u32,
}

impl Attack {
    /// The moves of both sides from a position with the attacker to move, up to the four.
    fn find(grid: &Grid, attacker: Side) -> Option<Vec<usize>> {
        let mut attack = Self { attacker, positions: 0 };
        (1..=LONGEST_ATTACK).find_map(|moves| attack.within(grid, moves))
    }

    fn within(&mut self, grid: &Grid, moves: usize) -> Option<Vec<usize>> {
        if let Some(&win) = grid.wins(self.attacker).first() {
            return Some(vec![win]);
        }
        if moves == 1 || self.positions > MOST_POSITIONS {
            return None;
        }
        let candidates: Vec<usize> = grid.landings().collect();
        candidates.into_iter().find_map(|cell| {
            let after = grid.with(cell, self.attacker);
            let mut line = self.after_move(&after, moves)?;
            line.insert(0, cell);
            Some(line)
        })
    }

    /// The same with the defender to move: it must have no four of its own, and one to block.
    fn after_move(&mut self, grid: &Grid, moves: usize) -> Option<Vec<usize>> {
        self.positions += 1;
        let defender = !self.attacker;
        let threats = grid.wins(self.attacker);
        if threats.is_empty() || !grid.wins(defender).is_empty() {
            return None;
        }
        let block = threats[0];
        let mut line = self.within(&grid.with(block, defender), moves - 1)?;
        line.insert(0, block);
        Some(line)
    }
}

fn must_be_answered(grid: &Grid, side: Side, other: Side) -> Option<Fact> {
    let wins = grid.wins(other);
    if wins.is_empty() || !grid.wins(side).is_empty() {
        return None;
    }
    let kind = if wins.len() == 1 { FactKind::MustBlock } else { FactKind::CannotBlock };
    let fact = Fact::new(kind, other).cells(wins.iter().copied()).lines(grid.lines(&wins, other));
    Some(fact.moves(wins.iter().map(|&cell| grid.column(cell))))
}

fn facts(grid: &Grid, side: Side) -> Vec<Fact> {
    let other = !side;
    let mut facts = Vec::new();
    let wins = grid.wins(side);
    if !wins.is_empty() {
        let fact = Fact::new(FactKind::CanWin, side).cells(wins.iter().copied()).lines(grid.lines(&wins, side));
        facts.push(fact.moves(wins.iter().map(|&cell| grid.column(cell))));
    }
    facts.extend(must_be_answered(grid, side, other));
    if wins.is_empty() {
        let attack = Attack::find(grid, side).map(|line| forced_win(grid, side, side, &line));
        facts.extend(attack.or_else(|| zugzwang::find(grid, side).map(|found| zugzwang_fact(grid, found))));
    }
    for owner in [side, other] {
        for cell in grid.waiting(owner) {
            facts.push(Fact::new(FactKind::Threat, owner).cells([cell]).lines(grid.fours(cell, owner)));
        }
    }
    facts
}

fn facts_of(grid: &Grid, side: Side, cell: usize) -> Vec<Fact> {
    let other = !side;
    let fours = grid.fours(cell, side);
    if !fours.is_empty() {
        return vec![Fact::new(FactKind::WinsNow, side).cells([cell]).lines(fours)];
    }
    let mut facts = Vec::new();
    let blocked = grid.fours(cell, other);
    if !blocked.is_empty() {
        facts.push(Fact::new(FactKind::Blocks, side).cells([cell]).lines(blocked));
    }
    let after = grid.with(cell, side);
    let replies = after.wins(other);
    for &reply in &replies {
        let kind = if grid.above(cell) == Some(reply) { FactKind::Gives } else { FactKind::Ignores };
        let fact = Fact::new(kind, other).cells([reply]).lines(after.fours(reply, other));
        facts.push(fact.moves([grid.column(reply)]));
    }
    if replies.is_empty() {
        let attack = attack(&after, side);
        facts.extend(attack.or_else(|| zugzwang::find(&after, other).map(|found| zugzwang_fact(&after, found))));
    }
    for waiting in after.waiting(side).into_iter().filter(|&waiting| grid.fours(waiting, side).is_empty()) {
        facts.push(Fact::new(FactKind::MakesThreat, side).cells([waiting]).lines(after.fours(waiting, side)));
    }
    facts
}

/// The fact that this side wins by these moves, the first of which is made by the side to move.
fn forced_win(grid: &Grid, turn: Side, winner: Side, line: &[usize]) -> Fact {
    let mut played = grid.clone();
    let mut mover = turn;
    let mut four = Vec::new();
    for &cell in line {
        four = played.fours(cell, mover);
        played = played.with(cell, mover);
        mover = !mover;
    }
    let moves = line.iter().map(|&cell| grid.column(cell));
    let plies = u16::try_from(line.len()).ok();
    Fact { plies, ..Fact::new(FactKind::ForcedWin, winner).lines(four).moves(moves) }
}

/// The four, the cells free elsewhere, and the moves that keep the zugzwang where it is the winner's turn.
fn zugzwang_fact(grid: &Grid, Zugzwang { winner, four, elsewhere, waiting }: Zugzwang) -> Fact {
    let fact = Fact::new(FactKind::Zugzwang, winner).cells([vec![four], elsewhere].concat());
    fact.lines(grid.fours(four, winner)).moves(waiting.iter().map(|&cell| grid.column(cell)))
}

/// What the side that has just moved can force, otherwise the other side, which cannot win immediately.
fn attack(after: &Grid, side: Side) -> Option<Fact> {
    let other = !side;
    let wins = after.wins(side);
    let column = |&cell: &usize| after.column(cell);
    if wins.len() > 1 {
        let fact = Fact::new(FactKind::DoubleThreat, side).cells(wins.iter().copied());
        return Some(fact.lines(after.lines(&wins, side)).moves(wins.iter().map(column)));
    }
    if let &[block] = wins.as_slice() {
        let blocked = after.with(block, other);
        let fact = match after.above(block).filter(|&above| !blocked.fours(above, side).is_empty()) {
            Some(above) => {
                let fact = Fact::new(FactKind::ThreatAbove, side).cells([block, above]);
                fact.lines([after.fours(block, side), blocked.fours(above, side)].concat()).moves([column(&block); 2])
            }
            None => match Attack::find(&blocked, side) {
                Some(line) => forced_win(after, other, side, &[vec![block], line].concat()),
                None => Fact::new(FactKind::Forces, side)
                    .cells([block])
                    .lines(after.fours(block, side))
                    .moves([column(&block)]),
            },
        };
        return Some(fact);
    }
    Attack::find(after, other).map(|line| forced_win(after, other, other, &line))
}

impl<const W: usize, const H: usize> ConnectFour<W, H> {
    fn grid(&self) -> Grid {
        Grid::new(W, self.cells())
    }
}

impl<const W: usize, const H: usize> Explained for ConnectFour<W, H> {
    fn facts(&self) -> Vec<Fact> {
        if self.ending().is_some() { Vec::new() } else { facts(&self.grid(), self.turn()) }
    }

    fn facts_of(&self, mv: Column) -> Vec<Fact> {
        let grid = self.grid();
        match grid.landing(mv.index()).filter(|_| self.is_legal(mv)) {
            Some(cell) => facts_of(&grid, self.turn(), cell),
            None => Vec::new(),
        }
    }
}

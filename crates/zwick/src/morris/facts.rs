//! Facts about a position of morris: mills that are closed, open, threatened or unstoppable.

use std::collections::HashMap;

use super::moves::Move;
use super::points::{Point, Points};
use super::position::Morris;
use super::rules::Rules;
use crate::facts::{Explained, Fact, FactKind};
use crate::game::{Outcome, Position, Reason, Side};

/// A man in a mill that closes another one by a step, and the first again by stepping back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DoubleMill {
    here: Point,
    there: Point,
    mills: [Points; 2],
}

/// Checking whether a double mill works is given up after this many positions; then it is not reported as one.
const MOST_POSITIONS: usize = 20_000;

/// Plays a double mill out: a man closes a mill each time it steps, whatever the other side does in between, until that side may fly or the
/// game is won.
struct Swing<R: Rules> {
    known: HashMap<Morris<R>, bool>,
}

impl<R: Rules> Swing<R> {
    /// Whether the side to move can close a mill with a step from here to there, and then back, and so on.
    fn works(&mut self, position: &Morris<R>, here: Point, there: Point) -> bool {
        if let Some(&known) = self.known.get(position) {
            return known;
        }
        if self.known.len() > MOST_POSITIONS {
            return false;
        }
        let steps = position.legal_moves().filter(|mv| (mv.from, mv.to) == (Some(here), there));
        let works = steps.filter(|mv| !position.closed_by(*mv).is_empty()).any(|mv| {
            let after = position.after(mv);
            match after.ending() {
                Some(ending) => ending.outcome == Outcome::Win(position.turn()),
                None => after.may_jump(after.turn()) || self.works_after_any_reply(&after, there, here),
            }
        });
        self.known.insert(*position, works);
        works
    }

    fn works_after_any_reply(&mut self, position: &Morris<R>, here: Point, there: Point) -> bool {
        position.legal_moves().all(|reply| {
            let then = position.after(reply);
            then.ending().is_none() && self.works(&then, here, there)
        })
    }
}

fn places(points: Points) -> Vec<usize> {
    points.into_iter().map(Point::index).collect()
}

/// A move without the man it takes.
fn without_take(mv: Move) -> Move {
    Move { take: None, ..mv }
}

/// The distinct moves among these.
fn moves_of(closings: &[(Move, Points)]) -> Vec<Move> {
    let mut moves: Vec<Move> = closings.iter().map(|(mv, _)| *mv).collect();
    moves.dedup();
    moves
}

/// The points they lead to.
fn ends_of(closings: &[(Move, Points)]) -> Vec<usize> {
    places(closings.iter().map(|(mv, _)| mv.to).collect())
}

fn mills_of(closings: &[(Move, Points)]) -> impl Iterator<Item = Vec<usize>> + '_ {
    closings.iter().map(|(_, mill)| places(*mill))
}

fn double_mill_facts(kind: FactKind, side: Side, doubles: Vec<DoubleMill>) -> impl Iterator<Item = Fact> {
    doubles.into_iter().map(move |DoubleMill { here, there, mills }| {
        // The closed mill comes first, then the one that the next step closes.
        let lines = mills.map(places).to_vec();
        Fact { lines, ..Fact::new(kind, side).cells([here.index(), there.index()]) }
    })
}

impl<R: Rules> Morris<R> {
    /// The mills that a move of the side to move closes.
    fn closed_by(&self, mv: Move) -> Vec<Points> {
        let own = mv.from.map_or(self.mover(), |from| self.mover() - Points::one(from)) | Points::one(mv.to);
        R::BOARD.mills().iter().copied().filter(|mill| mill.contains(mv.to) && own.contains_all(*mill)).collect()
    }

    /// Every move that closes a mill, each with one mill it closes; the man it takes does not matter.
    fn closings(&self) -> Vec<(Move, Points)> {
        let mut closings: Vec<(Move, Points)> = Vec::new();
        for mv in self.legal_moves().map(without_take) {
            for mill in self.closed_by(mv) {
                if !closings.contains(&(mv, mill)) {
                    closings.push((mv, mill));
                }
            }
        }
        closings
    }

    /// The mills that some move closes.
    fn closable(&self) -> Vec<Points> {
        let mut mills: Vec<Points> = self.closings().into_iter().map(|(_, mill)| mill).collect();
        mills.sort_by_key(|mill| mill.bits());
        mills.dedup();
        mills
    }

    fn can_close(&self) -> bool {
        self.legal_moves().any(|mv| !self.closed_by(mv).is_empty())
    }

    /// The remaining men of a side, on the board and in hand.
    fn men_left(&self, side: Side) -> u32 {
        self.men(side).len() + u32::from(self.hand(side))
    }

    /// Whether the men of a side may fly when it is its turn.
    fn may_jump(&self, side: Side) -> bool {
        R::FLYING && self.men_left(side) == 3 && (self.hand(side) == 0 || R::MOVE_WHILE_PLACING)
    }

    /// The men of a side in the shape of a double mill, whether or not the other side can stop them.
    fn double_mill_shapes(&self, side: Side) -> Vec<DoubleMill> {
        let (men, empty) = (self.men(side), !(self.mover() | self.other()));
        let mut found = Vec::new();
        let closed = R::BOARD.mills().iter().copied().filter(|mill| men.contains_all(*mill));
        for mill in closed {
            for here in mill {
                for there in R::BOARD.neighbours(here) & empty {
                    let moved = (men - Points::one(here)) | Points::one(there);
                    let other =
                        R::BOARD.mills().iter().find(|other| other.contains(there) && moved.contains_all(**other));
                    if let Some(&other) = other {
                        found.push(DoubleMill { here, there, mills: [mill, other] });
                    }
                }
            }
        }
        found
    }

    /// The double mills of a side that the other cannot stop, each of which closes a mill at least twice.
    fn double_mills(&self, side: Side) -> Vec<DoubleMill> {
        // The first man taken must leave the other side in the game, and not flying.
        if self.men_left(!side) < if R::FLYING { 5 } else { 4 } {
            return Vec::new();
        }
        let works = |double: &DoubleMill| {
            let mut swing = Swing { known: HashMap::new() };
            if self.turn() == side {
                swing.works(self, double.here, double.there)
            } else {
                swing.works_after_any_reply(self, double.here, double.there)
            }
        };
        self.double_mill_shapes(side).into_iter().filter(works).collect()
    }

    /// The double mills after a move whose man was not in the shape of one before.
    fn made_double_mills(&self, after: &Self, mv: Move) -> Vec<DoubleMill> {
        let before = self.double_mill_shapes(self.turn());
        let is_new = |double: &DoubleMill| {
            let origin = if double.here == mv.to { mv.from } else { Some(double.here) };
            !before.iter().any(|known| Some(known.here) == origin)
        };
        after.double_mills(self.turn()).into_iter().filter(is_new).collect()
    }

    /// Whether the side that moved last can close a mill next, whatever the side to move replies.
    fn is_fork(&self) -> bool {
        let attacker = !self.turn();
        self.ending().is_none()
            && self.legal_moves().all(|reply| {
                let then = self.after(reply);
                then.outcome().map_or_else(|| then.can_close(), |outcome| outcome == Outcome::Win(attacker))
            })
    }

    fn facts_after_quiet_move(&self, after: &Self, mv: Move) -> Vec<Fact> {
        let (side, other) = (self.turn(), !self.turn());
        let mut facts = Vec::new();
        let replies = after.closings();
        let still: Vec<Points> = replies.iter().map(|(_, mill)| *mill).collect();
        let prevented: Vec<Points> =
            self.if_other_moved().closable().into_iter().filter(|mill| !still.contains(mill)).collect();
        if !prevented.is_empty() {
            facts.push(Fact::new(FactKind::PreventsMill, side).lines(prevented.into_iter().map(places)));
        }
        if !replies.is_empty() {
            let fact = Fact::new(FactKind::LetsClose, other).cells(ends_of(&replies)).lines(mills_of(&replies));
            facts.push(fact.moves(moves_of(&replies)));
        }
        let next = after.if_other_moved().closings();
        if !next.is_empty() {
            let kind = if after.is_fork() { FactKind::Fork } else { FactKind::Threatens };
            facts.push(Fact::new(kind, side).cells(ends_of(&next)).lines(mills_of(&next)));
        }
        facts.extend(double_mill_facts(FactKind::MakesDoubleMill, side, self.made_double_mills(after, mv)));
        let opened = R::BOARD
            .mills()
            .iter()
            .filter(|mill| mv.from.is_some_and(|from| mill.contains(from)) && self.mover().contains_all(**mill));
        let opened: Vec<Vec<usize>> = opened.map(|mill| places(*mill)).collect();
        if !opened.is_empty() {
            facts.push(Fact::new(FactKind::OpensMill, side).lines(opened));
        }
        facts
    }
}

impl<R: Rules> Explained for Morris<R> {
    fn facts(&self) -> Vec<Fact> {
        let (side, other) = (self.turn(), !self.turn());
        let mut facts = Vec::new();
        if self.ending().is_some() {
            return facts;
        }
        for (kind, owner, closings) in [
            (FactKind::CanClose, side, self.closings()),
            (FactKind::ThreatensMill, other, self.if_other_moved().closings()),
        ] {
            if !closings.is_empty() {
                let fact = Fact::new(kind, owner).cells(ends_of(&closings)).lines(mills_of(&closings));
                facts.push(fact.moves(moves_of(&closings)));
            }
        }
        for owner in [side, other] {
            facts.extend(double_mill_facts(FactKind::DoubleMill, owner, self.double_mills(owner)));
            if self.men_left(owner) == 3 {
                facts.push(Fact::new(FactKind::FewMen, owner).cells(places(self.men(owner))));
            }
            if self.may_jump(owner) {
                facts.push(Fact::new(FactKind::Flies, owner).cells(places(self.men(owner))));
            }
        }
        facts
    }

    fn facts_of(&self, mv: Move) -> Vec<Fact> {
        if !self.is_legal(mv) {
            return Vec::new();
        }
        let side = self.turn();
        let after = self.after(mv);
        let mut facts = Vec::new();
        let closed = self.closed_by(mv);
        if !closed.is_empty() {
            let fact = Fact::new(FactKind::ClosesMill, side).cells(mv.take.map(Point::index));
            facts.push(fact.lines(closed.into_iter().map(places)));
        }
        match after.ending() {
            Some(ending) if ending.outcome == Outcome::Win(side) => {
                let why = if ending.reason == Reason::TooFewMen { "men" } else { "blocked" };
                facts.push(Fact::new(FactKind::WinsNow, side).cells([mv.to.index()]).moves([why]));
            }
            Some(_) => {}
            None => facts.extend(self.facts_after_quiet_move(&after, mv)),
        }
        facts
    }
}

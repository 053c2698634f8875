//! What can be said for sure about a position of morris: mills that are there, open, threatened or never to be stopped.

use super::moves::Move;
use super::points::{Point, Points};
use super::position::Morris;
use super::rules::Rules;
use crate::explain::{Explained, Fact, FactKind};
use crate::game::{Outcome, Position, Reason, Side};

/// A man that can go to and fro between two points and closes a mill each time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct DoubleMill {
    here: Point,
    there: Point,
    mills: [Points; 2],
}

fn places(points: Points) -> Vec<usize> {
    points.into_iter().map(Point::index).collect()
}

/// A move without the man it takes.
fn without_take(mv: Move) -> Move {
    Move { take: None, ..mv }
}

/// The moves among these, each once.
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

impl<R: Rules> Morris<R> {
    /// The mills that a move of the side to move closes.
    fn closed_by(&self, mv: Move) -> Vec<Points> {
        let own = mv.from.map_or(self.mover(), |from| self.mover() - Points::one(from)) | Points::one(mv.to);
        R::BOARD.mills().iter().copied().filter(|mill| mill.contains(mv.to) && own.contains_all(*mill)).collect()
    }

    /// Every move that closes a mill, each with one mill it closes; whom it takes makes no difference.
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

    /// The double mills of a side, whether it may move its men already or not.
    fn double_mills(&self, side: Side) -> Vec<DoubleMill> {
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

    /// The double mills of a side besides those that are known. While men are placed nobody goes to and fro, and who flies needs none.
    fn double_mill_facts(&self, kind: FactKind, side: Side, known: &[DoubleMill]) -> Vec<Fact> {
        if self.hand(side) > 0 || (R::FLYING && self.men(side).len() == 3) {
            return Vec::new();
        }
        let new = self.double_mills(side).into_iter().filter(|double| !known.contains(double));
        new.map(|double| {
            let lines = double.mills.map(places);
            Fact { lines: lines.to_vec(), ..Fact::new(kind, side).cells([double.here.index(), double.there.index()]) }
        })
        .collect()
    }

    /// Whether the side that moved last can close a mill next, whatever the side to move answers.
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
        facts.extend(after.double_mill_facts(FactKind::MakesDoubleMill, side, &self.double_mills(side)));
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
            facts.extend(self.double_mill_facts(FactKind::DoubleMill, owner, &[]));
            if self.men(owner).len() + u32::from(self.hand(owner)) == 3 {
                facts.push(Fact::new(FactKind::FewMen, owner).cells(places(self.men(owner))));
                if R::FLYING {
                    facts.push(Fact::new(FactKind::Flies, owner).cells(places(self.men(owner))));
                }
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

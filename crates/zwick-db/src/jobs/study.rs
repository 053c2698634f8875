//! Solving one position exactly, however long it takes, with the position after each of its moves.
//!
//! The positions after the moves are solved one by one and saved, each with its best reply; the value of the position itself follows from
//! them. Known positions are not solved again, so a stopped study can be resumed.

use std::collections::{HashMap, HashSet};
use std::fmt::{self, Display};
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zwick::search::{Limits, Score};
use zwick::{
    Analysis, Analyst, Answer, AnyMove, AnyPosition, Oracle, Position, Source, Unanswered, Value, Verdict, analyze,
};

use super::fill::Progress;
use super::work::Part;
use crate::blocking::Blocking;
use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::store::Store;

/// A position to solve.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Study {
    /// The position.
    pub position: AnyPosition,
    /// How long a move may take before it is given up; unlimited if `None`.
    pub time: Option<Duration>,
}

impl Display for Study {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let milliseconds = self.time.map_or(0, |time| time.as_millis());
        write!(f, "study {} {milliseconds} {}", self.position.game(), self.position)
    }
}

impl Study {
    pub(super) fn read(words: &str) -> Option<Self> {
        let mut words = words.splitn(3, ' ');
        let game = words.next()?.parse().ok()?;
        let time = Some(words.next()?.parse().ok()?).filter(|time| *time > 0).map(Duration::from_millis);
        Some(Self { position: AnyPosition::read(game, words.next()?).ok()?, time })
    }

    /// Rejects what cannot be done.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self.position.ending() {
            None => Ok(()),
            Some(ending) => Err(Error::NotAllowed(format!("expected an unfinished game, found {}", ending.reason))),
        }
    }

    /// The moves whose positions have to be solved: none that ends the game, and only the first of moves that lead to symmetric images.
    fn moves(&self) -> Vec<AnyMove> {
        let mut seen = HashSet::new();
        let goes_on = |mv: &AnyMove| self.position.after(*mv).ending().is_none();
        let is_new = |mv: &AnyMove| seen.insert(self.position.after(*mv).canonical().0.key());
        self.position.legal_moves().filter(goes_on).filter(is_new).collect()
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        let moves: Vec<Part> = self.moves().into_iter().map(|mv| Part::Move(Some(mv.to_string()))).collect();
        // A position whose moves all end the game follows from the rules, but still has to be saved.
        if moves.is_empty() { vec![Part::Move(None)] } else { moves }
    }
}

impl Blocking {
    /// Solves a position and saves its value; returns whether that is done.
    ///
    /// # Errors
    /// If the store fails, or the value of a move cannot be proven.
    pub fn study(
        &self,
        study: &Study,
        analyst: &mut Analyst,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        study.check()?;
        let moves = study.moves();
        let wanted = moves.len() as u64;
        let Some(piece) = self.wait(self.store().begin_here(study, wanted.max(1)))? else { return Ok(true) };
        let mut done = piece.done as u64;
        progress(&Progress { done, wanted, saved: &[], games: 0, missing: 0 });
        for mv in moves.into_iter().skip(done as usize) {
            let Some(saved) = self.study_move(study, Some(mv), analyst, stop)? else { return Ok(false) };
            done += 1;
            self.wait(self.store().skip_piece_to(piece.id(), done, saved.len()))?;
            progress(&Progress { done, wanted, saved: &saved, games: 0, missing: 0 });
        }
        if wanted == 0 {
            self.study_move(study, None, analyst, stop)?;
            self.wait(self.store().skip_piece_to(piece.id(), 1, 0))?;
        }
        Ok(true)
    }

    /// Solves and saves the position after a move, and the position itself if all moves are known now; returns what was saved, `None` if
    /// stopped.
    ///
    /// Each record is saved before the next look-up, so of two processes doing the last moves at the same time, at least one sees both.
    pub(super) fn study_move(
        &self,
        study: &Study,
        mv: Option<AnyMove>,
        analyst: &mut Analyst,
        stop: &AtomicBool,
    ) -> Result<Option<Vec<Evaluation>>, Error> {
        let mut saved = Vec::new();
        if let Some(mv) = mv {
            let after = study.position.after(mv);
            let known = self.wait(self.store().look_up(&[after]))?.pop().flatten();
            if !known.is_some_and(|known| known.exact) {
                let limits = Limits { stop: Some(stop), time: study.time, ..Limits::default() };
                let Some(evaluation) = prove(analyst, &after, &limits)? else { return Ok(None) };
                saved.push(evaluation);
                self.wait(self.store().save(&saved))?;
            }
        }
        if let Some(evaluation) = self.follow_from_successors(&study.position)? {
            self.wait(self.store().save(std::slice::from_ref(&evaluation)))?;
            saved.push(evaluation);
        }
        Ok(Some(saved))
    }

    /// What follows from exact records of all positions after a move, if they all exist.
    pub(super) fn follow_from_successors(&self, position: &AnyPosition) -> Result<Option<Evaluation>, Error> {
        let mut successors = self.wait(Successors::of(self.store(), position))?;
        let Some(analysis) = successors.prove(position) else { return Ok(None) };
        let value = analysis.answer().verdict.value();
        let depth = successors.0.values().map(|known| known.depth).max().unwrap_or(0) + 1;
        Ok(value.zip(analysis.moves().first()).map(|(value, best)| Evaluation {
            position: *position,
            best: best.mv,
            score: Score::exact(value),
            depth,
            exact: true,
            source: "successors".to_owned(),
        }))
    }
}

impl Store {
    /// The value of a position and of each of its moves, if it follows from exact records, as it does after a study.
    ///
    /// # Errors
    /// If the database does not respond, or a record is damaged.
    pub async fn proven(&self, position: &AnyPosition) -> Result<Option<Analysis<AnyMove>>, Error> {
        Ok(Successors::of(self, position).await?.prove(position))
    }
}

/// What the store knows about the positions after the moves of another one, by their keys.
struct Successors(HashMap<u64, Evaluation>);

impl Successors {
    async fn of(store: &Store, position: &AnyPosition) -> Result<Self, Error> {
        let after: Vec<AnyPosition> = position.legal_moves().map(|mv| position.after(mv)).collect();
        let known = store.look_up(&after).await?;
        Ok(Self(after.iter().zip(known).filter_map(|(after, known)| Some((after.key(), known?))).collect()))
    }

    fn prove(&mut self, position: &AnyPosition) -> Option<Analysis<AnyMove>> {
        analyze(self, position, &Limits::default()).ok()
    }
}

/// No record determines the value of the position.
struct Unknown;

impl Oracle<AnyPosition> for Successors {
    type Error = Unknown;

    fn ask(&mut self, position: &AnyPosition, _: &Limits<'_>) -> Result<Answer, Unknown> {
        let value = self.0.get(&position.key()).and_then(|known| known.known().best().value());
        value
            .map(|value| Answer { verdict: Verdict::Exact(value), source: Source::Database { plies: None } })
            .ok_or(Unknown)
    }
}

/// The exact value of an unfinished position, with a move that keeps it; `None` if stopped.
fn prove(analyst: &mut Analyst, position: &AnyPosition, limits: &Limits<'_>) -> Result<Option<Evaluation>, Error> {
    let Some((value, source)) = exact(analyst, position, limits)? else { return Ok(None) };
    for best in position.legal_moves() {
        let after = position.after(best);
        let Some((reply, _)) = exact(analyst, &after, limits)? else { return Ok(None) };
        if reply.one_ply_earlier() == value {
            let depth = u32::from(value.plies().unwrap_or(0));
            let source = match source {
                Source::Book => "book",
                Source::Tablebase => "tables",
                _ => "solver",
            };
            let (position, score) = (*position, Score::exact(value));
            return Ok(Some(Evaluation { position, best, score, depth, exact: true, source: source.to_owned() }));
        }
    }
    Err(Error::NotAllowed(format!("no move keeps the value of {position}")))
}

/// The exact value of a position, and its source; `None` if stopped.
pub(super) fn exact(
    analyst: &mut Analyst,
    position: &AnyPosition,
    limits: &Limits<'_>,
) -> Result<Option<(Value, Source)>, Error> {
    if let Some(value) = Verdict::by_rules(position).and_then(Verdict::value) {
        return Ok(Some((value, Source::Rules)));
    }
    match analyst.ask(position, limits) {
        Err(Unanswered::Stopped) => Ok(None),
        Err(error) => Err(Error::NotAllowed(error.to_string())),
        Ok(answer) => match answer.verdict.value() {
            Some(value) => Ok(Some((value, answer.source))),
            None if limits.time.is_some() => {
                Err(Error::NotAllowed(format!("{position} could not be solved in the time allowed")))
            }
            None => Err(Error::NotAllowed(format!(
                "the exact value of {position} is unknown: morris needs the tables with distances"
            ))),
        },
    }
}

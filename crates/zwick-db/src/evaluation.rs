//! A position, its best move and what it is worth, as far as someone found out.

use zwick::search::{Bound, Rated, Score};
use zwick::{AnyMove, AnyPosition, AnySymmetry, Known, Position, Wdl};

use crate::error::Error;

/// What is known of a position.
///
/// Better knowledge replaces worse: exact an estimate, a deeper search a shallower one. Never the reverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The position.
    pub position: AnyPosition,
    /// Its best move.
    pub best: AnyMove,
    /// What it is worth to the side to move.
    pub score: Score,
    /// How many plies the search looked ahead; 0 for random games.
    pub depth: u32,
    /// Whether no deeper search can change it.
    pub exact: bool,
    /// Who found it: a player such as `alpha-beta:depth=10`, or `solver`, `book`, `tables`.
    pub source: String,
}

impl Evaluation {
    /// What a player found, for the store.
    pub fn new(position: &AnyPosition, known: &Known<AnyMove>, source: impl Into<String>) -> Self {
        Self {
            position: *position,
            best: known.best.mv,
            score: known.best.score,
            depth: known.depth,
            exact: known.is_exact(),
            source: source.into(),
        }
    }

    /// What the store knows, for a player.
    pub fn known(&self) -> Known<AnyMove> {
        let best = Rated { mv: self.best, score: self.score, bound: Bound::Exact, is_final: self.exact };
        Known { best, depth: self.depth }
    }

    /// Whether this is to replace the other.
    pub fn is_better_than(&self, other: &Self) -> bool {
        (self.exact, self.rank()) > (other.exact, other.rank())
    }

    /// Exact records are all as good as one another.
    const fn rank(&self) -> u32 {
        if self.exact { 0 } else { self.depth }
    }

    /// The same of the position that stands for all symmetric images; the score stays, because its side to move plays the
    /// same role.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let (position, there) = self.position.canonical();
        Self { position, best: there.image(self.best), ..self.clone() }
    }

    /// The same of a position that this symmetry takes to the canonical one.
    pub(crate) fn seen_from(self, position: AnyPosition, there: AnySymmetry) -> Self {
        Self { position, best: there.inverse().image(self.best), ..self }
    }

    /// Says what is wrong with it, if anything is: it may come from a damaged table or a text.
    pub(crate) fn check(self) -> Result<Self, String> {
        if !self.position.is_legal(self.best) {
            return Err(format!("{} is no legal move in {}", self.best, self.position));
        }
        let (score, exact) = (self.score, self.exact);
        match score.wdl() {
            // A win takes an odd number of plies and a loss an even one.
            Some(wdl) if (Score::win_in(0).number() - score.number().abs()) % 2 != i32::from(wdl == Wdl::Win) => {
                Err(format!("there is no {score}"))
            }
            None if exact && score != Score::EVEN => Err(format!("the score {score} cannot be exact")),
            _ => Ok(self),
        }
    }
}

/// A record as it is stored: key, best move, score, depth, whether it is exact (1 or 0), source.
pub(crate) type Row = (i64, String, i64, i64, i64, String);

/// A record of the canonical position from its columns.
pub(crate) fn from_row(position: AnyPosition, row: &Row) -> Result<Evaluation, Error> {
    let (key, best, score, depth, exact, source) = row;
    let damaged = |what: String| Error::Damaged(format!("position {key} of {}: {what}", position.game()));
    let best = position.read_move(best).map_err(|error| damaged(format!("{error}, found {best:?}")))?;
    let score = i32::try_from(*score).ok().and_then(Score::from_number);
    let score = score.ok_or_else(|| damaged("a score beyond all scores".to_owned()))?;
    let depth = u32::try_from(*depth).map_err(|_| damaged(format!("a depth of {depth}")))?;
    Evaluation { position, best, score, depth, exact: *exact != 0, source: source.clone() }.check().map_err(damaged)
}

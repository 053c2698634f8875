//! A position with its best move and value, as far as known.

use zwick::search::{Ground, Score};
use zwick::{AnyMove, AnyPosition, AnySymmetry, Known, Name, Phased, Position, Scale, Spec, Wdl};

use crate::checksum::Columns;
use crate::error::Error;
use crate::transfer::score_text;

/// What is known about a position.
///
/// Better knowledge replaces worse: exact replaces an estimate, a deeper search a shallower one. Never the reverse.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Evaluation {
    /// The position.
    pub position: AnyPosition,
    /// Its best move.
    pub best: AnyMove,
    /// Its value for the side to move.
    pub score: Score,
    /// The depth of the search in plies; 0 without a search: the score is proven, or an estimate from random games. How deep a search
    /// over random games looked follows from its source.
    pub depth: u32,
    /// Whether no deeper search can change it.
    pub exact: bool,
    /// Who found it: a player such as `alpha-beta:depth=10`, or `solver`, `book`, `tables`.
    pub source: String,
}

impl Evaluation {
    /// What a player found, for the store.
    pub fn new(position: &AnyPosition, known: &Known<AnyMove>, source: impl Into<String>) -> Self {
        let mut source = source.into();
        if let (Ground::Sampled { plies, .. }, Ok(player)) = (known.ground(), source.parse()) {
            source = with_depth(player, plies).to_string();
        }
        Self {
            position: *position,
            best: known.best().mv,
            score: known.best().score(),
            depth: known.depth(),
            exact: known.is_exact(),
            source,
        }
    }

    /// What its score rests on, as its depth and its source tell; without a known player as source, a search by heuristic.
    pub fn ground(&self) -> Ground {
        let player = self.source.parse::<Spec>().ok();
        match (player, self.depth) {
            _ if self.exact => Ground::Proof,
            (Some(player), 0) => sampled(&player).unwrap_or(Ground::Games),
            (None, 0) => Ground::Games,
            (Some(player), plies) => player.ground(plies),
            (None, plies) => Ground::Heuristic { plies },
        }
    }

    /// The unit of its score: without a search it can only come from random games.
    pub fn scale(&self) -> Scale {
        if self.depth == 0 && !self.exact { Scale::Mean } else { Scale::of(self.position.game()) }
    }

    /// What the store knows, for a player.
    pub fn known(&self) -> Known<AnyMove> {
        Known::recalled(self.best, self.score, self.ground())
    }

    /// Whether this should replace the other.
    pub fn is_better_than(&self, other: &Self) -> bool {
        let is_guess = |record: &Self| !record.exact && record.depth == 0;
        (self.exact, self.rank()) > (other.exact, other.rank())
            || (is_guess(self) && is_guess(other) && self.shallower_sources().contains(&other.source))
    }

    /// The sources of random games that this one improves on: the same search, when it looked less far. Only the source has their depth.
    pub(crate) fn shallower_sources(&self) -> Vec<String> {
        match (self.ground(), self.source.parse::<Spec>()) {
            (Ground::Sampled { plies, .. }, Ok(player)) => {
                (1..plies).map(|plies| with_depth(player, plies).to_string()).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Exact records are all equally good.
    const fn rank(&self) -> u32 {
        if self.exact { 0 } else { self.depth }
    }

    /// The same for the canonical position; the score stays, because the side to move keeps its role.
    #[must_use]
    pub fn canonical(&self) -> Self {
        let (position, there) = self.position.canonical();
        Self { position, best: there.image(self.best), ..self.clone() }
    }

    /// The same for a position that this symmetry maps to the canonical one.
    pub(crate) fn seen_from(self, position: AnyPosition, there: AnySymmetry) -> Self {
        Self { position, best: there.inverse().image(self.best), ..self }
    }

    /// Returns what is wrong with it, if anything: it may come from a corrupted table or a text.
    pub(crate) fn check(self) -> Result<Self, String> {
        if !self.position.is_legal(self.best) {
            return Err(format!("{} is not a legal move in {}", self.best, self.position));
        }
        let (score, exact) = (self.score, self.exact);
        if !exact && self.depth > 0 && self.source.parse().is_ok_and(|player: Spec| player.samples()) {
            return Err(format!("{} plays random games, which are not a search to depth {}", self.source, self.depth));
        }
        let is_own = |player: Spec| matches!(player.name, Name::V1 | Name::V4);
        if !exact && self.source.parse().is_ok_and(is_own) {
            return Err(format!("{} counts random games in its own way, which nobody else can use", self.source));
        }
        match score.wdl() {
            // A win takes an odd number of plies and a loss an even one.
            Some(wdl) if (Score::win_in(0).number() - score.number().abs()) % 2 != i32::from(wdl == Wdl::Win) => {
                Err(format!("there is no {}", score_text(self.scale(), score)))
            }
            None if exact && score != Score::EVEN => {
                Err(format!("the score {} cannot be exact", score_text(self.scale(), score)))
            }
            _ => Ok(self),
        }
    }
}

/// The player that would find the same again: a search that ran out of time looked less far than it could have.
fn with_depth(mut player: Spec, plies: u32) -> Spec {
    player.settings.depth = Some(plies);
    player.settings.time = None;
    player.settings.nodes = None;
    player
}

/// What the value of a search over random games rests on; `None` if the player does not search, or its time may have been up before it
/// was as deep as it could be.
fn sampled(player: &Spec) -> Option<Ground> {
    let is_search = player.samples() && player.name.has_tree();
    let plies = player.settings.depth.filter(|_| is_search && player.settings.time.is_none())?;
    Some(player.ground(plies))
}

/// A record as stored: key, best move, score, depth, whether it is exact (1 or 0), source, checksum. The phase follows from the position.
pub(crate) type Row = (i64, String, i64, i64, i64, String, i64);

/// What the checksum of a record covers besides the position: best move, score, depth, whether it is exact, source.
pub(crate) fn columns(position: &AnyPosition, best: &str, numbers: [i64; 3], source: &str) -> Columns {
    columns_in(i64::from(position.phase().number()), position, best, numbers, source)
}

/// The same for a position that was counted for this phase.
pub(crate) fn columns_in(phase: i64, position: &AnyPosition, best: &str, numbers: [i64; 3], source: &str) -> Columns {
    let place = Columns::of("positions").text(&position.game().to_string()).number(position.key() as i64).number(phase);
    numbers.into_iter().fold(place.text(best).text(source), Columns::number)
}

/// A record of the canonical position from its columns.
pub(crate) fn from_row(position: AnyPosition, row: &Row) -> Result<Evaluation, Error> {
    let (key, best, score, depth, exact, source, checksum) = row;
    let name = || format!("position {key} of {}", position.game());
    columns(&position, best, [*score, *depth, *exact], source).check(*checksum, name)?;
    let damaged = |what: String| Error::Damaged(format!("{}: {what}", name()));
    let best = position.read_move(best).map_err(|error| damaged(format!("{error}, found {best:?}")))?;
    let score = i32::try_from(*score).ok().and_then(Score::from_number);
    let score = score.ok_or_else(|| damaged("a score beyond all scores".to_owned()))?;
    let depth = u32::try_from(*depth).map_err(|_| damaged(format!("a depth of {depth}")))?;
    Evaluation { position, best, score, depth, exact: *exact != 0, source: source.clone() }.check().map_err(damaged)
}

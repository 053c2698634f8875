//! Databases of players: best moves found earlier, in memory or in a store.

use std::collections::HashMap;
use std::sync::Arc;

use crate::game::Position;
use crate::score::{Bound, Score};
use crate::search::{Ground, Recall, Report, Stop};
use crate::spec::{Name, Spec};
use crate::symmetry::Classified;
use crate::value::Wdl;
use crate::worth::{Rated, Source, Verdict};

/// Best moves found earlier, to be played again without a search.
pub trait Database<P: Position>: Send {
    /// The best known move, with the score and the depth of the search that found it.
    fn best_move(&self, position: &P) -> Option<Known<P::Move>>;

    /// Stores a best move.
    fn keep(&mut self, position: &P, known: Known<P::Move>);

    /// Its values for searches in the game of this position, which look them up at every node; `None` if only the root is looked up.
    fn recall(&self, position: &P) -> Option<Arc<Recall>> {
        let _ = position;
        None
    }
}

/// A move known to a database.
///
/// Score and ground cannot be combined freely: both come from one report, or from one record of a database. So the mean of random games
/// cannot pass for the value of a search.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Known<M> {
    best: Rated<M>,
    ground: Ground,
}

impl<M: Copy> Known<M> {
    /// What is worth storing of a player's report: its best move, unless it was stopped before it had one, or its score means nothing to
    /// others. Players that look for wins store only these: their random games may be wrong, and v1 counts them in its own way, like v4.
    pub fn of(report: &Report<M>, player: &Spec) -> Option<Self> {
        if player.name == Name::V4 {
            return None;
        }
        let ground = match report.source {
            Source::Depth { plies: plies @ 1.. } | Source::Sampled { plies: plies @ 1.. } => player.ground(plies),
            Source::Playouts { games: 1.. } => Ground::Games,
            Source::Book | Source::Solver | Source::Tablebase => Ground::Proof,
            _ => return None,
        };
        let best = *report.moves.first().filter(|best| best.bound == Bound::Exact && report.stop != Stop::Asked)?;
        // A proven result of unknown distance would pass for the longest possible one.
        let has_distance = !matches!(best.answer.verdict, Verdict::Result(Wdl::Win | Wdl::Loss));
        let ground = if best.value().is_some() { Ground::Proof } else { ground };
        let known = Self { best, ground };
        (has_distance && (known.is_won() || !player.name.keeps_wins())).then_some(known)
    }

    /// A move that a search has proven to win in this many plies, and no sooner.
    pub(crate) fn win(mv: M, plies: u16) -> Self {
        let source = Source::Depth { plies: u32::from(plies) };
        Self { best: Rated::searched(mv, Score::win_in(plies), Bound::Exact, true, source), ground: Ground::Proof }
    }

    /// From a record that was made from an earlier one, by this or another program.
    pub fn recalled(mv: M, score: Score, ground: Ground) -> Self {
        let is_exact = ground == Ground::Proof;
        let source = Source::Database { plies: (!is_exact).then_some(searched_plies(ground)) };
        Self { best: Rated::searched(mv, score, Bound::Exact, is_exact, source), ground }
    }

    /// What its value rests on.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// The move with its score.
    pub fn best(&self) -> Rated<M> {
        self.best
    }

    /// The depth of the search in plies; 0 if the score comes from random games, however deep the search over them, a book or a table.
    pub fn depth(&self) -> u32 {
        match (self.ground, self.best.answer.source) {
            (Ground::Proof, Source::Depth { plies }) => plies,
            (ground, _) => searched_plies(ground),
        }
    }

    /// Whether no deeper search can change it.
    pub fn is_exact(&self) -> bool {
        self.best.value().is_some()
    }

    /// Whether the move is proven to win, perhaps not as soon as possible.
    pub(crate) fn is_won(&self) -> bool {
        self.best.score().wdl() == Some(Wdl::Win)
    }

    /// The same for the image of the position, in which the move has this name.
    pub(crate) fn with_move<N>(&self, mv: N) -> Known<N> {
        Known { best: self.best.with_move(mv), ground: self.ground }
    }
}

/// How far a search without random games looked ahead.
const fn searched_plies(ground: Ground) -> u32 {
    match ground {
        Ground::Heuristic { plies } | Ground::Criteria { plies } | Ground::WinsOnly { plies } => plies,
        Ground::Proof | Ground::Sampled { .. } | Ground::Games => 0,
    }
}

/// A database in memory that lasts as long as the player: one entry for all symmetric images of a position.
#[derive(Debug, Default)]
pub struct Memory {
    /// By the key of the representative: the key of the position after the best move, and what is known about it.
    known: HashMap<u64, (u64, Known<()>)>,
    recall: Arc<Recall>,
}

impl<P: Classified> Database<P> for Memory {
    fn best_move(&self, position: &P) -> Option<Known<P::Move>> {
        let (after, known) = self.known.get(&position.representative().key())?;
        let mv = position.legal_moves().find(|&mv| position.after(mv).representative().key() == *after)?;
        Some(known.with_move(mv))
    }

    fn keep(&mut self, position: &P, known: Known<P::Move>) {
        let (key, after) = (position.representative().key(), position.after(known.best().mv).representative().key());
        self.recall.learn(key, known.best.score(), known.ground);
        self.known.insert(key, (after, known.with_move(())));
    }

    fn recall(&self, _: &P) -> Option<Arc<Recall>> {
        Some(Arc::clone(&self.recall))
    }
}

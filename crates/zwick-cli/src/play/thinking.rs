//! The computer's work: choosing moves for its seats, and evaluating positions.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zwick::search::{Limits, Scored};
use zwick::{Analysis, Analyst, AnyMove, AnyPlayer, AnyPosition, Game, Imperfect, Library, Rounds, Spec, analyze};

use super::answerer::Answerer;

/// A position in which a player has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) position: AnyPosition,
    pub(crate) spec: Spec,
}

/// A position to evaluate: quickly and then in depth, or quickly only.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Question {
    pub(crate) position: AnyPosition,
    pub(crate) thoroughly: bool,
}

/// The value of a position, and whether a better one will follow.
pub(crate) struct Valued {
    pub(crate) analysis: Analysis<AnyMove>,
    pub(crate) is_last_word: bool,
}

/// How long to look for a proof before settling for an estimate.
pub(crate) const PATIENCE: Duration = Duration::from_secs(15);

/// Sources of exact values.
#[derive(Clone)]
pub(crate) struct Knowledge {
    pub(crate) tables: Option<PathBuf>,
    pub(crate) seed: u64,
}

impl Knowledge {
    fn library(&self) -> Library {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Library { tables: self.tables.clone(), threads, ..Library::default() }
    }

    pub(crate) fn analyst(&self) -> Analyst {
        Analyst::new(self.library())
    }
}

/// The computer players, with what they remember from move to move.
pub(crate) struct Players {
    knowledge: Knowledge,
    players: Vec<(Game, AnyPlayer)>,
}

impl Players {
    pub(crate) fn new(knowledge: Knowledge) -> Self {
        Self { knowledge, players: Vec::new() }
    }

    /// The move of a player; `None` if it was stopped before it could choose.
    ///
    /// # Errors
    /// Why a perfect player has no perfect move.
    pub(crate) fn choose(&mut self, turn: &Turn, limits: &Limits<'_>) -> Result<Option<AnyMove>, Imperfect> {
        let game = turn.position.game();
        // Each seat keeps its player during a game; another game needs new ones, and at most two play.
        self.players.retain(|(of, _)| *of == game);
        let known = self.players.iter().position(|(_, player)| *player.spec() == turn.spec);
        let place = known.unwrap_or_else(|| {
            if self.players.len() == 2 {
                self.players.remove(0);
            }
            let Knowledge { seed, .. } = self.knowledge;
            self.players.push((game, AnyPlayer::with_library(game, turn.spec, seed, self.knowledge.library())));
            self.players.len() - 1
        });
        match self.players[place].1.think(&turn.position, Scored::Best, limits, None) {
            Err(Imperfect::Stopped) => Ok(None),
            report => report.map(|report| report.choice),
        }
    }
}

/// A thread that moves for the computer's seats.
pub(crate) fn mover(knowledge: Knowledge) -> Answerer<Turn, Result<Option<AnyMove>, String>> {
    let mut players = Players::new(knowledge);
    Answerer::new(move |turn: &Turn, stop: &AtomicBool, answer: &dyn Fn(Result<Option<AnyMove>, String>)| {
        let choice = players.choose(turn, &Limits { stop: Some(stop), ..Limits::default() });
        answer(choice.map_err(|reason| reason.to_string()));
    })
}

/// A thread that evaluates positions.
pub(crate) fn valuer(knowledge: &Knowledge) -> Answerer<Question, Result<Valued, String>> {
    let mut analyst = knowledge.analyst();
    Answerer::new(move |question: &Question, stop: &AtomicBool, answer: &dyn Fn(Result<Valued, String>)| {
        let mut value = |time| {
            let limits = Limits { time: Some(time), stop: Some(stop), ..Limits::default() };
            analyze(&mut analyst, &question.position, &limits).map_err(|error| error.to_string())
        };
        let mut rounds = Rounds::within(PATIENCE);
        while let Some(time) = rounds.next() {
            let found = value(time);
            let is_proven = found.as_ref().map_or(true, |analysis| analysis.answer().verdict.wdl().is_some());
            let is_last_word = is_proven || rounds.left().is_zero() || !question.thoroughly;
            answer(found.map(|analysis| Valued { analysis, is_last_word }));
            if is_last_word {
                break;
            }
        }
    })
}

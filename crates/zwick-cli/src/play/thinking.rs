//! The computer's work: choosing moves for its seats, and evaluating positions.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use zwick::search::{Limits, Scored};
use zwick::{Analysis, Analyst, AnyMove, AnyPlayer, AnyPosition, Game, Imperfect, Library, Rounds, Spec, analyze};
use zwick_db::{Blocking, Shelf};

use super::answerer::Answerer;
use crate::words::Words;

/// A position in which a player has to move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) position: AnyPosition,
    pub(crate) spec: Spec,
}

/// The computer's move, and how long it took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Reply {
    pub(crate) mv: AnyMove,
    pub(crate) time: Duration,
}

impl Reply {
    pub(crate) fn words(&self, words: &dyn Words, side: &str) -> String {
        words.plays(side, &self.mv.to_string(), &words.time(self.time))
    }
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

/// What players know: sources of exact values, and a database as their memory.
#[derive(Clone)]
pub(crate) struct Knowledge {
    pub(crate) store: Option<Blocking>,
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
    players: Vec<Seated>,
}

/// A player of a game, and what it has found since the last move.
struct Seated {
    game: Game,
    player: AnyPlayer,
    shelf: Option<Shelf>,
}

impl Players {
    pub(crate) fn new(knowledge: Knowledge) -> Self {
        Self { knowledge, players: Vec::new() }
    }

    /// The move of a player; `None` if it was stopped before it could choose.
    ///
    /// # Errors
    /// Why a perfect player has no perfect move, or what is wrong with the database.
    pub(crate) fn choose(&mut self, turn: &Turn, limits: &Limits<'_>) -> anyhow::Result<Option<Reply>> {
        let game = turn.position.game();
        // Each seat keeps its player during a game; another game needs new ones, and at most two play.
        self.players.retain(|seated| seated.game == game);
        let known = self.players.iter().position(|seated| *seated.player.spec() == turn.spec);
        let place = known.unwrap_or_else(|| {
            if self.players.len() == 2 {
                self.players.remove(0);
            }
            self.players.push(self.seat(game, turn.spec));
            self.players.len() - 1
        });
        let Seated { player, shelf, .. } = &mut self.players[place];
        let choice = match player.think(&turn.position, Scored::Best, limits, None) {
            Err(Imperfect::Stopped) => None,
            report => {
                let report = report?;
                report.choice.map(|mv| Reply { mv, time: report.time })
            }
        };
        if let Some(shelf) = shelf {
            shelf.save()?;
        }
        Ok(choice)
    }

    fn seat(&self, game: Game, spec: Spec) -> Seated {
        let player = AnyPlayer::with_library(game, spec, self.knowledge.seed, self.knowledge.library());
        let shelf = self.knowledge.store.as_ref().map(|store| store.shelf(spec.to_string()));
        let player = match &shelf {
            Some(shelf) => player.with_database(Box::new(shelf.clone())),
            None => player,
        };
        Seated { game, player, shelf }
    }
}

/// A thread that moves for the computer's seats.
pub(crate) fn mover(knowledge: Knowledge, words: &'static dyn Words) -> Answerer<Turn, Result<Option<Reply>, String>> {
    let mut players = Players::new(knowledge);
    Answerer::new(move |turn: &Turn, stop: &AtomicBool, answer: &dyn Fn(Result<Option<Reply>, String>)| {
        let choice = players.choose(turn, &Limits { stop: Some(stop), ..Limits::default() });
        answer(choice.map_err(|reason| words.trouble(&reason)));
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

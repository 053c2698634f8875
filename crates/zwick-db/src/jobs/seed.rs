//! Filling a store with random positions: a given number of random moves after the start of a game, or after any position.

use std::collections::HashSet;
use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use fastrand::Rng;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, Imperfect, Known, Name, Position, Source, Spec};

use super::fill::{Progress, fill};
use super::piece::Piece;
use super::work::{FILLED, PIECES, Part, Work, portions};
use crate::blocking::Blocking;
use crate::error::Error;
use crate::evaluation::Evaluation;

/// Which positions to evaluate, and how.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Seed {
    /// The position from which random moves are played: the start of a game, or any other.
    pub start: AnyPosition,
    /// How many moves have been played from there; the longest first, because earlier positions build on them.
    pub moves: RangeInclusive<u32>,
    /// How many unknown positions of each length.
    pub count: u64,
    /// The player that evaluates them.
    pub player: Spec,
    /// How many at the same time.
    pub threads: usize,
    /// The same seed gives each position the same random games at the leaves of a search, and on one thread the same positions.
    pub dice: u64,
}

/// Positions drawn and looked up together.
const DRAW: usize = 16;
/// After this many known positions in a row, hardly any unknown ones are left.
const ENOUGH_KNOWN: usize = 4_000;
/// A random game that ends too early is restarted; a length that no game reaches is given up after this many.
const ATTEMPTS: usize = 200;

/// Rejects a player that finds nothing to store, and one that needs what is not available here.
pub(super) fn check_player(game: Game, player: Spec) -> Result<(), Error> {
    match player.name {
        Name::Random => Err(Error::NotAllowed("expected a player that evaluates positions, found random".to_owned())),
        Name::Perfect if game.rules().is_some() => Err(Error::NotAllowed(
            "perfect play of morris needs its tables, which hold more than a database could: expected another player, \
             such as alpha-beta"
                .to_owned(),
        )),
        _ => Ok(()),
    }
}

/// Stands before the start in the text of a seed, if it is not that of the game.
const FROM: &str = " from ";

enum Message {
    Found { length: u32, evaluation: Evaluation },
    Exhausted { length: u32 },
}

impl Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.moves.start(), self.moves.end());
        let game = self.start.game();
        write!(f, "seed {game} {from}-{to} {} {}", self.count, self.player)?;
        if self.start == AnyPosition::start(game) { Ok(()) } else { write!(f, "{FROM}{}", self.start) }
    }
}

impl Seed {
    pub(super) fn read(words: &str, threads: usize) -> Option<Self> {
        let mut words = words.splitn(4, ' ');
        let game = words.next()?.parse().ok()?;
        let (from, to) = words.next()?.split_once('-')?;
        let (moves, count) = (from.parse().ok()?..=to.parse().ok()?, words.next()?.parse().ok()?);
        let last = words.next()?;
        let (player, start) = match last.split_once(FROM) {
            Some((player, position)) => (player, AnyPosition::read(game, position).ok()?),
            None => (last, AnyPosition::start(game)),
        };
        Some(Self { start, moves, count, player: player.parse().ok()?, threads, dice: fastrand::u64(..) })
    }

    /// Rejects what cannot be done.
    pub(super) fn check(&self) -> Result<(), Error> {
        if let Some(ending) = self.start.ending() {
            let found = format!("expected a position to continue, found one whose game is over ({})", ending.reason);
            return Err(Error::NotAllowed(found));
        }
        if self.player.name == Name::V4 {
            let found =
                "expected a player whose scores others can use, found v4, which counts random games in its own way";
            return Err(Error::NotAllowed(found.to_owned()));
        }
        check_player(self.start.game(), self.player)
    }

    pub(super) fn wanted(&self) -> u64 {
        self.count * self.moves.clone().count() as u64
    }

    /// The longest positions first, because earlier ones build on them.
    pub(super) fn parts(&self) -> Vec<Part> {
        let most = (self.wanted() / PIECES).clamp(*FILLED.start(), *FILLED.end());
        let part = |(length, count)| Part::Fill(Work::Seed(Self { moves: length..=length, count, ..self.clone() }));
        let lengths = self.moves.clone().rev();
        lengths.flat_map(|length| portions(self.count, most).map(move |count| (length, count))).map(part).collect()
    }

    /// The length to fill next once `done` positions exist.
    fn length(&self, done: u64) -> u32 {
        self.moves.end() - (done / self.count) as u32
    }

    /// How many positions there are once those of this length are complete.
    fn end(&self, length: u32) -> u64 {
        u64::from(self.moves.end() - length + 1) * self.count
    }

    /// A random unfinished position this many moves after the start.
    fn draw(&self, length: u32, dice: &mut Rng) -> Option<AnyPosition> {
        (0..ATTEMPTS).find_map(|_| {
            let mut position = self.start;
            for _ in 0..length {
                position = position.after(dice.choice(position.legal_moves().collect::<Vec<_>>())?);
            }
            position.ending().is_none().then_some(position)
        })
    }
}

impl Blocking {
    /// Evaluates random unknown positions, and saves them as it goes; returns whether all are done.
    ///
    /// Starting the same job again resumes it, and processes that run the same job share it.
    ///
    /// # Errors
    /// If the store fails, or the player finds nothing to store.
    pub fn seed(&self, seed: &Seed, stop: &AtomicBool, progress: &mut dyn FnMut(&Progress<'_>)) -> Result<bool, Error> {
        seed.check()?;
        let piece = self.wait(self.store().begin_here(seed, seed.wanted()))?;
        piece.map_or(Ok(true), |piece| self.go_on_seeding(&piece, seed, stop, progress))
    }

    /// The same for a piece of a job.
    pub(super) fn go_on_seeding(
        &self,
        piece: &Piece,
        seed: &Seed,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        let (mut done, wanted) = (Some(piece.done as u64), seed.wanted());
        progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &[], games: 0, missing: 0 });
        let current = AtomicU32::new(seed.length(done.unwrap_or(0)));
        let evaluator = Evaluator { store: self, seed, current: &current, taken: &Mutex::default() };
        fill(
            seed.threads,
            stop,
            |number, halt, sender| evaluator.run(number, halt, sender),
            |messages| {
                let length = current.load(Ordering::Relaxed);
                let (mut found, mut is_exhausted) = (Vec::new(), false);
                for message in messages {
                    match message {
                        Message::Found { length: of, evaluation } if of == length => found.push(evaluation),
                        Message::Exhausted { length: of } if of == length => is_exhausted = true,
                        // Positions of a completed length.
                        _ => {}
                    }
                }
                let saved;
                (saved, done) = self.wait(self.store().save_for_piece(piece.id(), seed.end(length), &found))?;
                let mut missing = 0;
                if let Some(so_far) = done.filter(|_| is_exhausted) {
                    missing = seed.end(length).saturating_sub(so_far);
                    done = self.wait(self.store().skip_piece_to(piece.id(), seed.end(length), 0))?;
                }
                progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &saved, games: 0, missing });
                if let Some(done) = done {
                    current.store(seed.length(done), Ordering::Relaxed);
                }
                Ok(done.is_some())
            },
        )?;
        Ok(done.is_none())
    }
}

/// Draws positions and evaluates them, on one thread.
struct Evaluator<'a> {
    store: &'a Blocking,
    seed: &'a Seed,
    /// The current length.
    current: &'a AtomicU32,
    /// Keys of the positions that a thread here is working on, or has done.
    taken: &'a Mutex<HashSet<u64>>,
}

impl Evaluator<'_> {
    fn run(&self, number: usize, halt: &AtomicBool, sender: &Sender<Message>) -> Result<(), Error> {
        let mut dice = Rng::with_seed(self.seed.dice.wrapping_add(number as u64));
        let shelf = self.store.shelf(self.seed.player.to_string());
        let player = AnyPlayer::new(self.seed.start.game(), self.seed.player, self.seed.dice);
        let mut player = player.with_database(Box::new(shelf.clone()));
        let (mut length, mut known_in_a_row) = (u32::MAX, 0);
        while !halt.load(Ordering::Relaxed) {
            let now = self.current.load(Ordering::Relaxed);
            if now != length {
                (length, known_in_a_row) = (now, 0);
            }
            if known_in_a_row >= ENOUGH_KNOWN {
                std::thread::sleep(Duration::from_millis(5));
                continue;
            }
            let unknown = self.draw_unknown(length, &mut dice)?;
            known_in_a_row = if unknown.is_empty() { known_in_a_row + DRAW } else { 0 };
            if known_in_a_row >= ENOUGH_KNOWN {
                let _ = sender.send(Message::Exhausted { length });
            }
            for position in unknown {
                if self.current.load(Ordering::Relaxed) != length {
                    break;
                }
                let found = self.evaluate(&position, &mut player, halt)?;
                // Only the positions that were drawn count; a look-up that failed is an error.
                shelf.take()?;
                let Some(evaluation) = found else { continue };
                // The receiver is gone once saving has failed.
                let _ = sender.send(Message::Found { length, evaluation });
            }
        }
        Ok(())
    }

    fn draw_unknown(&self, length: u32, dice: &mut Rng) -> Result<Vec<AnyPosition>, Error> {
        let drawn: Vec<AnyPosition> = (0..DRAW).map_while(|_| self.seed.draw(length, dice)).collect();
        let known = self.store.wait(self.store.store().look_up(&drawn))?;
        let mut taken = self.taken.lock().expect("no thread panicked");
        let is_new = |position: &AnyPosition| taken.insert(position.canonical().0.key());
        Ok(drawn.into_iter().zip(known).filter(|(_, known)| known.is_none()).map(|(p, _)| p).filter(is_new).collect())
    }

    fn evaluate(
        &self,
        position: &AnyPosition,
        player: &mut AnyPlayer,
        halt: &AtomicBool,
    ) -> Result<Option<Evaluation>, Error> {
        if let Some(evaluation) = self.store.follow_from_successors(position)? {
            return Ok(Some(evaluation));
        }
        let limits = Limits { stop: Some(halt), ..Limits::default() };
        let report = match player.think(position, Scored::Best, &limits, None) {
            // A single position was too hard, or everything has been stopped.
            Err(Imperfect::TimeUp { .. } | Imperfect::Stopped) => return Ok(None),
            report => report?,
        };
        let source = match report.source {
            Source::Book => "book".to_owned(),
            Source::Solver => "solver".to_owned(),
            Source::Tablebase => "tables".to_owned(),
            _ => player.spec().to_string(),
        };
        Ok(Known::of(&report, player.spec()).map(|known| Evaluation::new(position, &known, source)))
    }
}

//! Filling a store with games of a player against random play and against itself.

use std::fmt::{self, Display};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use fastrand::Rng;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, GameText, Imperfect, Name, Position, Record, Side, Spec};

use super::fill::{Progress, fill};
use super::piece::Piece;
use super::seed::check_player;
use super::work::{FILLED, PIECES, Part, Work, portions};
use crate::blocking::{Blocking, Shelf};
use crate::error::Error;
use crate::evaluation::Evaluation;

/// Games to play: best against random, random against best, best against best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfPlay {
    /// The game.
    pub game: Game,
    /// How many of each pairing.
    pub games: u64,
    /// The best player.
    pub player: Spec,
    /// Random moves at the start of games of the last pairing, which would otherwise all be the same.
    pub opening: u32,
    /// How many games at the same time.
    pub threads: usize,
    /// The same seed gives the same random choices.
    pub dice: u64,
}

/// Whether the best player has the first and the second side.
const KINDS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

struct Message {
    kind: usize,
    /// `None` if it was stopped half-way.
    game: Option<GameText>,
    found: Vec<Evaluation>,
}

impl Display for SelfPlay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "self-play {} {} {} {}", self.game, self.games, self.player, self.opening)
    }
}

impl SelfPlay {
    pub(super) fn read(words: &str, threads: usize) -> Option<Self> {
        let mut words = words.splitn(3, ' ');
        let (game, games) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let (player, opening) = words.next()?.rsplit_once(' ')?;
        let (player, opening) = (player.parse().ok()?, opening.parse().ok()?);
        Some(Self { game, games, player, opening, threads, dice: fastrand::u64(..) })
    }

    /// Rejects what cannot be done.
    pub(super) fn check(&self) -> Result<(), Error> {
        check_player(self.game, self.player)
    }

    pub(super) const fn wanted(&self) -> u64 {
        self.games * KINDS.len() as u64
    }

    pub(super) fn parts(&self) -> Vec<Part> {
        let most = (self.games / PIECES).clamp(1, *FILLED.end() / KINDS.len() as u64);
        let part = |games| Part::Fill(Work::SelfPlay(Self { games, ..self.clone() }));
        portions(self.games, most).map(part).collect()
    }
}

impl Blocking {
    /// Plays games, looking up known positions, and saves games and positions as it goes; returns whether all are done.
    ///
    /// Starting the same job again resumes it, and processes that run the same job share it.
    ///
    /// # Errors
    /// If the store fails, or the best player plays at random.
    pub fn play_games(
        &self,
        self_play: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        self_play.check()?;
        let piece = self.wait(self.store().begin_here(self_play, self_play.wanted()))?;
        piece.map_or(Ok(true), |piece| self.go_on_playing(&piece, self_play, stop, progress))
    }

    /// The same for a piece of a job.
    pub(super) fn go_on_playing(
        &self,
        piece: &Piece,
        self_play: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        let (mut done, wanted) = (Some(piece.done as u64), self_play.wanted());
        progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &[], games: 0, missing: 0 });
        let pace = Pace::new(self_play, done.unwrap_or(0));
        fill(
            self_play.threads,
            stop,
            |number, halt, sender| self.play_on(self_play, number, &pace, halt, sender),
            |messages| {
                for Message { kind, game, found } in messages {
                    let (saved, games) = match game {
                        None => {
                            self.wait(self.store().save(&found))?;
                            (found, 0)
                        }
                        Some(game) => {
                            let (saved, is_saved, now) = self.wait(self.store().save_game_for_piece(
                                piece.id(),
                                Pace::end(self_play, kind),
                                &game,
                                &found,
                            ))?;
                            done = now;
                            (saved, u64::from(is_saved))
                        }
                    };
                    progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &saved, games, missing: 0 });
                    let Some(done) = done else { return Ok(false) };
                    pace.catch_up(self_play, done);
                }
                Ok(true)
            },
        )?;
        Ok(done.is_none())
    }

    fn play_on(
        &self,
        self_play: &SelfPlay,
        number: usize,
        pace: &Pace,
        halt: &AtomicBool,
        sender: &Sender<Message>,
    ) -> Result<(), Error> {
        let mut dice = Rng::with_seed(self_play.dice.wrapping_add(number as u64));
        let shelf = self.shelf(self_play.player.to_string());
        let best =
            AnyPlayer::new(self_play.game, self_play.player, dice.u64(..)).with_database(Box::new(shelf.clone()));
        let random = AnyPlayer::new(self_play.game, Spec::new(Name::Random), dice.u64(..));
        let mut players = Players { best, random, shelf };
        while !halt.load(Ordering::Relaxed) {
            let Some(kind) = pace.next(self_play) else {
                std::thread::sleep(Duration::from_millis(2));
                continue;
            };
            let message = players.play(self_play, kind, &mut dice, halt)?;
            // The receiver is gone once saving has failed.
            let _ = sender.send(message);
        }
        Ok(())
    }
}

/// Keeps threads from starting more games than wanted, and the next pairing before this one is complete.
struct Pace {
    /// How many games were started, or are saved if that is more; and the limit for that.
    state: Mutex<(u64, u64)>,
}

impl Pace {
    fn new(self_play: &SelfPlay, done: u64) -> Self {
        Self { state: Mutex::new((done, Self::limit(self_play, done))) }
    }

    /// How many games there are once this pairing is complete.
    const fn end(self_play: &SelfPlay, kind: usize) -> u64 {
        self_play.games * (kind as u64 + 1)
    }

    /// How many games there are once the current pairing after `done` games is complete.
    const fn limit(self_play: &SelfPlay, done: u64) -> u64 {
        Self::end(self_play, (done / self_play.games) as usize)
    }

    /// The pairing of the next game; `None` while all wanted games have been started.
    fn next(&self, self_play: &SelfPlay) -> Option<usize> {
        let mut state = self.state.lock().expect("no thread panicked");
        let (begun, limit) = *state;
        (begun < limit).then(|| {
            state.0 += 1;
            (begun / self_play.games) as usize
        })
    }

    /// This many games are saved now, perhaps by others too.
    fn catch_up(&self, self_play: &SelfPlay, done: u64) {
        let mut state = self.state.lock().expect("no thread panicked");
        *state = (state.0.max(done), Self::limit(self_play, done));
    }
}

/// The players of one thread, with what the best one finds.
struct Players {
    best: AnyPlayer,
    random: AnyPlayer,
    shelf: Shelf,
}

impl Players {
    fn play(&mut self, self_play: &SelfPlay, kind: usize, dice: &mut Rng, halt: &AtomicBool) -> Result<Message, Error> {
        let limits = Limits { stop: Some(halt), ..Limits::default() };
        let mut record = Record::new(AnyPosition::start(self_play.game));
        let opening = if KINDS[kind] == [true, true] { self_play.opening as usize } else { 0 };
        while record.ending().is_none() && !halt.load(Ordering::Relaxed) {
            let ply = record.moves().len();
            let is_best = ply >= opening && KINDS[kind][record.position().turn() as usize];
            let player = if is_best { &mut self.best } else { &mut self.random };
            let choice = match player.think(record.position(), Scored::Best, &limits, None) {
                Err(Imperfect::Stopped) => None,
                report => report?.choice,
            };
            // A best player that was stopped immediately may have no move.
            let choice = choice.or_else(|| dice.choice(record.position().legal_moves().collect::<Vec<_>>()));
            record.play(choice.expect("an unfinished game has moves")).expect("players choose legal moves");
        }
        let found = self.shelf.take()?;
        let game = record.ending().is_some().then(|| {
            let mut game = GameText::new(record);
            let name = |is_best| if is_best { self_play.player.to_string() } else { "random".to_owned() };
            let [first, second] = KINDS[kind].map(name);
            game.tags.push(("Event".to_owned(), "self-play".to_owned()));
            game.set_player(Side::First, &first);
            game.set_player(Side::Second, &second);
            game
        });
        Ok(Message { kind, game, found })
    }
}

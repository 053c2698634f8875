//! Filling a store with games of a player against random play and against itself.

use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::Sender;
use std::time::Duration;

use fastrand::Rng;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, GameText, Imperfect, Name, Position, Record, Spec};

use crate::blocking::{Blocking, Shelf};
use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::fill::{Progress, fill};
use crate::seed::check_player;

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
pub(crate) const KINDS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

struct Message {
    kind: usize,
    /// `None` if it was stopped half-way.
    game: Option<GameText>,
    found: Vec<Evaluation>,
}

impl SelfPlay {
    pub(crate) fn name(&self) -> String {
        format!("self-play {} {} {} {}", self.game, self.games, self.player, self.opening)
    }

    /// The job with this name; resumes on `threads` threads.
    pub(crate) fn from_name(name: &str, threads: usize) -> Option<Self> {
        let mut words = name.strip_prefix("self-play ")?.splitn(3, ' ');
        let (game, games) = (words.next()?.parse().ok()?, words.next()?.parse().ok()?);
        let (player, opening) = words.next()?.rsplit_once(' ')?;
        let (player, opening) = (player.parse().ok()?, opening.parse().ok()?);
        Some(Self { game, games, player, opening, threads, dice: fastrand::u64(..) })
    }

    /// Rejects what cannot be done.
    pub(crate) fn check(&self) -> Result<(), Error> {
        check_player(self.game, self.player)
    }

    pub(crate) const fn wanted(&self) -> u64 {
        self.games * KINDS.len() as u64
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
        plan: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        plan.check()?;
        if plan.games == 0 {
            return Ok(true);
        }
        let name = plan.name();
        let done = self.wait(self.store().begin_job(&name, plan.wanted()))?;
        self.go_on_playing(&name, plan, done, stop, progress)
    }

    /// The same for a job that was started, with `done` games done.
    pub(crate) fn go_on_playing(
        &self,
        name: &str,
        plan: &SelfPlay,
        done: u64,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        let (mut done, wanted) = (Some(done), plan.wanted());
        progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &[], games: 0, missing: 0 });
        let pace = Pace::new(plan, done.unwrap_or(0));
        fill(
            plan.threads,
            stop,
            |number, halt, sender| self.play_on(plan, number, &pace, halt, sender),
            |messages| {
                for Message { kind, game, found } in messages {
                    let (saved, games) = match game {
                        None => {
                            self.wait(self.store().save(&found))?;
                            (found, 0)
                        }
                        Some(game) => {
                            let (saved, is_saved, now) =
                                self.wait(self.store().save_game_for_job(name, Pace::end(plan, kind), &game, &found))?;
                            done = now;
                            (saved, u64::from(is_saved))
                        }
                    };
                    progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &saved, games, missing: 0 });
                    let Some(done) = done else { return Ok(false) };
                    pace.catch_up(plan, done);
                }
                Ok(true)
            },
        )?;
        Ok(done.is_none())
    }

    fn play_on(
        &self,
        plan: &SelfPlay,
        number: usize,
        pace: &Pace,
        halt: &AtomicBool,
        sender: &Sender<Message>,
    ) -> Result<(), Error> {
        let mut dice = Rng::with_seed(plan.dice.wrapping_add(number as u64));
        let shelf = self.shelf(plan.player.to_string());
        let best = AnyPlayer::new(plan.game, plan.player, dice.u64(..)).with_database(Box::new(shelf.clone()));
        let random = AnyPlayer::new(plan.game, Spec::new(Name::Random), dice.u64(..));
        let mut table = Table { best, random, shelf };
        while !halt.load(Ordering::Relaxed) {
            let Some(kind) = pace.next(plan) else {
                std::thread::sleep(Duration::from_millis(2));
                continue;
            };
            let message = table.play(plan, kind, &mut dice, halt)?;
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
    fn new(plan: &SelfPlay, done: u64) -> Self {
        Self { state: Mutex::new((done, Self::limit(plan, done))) }
    }

    /// How many games there are once this pairing is complete.
    const fn end(plan: &SelfPlay, kind: usize) -> u64 {
        plan.games * (kind as u64 + 1)
    }

    /// How many games there are once the current pairing after `done` games is complete.
    const fn limit(plan: &SelfPlay, done: u64) -> u64 {
        Self::end(plan, (done / plan.games) as usize)
    }

    /// The pairing of the next game; `None` while all wanted games have been started.
    fn next(&self, plan: &SelfPlay) -> Option<usize> {
        let mut state = self.state.lock().expect("no thread panicked");
        let (begun, limit) = *state;
        (begun < limit).then(|| {
            state.0 += 1;
            (begun / plan.games) as usize
        })
    }

    /// This many games are saved now, perhaps by others too.
    fn catch_up(&self, plan: &SelfPlay, done: u64) {
        let mut state = self.state.lock().expect("no thread panicked");
        *state = (state.0.max(done), Self::limit(plan, done));
    }
}

/// The players of one thread, with what the best one finds.
struct Table {
    best: AnyPlayer,
    random: AnyPlayer,
    shelf: Shelf,
}

impl Table {
    fn play(&mut self, plan: &SelfPlay, kind: usize, dice: &mut Rng, halt: &AtomicBool) -> Result<Message, Error> {
        let limits = Limits { stop: Some(halt), ..Limits::default() };
        let mut record = Record::new(AnyPosition::start(plan.game));
        let opening = if KINDS[kind] == [true, true] { plan.opening as usize } else { 0 };
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
            let name = |is_best| if is_best { plan.player.to_string() } else { "random".to_owned() };
            let [first, second] = KINDS[kind].map(name);
            let tags = [("Event", "self-play".to_owned()), ("First", first), ("Second", second)];
            game.tags = tags.map(|(tag, value)| (tag.to_owned(), value)).to_vec();
            game
        });
        Ok(Message { kind, game, found })
    }
}

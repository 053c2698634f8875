//! Filling a store by games of a player against chance and against itself.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::Sender;

use fastrand::Rng;
use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, GameText, Name, Position, Record, Spec};

use crate::blocking::{Blocking, Shelf};
use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::fill::{Progress, fill};

/// Games to play: best against random, random against best, best against best.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SelfPlay {
    /// The game.
    pub game: Game,
    /// How many of each kind.
    pub games: u64,
    /// Who is best.
    pub player: Spec,
    /// Random moves at the beginning of games of the last kind, which would else be all alike.
    pub opening: u32,
    /// How many games at the same time.
    pub threads: usize,
    /// Same seed, same dice.
    pub dice: u64,
}

/// Whether the best player has the first and the second side.
const KINDS: [[bool; 2]; 3] = [[true, false], [false, true], [true, true]];

struct Message {
    kind: usize,
    /// None if it was stopped half-way.
    game: Option<GameText>,
    found: Vec<Evaluation>,
}

impl SelfPlay {
    fn name(&self) -> String {
        format!("self-play {} {} {} {}", self.game, self.games, self.player, self.opening)
    }

    const fn wanted(&self) -> u64 {
        self.games * KINDS.len() as u64
    }
}

impl Blocking {
    /// Plays games, looking up what is known and saving what is found, and saves them as it goes; whether all are done now.
    ///
    /// The same job begun again goes on where it was, and processes that do the same job share it.
    ///
    /// # Errors
    /// If the store fails, or the best player plays at random.
    pub fn play_games(
        &self,
        plan: &SelfPlay,
        stop: &AtomicBool,
        progress: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<bool, Error> {
        if plan.player.name == Name::Random {
            return Err(Error::NotAllowed("expected a player who evaluates positions, found random".to_owned()));
        }
        if plan.games == 0 {
            return Ok(true);
        }
        let (name, wanted) = (plan.name(), plan.wanted());
        let mut done = Some(self.wait(self.store().begin_job(&name, wanted))?);
        progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &[], games: 0, missing: 0 });
        let current = AtomicUsize::new((done.unwrap_or(0) / plan.games) as usize);
        fill(
            plan.threads,
            stop,
            |number, halt, sender| self.play_on(plan, number, &current, halt, sender),
            |messages| {
                for Message { kind, game, found } in messages {
                    let end = plan.games * (kind as u64 + 1);
                    let mut games = 0;
                    if let Some(game) = game {
                        let is_saved;
                        (is_saved, done) = self.wait(self.store().save_game_for_job(&name, end, &game, &found))?;
                        games = u64::from(is_saved);
                    } else {
                        self.wait(self.store().save(&found))?;
                    }
                    progress(&Progress { done: done.unwrap_or(wanted), wanted, saved: &found, games, missing: 0 });
                    let Some(done) = done else { return Ok(false) };
                    current.store((done / plan.games) as usize, Ordering::Relaxed);
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
        current: &AtomicUsize,
        halt: &AtomicBool,
        sender: &Sender<Message>,
    ) -> Result<(), Error> {
        let mut dice = Rng::with_seed(plan.dice.wrapping_add(number as u64));
        let shelf = self.shelf(plan.player.to_string());
        let best = AnyPlayer::new(plan.game, plan.player, dice.u64(..)).with_database(Box::new(shelf.clone()));
        let random = AnyPlayer::new(plan.game, Spec::new(Name::Random), dice.u64(..));
        let mut table = Table { best, random, shelf };
        while !halt.load(Ordering::Relaxed) {
            let kind = current.load(Ordering::Relaxed).min(KINDS.len() - 1);
            let message = table.play(plan, kind, &mut dice, halt)?;
            // Nobody listens any more once saving has failed.
            let _ = sender.send(message);
        }
        Ok(())
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
            let choice = player.think(record.position(), Scored::Best, &limits, None).choice;
            // A best player that was stopped at once may have no move.
            let choice = choice.or_else(|| dice.choice(record.position().legal_moves().collect::<Vec<_>>()));
            record.play(choice.expect("a game that goes on has moves")).expect("players choose legal moves");
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

//! Clocks of games, and the time in which they count.
//!
//! A clock is part of a game: how much time each side has left, and since when that of the side to move is running. It starts once each
//! side has made a move, so nobody loses time while a friend is on the way. A move counts as made when the server has it; then the
//! increment is added. What is left of a lost connection's time is the player's own business, but a server that is away charges nobody:
//! clocks count in [served time](Served), which stands still meanwhile.
//!
//! A flag falls on the server, whether anybody asks or not, within half a second after a restart too.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use tokio::sync::Notify;
use utoipa::ToSchema;
use zwick::{GameText, Outcome, Position, Reason, Side};
use zwick_db::{SavedGame, Store};

use crate::App;
use crate::games::seats::Seats;
use crate::http::limits::{LONGEST_CLOCK, LONGEST_INCREMENT, SHORTEST_CLOCK};
use crate::http::problem::Problem;

/// How often a server notes that it is there, while a clock runs.
const BEAT: Duration = Duration::from_millis(500);
/// The most that counts between two such notes: nobody loses more to a server that was away.
const MOST: Duration = Duration::from_secs(1);
/// How often a server looks whether clocks run that another server has started.
const IDLE: Duration = Duration::from_secs(5);
/// Flags looked at in a turn.
const BATCH: u32 = 100;
/// Moves before the clock runs: one of each side.
const FREE: usize = 2;

/// The time that each side has for a game, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct ClockSettings {
    /// At the beginning.
    #[schema(minimum = 1000, maximum = 10_800_000)]
    initial: u64,
    /// Added by each move.
    #[serde(default)]
    #[schema(maximum = 180_000)]
    increment: u64,
}

impl ClockSettings {
    /// A clock that stands, if it is one that a game may have.
    pub(crate) fn read(self) -> Result<Clock, Problem> {
        let check = |name: &str, found: u64, least: Duration, most: Duration| {
            let (least, most) = (least.as_millis(), most.as_millis());
            if (least..=most).contains(&u128::from(found)) {
                return Ok(());
            }
            Err(Problem::Malformed(format!(
                "clock: {name}: expected milliseconds from {least} to {most}, found {found}"
            )))
        };
        check("initial", self.initial, SHORTEST_CLOCK, LONGEST_CLOCK)?;
        check("increment", self.increment, Duration::ZERO, LONGEST_INCREMENT)?;
        Ok(Clock::new(self))
    }
}

/// A clock as its players see it. Times are in milliseconds.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct ClockState {
    /// What each side had at the beginning.
    initial: u64,
    /// What each move adds.
    increment: u64,
    left: TimeLeft,
    /// The side whose time is running; none before the second move and after the end.
    running: Option<Side>,
}

impl ClockState {
    pub(crate) fn is_running(&self) -> bool {
        self.running.is_some()
    }
}

/// What each side has left, in milliseconds, when this was told.
#[derive(Debug, Clone, Serialize, ToSchema)]
pub(crate) struct TimeLeft {
    first: u64,
    second: u64,
}

/// The clock of a game, as it is noted beside it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Clock {
    settings: ClockSettings,
    /// What the first and the second side had left when the clock was last stopped or started, in milliseconds.
    left: [u64; 2],
    /// Since when the time of the side to move is running, in milliseconds served.
    since: Option<u64>,
}

impl Clock {
    fn new(settings: ClockSettings) -> Self {
        Self { settings, left: [settings.initial; 2], since: None }
    }

    /// The same clock before another game.
    pub(crate) fn anew(self) -> Self {
        Self::new(self.settings)
    }

    pub(crate) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// When the time of the side to move is up; `None` if it does not run.
    pub(crate) fn due(&self, turn: Side) -> Option<u64> {
        self.since.map(|since| since.saturating_add(self.left[turn as usize]))
    }

    pub(crate) fn is_up(&self, turn: Side, now: u64) -> bool {
        self.due(turn).is_some_and(|due| due <= now)
    }

    /// Keeps the time of a change: `turn` had the move until now. A move adds the increment, unless it was free.
    pub(crate) fn change(&mut self, turn: Side, now: u64, is_move: bool, plies: usize, is_over: bool) {
        if let Some(since) = self.since.take() {
            let left = &mut self.left[turn as usize];
            *left = left.saturating_sub(now.saturating_sub(since));
            if is_move {
                *left = left.saturating_add(self.settings.increment);
            }
        }
        self.since = (!is_over && plies >= FREE).then_some(now);
    }

    /// As the players see it now.
    pub(crate) fn state(&self, turn: Side, now: u64) -> ClockState {
        let mut left = self.left;
        if let Some(due) = self.due(turn) {
            left[turn as usize] = due.saturating_sub(now).min(left[turn as usize]);
        }
        let ClockSettings { initial, increment } = self.settings;
        let running = self.is_running().then_some(turn);
        ClockState { initial, increment, left: TimeLeft { first: left[0], second: left[1] }, running }
    }
}

/// How long games have been served, as this server knows it.
#[derive(Default)]
pub(crate) struct Served {
    /// The last note of it, and when that was.
    last: Mutex<Option<(u64, Instant)>>,
    /// A clock was started here.
    pub(crate) started: Notify,
}

impl Served {
    /// In milliseconds; behind by what this server could not note.
    pub(crate) fn now(&self) -> u64 {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        last.map_or(0, |(served, at)| served + at.elapsed().min(MOST).as_millis() as u64)
    }

    /// The same, noted anew if that was long ago.
    pub(crate) async fn fresh(&self, store: &Store) -> Result<u64, Problem> {
        let last = *self.last.lock().unwrap_or_else(PoisonError::into_inner);
        match last {
            Some((_, at)) if at.elapsed() < MOST => Ok(self.now()),
            _ => Ok(self.note(store).await?),
        }
    }

    /// Notes that this server is there.
    async fn note(&self, store: &Store) -> Result<u64, zwick_db::Error> {
        let served = store.note_served(MOST).await?;
        *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((served, Instant::now()));
        Ok(served)
    }
}

/// Lets the flags of games fall, until the server stops.
pub(crate) async fn watch_clocks(app: Arc<App>) {
    let mut pause = IDLE;
    loop {
        pause = match beat(&app).await {
            Ok(pause) => pause,
            Err(problem) => {
                tracing::warn!(%problem, "cannot look at the clocks of games");
                pause.max(BEAT)
            }
        };
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = app.served.started.notified() => {}
            () = app.closing() => return,
        }
    }
}

/// Notes that this server is there if a clock runs, and lets fall the flags that are due; when to do so again.
async fn beat(app: &App) -> Result<Duration, Problem> {
    let clocks = app.store.running_clocks(BATCH).await?;
    if clocks.is_empty() {
        return Ok(IDLE);
    }
    let now = app.served.note(&app.store).await?;
    let mut pause = BEAT;
    for (number, due) in clocks {
        if due > now {
            pause = pause.min(Duration::from_millis(due - now));
            break;
        }
        if let Err(problem) = flag(app, number, now).await {
            tracing::error!(%problem, number, "cannot let a flag fall");
            if matches!(problem, Problem::Internal(_) | Problem::NotFound(_)) {
                // The game is damaged or gone: others wait behind it.
                app.store.set_due(number, None).await?;
            }
        }
    }
    Ok(pause)
}

/// Looks whether the time of the side to move in a game is up.
async fn flag(app: &App, number: i64, now: u64) -> Result<(), Problem> {
    let saved = app.store.game(number).await?;
    match app.let_fall(&saved, now).await {
        Ok(Some(_)) => Ok(()),
        // Somebody has just moved, or what was noted was wrong.
        Ok(None) => {
            let turn = saved.text.record.position().turn();
            let due = Seats::of(&saved).and_then(|seats| seats.clock).and_then(|clock| clock.due(turn));
            Ok(app.store.set_due(number, due).await?)
        }
        // Somebody moved in the meantime, or another server was quicker.
        Err(Problem::Conflict(_)) => Ok(()),
        Err(problem) => Err(problem),
    }
}

impl App {
    /// Ends a game if the time of the side to move is up, and tells those who watch it; the game that is over.
    pub(crate) async fn let_fall(&self, saved: &SavedGame, now: u64) -> Result<Option<SavedGame>, Problem> {
        let Some((text, seats)) = lost_on_time(saved, now) else { return Ok(None) };
        let saved = self.store.replace_game(saved, text, seats.note(), "time").await?;
        self.tell(&saved).await?;
        Ok(Some(saved))
    }
}

/// A game that is lost on time, if it is.
fn lost_on_time(saved: &SavedGame, now: u64) -> Option<(GameText, Seats)> {
    let mut seats = Seats::of(saved)?;
    let turn = saved.text.record.position().turn();
    let clock = seats.clock.as_mut().filter(|clock| clock.is_up(turn, now))?;
    let mut text = saved.text.clone();
    text.record.conclude(Outcome::Win(!turn), Reason::Time).ok()?;
    clock.change(turn, now, false, text.record.moves().len(), true);
    seats.end();
    Some((text, seats))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn clock(initial: u64, increment: u64) -> Clock {
        ClockSettings { initial, increment }.read().expect("a clock")
    }

    #[test]
    fn the_first_move_of_each_side_is_free() {
        let mut clock = clock(10_000, 2_000);
        clock.change(Side::First, 500, true, 1, false);
        assert_eq!((clock.left, clock.is_running()), ([10_000, 10_000], false));
        clock.change(Side::Second, 90_000, true, 2, false);
        assert_eq!((clock.left, clock.due(Side::First)), ([10_000, 10_000], Some(100_000)));
        clock.change(Side::First, 93_000, true, 3, false);
        assert_eq!((clock.left, clock.due(Side::Second)), ([9_000, 10_000], Some(103_000)));
    }

    #[test]
    fn a_move_taken_back_adds_nothing_and_the_end_stops_the_clock() {
        let mut clock = clock(10_000, 2_000);
        clock.change(Side::Second, 1_000, true, 2, false);
        clock.change(Side::First, 2_000, true, 3, false);
        clock.change(Side::Second, 5_000, false, 2, false);
        assert_eq!(clock.left, [11_000, 7_000]);
        assert!(!clock.is_up(Side::First, 15_999) && clock.is_up(Side::First, 16_000));
        clock.change(Side::First, 99_000, false, 2, true);
        assert_eq!((clock.left, clock.due(Side::First)), ([0, 7_000], None));
    }

    #[test]
    fn what_is_told_counts_down_and_never_below_nothing_or_above_what_there_was() {
        let mut clock = clock(10_000, 0);
        clock.change(Side::Second, 5_000, true, 2, false);
        let left = |now| clock.state(Side::First, now).left.first;
        assert_eq!([left(4_000), left(5_000), left(6_500), left(20_000)], [10_000, 10_000, 8_500, 0]);
        assert_eq!(clock.state(Side::First, 20_000).left.second, 10_000);
    }

    #[test]
    fn only_sensible_clocks_are_read() {
        let read = |initial, increment| ClockSettings { initial, increment }.read().is_ok();
        assert!(read(1_000, 0) && read(10_800_000, 180_000));
        assert!(!read(0, 0) && !read(999, 0) && !read(10_800_001, 0) && !read(60_000, 180_001));
        assert!(!read(u64::MAX, 0) && !read(60_000, u64::MAX));
    }
}

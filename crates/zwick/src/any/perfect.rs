//! Perfect play, or the reason why it is impossible: a perfect player never guesses.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use super::analyst::Analyst;
use super::game::{Game, RuleSet};
use super::moves::AnyMove;
use super::oracle::AnyOracle;
use super::position::AnyPosition;
use crate::analysis::{Oracle, Unanswered, analyze, perfect_move};
use crate::diagram::Diagram;
use crate::game::Position;
use crate::non_empty::NonEmpty;
use crate::search::{Limits, Report, Stop};
use crate::spec::{Name, Spec};
use crate::value::{Value, Wdl};
use crate::worth::{Answer, Rated, Source, Verdict};

/// How long a perfect player tries by default.
const USUAL_TIME: Duration = Duration::from_secs(10);
/// Boards of Connect Four with at most this many empty cells are solved in seconds.
const REACH: usize = 36;

/// Why a position cannot be played perfectly: what is missing, and how to get it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Imperfect {
    /// Tables of morris are missing.
    #[error("perfect play of {game} needs its tables; run `zwick tablebase build{}`", rules(*game))]
    NoTables {
        /// The game.
        game: Game,
    },
    /// The tables of morris have no distances.
    #[error(
        "perfect play of {game} needs tables with distances, these have results only; run `zwick tablebase build{}`",
        rules(*game)
    )]
    NoDistances {
        /// The game.
        game: Game,
    },
    /// Rules without tables for men in hand.
    #[error("perfect play of {game} begins once all men are placed: these rules have no tables for men in hand")]
    MenInHand {
        /// The game.
        game: Game,
    },
    /// A board of Connect Four with too many empty cells to be solved.
    #[error(
        "perfect play of {game} begins with at most {REACH} empty cells, found {empty}: before that, solving takes too long; \
         `perfect:time=MILLISECONDS` with more than 10000 tries anyway"
    )]
    OutOfReach {
        /// The game.
        game: Game,
        /// How many cells are empty.
        empty: usize,
    },
    /// A position that was not solved in time.
    #[error("not solved within {:.1} s: `perfect:time=MILLISECONDS` sets how long to try", time.as_secs_f64())]
    TimeUp {
        /// How long it tried.
        time: Duration,
    },
    /// The player was told to stop.
    #[error("stopped before the perfect move was found")]
    Stopped,
    /// A file that should contain the answer cannot be read.
    #[error("{0}")]
    Damaged(String),
}

fn rules(game: Game) -> String {
    match game.rules() {
        None | Some(RuleSet::Standard) => String::new(),
        Some(rules) => format!(" --rules {}", rules.name()),
    }
}

/// Only proven values, or an error.
struct Certain<'a>(&'a mut Analyst);

impl Certain<'_> {
    fn ask_oracle<T>(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        question: impl FnOnce(&mut dyn AnyOracle, &Limits<'_>) -> Result<T, Unanswered>,
    ) -> Result<T, Imperfect> {
        let started = Instant::now();
        // If a table is missing a search steps in, and one ply is enough to detect that.
        let limits = Limits { depth: Some(1), ..*limits };
        match self.0.ask_oracle(position.game(), |oracle| question(oracle, &limits)) {
            Ok(answer) => answer.ok_or_else(|| unproven(position)),
            Err(Unanswered::Damaged(reason)) => Err(Imperfect::Damaged(reason)),
            Err(_) if limits.stop.is_some_and(|stop| stop.load(Relaxed)) => Err(Imperfect::Stopped),
            Err(_) if empty_cells(position) > REACH => Err(unproven(position)),
            Err(_) => Err(Imperfect::TimeUp { time: started.elapsed() }),
        }
    }
}

/// What is missing if the value of a position is unknown.
fn unproven(position: &AnyPosition) -> Imperfect {
    let game = position.game();
    match game.rules() {
        Some(RuleSet::Lasker) if has_men_in_hand(position) => Imperfect::MenInHand { game },
        Some(_) => Imperfect::NoTables { game },
        None => Imperfect::OutOfReach { game, empty: empty_cells(position) },
    }
}

/// Whether its values come from a search to the end, not from tables.
fn is_solved_by_search(position: &AnyPosition) -> bool {
    position.game().rules().is_none()
}

fn has_men_in_hand(position: &AnyPosition) -> bool {
    position.men_in_hand().is_some_and(|men| men != [0, 0])
}

fn empty_cells(position: &AnyPosition) -> usize {
    position.cells().iter().filter(|cell| cell.is_none()).count()
}

impl Oracle<AnyPosition> for Certain<'_> {
    type Error = Imperfect;

    fn ask(&mut self, position: &AnyPosition, limits: &Limits<'_>) -> Result<Answer, Imperfect> {
        let answer = self.ask_oracle(position, limits, |oracle, limits| oracle.ask(*position, limits))?;
        if answer.verdict.wdl().is_some() { Ok(answer) } else { Err(unproven(position)) }
    }

    fn rate_moves(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
    ) -> Result<NonEmpty<Rated<AnyMove>>, Imperfect> {
        let moves = self.ask_oracle(position, limits, |oracle, limits| oracle.rate_moves(*position, limits))?;
        let best = moves.iter().map(|rated| rated.answer.verdict).max_by_key(|verdict| verdict.score());
        // No win is shorter, whatever the other moves are worth.
        let wins = best == Some(Verdict::Exact(Value::win_in(1)));
        match best {
            _ if !wins && moves.iter().any(|rated| rated.answer.verdict.wdl().is_none()) => Err(unproven(position)),
            // Without distances a win may be postponed forever.
            Some(Verdict::Result(Wdl::Win)) if !has_men_in_hand(position) => {
                Err(Imperfect::NoDistances { game: position.game() })
            }
            _ => Ok(moves),
        }
    }
}

impl Analyst {
    /// Whether a perfect player can play on from this position, without a search: what is missing if not. An opening book alone is not
    /// enough for morris, because it soon ends; [`choose`](Self::choose) moves as long as it lasts.
    ///
    /// For Connect Four this only looks up and counts: a position within reach is very likely solved in time, and [`choose`](Self::choose)
    /// returns an error if it is not.
    ///
    /// # Errors
    /// What is missing.
    pub fn check_perfect(&mut self, position: &AnyPosition) -> Result<(), Imperfect> {
        /// Lets a book answer, but not a solver.
        static WITHOUT_SEARCH: AtomicBool = AtomicBool::new(true);
        let solves = is_solved_by_search(position);
        if solves && empty_cells(position) <= REACH {
            return Ok(());
        }
        let stop = solves.then_some(&WITHOUT_SEARCH);
        let limits = Limits { stop, ..Limits::default() };
        let mut position = *position;
        loop {
            let found = match analyze(&mut Certain(self), &position, &limits) {
                Err(Imperfect::Stopped) => return Err(unproven(&position)),
                found => found?,
            };
            match found.best_moves().next() {
                Some(mv) if !solves && found.answer().source == Source::Book => position.play_unchecked(mv),
                _ => return Ok(()),
            }
        }
    }

    /// Whether this player can play on from here: always, unless it is a perfect one that lacks something.
    ///
    /// # Errors
    /// What is missing.
    pub fn check_player(&mut self, player: &Spec, position: &AnyPosition) -> Result<(), Imperfect> {
        if player.name != Name::Perfect {
            return Ok(());
        }
        match self.check_perfect(position) {
            Err(Imperfect::OutOfReach { .. }) if player.settings.time.map(Duration::from_millis) > Some(USUAL_TIME) => {
                Ok(())
            }
            checked => checked,
        }
    }

    /// The move of a perfect player, see [`perfect_move`], and everything found about the others; `None` if the game is over.
    ///
    /// # Errors
    /// Why no perfect move is known.
    pub fn choose(
        &mut self,
        position: &AnyPosition,
        limits: &Limits<'_>,
        rng: &mut fastrand::Rng,
    ) -> Result<Report<AnyMove>, Imperfect> {
        // A caller who allows hours gets a try.
        let is_hurried = limits.time.is_some_and(|time| time <= USUAL_TIME);
        if is_hurried && is_solved_by_search(position) {
            self.check_perfect(position)?;
        }
        let started = Instant::now();
        let nodes = self.nodes();
        let is_over = position.ending().is_some();
        let found = if is_over { None } else { Some(perfect_move(&mut Certain(self), position, limits, rng)?) };
        let choice = found.as_ref().map(|(mv, _)| *mv);
        let source = found.as_ref().map_or(Source::Rules, |(_, analysis)| analysis.answer().source);
        let moves = found.iter().flat_map(|(_, analysis)| analysis.moves()).copied().collect();
        let report = Report::new(moves, source, Stop::Solved);
        Ok(Report { choice, nodes: self.nodes() - nodes, time: started.elapsed(), ..report })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{AnyPlayer, Library, search::Scored};

    fn folder(name: &str) -> std::path::PathBuf {
        std::env::temp_dir().join(format!("zwick-perfect-{name}-{}", std::process::id()))
    }

    fn analyst(tables: Option<&std::path::Path>) -> Analyst {
        Analyst::new(Library { tables: tables.map(Into::into), ..Library::default() })
    }

    fn choose(analyst: &mut Analyst, position: &AnyPosition, time: Duration) -> Result<Report<AnyMove>, Imperfect> {
        let limits = Limits { time: Some(time), ..Limits::default() };
        analyst.choose(position, &limits, &mut fastrand::Rng::with_seed(1))
    }

    #[test]
    fn morris_without_tables_is_played_by_the_book_and_then_refused_at_once_with_the_command_that_makes_them() {
        let nowhere = folder("nowhere");
        for tables in [None, Some(&*nowhere)] {
            let mut analyst = analyst(tables);
            for in_book in ["", "d6 f4 d2", "d6 f4 d2 b4 a7 d7"] {
                let position = AnyPosition::read(Game::MORRIS, in_book).unwrap();
                assert_eq!(analyst.check_perfect(&position), Err(Imperfect::NoTables { game: Game::MORRIS }));
                let report = choose(&mut analyst, &position, Duration::from_secs(3600)).unwrap();
                assert!(report.source == Source::Book && report.moves.iter().all(|rated| rated.value().is_some()));
            }
            let later = AnyPosition::read(Game::MORRIS, "d6 f4 d2 b4 a7 d7 g7").unwrap();
            let refusal = Err(Imperfect::NoTables { game: Game::MORRIS });
            assert_eq!(analyst.check_perfect(&later), refusal);
            // With an hour to search: if a search started, the test would hang.
            assert_eq!(choose(&mut analyst, &later, Duration::from_secs(3600)).map(drop), refusal);
        }
        let told = |game: &str| {
            let position = AnyPosition::read(game.parse().unwrap(), "d6 f4 d2 b4 a7 d7 g7").unwrap();
            analyst(None).check_perfect(&position).unwrap_err()
        };
        assert!(told("morris").to_string().ends_with("run `zwick tablebase build`"));
        assert!(told("morris:no-flying").to_string().contains("`zwick tablebase build --rules no-flying`"));
        assert!(told("morris:lasker").to_string().contains("once all men are placed"));
    }

    #[test]
    fn morris_is_played_perfectly_where_tables_know_and_refused_where_they_do_not() {
        let folder = folder("few");
        let mut analyst = analyst(Some(&folder));
        let few = AnyPosition::read(Game::MORRIS, "W1B5/3W1B1B/5W2 W 0 0").unwrap();
        analyst.check_perfect(&few).unwrap();
        let report = choose(&mut analyst, &few, Duration::from_secs(60)).unwrap();
        assert_eq!(report.source, Source::Tablebase);
        assert!(report.stop == Stop::Solved && report.moves.iter().all(|rated| rated.value().is_some()));
        // The same game, with one man more than the tables have.
        let many = AnyPosition::read(Game::MORRIS, "WWBWWBWB/1B1B1B1W/W7 W 0 0").unwrap();
        assert_eq!(analyst.check_perfect(&many), Err(Imperfect::NoTables { game: Game::MORRIS }));
        assert!(choose(&mut analyst, &many, Duration::from_secs(60)).is_err());
        std::fs::remove_dir_all(&folder).unwrap();
    }

    #[test]
    fn large_boards_are_refused_until_they_are_in_reach() {
        let large = AnyPosition::start("connect-four:8x7".parse().unwrap());
        let mut analyst = analyst(None);
        let game = large.game();
        assert_eq!(analyst.check_perfect(&large), Err(Imperfect::OutOfReach { game, empty: 56 }));
        assert!(matches!(choose(&mut analyst, &large, Duration::from_millis(50)), Err(Imperfect::OutOfReach { .. })));
        for usual in ["", "4435", "4444445566"] {
            analyst.check_perfect(&AnyPosition::read(Game::CONNECT_FOUR, usual).unwrap()).unwrap();
        }
        let hard = AnyPosition::read(Game::CONNECT_FOUR, "444422221").unwrap();
        let refusal = choose(&mut analyst, &hard, Duration::from_micros(1)).unwrap_err();
        assert!(matches!(refusal, Imperfect::TimeUp { .. }), "{refusal}");
    }

    #[test]
    fn a_perfect_player_refuses_in_the_middle_of_a_game_rather_than_guess() {
        let mut player = AnyPlayer::new(Game::MORRIS, "perfect".parse().unwrap(), 1);
        let position = AnyPosition::read(Game::MORRIS, "d6 f4 d2 b4 a7 d7 g7").unwrap();
        let refusal = player.think(&position, Scored::Best, &Limits::default(), None).unwrap_err();
        assert_eq!(refusal, Imperfect::NoTables { game: Game::MORRIS });
        let stop = AtomicBool::new(true);
        let limits = Limits { stop: Some(&stop), ..Limits::default() };
        let hard = AnyPosition::read(Game::CONNECT_FOUR, "444422221").unwrap();
        let mut player = AnyPlayer::new(Game::CONNECT_FOUR, "perfect".parse().unwrap(), 1);
        assert_eq!(player.think(&hard, Scored::Best, &limits, None).unwrap_err(), Imperfect::Stopped);
    }
}

//! What workers do, and how it is cut into pieces of seconds to minutes.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;
use std::time::{Duration, Instant};

use zwick::connect_four::BookBuilder;
use zwick::search::Limits;
use zwick::{Analyst, AnyPosition, Game, Library, Position};

use crate::error::Error;
use crate::jobs::Task;
use crate::seed::Seed;
use crate::self_play::{KINDS, SelfPlay};
use crate::study::{Study, exact};

/// What workers do. Its text is the name of a job.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Evaluated positions and games.
    Fill(Task),
    /// The values for an opening book.
    Book(BookPlan),
    /// A corrupted or foreign entry that is not a job. It can only be cancelled.
    Unreadable(String),
}

/// Which book of Connect Four.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BookPlan {
    /// The board.
    pub game: Game,
    /// The book covers positions with up to this many men.
    pub plies: u32,
}

/// The work of one piece, as the second half of its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Work {
    /// A part of a larger job of the same kind.
    Fill(Task),
    /// The position after this move of a study; `None` if the study needs no other.
    Move(Option<String>),
    /// Positions listed in a table.
    Solve,
}

/// A piece before it has a name.
pub(super) struct Piece {
    pub(super) work: Work,
    pub(super) wanted: u64,
    /// The positions to solve.
    pub(super) keys: Vec<i64>,
}

/// Pieces of an order, if it is long enough for many to share it.
const PIECES: u64 = 64;
/// How many positions or games are in a piece that fills the store.
const FILLED: RangeInclusive<u64> = 8..=256;
/// How long a piece of a book should take. Its positions are neighbours, which share a table, and a table takes some seconds to fill.
const PIECE: Duration = Duration::from_secs(30);
/// How short it may get so that there are enough pieces: handing one out costs some milliseconds.
const SHORTEST_PIECE: Duration = Duration::from_millis(750);
/// How many positions of a book are solved in one piece.
const SOLVED: RangeInclusive<u64> = 16..=32_768;
/// How many are solved first, and in what time, to estimate how long one takes.
const SAMPLE: usize = 32;
const SAMPLE_TIME: Duration = Duration::from_secs(1);

impl Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fill(task) => f.write_str(&task.name()),
            Self::Book(BookPlan { game, plies }) => write!(f, "book {game} {plies}"),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}

impl Plan {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        let book = || {
            let (game, plies) = text.strip_prefix("book ")?.split_once(' ')?;
            Some(Self::Book(BookPlan { game: game.parse().ok()?, plies: plies.parse().ok()? }))
        };
        let plan = Task::from_name(text, 1).map(Self::Fill).or_else(book);
        plan.ok_or_else(|| Error::Damaged(format!("expected a job, found {text:?}")))
    }

    /// Positions, or games.
    pub const fn unit(&self) -> &'static str {
        if matches!(self, Self::Fill(Task::SelfPlay(_))) { "games" } else { "positions" }
    }

    /// Interactive work comes first: analyses, then what fills the store, then books.
    pub(super) const fn priority(&self) -> i16 {
        match self {
            Self::Fill(Task::Study(_)) => 0,
            Self::Fill(_) => 10,
            Self::Book(_) | Self::Unreadable(_) => 20,
        }
    }

    /// Rejects what cannot be done, before anyone waits for it.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Fill(Task::Seed(seed)) => seed.check(),
            Self::Fill(Task::SelfPlay(games)) => games.check(),
            Self::Fill(Task::Study(study)) => study.check(),
            Self::Book(_) => Ok(()),
            Self::Unreadable(text) => {
                Err(Error::NotAllowed(format!("expected a job, found {text:?}: it can only be cancelled")))
            }
        }
    }

    /// All pieces, in the best order of execution. Takes as long as listing the positions of a book.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        match self {
            Self::Fill(Task::Seed(seed)) => seed_pieces(seed),
            Self::Fill(Task::SelfPlay(plan)) => game_pieces(plan),
            Self::Fill(Task::Study(study)) => study_pieces(study),
            Self::Book(plan) => plan.pieces(),
            Self::Unreadable(_) => Vec::new(),
        }
    }
}

impl Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fill(task) => f.write_str(&task.name()),
            Self::Move(mv) => write!(f, "move {}", mv.as_deref().unwrap_or("")),
            Self::Solve => f.write_str("solve"),
        }
    }
}

impl Work {
    pub(super) fn read(text: &str) -> Option<Self> {
        let mv = || text.strip_prefix("move ").map(|mv| Self::Move(Some(mv.to_owned()).filter(|mv| !mv.is_empty())));
        let solve = || (text == "solve").then_some(Self::Solve);
        Task::from_name(text, 1).map(Self::Fill).or_else(mv).or_else(solve)
    }
}

/// Splits `all` into portions of `portion`.
fn parts(all: u64, most: u64) -> impl Iterator<Item = u64> {
    (0..all).step_by(most as usize).map(move |begun| most.min(all - begun))
}

/// The longest positions first, because earlier ones build on them.
fn seed_pieces(seed: &Seed) -> Vec<Piece> {
    let most = (seed.wanted() / PIECES).clamp(*FILLED.start(), *FILLED.end());
    let lengths = seed.moves.clone().rev();
    let piece = |(length, count)| {
        let part = Seed { moves: length..=length, count, ..seed.clone() };
        Piece { wanted: part.wanted(), work: Work::Fill(Task::Seed(part)), keys: Vec::new() }
    };
    lengths.flat_map(|length| parts(seed.count, most).map(move |count| (length, count))).map(piece).collect()
}

fn game_pieces(plan: &SelfPlay) -> Vec<Piece> {
    let most = (plan.games / PIECES).clamp(1, *FILLED.end() / KINDS.len() as u64);
    let piece = |games| {
        let part = SelfPlay { games, ..plan.clone() };
        Piece { wanted: part.wanted(), work: Work::Fill(Task::SelfPlay(part)), keys: Vec::new() }
    };
    parts(plan.games, most).map(piece).collect()
}

fn study_pieces(study: &Study) -> Vec<Piece> {
    let piece = |mv| Piece { work: Work::Move(mv), wanted: 1, keys: Vec::new() };
    let moves: Vec<Piece> = study.moves().into_iter().map(|mv| piece(Some(mv.to_string()))).collect();
    // A position whose moves all end the game follows from the rules, but still has to be saved.
    if moves.is_empty() { vec![piece(None)] } else { moves }
}

impl BookPlan {
    /// The builder that writes the file.
    ///
    /// # Panics
    /// If the game is not Connect Four.
    pub fn builder(&self) -> BookBuilder {
        let Some((width, height)) = self.game.board() else { panic!("a book of {}", self.game) };
        BookBuilder { size: (width, height), plies: self.plies, threads: 1 }
    }

    fn pieces(&self) -> Vec<Piece> {
        let positions = self.builder().positions(AnyPosition::start(self.game));
        let most = length_of_pieces(&positions);
        let piece = |positions: &[AnyPosition]| {
            let keys: Vec<i64> = positions.iter().map(|position| position.key() as i64).collect();
            Piece { work: Work::Solve, wanted: keys.len() as u64, keys }
        };
        positions.chunks(most).map(piece).collect()
    }
}

/// How many positions are in a piece: as many as take the target time, or fewer to get enough pieces.
fn length_of_pieces(positions: &[AnyPosition]) -> usize {
    let mut analyst = Analyst::new(Library::empty());
    let started = Instant::now();
    let mut solved = 0;
    for position in positions.iter().step_by((positions.len() / SAMPLE).max(1)) {
        let time = SAMPLE_TIME.saturating_sub(started.elapsed());
        let limits = Limits { time: Some(time), ..Limits::default() };
        if time.is_zero() || !matches!(exact(&mut analyst, position, &limits), Ok(Some(_))) {
            break;
        }
        solved += 1;
    }
    let each = started.elapsed().as_secs_f64().max(1e-6) / f64::from(solved.max(1));
    let in_time = |time: Duration| (time.as_secs_f64() / each) as u64;
    let enough = (positions.len() as u64 / PIECES).max(in_time(SHORTEST_PIECE));
    in_time(PIECE).min(enough).clamp(*SOLVED.start(), *SOLVED.end()) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(text: &str) -> Plan {
        Plan::read(text).unwrap()
    }

    #[test]
    fn a_plan_and_its_pieces_can_be_read_from_their_names() {
        for text in [
            "seed connect-four 20-24 1000 alpha-beta:depth=6",
            "self-play morris 100 level 5 2",
            "study connect-four 0 7/7/7/7/7/7 X",
            "book connect-four:5x4 6",
        ] {
            let plan = plan(text);
            assert_eq!(plan.to_string(), text);
            for piece in plan.pieces() {
                let name = piece.work.to_string();
                assert_eq!(Work::read(&name).expect(&name).to_string(), name);
            }
        }
        assert!(Plan::read("polish the board").is_err());
    }

    #[test]
    fn pieces_make_up_the_whole() {
        let wanted = |text: &str| plan(text).pieces().iter().map(|piece| piece.wanted).collect::<Vec<u64>>();
        let seed = wanted("seed connect-four 20-21 1000 alpha-beta");
        assert_eq!((seed.iter().sum::<u64>(), seed.iter().max()), (2_000, Some(&31)));
        assert_eq!(wanted("self-play connect-four 2 level 5 0"), [3, 3]);
        // Up to symmetry four of the seven first moves differ.
        assert_eq!(wanted("study connect-four 0 7/7/7/7/7/7 X"), [1; 4]);
        let book = plan("book connect-four:6x5 8").pieces();
        let keys: Vec<i64> = book.iter().flat_map(|piece| piece.keys.clone()).collect();
        assert_eq!(keys.len() as u64, book.iter().map(|piece| piece.wanted).sum::<u64>());
        assert!(book.len() > 4 && book[0].wanted >= 16, "{} pieces", book.len());
    }
}

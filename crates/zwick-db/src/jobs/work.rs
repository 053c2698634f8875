//! What a job does, and how it is cut into parts of seconds to minutes, one for each piece.

use std::fmt::{self, Display};
use std::ops::RangeInclusive;

use super::book::BookWork;
use super::seed::Seed;
use super::self_play::SelfPlay;
use super::study::Study;
use crate::error::Error;

/// What a job does. Its text is stored, and identifies it: equal texts are the same work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Work {
    /// Random positions.
    Seed(Seed),
    /// Games.
    SelfPlay(SelfPlay),
    /// One position, exactly.
    Study(Study),
    /// The values for an opening book; only workers do this.
    Book(BookWork),
    /// A corrupted or foreign entry that is not a job. It can only be cancelled.
    Unreadable(String),
}

/// The part of a job that a piece does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Part {
    /// Smaller work of the same kind.
    Fill(Work),
    /// The position after this move of a study; `None` if the study needs no other.
    Move(Option<String>),
    /// The positions of a book with these keys, which are stored in their own table and not in the text.
    Solve(Vec<i64>),
}

/// Pieces of a job, if it is long enough for many to share it.
pub(super) const PIECES: u64 = 64;
/// How many positions or games are in a piece that fills the store.
pub(super) const FILLED: RangeInclusive<u64> = 8..=256;

impl Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Seed(seed) => seed.fmt(f),
            Self::SelfPlay(games) => games.fmt(f),
            Self::Study(study) => study.fmt(f),
            Self::Book(book) => book.fmt(f),
            Self::Unreadable(text) => f.write_str(text),
        }
    }
}

impl Work {
    /// Reads what is written as text; it resumes on `threads` threads.
    pub(super) fn read(text: &str, threads: usize) -> Result<Self, Error> {
        let read = text.split_once(' ').and_then(|(kind, words)| match kind {
            "seed" => Seed::read(words, threads).map(Self::Seed),
            "self-play" => SelfPlay::read(words, threads).map(Self::SelfPlay),
            "study" => Study::read(words).map(Self::Study),
            "book" => BookWork::read(words).map(Self::Book),
            _ => None,
        });
        read.ok_or_else(|| Error::Damaged(format!("expected a job, found {text:?}")))
    }

    /// Positions, or games.
    pub const fn unit(&self) -> &'static str {
        if matches!(self, Self::SelfPlay(_)) { "games" } else { "positions" }
    }

    /// Interactive work comes first: analyses, then what fills the store, then books.
    pub(super) const fn priority(&self) -> i16 {
        match self {
            Self::Study(_) => 0,
            Self::Seed(_) | Self::SelfPlay(_) => 10,
            Self::Book(_) | Self::Unreadable(_) => 20,
        }
    }

    /// Rejects what cannot be done, before anyone waits for it.
    pub(super) fn check(&self) -> Result<(), Error> {
        match self {
            Self::Seed(seed) => seed.check(),
            Self::SelfPlay(games) => games.check(),
            Self::Study(study) => study.check(),
            Self::Book(_) => Ok(()),
            Self::Unreadable(text) => {
                Err(Error::NotAllowed(format!("expected a job, found {text:?}: it can only be cancelled")))
            }
        }
    }

    /// All parts, in the best order of execution. Takes as long as listing the positions of a book.
    pub(super) fn parts(&self) -> Vec<Part> {
        match self {
            Self::Seed(seed) => seed.parts(),
            Self::SelfPlay(games) => games.parts(),
            Self::Study(study) => study.parts(),
            Self::Book(book) => book.parts(),
            Self::Unreadable(_) => Vec::new(),
        }
    }
}

impl Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fill(work) => work.fmt(f),
            Self::Move(mv) => write!(f, "move {}", mv.as_deref().unwrap_or("")),
            Self::Solve(_) => f.write_str("solve"),
        }
    }
}

impl Part {
    pub(super) fn read(text: &str) -> Result<Self, Error> {
        match (text, text.strip_prefix("move ")) {
            ("solve", _) => Ok(Self::Solve(Vec::new())),
            (_, Some(mv)) => Ok(Self::Move(Some(mv.to_owned()).filter(|mv| !mv.is_empty()))),
            _ => Work::read(text, 1).map(Self::Fill),
        }
    }

    /// How many positions or games are wanted.
    pub(super) fn wanted(&self) -> u64 {
        match self {
            Self::Fill(Work::Seed(seed)) => seed.wanted(),
            Self::Fill(Work::SelfPlay(games)) => games.wanted(),
            Self::Solve(keys) => keys.len() as u64,
            Self::Fill(_) | Self::Move(_) => 1,
        }
    }
}

/// Splits `all` into portions of at most `most`.
pub(super) fn portions(all: u64, most: u64) -> impl Iterator<Item = u64> {
    (0..all).step_by(most as usize).map(move |begun| most.min(all - begun))
}

#[cfg(test)]
mod tests {
    use zwick::AnyPosition;

    use super::*;

    fn work(text: &str) -> Work {
        Work::read(text, 1).unwrap()
    }

    #[test]
    fn work_can_be_read_from_its_text() {
        let player = "alpha-beta:depth=6".parse().unwrap();
        let game = "connect-four:8x7".parse().unwrap();
        let seed = Seed { start: AnyPosition::start(game), moves: 20..=24, count: 100, player, threads: 2, dice: 1 };
        let level = "level 5".parse().unwrap();
        let games = SelfPlay { game, games: 7, player: level, opening: 3, threads: 1, dice: 1 };
        match Work::read(&seed.to_string(), 2).unwrap() {
            Work::Seed(read) => assert_eq!(Seed { dice: 1, ..read }, seed),
            work => panic!("expected a seed, found {work:?}"),
        }
        match Work::read(&games.to_string(), 1).unwrap() {
            Work::SelfPlay(read) => assert_eq!(SelfPlay { dice: 1, ..read }, games),
            work => panic!("expected games, found {work:?}"),
        }
        let study = Study { position: AnyPosition::read(game, "4435").unwrap(), time: None };
        assert_eq!(work(&study.to_string()), Work::Study(study));
        for text in [
            "",
            "seed",
            "seed morris 1-2 3",
            "seed morris 1-2 3 alpha-beta from nowhere",
            "self-play morris 1 level 5",
            "polish the board",
        ] {
            assert!(Work::read(text, 1).is_err(), "{text}");
        }
    }

    #[test]
    fn work_and_its_parts_keep_their_texts() {
        for text in [
            "seed connect-four 20-24 1000 alpha-beta:depth=6",
            "seed morris 0-2 100 level 5 from WW6/BB6/8 W 7 7",
            "self-play morris 100 level 5 2",
            "study connect-four 0 7/7/7/7/7/7 X",
            "book connect-four:5x4 6",
        ] {
            let work = work(text);
            assert_eq!(work.to_string(), text);
            for part in work.parts() {
                let text = part.to_string();
                assert_eq!(Part::read(&text).expect(&text).to_string(), text);
            }
        }
    }

    #[test]
    fn parts_make_up_the_whole() {
        let wanted = |text: &str| work(text).parts().iter().map(Part::wanted).collect::<Vec<u64>>();
        let seed = wanted("seed connect-four 20-21 1000 alpha-beta");
        assert_eq!((seed.iter().sum::<u64>(), seed.iter().max()), (2_000, Some(&31)));
        assert_eq!(wanted("self-play connect-four 2 level 5 0"), [3, 3]);
        // Up to symmetry four of the seven first moves differ.
        assert_eq!(wanted("study connect-four 0 7/7/7/7/7/7 X"), [1; 4]);
        let book = wanted("book connect-four:6x5 8");
        assert!(book.len() > 4 && book[0] >= 16, "{} pieces", book.len());
    }
}

//! The unit of estimates: the same in the command, the page, the terminal, the engine and the API.
//!
//! A search adds up fine steps internally, which are never shown: 1.0 is about one man ahead in morris, and about one open three in Connect
//! Four, where nobody can be a man ahead. Random games have no such unit. Their mean is shown in per cent, and so is the share of them that
//! is won, for the player `v1`, to which only wins count. The player `v4` keeps the tenths of random games that its original counted.

use crate::score::Score;
use crate::worth::Verdict;

/// What the number of an estimate means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Scale {
    /// Points: 1.0 is about one man ahead in morris, one open three (three in a line of four, the fourth cell free) in Connect Four.
    Points {
        /// The steps of a search that make 1.0.
        one: i32,
    },
    /// The mean result of random games: wins minus losses, 1.0 if all are won, shown in per cent.
    Mean,
    /// The share of random games won, whatever became of the others: from 0 to 1.0, shown in per cent.
    Wins,
}

impl Scale {
    /// The largest number shown for an estimate: more would only mean that the end is in sight.
    pub const MOST: f64 = 299.99;

    /// An estimate as a number, to two decimals; `None` for a proven result.
    pub fn number(self, score: Score) -> Option<f64> {
        let one = match self {
            Self::Points { one } => one,
            Self::Mean | Self::Wins => Score::ALL_WON,
        };
        let number = f64::from(score.points()?) / f64::from(one);
        // Adding zero makes a negative zero positive.
        Some((100.0 * number.clamp(-Self::MOST, Self::MOST)).round() / 100.0 + 0.0)
    }

    /// Whether an estimate says no more than which side probably wins: beyond five points. True if that is the side to move.
    pub fn leans(self, score: Score) -> Option<bool> {
        const PROBABLE: f64 = 5.0;
        let number =
            self.number(score).filter(|number| matches!(self, Self::Points { .. }) && number.abs() > PROBABLE)?;
        Some(number > 0.0)
    }

    /// A score in words: `+1.25`, `+37 %` for random games, `37 %` for those won, `win in 2 moves (3 plies)`.
    pub fn words(self, score: Score) -> String {
        match (self.number(score), self) {
            (None, _) => score.proven_words(),
            (Some(0.0), Self::Points { .. }) => "0.00".to_owned(),
            (Some(number), Self::Points { .. }) => format!("{number:+.2}"),
            (Some(0.0), Self::Mean | Self::Wins) => "0 %".to_owned(),
            (Some(number), Self::Mean) => format!("{:+.0} %", 100.0 * number),
            (Some(number), Self::Wins) => format!("{:.0} %", 100.0 * number),
        }
    }

    /// A verdict in words: `draw`, `win in 2 moves (3 plies)`, `estimate +1.25`.
    pub fn tell(self, verdict: Verdict) -> String {
        match verdict {
            Verdict::Exact(value) => value.to_string(),
            Verdict::Result(wdl) => wdl.to_string(),
            Verdict::Estimate(score) => match self.leans(score) {
                Some(true) => "probably wins".to_owned(),
                Some(false) => "probably loses".to_owned(),
                None => format!("estimate {}", self.words(score)),
            },
        }
    }
}

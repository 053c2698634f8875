//! The search log: every step of a search is reported to an observer, and can be written as a log that shows why a move was chosen.
//!
//! The observer is a type parameter of every search. [`Silent`] answers [`is_active`](Observer::is_active) with a constant, so a search
//! without a log is compiled without it.
//!
//! ```text
//! looking 2 plies ahead
//! 4: 1 ply left, window -inf to +inf
//!   3: 0 plies left, window -inf to +inf
//!     leaf +0.20
//!   best 3 with +0.20
//! scores [4: -0.20, 3: at most -0.30]
//! stop: done
//! choice 4
//! ```

use std::fmt::Display;
use std::io::{self, Write};

use super::limits::Stop;
use crate::scale::Scale;
use crate::score::{Bound, Score};
use crate::worth::Rated;

/// One step of a search. Plies count from the root; moves are in the players' notation.
#[derive(Clone, Copy)]
#[allow(missing_docs, reason = "the fields are named after what they hold")]
pub enum Event<'a> {
    /// A new iteration to this depth.
    Deepen { depth: u32 },
    /// The search plays a move.
    Enter { ply: u32, mv: &'a dyn Display, depth: u32, alpha: Score, beta: Score },
    /// A finished game, or a position evaluated at a leaf.
    Leaf { ply: u32, score: Score },
    /// A position answered by the table.
    TableHit { ply: u32, score: Score, bound: Bound },
    /// A position answered by a database.
    StoredHit { ply: u32, score: Score },
    /// A move better than those before.
    Best { ply: u32, mv: &'a dyn Display, score: Score },
    /// A cut-off: a move so good that the opponent will avoid the position.
    CutOff { ply: u32, mv: &'a dyn Display, score: Score, beta: Score },
    /// The scores of all moves at the end of an iteration, best first.
    Scores { scores: &'a [(String, Score, Bound)] },
    /// The search ends.
    Stop { reason: Stop },
    /// The chosen move.
    Choice { mv: &'a dyn Display },
}

/// Receives the steps of a search.
pub trait Observer {
    /// Something happened.
    fn notice(&mut self, event: &Event<'_>);

    /// Whether events have to be reported at all.
    fn is_active(&self) -> bool {
        true
    }
}

/// Ignores all events.
#[derive(Debug, Clone, Copy, Default)]
pub struct Silent;

impl Observer for Silent {
    fn notice(&mut self, _: &Event<'_>) {}

    #[inline(always)]
    fn is_active(&self) -> bool {
        false
    }
}

/// An observer or none, decided at run time: one compiled search serves both.
impl Observer for Option<&mut dyn Observer> {
    fn notice(&mut self, event: &Event<'_>) {
        if let Some(observer) = self {
            observer.notice(event);
        }
    }

    fn is_active(&self) -> bool {
        self.is_some()
    }
}

/// Reports the scores of an iteration.
pub(super) fn tell_scores<M: Copy + Display>(observer: &mut impl Observer, moves: &[Rated<M>]) {
    if observer.is_active() {
        let scores: Vec<_> = moves.iter().map(|rated| (rated.mv.to_string(), rated.score(), rated.bound)).collect();
        observer.notice(&Event::Scores { scores: &scores });
    }
}

/// Reports the end of a search.
pub(super) fn tell_stop(observer: &mut impl Observer, reason: Stop) {
    if observer.is_active() {
        observer.notice(&Event::Stop { reason });
    }
}

/// The format of a log.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For people: one event per line, indented by ply.
    Text,
    /// For programs: one JSON object per line.
    JsonLines,
}

/// Writes every event as a line, up to a limit.
#[derive(Debug)]
pub struct Protocol<W: Write> {
    out: W,
    format: Format,
    lines_left: u64,
    scale: Scale,
    failure: Option<io::Error>,
}

impl<W: Write> Protocol<W> {
    /// A log of at most `lines` lines with scores on this scale; the scores, the reason for the stop and the choice are always written.
    pub fn new(out: W, format: Format, lines: u64, scale: Scale) -> Self {
        Self { out, format, lines_left: lines, scale, failure: None }
    }

    /// The output.
    pub const fn written(&self) -> &W {
        &self.out
    }

    /// Returns the output.
    ///
    /// # Errors
    /// The first error that occurred while writing.
    pub fn finish(self) -> io::Result<W> {
        self.failure.map_or(Ok(self.out), Err)
    }

    fn write(&mut self, event: &Event<'_>) -> io::Result<()> {
        match self.format {
            Format::Text => write_text(&mut self.out, event, self.scale),
            Format::JsonLines => write_json(&mut self.out, event, self.scale),
        }
    }

    fn note_limit(&mut self) -> io::Result<()> {
        match self.format {
            Format::Text => writeln!(self.out, "… the limit of lines is reached"),
            Format::JsonLines => writeln!(self.out, r#"{{"event":"limit"}}"#),
        }
    }
}

impl<W: Write> Observer for Protocol<W> {
    fn notice(&mut self, event: &Event<'_>) {
        let is_summary = matches!(event, Event::Stop { .. } | Event::Choice { .. });
        let result = match self.lines_left {
            _ if self.failure.is_some() => Ok(()),
            _ if is_summary => self.write(event),
            0 => Ok(()),
            _ => {
                self.lines_left -= 1;
                self.write(event).and_then(|()| if self.lines_left == 0 { self.note_limit() } else { Ok(()) })
            }
        };
        self.failure = self.failure.take().or(result.err());
    }
}

const fn words(bound: Bound) -> &'static str {
    match bound {
        Bound::Exact => "",
        Bound::AtMost => "at most ",
        Bound::AtLeast => "at least ",
    }
}

fn plies(number: u32) -> String {
    format!("{number} {}", if number == 1 { "ply" } else { "plies" })
}

fn write_text(out: &mut impl Write, event: &Event<'_>, scale: Scale) -> io::Result<()> {
    let told = |score| scale.words(score);
    let indent = |ply: u32| "  ".repeat(ply as usize);
    match *event {
        Event::Deepen { depth } => writeln!(out, "looking {} ahead", plies(depth)),
        Event::Enter { ply, mv, depth, alpha, beta } => {
            writeln!(out, "{}{mv}: {} left, window {} to {}", indent(ply), plies(depth), told(alpha), told(beta))
        }
        Event::Leaf { ply, score } => writeln!(out, "{}leaf {}", indent(ply), told(score)),
        Event::TableHit { ply, score, bound } => writeln!(out, "{}known: {}{}", indent(ply), words(bound), told(score)),
        Event::StoredHit { ply, score } => writeln!(out, "{}stored: {}", indent(ply), told(score)),
        Event::Best { ply, mv, score } => writeln!(out, "{}best {mv} with {}", indent(ply), told(score)),
        Event::CutOff { ply, mv, score, beta } => {
            writeln!(out, "{}cut off: {mv} gives {}, the limit is {}", indent(ply), told(score), told(beta))
        }
        Event::Scores { scores } => {
            let scores: Vec<String> =
                scores.iter().map(|(mv, score, bound)| format!("{mv}: {}{}", words(*bound), told(*score))).collect();
            writeln!(out, "scores [{}]", scores.join(", "))
        }
        Event::Stop { reason } => writeln!(out, "stop: {}", reason.name()),
        Event::Choice { mv } => writeln!(out, "choice {mv}"),
    }
}

/// Moves, numbers and the words used here need no escapes.
fn write_json(out: &mut impl Write, event: &Event<'_>, scale: Scale) -> io::Result<()> {
    let told = |score| scale.words(score);
    match *event {
        Event::Deepen { depth } => writeln!(out, r#"{{"event":"deepen","depth":{depth}}}"#),
        Event::Enter { ply, mv, depth, alpha, beta } => writeln!(
            out,
            r#"{{"event":"enter","ply":{ply},"move":"{mv}","depth":{depth},"alpha":"{}","beta":"{}"}}"#,
            told(alpha),
            told(beta)
        ),
        Event::Leaf { ply, score } => writeln!(out, r#"{{"event":"leaf","ply":{ply},"score":"{}"}}"#, told(score)),
        Event::TableHit { ply, score, bound } => {
            let score = told(score);
            writeln!(out, r#"{{"event":"table hit","ply":{ply},"score":"{score}","bound":"{}"}}"#, bound.name())
        }
        Event::StoredHit { ply, score } => {
            writeln!(out, r#"{{"event":"stored hit","ply":{ply},"score":"{}"}}"#, told(score))
        }
        Event::Best { ply, mv, score } => {
            writeln!(out, r#"{{"event":"best","ply":{ply},"move":"{mv}","score":"{}"}}"#, told(score))
        }
        Event::CutOff { ply, mv, score, beta } => {
            let (score, beta) = (told(score), told(beta));
            writeln!(out, r#"{{"event":"cut-off","ply":{ply},"move":"{mv}","score":"{score}","beta":"{beta}"}}"#)
        }
        Event::Scores { scores } => {
            let scores: Vec<String> = scores
                .iter()
                .map(|(mv, score, bound)| {
                    format!(r#"{{"move":"{mv}","score":"{}","bound":"{}"}}"#, told(*score), bound.name())
                })
                .collect();
            writeln!(out, r#"{{"event":"scores","scores":[{}]}}"#, scores.join(","))
        }
        Event::Stop { reason } => writeln!(out, r#"{{"event":"stop","reason":"{}"}}"#, reason.name()),
        Event::Choice { mv } => writeln!(out, r#"{{"event":"choice","move":"{mv}"}}"#),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn protocol(format: Format, lines: u64) -> String {
        let mut protocol = Protocol::new(Vec::new(), format, lines, Scale::of(crate::Game::CONNECT_FOUR));
        protocol.notice(&Event::Deepen { depth: 2 });
        protocol.notice(&Event::Enter { ply: 0, mv: &4, depth: 1, alpha: Score::MIN, beta: Score::MAX });
        protocol.notice(&Event::Leaf { ply: 1, score: Score::win_in(1) });
        protocol.notice(&Event::Stop { reason: Stop::Done });
        protocol.notice(&Event::Choice { mv: &4 });
        String::from_utf8(protocol.finish().unwrap()).unwrap()
    }

    #[test]
    fn a_protocol_is_indented_by_ply() {
        assert_eq!(
            protocol(Format::Text, 100),
            "looking 2 plies ahead\n4: 1 ply left, window -inf to +inf\n  leaf win in 1 move (1 ply)\nstop: done\nchoice 4\n"
        );
        assert!(
            protocol(Format::JsonLines, 100).contains(r#"{"event":"leaf","ply":1,"score":"win in 1 move (1 ply)"}"#)
        );
    }

    #[test]
    fn the_limit_of_lines_holds_and_the_choice_is_told_all_the_same() {
        assert_eq!(
            protocol(Format::Text, 1),
            "looking 2 plies ahead\n… the limit of lines is reached\nstop: done\nchoice 4\n"
        );
    }
}

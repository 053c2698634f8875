//! The log of v4, which can be laid beside that of its original line by line: every column entered at every depth, the score of the last
//! depth, and after every column the highest score so far at its depth.

use std::io::{self, Write};

use zwick::Scale;
use zwick::search::{Event, Observer, Score};

use crate::words::Words;

/// A depth of the search: what is left below it, and its highest score so far.
#[derive(Clone, Copy)]
struct Level {
    depth: u32,
    highest: i32,
}

pub(crate) struct ColumnLog<W: Write> {
    out: W,
    words: &'static dyn Words,
    scale: Scale,
    lines_left: u64,
    levels: Vec<Level>,
    /// The ply of the column that has been searched, but whose maximum is not written yet.
    done: Option<u32>,
    failure: Option<io::Error>,
}

impl<W: Write> ColumnLog<W> {
    /// A log of at most `lines` lines.
    pub(crate) fn new(out: W, lines: u64, scale: Scale, words: &'static dyn Words) -> Self {
        Self { out, words, scale, lines_left: lines, levels: Vec::new(), done: None, failure: None }
    }

    /// The first error that occurred while writing.
    pub(crate) fn finish(self) -> io::Result<()> {
        self.failure.map_or(Ok(()), Err)
    }

    fn write(&mut self, ply: u32, line: &str) {
        if self.lines_left == 0 || self.failure.is_some() {
            return;
        }
        self.lines_left -= 1;
        let mut written = writeln!(self.out, "{}{line}", "  ".repeat(ply as usize));
        if self.lines_left == 0 {
            written = written.and_then(|()| writeln!(self.out, "{}", self.words.log_is_full()));
        }
        self.failure = written.err();
    }

    /// Writes the maximum after each column that ended without a new one, up to this ply.
    fn end_columns(&mut self, ply: u32) {
        while let Some(done) = self.done.filter(|&done| done >= ply) {
            self.write_maximum(done);
        }
    }

    fn write_maximum(&mut self, ply: u32) {
        let Level { depth, highest } = self.levels[ply as usize];
        self.write(ply, &self.words.maximum(depth, highest));
        // If this was the last column, the one above it has been searched too.
        self.done = ply.checked_sub(1);
    }

    fn points(&self, score: Score) -> i32 {
        self.scale.number(score).unwrap_or(0.0) as i32
    }
}

impl<W: Write> Observer for ColumnLog<W> {
    fn notice(&mut self, event: &Event<'_>) {
        match *event {
            Event::Enter { ply, mv, depth, .. } => {
                self.end_columns(ply);
                self.done = None;
                self.levels.truncate(ply as usize + 1);
                if self.levels.len() == ply as usize {
                    self.levels.push(Level { depth, highest: i32::MIN });
                }
                self.write(ply, &self.words.in_column(&mv.to_string()));
            }
            // The score of the player who has just moved.
            Event::Leaf { ply, score } => {
                self.write(ply, &self.words.last_score(-self.points(score)));
                self.done = ply.checked_sub(1);
            }
            Event::Best { ply, score, .. } => {
                self.end_columns(ply + 1);
                self.levels[ply as usize].highest = self.points(score);
                self.write_maximum(ply);
            }
            Event::Scores { .. } => self.end_columns(0),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use zwick::search::{Limits, Scored};
    use zwick::{AnyPlayer, AnyPosition, Game, Spec};

    use super::*;
    use crate::words::Language;

    fn log(position: &str, player: &str, lines: u64, language: Language) -> String {
        let position = AnyPosition::read(Game::CONNECT_FOUR, position).unwrap();
        let spec: Spec = player.parse().unwrap();
        let mut out = Vec::new();
        let mut log = ColumnLog::new(&mut out, lines, Scale::of_player(Game::CONNECT_FOUR, &spec), language.words());
        let mut player = AnyPlayer::new(Game::CONNECT_FOUR, spec, 1);
        player.think(&position, Scored::One, &Limits::default(), Some(&mut log)).unwrap();
        log.finish().unwrap();
        String::from_utf8(out).unwrap()
    }

    /// Two cells are left, both in column 7: the columns are entered one below the other.
    #[test]
    fn every_column_is_entered_scored_and_followed_by_the_maximum_of_its_depth() {
        let nearly_full = &"121212212121343434434343565656656565777777"[..40];
        assert_eq!(
            format!("\n{}", log(nearly_full, "v4:depth=3", 100, Language::De)),
            "
In der Spalte 7
  In der Spalte 7
    Bewertung: 10
  Maximum in Tiefe 1: -10
Maximum in Tiefe 2: -10
"
        );
    }

    #[test]
    fn the_example_of_the_original_enters_all_columns_in_order_and_once() {
        let text = log("45544554454533212232322316", "v4", 10_000, Language::De);
        let entered = |indent: &str| -> Vec<char> {
            let lines = text.lines().filter_map(|line| line.strip_prefix(indent)?.strip_prefix("In der Spalte "));
            lines.filter_map(|line| line.chars().next()).collect()
        };
        assert_eq!(entered(""), ['1', '3', '6', '7'], "{text}");
        assert!(entered("  ").starts_with(&['1', '3', '6', '7', '1', '6', '7']), "{text}");
        // After every column the maximum of its depth; a score where nothing is entered below.
        for (indent, depth) in [("", 2), ("  ", 1), ("    ", 0)] {
            let maximum = format!("\n{indent}Maximum in Tiefe {depth}: ");
            assert_eq!(text.matches(&maximum).count(), entered(indent).len(), "{text}");
        }
        let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
        let scored = lines.windows(2).filter(|pair| pair[1].starts_with("Bewertung: "));
        assert!(scored.clone().all(|pair| pair[0].starts_with("In der Spalte ")), "{text}");
        assert!(scored.count() >= entered("    ").len(), "{text}");
    }

    #[test]
    fn the_limit_of_lines_holds() {
        let text = log("45544554454533212232322316", "v4", 2, Language::En);
        assert_eq!(text, "In column 1\n  In column 1\n… the limit of lines is reached\n");
    }
}

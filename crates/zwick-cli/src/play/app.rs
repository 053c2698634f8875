//! The state of the game on the screen, without drawing: what is shown, what keys and clicks do, and what to compute next.

use std::collections::HashMap;
use std::time::Duration;

use zwick::{AnyMove, AnyPosition, Diagram, Scale, Shape, Verdict};

use super::places::{self, Place, Touch};
use super::prompt::Prompt;
use super::seat::Seat;
use super::table::Table;
use super::thinking::{Question, Turn, Valued};
use super::values;

/// What fills the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Board,
    Moves,
    Values,
    Help,
}

pub(crate) struct App {
    pub(crate) table: Table,
    pub(crate) page: Page,
    pub(crate) prompt: Option<Prompt>,
    /// The last message, until the next key.
    pub(crate) message: Option<String>,
    pub(crate) cursor: Place,
    /// The places of the move that has begun.
    pub(crate) touched: Vec<Place>,
    /// The file letter of a point that is being typed.
    pub(crate) typed: Option<char>,
    pub(crate) hints: bool,
    pub(crate) is_flipped: bool,
    /// The first line shown of a page that is longer than the screen.
    pub(crate) scroll: usize,
    /// The computer is paused although it is its turn.
    pub(crate) is_paused: bool,
    /// Play the best move as soon as it is known.
    pub(crate) wants_best: bool,
    pub(crate) wants_to_quit: bool,
    /// How long the computer has been thinking about its move, and about the values.
    pub(crate) thinking: [Option<Duration>; 2],
    known: HashMap<AnyPosition, Valued>,
}

impl App {
    pub(crate) fn new(table: Table, hints: bool) -> Self {
        let mut app = Self {
            table,
            page: Page::Board,
            prompt: None,
            message: None,
            cursor: Place::MAX,
            touched: Vec::new(),
            typed: None,
            hints,
            is_flipped: false,
            scroll: 0,
            is_paused: false,
            wants_best: false,
            wants_to_quit: false,
            thinking: [None; 2],
            known: HashMap::new(),
        };
        app.game_changed();
        app
    }

    /// The move the computer has to make now.
    pub(crate) fn wanted_move(&self) -> Option<Turn> {
        let spec = self.table.to_move()?.spec().filter(|_| !self.is_paused)?;
        Some(Turn { position: *self.table.position(), spec })
    }

    /// The position to evaluate next: the one shown, then those before it for the chart.
    pub(crate) fn wanted_values(&self) -> Option<Question> {
        let is_shown = self.hints || self.wants_best || self.page == Page::Values;
        let now = self.table.position();
        let ask = |position: &AnyPosition, thoroughly| Question { position: *position, thoroughly };
        let needs_more = self.known.get(now).is_none_or(|known| !known.is_last_word);
        if is_shown && needs_more {
            return Some(ask(now, true));
        }
        // While the computer thinks about its move, everything else waits.
        let is_idle = self.wanted_move().is_none();
        let earlier = self.table.record().positions().iter().rev().find(|position| !self.known.contains_key(position));
        earlier.filter(|_| is_shown && is_idle).map(|position| ask(position, false))
    }

    /// The known value of a position.
    pub(crate) fn valued(&self, position: &AnyPosition) -> Option<&Valued> {
        self.known.get(position)
    }

    /// The value of touching a place next, if hints are on: the best of all moves that continue there.
    pub(crate) fn hint(&self, place: Place) -> Option<Verdict> {
        let valued = self.known.get(self.table.position()).filter(|_| self.hints)?;
        let begun = [&self.touched[..], &[place]].concat();
        let best = valued
            .analysis
            .moves()
            .iter()
            .find(|rated| places::places(self.table.position(), rated.mv).starts_with(&begun));
        best.map(|rated| rated.answer.verdict)
    }

    /// The computer has chosen a move. If it has none, or cannot play perfectly as requested, it pauses with the reason.
    pub(crate) fn moved(&mut self, turn: &Turn, choice: Result<Option<AnyMove>, String>) {
        if self.wanted_move().as_ref() != Some(turn) {
            return;
        }
        let nothing = || Err(format!("{} found no move: press Enter to retry, or move for it", turn.spec));
        match choice.and_then(|choice| choice.map_or_else(nothing, Ok)) {
            Ok(mv) => self.play(mv),
            Err(reason) => {
                self.is_paused = true;
                self.message = Some(reason);
            }
        }
    }

    /// The scale of this game's estimates.
    pub(crate) fn scale(&self) -> Scale {
        Scale::of(self.table.game())
    }

    /// A position has been evaluated.
    pub(crate) fn learned(&mut self, position: AnyPosition, answer: Result<Valued, String>) {
        match answer {
            Ok(valued) => {
                self.known.insert(position, valued);
            }
            Err(reason) => {
                self.hints = false;
                self.wants_best = false;
                self.message = Some(format!("no values: {reason}"));
            }
        }
        self.play_best_if_known();
    }

    pub(crate) fn play_best_if_known(&mut self) {
        let known = self.known.get(self.table.position()).filter(|known| self.wants_best && known.is_last_word);
        if let Some(best) = known.and_then(|known| known.analysis.moves().first()) {
            let (mv, verdict) = (best.mv, best.answer.verdict);
            self.wants_best = false;
            self.play(mv);
            let result = self.table.to_move().map_or_else(|| format!(". {}", self.table.standing()), |_| String::new());
            self.message = Some(format!("best was {mv}: {}{result}", values::words(self.scale(), verdict)));
        }
    }

    pub(crate) fn play(&mut self, mv: AnyMove) {
        let touched = places::places(self.table.position(), mv);
        match self.table.play(mv) {
            Ok(()) => {
                self.message = None;
                self.game_changed();
                self.cursor = *touched.last().expect("a move touches something");
            }
            Err(reason) => self.message = Some(reason),
        }
    }

    /// Cancels a move that has begun.
    pub(crate) fn game_changed(&mut self) {
        self.touched.clear();
        self.typed = None;
        self.wants_best = false;
        let positions = self.table.record().positions();
        self.known.retain(|position, _| positions.contains(position));
        // On another board, start at its middle column or first point.
        if self.cursor >= self.places() {
            self.cursor = match self.table.position().shape() {
                Shape::Grid { width, .. } => (width - 1) / 2,
                Shape::Points { .. } => 0,
            };
        }
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        places::count(self.table.position())
    }

    /// Whether a person may move now.
    fn refuses_hands(&self) -> Option<String> {
        match self.table.to_move() {
            Some(Seat::Computer(spec)) if !self.is_paused => Some(format!("{spec} is thinking: Esc stops it")),
            _ => None,
        }
    }

    /// Handles a place touched by key or mouse.
    pub(crate) fn touch(&mut self, place: Place) {
        self.typed = None;
        if let Some(reason) = self.refuses_hands() {
            self.message = Some(reason);
            return;
        }
        if place < self.places() {
            self.cursor = place;
        }
        match places::touch(self.table.position(), &self.touched, place) {
            Touch::Play(mv) => self.play(mv),
            Touch::Begun(touched) => self.touched = touched,
            Touch::Refused(reason) => self.message = Some(reason),
        }
    }

    /// What to do next, in words; the last message takes precedence.
    pub(crate) fn status(&self) -> String {
        if let Some(message) = &self.message {
            return message.clone();
        }
        let standing = self.table.standing();
        let seconds = |time: Option<Duration>| time.unwrap_or_default().as_secs_f64();
        match self.table.to_move() {
            None => format!("{standing}. N new game, U undo"),
            _ if self.wants_best => format!("finding the best move, {:.1} s. Esc stops", seconds(self.thinking[1])),
            Some(Seat::Computer(_)) if self.is_paused => {
                format!("{standing}: paused. Enter resumes, or move for it")
            }
            Some(Seat::Computer(spec)) => {
                format!("{standing}: {spec} is thinking, {:.1} s. Esc stops", seconds(self.thinking[0]))
            }
            Some(Seat::Person) => self.invitation(&standing),
        }
    }

    fn invitation(&self, standing: &str) -> String {
        let begun: Vec<String> = self.touched.iter().map(|&place| places::name(self.table.position(), place)).collect();
        let next = places::next_places(self.table.position(), &self.touched);
        let takes = next.iter().all(|&place| self.table.position().cells().get(place).is_some_and(Option::is_some));
        match (self.typed, &begun[..]) {
            (Some(file), _) => format!("{standing}: {file}, then a number from 1 to 7"),
            (None, []) => standing.to_owned(),
            (None, begun) if takes => format!("{standing}: {} closes a mill: which man do you take?", begun.join("-")),
            (None, begun) => format!("{standing}: {} to where? Esc cancels", begun.join("-")),
        }
    }
}

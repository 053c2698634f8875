//! The state of the game on the screen, without drawing: what is shown, what keys and clicks do, and what to compute next.

use std::collections::HashMap;
use std::time::Duration;

use zwick::{AnyMove, AnyPosition, Diagram, Position, Scale, Shape, Side, Spec, Verdict};

use super::game::CurrentGame;
use super::places::{self, Place, Touch};
use super::prompt::Prompt;
use super::seat::Seat;
use super::thinking::{Question, Reply, Turn, Valued};
use crate::values;
use crate::words::{Refusal, Words};

/// What fills the screen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Page {
    Board,
    Moves,
    Values,
    Help,
}

pub(crate) struct App {
    pub(crate) game: CurrentGame,
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
    /// The computer's last move, by which side, until the next move.
    replied: Option<(Side, Reply)>,
    known: HashMap<AnyPosition, Valued>,
}

impl App {
    pub(crate) fn new(game: CurrentGame, hints: bool) -> Self {
        let mut app = Self {
            game,
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
            replied: None,
            known: HashMap::new(),
        };
        app.game_changed();
        app
    }

    pub(crate) fn words(&self) -> &'static dyn Words {
        self.game.words
    }

    /// The move the computer has to make now.
    pub(crate) fn wanted_move(&self) -> Option<Turn> {
        let spec = self.game.to_move()?.spec().filter(|_| !self.is_paused)?;
        Some(Turn { position: *self.game.position(), spec })
    }

    /// The position to evaluate next: the one shown, then those before it for the chart.
    pub(crate) fn wanted_values(&self) -> Option<Question> {
        let is_shown = self.hints || self.wants_best || self.page == Page::Values;
        let now = self.game.position();
        let ask = |position: &AnyPosition, thoroughly| Question { position: *position, thoroughly };
        let needs_more = self.known.get(now).is_none_or(|known| !known.is_last_word);
        if is_shown && needs_more {
            return Some(ask(now, true));
        }
        // While the computer thinks about its move, everything else waits.
        let is_idle = self.wanted_move().is_none();
        let earlier = self.game.record().positions().iter().rev().find(|position| !self.known.contains_key(position));
        earlier.filter(|_| is_shown && is_idle).map(|position| ask(position, false))
    }

    /// The known value of a position.
    pub(crate) fn valued(&self, position: &AnyPosition) -> Option<&Valued> {
        self.known.get(position)
    }

    /// The value of touching a place next, if hints are on: the best of all moves that continue there.
    pub(crate) fn hint(&self, place: Place) -> Option<Verdict> {
        let valued = self.known.get(self.game.position()).filter(|_| self.hints)?;
        let begun = [&self.touched[..], &[place]].concat();
        let best = valued
            .analysis
            .moves()
            .iter()
            .find(|rated| places::places(self.game.position(), rated.mv).starts_with(&begun));
        best.map(|rated| rated.answer.verdict)
    }

    /// The computer has chosen a move. If it has none, or cannot play perfectly as requested, it pauses with the reason.
    pub(crate) fn moved(&mut self, turn: &Turn, choice: Result<Option<Reply>, String>) {
        if self.wanted_move().as_ref() != Some(turn) {
            return;
        }
        let nothing = || Err(self.words().found_no_move(&self.player_name(turn.spec)));
        match choice.and_then(|choice| choice.map_or_else(nothing, Ok)) {
            Ok(reply) => {
                self.play(reply.mv);
                self.replied = Some((turn.position.turn(), reply));
            }
            Err(reason) => {
                self.is_paused = true;
                self.message = Some(reason);
            }
        }
    }

    /// The scale of this game's estimates.
    pub(crate) fn scale(&self) -> Scale {
        Scale::of(self.game.kind())
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
                self.message = Some(self.words().no_values(&reason));
            }
        }
        self.play_best_if_known();
    }

    pub(crate) fn play_best_if_known(&mut self) {
        let known = self.known.get(self.game.position()).filter(|known| self.wants_best && known.is_last_word);
        if let Some(best) = known.and_then(|known| known.analysis.moves().first()) {
            let (mv, verdict) = (best.mv, best.answer.verdict);
            self.wants_best = false;
            self.play(mv);
            let result = self.game.to_move().map_or_else(|| format!(". {}", self.game.standing()), |_| String::new());
            let worth = values::words(self.words(), self.scale(), verdict);
            self.message = Some(self.words().best_was(&mv.to_string(), &worth) + &result);
        }
    }

    pub(crate) fn play(&mut self, mv: AnyMove) {
        let touched = places::places(self.game.position(), mv);
        match self.game.play(mv) {
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
        self.replied = None;
        let positions = self.game.record().positions();
        self.known.retain(|position, _| positions.contains(position));
        // On another board, start at its middle column or first point.
        if self.cursor >= self.places() {
            self.cursor = match self.game.position().shape() {
                Shape::Grid { width, .. } => (width - 1) / 2,
                Shape::Points { .. } => 0,
            };
        }
    }

    /// How many places there are.
    pub(crate) fn places(&self) -> usize {
        places::count(self.game.position())
    }

    pub(crate) fn player_name(&self, spec: Spec) -> String {
        self.words().player(&spec.to_string())
    }

    /// Whether a person may move now.
    fn refuses_hands(&self) -> Option<String> {
        match self.game.to_move() {
            Some(Seat::Computer(spec)) if !self.is_paused => Some(self.words().is_thinking(&self.player_name(spec))),
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
        match places::touch(self.game.position(), &self.touched, place) {
            Touch::Play(mv) => self.play(mv),
            Touch::Begun(touched) => self.touched = touched,
            Touch::Refused(refusal) => self.message = Some(self.refused(refusal.as_ref())),
        }
    }

    /// Why a place cannot be touched now, and which can.
    fn refused(&self, refusal: Option<&Refusal>) -> String {
        let (words, position) = (self.words(), self.game.position());
        let Some(refusal) = refusal else { return words.game_over_keys().to_owned() };
        let next = places::next_places(position, &self.touched).into_iter().map(|place| places::name(position, place));
        words.expected(&words.refusal(refusal), &next.collect::<Vec<_>>().join(" "))
    }

    /// What to do next, in words; the last message takes precedence. After the computer's last move it is shorter if it would not fit.
    pub(crate) fn status_within(&self, width: usize) -> String {
        if let Some(message) = &self.message {
            return message.clone();
        }
        let now = self.due();
        let Some((side, reply)) = &self.replied else { return now };
        let replied = reply.words(self.words(), self.game.side_name(*side));
        let whole = format!("{replied}. {now}");
        let is_only_invited =
            self.game.to_move() == Some(Seat::Person) && self.touched.is_empty() && self.typed.is_none();
        match whole.chars().count() <= width {
            true => whole,
            false if is_only_invited => format!("{replied}. {}", self.game.standing()),
            false => now,
        }
    }

    fn due(&self) -> String {
        let (words, standing) = (self.words(), self.game.standing());
        let seconds = |time: Option<Duration>| words.seconds(time.unwrap_or_default());
        match self.game.to_move() {
            None => words.over_then(&standing),
            _ if self.wants_best => words.finding_best(&seconds(self.thinking[1])),
            Some(Seat::Computer(_)) if self.is_paused => words.paused(&standing),
            Some(Seat::Computer(spec)) => {
                words.thinking(&standing, &self.player_name(spec), &seconds(self.thinking[0]))
            }
            Some(Seat::Person) => self.invitation(&standing),
        }
    }

    fn invitation(&self, standing: &str) -> String {
        let (words, position) = (self.words(), self.game.position());
        let begun: Vec<String> = self.touched.iter().map(|&place| places::name(position, place)).collect();
        let next = places::next_places(position, &self.touched);
        let takes = next.iter().all(|&place| position.cells().get(place).is_some_and(Option::is_some));
        match (self.typed, &begun[..]) {
            (Some(file), _) => words.file_then_rank(standing, file),
            (None, []) => format!("{standing}. {}", places::request(position, words)),
            (None, begun) if takes => words.closes_mill(standing, &begun.join("-")),
            (None, begun) => words.where_to(standing, &begun.join("-")),
        }
    }
}

//! What keys and clicks do. The keys are those of the page, except where they name a place.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zwick::{Diagram, Position, Shape, Side, Spot};

use super::app::{App, Page};
use super::prompt::Purpose;
use super::seat::Seat;
use crate::words::Refusal;

impl App {
    pub(crate) fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.wants_to_quit = true;
        } else if self.prompt.is_some() {
            self.type_key(key);
        } else if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) {
            self.message = None;
            match key.code {
                KeyCode::Char(letter) if self.page == Page::Board && self.names_a_place(letter) => self.name(letter),
                KeyCode::Char(letter) => self.command(letter),
                code => self.steer(code),
            }
        }
    }

    /// Whether a letter or digit is a column, or a part of a point.
    fn names_a_place(&self, letter: char) -> bool {
        match (self.game.position().shape(), letter) {
            (_, '1'..='9') => true,
            (Shape::Grid { width, .. }, 'a'..='z') => {
                letter.to_digit(36).is_some_and(|number| number as usize <= width)
            }
            (Shape::Points { .. }, 'a'..='g') => true,
            // As moves are written: a4-a7xb6.
            (Shape::Points { .. }, '-' | 'x') => !self.touched.is_empty(),
            _ => false,
        }
    }

    fn name(&mut self, letter: char) {
        let number = letter.to_digit(36).unwrap_or(0) as usize;
        match (self.game.position().shape(), self.typed.take(), letter) {
            (Shape::Grid { .. }, _, _) => self.touch(number - 1),
            (_, _, '-' | 'x') => {}
            (_, _, 'a'..='g') => self.typed = Some(letter),
            (_, None, _) => self.message = Some(self.words().letter_first().to_owned()),
            (Shape::Points { points, .. }, Some(file), _) => {
                let name = format!("{file}{letter}");
                match points.iter().position(|point| point.name == name) {
                    Some(point) => self.touch(point),
                    None => self.message = Some(self.words().refusal(&Refusal::NoPoint(name))),
                }
            }
        }
    }

    fn command(&mut self, letter: char) {
        self.typed = None;
        match letter.to_ascii_lowercase() {
            ' ' => self.best_move(),
            'h' => self.hints = !self.hints,
            'u' => self.walk(true),
            'r' => self.walk(false),
            'p' => self.ask(Purpose::Player(Side::First)),
            'n' => self.ask(Purpose::NewGame),
            's' => self.ask(Purpose::Save),
            'l' => self.ask(Purpose::Load),
            'm' => self.turn_to(Page::Moves),
            'v' => self.turn_to(Page::Values),
            'f' => self.is_flipped = !self.is_flipped,
            '?' => self.turn_to(Page::Help),
            'q' if self.game.is_saved() || self.game.record().moves().is_empty() => self.wants_to_quit = true,
            'q' => self.ask(Purpose::Quit),
            _ => self.message = Some(self.words().unknown_key(letter)),
        }
    }

    /// Opens a page, or closes it if it is open.
    fn turn_to(&mut self, page: Page) {
        self.page = if self.page == page { Page::Board } else { page };
        self.scroll = 0;
    }

    /// How many lines the open page has.
    fn page_lines(&self) -> usize {
        match self.page {
            Page::Board => 0,
            Page::Help => self.words().key_help().len(),
            Page::Moves => self.game.record().moves().len().div_ceil(2),
            Page::Values => self.game.position().count_moves() as usize,
        }
    }

    fn walk(&mut self, back: bool) {
        match if back { self.game.undo() } else { self.game.redo() } {
            Ok(message) => {
                // Otherwise the computer would move again immediately.
                self.is_paused = self.game.to_move().is_some_and(|seat| seat != Seat::Person);
                self.game_changed();
                self.message = Some(message.to_owned());
            }
            Err(reason) => self.message = Some(reason.to_owned()),
        }
    }

    fn best_move(&mut self) {
        match self.game.to_move() {
            None => self.message = Some(self.words().game_over_keys().to_owned()),
            Some(Seat::Computer(spec)) if !self.is_paused => {
                self.message = Some(self.words().is_thinking(&self.player_name(spec)));
            }
            Some(_) => {
                self.wants_best = true;
                self.play_best_if_known();
            }
        }
    }

    fn steer(&mut self, code: KeyCode) {
        match code {
            KeyCode::Esc => self.escape(),
            KeyCode::Up | KeyCode::Down | KeyCode::PageUp | KeyCode::PageDown if self.page != Page::Board => {
                let lines = if matches!(code, KeyCode::Up | KeyCode::Down) { 1 } else { 10 };
                let is_up = matches!(code, KeyCode::Up | KeyCode::PageUp);
                let last = self.page_lines().saturating_sub(1);
                self.scroll = if is_up { self.scroll.saturating_sub(lines) } else { self.scroll + lines }.min(last);
            }
            KeyCode::Enter if self.page != Page::Board => self.page = Page::Board,
            KeyCode::Enter if self.is_paused && self.touched.is_empty() && self.game.to_move().is_some() => {
                self.is_paused = false;
            }
            KeyCode::Enter => self.touch(self.cursor),
            KeyCode::Home => self.cursor = self.seen_as(0),
            KeyCode::End => self.cursor = self.seen_as(self.places() - 1),
            KeyCode::Left => self.go(-1, 0),
            KeyCode::Right => self.go(1, 0),
            KeyCode::Up => self.go(0, 1),
            KeyCode::Down => self.go(0, -1),
            _ => {}
        }
    }

    /// Closes, cancels or stops, whichever is innermost.
    fn escape(&mut self) {
        if self.page != Page::Board {
            self.page = Page::Board;
        } else if self.wants_best {
            self.wants_best = false;
        } else if self.typed.is_some() || !self.touched.is_empty() {
            self.typed = None;
            self.touched.clear();
        } else if self.wanted_move().is_some() {
            self.is_paused = true;
        }
    }

    /// The column at this position from the left as displayed; morris has none.
    fn seen_as(&self, place: usize) -> usize {
        match self.game.position().shape() {
            Shape::Grid { width, .. } if self.is_flipped => width - 1 - place,
            Shape::Grid { .. } => place,
            Shape::Points { .. } => self.cursor,
        }
    }

    /// Moves the cursor one step as displayed: a column, or to the nearest point in that direction.
    fn go(&mut self, right: i32, up: i32) {
        let turn = if self.is_flipped { -1 } else { 1 };
        match self.game.position().shape() {
            // Down drops the man, as on a real board.
            Shape::Grid { .. } if up < 0 => self.touch(self.cursor),
            Shape::Grid { width, .. } => {
                let column = self.cursor as i32 + right * turn;
                self.cursor = column.clamp(0, width as i32 - 1) as usize;
            }
            Shape::Points { points, .. } => self.cursor = nearest(&points, self.cursor, right * turn, -up * turn),
        }
    }
}

/// The nearest point in a direction, straight ahead or least aside; the same point at the edge.
fn nearest(points: &[Spot], from: usize, right: i32, down: i32) -> usize {
    let ahead_and_aside = |point: usize| {
        let (dx, dy) = (points[point].x as i32 - points[from].x as i32, points[point].y as i32 - points[from].y as i32);
        (dx * right + dy * down, (dx * down).abs() + (dy * right).abs())
    };
    let ahead = (0..points.len()).filter(|&point| ahead_and_aside(point).0 > 0);
    ahead
        .min_by_key(|&point| {
            let (ahead, aside) = ahead_and_aside(point);
            ahead + 3 * aside
        })
        .unwrap_or(from)
}

//! What keys and clicks do. The keys are those of the page, where they are not needed to name a place.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zwick::morris::Point;
use zwick::{Game, Position, Side};

use super::app::{App, Page};
use super::prompt::Purpose;
use super::seat::Seat;

/// Keys and what they do, for the page that tells.
pub(crate) const HELP: [(&str, &str); 18] = [
    ("1 to 9, a …", "drop into this column"),
    ("a1 to g7", "touch: from, to, man taken"),
    ("← → ↑ ↓", "cursor; ↓ drops a man"),
    ("Home End", "first and last column"),
    ("Enter", "touch here; go on if stopped"),
    ("mouse", "click a column or a point"),
    ("Esc", "let go, stop, or close"),
    ("Space", "play the best move"),
    ("H", "values of moves on or off"),
    ("U R", "take back, play again"),
    ("P", "players: person, 1-10, …"),
    ("N", "new game: morris:lasker, …"),
    ("S L", "save and load the game"),
    ("M", "list of moves"),
    ("V", "table and graph of values"),
    ("F", "flip (capital in morris)"),
    ("?", "this help"),
    ("Q", "quit"),
];

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
        match (self.table.game(), letter) {
            (_, '1'..='9') => true,
            (Game::ConnectFour { width, .. }, 'a'..='z') => {
                letter.to_digit(36).is_some_and(|number| number as usize <= width)
            }
            (Game::Morris(_), 'a'..='g') => true,
            // As moves are written: a4-a7xb6.
            (Game::Morris(_), '-' | 'x') => !self.touched.is_empty(),
            _ => false,
        }
    }

    fn name(&mut self, letter: char) {
        let number = letter.to_digit(36).unwrap_or(0) as usize;
        match (self.table.game(), self.typed.take(), letter) {
            (Game::ConnectFour { .. }, _, _) => self.touch(number - 1),
            (_, _, '-' | 'x') => {}
            (_, _, 'a'..='g') => self.typed = Some(letter),
            (_, None, _) => self.message = Some("expected a letter from a to g first, as in d6".to_owned()),
            (_, Some(file), _) => match format!("{file}{letter}").parse::<Point>() {
                Ok(point) => self.touch(point.index()),
                Err(_) => self.message = Some(format!("there is no point {file}{letter}")),
            },
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
            'q' if self.table.is_saved() || self.table.record().moves().is_empty() => self.wants_to_quit = true,
            'q' => self.ask(Purpose::Quit),
            _ => self.message = Some(format!("{letter} does nothing here: ? lists the keys")),
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
            Page::Help => HELP.len(),
            Page::Moves => self.table.record().moves().len().div_ceil(2),
            Page::Values => self.table.position().count_moves() as usize,
        }
    }

    fn walk(&mut self, back: bool) {
        match if back { self.table.undo() } else { self.table.redo() } {
            Ok(message) => {
                // A computer would at once play on.
                self.is_paused = self.table.to_move().is_some_and(|seat| seat != Seat::Person);
                self.game_changed();
                self.message = Some(message);
            }
            Err(reason) => self.message = Some(reason),
        }
    }

    fn best_move(&mut self) {
        match self.table.to_move() {
            None => self.message = Some("the game is over: N begins anew, U takes back".to_owned()),
            Some(Seat::Computer(spec)) if !self.is_paused => {
                self.message = Some(format!("{spec} is thinking: Esc stops it"));
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
            KeyCode::Enter if self.is_paused && self.touched.is_empty() && self.table.to_move().is_some() => {
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

    /// Closes, lets go or stops, whatever is nearest.
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

    /// The column seen at this place from the left; points have no ends.
    fn seen_as(&self, place: usize) -> usize {
        match self.table.game() {
            Game::ConnectFour { width, .. } if self.is_flipped => width - 1 - place,
            Game::ConnectFour { .. } => place,
            Game::Morris(_) => self.cursor,
        }
    }

    /// Moves the cursor a step as it is seen; in morris to the nearest point in that direction.
    fn go(&mut self, right: i32, up: i32) {
        let turn = if self.is_flipped { -1 } else { 1 };
        match self.table.game() {
            // Down drops the man, as on a real board.
            Game::ConnectFour { .. } if up < 0 => self.touch(self.cursor),
            Game::ConnectFour { width, .. } => {
                let column = self.cursor as i32 + right * turn;
                self.cursor = column.clamp(0, width as i32 - 1) as usize;
            }
            Game::Morris(_) => self.cursor = nearest(Point::new(self.cursor), right * turn, up * turn).index(),
        }
    }
}

/// The nearest point in a direction: straight ahead, or the least aside; the same point if there is none.
fn nearest(from: Point, right: i32, up: i32) -> Point {
    let (file, rank) = from.file_and_rank();
    let ahead_and_aside = |point: &Point| {
        let (other_file, other_rank) = point.file_and_rank();
        let (dx, dy) = (other_file as i32 - file as i32, other_rank as i32 - rank as i32);
        (dx * right + dy * up, (dx * up).abs() + (dy * right).abs())
    };
    let ahead = Point::all().filter(|point| ahead_and_aside(point).0 > 0);
    ahead
        .min_by_key(|point| {
            let (ahead, aside) = ahead_and_aside(point);
            ahead + 3 * aside
        })
        .unwrap_or(from)
}

//! The input line on the screen: players, another game, a file name.

use std::path::Path;

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use zwick::{Game, Side};

use super::app::App;
use super::places::Place;
use crate::spelling;

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Purpose {
    Player(Side),
    NewGame,
    Save,
    /// The file exists: the same name again replaces it.
    Replace(String),
    Load,
    Quit,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prompt {
    pub(crate) purpose: Purpose,
    pub(crate) text: String,
}

impl Prompt {
    pub(crate) fn new(purpose: Purpose, text: impl Into<String>) -> Self {
        Self { purpose, text: text.into() }
    }

    /// The question.
    pub(crate) fn question(&self, app: &App) -> String {
        let words = app.words();
        match &self.purpose {
            Purpose::Player(side) => return words.ask_player(app.game.side_name(*side)),
            Purpose::NewGame => words.ask_game(),
            Purpose::Save => words.ask_save(),
            Purpose::Replace(_) => words.ask_replace(),
            Purpose::Load => words.ask_load(),
            Purpose::Quit => words.ask_quit(),
        }
        .to_owned()
    }
}

impl App {
    /// Handles a key in the input line.
    pub(crate) fn type_key(&mut self, key: KeyEvent) {
        let Some(mut prompt) = self.prompt.take() else { return };
        self.message = None;
        match key.code {
            KeyCode::Esc => return,
            KeyCode::Char('q' | 'Q') if prompt.purpose == Purpose::Quit => {
                self.wants_to_quit = true;
                return;
            }
            KeyCode::Char('s' | 'S') if prompt.purpose == Purpose::Quit => {
                return self.ask(Purpose::Save);
            }
            KeyCode::Enter => return self.answer(&prompt),
            KeyCode::Backspace => drop(prompt.text.pop()),
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => prompt.text.clear(),
            KeyCode::Char(c) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                prompt.text.push(c);
            }
            _ => {}
        }
        self.prompt = Some(prompt);
    }

    /// Asks a question, with the current answer as the default text.
    pub(crate) fn ask(&mut self, purpose: Purpose) {
        let text = match &purpose {
            Purpose::Player(side) => self.game.seat(*side).to_string(),
            Purpose::NewGame => self.game.kind().to_string(),
            Purpose::Save => format!("{}.txt", self.game.kind()).replace(':', "-"),
            Purpose::Replace(name) => name.clone(),
            Purpose::Load | Purpose::Quit => String::new(),
        };
        self.prompt = Some(Prompt::new(purpose, text));
    }

    fn answer(&mut self, prompt: &Prompt) {
        let text = prompt.text.trim();
        let done = match &prompt.purpose {
            Purpose::Player(side) => self.seat_player(*side, text),
            Purpose::NewGame => self.begin(text),
            Purpose::Save if Path::new(text).exists() => {
                return self.ask(Purpose::Replace(text.to_owned()));
            }
            // A changed name is checked again.
            Purpose::Replace(name) if text != name && Path::new(text).exists() => {
                return self.ask(Purpose::Replace(text.to_owned()));
            }
            Purpose::Save | Purpose::Replace(_) => {
                self.game.save(Path::new(text)).map(|()| self.words().saved(text)).map_err(|e| format!("{e:#}"))
            }
            Purpose::Load => self.load(text),
            Purpose::Quit => return,
        };
        match done {
            Ok(message) => self.message = Some(message).filter(|message| !message.is_empty()),
            // What was typed can be corrected.
            Err(reason) => {
                self.message = Some(reason);
                self.prompt = Some(prompt.clone());
            }
        }
    }

    /// The first side, then the second.
    fn seat_player(&mut self, side: Side, text: &str) -> Result<String, String> {
        let wrong = |error| spelling::with_suggestion(self.words(), &error, text, spelling::players());
        let seat = text.parse().map_err(wrong)?;
        self.game.set_seat(side, seat);
        self.is_paused = false;
        if side == Side::First {
            self.ask(Purpose::Player(Side::Second));
        }
        Ok(String::new())
    }

    fn begin(&mut self, text: &str) -> Result<String, String> {
        let wrong = |error| spelling::with_suggestion(self.words(), &error, text, spelling::games());
        let game: Game = text.parse().map_err(wrong)?;
        let has_moves = !self.game.record().moves().is_empty();
        self.game.begin(game);
        self.is_paused = false;
        self.cursor = Place::MAX;
        self.game_changed();
        Ok(if has_moves { self.words().new_game_begun().to_owned() } else { String::new() })
    }

    fn load(&mut self, text: &str) -> Result<String, String> {
        self.game.load(Path::new(text)).map_err(|error| format!("{error:#}"))?;
        self.cursor = Place::MAX;
        // A loaded game starts paused, so the player can look at it first.
        self.is_paused = true;
        self.game_changed();
        Ok(self.words().loaded(text))
    }
}

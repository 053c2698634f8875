//! Changing a game with the token of a side.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use zwick::search::Report;
use zwick::wire::Choice;
use zwick::{AnyMove, AnyPosition, GameText, Position, Record, Scale};
use zwick_db::{GameLink, SavedGame};

use crate::App;
use crate::games::begin::check_length;
use crate::games::game::{Found, Game, link_of};
use crate::games::live::{News, news};
use crate::games::seats::{Seats, is_computer, player};
use crate::http::edge::Asker;
use crate::http::problem::Problem;
use crate::http::request::Bearer;
use crate::thinking::affordable::Affordable;

/// A game that someone with a token is about to change.
pub(crate) struct Change {
    app: Arc<App>,
    pub(crate) link: GameLink,
    saved: SavedGame,
    pub(crate) text: GameText,
    pub(crate) seats: Seats,
    /// The side whose token it is.
    pub(crate) holder: zwick::Side,
    asker: Asker,
}

impl Change {
    /// Reads the game and finds out whose token this is.
    pub(crate) async fn begin(
        app: Arc<App>,
        link: GameLink,
        Bearer(token, asker): Bearer,
        known: Option<u64>,
    ) -> Result<Self, Problem> {
        let saved = app.store.game(link.number).await?;
        let Some(seats) = Seats::of(&saved) else {
            return Err(Problem::Forbidden("this game was not begun here: nobody has its tokens".to_owned()));
        };
        let holder = seats.side_of(token.as_deref())?;
        match known {
            Some(expected) if expected != saved.event => {
                Err(zwick_db::Error::Changed { expected, found: saved.event }.into())
            }
            _ => Ok(Self { app, link, text: saved.text.clone(), saved, seats, holder, asker }),
        }
    }

    /// Saves the game and notifies its watchers.
    pub(crate) async fn commit(self, words: &str) -> Result<Game, Problem> {
        let Self { app, saved, text, seats, asker, .. } = self;
        let _turn = app.turn_to_save(asker).await?;
        let saved = app.store.replace_game(&saved, text, seats.note(), words).await?;
        app.tell(&saved).await
    }

    /// Deletes the game and notifies its watchers.
    pub(crate) async fn delete(self) -> Result<(), Problem> {
        let _turn = self.app.turn_to_save(self.asker).await?;
        self.app.store.remove_game(&self.saved).await?;
        self.app.games_changed.fetch_add(1, Relaxed);
        self.app.tell_gone(self.saved.id);
        Ok(())
    }

    /// Whether what concerns both sides needs both tokens: two people play.
    pub(crate) fn needs_both(&self) -> bool {
        self.seats.shared && !is_computer(&self.text, !self.holder)
    }

    pub(crate) fn app(&self) -> &App {
        &self.app
    }

    /// Plays a move and notes what stays to be played again: the move that was taken back goes, any other ends them all.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<(), Problem> {
        self.text.record.play(mv).map_err(|error| Problem::Conflict(error.to_string()))?;
        check_length(&self.text, &self.app.settings.limits)?;
        if self.seats.undone.front() == Some(&mv.to_string()) {
            self.seats.undone.pop_front();
        } else {
            self.seats.undone.clear();
        }
        self.seats.undo_asked = None;
        self.seats.delete_asked = None;
        self.seats.found = None;
        Ok(())
    }

    /// Notes how the computer found the move that was just played.
    pub(crate) fn note_found(&mut self, player: Affordable, mut report: Report<AnyMove>) {
        report.moves.retain(|rated| Some(rated.mv) == report.choice);
        let scale = Scale::of_player(self.text.game(), &player.spec());
        let found = Choice::of(&report, scale).map(|choice| Found { player: player.to_string(), choice });
        self.seats.found = found.and_then(|found| serde_json::to_value(found).ok());
    }

    /// Begins the game after this one, in which the sides have changed places, and notes it beside this one; its number.
    pub(crate) async fn begin_rematch(self) -> Result<i64, Problem> {
        let start: AnyPosition = *self.text.record.start();
        let mut text = GameText::new(Record::with_draws(start, self.text.record.draws()));
        for side in [zwick::Side::First, zwick::Side::Second] {
            text.set_player(side, player(&self.text, !side));
        }
        let note = |id| self.seats.with_rematch(id).note();
        let _turn = self.app.turn_to_save(self.asker).await?;
        let (swapped, words) = (self.seats.swapped().note(), |id| format!("rematch {id}"));
        let [old, next] = self.app.store.save_next_game(&self.saved, &text, &swapped, note, words).await?;
        self.app.games_changed.fetch_add(1, Relaxed);
        self.app.tell(&old).await?;
        Ok(next.id)
    }
}

impl App {
    /// Notifies the watchers of a game that was deleted, and sends its players away.
    pub(crate) fn tell_gone(&self, number: i64) {
        self.resting.forget(number);
        self.live.tell(number, News::Gone);
    }

    /// A saved game for the client; its watchers are notified too. If it is over, its players go.
    async fn tell(&self, saved: &SavedGame) -> Result<Game, Problem> {
        if saved.text.record.ending().is_some() {
            self.resting.forget(saved.id);
        }
        self.awaited.note(saved.text.record.position());
        let link = link_of(&self.store, saved).await?;
        let game = Game::told(&self.store, &link, saved).await?;
        if self.live.lacks(saved.id, saved.event) {
            self.live.tell(saved.id, news(game.clone())?);
        }
        Ok(game)
    }
}

/// Reads a move as a player writes it, whether it is legal or not.
pub(crate) fn read_move(text: &GameText, word: &str) -> Result<AnyMove, Problem> {
    let position = text.record.position();
    position.read_move(word).map_err(|error| Problem::Malformed(format!("move: {error}, found {word:?}")))
}

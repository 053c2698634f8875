//! Changing a game with the token of a side.

use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;

use zwick::search::Report;
use zwick::wire::Choice;
use zwick::{AnyMove, AnyPosition, GameText, Position, Record, Scale};
use zwick_db::{GameLink, Note, SavedGame};

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
    /// When it came, in milliseconds served.
    at: u64,
}

impl Change {
    /// Reads the game and finds out whose token this is.
    pub(crate) async fn begin(
        app: Arc<App>,
        link: GameLink,
        Bearer(token, asker): Bearer,
        known: Option<u64>,
    ) -> Result<Self, Problem> {
        let mut saved = app.store.game(link.number).await?;
        let mut seats = Seats::of(&saved).ok_or_else(Seats::missing)?;
        let holder = seats.side_of(token.as_deref())?;
        let mut at = 0;
        if seats.clock.is_some() {
            at = app.served.fresh(&app.store).await?;
            if let Some(over) = app.let_fall(&saved, at).await? {
                seats = Seats::of(&over).ok_or_else(Seats::missing)?;
                saved = over;
            }
        }
        match known {
            Some(expected) if expected != saved.event => {
                Err(zwick_db::Error::Changed { expected, found: saved.event }.into())
            }
            _ => Ok(Self { app, link, text: saved.text.clone(), saved, seats, holder, asker, at }),
        }
    }

    /// Saves the game and notifies its watchers.
    pub(crate) async fn commit(mut self, words: &str) -> Result<Game, Problem> {
        let due = self.keep_time();
        let Self { app, saved, text, seats, asker, .. } = self;
        let _turn = app.turn_to_save(asker).await?;
        let note = Note { words: seats.note(), due };
        let saved = app.store.replace_game(&saved, text, note, words).await?;
        if due.is_some() {
            app.served.started.notify_one();
        }
        app.tell(&saved).await
    }

    /// Stops and starts the clock as the change wants it; when the time of the side to move is up.
    fn keep_time(&mut self) -> Option<u64> {
        let clock = self.seats.clock.as_mut()?;
        let (before, after) = (&self.saved.text.record, &self.text.record);
        let (played, plies) = (before.moves().len(), after.moves().len());
        if played != plies || before.ending() != after.ending() {
            clock.change(before.position().turn(), self.at, plies > played, plies, after.ending().is_some());
        }
        clock.due(after.position().turn())
    }

    /// A computer has thought about its move: that was its time.
    pub(crate) async fn thought(&mut self) -> Result<(), Problem> {
        if self.seats.clock.is_some() {
            self.at = self.app.served.fresh(&self.app.store).await?;
        }
        Ok(())
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

    /// Whether two people play without having agreed to a lesson: then nobody is helped.
    pub(crate) fn is_between_friends(&self) -> bool {
        self.seats.is_between_friends(&self.text)
    }

    pub(crate) fn check_unfinished(&self) -> Result<(), Problem> {
        let over = |ending: zwick::Ending| Problem::Conflict(format!("the game is already over ({})", ending.reason));
        self.text.record.ending().map_or(Ok(()), |ending| Err(over(ending)))
    }

    /// Rejects another wish of a side that was just refused one.
    pub(crate) fn check_patience(&self) -> Result<(), Problem> {
        if self.seats.refused == Some(self.holder) {
            return Err(Problem::Conflict("the other side has refused: expected a move first".to_owned()));
        }
        Ok(())
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
        self.seats.forget_wishes();
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
    pub(crate) async fn tell(&self, saved: &SavedGame) -> Result<Game, Problem> {
        if saved.text.record.ending().is_some() {
            self.resting.forget(saved.id);
        }
        self.awaited.note(saved.text.record.position());
        let link = link_of(&self.store, saved).await?;
        let game = Game::told(self, &link, saved).await?;
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

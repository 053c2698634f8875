//! A game being played: its record, who sits where, and what can be undone.

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use zwick::{AnyMove, AnyPosition, Game, GameText, Position, Record, Side};

use super::seat::Seat;
use crate::words::Words;

pub(crate) struct CurrentGame {
    /// The language of its players.
    pub(crate) words: &'static dyn Words,
    text: GameText,
    seats: [Seat; 2],
    /// The previous game: starting a new one loses nothing.
    previous: Option<Box<(GameText, [Seat; 2])>>,
    /// Whether the file on disk has all moves.
    is_saved: bool,
}

/// The tags of a game that name its players.
const SIDES: [Side; 2] = [Side::First, Side::Second];

impl CurrentGame {
    pub(crate) fn new(record: Record<AnyPosition>, seats: [Seat; 2], words: &'static dyn Words) -> Self {
        Self { words, text: GameText::new(record), seats, previous: None, is_saved: true }
    }

    pub(crate) fn record(&self) -> &Record<AnyPosition> {
        &self.text.record
    }

    pub(crate) fn position(&self) -> &AnyPosition {
        self.record().position()
    }

    pub(crate) fn kind(&self) -> Game {
        self.text.game()
    }

    pub(crate) fn seat(&self, side: Side) -> Seat {
        self.seats[side as usize]
    }

    pub(crate) fn set_seat(&mut self, side: Side, seat: Seat) {
        self.seats[side as usize] = seat;
    }

    pub(crate) fn has_computer(&self) -> bool {
        self.seats.iter().any(|seat| *seat != Seat::Person)
    }

    /// The player to move; `None` once the game is over.
    pub(crate) fn to_move(&self) -> Option<Seat> {
        self.record().ending().is_none().then(|| self.seat(self.position().turn()))
    }

    pub(crate) fn is_saved(&self) -> bool {
        self.is_saved
    }

    pub(crate) fn side_name(&self, side: Side) -> &'static str {
        self.words.side_of(self.position(), side)
    }

    /// The state of the game, in words.
    pub(crate) fn standing(&self) -> String {
        let ending = self.record().ending();
        ending.map_or_else(|| self.words.turn(self.position()), |ending| self.words.ending(self.position(), ending))
    }

    /// Plays a move.
    ///
    /// # Errors
    /// Why it cannot be played; nothing has changed.
    pub(crate) fn play(&mut self, mv: AnyMove) -> Result<(), String> {
        let played = self.record().moves().len();
        let was_next = self.record().undone().first() == Some(&mv);
        if was_next {
            self.text.record.redo();
        } else {
            self.text.record.play(mv).map_err(|error| error.to_string())?;
            // Comments on moves that no longer exist.
            self.text.comments.split_off(&(played + 1));
        }
        self.is_saved = false;
        Ok(())
    }

    /// Takes back the last move, and more until a person is to move, if one plays; without a move, restores the previous game.
    pub(crate) fn undo(&mut self) -> Result<&'static str, &'static str> {
        if self.record().moves().is_empty() {
            let previous = self.previous.take().ok_or(self.words.nothing_to_undo())?;
            (self.text, self.seats) = *previous;
            self.is_saved = false;
            return Ok(self.words.previous_game());
        }
        self.walk(Record::undo);
        Ok(self.words.taken_back())
    }

    /// Replays what was undone, up to the next move of a person.
    pub(crate) fn redo(&mut self) -> Result<&'static str, &'static str> {
        if self.record().undone().is_empty() {
            return Err(self.words.nothing_to_redo());
        }
        self.walk(Record::redo);
        Ok(self.words.replayed())
    }

    /// Steps through the game until a person is to move, or once if only computers play.
    fn walk(&mut self, mut step: impl FnMut(&mut Record<AnyPosition>) -> Option<AnyMove>) {
        let has_person = self.seats.contains(&Seat::Person);
        while step(&mut self.text.record).is_some() && has_person && self.to_move() != Some(Seat::Person) {}
    }

    /// Sets the game aside and starts another; [`undo`](Self::undo) at its start brings this one back.
    pub(crate) fn begin(&mut self, game: Game) {
        self.replace(GameText::new(Record::new(AnyPosition::start(game))), self.seats);
        self.is_saved = true;
    }

    fn replace(&mut self, text: GameText, seats: [Seat; 2]) {
        let old = (std::mem::replace(&mut self.text, text), std::mem::replace(&mut self.seats, seats));
        if old.0.record.start() != old.0.record.position() {
            self.previous = Some(Box::new(old));
        }
    }

    /// Reads a game from a file, with its players if it names any that can play.
    pub(crate) fn load(&mut self, path: &Path) -> anyhow::Result<()> {
        let read = std::fs::read_to_string(path).with_context(|| format!("cannot read {}", path.display()))?;
        let text: GameText = read.parse().with_context(|| format!("{} does not contain a game", path.display()))?;
        let mut seats = self.seats;
        for side in SIDES {
            let named = text.player(side).map(str::parse);
            // A name that is not a player is a person's.
            seats[side as usize] = named.map_or(seats[side as usize], |seat| seat.unwrap_or(Seat::Person));
        }
        self.replace(text, seats);
        self.is_saved = true;
        Ok(())
    }

    /// Writes the game to a file, atomically.
    pub(crate) fn save(&mut self, path: &Path) -> anyhow::Result<()> {
        let mut text = self.text.clone();
        for side in SIDES {
            // A person's name is kept.
            if self.seat(side) != Seat::Person || text.player(side).is_none() {
                text.set_player(side, &self.seat(side).to_string());
            }
        }
        write_whole(path, &text.to_string()).with_context(|| format!("cannot write {}", path.display()))?;
        self.text = text;
        self.is_saved = true;
        Ok(())
    }
}

/// Writes to a temporary file first, so an existing file is replaced completely or not at all.
fn write_whole(path: &Path, text: &str) -> std::io::Result<()> {
    let mut name = path.file_name().ok_or(std::io::ErrorKind::InvalidFilename)?.to_owned();
    name.push(format!(".{}.part", std::process::id()));
    let part = path.with_file_name(name);
    let written = std::fs::File::create(&part).and_then(|mut file| {
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        std::fs::rename(&part, path)
    });
    if written.is_err() {
        // The temporary file is useless; report the original error, not a failure to remove it.
        let _ = std::fs::remove_file(&part);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn played(moves: &str, seats: [&str; 2]) -> CurrentGame {
        let record = AnyPosition::read_record(Game::CONNECT_FOUR, moves, zwick::DrawRules::default()).unwrap();
        CurrentGame::new(record, seats.map(|seat| seat.parse().unwrap()), Language::En.words())
    }

    /// A file with this text, in a folder of its own.
    fn file(text: &str) -> (tempfile::TempDir, std::path::PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game.txt");
        std::fs::write(&file, text).unwrap();
        (folder, file)
    }

    fn column(game: &CurrentGame, word: &str) -> AnyMove {
        game.position().read_move(word).unwrap()
    }

    #[test]
    fn undo_goes_back_to_the_persons_move_and_redo_forward_to_it() {
        let mut game = played("4435", ["person", "level 3"]);
        game.undo().unwrap();
        assert_eq!(game.record().move_list(), "44");
        game.redo().unwrap();
        assert_eq!(game.record().move_list(), "4435");
        assert!(game.redo().is_err());
        let mut watched = played("4435", ["level 1", "level 2"]);
        watched.undo().unwrap();
        assert_eq!(watched.record().move_list(), "443");
    }

    #[test]
    fn a_new_game_can_be_taken_back() {
        let mut game = played("4435", ["person", "person"]);
        game.begin(Game::MORRIS);
        assert_eq!(game.kind(), Game::MORRIS);
        game.undo().unwrap();
        assert_eq!((game.kind(), game.record().move_list().as_str()), (Game::CONNECT_FOUR, "4435"));
        for _ in 0..4 {
            game.undo().unwrap();
        }
        assert!(game.undo().is_err());
    }

    #[test]
    fn a_saved_game_reads_back_with_its_players_and_remarks() {
        let (folder, file) = file("[Game \"connect-four\"]\n[First \"Anna\"]\n[Event \"x\"]\n\n1. 4 4 {why?} 2. 3 *");
        let mut game = played("1", ["person", "level 3"]);
        game.load(&file).unwrap();
        assert_eq!((game.record().move_list().as_str(), game.seat(Side::First)), ("443", Seat::Person));
        game.play(column(&game, "5")).unwrap();
        assert!(!game.is_saved());
        game.save(&file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        for part in ["[First \"Anna\"]", "[Second \"level 3\"]", "[Event \"x\"]", "{why?}", "2. 3 5"] {
            assert!(text.contains(part), "{text}");
        }
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(game.is_saved());
    }

    #[test]
    fn a_file_that_is_no_game_changes_nothing() {
        let (folder, file) = file("[Game \"chess\"]");
        let mut game = played("44", ["person", "person"]);
        assert!(game.load(&file).is_err());
        assert!(game.load(&folder.path().join("missing")).is_err());
        assert!(game.save(&folder.path().join("no/such/folder.txt")).is_err());
        assert_eq!(game.record().move_list(), "44");
    }

    #[test]
    fn remarks_on_moves_that_are_no_more_go_with_them() {
        let (_folder, file) = file("[Game \"connect-four\"]\n\n1. 4 {good} 4 {bad} *");
        let mut game = played("", ["person", "person"]);
        game.load(&file).unwrap();
        game.undo().unwrap();
        game.play(column(&game, "1")).unwrap();
        game.save(&file).unwrap();
        let text = std::fs::read_to_string(&file).unwrap();
        assert!(text.contains("{good}") && !text.contains("{bad}"), "{text}");
    }
}

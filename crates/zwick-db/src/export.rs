//! Writing records to files, piece by piece.

use zwick::{Game, Phase, Position};

use crate::error::Error;
use crate::evaluation::Evaluation;
use crate::positions::Selection;
use crate::store::Store;
use crate::transfer::Format;

/// Records read from the store at a time.
const AT_ONCE: u32 = 250;

/// An export in progress. It reads some records at a time, and none while nobody asks for the next piece.
///
/// In the format of an older program, the lines imported from it come first, as they were, then what else is known here, as far as the
/// program had a place for it.
#[derive(Debug)]
pub struct Export {
    store: Store,
    format: Format,
    phase: Option<Phase>,
    /// The games that follow, the next one last.
    games: Vec<Game>,
    at: Stage,
    written: u64,
    left_out: u64,
}

/// What the next piece has.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Header,
    /// Lines of an older program after this image.
    Lines(Option<u64>),
    /// Records of the next game.
    NextGame,
    /// Records of this game after this key.
    Records(Game, Option<u64>),
}

impl Export {
    /// An export of one game or of all that the format has a place for.
    ///
    /// # Errors
    /// If it has none for this game.
    pub fn new(store: &Store, game: Option<Game>, format: Format) -> Result<Self, Error> {
        let all = || Game::all().into_iter().flat_map(|(_, variants)| variants).rev().collect();
        let games = match (format, game) {
            (Format::Older(program), Some(game)) if game != program.game() => {
                return Err(Error::Unfit { format: program.name(), expected: program.game(), found: game });
            }
            (Format::Older(program), _) => vec![program.game()],
            (_, Some(game)) => vec![game],
            (_, None) => all(),
        };
        let store = store.clone();
        Ok(Self { store, format, phase: None, games, at: Stage::Header, written: 0, left_out: 0 })
    }

    /// Only the records of this phase.
    #[must_use]
    pub fn of_phase(self, phase: Phase) -> Self {
        Self { phase: Some(phase), ..self }
    }

    /// How many records were written so far. Some are several lines to an older program.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// How many records were left out so far, because the format has no place for them.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The next piece of the file, which may be empty; `None` after the last.
    ///
    /// # Errors
    /// If the database does not respond, or a record is damaged.
    pub async fn next(&mut self) -> Result<Option<String>, Error> {
        match (self.at, self.format) {
            (Stage::Header, Format::Older(_)) => {
                self.at = Stage::Lines(None);
                Ok(Some(String::new()))
            }
            (Stage::Header, _) => {
                self.at = Stage::NextGame;
                Ok(Some(self.format.header()))
            }
            (Stage::Lines(after), Format::Older(program)) => {
                let lines = self.store.older_lines(program, self.phase, after, AT_ONCE).await?;
                self.at = lines.last().map_or(Stage::NextGame, |last| Stage::Lines(Some(last.image)));
                self.written += lines.len() as u64;
                Ok(Some(lines.into_iter().flat_map(|line| [line.text, "\n".to_owned()]).collect()))
            }
            (Stage::Records(game, after), _) => self.records(game, after).await.map(Some),
            _ => Ok(self.games.pop().map(|game| {
                self.at = Stage::Records(game, None);
                String::new()
            })),
        }
    }

    async fn records(&mut self, game: Game, after: Option<u64>) -> Result<String, Error> {
        let without = if let Format::Older(program) = self.format { Some(program) } else { None };
        let selection = Selection { after, limit: AT_ONCE, phase: self.phase, without };
        let records = self.store.select(game, &selection).await?;
        self.at = records.last().map_or(Stage::NextGame, |last| Stage::Records(game, Some(last.position.key())));
        let lines = |record: &Evaluation| {
            let lines = self.format.lines(record);
            let is_written = !lines.is_empty();
            self.written += u64::from(is_written);
            self.left_out += u64::from(!is_written);
            lines
        };
        Ok(records.iter().map(lines).collect())
    }
}

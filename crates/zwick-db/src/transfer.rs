//! Export and import of records as text: JSON lines or CSV.
//!
//! A record has game, position, best move, score (`win in 5`, `loss in 8`, or points), depth, whether it is exact, and the source.

use std::io::{BufRead, Write};

use serde_json::{Map, Value, json};
use zwick::search::Score;
use zwick::{AnyPosition, Game, Position, Scale, Value as Exact};

use crate::blocking::Blocking;
use crate::error::Error;
use crate::evaluation::Evaluation;

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
}

/// Records read from the store at a time.
const EXPORTED_AT_ONCE: u32 = 5_000;
const COLUMNS: [&str; 7] = ["game", "position", "best", "score", "depth", "exact", "source"];

/// Writes records.
pub struct Writer<W: Write> {
    kind: Kind<W>,
}

enum Kind<W: Write> {
    Json(W),
    Csv(Box<csv::Writer<W>>),
}

impl<W: Write> Writer<W> {
    /// Writes to `out`.
    ///
    /// # Errors
    /// If nothing can be written.
    pub fn new(out: W, format: Format) -> Result<Self, Error> {
        let kind = match format {
            Format::JsonLines => Kind::Json(out),
            Format::Csv => {
                let mut writer = csv::Writer::from_writer(out);
                writer.write_record(COLUMNS).map_err(unwritten)?;
                Kind::Csv(Box::new(writer))
            }
        };
        Ok(Self { kind })
    }

    /// Writes a record.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&mut self, evaluation: &Evaluation) -> Result<(), Error> {
        match &mut self.kind {
            Kind::Json(out) => writeln!(out, "{}", to_json(evaluation))?,
            Kind::Csv(writer) => writer.write_record(fields(evaluation)).map_err(unwritten)?,
        }
        Ok(())
    }

    /// Writes what is still buffered.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(self) -> Result<(), Error> {
        match self.kind {
            Kind::Json(mut out) => out.flush()?,
            Kind::Csv(mut writer) => writer.flush()?,
        }
        Ok(())
    }
}

impl Blocking {
    /// Writes all records, of one game or of all; returns how many.
    ///
    /// # Errors
    /// If the store or the writer fails.
    pub fn export<W: Write>(&self, game: Option<Game>, writer: &mut Writer<W>) -> Result<u64, Error> {
        let mut games: Vec<Game> = self.wait(self.store().count_by_phase())?.iter().map(|count| count.game).collect();
        games.dedup();
        let mut written = 0;
        for game in games.into_iter().filter(|known| game.is_none_or(|only| only == *known)) {
            let mut after = None;
            loop {
                let records = self.wait(self.store().evaluations(game, after, EXPORTED_AT_ONCE))?;
                for record in &records {
                    writer.write(record)?;
                }
                written += records.len() as u64;
                let Some(last) = records.last() else { break };
                after = Some(last.position.key());
            }
        }
        Ok(written)
    }
}

/// The error that kept a line from being written, unwrapped, because callers check its kind for a closed pipe.
fn unwritten(error: csv::Error) -> std::io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        kind => std::io::Error::other(format!("{kind:?}")),
    }
}

fn fields(evaluation: &Evaluation) -> [String; 7] {
    let Evaluation { position, best, score, depth, exact, source } = evaluation;
    [
        position.game().to_string(),
        position.to_string(),
        best.to_string(),
        score_text(evaluation.scale(), *score),
        depth.to_string(),
        exact.to_string(),
        source.clone(),
    ]
}

fn to_json(evaluation: &Evaluation) -> Value {
    let [game, position, best, score, _, _, source] = fields(evaluation);
    json!({
        "game": game, "position": position, "best": best, "score": score,
        "depth": evaluation.depth, "exact": evaluation.exact, "source": source,
    })
}

/// Reads records; each is checked, and an error names its line.
pub struct Reader {
    records: Box<dyn Iterator<Item = Result<Evaluation, Error>>>,
}

impl Reader {
    /// Reads from `input`.
    pub fn new(input: impl BufRead + 'static, format: Format) -> Self {
        let records: Box<dyn Iterator<Item = _>> = match format {
            Format::JsonLines => Box::new(json_records(input)),
            Format::Csv => Box::new(csv_records(input)),
        };
        Self { records }
    }
}

impl Iterator for Reader {
    type Item = Result<Evaluation, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.records.next()
    }
}

fn json_records(input: impl BufRead) -> impl Iterator<Item = Result<Evaluation, Error>> {
    let lines = input.lines().enumerate().map(|(i, line)| (i as u64 + 1, line));
    lines.filter(|(_, line)| !line.as_ref().is_ok_and(|line| line.trim().is_empty())).map(|(number, line)| {
        let line = line?;
        let wrong = |expected: &str, found: &str| text_error(number, expected, found);
        let object: Map<String, Value> = serde_json::from_str(&line).map_err(|_| wrong("a JSON object", &line))?;
        let field = |name: &str| match object.get(name) {
            Some(Value::String(text)) => Ok(text.clone()),
            Some(value) => Ok(value.to_string()),
            None => Err(wrong(&format!("a field {name:?}"), &line)),
        };
        let fields = COLUMNS.map(field);
        let fields: Vec<String> = fields.into_iter().collect::<Result<_, _>>()?;
        read_fields(number, &fields)
    })
}

fn csv_records(input: impl BufRead) -> impl Iterator<Item = Result<Evaluation, Error>> {
    let reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(input);
    reader.into_records().enumerate().filter_map(|(i, record)| {
        let record = match record {
            Ok(record) => record,
            Err(error) => return Some(Err(Error::File(error.into()))),
        };
        let number = record.position().map_or(0, csv::Position::line);
        let fields: Vec<String> = record.iter().map(str::to_owned).collect();
        match i {
            0 if fields == COLUMNS => None,
            0 => Some(Err(text_error(number, &COLUMNS.join(","), &fields.join(",")))),
            _ => Some(read_fields(number, &fields)),
        }
    })
}

fn read_fields(line: u64, fields: &[String]) -> Result<Evaluation, Error> {
    let wrong = |expected: &str, found: &str| text_error(line, expected, found);
    let [game, position, best, score, depth, exact, source] = fields else {
        return Err(wrong(&format!("{} fields", COLUMNS.len()), &fields.join(",")));
    };
    let known_game: Game = game.parse().map_err(|_| wrong("a game such as connect-four or morris", game))?;
    let position = AnyPosition::read(known_game, position)
        .map_err(|error| wrong(&format!("a position of {game} ({error})"), position))?;
    let best = position.read_move(best).map_err(|error| wrong(error.expected, best))?;
    let score = read_score(known_game, score)
        .ok_or_else(|| wrong("a score such as +1.25 or win in 3 moves (5 plies)", score))?;
    let depth = depth.parse().map_err(|_| wrong("a depth in plies", depth))?;
    let exact = exact.parse().map_err(|_| wrong("true or false", exact))?;
    let evaluation = Evaluation { position, best, score, depth, exact, source: source.clone() };
    evaluation.check().map_err(|error| wrong("a possible record", &error))
}

/// A score as records are written: `win in 3 moves (5 plies)`, an estimate in points, or the mean of random games in per cent, with enough
/// decimals to read back unchanged.
pub(crate) fn score_text(scale: Scale, score: Score) -> String {
    match (score.points(), scale) {
        (None, _) => scale.words(score),
        (Some(steps), Scale::Points { one }) => format!("{:+.4}", f64::from(steps) / f64::from(one)),
        (Some(steps), Scale::Mean) => format!("{:+.3} %", f64::from(steps) / STEPS_IN_A_PER_CENT),
    }
}

const STEPS_IN_A_PER_CENT: f64 = Score::ALL_WON as f64 / 100.0;

/// Reads a score, including the older formats: plies alone (`win in 5`), and estimates in steps of a search (`+120`).
fn read_score(game: Game, text: &str) -> Option<Score> {
    let plies = |words: &str, rest| {
        let number = words.split_once('(').map_or(words, |(_, plies)| plies.split(' ').next().unwrap_or_default());
        number.parse().ok().filter(|plies| *plies <= Exact::MAX_PLIES && plies % 2 == rest)
    };
    if let Some(words) = text.strip_prefix("win in ") {
        return plies(words, 1).map(Score::win_in);
    }
    if let Some(words) = text.strip_prefix("loss in ") {
        return plies(words, 0).map(Score::loss_in);
    }
    let steps = if let Some(number) = text.strip_suffix(" %") {
        (number.parse::<f64>().ok()? * STEPS_IN_A_PER_CENT).round()
    } else if text.contains('.') {
        let Scale::Points { one } = Scale::of(game) else { return None };
        (text.parse::<f64>().ok()? * f64::from(one)).round()
    } else {
        f64::from(text.parse::<i32>().ok()?)
    };
    (steps.abs() <= f64::from(Score::MAX_ESTIMATE)).then(|| Score::estimate(steps as i32))
}

/// An error with what was expected; what was found is truncated.
fn text_error(line: u64, expected: &str, found: &str) -> Error {
    const SHOWN: usize = 100;
    let shown: String = found.chars().take(SHOWN).collect();
    Error::Text { line, expected: expected.to_owned(), found: shown }
}

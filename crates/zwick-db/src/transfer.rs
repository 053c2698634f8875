//! Records as text: JSON lines, CSV, and the lines of older programs.
//!
//! In the first two a record has game, position, best move, score (`win in 5`, `loss in 8`, or points), depth, whether it is exact, and the
//! source. The lines of older programs are those of [`zwick::older`].

use serde_json::{Map, Value, json};
use zwick::older::{Program, table_phase};
use zwick::search::Score;
use zwick::{AnyPosition, Game, Position, Scale, Value as Exact};

use crate::evaluation::Evaluation;

/// How records are written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// One JSON object per line.
    JsonLines,
    /// Comma-separated values with a header.
    Csv,
    /// As this older program wrote them.
    Older(Program),
}

pub(crate) const COLUMNS: [&str; 7] = ["game", "position", "best", "score", "depth", "exact", "source"];

impl Format {
    /// All formats.
    pub const ALL: [Self; 5] =
        [Self::JsonLines, Self::Csv, Self::Older(Program::V1), Self::Older(Program::V2), Self::Older(Program::V3)];

    /// Its name: `jsonl`, `csv`, `v1`, `v2` or `v3`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::JsonLines => "jsonl",
            Self::Csv => "csv",
            Self::Older(program) => program.name(),
        }
    }

    /// The format with this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|format| format.name() == name)
    }

    /// The format that the name of a file suggests: V1's `data.txt`, V2's tables, or what ends in `.csv` or `.jsonl`.
    pub fn of_file(name: &str) -> Option<Self> {
        match name.rsplit_once('.') {
            _ if name == "data.txt" => Some(Self::Older(Program::V1)),
            _ if table_phase(name).is_some() => Some(Self::Older(Program::V2)),
            Some((_, "csv")) => Some(Self::Csv),
            Some((_, "jsonl")) => Some(Self::JsonLines),
            _ => None,
        }
    }

    /// What a file begins with.
    pub(crate) fn header(self) -> String {
        if self == Self::Csv { COLUMNS.join(",") + "\n" } else { String::new() }
    }

    /// The lines of a record, each with its end; none if the format has no place for it.
    pub fn lines(self, evaluation: &Evaluation) -> String {
        match self {
            Self::JsonLines => format!("{}\n", to_json(evaluation)),
            Self::Csv => csv_line(&fields(evaluation)),
            Self::Older(program) => {
                let claims = program.claims(&evaluation.position, &evaluation.known());
                claims
                    .iter()
                    .filter_map(|claim| program.write(claim))
                    .flat_map(|line| [line, "\n".to_owned()])
                    .collect()
            }
        }
    }
}

fn csv_line(fields: &[String; 7]) -> String {
    let mut line = Vec::new();
    let mut writer = csv::Writer::from_writer(&mut line);
    writer.write_record(fields).and_then(|()| Ok(writer.flush()?)).expect("memory takes every line");
    drop(writer);
    String::from_utf8(line).expect("fields are UTF-8")
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

/// What is wrong with a line: what was expected and what was found.
pub(crate) type Wrong = (String, String);

fn wrong(expected: impl Into<String>, found: impl Into<String>) -> Wrong {
    (expected.into(), found.into())
}

/// Reads a JSON line.
pub(crate) fn read_json(line: &str) -> Result<Evaluation, Wrong> {
    let object: Map<String, Value> = serde_json::from_str(line).map_err(|_| wrong("a JSON object", line))?;
    let field = |name: &str| match object.get(name) {
        Some(Value::String(text)) => Ok(text.clone()),
        Some(value) => Ok(value.to_string()),
        None => Err(wrong(format!("a field {name:?}"), line)),
    };
    let fields: Vec<String> = COLUMNS.into_iter().map(field).collect::<Result<_, _>>()?;
    read_fields(&fields)
}

/// Reads the fields of a record.
pub(crate) fn read_fields(fields: &[String]) -> Result<Evaluation, Wrong> {
    let [game, position, best, score, depth, exact, source] = fields else {
        return Err(wrong(format!("{} fields", COLUMNS.len()), fields.join(",")));
    };
    let known_game: Game = game.parse().map_err(|_| wrong("a game such as connect-four or morris", game))?;
    let position = AnyPosition::read(known_game, position)
        .map_err(|error| wrong(format!("a position of {game} ({error})"), position))?;
    let best = position.read_move(best).map_err(|error| wrong(error.expected, best))?;
    let score = read_score(known_game, score)
        .ok_or_else(|| wrong("a score such as +1.25 or win in 3 moves (5 plies)", score))?;
    let depth = depth.parse().map_err(|_| wrong("a depth in plies", depth))?;
    let exact = exact.parse().map_err(|_| wrong("true or false", exact))?;
    let evaluation = Evaluation { position, best, score, depth, exact, source: source.clone() };
    evaluation.check().map_err(|error| wrong("a possible record", error))
}

/// A score as records are written: `win in 3 moves (5 plies)`, an estimate in points, or the mean of random games in per cent, with enough
/// decimals to read back unchanged.
pub(crate) fn score_text(scale: Scale, score: Score) -> String {
    match (score.points(), scale) {
        (None, _) => scale.words(score),
        (Some(steps), Scale::Points { one }) => format!("{:+.4}", f64::from(steps) / f64::from(one)),
        // Shares of games won are not stored.
        (Some(steps), Scale::Mean | Scale::Wins) => format!("{:+.3} %", f64::from(steps) / STEPS_IN_A_PER_CENT),
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

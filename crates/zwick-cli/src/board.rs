//! Boards as lines of text, with the statistics beside them.

use zwick::search::Score;
use zwick::{AnyPosition, Diagram, Position, Scale, Shape, Side, Spot, Stage, Statistics};

use crate::words::Words;

const SIDES: [Side; 2] = [Side::First, Side::Second];

/// The board with the names of its places and the statistics to its right, and below whose turn it is.
pub(crate) fn with_turn(position: &AnyPosition, words: &dyn Words) -> String {
    let turn = words.turn(position);
    let hand = position.men_in_hand().map(|hand| {
        let sides = SIDES.map(|side| (words.side_of(position, side), hand[side as usize]));
        format!(", {}", words.in_hand(sides))
    });
    format!("{}\n{turn}{}", with_names(position, words), hand.unwrap_or_default())
}

/// The board with the names of its places and the statistics to its right.
pub(crate) fn with_names(position: &AnyPosition, words: &dyn Words) -> String {
    // The last line of the picture is in English and shows the side to move.
    let picture = format!("{position:#}");
    let board = picture.rsplit_once('\n').map_or(picture.as_str(), |(board, _)| board);
    beside(board, &statistics(position, words))
}

/// The board as the older programs draw it: that of v1 between lines, that of v3 with its statistics.
pub(crate) fn as_before(position: &AnyPosition, words: &dyn Words) -> String {
    match position.shape() {
        Shape::Grid { width, .. } => grid(position, width),
        Shape::Points { points, lines } => beside(&web(position, &points, &lines), &statistics(position, words)),
    }
}

/// The letter of a man.
fn letter(position: &AnyPosition, side: Side) -> char {
    position.side_name(side).chars().next().unwrap_or('?')
}

fn grid(position: &AnyPosition, width: usize) -> String {
    let letters: Vec<char> =
        position.cells().into_iter().map(|man| man.map_or('.', |side| letter(position, side))).collect();
    let rows = letters.chunks(width).map(|row| format!("|{}|\n", row.iter().collect::<String>()));
    let edge = "-".repeat(width + 2);
    format!("{edge}\n{}{edge}", rows.collect::<String>())
}

/// Points three characters apart, an `O` where nobody stands, joined by lines along rows and columns.
fn web(position: &AnyPosition, points: &[Spot], lines: &[[usize; 2]]) -> String {
    const STEP: usize = 3;
    let size = points.iter().map(|point| point.x.max(point.y)).max().unwrap_or(0);
    let mut drawn = vec![vec![' '; STEP * size + 1]; size + 1];
    for &[from, to] in lines {
        let (from, to) = (&points[from], &points[to]);
        let (left, right) = (from.x.min(to.x), from.x.max(to.x));
        let (top, bottom) = (from.y.min(to.y), from.y.max(to.y));
        if top == bottom {
            drawn[top][STEP * left..=STEP * right].fill('-');
        } else if left == right {
            drawn[top..=bottom].iter_mut().for_each(|row| row[STEP * left] = '|');
        }
    }
    for (point, man) in points.iter().zip(position.cells()) {
        drawn[point.y][STEP * point.x] = man.map_or('O', |side| letter(position, side));
    }
    drawn.into_iter().map(String::from_iter).collect::<Vec<String>>().join("\n")
}

/// What is counted on the board.
fn statistics(position: &AnyPosition, words: &dyn Words) -> Vec<String> {
    let counted = position.statistics();
    let Statistics { turn, stage, in_hand, evaluation, .. } = counted;
    let (Some([first, second]), Some(hand)) = (counted.rows, in_hand) else {
        let points = Scale::of(position.game()).words(Score::estimate(evaluation));
        let is_open = position.ending().is_none();
        let sides = SIDES.map(|side| words.side_of(position, side));
        return words.men(&counted, sides, is_open.then(|| words.number(&points)).as_deref());
    };
    // v3 calls the sides 1 and -1, and prints how many rows one side has more than the other. Its phase is 0 once all men are placed.
    let player = if turn == Side::First { 1 } else { -1 };
    let phase = u8::from(stage == Some(Stage::Placing));
    let more = [(first.ones, second.ones), (first.twos, second.twos), (first.threes, second.threes)];
    words.criteria(player, phase, hand[turn as usize], evaluation, more.map(|(first, second)| first.abs_diff(second)))
}

/// Lines to the right of a board.
fn beside(board: &str, lines: &[String]) -> String {
    let width = board.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let mut lines = lines.iter();
    let joined = board.lines().map(|row| match lines.next() {
        Some(line) => format!("{row:<width$}   {line}"),
        None => row.to_owned(),
    });
    joined.collect::<Vec<String>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::Language;

    fn drawn(game: &str, position: &str, language: Language) -> String {
        let position = AnyPosition::read(game.parse().unwrap(), position).unwrap();
        format!("{}\n", as_before(&position, language.words()))
    }

    #[test]
    fn the_example_of_v3_is_drawn_as_it_was() {
        let example = include_str!("../tests/data/v3-board.txt");
        assert_eq!(drawn("morris", "BB1BBWW1/1W6/8 B 0 0", Language::En), example);
    }

    #[test]
    fn the_statistics_follow_the_game() {
        let placed = drawn("morris", "a7 b6 d7 b4 g7xb6", Language::De);
        for line in ["am Zug: -1", "Phase: 1", "verfügbar: 7", "Dreierreihen: 1"] {
            assert!(placed.contains(&format!("   {line}\n")), "{placed}");
        }
        let lost = drawn("morris", "WW6/3B4/1B5B W 0 0", Language::En);
        assert!(lost.contains("evaluation(criteria):  -100000\n"), "{lost}");
    }

    #[test]
    fn the_board_of_v1_stands_between_lines_of_dashes() {
        let board = "\
---------
|.......|
|.......|
|.......|
|.......|
|...O...|
|..XXO..|
---------
";
        assert_eq!(drawn("connect-four", "4435", Language::De), board);
    }

    #[test]
    fn statistics_stand_beside_every_board() {
        let position = AnyPosition::read("connect-four:4x3".parse().unwrap(), "12").unwrap();
        let text = with_turn(&position, Language::De.words());
        assert_eq!(
            text,
            ". . . .   am Zug: X\n. . . .   Steine: X 1, O 1\nX O . .   Bewertung: -0,07 für X\n1 2 3 4\nX ist am Zug"
        );
    }
}

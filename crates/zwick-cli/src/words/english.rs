//! What the command says in English.

use std::time::Duration;

use zwick::scenarios::ALL;
use zwick::search::{Bound, Stop};
use zwick::{Ending, Imperfect, Source, Statistics, Value, Wdl};

use super::{Refusal, Row, Words, counted};

pub(crate) struct English;

const LINES_HELP: &str = "\
a move      4, or d6, a4-a7, a4-a7xb6; several at once if no computer plays
show        the board, and who is to move
values      what every move is worth, best first
hints       the same after every move, on and off
best        play the best move
undo, redo  take back, play again
players     first PLAYER, second PLAYER: person, level 1 to level 10, perfect, random, alpha-beta:depth=8 …
new GAME    connect-four, connect-four:8x7, morris, morris:lasker …
moves       the moves so far
save FILE   write the game there, whatever was there before
load FILE   resume a game
quit";

impl Words for English {
    texts! {
        decimal_sign: ".";
        none: "none";
        test_position: "Position:";
        log_is_full: "… the limit of lines is reached";
        ask_move: "Move (d6, a4-a7):";
        game_over: "the game is over: undo takes a move back, new starts a game";
        game_over_keys: "the game is over: U undo, N new game";
        nothing_to_undo: "nothing to undo: this is the start";
        nothing_to_redo: "nothing to redo: no move was taken back";
        previous_game: "the previous game is back";
        taken_back: "move taken back; R redoes it";
        replayed: "move replayed; U undoes it";
        new_game_begun: "a new game; U brings the old one back";
        letter_first: "expected a letter from a to g first, as in d6";
        ask_game: "New game (connect-four, morris, …):";
        ask_save: "Save as:";
        ask_replace: "The file exists; Enter replaces it:";
        ask_load: "Load:";
        ask_quit: "Not saved. Q quits, S saves, Esc stays";
        no_room: "There is no room for the board. Make the window larger; the keys still work.";
        keys: "?help Q quit  Space best  Hints  Undo Redo  Players  New  Save Load  Moves  Values  Flip";
        short_keys: "?help Quit Space Hints Undo Redo Players";
        page_keys: "Esc back to the board  ↑ ↓ scroll";
        moves_title: "Moves";
        values_title: "Values";
        keys_title: "Keys";
        looking: "looking …";
    }

    sentences! {
        wins(side: &str, reason: &str): "{side} wins: {reason}";
        draw(reason: &str): "draw: {reason}";
        to_move(side: &str): "{side} to move";
        over(wdl: Wdl): "{wdl}, the game is over";
        estimate(number: &str): "estimate {number}";
        points(number: &str): "estimate: {number} points";
        mean(per_cent: &str): "random games: {per_cent} (wins minus losses)";
        won(per_cent: &str): "random games: {per_cent} won";
        result_for(result: &str, side: &str, source: &str): "{result} for {side}, {source}";
        search_to(depth: u32): "alpha-beta to depth {depth}";
        test_start(number: usize): "- Test {number}: start -";
        test_end(number: usize): "- Test {number}: end -";
        test_choice(side: &str, player: &str, moves: &str): "{side} to move, {player}: {moves}";
        calculated(mv: &str): "Calculated Best Move: {mv}";
        test_reason(reason: &str, time: &str): "Reason: {reason}; {time}";
        test_right(moves: &str): "Right: {moves}";
        test_line(moves: &str): "Played on: {moves}";
        test_won(side: &str, is_won: bool): "Won {side}: {is_won}";
        tests_passed(passed: usize, all: usize): "{passed} of {all} passed";
        contest_result(wins: u32, draws: u32, losses: u32, per_cent: &str): "won {wins}, drawn {draws}, lost {losses}: {per_cent} %";
        in_column(column: &str): "In column {column}";
        last_score(points: i32): "Score: {points}";
        maximum(depth: u32, points: i32): "Maximum at depth {depth}: {points}";
        scores(array: &str): "Scores: {array}";
        choice(column: &str): "Choice: column {column}";
        time_taken(time: &str): "Time: {time}";
        ask_column(last: usize): "Column (1-{last}):";
        expected(refusal: &str, next: &str): "{refusal}: expected {next}";
        see_help(reason: &str): "{reason}; help lists the commands";
        one_move_only(found: &str): "expected one move, the computer answers itself; found {found}";
        did_you_mean(reason: &str, word: &str): "{reason}; did you mean {word}?";
        error(reason: &str): "error: {reason}";
        plays(side: &str, mv: &str, time: &str): "{side} plays {mv} in {time}";
        best(mv: &str, worth: &str): "best {mv}: {worth}";
        best_was(mv: &str, worth: &str): "best was {mv}: {worth}";
        no_values(reason: &str): "no values: {reason}";
        file_missing(command: &str): "expected a file after {command}";
        saved(file: &str): "saved as {file}";
        loaded(file: &str): "loaded {file}";
        over_then(standing: &str): "{standing}. N new game, U undo";
        thinking(standing: &str, player: &str, seconds: &str): "{standing}: {player} is thinking, {seconds} s. Esc stops";
        is_thinking(player: &str): "{player} is thinking: Esc stops it";
        paused(standing: &str): "{standing}: paused. Enter resumes, or move for it";
        found_no_move(player: &str): "{player} found no move: press Enter to retry, or move for it";
        finding_best(seconds: &str): "finding the best move, {seconds} s. Esc stops";
        file_then_rank(standing: &str, file: char): "{standing}: {file}, then a number from 1 to 7";
        closes_mill(standing: &str, point: &str): "{standing}: {point} closes a mill: which man do you take?";
        where_to(standing: &str, point: &str): "{standing}: {point} to where? Esc cancels";
        unknown_key(key: char): "{key} does nothing here: ? lists the keys";
        ask_player(side: &str): "{side} is (person, 1-10, perfect, …):";
        values_for(side: &str, source: &str): "for {side}: {source}";
        still_searching(source: &str, seconds: &str): "{source}, still searching, {seconds} s";
    }

    fn side(&self, name: &'static str) -> &'static str {
        name
    }

    fn player(&self, spec: &str) -> String {
        spec.to_owned()
    }

    fn reason(&self, ending: Ending, _: &str) -> String {
        ending.reason.to_string()
    }

    fn in_hand(&self, [first, second]: [(&str, u8); 2]) -> String {
        format!("in hand: {} {}, {} {}", first.0, first.1, second.0, second.1)
    }

    fn about(&self, time: Duration) -> String {
        let minutes = (time.as_secs_f64() / 60.0).round();
        if minutes < 2.0 { "about a minute or less".to_owned() } else { format!("about {minutes:.0} minutes") }
    }

    fn probably(&self, wins: bool) -> String {
        if wins { "probably wins" } else { "probably loses" }.to_owned()
    }

    fn at_least(&self, value: Value) -> String {
        match value.moves() {
            Some(moves) => format!("wins in {moves} moves or fewer"),
            None => "at least a draw".to_owned(),
        }
    }

    fn exactness(&self, command: &str, time: &str, disk: &str) -> String {
        format!("Exact values: `{command}` solves the game on this computer, {time}, {disk}")
    }

    fn outcome(&self, wdl: Wdl, moves: Option<u32>) -> String {
        let result = match wdl {
            Wdl::Win => "wins",
            Wdl::Draw => return "draw".to_owned(),
            Wdl::Loss => "loses",
        };
        moves.map_or_else(|| result.to_owned(), |moves| format!("{result} in {}", counted(moves, "move", "moves")))
    }

    fn exact(&self, wdl: Wdl, distance: Option<[u32; 2]>) -> String {
        let Some([moves, plies]) = distance else { return wdl.to_string() };
        format!("{wdl} in {} ({})", counted(moves, "move", "moves"), counted(plies, "ply", "plies"))
    }

    fn bounded(&self, bound: Bound, words: &str) -> String {
        match bound {
            Bound::Exact => words.to_owned(),
            Bound::AtMost => format!("at most {words}"),
            Bound::AtLeast => format!("at least {words}"),
        }
    }

    fn source(&self, source: Source) -> String {
        source.to_string()
    }

    fn stop(&self, stop: Stop) -> &'static str {
        stop.name()
    }

    fn row(&self, row: Row) -> &'static str {
        match row {
            Row::Position => "position",
            Row::Result => "result",
            Row::Moves => "moves",
            Row::Line => "line",
            Row::Time => "time",
            Row::Chosen => "chosen",
            Row::Source => "source",
            Row::Nodes => "nodes",
            Row::CutOffs => "cut-offs",
            Row::TableHits => "table hits",
            Row::Stored => "stored",
            Row::Array => "array",
        }
    }

    fn stored_positions(&self, used: u64) -> String {
        format!("{} used", counted(used, "position", "positions"))
    }

    fn men(&self, statistics: &Statistics, sides: [&str; 2], points: Option<&str>) -> Vec<String> {
        let [first, second] = statistics.men;
        let mut lines = vec![
            format!("active player: {}", sides[statistics.turn as usize]),
            format!("men: {} {first}, {} {second}", sides[0], sides[1]),
        ];
        lines.extend(points.map(|points| format!("evaluation: {points} for {}", sides[0])));
        lines
    }

    fn criteria(&self, player: i32, phase: u8, available: u8, evaluation: i32, rows: [u8; 3]) -> Vec<String> {
        let [ones, twos, threes] = rows;
        vec![
            format!("active player: {player}"),
            format!("phase: {phase}"),
            format!("available: {available}"),
            format!("evaluation(criteria): {evaluation:>8}"),
            format!("rows of 3: {threes}"),
            format!("rows of 2: {twos}"),
            format!("rows of 1: {ones}"),
        ]
    }

    fn scenario_titles(&self) -> [&'static str; ALL.len()] {
        ALL.map(|scenario| scenario.title)
    }

    fn test_result(&self, is_passed: bool) -> &'static str {
        if is_passed { "Passed" } else { "Not passed" }
    }

    fn contest(&self, first: &str, second: &str, games: u32, game: &str) -> String {
        format!("{first} against {second}, {} of {game}", counted(games, "game", "games"))
    }

    fn elo(&self, [difference, low, high]: [&str; 3]) -> String {
        format!("Elo difference {difference} ({low} to {high}), 95 % interval")
    }

    fn method(&self, plies: u32, playouts: u32) -> String {
        let (plies, games) = (counted(plies, "ply", "plies"), counted(playouts, "random game", "random games"));
        format!("Method: negamax, {plies}, {games} at each end")
    }

    fn refusal(&self, refusal: &Refusal) -> String {
        match refusal {
            Refusal::NoColumn(column) => format!("there is no column {column}"),
            Refusal::FullColumn(column) => format!("column {column} is full"),
            Refusal::NoPoint(point) => format!("there is no point {point}"),
            Refusal::InMill(point) => format!("{point} is in a mill"),
            Refusal::NotToTake(point) => format!("a mill takes a man of the other side, not {point}"),
            Refusal::Stuck(point) => format!("the man on {point} cannot move now"),
            Refusal::Occupied(point) => format!("{point} is occupied"),
            Refusal::NoMan(point) => format!("there is no man on {point}"),
            Refusal::TooFar { from, to } => format!("{from} cannot go to {to}"),
        }
    }

    fn no_such_move(&self, _: &str, _: &str, english: &str) -> String {
        english.to_owned()
    }

    fn lines_help(&self) -> &'static str {
        LINES_HELP
    }

    fn hints_are(&self, on: bool) -> &'static str {
        if on { "hints on" } else { "hints off" }
    }

    fn imperfect(&self, reason: &Imperfect) -> String {
        reason.to_string()
    }

    fn key_help(&self) -> [(&'static str, &'static str); 18] {
        [
            ("1 to 9, a …", "drop in this column"),
            ("a1 to g7", "touch: from, to, man taken"),
            ("← → ↑ ↓", "cursor; ↓ drops a man"),
            ("Home End", "first and last column"),
            ("Enter", "touch here; resume if paused"),
            ("mouse", "click a column or a point"),
            ("Esc", "cancel, stop, or close"),
            ("Space", "play the best move"),
            ("H", "values of moves on or off"),
            ("U R", "undo, redo"),
            ("P", "players: person, 1-10, …"),
            ("N", "new game: morris:lasker, …"),
            ("S L", "save and load the game"),
            ("M", "list of moves"),
            ("V", "table and chart of values"),
            ("F", "flip (capital in morris)"),
            ("?", "this help"),
            ("Q", "quit"),
        ]
    }
}

//! Positions, values and thoughts as JSON: one dialect for the server, the command's `--json`, and everything that speaks to them.
//!
//! Only facts cross the wire: every word is a code from a fixed list, for which a page or program finds its own sentence. Numbers keep their
//! unit in the name of their field.
//!
//! ```
//! use zwick::{AnyPosition, Game, Record, wire};
//! let start = Record::new(AnyPosition::start(Game::CONNECT_FOUR));
//! let state = serde_json::to_value(wire::State::of(&start))?;
//! assert_eq!(state["shape"], serde_json::json!({ "kind": "grid", "width": 7, "height": 6 }));
//! assert_eq!(state["legal"][3], "4");
//! # Ok::<(), serde_json::Error>(())
//! ```

mod analysis;
mod offered;
mod state;
mod thought;
mod worth;

pub use analysis::{Analysis, ExplainedMove, Explanation, Review};
pub use offered::Offered;
pub use state::{Over, Phase, State, cells};
pub use thought::{Choice, ScoredMove, Thought};
pub use worth::{Answer, Kind, MoveAnswer, Worth};

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::{Value as Json, json, to_value};

    use super::*;
    use crate::any::{AnyPosition, Game};
    use crate::game::Reason;
    use crate::scale::Scale;
    use crate::score::Score;
    use crate::search::Bound;
    use crate::worth::Source;

    fn json_of(value: impl Serialize) -> Json {
        to_value(value).unwrap()
    }

    #[test]
    fn words_on_the_wire_are_codes() {
        assert_eq!(json_of(Source::Depth { plies: 12 }), json!({ "kind": "depth", "plies": 12 }));
        assert_eq!(json_of(Source::Database { plies: None }), json!({ "kind": "database", "plies": null }));
        assert_eq!(json_of(Reason::FourInLine), "four-in-line");
        assert_eq!(json_of(Bound::AtMost), "at-most");
        assert_eq!(json_of(Phase::from(crate::Phase::Plies(0))), json!({ "kind": "plies", "from": 0, "to": 3 }));
        assert_eq!(json_of(Phase::from(crate::Phase::Plies(1))), json!({ "kind": "plies", "from": 4, "to": 6 }));
        let all = Reason::ALL.map(json_of);
        let is_code = |word: &str| word.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
        assert!(all.iter().all(|code| code.as_str().is_some_and(is_code)), "{all:?}");
    }

    #[test]
    fn a_state_says_what_the_board_looks_like_and_what_moves_touch() {
        let record = |game, moves| AnyPosition::read_record(game, moves, crate::DrawRules::OFF).unwrap();
        let state = json_of(State::of(&record(Game::MORRIS, "a7 b6 d7 b4 g7xb6")));
        assert_eq!(state["shape"]["points"][0], json!({ "name": "a7", "x": 0, "y": 0 }));
        assert_eq!(state["last_touched"], json!({ "from": null, "to": 2, "take": 8 }));
        assert_eq!(state["cells"], "111............2........");
        assert_eq!(state["legal"].as_array().map(Vec::len), state["touched"].as_array().map(Vec::len));
        assert_eq!((&state["draws"], &state["statistics"]["men"]), (&json!("off"), &json!([3, 1])));
        let state = json_of(State::of(&record(Game::CONNECT_FOUR, "1121314")));
        assert_eq!(state["over"], json!({ "winner": "first", "reason": "four-in-line" }));
        assert_eq!((&state["legal"], &state["touched"]), (&json!([]), &json!([])));
        assert_eq!(state["last_touched"]["to"], 5 * 7 + 3);
    }

    #[test]
    fn scores_of_searches_are_told_as_what_they_are() {
        let scale = Scale::of(Game::MORRIS);
        let won = json_of(Worth::of_score(Score::win_in(5), true, scale));
        assert_eq!((&won["kind"], &won["result"], &won["moves"]), (&json!("exact"), &json!("win"), &json!(3)));
        let draw = json_of(Worth::of_score(Score::EVEN, true, scale));
        assert_eq!((&draw["result"], &draw["points"]), (&json!("draw"), &Json::Null));
        let even = json_of(Worth::of_score(Score::EVEN, false, scale));
        assert_eq!((&even["result"], &even["points"]), (&Json::Null, &json!(0.0)));
        let mean = json_of(Worth::of_score(Score::estimate(37_000), false, Scale::Mean));
        assert_eq!((&mean["points"], &mean["mean"]), (&Json::Null, &json!(0.37)));
        let wins = json_of(Worth::of_score(Score::estimate(37_000), false, Scale::Wins));
        assert_eq!((&wins["mean"], &wins["wins"]), (&Json::Null, &json!(0.37)));
        assert!(Worth::of_bound(Score::MIN, scale).is_none() && Worth::of_bound(Score::EVEN, scale).is_some());
    }
}

#![no_main]
//! Any text is rejected with a reason, or gives a position that reads back from what it writes.

use libfuzzer_sys::fuzz_target;
use zwick::{AnyPosition, Game};

fuzz_target!(|text: &str| {
    for name in ["connect-four", "connect-four:8x7", "connect-four:16x3", "connect-four:4x15"] {
        let game: Game = name.parse().expect("a board size that is offered");
        match AnyPosition::read(game, text) {
            Ok(position) => {
                assert_eq!(AnyPosition::read(game, &position.to_string()), Ok(position));
                assert_eq!(AnyPosition::read(game, &format!("{position:#}")), Ok(position));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

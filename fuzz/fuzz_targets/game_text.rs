#![no_main]
//! Any text is rejected with a reason, or gives a game that reads back from what it writes.

use libfuzzer_sys::fuzz_target;
use zwick::GameText;

fuzz_target!(|text: &str| match text.parse::<GameText>() {
    Ok(game) => assert_eq!(game.to_string().parse(), Ok(game)),
    Err(error) => assert!(!error.to_string().is_empty()),
});

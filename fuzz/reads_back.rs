//! Any text is rejected with a reason, or gives a position that reads back from what it writes.

use zwick::{AnyPosition, Game};

pub fn in_games(names: [&str; 4], text: &str) {
    for name in names {
        let game: Game = name.parse().expect("a game that is offered");
        match AnyPosition::read(game, text) {
            Ok(position) => {
                assert_eq!(AnyPosition::read(game, &position.to_string()), Ok(position));
                assert_eq!(AnyPosition::read(game, &format!("{position:#}")), Ok(position));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

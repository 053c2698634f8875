//! A game between two players, written down so that it can be read back.
//!
//! `cargo run --release --example play -- "level 3" mcts:playouts=500`

use std::error::Error;

use zwick::search::{Limits, Scored};
use zwick::{AnyPlayer, AnyPosition, Game, GameText, Position, Record};

fn main() -> Result<(), Box<dyn Error>> {
    // A player is a text: a level, or an algorithm with its settings.
    let mut arguments = std::env::args().skip(1);
    let names = ["level 5", "alpha-beta:depth=6"].map(|usual| arguments.next().unwrap_or_else(|| usual.to_owned()));
    let [first, second] = &names;
    let mut players =
        [AnyPlayer::new(Game::CONNECT_FOUR, first.parse()?, 1), AnyPlayer::new(Game::CONNECT_FOUR, second.parse()?, 2)];

    // A record knows the moves, undoes them, and ends the game by the rules.
    let mut record = Record::new(AnyPosition::start(Game::CONNECT_FOUR));
    while record.ending().is_none() {
        let player = &mut players[record.moves().len() % 2];
        let report = player.think(record.position(), Scored::Best, &Limits::default(), None)?;
        record.play(report.choice.expect("an unfinished game has a move"))?;
    }
    println!("{:#}\n", record.position());

    // Whole games are texts, like PGN in chess.
    let mut text = GameText::new(record);
    text.tags.extend([("First".to_owned(), first.clone()), ("Second".to_owned(), second.clone())]);
    println!("{text}");
    assert_eq!(text.to_string().parse::<GameText>()?, text);
    assert!(text.record.position().outcome().is_some());
    Ok(())
}

//! Why moves are good or bad: facts that can be checked, not opinions.
//!
//! `cargo run --release --example explain`

use std::error::Error;

use zwick::search::Limits;
use zwick::{Analyst, AnyPosition, FactKind, Game, Library, Position, Scale, explain};

fn main() -> Result<(), Box<dyn Error>> {
    let scale = Scale::of(Game::CONNECT_FOUR);
    let mut analyst = Analyst::new(Library::default());
    let position = AnyPosition::read(Game::CONNECT_FOUR, "4455")?;
    println!("{position:#}\n");

    let explanation = explain(&mut analyst, &position, &Limits::default())?;
    for fact in &explanation.facts {
        println!("{}: {} {}", position.side_name(fact.side), fact.kind.name(), fact.moves.join(" "));
    }
    for (rated, facts) in explanation.analysis.moves().iter().zip(&explanation.moves) {
        let kinds: Vec<&str> = facts.iter().map(|fact| fact.kind.name()).collect();
        println!("{} ({}): {}", rated.mv, scale.tell(rated.answer.verdict), kinds.join(", "));
    }

    // Two men beside each other on the ground and both ends open: the next makes two threats, of which only one can be blocked.
    let best = &explanation.moves[0];
    assert!(best.iter().any(|fact| fact.kind == FactKind::DoubleThreat), "{best:?}");
    Ok(())
}

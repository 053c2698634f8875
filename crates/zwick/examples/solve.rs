//! The exact value of a position of Connect Four and of each of its moves.
//!
//! `cargo run --release --example solve -- 4422`

use std::error::Error;

use zwick::connect_four::Solver;
use zwick::{Analyst, AnyPosition, ConnectFour, Game, Library, Scale, Value, Verdict, analyze, search::Limits};

fn main() -> Result<(), Box<dyn Error>> {
    let text = std::env::args().nth(1).unwrap_or_else(|| "4422".to_owned());

    // An analyst looks in the book first and then solves the rest. It answers for every game.
    let position = AnyPosition::read(Game::CONNECT_FOUR, &text)?;
    let scale = Scale::of(Game::CONNECT_FOUR);
    let mut analyst = Analyst::new(Library::default());
    let analysis = analyze(&mut analyst, &position, &Limits::default())?;
    println!("{position:#}\n");
    for rated in analysis.moves() {
        println!("{}  {}", rated.mv, scale.tell(rated.answer.verdict));
    }
    assert!(matches!(analysis.answer().verdict, Verdict::Exact(_)), "every position of Connect Four can be solved");

    // A solver does the same for one board size, and needs no book.
    let mut solver: Solver<5, 4> = Solver::new();
    let small: ConnectFour<5, 4> = ConnectFour::new();
    assert_eq!(solver.value(&small), Value::DRAW);
    println!("\n5x4 is a draw: {} positions searched", solver.nodes());
    Ok(())
}

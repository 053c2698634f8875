//! Builds the smallest table of Nine Men's Morris, three men against three, and looks positions up in it.
//!
//! `cargo run --release --example tablebase`

use std::error::Error;
use std::sync::atomic::AtomicBool;

use zwick::morris::{BookTablesSearch, PairSummary, Standard, Tablebase, Wanted, build};
use zwick::search::Limits;
use zwick::{Morris, Value, analyze};

fn main() -> Result<(), Box<dyn Error>> {
    // Another thread could stop a long build by setting the flag; the same call resumes it.
    let folder = std::env::temp_dir().join(format!("zwick-example-{}", std::process::id()));
    let stop = AtomicBool::new(false);
    build::<Standard>(&folder, Wanted::up_to(6), &stop, |_| ())?;

    let mut tables: Tablebase = Tablebase::open(&folder)?;
    for PairSummary { own, other, counts, bytes } in tables.pairs()? {
        println!("{own} against {other}: {} positions in {bytes} bytes\n", counts.positions());
    }

    // White closes a mill at once and has won: Black keeps two men.
    let position: Morris = "W1W2W2/1B1B1B2/8 W 0 0".parse()?;
    println!("{position:#}\n");
    assert_eq!(tables.value(&position)?, Value::win_in(1));

    // An oracle rates all moves, best first.
    let mut oracle = BookTablesSearch::<Standard>::new(None, Some(&folder), 1)?;
    let analysis = analyze(&mut oracle, &position, &Limits::default())?;
    for rated in analysis.moves().iter().take(5) {
        println!("{:10} {:?}", rated.mv.to_string(), rated.answer.verdict);
    }
    assert!(analysis.moves().iter().all(|rated| rated.answer.verdict.value().is_some()), "every move is in the table");
    std::fs::remove_dir_all(&folder)?;
    Ok(())
}

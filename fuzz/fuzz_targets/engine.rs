#![no_main]
//! The engine answers any line of bytes with lines of text, and keeps a valid game.

use std::time::Instant;

use libfuzzer_sys::fuzz_target;
use zwick::Position;
use zwick_engine::{Deed, Options, Session};

fuzz_target!(|bytes: &[u8]| {
    let mut session = Session::new(Options::default());
    for line in bytes.split(|&byte| byte == b'\n') {
        let (lines, deed) = session.obey(&String::from_utf8_lossy(line), Instant::now());
        assert!(lines.iter().all(|line| !line.is_empty() && !line.contains('\n')));
        match deed {
            Deed::Think(task) => assert!(task.position.ending().is_none()),
            Deed::Quit => break,
            _ => {}
        }
    }
    let (answer, _) = session.obey("query gameover", Instant::now());
    assert_eq!(answer[0] == "response true", session.record().ending().is_some());
});

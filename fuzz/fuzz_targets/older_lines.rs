#![no_main]
//! Any line of an older program's database is rejected with a reason, or is a claim that reads back from what it writes.

use libfuzzer_sys::fuzz_target;
use zwick::older::Program;

fuzz_target!(|line: &str| {
    for program in Program::ALL {
        match program.read(line) {
            Ok(claim) => {
                let written = program.write(&claim).expect("a claim that was read");
                assert_eq!(program.read(&written), Ok(claim));
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
});

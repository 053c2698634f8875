#![no_main]
//! Positions of Nine Men's Morris.

#[path = "../reads_back.rs"]
mod reads_back;

libfuzzer_sys::fuzz_target!(|text: &str| reads_back::in_games(["morris", "morris:no-flying", "morris:lasker", "morris:morabaraba"], text));

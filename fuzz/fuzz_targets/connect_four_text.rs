#![no_main]
//! Positions of Connect Four.

#[path = "../reads_back.rs"]
mod reads_back;

libfuzzer_sys::fuzz_target!(|text: &str| reads_back::in_games(["connect-four", "connect-four:8x7", "connect-four:16x3", "connect-four:4x15"], text));

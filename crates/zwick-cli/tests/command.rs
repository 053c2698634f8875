//! The command, as its users type it: every session in `cmd/` and in the README must print just what it says.

#[test]
fn sessions_print_what_they_say() {
    trycmd::TestCases::new().case("tests/cmd/*.md").case("../../README.md");
}

/// A reader that goes away is no failure.
#[test]
fn a_broken_pipe_is_no_error() {
    use std::process::{Command, Stdio};
    let mut child = Command::new(env!("CARGO_BIN_EXE_zwick"))
        .args(["perft", "connect-four", "9"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert!(output.status.success(), "{output:?}");
    assert!(output.stderr.is_empty(), "{output:?}");
}

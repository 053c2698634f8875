//! Servers, workers and a database as processes that can be killed.

use std::io::{self, BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Duration;

/// A PostgreSQL server for this test only.
pub(crate) struct Postgres {
    pub(crate) address: String,
    child: Child,
    /// `None` only while this is dropped.
    wishes: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Postgres {
    /// `None` if PostgreSQL is not installed, which is reported.
    pub(crate) fn start() -> Option<Self> {
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../zwick-db/tests/postgres");
        let mut child = Command::new(script).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().expect("the script");
        let mut answers = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut address = String::new();
        answers.read_line(&mut address).expect("an address");
        if address.is_empty() {
            assert_eq!(child.wait().expect("it ends").code(), Some(3), "PostgreSQL is installed, but does not start");
            let _ = writeln!(io::stderr().lock(), "SKIPPED: PostgreSQL is not installed");
            return None;
        }
        let wishes = child.stdin.take();
        Some(Self { address: address.trim().to_owned(), child, wishes, answers })
    }

    fn wish(&mut self, wish: &str) {
        writeln!(self.wishes.as_mut().expect("a pipe"), "{wish}").expect("the script runs");
        let mut answer = String::new();
        self.answers.read_line(&mut answer).expect("an answer");
        assert_eq!(answer.trim(), format!("{wish}: done"));
    }

    pub(crate) fn kill_and_restart(&mut self, absence: Duration) {
        self.wish("kill");
        std::thread::sleep(absence);
        self.wish("start");
    }
}

impl Drop for Postgres {
    /// When its standard input closes, the script stops the server and removes its files.
    fn drop(&mut self) {
        drop(self.wishes.take());
        let _ = self.child.wait(); // only we stop it
    }
}

/// A process of the program, killed when dropped.
pub(crate) struct Process {
    command: Command,
    child: Child,
}

impl Process {
    pub(crate) fn start(mut command: Command) -> Self {
        let child = command.spawn().expect("the program starts");
        Self { command, child }
    }

    fn restart(&mut self, absence: Duration) {
        self.child.wait().expect("it ends");
        std::thread::sleep(absence);
        self.child = self.command.spawn().expect("the program starts");
    }

    /// SIGKILL, without warning.
    pub(crate) fn kill_and_restart(&mut self, absence: Duration) {
        self.child.kill().expect("it can be killed");
        self.restart(absence);
    }

    /// SIGTERM: a graceful shutdown.
    pub(crate) fn end_and_restart(&mut self, absence: Duration) {
        self.end();
        self.restart(absence);
    }

    pub(crate) fn end(&mut self) {
        let asked = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(asked.expect("kill is there").success());
    }

    /// Waits until it exits; returns whether it succeeded.
    pub(crate) fn succeeds(&mut self) -> bool {
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The program with this database. Its output is discarded.
pub(crate) fn zwick(words: &[&str], database: &str, directory: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_zwick"));
    command.args(words).args(["--database", database]);
    if matches!(words[0], "serve" | "worker") {
        command.arg("--data-dir").arg(directory);
    }
    command.stdin(Stdio::null()).stdout(Stdio::null());
    command
}

/// Free addresses of this machine.
pub(crate) fn free_ports(number: usize) -> Vec<SocketAddr> {
    let taken: Vec<TcpListener> = (0..number).map(|_| TcpListener::bind("127.0.0.1:0").expect("a free port")).collect();
    taken.iter().map(|listener| listener.local_addr().expect("an address")).collect()
}

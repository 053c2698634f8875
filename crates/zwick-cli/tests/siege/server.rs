//! The server under siege: a public one in little memory, on a disk that can be filled.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst};
use std::time::Duration;

/// All the memory the server may use, including its address space.
const MEGABYTES: u64 = 512;

/// Excuses for a failed request: the server was down, or its disk was full.
#[derive(Debug, Default)]
pub(crate) struct Trouble {
    /// Odd while the server is down; grows with every change.
    absences: AtomicU64,
    /// Odd while the disk is full.
    full_disks: AtomicU64,
    pub(crate) is_over: AtomicBool,
}

/// What was going on when a request was sent.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    absences: u64,
    full_disks: u64,
}

impl Trouble {
    pub(crate) fn now(&self) -> Moment {
        Moment { absences: self.absences.load(SeqCst), full_disks: self.full_disks.load(SeqCst) }
    }

    /// Whether the server was down at some time since.
    pub(crate) fn was_away_since(&self, moment: Moment) -> bool {
        moment.absences % 2 == 1 || self.now().absences != moment.absences
    }

    /// Whether the disk was full at some time since.
    pub(crate) fn was_full_since(&self, moment: Moment) -> bool {
        moment.full_disks % 2 == 1 || self.now().full_disks != moment.full_disks
    }

    pub(crate) fn disk_changes(&self) {
        self.full_disks.fetch_add(1, SeqCst);
    }
}

/// A server that is killed when dropped.
pub(crate) struct Server {
    child: Child,
    address: SocketAddr,
    /// Its peak memory over all restarts, in kilobytes.
    pub(crate) most_memory: u64,
    pub(crate) kills: u32,
}

fn start(address: SocketAddr, directory: &Path) -> Child {
    let mut command = Command::new("bash");
    command.args(["-c", &format!("ulimit -v {}; exec \"$@\"", MEGABYTES << 10), "bash"]);
    command.arg(env!("CARGO_BIN_EXE_zwick")).args(["serve", "--listen", &format!("0.0.0.0:{}", address.port())]);
    command.arg("--data-dir").arg(directory).env("RUST_LOG", "warn").stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().expect("the server starts");
    let mut line = String::new();
    BufReader::new(child.stdout.as_mut().expect("a pipe")).read_line(&mut line).expect("its address");
    assert!(line.contains("http://"), "expected an address, found {line:?}");
    child
}

impl Server {
    pub(crate) fn start(address: SocketAddr, directory: &Path) -> Self {
        Self { child: start(address, directory), address, most_memory: 0, kills: 0 }
    }

    /// SIGKILL, and a restart after a moment.
    pub(crate) fn kill_and_restart(&mut self, directory: &Path, absence: Duration, trouble: &Trouble) {
        self.check();
        trouble.absences.fetch_add(1, SeqCst);
        self.child.kill().expect("it can be killed");
        self.child.wait().expect("it ends");
        std::thread::sleep(absence);
        self.child = start(self.address, directory);
        trouble.absences.fetch_add(1, SeqCst);
        self.kills += 1;
    }

    /// Checks that it is running, and records its peak memory.
    pub(crate) fn check(&mut self) {
        if let Some(status) = self.child.try_wait().expect("it can be asked") {
            panic!("the server ended by itself: {status}");
        }
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id())).expect("it lives");
        let memory = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).expect("the most memory it has had");
        let kilobytes = memory.trim().trim_end_matches(" kB").parse().expect("a number");
        self.most_memory = self.most_memory.max(kilobytes);
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have exited already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

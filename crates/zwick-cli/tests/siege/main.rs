//! All attacks at once on a public server in 512 MB of memory: CPU time wasted, memory and disk filled, connections held, invented methods,
//! nonsense, a full disk and kills; alongside twenty honest players, none of whom may wait long or lose a move.
//!
//! Two minutes, or the number of seconds in `ZWICK_SIEGE`. The random seed is printed; `ZWICK_SIEGE_SEED` sets it.
#![cfg(target_os = "linux")]

mod attackers;
mod client;
mod machine;
mod players;
mod server;

use std::fs;
use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use fastrand::Rng;
use tokio::task::JoinSet;

use attackers::Tally;
use client::Client;
use machine::Machine;
use players::Seen;
use server::{Server, Trouble};

const PLAYERS: u8 = 20;
/// The disk of the server.
const DISK_MEGABYTES: u32 = 200;

/// A small separate file system that can be filled; an ordinary folder where mounting is not allowed.
struct Disk {
    folder: tempfile::TempDir,
    is_mounted: bool,
}

impl Disk {
    fn new() -> Self {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let size = format!("size={DISK_MEGABYTES}m");
        let mounted = Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).status();
        let is_mounted = mounted.is_ok_and(|status| status.success());
        if !is_mounted {
            eprintln!("SKIPPED: the full disk, because no file system may be mounted here");
        }
        Self { folder, is_mounted }
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    /// Fills the disk for a while, then frees it.
    fn fill_for(&self, time: Duration, trouble: &Trouble) {
        if !self.is_mounted {
            return;
        }
        trouble.disk_changes();
        let ballast: PathBuf = self.path().join("ballast");
        // It ends when there is no more space.
        let filled =
            Command::new("dd").args(["if=/dev/zero", "bs=4k"]).arg(format!("of={}", ballast.display())).output();
        assert!(!filled.expect("dd is there").status.success(), "the disk is full now");
        std::thread::sleep(time);
        fs::remove_file(ballast).expect("the ballast is there");
        // Refused requests may still be on their way.
        std::thread::sleep(Duration::from_secs(2));
        trouble.disk_changes();
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if self.is_mounted {
            let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
        }
    }
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok().and_then(|text| text.parse().ok())
}

/// Starts all attackers; they end with the set.
fn attack(server: SocketAddr, tally: &Arc<Tally>, dice: &mut Rng) -> JoinSet<()> {
    let mut attackers = JoinSet::new();
    let mut let_loose = |kind: u8, number: u8, tally: Arc<Tally>, dice: Rng| {
        // Attackers of a kind share two addresses.
        let client = Client { server, from: Ipv4Addr::new(127, 0, 2 + kind, 1 + number % 2) };
        attackers.spawn(async move {
            match kind {
                0 => attackers::burn(client, &tally, dice).await,
                1 => attackers::trace(client, &tally, dice).await,
                2 => attackers::import(client, &tally, dice).await,
                3 => attackers::invent(client, &tally, dice).await,
                4 => attackers::babble(client, &tally, dice).await,
                5 => attackers::dawdle(client, &tally, dice).await,
                6 => attackers::watch(client, &tally, dice).await,
                _ => attackers::wander(client, &tally, dice).await,
            }
        });
    };
    for (kind, many) in [12, 4, 4, 2, 2, 60, 4, 2].into_iter().enumerate() {
        for number in 0..many {
            let_loose(kind as u8, number, Arc::clone(tally), Rng::with_seed(dice.u64(..)));
        }
    }
    attackers
}

/// Kills the server now and then, and fills its disk, until the time is up; returns how often the disk was full.
fn meddle(server: &mut Server, disk: &Disk, time: Duration, dice: &mut Rng, trouble: &Trouble) -> u32 {
    let (started, mut full) = (Instant::now(), 0);
    let mut next_kill = Duration::from_secs(dice.u64(10..30));
    let mut next_full = time / 4;
    while started.elapsed() < time {
        std::thread::sleep(Duration::from_millis(500));
        server.check();
        if started.elapsed() > next_kill {
            server.kill_and_restart(disk.path(), Duration::from_millis(dice.u64(0..2_000)), trouble);
            next_kill = started.elapsed() + Duration::from_secs(dice.u64(10..60));
        }
        if started.elapsed() > next_full {
            disk.fill_for(Duration::from_secs(5), trouble);
            full += 1;
            next_full = started.elapsed() + Duration::from_secs(300);
        }
    }
    full
}

/// Minimum, median and maximum of a sorted list of times.
fn told(waits: &mut [Duration]) -> String {
    waits.sort_unstable();
    let at =
        |share: f64| waits.get((waits.len() as f64 * share) as usize).or(waits.last()).copied().unwrap_or_default();
    format!("median {:?}, 99 % {:?}, longest {:?}", at(0.5), at(0.99), at(1.0))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn twenty_players_notice_nothing_of_a_siege() {
    let time = Duration::from_secs(setting("ZWICK_SIEGE").unwrap_or(120));
    let seed = setting("ZWICK_SIEGE_SEED").unwrap_or_else(|| fastrand::u64(..));
    println!("ZWICK_SIEGE_SEED={seed}");
    let mut dice = Rng::with_seed(seed);
    let disk = Disk::new();
    let address = TcpListener::bind("127.0.0.1:0").expect("a free port").local_addr().expect("its address");
    let mut server = Server::start(address, disk.path());
    let (trouble, tally) = (Arc::new(Trouble::default()), Arc::new(Tally::default()));

    let machine = Machine::watch();
    let mut players = JoinSet::new();
    for number in 1..=PLAYERS {
        let client = Client { server: address, from: Ipv4Addr::new(127, 0, 1, number) };
        let (trouble, dice) = (Arc::clone(&trouble), Rng::with_seed(dice.u64(..)));
        players.spawn(async move { (client, players::play(client, &trouble, machine, dice).await) });
    }
    let mut attackers = attack(address, &tally, &mut dice);
    let mut besieged = {
        let trouble = Arc::clone(&trouble);
        tokio::task::spawn_blocking(move || {
            let full = meddle(&mut server, &disk, time, &mut dice, &trouble);
            (server, disk, full)
        })
    };
    let (mut server, _disk, full) = tokio::select! {
        besieged = &mut besieged => besieged.expect("a server that stands"),
        // Attackers end only on an unacceptable answer.
        Some(ended) = attackers.join_next() => panic!("an attacker got through: {ended:?}"),
        Some(ended) = players.join_next() => panic!("a player was let down: {:?}", ended.err()),
    };
    trouble.is_over.store(true, Relaxed);
    attackers.shutdown().await;

    let (mut games, mut moves, mut waits) = (0, 0, Vec::new());
    while let Some(ended) = players.join_next().await {
        let (client, mut seen): (Client, Seen) = ended.expect("a player who was not let down");
        moves += players::compare(client, &trouble, &mut seen.games).await;
        games += seen.games.len();
        waits.extend(seen.waits);
    }
    server.check();
    let answers = tally.answers.each_ref().map(|count| count.load(Relaxed));
    println!(
        "{} attacks, answered 2xx {}, 4xx {}, 5xx {}; {} kills, {full} full disks; at most {} MB of memory\n\
         {games} games, {moves} moves, none lost; {} moves of level 1: {}; up to {:.1} times longer than alone on this machine",
        tally.sent.load(Relaxed),
        answers[1],
        answers[3],
        answers[4],
        server.kills,
        server.most_memory >> 10,
        waits.len(),
        told(&mut waits),
        machine.worst()
    );
    assert!(moves > 0 && !waits.is_empty(), "somebody has played");
}

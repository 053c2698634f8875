//! Every limit of a server in one table: for one address, for all, and what is reserved for people who play.
//!
//! Two tables exist. A server that only its own machine can reach is generous, because the one who would be refused is its owner. A server
//! that others can reach takes what one address can do to it as given, and divides the memory it was given.
//!
//! When the places of something are all taken, a newcomer gets the place of the oldest of the address that holds the most; so as long as
//! there are more places than attackers, everybody else gets in. `docs/limits.md` shows the table; a test compares the two.
//!
//! Where the memory of a public server goes, as shares of what it may have (in brackets with 512 MB and two processors):
//!
//! | what | at most |
//! |---|---|
//! | thinkers: a solver's table, the table of an estimate, and what a player may use, [`PER_THINKER`] each | a half (2 · 96 MB) |
//! | quick answers: one table of [`PER_QUICK_ANSWER`] each | a sixteenth, or two (2 · 17 MB) |
//! | traces, those being sent included | a tenth (51 MB) |
//! | players at rest between the moves of their games | a tenth (51 MB) |
//! | connections: head, and body or unread answer, [`PER_CONNECTION`] each | a seventh (360 · 208 KB) |
//! | the program, the store's pages, the stacks of about twenty threads | about 80 MB |

use std::time::Duration;

/// Bytes in a megabyte.
const MB: usize = 1 << 20;
/// What a thinker may use: a solver's table of 32 MB, the table of an estimate of 16 MB, and 48 MB for a player.
const PER_THINKER: usize = 96 * MB;
/// The solver's part of that, on a server that others can reach.
const SOLVER_TABLE: usize = 32 * MB;
/// Memory of an analyst that only looks up answers: the table of the search behind the tables of morris, and a very small solver.
const PER_QUICK_ANSWER: usize = 17 * MB;
/// What a connection may hold: a task, the buffers of hyper, and either a body or an answer that is not read.
const PER_CONNECTION: usize = (16 << 10) + BUFFER + LONGEST_ANSWER;
/// The longest answers at once, if they are not downloads: some hundred nodes of a trace.
const LONGEST_ANSWER: usize = 128 << 10;
/// The longest body of a request: a game of some thousand moves.
pub(crate) const LONGEST_BODY: usize = 64 << 10;
/// The most a connection keeps of a request's head, or of an answer that was not sent yet.
pub(crate) const BUFFER: usize = 64 << 10;
/// The most the system keeps for a connection that does not read, about: outside of the program's memory, but of the machine's.
pub(crate) const SEND_BUFFER: usize = 128 << 10;
/// A request that changes a game is taken to store this much, besides its body.
pub(crate) const STORED_BY_A_CHANGE: usize = 1 << 10;
/// A byte of a game's text becomes this many on disk at most: each position is noted twice, so that it can be found.
pub(crate) const STORED_BY_A_BYTE: usize = 12;
/// The longest time anyone may ask for.
pub(crate) const LONGEST_TIME: Duration = Duration::from_secs(60);

/// The shortest and the longest time that a side of a game may have at the beginning.
pub(crate) const SHORTEST_CLOCK: Duration = Duration::from_secs(1);
pub(crate) const LONGEST_CLOCK: Duration = Duration::from_secs(10_800);
/// The most that a move may add to it.
pub(crate) const LONGEST_INCREMENT: Duration = Duration::from_secs(180);

/// The characters of a player's name.
pub(crate) const LONGEST_NAME: usize = 20;
/// The pause of a player between two phrases.
pub(crate) const BETWEEN_PHRASES: Duration = Duration::from_secs(2);

/// How many of something: at an address, altogether, and how many of these are kept back for `/healthz` and for players' moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Share {
    /// For one address; a network of 64 bits counts as one.
    pub address: usize,
    /// For all together.
    pub all: usize,
    /// Of these, only for what must always get through.
    pub reserve: usize,
}

impl Share {
    /// The same for an address and for all, with nothing kept back.
    pub const fn of_all(all: usize) -> Self {
        Self { address: all, all, reserve: 0 }
    }
}

/// Resource limits of a server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// Requests a second that an address may make on average; any number if none.
    pub rate: Option<u32>,
    /// Open connections.
    pub connections: Share,
    /// Requests being answered.
    pub requests: Share,
    /// Open event streams: games, jobs, analyses, random games.
    pub streams: Share,
    /// Downloads being read.
    pub downloads: Share,
    /// Positions thought about at a time. Traces get at most half of these places.
    pub thinkers: Share,
    /// Answers at a time that take milliseconds: books, tables, low levels. They never wait behind the others.
    pub quick_answers: Share,
    /// Changes of games being saved.
    pub savers: Share,
    /// Requests that wait for one of these.
    pub waiting: Share,
    /// How long each of them may wait: longer than one page, whose board and whose lab may both be thought about, waits for itself.
    pub patience: Duration,
    /// The longest a position is thought about, whatever time was asked for.
    pub longest_thought: Duration,
    /// Traces kept.
    pub traces: Share,
    /// Bytes of all traces kept, under way or being sent.
    pub trace_bytes: Share,
    /// Bytes of players at rest between the moves of their games; one that an address has no room for is not kept.
    pub resting_bytes: Share,
    /// Nodes of one trace.
    pub trace_nodes: u32,
    /// Bytes stored in an hour; none if they are not counted.
    pub stored: Option<Share>,
    /// Moves of a game that is kept.
    pub plies: usize,
    /// Entries of a player's table, 16 bytes each.
    pub table: usize,
    /// Threads of a player.
    pub player_threads: usize,
    /// Bytes of a solver's table.
    pub solver_table: usize,
    /// Threads of a solver or an estimate.
    pub solver_threads: usize,
    /// How long any answer may take to begin.
    pub longest_answer: Duration,
    /// How long a request's head may take, and a connection may be idle.
    pub longest_head: Duration,
    /// How long a request's body may take.
    pub longest_body: Duration,
    /// How long a client may leave an answer unread.
    pub longest_unread: Duration,
    /// How long a download may take.
    pub longest_download: Duration,
}

impl Limits {
    /// For a server that only its own machine can reach.
    pub fn local() -> Self {
        let processors = processors();
        Self {
            rate: None,
            connections: Share::of_all(8_192),
            requests: Share { address: 4_096, all: 4_096, reserve: 64 },
            streams: Share::of_all(4_096),
            downloads: Share::of_all(16),
            thinkers: Share::of_all(processors),
            quick_answers: Share::of_all(processors.max(2)),
            savers: Share::of_all(8),
            waiting: Share::of_all(256),
            patience: Duration::from_secs(30),
            longest_thought: LONGEST_TIME,
            traces: Share::of_all(1_000),
            trace_bytes: Share::of_all(576 * MB),
            resting_bytes: Share::of_all(256 * MB),
            trace_nodes: 12_000_000,
            stored: None,
            plies: 10_000,
            table: 1 << 22,
            player_threads: 8,
            solver_table: usize::MAX,
            solver_threads: usize::MAX,
            longest_answer: Duration::from_secs(90),
            longest_head: Duration::from_secs(10),
            longest_body: Duration::from_secs(10),
            longest_unread: Duration::from_secs(60),
            longest_download: Duration::from_secs(3_600),
        }
    }

    /// For a server that others can reach, on this machine.
    pub fn public() -> Self {
        Self::public_with(memory(), processors())
    }

    /// For a public server with this much memory and this many processors.
    pub fn public_with(memory: usize, processors: usize) -> Self {
        let thinkers = (memory / 2 / PER_THINKER).clamp(1, processors.max(2));
        let connections = (memory / 7 / PER_CONNECTION).clamp(64, 4_096);
        let quick_answers = (memory / 16 / PER_QUICK_ANSWER).clamp(2, processors.max(2));
        let (trace_bytes, resting_bytes) = (memory / 10, memory / 10);
        Self {
            rate: Some(50),
            connections: Share { address: connections.min(64), all: connections, reserve: 0 },
            requests: Share { address: 32, all: connections / 2, reserve: connections / 8 },
            streams: Share { address: 32, all: connections / 2, reserve: 0 },
            downloads: Share { address: 1, all: 8, reserve: 0 },
            thinkers: Share { address: (thinkers / 2).max(1), all: thinkers, reserve: 0 },
            quick_answers: Share { address: 1, all: quick_answers, reserve: 0 },
            savers: Share { address: 1, all: 4, reserve: 0 },
            waiting: Share { address: 32, all: connections / 4, reserve: 0 },
            longest_thought: Duration::from_secs(10),
            traces: Share { address: 16, all: 256, reserve: 0 },
            trace_bytes: Share { address: trace_bytes / 2, all: trace_bytes, reserve: 0 },
            resting_bytes: Share { address: resting_bytes / 2, all: resting_bytes, reserve: 0 },
            trace_nodes: u32::try_from(trace_bytes / 2 / 24).unwrap_or(u32::MAX).min(1_000_000),
            stored: Some(Share { address: 16 * MB, all: 128 * MB, reserve: 32 * MB }),
            plies: 2_000,
            table: 1 << 20,
            player_threads: 2,
            solver_table: SOLVER_TABLE,
            solver_threads: (processors / thinkers).max(1),
            longest_unread: Duration::from_secs(20),
            longest_download: Duration::from_secs(900),
            ..Self::local()
        }
    }

    /// Threads of the runtime for looks at files. Those who think have threads of their own, one for each turn, and jobs have too.
    pub const BLOCKING_THREADS: usize = 4;
}

fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// How many bytes of memory a server that others can reach may use: half of the machine's, unless it was given less.
fn memory() -> usize {
    /// Where the system does not say.
    const USUAL: u64 = 1 << 30;
    let machine = sysinfo::System::new().ok().map(|mut system| {
        system.refresh_memory();
        let half = system.total_memory() / 2;
        system
            .cgroup_limits()
            .map_or(half, |group| if group.total_memory < 2 * half { group.total_memory } else { half })
    });
    let found = machine.filter(|&bytes| bytes > 0).unwrap_or(USUAL);
    usize::try_from(found.min(addresses())).unwrap_or(usize::MAX)
}

/// The most addresses the process may map (`ulimit -v`).
fn addresses() -> u64 {
    #[cfg(unix)]
    return rlimit::Resource::AS.get_soft().unwrap_or(u64::MAX);
    #[cfg(not(unix))]
    u64::MAX
}

#[cfg(test)]
mod tests {
    use super::*;

    impl Limits {
        /// The limits as lines of a table: what, for an address, for all, kept back.
        fn rows(&self) -> Vec<[String; 4]> {
            let number = |number: usize| if number == usize::MAX { "any".to_owned() } else { number.to_string() };
            let row = |what: &str, share: Share| {
                [what.to_owned(), number(share.address), number(share.all), number(share.reserve)]
            };
            let bytes =
                |share: Share| Share { address: share.address / MB, all: share.all / MB, reserve: share.reserve / MB };
            let one = |what: &str, limit: String| [what.to_owned(), limit, String::new(), String::new()];
            let seconds = |what: &str, time: Duration| one(what, format!("{} s", time.as_secs()));
            vec![
                one("requests a second", self.rate.map_or("any".to_owned(), |rate| rate.to_string())),
                row("open connections", self.connections),
                row("requests being answered", self.requests),
                row("open event streams", self.streams),
                row("downloads being read", self.downloads),
                row("positions thought about", self.thinkers),
                row("quick answers at a time", self.quick_answers),
                row("changes being saved", self.savers),
                row("requests waiting for these", self.waiting),
                row("traces kept", self.traces),
                row("MB of traces", bytes(self.trace_bytes)),
                row("MB of players at rest", bytes(self.resting_bytes)),
                self.stored.map_or_else(
                    || one("MB stored in an hour", "any".to_owned()),
                    |stored| row("MB stored in an hour", bytes(stored)),
                ),
                one("nodes of a trace", self.trace_nodes.to_string()),
                one("moves of a game that is kept", self.plies.to_string()),
                one("entries of a player's table", self.table.to_string()),
                one("threads of a player", self.player_threads.to_string()),
                one("bytes of a request's body", LONGEST_BODY.to_string()),
                one("characters of a player's name", LONGEST_NAME.to_string()),
                seconds("between two phrases of a player", BETWEEN_PHRASES),
                seconds("a clock of a game at the beginning", LONGEST_CLOCK),
                seconds("added to it by a move", LONGEST_INCREMENT),
                seconds("thinking about a position", self.longest_thought),
                seconds("waiting for that", self.patience),
                seconds("until an answer begins", self.longest_answer),
                seconds("a request's head, an idle connection", self.longest_head),
                seconds("a request's body", self.longest_body),
                seconds("an answer left unread", self.longest_unread),
                seconds("a download", self.longest_download),
            ]
        }
    }

    #[test]
    fn the_documented_table_is_the_one_in_force() {
        let (local, public) = (Limits { ..of_two_processors() }, Limits::public_with(512 * MB, 2));
        let mut table = "| | on your own machine | others can reach it: an address | all | kept back |\n\
                         |---|---|---|---|---|\n"
            .to_owned();
        for ([what, _, own, _], [_, address, all, reserve]) in local.rows().into_iter().zip(public.rows()) {
            let own = if own.is_empty() { local_of(&local, &what) } else { own };
            let line = format!("| {what} | {own} | {address} | {all} | {reserve} |");
            table.push_str(&line.replace("|  |", "| |").replace("|  |", "| |"));
            table.push('\n');
        }
        let document = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/limits.md"));
        assert!(document.expect("docs/limits.md").contains(&table), "expected this table in docs/limits.md:\n{table}");
    }

    /// The local table on a machine with two processors, so that every machine documents the same.
    fn of_two_processors() -> Limits {
        Limits { thinkers: Share::of_all(2), quick_answers: Share::of_all(2), ..Limits::local() }
    }

    fn local_of(limits: &Limits, what: &str) -> String {
        let row = limits.rows().into_iter().find(|row| row[0] == what).expect("the same rows");
        row[1].clone()
    }

    #[test]
    fn the_shares_of_the_memory_fit_into_it() {
        for megabytes in [512, 1_024, 4_096, 65_536] {
            let limits = Limits::public_with(megabytes * MB, 64);
            let sum = limits.thinkers.all * PER_THINKER
                + limits.quick_answers.all * PER_QUICK_ANSWER
                + limits.trace_bytes.all
                + limits.resting_bytes.all
                + limits.connections.all * PER_CONNECTION
                + 80 * MB;
            assert!(sum <= megabytes * MB, "{megabytes} MB: {} MB", sum / MB);
        }
    }

    #[test]
    fn what_a_thinker_may_use_is_what_players_and_solvers_may_take() {
        let limits = Limits::public_with(512 * MB, 2);
        assert!(limits.solver_table + 16 * MB + 48 * MB <= PER_THINKER);
        assert!(limits.table * 16 <= 48 * MB);
    }
}

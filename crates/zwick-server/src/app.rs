//! A server's state, shared by all requests.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicU64;
use std::time::Duration;

use tokio::sync::watch;
use zwick::Library;
use zwick_db::Store;

use crate::games::clock::Served;
use crate::games::live::Live;
use crate::http::edge::Asker;
use crate::http::fair::{Fair, Turn};
use crate::http::gate::{Gate, Need, Pass};
use crate::http::health::Health;
use crate::http::limits::Limits;
use crate::http::meters::Meters;
use crate::http::operator::Operators;
use crate::http::origin::{Hosts, Origin};
use crate::http::problem::Problem;
use crate::http::rates::Rates;
use crate::jobs::Jobs;
use crate::knowledge::awaited::Awaited;
use crate::knowledge::kept::Kept;
use crate::knowledge::stock::Stock;
use crate::lab::traces::Traces;
use crate::thinking::Thinkers;
use crate::thinking::resting::Resting;

/// What a server allows, and to whom.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What clients may use.
    pub limits: Limits,
    /// The host names that are answered to.
    pub hosts: Hosts,
    /// Other sites whose pages may read what anyone may read.
    pub guests: Vec<Origin>,
    /// Whether a reverse proxy passes the client's address in `X-Real-IP`.
    pub is_behind_proxy: bool,
    /// Who may start jobs and clear databases.
    pub operators: Operators,
    /// How long games are kept that nobody opens; `None` keeps them forever.
    pub keep_games: Option<Duration>,
    /// The most bytes that all tables of morris may take on disk; `None` for as many as are free.
    pub tables_room: Option<u64>,
}

impl Default for Settings {
    /// For a server on one's own machine: no limit for an address, and local names only.
    fn default() -> Self {
        Self {
            limits: Limits::local(),
            hosts: Hosts::Only { names: Vec::new(), local: true },
            guests: Vec::new(),
            is_behind_proxy: false,
            operators: Operators::Everyone,
            keep_games: None,
            tables_room: None,
        }
    }
}

/// Everything a server knows while it runs.
pub struct App {
    pub(crate) store: Store,
    pub(crate) library: Library,
    pub(crate) settings: Settings,
    pub(crate) thinkers: Thinkers,
    /// Players of games, between their moves.
    pub(crate) resting: Arc<Resting>,
    pub(crate) traces: Traces,
    pub(crate) jobs: Jobs,
    /// Positions of morris that somebody waits for.
    pub(crate) awaited: Awaited,
    pub(crate) stock: Kept<Stock>,
    /// How many games are kept.
    pub(crate) games: Kept<u64>,
    /// How often one was begun or removed here.
    pub(crate) games_changed: AtomicU64,
    pub(crate) live: Live,
    /// The time in which clocks count.
    pub(crate) served: Served,
    pub(crate) health: Health,
    pub(crate) rates: Option<Rates>,
    /// Bytes that addresses store.
    pub(crate) stored: Option<Rates>,
    pub(crate) requests: Arc<Gate>,
    pub(crate) streams: Arc<Gate>,
    pub(crate) downloads: Arc<Gate>,
    /// Turns for saving changes of games.
    pub(crate) savers: Arc<Fair>,
    pub(crate) meters: Meters,
    pub(crate) is_closing: watch::Sender<bool>,
}

impl App {
    /// A server over this store, whose analysts use this library.
    pub fn new(store: Store, library: Library, settings: Settings) -> Arc<Self> {
        const HOUR: Duration = Duration::from_secs(3_600);
        let limits = &settings.limits;
        let is_closing = watch::Sender::new(false);
        Arc::new(Self {
            jobs: Jobs::new(store.is_shared()),
            awaited: Awaited::default(),
            store,
            thinkers: Thinkers::new(limits, library.clone(), is_closing.subscribe()),
            resting: Arc::new(Resting::new(limits.resting_bytes)),
            library,
            traces: Traces::new(limits),
            stock: Kept::default(),
            games: Kept::default(),
            games_changed: AtomicU64::new(0),
            live: Live::default(),
            served: Served::default(),
            health: Health::default(),
            rates: limits.rate.map(Rates::of_requests),
            stored: limits.stored.map(|share| Rates::in_time(share, HOUR)),
            requests: Gate::new(limits.requests),
            streams: Gate::new(limits.streams),
            downloads: Gate::new(limits.downloads),
            savers: Fair::new(limits.savers, limits.waiting),
            meters: Meters::new(),
            is_closing,
            settings,
        })
    }

    /// How many positions are being thought about.
    pub fn thinking(&self) -> usize {
        self.thinkers.at_work()
    }

    /// How many requests wait for that.
    pub fn waiting(&self) -> usize {
        self.thinkers.waiting()
    }

    /// Ends all streams and stops all who think or work.
    pub fn close(&self) {
        self.is_closing.send_replace(true);
        self.jobs.stop_all();
    }

    /// Where the tables of morris are.
    pub(crate) fn tables_folder(&self) -> Result<&Path, Problem> {
        let none = || Problem::Conflict("this server has no folder for tables".to_owned());
        self.library.tables.as_deref().ok_or_else(none)
    }

    /// Returns once the server is about to stop.
    pub(crate) async fn closing(&self) {
        // The sender lives as long as this does.
        let _ = self.is_closing.subscribe().wait_for(|is_closing| *is_closing).await;
    }

    /// A place for a stream of events, which ends when the place is [lost](Pass::lost).
    pub(crate) fn stream(&self, asker: Asker) -> Result<Pass, Problem> {
        self.streams.enter(asker.0, Need::Usual).ok_or(Problem::Crowded)
    }

    /// A turn to save a change of a game, fair by address: long games take long to save.
    pub(crate) async fn turn_to_save(&self, asker: Asker) -> Result<Turn, Problem> {
        self.savers.turn(asker.0, self.settings.limits.patience).await
    }

    /// Waits until all work has ended, then closes the store.
    pub(crate) async fn finish(&self) {
        self.thinkers.rest().await;
        self.jobs.rest().await;
        self.store.close().await;
    }
}

//! Zwickmühle over HTTP: exact answers about positions, games that are kept and watched as they are played, and the page.
//!
//! [`router`] makes the whole service of an [`App`]; [`serve`] answers connections with it until it is told to stop. The interface is
//! described at `/api/openapi.json`, readably at `/api`.
//!
//! ```no_run
//! use zwick::Library;
//! use zwick_db::Store;
//! use zwick_server::{App, Settings, serve};
//! # async fn run() -> Result<(), Box<dyn std::error::Error>> {
//! let app = App::new(Store::open("zwick.db").await?, Library::default(), Settings::default());
//! let listener = tokio::net::TcpListener::bind("127.0.0.1:7070").await?;
//! serve(listener, app, std::future::pending()).await;
//! # Ok(())
//! # }
//! ```

mod analysis;
mod api_page;
mod databases;
mod download;
mod edge;
mod events;
mod explanation;
mod games;
mod jobs;
mod live;
mod meters;
mod offered;
mod operator;
mod page;
mod play;
mod playouts;
mod problem;
mod protocol;
mod rates;
mod report;
mod request;
mod room;
mod router;
mod scenarios;
mod seats;
mod serving;
mod symmetry;
mod thinking;
mod traces;
mod universal;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use tokio::sync::watch;
use zwick::{Analyst, Library};
use zwick_db::Store;

pub use operator::Operators;
pub use room::{NoRoom, check_room};
pub use router::{openapi, router};
pub use serving::serve;

use crate::jobs::Jobs;
use crate::live::Live;
use crate::meters::Meters;
use crate::problem::Problem;
use crate::rates::Rates;
use crate::thinking::Thinkers;
use crate::traces::Traces;

/// The longest body of a request: a game of some thousand moves.
pub(crate) const LONGEST_BODY: usize = 64 << 10;

/// How much a server takes upon itself.
#[derive(Debug, Clone)]
pub struct Settings {
    /// How many positions are thought about at a time.
    pub thinkers: usize,
    /// How many requests may wait for that.
    pub most_waiting: usize,
    /// How long each of them may wait: longer than one page, whose board and whose lab may both be thought about, waits for itself.
    pub patience: Duration,
    /// How long any answer may take.
    pub longest_answer: Duration,
    /// How many may watch games at a time.
    pub most_watchers: usize,
    /// How many connections may be open at a time.
    pub most_connections: usize,
    /// How many requests a second each address may make, on average; as many as it likes if none.
    pub rate: Option<u32>,
    /// Whether only those names of this machine are answered to that no page of someone else can have.
    pub only_local_names: bool,
    /// Whether a reverse proxy tells in `X-Real-IP` whose request it hands on.
    pub is_behind_proxy: bool,
    /// Who may start jobs and empty databases.
    pub operators: Operators,
}

impl Default for Settings {
    /// For a server on one's own machine: no limit for an address, and local names only.
    fn default() -> Self {
        Self {
            thinkers: std::thread::available_parallelism().map_or(1, usize::from),
            most_waiting: 256,
            patience: Duration::from_secs(30),
            longest_answer: Duration::from_secs(90),
            most_watchers: 4_096,
            most_connections: 8_192,
            rate: None,
            only_local_names: true,
            is_behind_proxy: false,
            operators: Operators::Everyone,
        }
    }
}

/// Everything a server knows while it runs.
pub struct App {
    store: Store,
    library: Library,
    settings: Settings,
    thinkers: Thinkers,
    traces: Traces,
    jobs: Jobs,
    live: Live,
    rates: Option<Rates>,
    meters: Meters,
    is_closing: watch::Sender<bool>,
}

impl App {
    /// A server over this store, whose analysts use this library.
    pub fn new(store: Store, library: Library, settings: Settings) -> Arc<Self> {
        let Settings { thinkers, most_waiting, patience, .. } = settings;
        Arc::new(Self {
            jobs: Jobs::new(store.is_shared()),
            store,
            thinkers: Thinkers::new(thinkers, most_waiting, patience, library.clone()),
            library,
            traces: Traces::default(),
            live: Live::default(),
            rates: settings.rate.map(Rates::new),
            meters: Meters::new(),
            is_closing: watch::Sender::new(false),
            settings,
        })
    }

    /// How many positions are being thought about.
    pub fn thinking(&self) -> usize {
        self.settings.thinkers - self.thinkers.free()
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
    fn tables_folder(&self) -> Result<&Path, Problem> {
        let none = || Problem::Conflict("this server has no folder for tables".to_owned());
        self.library.tables.as_deref().ok_or_else(none)
    }

    /// Returns once the server is about to stop.
    async fn closing(&self) {
        // The sender lives as long as this does.
        let _ = self.is_closing.subscribe().wait_for(|is_closing| *is_closing).await;
    }

    /// Lets an analyst work, see [`Thinkers::think`].
    async fn think<T: Send + 'static>(
        &self,
        work: impl FnOnce(&mut Analyst, &AtomicBool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        tokio::select! {
            done = self.thinkers.think(work) => done,
            () = self.closing() => Err(Problem::Closing),
        }
    }

    /// Waits until all work has ended, then closes the store.
    async fn finish(&self) {
        self.thinkers.rest(self.settings.thinkers).await;
        self.jobs.rest().await;
        self.store.close().await;
    }
}

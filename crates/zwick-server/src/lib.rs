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

mod app;
mod games;
mod http;
mod jobs;
mod knowledge;
mod lab;
mod positions;
mod router;
mod serving;
mod thinking;

pub use app::{App, Settings};
pub use http::limits::{Limits, Share};
pub use http::operator::Operators;
pub use http::origin::{HostName, Hosts, Origin};
pub use router::{openapi, router};
pub use serving::serve;

/// What answers are made of, for programs that print the same JSON.
pub mod answers {
    pub use crate::games::list::ListedGame;
    pub use crate::jobs::Job;
    pub use crate::knowledge::stock::{BookState, PairState, PhaseState, PlyState};
    pub use crate::lab::scenarios::Scenario;
}

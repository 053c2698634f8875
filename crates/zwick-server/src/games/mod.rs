//! Games that are kept: begun, played, watched, and never lost once a move is acknowledged.
//!
//! Every change reads the game, checks the token and the rules, and replaces the game in the store, which refuses if the game has
//! changed in the meantime. Only then do the player and everyone watching learn of it.

pub(crate) mod agree;
pub(crate) mod begin;
pub(crate) mod change;
pub(crate) mod clock;
pub(crate) mod events;
pub(crate) mod game;
pub(crate) mod list;
pub(crate) mod live;
pub(crate) mod ownership;
pub(crate) mod play;
pub(crate) mod present;
pub(crate) mod report;
pub(crate) mod seats;

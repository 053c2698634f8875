//! The whole service as its clients meet it: the real router over a real store.

#[path = "../attacks/mod.rs"]
mod attacks;
mod clocks;
mod databases;
mod document;
mod friends;
mod interface;
mod lab;
mod nonsense;
mod overload;
mod perfect;
mod players;
mod rights;
mod service;
#[path = "../../../zwick-db/tests/store/small_disk.rs"]
#[cfg(unix)]
mod small_disk;
mod stopping;
mod streams;

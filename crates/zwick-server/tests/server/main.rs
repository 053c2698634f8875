//! The whole service as its clients meet it: the real router over a real store.

mod databases;
mod interface;
mod lab;
mod nonsense;
mod overload;
mod rights;
mod service;
mod stopping;
mod streams;

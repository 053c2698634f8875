//! The store, on both databases: every test here runs on SQLite and on PostgreSQL.

mod backend;
mod faults;
mod filling;
mod games;
mod positions;
mod transfer;

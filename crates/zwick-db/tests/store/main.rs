//! The store, on both databases: every test here runs on SQLite and on PostgreSQL.

mod backend;
mod clocks;
mod cut_file;
mod faults;
mod filling;
mod full_disk;
mod games;
mod links;
mod origins;
mod positions;
mod recall;
mod small_disk;
mod transfer;
mod version_6;
mod wrong_bytes;

//! What the server knows and where from: the store, the books, and the tables of morris.

pub(crate) mod awaited;
pub(crate) mod export;
pub(crate) mod import;
pub(crate) mod kept;
pub(crate) mod records;
pub(crate) mod solving;
pub(crate) mod stock;
pub(crate) mod tables;

//! How the machine thinks: searches with every step, random games, scenarios.

pub(crate) mod playouts;
pub(crate) mod scenarios;
pub(crate) mod traces;

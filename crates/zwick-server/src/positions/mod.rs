//! Questions about positions. Nothing is kept but what a player finds for the operator.

pub(crate) mod analysis;
pub(crate) mod choice;
pub(crate) mod explanation;
pub(crate) mod offered;
pub(crate) mod perfect;
pub(crate) mod symmetry;
pub(crate) mod universal;

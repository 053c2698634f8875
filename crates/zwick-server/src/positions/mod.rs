//! Questions about positions. Nothing is kept.

pub(crate) mod analysis;
pub(crate) mod explanation;
pub(crate) mod offered;
pub(crate) mod perfect;
pub(crate) mod symmetry;
pub(crate) mod universal;

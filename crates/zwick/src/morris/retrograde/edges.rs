//! The moves of the side with more men, as edges from block to block.
//!
//! Such a move depends only on the set of that side: where it leads, whether it closes a mill, and by which symmetry the set after it
//! becomes the representative of its orbit. Every forward move of every representative is one edge, even if several lead to the same block,
//! so the number of edges is exactly the number of moves even for symmetric sets.

use crate::bits::ones;
use crate::morris::Symmetry;
use crate::morris::geometry::Geometry;

use crate::morris::index::Orbits;

/// A move from a representative to the block of the set after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Edge {
    /// The block of the set after the move.
    pub(crate) target: u32,
    symmetry: u8,
    /// The point the man leaves.
    pub(crate) from: u8,
    /// The point the man goes to.
    pub(crate) to: u8,
}

impl Edge {
    /// The symmetry from the set after the move to its representative.
    #[inline(always)]
    pub(crate) fn symmetry(self) -> Symmetry {
        Symmetry::numbered(self.symmetry)
    }
}

/// The edges of all blocks, block after block.
#[derive(Debug)]
pub(crate) struct Edges {
    starts: Vec<u32>,
    edges: Vec<Edge>,
}

impl Edges {
    /// The moves of all sets of `men` men, those that close no mill and those that do.
    pub(crate) fn new(geometry: &Geometry, orbits: &Orbits, men: u32) -> (Self, Self) {
        let mut quiet = Self { starts: vec![0], edges: Vec::new() };
        let mut closing = Self { starts: vec![0], edges: Vec::new() };
        for &set in orbits.representatives() {
            for from in ones(set) {
                for to in ones(geometry.reach(from, men) & !set) {
                    let after = set ^ 1 << from ^ 1 << to;
                    let (target, symmetry) = orbits.locate(after);
                    let kind = if geometry.closes(after, to) { &mut closing } else { &mut quiet };
                    kind.edges.push(Edge {
                        target: target as u32,
                        symmetry: symmetry.number(),
                        from: from as u8,
                        to: to as u8,
                    });
                }
            }
            for kind in [&mut quiet, &mut closing] {
                kind.starts.push(kind.edges.len() as u32);
            }
        }
        (quiet, closing)
    }

    /// The edges that start at `block`.
    #[inline(always)]
    pub(crate) fn of(&self, block: usize) -> &[Edge] {
        &self.edges[self.starts[block] as usize..self.starts[block + 1] as usize]
    }
}

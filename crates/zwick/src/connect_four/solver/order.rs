//! Move ordering.
//!
//! A node is refuted by its first move nine times in ten, so what counts is the size of the tree below it. The weights were fitted to
//! 99,150 nodes of random games: every move of each was searched separately, and the expected number of nodes (to the power 0.6) below the
//! first move was minimised; the weights of experience were then increased by trial. Compared with hand-made weights this saves 9 % of the
//! nodes on random positions used for neither.
//!
//! Added to that is what the search itself has learnt: how often a move to a cell has refuted, in general and as a reply to the previous
//! move.

use super::geometry::Shape;
use super::node::Node;

/// A threat just above a playable cell keeps the opponent from playing there.
const NEXT_THREAT: i32 = 90;
/// A threat two above a playable cell.
const SECOND_THREAT: i32 = 74;
/// Any threat.
const THREAT: i32 = 28;
/// A threat on a row that suits the side: the one that decides when nothing else is left to play.
const LASTING_THREAT: i32 = 32;
/// For each reply left to the opponent.
const REPLY: i32 = -28;
/// The opponent was forced to reply, and it is our turn again.
const TURN_KEPT: i32 = 117;
/// Playing below one's own threat, which the opponent then blocks.
const BELOW_OWN_THREAT: i32 = -20;
/// Playing on top of the opponent's man.
const ON_OPPONENT: i32 = -14;
/// For each line through the cell with one own man and none of the opponent's.
const LINE: i32 = 30;
/// The maximum that experience can add: in general, and as a reply.
const HISTORY: i32 = 46;
const ANSWER: i32 = 60;

/// By parity of the empty cells before the move, row of a board of six, and distance of the column from the edge.
const CELL: [[[i32; 4]; 6]; 2] = [
    [[-26, -5, -7, -32], [-35, -6, 16, 46], [-37, 8, 24, 79], [-10, 2, 15, 44], [-8, -10, 3, 32], [15, -14, -18, 2]],
    [
        [-43, -6, -14, 14],
        [-46, -34, 50, 52],
        [-62, 0, 8, 76],
        [-12, 44, 36, 56],
        [-23, -46, -38, 42],
        [24, -6, -26, -14],
    ],
];

/// How often moves have refuted, from -512 (never) to 512 (always).
pub(super) struct History {
    by_cell: [[i16; 64]; 2],
    by_answer: Box<[[[i16; 64]; 64]; 2]>,
}

impl History {
    pub(super) fn new() -> Self {
        Self { by_cell: [[0; 64]; 2], by_answer: Box::new([[[0; 64]; 64]; 2]) }
    }

    pub(super) fn clear(&mut self) {
        self.by_cell.as_flattened_mut().fill(0);
        self.by_answer.as_flattened_mut().as_flattened_mut().fill(0);
    }

    /// Records whether a move by `side` to `cell`, after one to `last`, has refuted the opponent's play.
    #[inline(always)]
    pub(super) fn learn(&mut self, side: usize, last: usize, cell: usize, refuted: bool) {
        let goal = if refuted { 512 } else { -512 };
        let general = &mut self.by_cell[side & 1][cell & 63];
        *general += (goal - *general) >> 4;
        let answer = &mut self.by_answer[side & 1][last & 63][cell & 63];
        *answer += (goal - *answer) >> 3;
    }

    #[inline(always)]
    fn weight(&self, side: usize, last: usize, cell: usize) -> i32 {
        let general = i32::from(self.by_cell[side & 1][cell & 63]);
        let answer = i32::from(self.by_answer[side & 1][last & 63][cell & 63]);
        (HISTORY * general + ANSWER * answer) >> 9
    }
}

/// The common part of the weights of all moves of a node.
pub(super) struct Order<'a, S> {
    shape: &'a S,
    node: &'a Node,
    history: &'a History,
    last: usize,
    /// The starts of the lines with one man of the mover and none of the opponent.
    lines: [u64; 4],
    /// The cells on which threats of the mover last.
    lasting: u64,
}

impl<'a, S: Shape> Order<'a, S> {
    /// For the moves of `node`, which was reached by a move to the cell with number `last`.
    #[inline(always)]
    pub(super) fn new(shape: &'a S, node: &'a Node, history: &'a History, last: usize) -> Self {
        let mut lines = shape.line_starts(shape.cells() & !node.opponent());
        // No move wins immediately, so no line through a playable cell has three men, and odd means one.
        lines.iter_mut().zip(shape.odd_lines(node.mover)).for_each(|(line, odd)| *line &= odd);
        let even = (shape.size() - node.men) % 2 == 0;
        let lasting = if even { shape.leader() } else { shape.follower() };
        Self { shape, node, history, last, lines, lasting }
    }

    /// The weight of the move to `cell`, after which forced play leads to `end`.
    #[inline(always)]
    pub(super) fn weight(&self, cell: u64, end: &Node) -> i32 {
        let turn_kept = (end.men - self.node.men) % 2 == 0;
        let (own, theirs) = if turn_kept { (end.own, end.other) } else { (end.other, end.own) };
        // A threat above one of the opponent's will never be reached.
        let usable = own & !(theirs << 1);
        let playable = self.shape.landing_cells(end.occupied);
        let count = |weight: i32, cells: u64| weight * cells.count_ones() as i32;
        let number = cell.trailing_zeros() as usize & 63;
        let side = (self.node.men & 1) as usize;
        count(NEXT_THREAT, usable & (playable << 1))
            + count(SECOND_THREAT, usable & (playable << 2))
            + count(THREAT, own)
            + count(LASTING_THREAT, usable & self.lasting)
            + count(REPLY, end.moves)
            + if turn_kept { TURN_KEPT } else { 0 }
            + if self.node.own & (cell << 1) != 0 { BELOW_OWN_THREAT } else { 0 }
            + if self.node.opponent() & (cell >> 1) != 0 { ON_OPPONENT } else { 0 }
            + LINE * self.lines_through(number)
            + self.history.weight(side, self.last, number)
            + self.shape.cell_tables().weights[side ^ (self.shape.size() as usize & 1)][number]
    }

    #[inline(always)]
    fn lines_through(&self, number: usize) -> i32 {
        let starts = &self.shape.cell_tables().starts;
        (0..4).map(|direction| (self.lines[direction] & starts[direction][number]).count_ones() as i32).sum()
    }
}

/// Properties of each cell of a board.
pub(super) struct CellTables {
    /// The starts of all lines through a cell, in each direction.
    starts: [[u64; 64]; 4],
    /// The weights of the cells by the parity of the empty cells, with rows counted from the top and columns stretched to fit.
    weights: [[i32; 64]; 2],
}

impl CellTables {
    pub(super) const fn new(width: usize, height: usize) -> Self {
        Self { starts: starts(height), weights: weights(width, height) }
    }
}

const fn starts(height: usize) -> [[u64; 64]; 4] {
    let steps = [1, height, height + 1, height + 2];
    let mut starts = [[0; 64]; 4];
    let mut at = 0;
    while at < 4 * 64 * 4 {
        let (direction, cell, back) = (at / 256, at / 4 % 64, at % 4);
        if cell >= back * steps[direction] {
            starts[direction][cell] |= 1 << (cell - back * steps[direction]);
        }
        at += 1;
    }
    starts
}

const fn weights(width: usize, height: usize) -> [[i32; 64]; 2] {
    let mut weights = [[0; 64]; 2];
    let mut at = 0;
    while at < 2 * width * height {
        let (side, column, row) = (at / (width * height), at / height % width, at % height);
        let edge = if column < width - 1 - column { column } else { width - 1 - column };
        let edge = if width < 7 { edge } else { edge * 3 / ((width - 1) / 2) };
        let edge = if edge < 3 { edge } else { 3 };
        // Below the rows of a board of six, the lowest two repeat.
        let row = if row + 6 >= height { row + 6 - height } else { (row + height) % 2 };
        weights[side][column * (height + 1) + at % height] = CELL[side][row][edge];
        at += 1;
    }
    weights
}

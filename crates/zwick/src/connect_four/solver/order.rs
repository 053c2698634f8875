//! Move ordering.
//!
//! A node is refuted by its first move nine times in ten, so what counts is the size of the tree below it. The weights were fitted to
//! 99,150 nodes of random games: every move of each was searched separately, and the expected number of nodes (to the power 0.6) below the
//! first move was minimised; the weights of experience were then increased by trial. Compared with hand-made weights this saves 9 % of the
//! nodes on random positions used for neither.
//!
//! Added to that is what the search itself has learnt: how often a move to a cell has refuted, in general, as a reply to the previous
//! move, among the same men nearby, and with the same threats of both sides.

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
/// The maximum that experience can add: in general, as a reply, among the same men nearby, and with the same threats.
const HISTORY: i32 = 46;
const ANSWER: i32 = 60;
const SAME_MEN: i32 = 20;
const SAME_THREATS: i32 = 30;

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
    by_men: Rates,
    by_threats: Rates,
}

impl History {
    pub(super) fn new() -> Self {
        Self {
            by_cell: [[0; 64]; 2],
            by_answer: Box::new([[[0; 64]; 64]; 2]),
            by_men: Rates::new(),
            by_threats: Rates::new(),
        }
    }

    pub(super) fn clear(&mut self) {
        self.by_cell.as_flattened_mut().fill(0);
        self.by_answer.as_flattened_mut().as_flattened_mut().fill(0);
        self.by_men.clear();
        self.by_threats.clear();
    }

    /// Records whether a move to `cell` in `node`, which was reached by one to `last`, has refuted the opponent's play.
    #[inline(always)]
    pub(super) fn learn(&mut self, shape: &impl Shape, node: &Node, last: usize, cell: usize, refuted: bool) {
        let goal = if refuted { 512 } else { -512 };
        let side = node.side();
        let general = &mut self.by_cell[side][cell & 63];
        *general += (goal - *general) >> 4;
        let answer = &mut self.by_answer[side][last & 63][cell & 63];
        *answer += (goal - *answer) >> 3;
        let contexts = Contexts::of(node);
        self.by_men.learn(contexts.men(shape, cell), goal);
        self.by_threats.learn(contexts.threats(cell), goal);
    }

    #[inline(always)]
    fn weight(&self, shape: &impl Shape, side: usize, contexts: &Contexts, last: usize, cell: usize) -> i32 {
        let general = HISTORY * i32::from(self.by_cell[side][cell & 63]);
        let answer = ANSWER * i32::from(self.by_answer[side][last & 63][cell & 63]);
        let men = SAME_MEN * i32::from(self.by_men.get(contexts.men(shape, cell)));
        let threats = SAME_THREATS * i32::from(self.by_threats.get(contexts.threats(cell)));
        (general + answer + men + threats) >> 9
    }
}

/// What a node has in common with others in which the same move was tried.
struct Contexts {
    /// Tells the men and the side to move.
    key: u64,
    threats: u64,
}

impl Contexts {
    #[inline(always)]
    fn of(node: &Node) -> Self {
        let threats = node.own.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ node.other.wrapping_mul(0xD134_2543_DE82_EF95);
        Self { key: node.mover + node.occupied, threats: threats.wrapping_add(node.side() as u64) }
    }

    /// The move, and the men in its column and the two beside it. These tell the side to move well enough.
    #[inline(always)]
    fn men(&self, shape: &impl Shape, cell: usize) -> u64 {
        (self.key & shape.cell_tables().nearby[cell & 63]).wrapping_add((cell as u64) << 58)
    }

    /// The move, the side to move, and the threats of both sides.
    #[inline(always)]
    fn threats(&self, cell: usize) -> u64 {
        self.threats.wrapping_add((cell as u64) << 17)
    }
}

/// How often moves have refuted in contexts, which are hashed and may share a place: 6 % fewer nodes. Four times the places save another
/// 1.5 %, and lose more than that to the cache.
struct Rates {
    rates: Box<[i16; 1 << 14]>,
    /// The parts of it that are not all zero, so that clearing costs little after a short search.
    used: u64,
}

impl Rates {
    fn new() -> Self {
        Self { rates: Box::new([0; 1 << 14]), used: 0 }
    }

    #[inline(always)]
    fn place(context: u64) -> usize {
        (context.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 50) as usize
    }

    #[inline(always)]
    fn get(&self, context: u64) -> i16 {
        self.rates[Self::place(context)]
    }

    #[inline(always)]
    fn learn(&mut self, context: u64, goal: i16) {
        let place = Self::place(context);
        self.used |= 1 << (place >> 8);
        let rate = &mut self.rates[place];
        *rate += (goal - *rate) >> 2;
    }

    fn clear(&mut self) {
        for (part, rates) in self.rates.chunks_mut(1 << 8).enumerate() {
            if self.used >> part & 1 == 1 {
                rates.fill(0);
            }
        }
        self.used = 0;
    }
}

/// The common part of the weights of all moves of a node.
pub(super) struct Order<'a, S> {
    shape: &'a S,
    node: &'a Node,
    history: &'a History,
    contexts: Contexts,
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
        Self { shape, node, history, contexts: Contexts::of(node), last, lines, lasting }
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
        let side = self.node.side();
        count(NEXT_THREAT, usable & (playable << 1))
            + count(SECOND_THREAT, usable & (playable << 2))
            + count(THREAT, own)
            + count(LASTING_THREAT, usable & self.lasting)
            + count(REPLY, end.moves)
            + if turn_kept { TURN_KEPT } else { 0 }
            + if self.node.own & (cell << 1) != 0 { BELOW_OWN_THREAT } else { 0 }
            + if self.node.opponent() & (cell >> 1) != 0 { ON_OPPONENT } else { 0 }
            + LINE * self.lines_through(number)
            + self.history.weight(self.shape, side, &self.contexts, self.last, number)
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
    /// The cells of the column of a cell and of those beside it, and the bits above them.
    nearby: [u64; 64],
    /// The weights of the cells by the parity of the empty cells, with rows counted from the top and columns stretched to fit.
    weights: [[i32; 64]; 2],
}

impl CellTables {
    pub(super) const fn new(width: usize, height: usize) -> Self {
        Self { starts: starts(height), nearby: nearby(height), weights: weights(width, height) }
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

const fn nearby(height: usize) -> [u64; 64] {
    let stride = height + 1;
    let mut nearby = [0; 64];
    let mut bits = 0;
    while bits < 64 * 64 {
        let (cell, other) = (bits / 64, bits % 64);
        if (cell / stride).abs_diff(other / stride) <= 1 {
            nearby[cell] |= 1 << other;
        }
        bits += 1;
    }
    nearby
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

//! Rule sets, as types: a table built for one cannot be probed with another.

use std::fmt::Debug;
use std::hash::Hash;

use super::board::Board;

/// How the games of the morris family differ.
pub trait Rules: Copy + Eq + Hash + Debug + Default + Send + Sync + 'static {
    /// The name, as in `morris:lasker`.
    const NAME: &'static str;
    /// How many men each side has.
    const MEN: u8 = 9;
    /// Whether a side with three men left may move to any empty point.
    const FLYING: bool = true;
    /// Whether the corners of the squares are connected, for moves and for mills.
    const DIAGONALS: bool = false;
    /// Whether a side may move a man instead of placing one while it has men in hand.
    const MOVE_WHILE_PLACING: bool = false;
    /// The lines of the board.
    const BOARD: &'static Board = if Self::DIAGONALS { Board::WITH_DIAGONALS } else { Board::PLAIN };
}

/// Nine men, flying with three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Standard;

impl Rules for Standard {
    const NAME: &'static str = "standard";
}

/// Nine men, no flying.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct NoFlying;

impl Rules for NoFlying {
    const NAME: &'static str = "no-flying";
    const FLYING: bool = false;
}

/// Ten men; a side may place or move from the start.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Lasker;

impl Rules for Lasker {
    const NAME: &'static str = "lasker";
    const MEN: u8 = 10;
    const MOVE_WHILE_PLACING: bool = true;
}

/// Twelve men on a board with diagonals. If the men fill the board, the game is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Morabaraba;

impl Rules for Morabaraba {
    const NAME: &'static str = "morabaraba";
    const MEN: u8 = 12;
    const DIAGONALS: bool = true;
}

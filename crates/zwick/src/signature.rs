//! The signature of the search: how many positions it visits in fixed tasks. It changes if and only if the search does.

use crate::any::{AnyPlayer, AnyPosition, Game};
use crate::search::{Limits, Scored};

/// A task of the signature.
#[derive(Debug, Clone, Copy)]
pub struct Task {
    /// The game.
    pub game: Game,
    /// Where the search starts.
    pub position: &'static str,
    /// The player.
    pub player: &'static str,
}

const fn task(game: Game, position: &'static str, player: &'static str) -> Task {
    Task { game, position, player }
}

/// All tasks.
pub const TASKS: [Task; 12] = [
    task(Game::CONNECT_FOUR, "", "alpha-beta:depth=10"),
    task(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=10"),
    task(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,symmetry=off"),
    task(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,ordering=off"),
    task(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,table=off"),
    task(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,table=16"),
    task(Game::CONNECT_FOUR, "4435", "minimax:depth=6"),
    task(Game::CONNECT_FOUR, "45544554454533212232322316", "alpha-beta:depth=30,eval=exact"),
    task(Game::connect_four(8, 7), "4435", "alpha-beta:depth=8"),
    task(Game::MORRIS, "", "alpha-beta:depth=5"),
    task(Game::MORRIS, "d6 f4 d2 b4", "alpha-beta:depth=5"),
    task(Game::MORRIS, "W1W1W3/1B1B1B1W/7B W 0 0", "alpha-beta:depth=8"),
];

impl Task {
    /// The number of positions visited on one thread, with every move scored.
    ///
    /// # Panics
    /// If the task names no position or player.
    pub fn nodes(&self) -> u64 {
        let position = AnyPosition::read(self.game, self.position).expect("tasks begin at legal positions");
        let mut player = AnyPlayer::new(self.game, self.player.parse().expect("a known player"), 1);
        player.think(&position, Scored::All, &Limits::default(), None).expect("only perfect players refuse").nodes
    }
}

/// All tasks with their results: game, position, player and positions visited, one line each.
pub fn lines() -> String {
    let line = |task: &Task| {
        // A comma ends a field; here a space separates the settings of a player.
        let player = task.player.replace(',', " ");
        format!("{},{},{player},{}\n", task.game, task.position, task.nodes())
    };
    TASKS.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_signature_is_the_golden_one() {
        let golden = include_str!("../tests/data/signature.csv");
        assert_eq!(
            super::lines(),
            golden,
            "if the search was meant to change, regenerate the file: zwick bench signature"
        );
    }
}

//! The signature of the search: how many positions it visits in fixed searches. It changes if and only if the search does.

use crate::any::{AnyPlayer, AnyPosition, Game};
use crate::search::{Limits, Scored};

/// One of these searches.
#[derive(Debug, Clone, Copy)]
pub struct Search {
    /// The game.
    pub game: Game,
    /// Where the search starts.
    pub position: &'static str,
    /// The player.
    pub player: &'static str,
}

const fn search(game: Game, position: &'static str, player: &'static str) -> Search {
    Search { game, position, player }
}

/// All of them.
pub const SEARCHES: [Search; 12] = [
    search(Game::CONNECT_FOUR, "", "alpha-beta:depth=10"),
    search(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=10"),
    search(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,symmetry=off"),
    search(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,ordering=off"),
    search(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,table=off"),
    search(Game::CONNECT_FOUR, "4435", "alpha-beta:depth=8,table=16"),
    search(Game::CONNECT_FOUR, "4435", "minimax:depth=6"),
    search(Game::CONNECT_FOUR, "45544554454533212232322316", "alpha-beta:depth=30,eval=exact"),
    search(Game::connect_four(8, 7), "4435", "alpha-beta:depth=8"),
    search(Game::MORRIS, "", "alpha-beta:depth=5"),
    search(Game::MORRIS, "d6 f4 d2 b4", "alpha-beta:depth=5"),
    search(Game::MORRIS, "W1W1W3/1B1B1B1W/7B W 0 0", "alpha-beta:depth=8"),
];

impl Search {
    /// The number of positions visited on one thread, with every move scored.
    ///
    /// # Panics
    /// If it names no position or player.
    pub fn nodes(&self) -> u64 {
        let position = AnyPosition::read(self.game, self.position).expect("searches begin at legal positions");
        let mut player = AnyPlayer::new(self.game, self.player.parse().expect("a known player"), 1);
        player.think(&position, Scored::All, &Limits::default(), None).expect("only perfect players refuse").nodes
    }
}

/// All searches with their results: game, position, player and positions visited, one line each.
pub fn lines() -> String {
    let line = |search: &Search| {
        // A comma ends a field; here a space separates the settings of a player.
        let player = search.player.replace(',', " ");
        format!("{},{},{player},{}\n", search.game, search.position, search.nodes())
    };
    SEARCHES.iter().map(line).collect()
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

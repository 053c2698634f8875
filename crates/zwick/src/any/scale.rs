//! The scale of each game and player.

use super::game::Game;
use super::position::AnyPosition;
use crate::scale::Scale;
use crate::search::{Heuristic, negamax};
use crate::spec::{Judge, Name, Spec};

impl Scale {
    /// The scale of evaluations based on the board of this game.
    pub fn of(game: Game) -> Self {
        Self::Points { one: AnyPosition::start(game).one_point() }
    }

    /// The scale of this player's results for a position of this game.
    ///
    /// What the pipeline does not prove comes from random games.
    pub fn of_player(game: Game, player: &Spec) -> Self {
        match player.name {
            Name::V1 => Self::Wins,
            Name::V4 => Self::Points { one: negamax::ONE },
            Name::MonteCarlo | Name::Mcts | Name::Pipeline => Self::Mean,
            _ if player.settings.judge == Judge::Playouts => Self::Mean,
            _ => Self::of(game),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::score::Score;
    use crate::search::{Limits, Scored};
    use crate::worth::Verdict;
    use crate::{AnyPlayer, Source, Value};

    fn estimate(game: Game, position: &str) -> f64 {
        let position = AnyPosition::read(game, position).unwrap();
        Scale::of(game).number(Score::estimate(position.estimate())).unwrap()
    }

    #[test]
    fn a_man_ahead_is_about_one_in_morris_and_an_open_three_in_connect_four() {
        // Equal except for one man, far from any row.
        let ahead = estimate(Game::MORRIS, "W1B1W1B1/1W1B1W2/W4B2 W 0 0");
        assert!((0.7..1.3).contains(&ahead), "{ahead}");
        // Three in the middle of the lowest row, open at one end only, against three men without a line.
        let three = estimate(Game::CONNECT_FOUR, "7/7/7/7/O1O4/XXX3O X");
        assert!((0.7..1.5).contains(&three), "{three}");
    }

    #[test]
    fn scores_are_told_in_one_unit_and_proven_ones_in_moves_and_plies() {
        let (morris, random) = (Scale::of(Game::MORRIS), Scale::Mean);
        let one = Score::estimate(10_000);
        assert_eq!((morris.number(one), morris.words(one)), (Some(1.0), "+1.00".to_owned()));
        assert_eq!(morris.words(Score::estimate(-12_345)), "-1.23");
        assert_eq!(morris.words(Score::estimate(-1)), "0.00");
        assert_eq!(morris.words(Score::estimate(i32::MAX)), "+299.99");
        assert_eq!(random.words(Score::estimate(37_000)), "+37 %");
        assert_eq!(random.words(Score::EVEN), "0 %");
        assert_eq!(
            (Scale::Wins.words(Score::estimate(37_000)), Scale::Wins.words(Score::EVEN)),
            ("37 %".to_owned(), "0 %".to_owned())
        );
        assert_eq!(
            (random.words(Score::win_in(3)), morris.number(Score::win_in(3))),
            ("win in 2 moves (3 plies)".to_owned(), None)
        );
        assert_eq!(morris.words(Score::loss_in(2)), "loss in 1 move (2 plies)");
        assert_eq!(morris.words(Score::MIN), "-inf");
        assert_eq!(morris.tell(Verdict::Estimate(one)), "estimate +1.00");
        assert_eq!(morris.tell(Verdict::Exact(Value::win_in(1))), "win in 1 move (1 ply)");
    }

    #[test]
    fn only_random_games_are_told_as_a_mean() {
        let position = AnyPosition::read(Game::CONNECT_FOUR, "4445").unwrap();
        for player in Spec::examples().filter(|player| *player != "perfect") {
            let cheap = if player == "v2" { "minimax:depth=1,eval=playouts" } else { player };
            let spec: Spec = cheap.parse().unwrap();
            let mut any = AnyPlayer::new(Game::CONNECT_FOUR, spec, 1);
            let limits =
                Limits { depth: Some(1), time: Some(std::time::Duration::from_millis(50)), ..Limits::default() };
            let report = any.think(&position, Scored::Best, &limits, None).unwrap();
            let is_random = matches!(report.source, Source::Playouts { .. }) || spec.settings.judge == Judge::Playouts;
            let scale = Scale::of_player(Game::CONNECT_FOUR, &spec);
            // The random games of v4 are counted in tenths and those of v1 only if they are won, as their originals count them.
            let is_own = matches!(spec.name, Name::V1 | Name::V4);
            assert_eq!(scale == Scale::Mean, is_random && !is_own, "{player}");
            assert_eq!(scale == Scale::Wins, spec.name == Name::V1, "{player}");
        }
    }
}

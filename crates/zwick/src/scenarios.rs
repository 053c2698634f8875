//! Ten positions that every player of these games should handle: win immediately, in two moves, in three; block immediately, block a threat
//! two moves away.
//!
//! Those of Connect Four and the first of morris come from the programs this one grew out of. The other four of morris were only described
//! there; these positions were found by searching random ones, and the tests prove that they have the described property.

use std::fmt::{self, Display};

use crate::any::{AnyMove, AnyPlayer, AnyPosition, Game};
use crate::game::Position;
use crate::search::{Limits, Observer, Report, Scored};

/// A position with its right moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Scenario {
    /// The game.
    pub game: Game,
    /// Its number within the game, from 1.
    pub number: usize,
    /// Its title.
    pub title: &'static str,
    /// The position.
    pub position: &'static str,
    /// The search depth needed, in plies.
    pub depth: u32,
    /// Every right move.
    pub answers: &'static [&'static str],
}

const fn board(
    number: usize,
    title: &'static str,
    position: &'static str,
    depth: u32,
    answers: &'static [&'static str],
) -> Scenario {
    Scenario { game: Game::CONNECT_FOUR, number, title, position, depth, answers }
}

const fn morris(
    number: usize,
    title: &'static str,
    position: &'static str,
    depth: u32,
    answers: &'static [&'static str],
) -> Scenario {
    Scenario { game: Game::MORRIS, number, title, position, depth, answers }
}

/// All scenarios, five of each game.
pub const ALL: [Scenario; 10] = [
    board(1, "O wins at once", "7/7/7/O6/O2X3/O1XX3 O", 1, &["1"]),
    board(2, "O wins on its second move", "7/7/7/OO5/XOXX3/OXXO3 O", 3, &["3"]),
    board(3, "O wins on its third move", "7/7/XX5/OO5/OO2X2/OXXXO2 O", 5, &["3", "4"]),
    board(4, "O must block now", "7/7/7/7/O6/OO1X1XX O", 2, &["5"]),
    board(5, "X must stop a win two moves away", "7/7/2O4/1OX4/OOXO3/XXXO3 X", 4, &["4"]),
    morris(
        1,
        "Black wins at once",
        "BB1BBWW1/1W6/8 B 0 0",
        1,
        &["1 -> 2 (5)", "1 -> 2 (6)", "1 -> 2 (9)", "3 -> 2 (5)", "3 -> 2 (6)", "3 -> 2 (9)"],
    ),
    morris(
        2,
        "Black makes two open rows of two at once, White can block only one",
        "3W4/1W4B1/1B3WB1 B 0 0",
        3,
        &["14 -> 16"],
    ),
    morris(3, "No row of two on the board, Black wins on its third move", "W1BW4/2W3B1/B7 B 0 0", 5, &["2 -> 23"]),
    morris(
        4,
        "Black prevents a mill by flying to point 15",
        "WB5W/B5W1/2B4W B 0 0",
        2,
        &["1 -> 15", "8 -> 15", "18 -> 15"],
    ),
    morris(
        5,
        "Black prevents a loss two moves away, only on 9 or 10, and 10 is better",
        "6B1/W2WW3/1WBWWB2 B 0 0",
        4,
        &["21 -> 10"],
    ),
];

/// How a player did in a scenario.
#[derive(Debug, Clone)]
pub struct Trial {
    /// The player's search report.
    pub report: Report<AnyMove>,
    /// The moves it considered best.
    pub best: Vec<AnyMove>,
    /// The right moves.
    pub answers: Vec<AnyMove>,
}

impl Trial {
    /// Runs alpha-beta to this depth, with the game's heuristic at the horizon.
    pub fn run(
        position: &AnyPosition,
        depth: u32,
        answers: Vec<AnyMove>,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Self {
        let spec = format!("alpha-beta:depth={depth}").parse().expect("a known player");
        let report = AnyPlayer::new(position.game(), spec, 1).think(position, Scored::All, limits, observer);
        let report = report.expect("only perfect players refuse");
        Self { best: report.best_moves().collect(), answers, report }
    }

    /// Whether every move the player considered best is right.
    pub fn is_passed(&self) -> bool {
        !self.best.is_empty() && self.best.iter().all(|mv| self.answers.contains(mv))
    }
}

impl Scenario {
    /// The position.
    pub fn start(&self) -> AnyPosition {
        AnyPosition::read(self.game, self.position).expect("the scenarios are legal positions")
    }

    /// Every right move.
    pub fn moves(&self) -> Vec<AnyMove> {
        let start = self.start();
        self.answers.iter().map(|mv| start.read_move(mv).expect("the answers are moves")).collect()
    }

    /// Runs alpha-beta to the depth the scenario needs.
    pub fn run(&self, observer: Option<&mut dyn Observer>) -> Trial {
        Trial::run(&self.start(), self.depth, self.moves(), &Limits::default(), observer)
    }
}

impl Display for Scenario {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}: {}", self.game, self.number, self.title)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::morris::{Move, Point, Points, Rules, Standard};
    use crate::search::{ByHeuristic, ExactOnly, Score, minimax_moves};
    use crate::{ConnectFour, Morris};

    #[test]
    fn all_ten_pass() {
        for scenario in ALL {
            let trial = scenario.run(None);
            assert!(trial.is_passed(), "{scenario}: {:?} instead of {:?}", trial.best, trial.answers);
        }
    }

    /// Every move of a morris scenario with its score, by exhaustive search.
    fn scores(number: usize, depth: u32) -> (Morris, Vec<(Move, Score)>) {
        let scenario = ALL.iter().find(|scenario| scenario.game == Game::MORRIS && scenario.number == number).unwrap();
        let position: Morris = scenario.position.parse().unwrap();
        (position, minimax_moves(&position, depth, &ExactOnly))
    }

    fn open_twos(men: Points, opponent: Points) -> Vec<Points> {
        let is_open = |mill: &Points| (*mill & opponent).is_empty() && (*mill & men).len() == 2;
        Standard::BOARD.mills().iter().copied().filter(is_open).collect()
    }

    #[test]
    fn the_scenarios_of_connect_four_are_worth_what_an_independent_solver_says() {
        let score = |number: usize, depth| {
            let position: ConnectFour = ALL[number - 1].position.parse().unwrap();
            minimax_moves(&position, depth, &ExactOnly).into_iter().map(|(_, score)| score).collect::<Vec<_>>()
        };
        assert_eq!(score(1, 1)[0], Score::win_in(1));
        assert_eq!(score(2, 5)[1..3], [Score::win_in(5), Score::win_in(3)]);
        assert_eq!(score(3, 5)[2..4], [Score::win_in(5); 2]);
        for (column, score) in score(4, 2).into_iter().enumerate() {
            assert_eq!(score, if column == 4 { Score::EVEN } else { Score::loss_in(2) });
        }
        for (column, score) in score(5, 4).into_iter().enumerate() {
            assert_eq!(score, if column == 3 { Score::EVEN } else { Score::loss_in(4) });
        }
    }

    #[test]
    fn in_scenario_2_a_double_threat_is_the_only_way_to_win_in_two_moves() {
        let (position, scores) = scores(2, 3);
        assert!(open_twos(position.mover(), position.other()).is_empty());
        let winning: Vec<Move> = scores.iter().filter(|(_, score)| score.wdl().is_some()).map(|(mv, _)| *mv).collect();
        assert_eq!(winning.iter().map(|mv| format!("{mv:#}")).collect::<Vec<_>>(), ["14 -> 16"]);
        let after = position.after(winning[0]);
        let threats = open_twos(after.other(), after.mover());
        assert_eq!(threats.len(), 2);
        for reply in after.legal_moves() {
            assert!(reply.take.is_none());
            let then = after.after(reply);
            assert!(!open_twos(then.mover(), then.other()).is_empty(), "{reply} blocks both");
            assert!(then.legal_moves().any(|mv| mv.take.is_some()));
        }
    }

    #[test]
    fn in_scenario_3_no_row_has_two_men_and_the_third_move_wins() {
        let (position, scores) = scores(3, 5);
        let has_two = |men: Points| Standard::BOARD.mills().iter().any(|&mill| (mill & men).len() >= 2);
        assert!(!has_two(position.mover()) && !has_two(position.other()));
        assert!(scores.iter().all(|&(_, score)| score <= Score::win_in(5)));
        assert_eq!(scores.iter().filter(|&&(_, score)| score == Score::win_in(5)).count(), 1);
    }

    #[test]
    fn in_scenario_4_every_move_but_a_jump_to_15_loses_at_once() {
        let (position, scores) = scores(4, 2);
        assert_eq!(position.mover().len(), 3);
        for (mv, score) in scores {
            assert_eq!(score, if mv.to == Point::new(15) { Score::EVEN } else { Score::loss_in(2) }, "{mv:#}");
        }
    }

    #[test]
    fn in_scenario_5_only_9_and_10_save_and_10_looks_better() {
        let (position, scores) = scores(5, 4);
        let saving: Points = scores.iter().filter(|(_, score)| score.wdl().is_none()).map(|(mv, _)| mv.to).collect();
        assert_eq!(saving, [9, 10].map(Point::new).into_iter().collect());
        // The loss is two moves away: White cannot close a mill immediately.
        let white = position.other();
        assert!(white.len() > 3);
        let closes = |from: Point, to| Standard::BOARD.closes_mill(white - Points::one(from), to);
        let steps = |from| Standard::BOARD.neighbours(from) - position.mover() - white;
        assert!(!white.into_iter().any(|from| steps(from).into_iter().any(|to| closes(from, to))));
        assert!(scores.iter().any(|&(_, score)| score == Score::loss_in(4)));
        // By the criteria the best move to 10 is better than any to 9.
        let judged = minimax_moves(&position, 4, &ByHeuristic);
        let best_on = |point| judged.iter().filter(|(mv, _)| mv.to == Point::new(point)).map(|(_, score)| *score).max();
        assert!(best_on(10) > best_on(9));
    }
}

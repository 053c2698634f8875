//! Ten positions that every player of these games should handle: win immediately, in two moves, in three; block immediately, block a threat
//! two moves away.
//!
//! Those of Connect Four and the first of morris come from the programs this one grew out of. The other four of morris were only described
//! there; these positions were found by searching random ones, and the tests prove that they have the described property.

use std::fmt::{self, Display};

use crate::any::{AnyMove, AnyPlayer, AnyPosition, Game, Imperfect};
use crate::game::{Position, Side};
use crate::record::Record;
use crate::search::{Limits, Observer, Report, Scored};
use crate::spec::{Name, Spec};

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

const fn scenario(
    game: Game,
    number: usize,
    title: &'static str,
    position: &'static str,
    depth: u32,
    answers: &'static [&'static str],
) -> Scenario {
    Scenario { game, number, title, position, depth, answers }
}

/// All scenarios, five of each game.
pub const ALL: [Scenario; 10] = [
    scenario(Game::CONNECT_FOUR, 1, "O wins at once", "7/7/7/O6/O2X3/O1XX3 O", 1, &["1"]),
    scenario(Game::CONNECT_FOUR, 2, "O wins on its second move", "7/7/7/OO5/XOXX3/OXXO3 O", 3, &["3"]),
    scenario(Game::CONNECT_FOUR, 3, "O wins on its third move", "7/7/XX5/OO5/OO2X2/OXXXO2 O", 5, &["3", "4"]),
    scenario(Game::CONNECT_FOUR, 4, "O must block now", "7/7/7/7/O6/OO1X1XX O", 2, &["5"]),
    scenario(Game::CONNECT_FOUR, 5, "X must stop a win two moves away", "7/7/2O4/1OX4/OOXO3/XXXO3 X", 4, &["4"]),
    scenario(
        Game::MORRIS,
        1,
        "Black wins at once",
        "BB1BBWW1/1W6/8 B 0 0",
        1,
        &["1 -> 2 (5)", "1 -> 2 (6)", "1 -> 2 (9)", "3 -> 2 (5)", "3 -> 2 (6)", "3 -> 2 (9)"],
    ),
    scenario(
        Game::MORRIS,
        2,
        "Black makes two open rows of two at once, White can block only one",
        "3W4/1W4B1/1B3WB1 B 0 0",
        3,
        &["14 -> 16"],
    ),
    scenario(
        Game::MORRIS,
        3,
        "No row of two on the board, Black wins on its third move",
        "W1BW4/2W3B1/B7 B 0 0",
        5,
        &["2 -> 23"],
    ),
    scenario(
        Game::MORRIS,
        4,
        "Black prevents a mill by flying to point 15",
        "WB5W/B5W1/2B4W B 0 0",
        2,
        &["1 -> 15", "8 -> 15", "18 -> 15"],
    ),
    scenario(
        Game::MORRIS,
        5,
        "Black prevents a loss two moves away, only on 9 or 10, and 10 is better",
        "6B1/W2WW3/1WBWWB2 B 0 0",
        4,
        &["21 -> 10"],
    ),
];

/// Alpha-beta to this depth, as a player. It judges by the criteria of the older programs: one answer is right because it looks better by them.
pub fn search(depth: u32) -> Spec {
    format!("alpha-beta:depth={depth},eval=criteria").parse().expect("a known player")
}

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
    /// Runs [alpha-beta](search) to this depth.
    pub fn run(
        position: &AnyPosition,
        depth: u32,
        answers: Vec<AnyMove>,
        limits: &Limits<'_>,
        observer: Option<&mut dyn Observer>,
    ) -> Self {
        let report = AnyPlayer::new(position.game(), search(depth), 1).think(position, Scored::All, limits, observer);
        let report = report.expect("only perfect players refuse");
        Self { best: report.best_moves().collect(), answers, report }
    }

    /// A player as it is put to a test that needs this depth: v3 sets its depth for each test, unless it was given one.
    pub fn candidate(player: Spec, depth: u32) -> Spec {
        let mut candidate = player;
        let usual = Spec::new(player.name).settings;
        if player.name == Name::V3 && player.settings.depth == usual.depth {
            candidate.settings.depth = Some(depth);
        }
        candidate
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

    /// The search of the depth the scenario needs, as a player.
    pub fn search(&self) -> Spec {
        search(self.depth)
    }

    /// Puts the scenario to a player, which chooses one move.
    ///
    /// # Errors
    /// Why a perfect player has no perfect move.
    pub fn put_to(&self, player: &mut AnyPlayer, observer: Option<&mut dyn Observer>) -> Result<Trial, Imperfect> {
        let report = player.think(&self.start(), Scored::One, &Limits::default(), observer)?;
        Ok(Trial { best: report.choice.into_iter().collect(), answers: self.moves(), report })
    }

    /// The proof of a move: plays on after it, the player against a [search](Self::search), until the game is over or for as many plies
    /// as the scenario is deep.
    ///
    /// # Errors
    /// Why a perfect player has no perfect move.
    pub fn play_on(&self, player: &mut AnyPlayer, first: AnyMove) -> Result<Record<AnyPosition>, Imperfect> {
        let mut rival = AnyPlayer::new(self.game, self.search(), 1);
        let mut record = Record::new(self.start());
        let mut next = Some(first);
        while let Some(mv) = next {
            record.play(mv).expect("players choose legal moves");
            let plies = record.moves().len();
            let mover = if plies % 2 == 1 { &mut rival } else { &mut *player };
            let is_over = record.ending().is_some() || plies >= self.depth as usize;
            next = if is_over {
                None
            } else {
                mover.think(record.position(), Scored::One, &Limits::default(), None)?.choice
            };
        }
        Ok(record)
    }

    /// The side whose win it is about: with an odd number of plies the side to move wins, otherwise it prevents a win of the other.
    pub fn winner_to_be(&self) -> Side {
        let turn = self.start().turn();
        if self.depth % 2 == 1 { turn } else { !turn }
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
    use crate::game::Outcome;
    use crate::morris::{Move, Point, Points, Rules, Standard};
    use crate::search::{ByCriteria, ExactOnly, Score, minimax_moves};
    use crate::{ConnectFour, Morris};

    #[test]
    fn all_ten_pass() {
        for scenario in ALL {
            let trial = scenario.run(None);
            assert!(trial.is_passed(), "{scenario}: {:?} instead of {:?}", trial.best, trial.answers);
        }
    }

    /// A right move proves itself: whoever should win has won, and nobody who was stopped has.
    #[test]
    fn a_right_move_proves_itself_and_a_wrong_one_does_not() {
        for scenario in ALL {
            let won = |first| {
                let mut player = AnyPlayer::new(scenario.game, scenario.search(), 1);
                let record = scenario.play_on(&mut player, first).unwrap();
                assert!(record.moves().len() <= scenario.depth as usize, "{scenario}");
                record.ending().map(|ending| ending.outcome) == Some(Outcome::Win(scenario.winner_to_be()))
            };
            let attacks = scenario.depth % 2 == 1;
            let right = scenario.moves();
            assert!(right.iter().all(|&mv| won(mv) == attacks), "{scenario}");
            let wrong = scenario.start().legal_moves().find(|mv| !right.contains(mv)).unwrap();
            // Other moves may win or hold out longer than the scenario looks.
            assert!(attacks || scenario.number == 5 || won(wrong), "{scenario}: {wrong}");
        }
    }

    /// Whatever chance decides.
    #[test]
    fn v3_sets_the_depth_of_each_test_and_passes_its_five() {
        for scenario in ALL.iter().filter(|scenario| scenario.game == Game::MORRIS) {
            let v3 = Trial::candidate("v3".parse().unwrap(), scenario.depth);
            assert_eq!(v3.settings.depth, Some(scenario.depth));
            for seed in 0..20 {
                let trial = scenario.put_to(&mut AnyPlayer::new(scenario.game, v3, seed), None).unwrap();
                assert!(trial.is_passed(), "{scenario}: {:?}", trial.best);
            }
        }
        for other in ["v3:depth=5", "v1", "alpha-beta:depth=3"] {
            let other = other.parse().unwrap();
            assert_eq!(Trial::candidate(other, 1), other);
        }
    }

    #[test]
    fn any_player_can_be_put_to_the_test() {
        let mut player = AnyPlayer::new(Game::CONNECT_FOUR, "v1".parse().unwrap(), 1);
        let trial = ALL[0].put_to(&mut player, None).unwrap();
        assert!(trial.is_passed() && trial.best == ALL[0].moves());
        let mut perfect = AnyPlayer::new(Game::MORRIS, "perfect".parse().unwrap(), 1);
        assert!(matches!(ALL[6].put_to(&mut perfect, None), Err(Imperfect::NoTables { .. })));
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
        let winning: Vec<Move> =
            scores.iter().filter(|(_, score)| *score == Score::win_in(5)).map(|(mv, _)| *mv).collect();
        let [winning] = winning[..] else { panic!("one move wins, found {winning:?}") };
        // It makes a row of two, and two open rows of one cross in a free point: a man there makes two rows of two.
        let after = position.after(winning);
        let (own, free) = (after.other(), !(after.mover() | after.other()));
        assert_eq!(open_twos(own, after.mover()).len(), 1);
        let is_open_one = |mill: &Points| (*mill & after.mover()).is_empty() && (*mill & own).len() == 1;
        let ones: Vec<Points> = Standard::BOARD.mills().iter().copied().filter(is_open_one).collect();
        assert!(ones.iter().any(|a| ones.iter().any(|b| a != b && !(*a & *b & free).is_empty())), "{ones:?}");
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
        let judged = minimax_moves(&position, 4, &ByCriteria);
        let best_on = |point| judged.iter().filter(|(mv, _)| mv.to == Point::new(point)).map(|(_, score)| *score).max();
        assert!(best_on(10) > best_on(9));
    }
}

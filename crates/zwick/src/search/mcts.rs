//! Monte Carlo tree search: random games that learn where to look.
//!
//! A tree grows by one node per game. On the way down each node prefers the move with the best mean result plus a bonus for rarely tried
//! moves (UCT, Kocsis and Szepesvári 2006); below the tree the game continues at random. A finished game is not a sample but a fact: it is
//! propagated upwards as far as it proves something, and proven moves are not tried again (Winands 2008). A proven win may be longer than
//! the shortest; that it is a win is certain.
//!
//! The tree uses bounded memory, but every game counts. Once it is full, rarely visited branches are dropped, and from then on a position
//! has to be visited twice as often as before to be expanded. The results of its games stay with the position they started from.

use super::limits::{Clock, Limits, Stop};
use super::log::{Observer, tell_scores, tell_stop};
use super::minimax::finished;
use super::monte_carlo::{Playouts, playout, result_for};
use super::report::Report;
use super::transpositions::mix;
use crate::game::Position;
use crate::score::{Bound, Score};
use crate::value::Wdl;
use crate::worth::{Rated, Source};

/// How a tree grows.
#[derive(Clone, Copy)]
struct Growth {
    /// How much rarely tried moves are preferred.
    curiosity: f64,
    /// The maximum number of positions in the tree.
    most_nodes: usize,
}

impl Growth {
    /// UCB1 adds √(2 ln n / nᵢ) to means between 0 and 1 (Auer, Cesa-Bianchi and Fischer 2002). Ours are between -1 and 1, a range twice as
    /// large, so the bonus is twice as large. On two public sets of 250 positions each the choice keeps the result as often as with half of
    /// it: 249 and 233 times after 10,000 games, compared with 249 and 235. A tree of this size takes 48 MB for Connect Four.
    const USUAL: Self = Self { curiosity: 2.0 * std::f64::consts::SQRT_2, most_nodes: 1 << 20 };
}

struct Node<M> {
    mv: Option<M>,
    /// The index of its children; empty until it is expanded.
    children: std::ops::Range<u32>,
    visits: u32,
    /// Sum of results for the player who moved here.
    sum: f64,
    /// The proven score for the side to move.
    proven: Option<Score>,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, proven: Option<Score>) -> Self {
        Self { mv, children: 0..0, visits: 0, sum: 0.0, proven }
    }

    fn mean(&self) -> f64 {
        self.sum / f64::from(self.visits.max(1))
    }
}

struct Tree<P: Position> {
    nodes: Vec<Node<P::Move>>,
    growth: Growth,
    /// Visits a node needs before it gets children; the root needs none.
    visits_to_grow: u32,
    /// Nodes created so far, including dropped ones.
    made: u64,
    plies: u32,
    rng: fastrand::Rng,
}

impl<P: Position> Tree<P> {
    fn new(root: &P, playouts: Playouts, growth: Growth) -> Self {
        let rng = fastrand::Rng::with_seed(playouts.seed ^ mix(root.key()));
        let nodes = vec![Node::new(None, finished(root))];
        // The first visit only samples.
        Self { nodes, growth, visits_to_grow: 1, made: 1, plies: playouts.plies, rng }
    }

    fn children(&self, node: usize) -> std::ops::Range<usize> {
        self.nodes[node].children.start as usize..self.nodes[node].children.end as usize
    }

    /// One game: down the tree, a new node, random moves to the end, and the result back up.
    fn play_game(&mut self, root: &P) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut node = 0;
        while self.nodes[node].proven.is_none() {
            if self.nodes[node].children.is_empty() {
                if node > 0 && self.nodes[node].visits < self.visits_to_grow {
                    break;
                }
                self.expand(node, &position);
                self.prove(node);
                continue;
            }
            node = self.select(node);
            position.play_unchecked(self.nodes[node].mv.expect("only the root was not reached by a move"));
            path.push(node);
        }
        // The result for the player who moved to the last node.
        let mut result = match self.nodes[node].proven {
            Some(score) => match score.wdl() {
                Some(Wdl::Win) => -1.0,
                Some(_) => 1.0,
                None => 0.0,
            },
            None => result_for(!position.turn(), playout(&position, self.plies, &mut self.rng)) as f64,
        };
        for &node in path.iter().rev() {
            self.nodes[node].visits += 1;
            self.nodes[node].sum += result;
            result = -result;
            self.prove(node);
        }
        while self.nodes.len() > self.growth.most_nodes && self.visits_to_grow <= self.nodes[0].visits {
            self.visits_to_grow *= 2;
            self.give_up_branches();
        }
    }

    /// Copies the tree without the children of nodes visited too rarely to have any.
    fn give_up_branches(&mut self) {
        let mut old: Vec<Option<Node<P::Move>>> = std::mem::take(&mut self.nodes).into_iter().map(Some).collect();
        self.nodes.extend(old[0].take());
        let mut next = 0;
        while next < self.nodes.len() {
            let node = &self.nodes[next];
            let keeps = next == 0 || (node.visits >= self.visits_to_grow && node.proven.is_none());
            let children = if keeps { node.children.clone() } else { 0..0 };
            let start = self.nodes.len() as u32;
            self.nodes.extend(old[children.start as usize..children.end as usize].iter_mut().filter_map(Option::take));
            self.nodes[next].children = start..self.nodes.len() as u32;
            next += 1;
        }
    }

    fn expand(&mut self, node: usize, position: &P) {
        let start = self.nodes.len() as u32;
        self.nodes.extend(position.legal_moves().map(|mv| Node::new(Some(mv), finished(&position.after(mv)))));
        self.nodes[node].children = start..self.nodes.len() as u32;
        self.made += u64::from(self.nodes.len() as u32 - start);
    }

    /// Proves a node from its children: one lost for the opponent is enough for a win, otherwise all have to be known.
    fn prove(&mut self, node: usize) {
        let children = self.children(node);
        if self.nodes[node].proven.is_some() || children.is_empty() {
            return;
        }
        let scores = self.nodes[children].iter().map(|child| child.proven.map(Score::one_ply_earlier));
        let best_known = scores.clone().flatten().max();
        let is_won = best_known.is_some_and(|score| score.wdl() == Some(Wdl::Win));
        if is_won || scores.into_iter().all(|score| score.is_some()) {
            self.nodes[node].proven = best_known;
        }
    }

    /// The unproven child most worth a visit.
    fn select(&self, node: usize) -> usize {
        let total = f64::from(self.nodes[node].visits.max(1)).ln();
        let worth = |child: &Node<P::Move>| match child.visits {
            0 => f64::INFINITY,
            visits => child.mean() + self.growth.curiosity * (total / f64::from(visits)).sqrt(),
        };
        let open = self.children(node).filter(|&child| self.nodes[child].proven.is_none());
        open.max_by(|&a, &b| worth(&self.nodes[a]).total_cmp(&worth(&self.nodes[b])))
            .expect("a node whose children are all proven is proven")
    }

    /// The root moves: a proven win first, then the most visited, a proven draw before what looks worse, losses last.
    fn rated(&self, source: Source) -> Vec<Rated<P::Move>> {
        let children = &self.nodes[self.children(0)];
        let mut rated: Vec<(u32, Rated<P::Move>)> = children
            .iter()
            .map(|child| {
                let proven = child.proven.map(Score::one_ply_earlier);
                let score = proven.unwrap_or_else(|| Score::estimate((child.mean() * 100_000.0) as i32));
                let mv = child.mv.expect("reached by a move");
                (child.visits, Rated::searched(mv, score, Bound::Exact, proven.is_some(), source))
            })
            .collect();
        rated.sort_by_key(|(_, rated)| std::cmp::Reverse(rated.score()));
        // Among unproven moves the most visited is the safest, not the one with the best mean.
        let first_open = rated.iter().position(|(_, rated)| rated.value().is_none());
        let most_visited = (0..rated.len()).filter(|&i| rated[i].1.value().is_none()).max_by_key(|&i| rated[i].0);
        if let (Some(first), Some(most)) = (first_open, most_visited) {
            rated[first..=most].rotate_right(1);
        }
        rated.into_iter().map(|(_, rated)| rated).collect()
    }
}

/// Grows a tree by this many random games, or until the position is solved or a limit is reached.
pub fn mcts<P: Position, O: Observer>(
    position: &P,
    playouts: Playouts,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    grow(position, playouts, Growth::USUAL, limits, observer)
}

/// The same with these settings.
fn grow<P: Position, O: Observer>(
    position: &P,
    playouts: Playouts,
    growth: Growth,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    let clock = Clock::new(*limits);
    let mut tree = Tree::new(position, playouts, growth);
    let mut stop = Stop::Done;
    for game in 0..playouts.games {
        if tree.nodes[0].proven.is_some() {
            stop = Stop::Solved;
            break;
        }
        tree.play_game(position);
        // A game takes a few microseconds: checking the clock every 16 games is enough.
        if game % 16 == 15 && clock.count(16) {
            stop = clock.stopped().unwrap_or(Stop::Asked);
            break;
        }
    }
    let source = Source::Playouts { games: u64::from(tree.nodes[0].visits) };
    let rated = tree.rated(source);
    tell_scores(observer, &rated);
    tell_stop(observer, stop);
    Report { nodes: tree.made, time: clock.elapsed(), ..Report::new(rated, source, stop) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ConnectFour;
    use crate::connect_four::{Column, PublicPosition, Solver, public_sets};
    use crate::search::Silent;

    fn small(most_nodes: usize) -> Growth {
        Growth { most_nodes, ..Growth::USUAL }
    }

    fn choice(position: &ConnectFour, games: u32, seed: u64, growth: Growth) -> Column {
        grow(position, Playouts::new(games, seed), growth, &Limits::default(), &mut Silent).choice.unwrap()
    }

    /// A game whose first move is the only win.
    fn first_move(games: u32, seed: u64, growth: Growth) -> String {
        choice(&ConnectFour::new(), games, seed, growth).to_string()
    }

    #[test]
    fn more_games_find_the_only_winning_first_move_too() {
        for seed in 1..=3 {
            assert_eq!(first_move(100_000, seed, Growth::USUAL), "4", "seed {seed}");
        }
        assert_eq!(first_move(1_000_000, 1, Growth::USUAL), "4");
    }

    #[test]
    fn a_full_tree_gives_up_branches_and_learns_on() {
        // Full after about 600 games.
        for seed in 1..=3 {
            assert_eq!(first_move(100_000, seed, small(4_096)), "4", "seed {seed}");
        }
    }

    #[test]
    fn every_game_counts_although_the_tree_stays_small() {
        let board = ConnectFour::<7, 6>::new();
        let mut tree = Tree::new(&board, Playouts::new(0, 1), small(1_000));
        for game in 1..=30_000 {
            tree.play_game(&board);
            assert!(tree.nodes.len() <= 1_000, "{} after {game} games", tree.nodes.len());
        }
        assert_eq!(tree.nodes[0].visits, 30_000);
        assert!(tree.made > 1_000 && tree.visits_to_grow > 1, "{} {}", tree.made, tree.visits_to_grow);
        for node in 0..tree.nodes.len() {
            let below: u32 = tree.children(node).map(|child| tree.nodes[child].visits).sum();
            assert!(below <= tree.nodes[node].visits);
        }
        let of_root: u32 = tree.children(0).map(|child| tree.nodes[child].visits).sum();
        let moves: Vec<_> = tree.children(0).filter_map(|child| tree.nodes[child].mv).collect();
        assert_eq!((of_root, moves), (30_000, board.legal_moves().collect()));
    }

    /// Not a test but a measurement: `cargo test -p zwick --lib how_often -- --ignored --nocapture`.
    #[test]
    #[ignore = "a measurement"]
    fn how_often_the_choice_keeps_the_result() {
        const SQRT_2: f64 = std::f64::consts::SQRT_2;
        let mut solver = <Solver>::new();
        for set in ["l2r1", "l2r2"] {
            let positions: Vec<ConnectFour> = public_sets()
                .filter(|line| line.set == set)
                .take(250)
                .map(|line| PublicPosition::position(&line))
                .collect();
            for (name, curiosity) in [("sqrt 2", SQRT_2), ("2 sqrt 2", 2.0 * SQRT_2)] {
                for games in [1_000, 10_000] {
                    let growth = Growth { curiosity, ..Growth::USUAL };
                    let mut keeps = |position: &ConnectFour| {
                        let after = position.after(choice(position, games, 1, growth));
                        let value = |position: &ConnectFour, solver: &mut Solver| solver.value(position).wdl();
                        -value(&after, &mut solver) == value(position, &mut solver)
                    };
                    let kept = positions.iter().filter(|position| keeps(position)).count();
                    println!("{set}, {name}, {games} games: {kept} of {}", positions.len());
                }
            }
        }
    }
}

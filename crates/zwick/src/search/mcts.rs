//! Monte Carlo tree search: random games that learn where to look.
//!
//! A tree grows by one node a game. On the way down each node prefers the move with the best mean result plus a bonus for
//! moves seldom tried (UCT, Kocsis and Szepesvári 2006); below the tree the game goes on at random. A finished game is no
//! sample but a fact: it is carried up as far as it proves something, and proven moves are not tried again (Winands 2008).
//! A proven win may be longer than the shortest; that it is a win is certain.

use super::limits::{Clock, Limits, Stop};
use super::log::{Event, Observer, tell_scores};
use super::minimax::finished;
use super::monte_carlo::{Playouts, playout, result_for};
use super::report::{Rated, Report};
use super::score::Score;
use super::table::{Bound, mix};
use crate::analysis::Source;
use crate::game::Position;
use crate::value::Wdl;

/// How much moves seldom tried are preferred.
const CURIOSITY: f64 = std::f64::consts::SQRT_2;
/// A tree this large grows no more: 48 MB for Connect Four.
const MAX_NODES: usize = 1 << 20;

struct Node<M> {
    mv: Option<M>,
    /// Where its children stand; empty until it is expanded.
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
    plies: u32,
    rng: fastrand::Rng,
}

impl<P: Position> Tree<P> {
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
                // The first visit only samples; the root is expanded at once.
                if self.nodes.len() >= MAX_NODES || (self.nodes[node].visits == 0 && node > 0) {
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
    }

    fn expand(&mut self, node: usize, position: &P) {
        let start = self.nodes.len() as u32;
        self.nodes.extend(position.legal_moves().map(|mv| Node::new(Some(mv), finished(&position.after(mv)))));
        self.nodes[node].children = start..self.nodes.len() as u32;
    }

    /// Proves a node from its children: one lost for the opponent is enough for a win, else all have to be known.
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
            visits => child.mean() + CURIOSITY * (total / f64::from(visits)).sqrt(),
        };
        let open = self.children(node).filter(|&child| self.nodes[child].proven.is_none());
        open.max_by(|&a, &b| worth(&self.nodes[a]).total_cmp(&worth(&self.nodes[b])))
            .expect("a node whose children are all proven is proven")
    }

    /// The moves of the root: a proven win first, then the most visited, a proven draw before what looks worse, losses last.
    fn rated(&self) -> Vec<Rated<P::Move>> {
        let children = &self.nodes[self.children(0)];
        let mut rated: Vec<(u32, Rated<P::Move>)> = children
            .iter()
            .map(|child| {
                let proven = child.proven.map(Score::one_ply_earlier);
                let score = proven.unwrap_or_else(|| Score::estimate((child.mean() * 100_000.0) as i32));
                let mv = child.mv.expect("reached by a move");
                (child.visits, Rated { mv, score, bound: Bound::Exact, is_final: proven.is_some() })
            })
            .collect();
        rated.sort_by_key(|(_, rated)| std::cmp::Reverse(rated.score));
        // Of the open moves the most visited is the safest, not the one with the best mean.
        let first_open = rated.iter().position(|(_, rated)| !rated.is_final);
        let most_visited = (0..rated.len()).filter(|&i| !rated[i].1.is_final).max_by_key(|&i| rated[i].0);
        if let (Some(first), Some(most)) = (first_open, most_visited) {
            rated[first..=most].rotate_right(1);
        }
        rated.into_iter().map(|(_, rated)| rated).collect()
    }
}

/// Grows a tree by so many random games, or until the position is solved or a limit is met.
pub fn mcts<P: Position, O: Observer>(
    position: &P,
    playouts: Playouts,
    limits: &Limits<'_>,
    observer: &mut O,
) -> Report<P::Move> {
    let clock = Clock::new(*limits);
    let rng = fastrand::Rng::with_seed(playouts.seed ^ mix(position.key()));
    let mut tree: Tree<P> = Tree { nodes: vec![Node::new(None, finished(position))], plies: playouts.plies, rng };
    let mut stop = Stop::Done;
    for game in 0..playouts.games {
        if tree.nodes[0].proven.is_some() {
            stop = Stop::Solved;
            break;
        }
        tree.play_game(position);
        // A game takes a few microseconds: one look at the clock every 16 games is enough.
        if game % 16 == 15 && clock.count(16) {
            stop = clock.stopped().unwrap_or(Stop::Asked);
            break;
        }
    }
    let rated = tree.rated();
    tell_scores(observer, &rated);
    if observer.is_active() {
        observer.notice(&Event::Stop { reason: stop });
    }
    let games = u64::from(tree.nodes[0].visits);
    Report {
        choice: rated.first().map(|rated| rated.mv),
        moves: rated,
        source: Source::Playouts(games),
        nodes: tree.nodes.len() as u64,
        cut_offs: 0,
        table_hits: 0,
        time: clock.elapsed(),
        stop,
    }
}

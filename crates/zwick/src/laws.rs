//! The laws of a game, for its tests: what [`Position`], [`Symmetric`] and the other traits promise, checked along random games.
//!
//! ```
//! use zwick::laws::Laws;
//! use zwick::{ConnectFour, connect_four::Column};
//! let laws = Laws::of(ConnectFour::<5, 4>::new());
//! laws.rules(|rng| Column::new(rng.usize(..Column::MAX)));
//! laws.symmetries();
//! laws.texts();
//! laws.searches();
//! ```
//!
//! A law that does not hold panics and names the position.

use std::collections::{HashMap, HashSet};
use std::fmt::Debug;
use std::str::FromStr;

use fastrand::Rng;

use crate::game::{Outcome, Position};
use crate::record::{DrawRules, Record};
use crate::search::{AlphaBeta, ByHeuristic, Heuristic, Limits, Scored, Settings, Silent, minimax};
use crate::symmetry::{Classified, Symmetric, Symmetry};

/// Longer random games cover nothing new.
const MOST_PLIES: usize = 150;

/// The games along which laws are checked.
#[derive(Debug, Clone)]
pub struct Laws<P> {
    /// The position from which they start.
    pub start: P,
    /// The same seed gives the same games.
    pub seed: u64,
    /// How many.
    pub games: usize,
}

impl<P: Position> Laws<P> {
    /// Twenty random games from this position.
    pub fn of(start: P) -> Self {
        Self { start, seed: 1, games: 20 }
    }

    /// Calls `check` with the record after each move of each game, the start included.
    fn walk(&self, mut check: impl FnMut(&mut Record<P>, &mut Rng)) {
        let mut rng = Rng::with_seed(self.seed);
        for _ in 0..self.games {
            let mut record = Record::with_draws(self.start.clone(), DrawRules::OFF);
            for _ in 0..MOST_PLIES {
                check(&mut record, &mut rng);
                let moves: Vec<P::Move> = record.position().legal_moves().collect();
                let Some(mv) = rng.choice(moves) else { break };
                record.play(mv).expect("a generated move is accepted");
            }
        }
    }

    /// What [`Position`] promises: generated moves are those accepted, sides alternate, a key belongs to one position, games are
    /// undone, written and read back.
    ///
    /// `any_move` draws moves that need not be legal; the position must tell which are.
    pub fn rules(&self, any_move: impl Fn(&mut Rng) -> P::Move) {
        let mut keys = HashMap::new();
        self.walk(|record, rng| {
            has_its_own_key(record.position(), &mut keys);
            generated_moves_are_the_accepted_ones(record.position(), rng, &any_move);
            moves_read_back(record.position());
            undo_restores(record);
            irreversible_moves_leave_the_past_behind(record);
            if record.position().ending().is_some() || record.moves().len() + 1 == MOST_PLIES {
                let mut again = Record::with_draws(self.start.clone(), DrawRules::OFF);
                again.play_list(&record.move_list()).expect("a written game reads back");
                assert_eq!(again, *record);
            }
        });
    }
}

impl<P: Symmetric> Laws<P> {
    /// What [`Symmetric`] promises: symmetries commute with playing, have inverses, and lead to one canonical position.
    pub fn symmetries(&self) {
        let mut keys = HashMap::new();
        self.walk(|record, _| symmetries_commute_with_playing(record.position(), &mut keys));
    }
}

impl<P: Position + FromStr<Err: Debug>> Laws<P> {
    /// Positions are read from the line and from the picture that `Display` writes.
    pub fn texts(&self) {
        self.walk(|record, _| {
            let position = record.position();
            let line = position.to_string();
            assert!(!line.contains('\n'), "more than one line: {line}");
            assert_eq!(line.parse::<P>().expect("a written position reads back"), *position);
            assert_eq!(format!("{position:#}").parse::<P>().expect("a picture reads back"), *position);
        });
    }
}

impl<P> Laws<P>
where
    P: Heuristic + Classified<Move: Send + Sync> + Send + Sync,
{
    /// What [`Classified`] and [`Heuristic`] promise, and what follows from it: alpha-beta with a table, move ordering and symmetry
    /// finds the score of plain minimax.
    pub fn searches(&self) {
        const DEPTH: u32 = 3;
        let mut search = AlphaBeta::new(ByHeuristic, Settings { table: 1 << 10, ..Settings::FULL });
        self.walk(|record, rng| {
            let position = record.position();
            represented_by_an_equivalent_position(position);
            // Minimax takes far longer than everything else: some positions are enough.
            if position.ending().is_none() && rng.u8(..16) == 0 {
                let report = search.search(position, Scored::Best, &Limits::depth(DEPTH), &mut Silent);
                assert_eq!(report.score(), Some(minimax(position, DEPTH, &ByHeuristic)), "{position}");
            }
        });
    }
}

fn has_its_own_key<P: Position>(position: &P, keys: &mut HashMap<u64, P>) {
    let known = keys.entry(position.key()).or_insert_with(|| position.clone());
    assert_eq!(known, position, "two positions with one key");
}

fn generated_moves_are_the_accepted_ones<P: Position>(
    position: &P,
    rng: &mut Rng,
    any_move: &impl Fn(&mut Rng) -> P::Move,
) {
    let moves: Vec<P::Move> = position.legal_moves().collect();
    let distinct: HashSet<P::Move> = moves.iter().copied().collect();
    assert_eq!(moves.len(), distinct.len(), "a move was generated twice: {position}");
    assert_eq!(moves.len() as u64, position.count_moves());
    assert_eq!(moves.is_empty(), position.ending().is_some(), "finished iff no moves: {position}");
    assert_eq!(position.outcome(), position.ending().map(|ending| ending.outcome));
    assert_ne!(position.outcome(), Some(Outcome::Win(position.turn())), "only who has just moved wins: {position}");
    assert!(moves.iter().all(|&mv| position.is_legal(mv)));
    for _ in 0..20 {
        let mv = any_move(rng);
        assert_eq!(position.is_legal(mv), distinct.contains(&mv), "{mv} in {position}");
        assert_eq!(position.clone().play(mv).is_ok(), distinct.contains(&mv));
    }
    for mv in moves {
        assert_eq!(position.after(mv).turn(), !position.turn(), "the sides move in turn");
    }
}

fn moves_read_back<P: Position>(position: &P) {
    for mv in position.legal_moves() {
        assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
        assert_eq!(position.read_move(&format!("{mv:#}")), Ok(mv));
    }
}

fn undo_restores<P: Position>(record: &mut Record<P>) {
    let positions = record.positions().to_vec();
    if record.undo().is_some() {
        assert_eq!(record.positions(), &positions[..positions.len() - 1]);
        record.redo();
        assert_eq!(record.positions(), positions);
    }
}

fn irreversible_moves_leave_the_past_behind<P: Position>(record: &Record<P>) {
    let before = &record.positions()[..record.moves().len() - record.quiet_plies()];
    assert!(!before.contains(record.position()), "it recurs after an irreversible move: {}", record.position());
}

fn symmetries_commute_with_playing<P: Symmetric>(position: &P, keys: &mut HashMap<u64, P>) {
    let (canonical, there) = position.canonical();
    assert_eq!(position.transform(there), canonical);
    assert_eq!(canonical.transform(there.inverse()), *position, "the way back");
    assert_eq!(position.transform(P::Symmetry::IDENTITY), *position);
    let probe = position.legal_moves().next();
    for symmetry in P::Symmetry::all() {
        let image = position.transform(symmetry);
        has_its_own_key(&image, keys);
        assert_eq!(image.transform(symmetry.inverse()), *position);
        assert_eq!(image.canonical().0, canonical);
        assert_eq!(image.turn() == position.turn(), !symmetry.swaps_colours());
        let by_steps = symmetry.steps().into_iter().fold(position.clone(), |image, step| {
            image.transform(P::Symmetry::of_step(step).expect("a step the game has"))
        });
        assert_eq!(by_steps, image);
        let images: HashSet<P::Move> = position.legal_moves().map(|mv| P::transform_move(mv, symmetry)).collect();
        assert_eq!(images, image.legal_moves().collect());
        if let Some(mv) = probe {
            assert_eq!(image.after(P::transform_move(mv, symmetry)), position.after(mv).transform(symmetry));
        }
    }
}

fn represented_by_an_equivalent_position<P: Heuristic + Classified>(position: &P) {
    let image = position.representative();
    assert_eq!(image.representative(), image, "a representative represents itself");
    assert_eq!(position.class_key(), image.key(), "another key than that of its representative: {position}");
    let result = |position: &P| position.outcome().map(|outcome| outcome == Outcome::Draw);
    assert_eq!(result(&image), result(position), "{position}");
    let classes = |position: &P| -> HashSet<u64> {
        position.legal_moves().map(|mv| position.after(mv).representative().key()).collect()
    };
    assert_eq!(classes(&image), classes(position), "its moves lead elsewhere: {position}");
    if position.ending().is_none() {
        assert_eq!(image.criteria(), position.criteria(), "symmetric positions are equally good: {position}");
        assert_eq!(image.estimate(), position.estimate(), "symmetric positions are equally good: {position}");
    }
}

#[cfg(test)]
mod tests;

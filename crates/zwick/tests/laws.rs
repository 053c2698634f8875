//! Properties that every game, board size and rule set must have, checked along random games.

use std::collections::{HashMap, HashSet};
use std::fmt::{Debug, Display};
use std::str::FromStr;

use fastrand::Rng;
use zwick::connect_four::{Column, ConnectFour};
use zwick::morris::{Lasker, Morabaraba, Morris, Move, NoFlying, Point, Rules, Standard};
use zwick::{AnyPosition, DrawRules, GameText, Position, Record, Symmetric, Symmetry};

/// Longer random games of morris cover nothing new.
const MOST_PLIES: usize = 150;

/// Plays random games and checks every property on every position.
fn obeys_the_laws<P>(start: P, seed: u64, games: usize, any_move: impl Fn(&mut Rng) -> P::Move)
where
    P: Symmetric + FromStr<Err: Debug> + Copy,
{
    let mut rng = Rng::with_seed(seed);
    let mut keys: HashMap<u64, P> = HashMap::new();
    for _ in 0..games {
        let mut record = Record::with_draws(start, DrawRules::OFF);
        for _ in 0..MOST_PLIES {
            let position = *record.position();
            assert_eq!(*keys.entry(position.key()).or_insert(position), position, "two positions with one key");
            generated_moves_are_the_accepted_ones(&position, &mut rng, &any_move);
            symmetries_commute_with_playing(&position, &mut keys);
            texts_read_back(&position);
            let moves: Vec<P::Move> = position.legal_moves().collect();
            let Some(&mv) = rng.choice(&moves) else { break };
            record.play(mv).expect("a generated move is accepted");
            undo_restores(&mut record, &position);
        }
        let moves = record.move_list();
        let mut again = Record::with_draws(start, DrawRules::OFF);
        again.play_list(&moves).expect("a written game reads back");
        assert_eq!(again, record);
    }
}

fn generated_moves_are_the_accepted_ones<P: Position>(
    position: &P,
    rng: &mut Rng,
    any_move: &impl Fn(&mut Rng) -> P::Move,
) {
    let moves: Vec<P::Move> = position.legal_moves().collect();
    let distinct: HashSet<P::Move> = moves.iter().copied().collect();
    assert_eq!(moves.len(), distinct.len(), "a move was generated twice");
    assert_eq!(moves.len() as u64, position.count_moves());
    assert_eq!(moves.is_empty(), position.ending().is_some(), "finished iff no moves: {position}");
    assert_eq!(position.outcome(), position.ending().map(|ending| ending.outcome));
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

fn symmetries_commute_with_playing<P: Symmetric + Copy>(position: &P, keys: &mut HashMap<u64, P>) {
    let (canonical, there) = position.canonical();
    assert_eq!(position.transform(there), canonical);
    assert_eq!(canonical.transform(there.inverse()), *position, "the way back");
    assert_eq!(position.transform(P::Symmetry::IDENTITY), *position);
    let probe = position.legal_moves().next();
    for symmetry in P::Symmetry::all() {
        let image = position.transform(symmetry);
        assert_eq!(*keys.entry(image.key()).or_insert(image), image, "two positions with one key");
        assert_eq!(image.transform(symmetry.inverse()), *position);
        assert_eq!(image.canonical().0, canonical);
        assert_eq!(image.turn() == position.turn(), !symmetry.swaps_colours());
        let by_steps = symmetry
            .steps()
            .into_iter()
            .fold(*position, |image, step| image.transform(P::Symmetry::of_step(step).expect("a step the game has")));
        assert_eq!(by_steps, image);
        let images: HashSet<P::Move> = position.legal_moves().map(|mv| P::transform_move(mv, symmetry)).collect();
        assert_eq!(images, image.legal_moves().collect());
        if let Some(mv) = probe {
            assert_eq!(image.after(P::transform_move(mv, symmetry)), position.after(mv).transform(symmetry));
        }
    }
}

fn texts_read_back<P: Position + FromStr<Err: Debug>>(position: &P) {
    let line = position.to_string();
    assert!(!line.contains('\n'));
    assert_eq!(line.parse::<P>().expect("a written position reads back"), *position);
    assert_eq!(format!("{position:#}").parse::<P>().expect("a picture reads back"), *position);
    for mv in position.legal_moves() {
        assert_eq!(position.read_move(&mv.to_string()), Ok(mv));
        assert_eq!(position.read_move(&format!("{mv:#}")), Ok(mv));
    }
}

fn undo_restores<P: Position>(record: &mut Record<P>, before: &P) {
    let after = record.position().clone();
    record.undo();
    assert_eq!(record.position(), before);
    record.redo();
    assert_eq!(*record.position(), after);
}

fn any_column(rng: &mut Rng) -> Column {
    Column::new(rng.usize(..Column::MAX))
}

fn any_turn(rng: &mut Rng) -> Move {
    let point = |rng: &mut Rng| Point::new(rng.usize(..Point::COUNT));
    let maybe = |rng: &mut Rng| rng.bool().then(|| point(rng));
    Move { from: maybe(rng), to: point(rng), take: maybe(rng) }
}

fn board_obeys<const W: usize, const H: usize>() {
    let seed = (W * 100 + H) as u64;
    obeys_the_laws(ConnectFour::<W, H>::new(), seed, 20, any_column);
    taking_back_a_man_restores_the_board::<W, H>(seed);
}

fn taking_back_a_man_restores_the_board<const W: usize, const H: usize>(seed: u64) {
    let mut rng = Rng::with_seed(seed);
    let mut position = ConnectFour::<W, H>::new();
    while let Some(column) = rng.choice(position.legal_moves().collect::<Vec<_>>()) {
        let next = position.after(column);
        assert_eq!(next.before(column), Some(position));
        position = next;
    }
}

macro_rules! boards {
    ($($width:literal: $($height:literal)*;)*) => { $($(board_obeys::<$width, $height>();)*)* };
}

#[test]
fn connect_four_obeys_the_laws_on_every_board() {
    boards! {
        1: 1 4 31 63; 2: 1 5 31; 3: 1 3 20;
        4: 1 3 4 5 6 7 8 9 10 11 12 13 14 15;
        5: 3 4 5 6 7 8 9 10 11; 6: 3 4 5 6 7 8 9; 7: 3 4 5 6 7 8; 8: 3 4 5 6 7; 9: 3 4 5 6;
        10: 3 4 5; 11: 3 4; 12: 3 4; 13: 3; 14: 3; 15: 3; 16: 3; 21: 2; 32: 1;
    }
}

fn rules_obey<R: Rules>() {
    obeys_the_laws(Morris::<R>::new(), 1, 15, any_turn);
}

#[test]
fn morris_obeys_the_laws_with_every_rule_set() {
    rules_obey::<Standard>();
    rules_obey::<NoFlying>();
    rules_obey::<Lasker>();
    rules_obey::<Morabaraba>();
}

/// A game that the second side starts is equivalent.
#[test]
fn the_laws_hold_whoever_begins() {
    obeys_the_laws("7/7/7/7/7/7 O".parse::<ConnectFour>().unwrap(), 2, 30, any_column);
    obeys_the_laws("8/8/8 B 9 9".parse::<Morris>().unwrap(), 2, 10, any_turn);
}

#[test]
fn game_texts_read_back() {
    let mut rng = Rng::with_seed(3);
    let names =
        ["connect-four", "connect-four:16x3", "connect-four:8x7", "morris", "morris:lasker", "morris:morabaraba"];
    for round in 0..240 {
        let start = AnyPosition::start(names[round % names.len()].parse().unwrap());
        let draws = DrawRules { repetition: rng.bool(), quiet_moves: rng.bool().then(|| rng.u32(1..60)) };
        let mut game = GameText::new(Record::with_draws(start, draws));
        for _ in 0..rng.usize(..MOST_PLIES) {
            if game.record.ending().is_some() {
                break;
            }
            let moves: Vec<_> = game.record.position().legal_moves().collect();
            game.record.play(*rng.choice(&moves).unwrap()).unwrap();
        }
        if rng.bool() {
            game.tags.push(("First".to_owned(), random_text(&mut rng)));
            game.comments.insert(rng.usize(..=game.record.moves().len()), random_text(&mut rng));
        }
        let text = game.to_string();
        assert_eq!(text.parse::<GameText>().unwrap_or_else(|error| panic!("{error}\n{text}")), game, "{text}");
    }
}

/// What a store needs: the key decodes to the position, and a move maps to the canonical position and back.
#[test]
fn keys_and_canonical_moves_lead_back() {
    let mut rng = Rng::with_seed(5);
    let names =
        ["connect-four", "connect-four:8x7", "connect-four:4x15", "morris", "morris:lasker", "morris:morabaraba"];
    for round in 0..120 {
        let game = names[round % names.len()].parse().unwrap();
        let mut position = AnyPosition::start(game);
        for _ in 0..MOST_PLIES {
            assert_eq!(AnyPosition::from_key(game, position.key()), Some(position));
            let (canonical, there) = position.canonical();
            for mv in position.legal_moves() {
                let image = there.image(mv);
                assert_eq!(there.inverse().image(image), mv);
                assert_eq!(
                    canonical.after(image).canonical().0,
                    position.after(mv).canonical().0,
                    "{mv} in {position}"
                );
            }
            let Some(mv) = rng.choice(position.legal_moves().collect::<Vec<_>>()) else { break };
            position = position.after(mv);
        }
        let nonsense = rng.u64(..);
        if let Some(position) = AnyPosition::from_key(game, nonsense) {
            assert_eq!(position.key(), nonsense);
        }
    }
    let second_begins = AnyPosition::read(zwick::Game::CONNECT_FOUR, "7/7/7/7/7/7 O").unwrap();
    assert_eq!(AnyPosition::from_key(second_begins.game(), second_begins.key()), Some(second_begins));
}

fn random_text(rng: &mut Rng) -> String {
    let letters = ['a', 'ü', '"', '\\', '{', '}', '[', ']', '.', '1', '-', ' ', 'é'];
    (0..rng.usize(1..30)).map(|_| letters[rng.usize(..letters.len())]).collect()
}

/// Random bytes, and written positions with one character changed, never make a parser panic.
#[test]
fn parsers_answer_nonsense_with_an_error() {
    fn read<T: FromStr<Err: Display>>(text: &str) {
        if let Err(error) = text.parse::<T>() {
            assert!(error.to_string().contains("expected") || error.to_string().contains("not a possible"), "{error}");
        }
    }
    let mut rng = Rng::with_seed(4);
    let seeds = [
        format!("{:#}", "4435".parse::<ConnectFour>().unwrap()),
        "4435".parse::<ConnectFour>().unwrap().to_string(),
        format!("{:#}", "d6 f4 a4".parse::<Morris>().unwrap()),
        "d6 f4 a4".parse::<Morris>().unwrap().to_string(),
        "[Game \"morris\"]\n[Result \"*\"]\n\n1. d6 f4 {why} 2. a4 *".to_owned(),
        "connect-four:8x7".to_owned(),
        "1 -> 2 (5)".to_owned(),
    ];
    let letters: Vec<char> = "0123456789abcdgxXOWB./|-> ()[]{}\"\\\n\té*".chars().collect();
    for _ in 0..20_000 {
        let mut text: Vec<char> = seeds[rng.usize(..seeds.len())].chars().collect();
        for _ in 0..rng.usize(1..4) {
            let at = rng.usize(..text.len());
            match rng.u8(..3) {
                0 => text[at] = letters[rng.usize(..letters.len())],
                1 => text.insert(at, letters[rng.usize(..letters.len())]),
                _ => text.truncate(at.max(1)),
            }
        }
        let text: String = text.into_iter().collect();
        read::<ConnectFour>(&text);
        read::<ConnectFour<16, 3>>(&text);
        read::<Morris>(&text);
        read::<Morris<Lasker>>(&text);
        read::<GameText>(&text);
        read::<zwick::Game>(&text);
        read::<Column>(&text);
        read::<Move>(&text);
    }
}

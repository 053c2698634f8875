//! What only the games of this library have, checked along random games: game texts, keys that decode, parsers of texts. The laws of
//! all games are in `src/laws.rs`.

use std::fmt::Display;
use std::str::FromStr;

use fastrand::Rng;
use zwick::connect_four::{Column, ConnectFour};
use zwick::morris::{Lasker, Morris, Move, Points};
use zwick::search::Score;
use zwick::{AnyPosition, DrawRules, Game, GameText, Position, Record, Spec, Value};

/// Longer random games of morris cover nothing new.
const MOST_PLIES: usize = 150;

/// Games of all kinds in turn, without end, with this one among them.
fn games(another: &str) -> impl Iterator<Item = Game> {
    let names = ["connect-four", another, "connect-four:8x7", "morris", "morris:lasker", "morris:morabaraba"];
    names.map(|name| name.parse().unwrap()).into_iter().cycle()
}

#[test]
fn game_texts_read_back() {
    let mut rng = Rng::with_seed(3);
    for game in games("connect-four:16x3").take(240) {
        let start = AnyPosition::start(game);
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
    for game in games("connect-four:4x15").take(120) {
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
    let second_begins = AnyPosition::read(Game::CONNECT_FOUR, "7/7/7/7/7/7 O").unwrap();
    assert_eq!(AnyPosition::from_key(second_begins.game(), second_begins.key()), Some(second_begins));
}

/// What failed assertions and logs print.
#[test]
fn debug_is_readable() {
    let position: ConnectFour = "4435".parse().unwrap();
    let [mv, placed]: [Move; 2] = ["a4-a7xb6", "d6"].map(|text| text.parse().unwrap());
    assert_eq!(format!("{position:?} {:?}", Column::new(3)), "7/7/7/7/3O3/2XXO2 X 4");
    assert_eq!(format!("{mv:?} {placed:#?}"), "a4-a7xb6 d6");
    assert_eq!(format!("{:?}", Value::win_in(3)), "win in 2 moves (3 plies)");
    assert_eq!(format!("{:?} {:?}", Score::loss_in(2), Score::estimate(-7)), "loss in 1 move (2 plies) estimate -7");
    assert_eq!(format!("{:?}", "alpha-beta:depth=3".parse::<Spec>().unwrap()), "alpha-beta:depth=3");
    let points: Points = [mv.to, placed.to].into_iter().map(Points::one).fold(Points::NONE, |all, one| all | one);
    assert_eq!(format!("{points:?}"), "{a7, d6}");
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

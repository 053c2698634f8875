//! Games of thousands of moves.

use serde_json::json;
use zwick::{AnyMove, AnyPosition, DrawRules, Game, Position, Record};
use zwick_server::Limits;

use crate::service::{Service, limited};

/// A game of morris in which nobody ever takes a man, without rules that would end it.
fn long_game(plies: usize) -> String {
    let start = AnyPosition::read_record(Game::MORRIS, "", DrawRules::OFF);
    let mut record: Record<AnyPosition> = start.expect("the start");
    let mut dice = fastrand::Rng::with_seed(7);
    while record.moves().len() < plies {
        let position = *record.position();
        let is_quiet = |mv: &AnyMove| !mv.to_string().contains('x') && position.after(*mv).ending().is_none();
        let quiet: Vec<AnyMove> = position.legal_moves().filter(is_quiet).collect();
        record.play(dice.choice(quiet).expect("a move that takes nothing")).expect("a legal move");
    }
    let moves: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    format!("[Game \"morris\"]\n[DrawRules \"off\"]\n\n{} *", moves.join(" "))
}

#[tokio::test]
async fn a_game_longer_than_the_limit_is_refused_with_the_limit() {
    let text = long_game(8_200);
    assert!(text.len() < 60_000, "{}", text.len());
    let public = Service::with(limited(Limits::public_with(512 << 20, 2))).await;
    let refused = public.post("/api/v1/games", None, json!({ "import": text })).await;
    assert!(refused.text.contains("at most 2000 moves of both sides, found 8200"), "{refused:?}");
    assert_eq!(refused.refusal(), 409);
    // On one's own machine it is kept, although one statement of the database cannot take so many positions.
    let local = Service::new().await;
    let kept = local.post("/api/v1/games", None, json!({ "import": text })).await.good();
    assert_eq!(kept["moves"].as_array().unwrap().len(), 8_200);
}

#[tokio::test]
async fn a_game_as_long_as_it_may_be_takes_no_further_move() {
    let service = Service::with(limited(Limits { plies: 3, ..Limits::local() })).await;
    let game = service.game("connect-four").await;
    for (token, mv) in [(&game.first, "4"), (&game.second, "4"), (&game.first, "4")] {
        service.play(&game, token, mv).await;
    }
    let refused = service.post(&game.at("/moves"), Some(&game.second), json!({ "move": "4" })).await;
    assert!(refused.text.contains("at most 3 moves"), "{refused:?}");
    assert_eq!(refused.refusal(), 409);
    assert_eq!(service.get(&game.at("")).await.good()["moves"], json!(["4", "4", "4"]));
}

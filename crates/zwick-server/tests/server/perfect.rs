//! Perfect play: given, or refused with what is missing; never guessed.

use serde_json::json;

use crate::service::Service;

const CONFLICT: u16 = 409;

/// Three against three men: these tables are made when they are needed.
const FEW_MEN: &str = "W1B5/3W1B1B/5W2 W 0 0";

#[tokio::test]
async fn perfect_play_of_morris_without_tables_ends_with_the_book_and_is_refused_with_the_command_that_makes_them() {
    let service = Service::new().await;
    let wish = json!({ "player": "perfect" });
    let by_book = service.post("/api/v1/morris/choose", None, wish.clone()).await.good();
    assert_eq!(by_book["report"]["source"]["kind"], "book");
    let later = json!({ "player": "perfect", "position": "d6 f4 d2 b4 a7 d7 g7" });
    let refused = service.post("/api/v1/morris/choose", None, later).await;
    assert!(refused.text.contains("run `zwick tablebase build`"), "{refused:?}");
    assert_eq!(refused.refusal(), CONFLICT);
    for players in
        [json!({ "first": "perfect", "second": "person" }), json!({ "first": "person", "second": "perfect" })]
    {
        let refused = service.post("/api/v1/games", None, json!({ "game": "morris", "players": players })).await;
        assert_eq!(refused.refusal(), CONFLICT);
    }
    let game = service.game("morris").await;
    let seat = service.put(&game.at("/players"), Some(&game.first), json!({ "second": "perfect" })).await;
    assert_eq!(seat.refusal(), CONFLICT);
    service.post(&game.at("/computer"), Some(&game.first), wish).await.good();
    let told = service.get("/api/v1/morris/perfect").await.good();
    assert_eq!((told["available"].as_bool(), told["missing"].as_str()), (Some(false), Some("tables")));
    let lasker = service.get("/api/v1/morris:lasker/perfect").await.good();
    assert_eq!(lasker["missing"], "rules");
}

#[tokio::test]
async fn perfect_play_is_given_where_everything_is_known() {
    let service = Service::new().await;
    let few = FEW_MEN.replace(' ', "%20");
    assert_eq!(service.get(&format!("/api/v1/morris/perfect?position={few}")).await.good()["available"], true);
    let choice = service.post("/api/v1/morris/choose", None, json!({ "player": "perfect", "position": FEW_MEN })).await;
    let choice = choice.good();
    assert_eq!(
        (choice["report"]["source"]["kind"].as_str(), choice["report"]["stop"].as_str()),
        (Some("tablebase"), Some("solved"))
    );
    assert_eq!(service.get("/api/v1/connect-four/perfect?position=4435").await.good()["available"], true);
    let opening = service.post("/api/v1/connect-four/choose", None, json!({ "player": "perfect" })).await.good();
    assert_eq!((opening["move"].as_str(), opening["report"]["source"]["kind"].as_str()), (Some("4"), Some("book")));
}

#[tokio::test]
async fn a_board_too_empty_to_be_solved_is_refused_at_once() {
    let service = Service::new().await;
    let refused = service.post("/api/v1/connect-four:8x7/choose", None, json!({ "player": "perfect" })).await;
    assert!(refused.text.contains("at most 36 empty cells, found 56"), "{refused:?}");
    assert_eq!(refused.refusal(), CONFLICT);
    let told = service.get("/api/v1/connect-four:8x7/perfect").await.good();
    assert_eq!(told["missing"], "time");
    // A game played elsewhere may be kept, even by players that are refused here.
    let import = "[First \"perfect\"]\n[Second \"person\"]\n[Game \"connect-four:8x7\"]\n\n1. 4 *\n";
    let kept = service.post("/api/v1/games", None, json!({ "import": import })).await;
    assert!(kept.status.is_success(), "{kept:?}");
}

/// Random games are told in per cent, everything else in points, of which one is about one man.
#[tokio::test]
async fn estimates_have_one_unit() {
    let service = Service::new().await;
    // A man more and nothing else in sight.
    let ahead = "W1B1W1B1/1W1B1W2/5B1W W 0 0".replace(' ', "%20");
    let analysis = service.get(&format!("/api/v1/morris/analysis?position={ahead}&time=300")).await.good();
    let points = analysis["answer"]["points"].as_f64().expect("an estimate: tables of nine men are missing");
    assert!((-5.0..5.0).contains(&points), "{points}");
    let best = async |player: &str| {
        let wish = json!({ "player": player, "position": "d6 f4", "seed": 1 });
        let choice = service.post("/api/v1/morris/choose", None, wish).await.good();
        choice["report"]["moves"][0].clone()
    };
    let random = best("monte-carlo:playouts=50").await;
    assert!(random["mean"].is_number() && random["points"].is_null(), "{random}");
    let counted = best("alpha-beta:depth=2").await["points"].as_f64().expect("points");
    assert!(counted.abs() < 3.0, "{counted}");
}

//! What the addresses promise: exact answers, games that go in and out unchanged, a page that asks nobody else.

use axum::http::header;
use serde_json::{Value, json};

use crate::service::{Service, operations};

#[tokio::test]
async fn the_first_position_has_a_value_on_every_column_from_the_book() {
    let service = Service::new().await;
    let analysis = service.get("/api/v1/connect-four/analysis").await.good();
    let told: Vec<_> = analysis["moves"].as_array().unwrap().iter().map(|mv| (&mv["move"], &mv["result"])).collect();
    let columns = ["4", "3", "5", "2", "6", "1", "7"].map(|column| json!(column));
    let results = ["win", "draw", "draw", "loss", "loss", "loss", "loss"].map(|result| json!(result));
    assert_eq!(told, columns.iter().zip(&results).collect::<Vec<_>>());
    let answer = &analysis["answer"];
    assert_eq!((&answer["moves"], &answer["plies"]), (&json!(21), &json!(41)), "twenty-one moves are forty-one plies");
    assert_eq!(answer["source"]["kind"], "book");
    assert_eq!(analysis["line"][0], "4");
}

/// The example of the universal interface: a value for the side to move, and plies to the end.
#[tokio::test]
async fn positions_are_told_in_the_universal_shape() {
    let service = Service::new().await;
    let position = service.get("/api/v1/connect-four/positions/?p=44").await.good();
    assert_eq!((&position["positionValue"], &position["remoteness"]), (&json!("win"), &json!(39)));
    assert_eq!(position["autoguiPosition"], format!("1_{}", "-------".repeat(4) + "---o---" + "---x---"));
    let best = &position["moves"][0];
    assert_eq!((&best["move"], &best["moveValue"]), (&json!("4"), &json!("win")));
    assert_eq!((&best["positionValue"], &best["remoteness"]), (&json!("lose"), &json!(38)));
}

#[tokio::test]
async fn a_game_goes_out_and_comes_in_unchanged() {
    let service = Service::new().await;
    let game = service.game("morris:lasker").await;
    for (i, mv) in ["d6", "f4", "d6-d7", "f4-f6"].into_iter().enumerate() {
        service.play(&game, if i % 2 == 0 { &game.first } else { &game.second }, mv).await;
    }
    let text = service.get(&game.at("/text")).await.text;
    let imported = service.post("/api/v1/games", None, json!({ "import": text })).await.good();
    let original = service.get(&game.at("")).await.good();
    for field in ["game", "moves", "state", "players", "result"] {
        assert_eq!(imported[field], original[field], "{field}");
    }
    let again = service.get(&format!("/api/v1/games/{}/text", imported["id"].as_str().unwrap())).await.text;
    assert_eq!(again, text);
}

#[tokio::test]
async fn a_game_keeps_its_draw_rules_and_names_the_one_that_ended_it() {
    let service = Service::new().await;
    let start = "W1W1W3/1B1B1B1W/7B W 0 0";
    let round = ["a7-d7", "d6-b6", "d7-a7", "b6-d6"];
    for (draws, plies, reason) in
        [("2", 4, "quiet-moves"), ("repetition 3", 6, "quiet-moves"), ("repetition", 8, "repetition")]
    {
        let wish = json!({ "game": "morris", "start": start, "draws": draws });
        let begun = service.post("/api/v1/games", None, wish).await.good();
        assert_eq!(begun["state"]["draws"], draws);
        let at = |what: &str| format!("/api/v1/games/{}{what}", begun["id"].as_str().unwrap());
        let tokens = ["first", "second"].map(|side| begun["tokens"][side].as_str().unwrap());
        for (ply, mv) in round.iter().cycle().take(plies).enumerate() {
            let game = service.get(&at("")).await.good();
            assert_eq!((&game["state"]["over"], &game["state"]["quiet_plies"]), (&Value::Null, &json!(ply)));
            service.post(&at("/moves"), Some(tokens[ply % 2]), json!({ "move": mv })).await.good();
        }
        let game = service.get(&at("")).await.good();
        assert_eq!(game["state"]["over"], json!({ "winner": null, "reason": reason }), "{draws}");
        // In the text, in a game made of it, and after it.
        let text = service.get(&at("/text")).await.text;
        assert!(text.contains(&format!("[DrawRules \"{draws}\"]")), "{text}");
        let again = service.post("/api/v1/games", None, json!({ "import": text })).await.good();
        assert_eq!((&again["state"]["draws"], &again["result"]), (&json!(draws), &json!("1/2-1/2")));
        let seat = service.post(&at("/rematch"), Some(tokens[0]), json!({})).await.good();
        let rematch = service.get(&format!("/api/v1/games/{}", seat["id"].as_str().unwrap())).await.good();
        assert_eq!(rematch["state"]["draws"], draws);
        // The same moves without a game that is kept, under other rules.
        let moves: Vec<&str> = round.into_iter().cycle().take(plies).collect();
        let path = |draws: &str| {
            let [start, moves, draws] = [start, &moves.join(" "), draws].map(|text| text.replace(' ', "%20"));
            format!("/api/v1/morris/position?position={start}&moves={moves}&draws={draws}")
        };
        assert_eq!(service.get(&path(draws)).await.good()["over"]["reason"], reason);
        assert_eq!(service.get(&path("off")).await.good()["over"], Value::Null);
    }
    let usual = service.post("/api/v1/games", None, json!({ "game": "morris" })).await.good();
    assert_eq!(usual["state"]["draws"], "repetition 50");
    let text = service.get(&format!("/api/v1/games/{}/text", usual["id"].as_str().unwrap())).await.text;
    assert!(!text.contains("DrawRules"), "{text}");
    for wrong in [json!({ "game": "morris", "draws": "never" }), json!({ "import": text, "draws": "20" })] {
        let refused = service.post("/api/v1/games", None, wrong).await;
        assert!(refused.text.contains("expected"), "{refused:?}");
        assert_eq!(refused.refusal(), 400);
    }
}

#[tokio::test]
async fn a_position_comes_with_its_statistics() {
    let service = Service::new().await;
    let state = service.get("/api/v1/morris/position?position=BB1BBWW1/1W6/8%20B%200%200").await.good();
    let statistics = &state["statistics"];
    assert_eq!(statistics["evaluation"], -15_900, "for White, though Black is to move");
    assert_eq!(statistics["men"], json!([3, 4]));
    assert_eq!(statistics["rows"][0], json!({ "ones": 2, "twos": 0, "threes": 0 }));
    assert_eq!(statistics["rows"][1], json!({ "ones": 1, "twos": 2, "threes": 0 }));
}

#[tokio::test]
async fn moves_taken_back_can_be_played_again() {
    let service = Service::new().await;
    let game = service.game("connect-four").await;
    service.play(&game, &game.first, "4").await;
    service.play(&game, &game.second, "3").await;
    let undone = service.post(&game.at("/undo"), Some(&game.first), json!({ "plies": 2 })).await.good();
    assert_eq!((&undone["moves"], &undone["undone"]), (&json!([]), &json!(["4", "3"])));
    let redone = service.post(&game.at("/redo"), Some(&game.first), json!({})).await.good();
    assert_eq!((&redone["moves"], &redone["undone"]), (&json!(["4"]), &json!(["3"])));
    let other = service.play(&game, &game.second, "5").await;
    assert_eq!(other["undone"], json!([]), "another move ends what could be played again");
}

#[tokio::test]
async fn games_are_found_by_player_and_by_position_or_its_image() {
    let service = Service::new().await;
    let (game, other) = (service.game("connect-four").await, service.game("morris").await);
    service.play(&game, &game.first, "1").await;
    service.put(&other.at("/players"), Some(&other.first), json!({ "second": "level 3" })).await.good();
    let found = async |query: &str| {
        let listed = service.get(&format!("/api/v1/games?{query}")).await.good();
        let items = listed["items"].as_array().unwrap();
        items.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(found("").await, [&*game.id, &other.id]);
    assert_eq!(found("game=connect-four&position=7").await, [&*game.id], "the mirror image of 1");
    assert_eq!(found("game=connect-four&position=2").await, Vec::<String>::new());
    assert_eq!(found("player=level%203").await, [&*other.id]);
    assert_eq!(found(&format!("after={}", game.id)).await, [&*other.id]);
}

#[tokio::test]
async fn a_report_tells_what_was_given_away() {
    let service = Service::new().await;
    let made = service.post("/api/v1/games", None, json!({ "game": "connect-four", "start": "44444" })).await.good();
    let report = service.get(&format!("/api/v1/games/{}/report", made["id"].as_str().unwrap())).await.good();
    let moves = report["moves"].as_array().unwrap();
    assert_eq!(moves.len(), 5);
    assert!(
        moves.iter().all(|mv| mv["before"]["kind"] == "exact" && (0.0..=1.0).contains(&mv["loss"].as_f64().unwrap()))
    );
    assert_eq!((&moves[0]["loss"], &moves[0]["mark"]), (&json!(0.0), &json!(null)));
    assert_eq!(report["accuracy"]["first"], 100.0, "the centre column is best for the first side");
}

/// Whatever the page and the readable description name is there, and nothing is elsewhere.
#[tokio::test]
async fn the_page_is_whole_and_asks_nobody_else() {
    let service = Service::new().await;
    for path in ["/", "/api"] {
        let page = service.get(path).await;
        assert!(page.headers[header::CONTENT_TYPE].to_str().unwrap().starts_with("text/html"), "{path}");
        let policy = page.headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe"), "{policy}");
        assert!(policy.contains("frame-ancestors 'none'"), "{policy}");
        assert_eq!(page.headers[header::X_CONTENT_TYPE_OPTIONS], "nosniff");
        assert_eq!(page.headers[header::X_FRAME_OPTIONS], "DENY");
        assert!(!page.text.contains("://"), "{path} names another host");
        let addresses = page.text.split("=\"/").skip(1).filter_map(|rest| rest.split('"').next());
        let named: Vec<_> = addresses.map(|address| format!("/{address}")).collect();
        assert!(!named.is_empty(), "{path} has a style at least");
        for address in named {
            assert!(service.get(&address).await.status.is_success(), "{path} names {address}");
        }
    }
}

#[tokio::test]
async fn the_description_names_every_operation_and_the_readable_one_too() {
    let service = Service::new().await;
    let served = service.get("/api/openapi.json").await.good();
    let readable = service.get("/api").await.text;
    for (path, method, _) in operations() {
        assert!(served["paths"][&path][&method].is_object(), "{method} {path}");
        assert!(readable.contains(&format!("{} {path}", method.to_uppercase())), "{method} {path}");
    }
}

#[tokio::test]
async fn health_and_numbers_are_told() {
    let service = Service::new().await;
    let health = service.get("/healthz").await.good();
    assert_eq!((&health["program"], &health["ok"], &health["thinking"]), (&json!("zwick"), &json!(true), &json!(0)));
    let numbers = service.get("/metrics").await;
    let line = r#"zwick_requests_total{path="/healthz",method="GET",status="200"}"#;
    assert!(numbers.text.contains(line), "{}", numbers.text);
    assert!(numbers.text.contains("zwick_request_seconds_bucket"), "{}", numbers.text);
}

//! Bytes of the database change on its disk: an error that is logged, never a wrong answer.

use serde_json::json;
use sqlx::Connection;
use zwick_server::Settings;

use crate::service::Service;

#[tokio::test]
async fn a_damaged_game_is_an_error_and_the_others_can_be_played() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let service = Service::in_directory(directory.path(), Settings::default()).await;
    let (damaged, sound) = (service.game("connect-four").await, service.game("connect-four").await);
    service.play(&damaged, &damaged.first, "4").await;
    let file = directory.path().join("zwick.db");
    let mut connection = sqlx::SqliteConnection::connect(file.to_str().expect("a name")).await.expect("the file opens");
    // A legal game, but not the one that was played.
    let change = "UPDATE games SET text = replace(text, '1. 4', '1. 5') WHERE plies = 1";
    sqlx::raw_sql(change).execute(&mut connection).await.expect("valid SQL");
    connection.close().await.expect("it closes");

    assert_eq!(service.get(&damaged.at("")).await.refusal(), 500);
    let answer = service.post(&damaged.at("/moves"), Some(&damaged.second), json!({ "move": "3" })).await;
    assert_eq!(answer.refusal(), 500);
    service.play(&sound, &sound.first, "4").await;
}

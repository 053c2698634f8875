//! Server-sent events, made of the same types that describe them.

use axum::response::sse::Event;
use serde::Serialize;

/// The name and the data of an event. Its type is described as an object, `{ "event": NAME, "data": … }`; in a stream each is a line of
/// its own.
pub(crate) fn name_and_data(told: &impl Serialize) -> Result<(String, String), serde_json::Error> {
    let mut object = serde_json::to_value(told)?;
    let name = object["event"].as_str().unwrap_or_default().to_owned();
    Ok((name, object["data"].take().to_string()))
}

pub(crate) fn event(told: &impl Serialize) -> Result<Event, axum::Error> {
    let (name, data) = name_and_data(told).map_err(axum::Error::new)?;
    Ok(Event::default().event(name).data(data))
}

//! The description of the interface as a page to read, made from the document itself: no script, and nothing from elsewhere.

use std::fmt::Write;

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use serde_json::Value;
use utoipa::openapi::OpenApi;

const STYLE: &str = "\
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
h2 { margin-top: 3rem; }
section { margin: 1.5rem 0; padding-top: 1rem; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); }
code { font: 0.95em ui-monospace, monospace; overflow-wrap: anywhere; }
h3 { margin: 0; font-weight: 600; }
th { text-align: left; font-weight: 600; }
td, th { padding: 0.1rem 1rem 0.1rem 0; vertical-align: top; }
";

pub(crate) async fn style() -> Response {
    ([(header::CONTENT_TYPE, HeaderValue::from_static("text/css; charset=utf-8"))], STYLE).into_response()
}

pub(crate) fn render(document: &OpenApi) -> String {
    let document = serde_json::to_value(document).expect("a description can be written");
    let mut page = String::from(
        "<!doctype html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width\">\n<title>Zwickmühle: API</title>\n\
         <link rel=\"stylesheet\" href=\"/api/style.css\">\n<h1>Zwickmühle: API</h1>\n",
    );
    let _ = write!(
        page,
        "<p>{}</p>\n<p>As a document: <a href=\"/api/openapi.json\">openapi.json</a>.</p>\n",
        text(&document["info"]["description"])
    );
    for tag in list(&document["tags"]) {
        let _ = write!(page, "<h2>{}</h2>\n<p>{}</p>\n", text(&tag["name"]), text(&tag["description"]));
        for (path, methods) in entries(&document["paths"]) {
            for (method, operation) in entries(methods) {
                if list(&operation["tags"]).contains(&tag["name"]) {
                    page.push_str(&operation_text(path, method, operation));
                }
            }
        }
    }
    page.push_str("<h2>What is sent and answered</h2>\n");
    for (name, schema) in entries(&document["components"]["schemas"]) {
        let _ = writeln!(
            page,
            "<section id=\"{0}\"><h3>{0}</h3><p>{1}</p>{2}</section>",
            escape(name),
            text(&schema["description"]),
            fields(schema)
        );
    }
    page.push_str("</html>\n");
    page
}

fn operation_text(path: &str, method: &str, operation: &Value) -> String {
    let mut out = format!(
        "<section><h3><code>{} {}</code></h3><p>{}</p>",
        method.to_uppercase(),
        escape(path),
        text(&operation["summary"])
    );
    if !operation["description"].is_null() {
        let _ = write!(out, "<p>{}</p>", text(&operation["description"]));
    }
    let parameters = list(&operation["parameters"]);
    if !parameters.is_empty() {
        out.push_str("<table>");
        for parameter in parameters {
            let _ = write!(
                out,
                "<tr><th><code>{}</code><td>{}<td>{}",
                text(&parameter["name"]),
                text(&parameter["in"]),
                text(&parameter["description"])
            );
        }
        out.push_str("</table>");
    }
    if let Some(body) = operation["requestBody"]["content"]["application/json"].get("schema") {
        let _ = write!(out, "<p>Sent: {}</p>", kind(body));
    }
    for (status, response) in entries(&operation["responses"]) {
        for (content, answer) in entries(&response["content"]) {
            let _ =
                write!(out, "<p>{}: {} <code>{}</code></p>", escape(status), kind(&answer["schema"]), escape(content));
        }
    }
    out.push_str("</section>\n");
    out
}

/// The fields of an object, or the words of a choice.
fn fields(schema: &Value) -> String {
    let mut out = String::new();
    for part in list(&schema["allOf"]) {
        match part.get("$ref") {
            Some(_) => {
                let _ = write!(out, "<p>All of {}, and:</p>", kind(part));
            }
            None => out.push_str(&fields(part)),
        }
    }
    for choice in list(&schema["oneOf"]).iter().chain(list(&schema["enum"])) {
        let _ = write!(out, "<p>{}</p>", if choice.is_object() { kind(choice) } else { text(choice) });
    }
    if schema["properties"].is_object() {
        out.push_str("<table>");
        for (name, field) in entries(&schema["properties"]) {
            let _ = write!(
                out,
                "<tr><th><code>{}</code><td>{}<td>{}",
                escape(name),
                kind(field),
                text(&field["description"])
            );
        }
        out.push_str("</table>");
    }
    out
}

/// The type of a value in a word, with a link where it is described.
fn kind(schema: &Value) -> String {
    if let Some(name) = schema["$ref"].as_str().and_then(|path| path.rsplit('/').next()) {
        return format!("<a href=\"#{0}\">{0}</a>", escape(name));
    }
    if let Some(items) = schema.get("items") {
        return format!("list of {}", kind(items));
    }
    let choices = list(&schema["oneOf"]);
    if !choices.is_empty() {
        return choices.iter().map(kind).collect::<Vec<_>>().join(" or ");
    }
    if let Some(words) = schema["enum"].as_array() {
        return words.iter().map(text).collect::<Vec<_>>().join(", ");
    }
    match &schema["type"] {
        Value::Array(types) => types.iter().map(text).collect::<Vec<_>>().join(" or "),
        word => text(word),
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn entries(value: &Value) -> impl Iterator<Item = (&str, &Value)> {
    value.as_object().into_iter().flatten().map(|(name, value)| (name.as_str(), value))
}

fn text(value: &Value) -> String {
    escape(value.as_str().unwrap_or(""))
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

//! Stylesheets without comments and indentation.

use crate::Fault;

/// A stylesheet, shorter, and the same to a browser.
pub(crate) fn shortened(text: &str) -> Result<String, Fault> {
    let mut kept = String::new();
    let mut rest = text;
    let line_of = |rest: &str| text[..text.len() - rest.len()].lines().count().max(1);
    while let Some(at) = rest.find(['/', '"', '\'']) {
        let (before, from) = rest.split_at(at);
        kept += before;
        if let Some(comment) = from.strip_prefix("/*") {
            let Some(end) = comment.find("*/") else {
                return Err(Fault::new(line_of(from), "a comment without an end"));
            };
            rest = &comment[end + 2..];
        } else if let Some(after) = from.strip_prefix('/') {
            kept.push('/');
            rest = after;
        } else {
            let quote = if from.starts_with('"') { '"' } else { '\'' };
            let Some(end) = from[1..].find([quote, '\n']).filter(|end| from[1 + end..].starts_with(quote)) else {
                return Err(Fault::new(line_of(from), "a text without an end"));
            };
            kept += &from[..end + 2];
            rest = &from[end + 2..];
        }
    }
    kept += rest;
    let lines = kept.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

//! The document: what it names, and how it reads in each language.
//!
//! `data-text="key"` gets the text of that key, `data-label="key"` gets it as its label, and `{language}` is replaced by the code of the
//! language. The keys are those of `texts/LANGUAGE/*.js`, where they stand as `"key": "text"`.

use std::collections::BTreeMap;

use crate::tokens::{self, Kind, Token};
use crate::{ASSETS, Error, Fault};

/// The one stylesheet that all are joined to.
pub(crate) const STYLES: &str = "styles.css";

/// What a document names.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct Named {
    pub(crate) styles: Vec<String>,
    pub(crate) scripts: Vec<String>,
    pub(crate) module: Option<String>,
}

/// The value of an attribute in a tag.
fn attribute<'a>(tag: &'a str, name: &str) -> Option<&'a str> {
    let (_, from) = tag.split_once(&format!(" {name}=\""))?;
    from.split_once('"').map(|(value, _)| value)
}

/// The tags of a document, each with where it begins, from `<` to `>`.
fn tags(text: &str) -> Result<Vec<(usize, &str)>, Fault> {
    let mut tags = Vec::new();
    let mut at = 0;
    while let Some(start) = text[at..].find('<').map(|found| at + found) {
        let fault = || Fault::new(line_at(text, start), "a tag without an end");
        let length = text[start..].find('>').ok_or_else(fault)? + 1;
        tags.push((start, &text[start..start + length]));
        at = start + length;
    }
    Ok(tags)
}

fn line_at(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

fn is_style(tag: &str) -> bool {
    tag.starts_with("<link") && attribute(tag, "rel") == Some("stylesheet")
}

/// What the document names of scripts and stylesheets.
pub(crate) fn names(text: &str) -> Result<Named, Fault> {
    let mut named = Named::default();
    for (at, tag) in tags(text)? {
        let is_script = tag.starts_with("<script");
        let address = if is_script { attribute(tag, "src") } else { attribute(tag, "href").filter(|_| is_style(tag)) };
        let Some(address) = address else {
            if is_script {
                return Err(Fault::new(line_at(text, at), "a script without a file, which the page's policy forbids"));
            }
            continue;
        };
        let fault = || Fault::new(line_at(text, at), format!("expected a file below {ASSETS}, found {address}"));
        let path = address.strip_prefix(ASSETS).ok_or_else(fault)?.to_owned();
        if !is_script {
            named.styles.push(path);
        } else if attribute(tag, "type") != Some("module") {
            named.scripts.push(path);
        } else if named.module.replace(path).is_some() {
            return Err(Fault::new(line_at(text, at), "expected one module that begins, found a second one"));
        }
    }
    Ok(named)
}

/// The texts of a language by their keys.
pub(crate) type Texts = BTreeMap<String, String>;

/// The texts of every language.
pub(crate) fn languages(sources: &BTreeMap<String, Vec<u8>>) -> Result<BTreeMap<String, Texts>, Error> {
    let mut languages: BTreeMap<String, Texts> = BTreeMap::new();
    for path in sources.keys() {
        let Some((language, _)) = path.strip_prefix("texts/").and_then(|rest| rest.split_once('/')) else { continue };
        let text = crate::source(sources, path, (path, 1))?;
        let tokens = tokens::read(text).map_err(|fault| fault.within(path))?;
        let texts = languages.entry(language.to_owned()).or_default();
        for window in tokens.windows(4) {
            let [key, colon, value, end] = window else { continue };
            let is_entry = key.kind == Kind::Text && colon.is(":") && (end.is(",") || end.is("}"));
            // Texts in double quotes are the same in JSON.
            let said = |token: &Token<'_>| serde_json::from_str::<String>(token.text).ok();
            if let (true, Some(key), Some(value)) = (is_entry, said(key), said(value)) {
                texts.insert(key, value);
            }
        }
    }
    Ok(languages)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;")
}

/// The document in a language, with the addresses of the files of this version.
pub(crate) fn render(
    text: &str,
    language: &str,
    texts: &Texts,
    version: &str,
    files: &BTreeMap<String, Vec<u8>>,
) -> Result<String, Fault> {
    let text_of = |key: &str, at: usize| {
        let fault = || Fault::new(line_at(text, at), format!("texts/{language} has no plain text {key:?}"));
        texts.get(key).map(|text| escaped(text)).ok_or_else(fault)
    };
    let mut written = String::new();
    let mut at = 0;
    let mut has_style = false;
    for (start, tag) in tags(text)? {
        written += text.get(at..start).unwrap_or_default();
        at = at.max(start + tag.len());
        if is_style(tag) {
            if !has_style {
                written += &format!("<link rel=\"stylesheet\" href=\"{ASSETS}{version}/{STYLES}\">");
            }
            has_style = true;
            continue;
        }
        let mut tag = tag.replace("{language}", language);
        if let Some(key) = attribute(&tag, "data-label").map(str::to_owned) {
            let label = text_of(&key, start)?;
            tag = tag.replace(" title=\"\"", &format!(" title=\"{label}\""));
            tag = format!("{} aria-label=\"{label}\">", &tag[..tag.len() - 1]);
        }
        for name in ["src", "href"] {
            let Some(path) = attribute(&tag, name).and_then(|address| address.strip_prefix(ASSETS)) else { continue };
            if !files.contains_key(path) {
                return Err(Fault::new(line_at(text, start), format!("there is no file {path}")));
            }
            tag = tag.replace(&format!("{ASSETS}{path}"), &format!("{ASSETS}{version}/{path}"));
        }
        written += &tag;
        if let Some(key) = attribute(&tag, "data-text") {
            let end = text[at..].find('<').map_or(text.len(), |found| at + found);
            written += &text_of(key, start)?;
            at = end;
        }
    }
    written += &text[at..];
    let lines = written.lines().map(str::trim).filter(|line| !line.is_empty());
    Ok(lines.flat_map(|line| [line, "\n"]).collect())
}

//! The page as browsers get it, made from the files its authors write.
//!
//! The page is written as many small modules, stylesheets and texts. A browser on a slow line would wait for each of them, so they
//! are joined: what the first view needs is one script, and so is every area that a module imports when somebody opens it
//! (`import("../lab/lab.js")`). Comments and indentation stay behind, everything is compressed, and all files are in a folder named by
//! the hash of their contents, so a browser never asks again for one that it has. The document is written once for each language, with its texts.
//!
//! Only what the page uses of JavaScript is known (`module.rs`); anything else is an error that names file and line.

mod chunks;
mod document;
mod file;
mod module;
mod styles;
mod tokens;

use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use sha2::{Digest, Sha256};

pub use crate::file::{File, Page};

/// Why a page cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// A file or folder that cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// Which one.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// Something in a file that is wrong or not known here.
    #[error("{path}:{line}: {reason}")]
    Wrong {
        /// The file, as named from the folder of the page.
        path: String,
        /// The line, from 1.
        line: usize,
        /// What was expected, and what was found.
        reason: String,
    },
}

/// Something wrong in a file whose name the caller knows.
#[derive(Debug, PartialEq)]
struct Fault {
    line: usize,
    reason: String,
}

impl Fault {
    fn new(line: usize, reason: impl Into<String>) -> Self {
        Self { line, reason: reason.into() }
    }

    fn within(self, path: &str) -> Error {
        Error::Wrong { path: path.to_owned(), line: self.line, reason: self.reason }
    }
}

/// Where the document expects everything else.
const ASSETS: &str = "/assets/";

/// Makes the page in this folder: `index.html` and all that it names.
///
/// # Errors
/// If a file is missing, or has something in it that is not known here.
pub fn build(folder: &Path) -> Result<Page, Error> {
    let sources = read(folder)?;
    let index = source(&sources, "index.html", ("index.html", 1))?;
    let named = document::names(index).map_err(|fault| fault.within("index.html"))?;
    let mut files: BTreeMap<String, Vec<u8>> = BTreeMap::new();
    if let Some(root) = &named.module {
        let modules = module::reachable(&sources, root)?;
        files.extend(chunks::join(&modules, root)?);
    }
    for script in &named.scripts {
        let text = source(&sources, script, ("index.html", 1))?;
        let tokens = tokens::read(text).map_err(|fault| fault.within(script))?;
        files.insert(script.clone(), tokens::write(&tokens).into_bytes());
    }
    let mut style = String::new();
    for path in &named.styles {
        let text = source(&sources, path, ("index.html", 1))?;
        style += &styles::shortened(text).map_err(|fault| fault.within(path))?;
    }
    files.insert(document::STYLES.to_owned(), style.into_bytes());
    // Pictures and the like are served as they are.
    let is_other = |path: &str| ![".js", ".ts", ".css", ".html"].iter().any(|ending| path.ends_with(ending));
    let others = sources.iter().filter(|(path, _)| is_other(path));
    files.extend(others.map(|(path, bytes)| (path.clone(), bytes.clone())));
    let version = hash(files.iter().flat_map(|(path, bytes)| [path.as_bytes(), &[0], bytes, &[0]]));
    let languages = document::languages(&sources)?;
    let documents = languages.into_iter().map(|(language, texts)| {
        let text = document::render(index, &language, &texts, &version, &files);
        let text = text.map_err(|fault| fault.within("index.html"))?;
        Ok(File::new(language, "html", text.into_bytes()))
    });
    let documents = documents.collect::<Result<_, Error>>()?;
    let files = files.into_iter().map(|(path, bytes)| {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending).to_owned();
        File::new(path, &ending, bytes)
    });
    Ok(Page { version: version.into(), documents, files: files.collect() })
}

/// All files of a folder by their names from there, with `/` between folders.
fn read(folder: &Path) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let unreadable = |path: &Path| {
        let path = path.to_owned();
        move |source| Error::Unreadable { path, source }
    };
    let mut found = BTreeMap::new();
    let mut folders = vec![(folder.to_owned(), String::new())];
    while let Some((folder, prefix)) = folders.pop() {
        for entry in fs::read_dir(&folder).map_err(unreadable(&folder))? {
            let path = entry.map_err(unreadable(&folder))?.path();
            let Some(name) = path.file_name().and_then(|name| name.to_str()) else { continue };
            if name.starts_with('.') {
                continue;
            }
            let name = format!("{prefix}{name}");
            if path.is_dir() {
                folders.push((path, format!("{name}/")));
            } else {
                found.insert(name, fs::read(&path).map_err(unreadable(&path))?);
            }
        }
    }
    Ok(found)
}

/// The text of a file that another one names.
fn source<'a>(sources: &'a BTreeMap<String, Vec<u8>>, path: &str, named: (&str, usize)) -> Result<&'a str, Error> {
    let fault = |reason| Fault::new(named.1, reason).within(named.0);
    let bytes = sources.get(path).ok_or_else(|| fault(format!("there is no file {path}")))?;
    std::str::from_utf8(bytes).map_err(|_| fault(format!("{path} is not UTF-8")))
}

/// The first half of the SHA-256 hash of these parts, as text.
fn hash<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = Sha256::new();
    parts.into_iter().for_each(|part| hasher.update(part));
    hasher.finalize()[..8].iter().map(|byte| format!("{byte:02x}")).collect()
}

/// When something in this folder was changed last.
///
/// # Errors
/// If the folder cannot be read.
pub fn changed(folder: &Path) -> Result<SystemTime, Error> {
    let unreadable = |source| Error::Unreadable { path: folder.to_owned(), source };
    let mut newest = SystemTime::UNIX_EPOCH;
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        // The time of a folder tells what was added and removed.
        newest = newest.max(fs::metadata(&folder).and_then(|about| about.modified()).map_err(unreadable)?);
        for entry in fs::read_dir(&folder).map_err(unreadable)? {
            let entry = entry.map_err(unreadable)?;
            let about = entry.metadata().map_err(unreadable)?;
            if about.is_dir() {
                folders.push(entry.path());
            } else {
                newest = newest.max(about.modified().map_err(unreadable)?);
            }
        }
    }
    Ok(newest)
}

#[cfg(test)]
mod tests;

//! Files as they are sent.

use std::borrow::Cow;
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

/// A file, also compressed.
#[derive(Debug, Clone)]
pub struct File {
    /// Its path below the folder of the version; of a document, its language.
    pub name: Cow<'static, str>,
    /// Its content type.
    pub kind: Cow<'static, str>,
    /// The hash of its contents.
    pub tag: Cow<'static, str>,
    /// What is in it.
    pub plain: Cow<'static, [u8]>,
    /// The same, compressed with gzip; as it is where that is not shorter.
    pub gzip: Option<Cow<'static, [u8]>>,
}

/// All files of a page.
#[derive(Debug, Clone)]
pub struct Page {
    /// Names the folder of all files but the documents; another one if any of them changes.
    pub version: Cow<'static, str>,
    /// The document in each language.
    pub documents: Cow<'static, [File]>,
    /// Everything that the documents name.
    pub files: Cow<'static, [File]>,
}

impl File {
    pub(crate) fn new(name: String, ending: &str, plain: Vec<u8>) -> Self {
        let gzip = Some(compressed(&plain)).filter(|gzip| gzip.len() < plain.len());
        Self {
            name: name.into(),
            kind: content_type(ending).into(),
            tag: crate::hash([plain.as_slice()]).into(),
            plain: plain.into(),
            gzip: gzip.map(Cow::from),
        }
    }
}

fn compressed(plain: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(plain).expect("memory takes all bytes");
    encoder.finish().expect("memory takes all bytes")
}

fn content_type(ending: &str) -> &'static str {
    match ending {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "json" | "webmanifest" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "txt" => "text/plain; charset=utf-8",
        _ => "application/octet-stream",
    }
}

impl Page {
    /// Writes the page into a folder as `page.rs`, an expression of this type, with the files that it includes.
    ///
    /// # Errors
    /// If the folder cannot be written to.
    pub fn write(&self, folder: &Path) -> io::Result<()> {
        let mut count = 0;
        let mut list = |files: &[File]| -> io::Result<String> {
            let mut code = String::new();
            for File { name, kind, tag, plain, gzip } in files {
                let mut keep = |bytes: &[u8]| -> io::Result<String> {
                    let path = folder.join(format!("page-{count}"));
                    count += 1;
                    fs::write(&path, bytes)?;
                    Ok(format!("::std::borrow::Cow::Borrowed(include_bytes!({path:?}).as_slice())"))
                };
                let plain = keep(plain)?;
                let gzip = gzip.as_ref().map(|bytes| keep(bytes)).transpose()?;
                let gzip = gzip.map_or("None".to_owned(), |bytes| format!("Some({bytes})"));
                let words = [("name", name), ("kind", kind), ("tag", tag)];
                let words: String =
                    words.map(|(field, word)| format!("{field}: ::std::borrow::Cow::Borrowed({word:?}), ")).concat();
                writeln!(code, "zwick_page::File {{ {words}plain: {plain}, gzip: {gzip} }},").expect("text");
            }
            Ok(format!("::std::borrow::Cow::Borrowed(const {{ &[{code}] }})"))
        };
        let (documents, files) = (list(&self.documents)?, list(&self.files)?);
        let version = format!("::std::borrow::Cow::Borrowed({:?})", self.version);
        let code = format!("zwick_page::Page {{ version: {version}, documents: {documents}, files: {files} }}");
        fs::write(folder.join("page.rs"), code)
    }
}

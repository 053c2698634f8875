//! `docs/five-systems.md` is complete, and every test that it names is one.

use std::collections::{HashMap, HashSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// How many rows each of the five systems has.
const ROWS: [usize; 5] = [22, 13, 38, 9, 14];

/// Where a test can be.
struct Sources {
    /// The names of all tests.
    rust: HashSet<String>,
    /// Every browser test.
    browser: String,
    /// Where the sessions of the command are.
    sessions: PathBuf,
}

impl Sources {
    fn read() -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let top = here.join("../..");
        Self {
            rust: tests(&texts(&top.join("crates"), ".rs")),
            browser: texts(&top.join("e2e"), ".test.js"),
            sessions: here.to_owned(),
        }
    }

    /// A title is in quotation marks and followed by the test, a session is a file, everything else a function that is a test.
    fn has(&self, test: &str) -> bool {
        if test.starts_with('"') {
            self.browser.contains(&format!("{test},"))
        } else if test.ends_with(".md") {
            self.sessions.join(test).is_file()
        } else {
            self.rust.contains(test)
        }
    }
}

/// Functions marked as tests, and those that run on both databases.
fn tests(code: &str) -> HashSet<String> {
    let (mut names, mut is_test, mut is_list) = (HashSet::new(), false, false);
    for line in code.lines().map(str::trim) {
        if is_list {
            is_list = line != "}";
            names.extend(line.strip_suffix(',').map(str::to_owned));
        } else if line.ends_with("on_both! {") {
            is_list = true;
        } else if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
            is_test = true;
        } else if let Some((name, _)) =
            line.trim_start_matches("async ").strip_prefix("fn ").and_then(|it| it.split_once('('))
        {
            if is_test {
                names.insert(name.to_owned());
            }
            is_test = false;
        }
    }
    names
}

/// All files whose names end like this, one after the other.
fn texts(folder: &Path, ending: &str) -> String {
    let mut all = String::new();
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(OsStr::to_str).unwrap_or_default();
        if path.is_dir() && !["target", "node_modules"].contains(&name) {
            all += &texts(&path, ending);
        } else if path.is_file() && name.ends_with(ending) {
            all += &fs::read_to_string(&path).expect("a text");
        }
    }
    all
}

/// Everything that is wrong with the document.
fn faults(document: &str, sources: &Sources) -> Vec<String> {
    let mut faults = Vec::new();
    let mut left = HashMap::new();
    for (system, rows) in (1..).zip(ROWS) {
        left.extend((1..=rows).map(|row| (format!("V{system}.{row}"), 1)));
    }
    let all = left.len();
    let mut open = 0;
    for line in document.lines().filter(|line| line.starts_with("| V")) {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [row, did, place, tests] = cells[..] else {
            faults.push(format!("{line}: expected four cells, found {}", cells.len()));
            continue;
        };
        match left.get_mut(row) {
            Some(times) => *times -= 1,
            None => faults.push(format!("{row} is not a row of any system")),
        }
        if did.is_empty() || place.is_empty() {
            faults.push(format!("{row} has an empty cell"));
        }
        if tests == "open" {
            open += 1;
            continue;
        }
        // Between backticks are the names.
        let names: Vec<&str> = tests.split('`').skip(1).step_by(2).collect();
        if names.is_empty() {
            faults.push(format!("{row} has no test and is not open"));
        }
        faults.extend(names.iter().filter(|name| !sources.has(name)).map(|name| format!("{row}: no test {name}")));
    }
    faults.extend(left.iter().filter(|(_, times)| **times > 0).map(|(row, _)| format!("{row} is missing")));
    faults.extend(left.iter().filter(|(_, times)| **times < 0).map(|(row, _)| format!("{row} stands twice")));
    let sentence = format!("{open} of {all} rows are open.");
    if !document.lines().any(|line| line == sentence) {
        faults.push(format!("the introduction does not say: {sentence}"));
    }
    faults.sort();
    faults
}

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/five-systems.md");
    fs::read_to_string(path).expect("the document")
}

#[test]
fn every_row_of_the_five_systems_has_a_test_or_is_open() {
    assert_eq!(faults(&document(), &Sources::read()), Vec::<String>::new());
}

/// Each fault on its own: a row left out, a row twice, a row of its own making, a name that no test has, no test, a wrong number.
#[test]
fn what_is_wrong_with_the_table_would_be_found() {
    let (document, sources) = (document(), Sources::read());
    let row = |name: &str| {
        let start = format!("| {name} |");
        document.lines().find(|line| line.starts_with(&start)).expect("a row").to_owned()
    };
    let proven = row("V1.1");
    let (before, _) = proven.trim_end_matches(" |").rsplit_once('|').expect("cells");
    let changed = |tests: &str| document.replace(&proven, &format!("{before}| {tests} |"));
    let (missing, twice) = (document.replace(&proven, ""), document.replace(&proven, &format!("{proven}\n{proven}")));
    let unknown = format!("{document}\n{}", proven.replace("V1.1", "V6.1"));
    for (document, fault) in [
        (missing, "V1.1 is missing"),
        (twice, "V1.1 stands twice"),
        (unknown, "V6.1 is not a row of any system"),
        (changed("`no_such_test`"), "V1.1: no test no_such_test"),
        (changed("`document`"), "V1.1: no test document"),
        (changed("`\"no such title\"`"), "V1.1: no test \"no such title\""),
        (changed("`tests/cmd/no-such-session.md`"), "V1.1: no test tests/cmd/no-such-session.md"),
        (changed(""), "V1.1 has no test and is not open"),
    ] {
        assert_eq!(faults(&document, &sources), [fault]);
    }
    let more = faults(&changed("open"), &sources);
    assert!(more.len() == 1 && more[0].starts_with("the introduction does not say: "), "{more:?}");
}

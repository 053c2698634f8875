//! What ARCHITECTURE.md says about the library's modules: they depend on each other in one direction only, and only `any` knows all games.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

/// The modules of the library and their code, without tests and comments.
fn modules() -> BTreeMap<String, String> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut modules: BTreeMap<String, String> = BTreeMap::new();
    for path in sources(&source) {
        let parts: Vec<String> = path
            .strip_prefix(&source)
            .expect("a file below")
            .iter()
            .map(|part| part.to_string_lossy().trim_end_matches(".rs").to_owned())
            .collect();
        let is_test = parts.iter().any(|part| part.contains("tests"));
        if is_test || parts[0] == "lib" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a source file");
        let code = text.split("#[cfg(test)]\nmod tests {").next().expect("a first part");
        let lines = code.lines().map(|line| line.split("//").next().unwrap_or_default());
        modules.entry(parts[0].clone()).or_default().extend(lines.flat_map(|line| [line, "\n"]));
    }
    modules
}

/// The modules whose names follow `crate::` in this code, alone or in braces.
fn named(code: &str) -> BTreeSet<String> {
    let words = |text: &str| -> String { text.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect() };
    let mut found = BTreeSet::new();
    for after in code.split("crate::").skip(1) {
        match after.strip_prefix('{') {
            None => found.extend([words(after)]),
            Some(list) => {
                found.extend(list.split('}').next().unwrap_or_default().split(',').map(|item| words(item.trim())));
            }
        }
    }
    found
}

/// A path from a module back to itself, if there is one.
fn cycle(graph: &BTreeMap<String, BTreeSet<String>>) -> Option<Vec<String>> {
    fn visit(
        module: &str,
        graph: &BTreeMap<String, BTreeSet<String>>,
        way: &mut Vec<String>,
        done: &mut BTreeSet<String>,
    ) -> Option<Vec<String>> {
        if let Some(start) = way.iter().position(|before| before == module) {
            return Some(way[start..].iter().cloned().chain([module.to_owned()]).collect());
        }
        if !done.contains(module) {
            way.push(module.to_owned());
            let found = graph.get(module).into_iter().flatten().find_map(|next| visit(next, graph, way, done));
            if found.is_some() {
                return found;
            }
            way.pop();
            done.insert(module.to_owned());
        }
        None
    }
    let mut done = BTreeSet::new();
    graph.keys().find_map(|module| visit(module, graph, &mut Vec::new(), &mut done))
}

fn graph() -> BTreeMap<String, BTreeSet<String>> {
    let modules = modules();
    let uses = |(module, code): (&String, &String)| {
        let mut uses = named(code);
        uses.remove(module);
        let unknown: Vec<_> = uses.iter().filter(|name| !modules.contains_key(*name)).collect();
        assert!(unknown.is_empty(), "{module} should name the modules it uses, not what lib.rs exports: {unknown:?}");
        (module.clone(), uses)
    };
    modules.iter().map(uses).collect()
}

#[test]
fn modules_depend_on_each_other_in_one_direction() {
    assert_eq!(cycle(&graph()), None);
}

#[test]
fn games_know_neither_each_other_nor_those_who_choose_among_them() {
    let graph = graph();
    let above = ["any", "game_text", "older", "scenarios", "signature", "tournament", "wire"].map(str::to_owned);
    let games: Vec<String> = modules()
        .into_iter()
        .filter(|(name, code)| name != "any" && code.contains(" Position for "))
        .map(|it| it.0)
        .collect();
    assert!(games.len() >= 2, "{games:?}");
    for game in &games {
        let wrong: Vec<_> = above.iter().chain(&games).filter(|module| graph[game].contains(*module)).collect();
        assert!(wrong.is_empty(), "{game} uses {wrong:?}");
    }
    for general in ["search", "worth", "score", "facts", "diagram", "phase", "record", "symmetry", "value", "game"] {
        let wrong: Vec<_> = games.iter().chain([&above[0]]).filter(|it| graph[general].contains(*it)).collect();
        assert!(wrong.is_empty(), "{general} uses {wrong:?}");
    }
}

/// Where the variants of all games are named, each with the rest of its line; constants such as `Game::MORRIS` are not variants.
fn variants(code: &str) -> Vec<&str> {
    let is_variant = |(at, name): (usize, &str)| {
        let rest = code[at + name.len()..].split('\n').next().unwrap_or_default();
        let is_path = !code[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_');
        let mut letters = rest.chars();
        let is_camel = letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase);
        (is_path && is_camel).then_some(rest)
    };
    ["Game::", "AnyMove::"].into_iter().flat_map(|name| code.match_indices(name).filter_map(is_variant)).collect()
}

#[test]
fn only_any_asks_which_game_it_is() {
    for (module, code) in modules() {
        let asks = variants(&code).into_iter().find(|line| line.contains("=>"));
        assert!(module == "any" || asks.is_none(), "{module} matches over games: {asks:?}");
    }
}

/// Everyone else asks a position for its shape, and a game for what it has.
#[test]
fn no_other_crate_asks_which_game_it_is() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a folder of crates");
    let others = ["zwick-db", "zwick-engine", "zwick-server", "zwick-cli"].map(|name| crates.join(name).join("src"));
    let files: Vec<PathBuf> = others.iter().flat_map(|folder| sources(folder)).collect();
    assert!(files.len() > 100, "{} files", files.len());
    for path in files {
        let text = fs::read_to_string(&path).expect("a source file");
        let found = variants(&text);
        assert!(found.is_empty(), "{}: {found:?}", path.display());
    }
}

/// The checks above can fail.
#[test]
fn a_cycle_would_be_found() {
    let graph = |uses: &[(&str, &str)]| -> BTreeMap<String, BTreeSet<String>> {
        let mut graph: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in uses {
            graph.entry((*from).to_owned()).or_default().insert((*to).to_owned());
        }
        graph
    };
    let found = cycle(&graph(&[("a", "b"), ("b", "c"), ("c", "b")])).expect("a cycle");
    assert_eq!(found, ["b", "c", "b"]);
    assert_eq!(cycle(&graph(&[("a", "b"), ("a", "c"), ("b", "c")])), None);
    assert_eq!(
        named("use crate::game::Side;\nuse crate::{value::Value, record};"),
        ["game", "record", "value"].map(str::to_owned).into()
    );
}

//! Modules joined into files: what is needed at once, and one file for everything that is loaded when it is needed.
//!
//! A module becomes a function that is called once, after those it imports, and returns what it exports: so modules may use the same
//! names within. One that several later files need is in the file that is loaded before all of them, if that
//! needs it too, or else in a file that these share.

use std::collections::{BTreeMap, BTreeSet};

use crate::Error;
use crate::Fault;
use crate::module::{Module, Named, Names, Part};

type Modules = BTreeMap<String, Module>;

/// The files for these modules, by their paths.
pub(crate) fn join(modules: &Modules, root: &str) -> Result<BTreeMap<String, Vec<u8>>, Error> {
    let order = order(modules)?;
    let plan = Plan::new(modules, root, &order);
    Ok(plan.files(&order))
}

/// Every module after those that it imports.
fn order(modules: &Modules) -> Result<Vec<&str>, Error> {
    fn visit<'a>(
        path: &'a str,
        modules: &'a Modules,
        way: &mut Vec<&'a str>,
        order: &mut Vec<&'a str>,
    ) -> Result<(), Error> {
        if way.contains(&path) {
            let reason = format!("modules import each other in a circle: {} {path}", way.join(" "));
            return Err(Fault::new(1, reason).within(path));
        }
        if order.contains(&path) {
            return Ok(());
        }
        way.push(path);
        for import in &modules[path].imports {
            visit(&import.from, modules, way, order)?;
        }
        way.pop();
        order.push(path);
        Ok(())
    }
    let mut order = Vec::new();
    for path in modules.keys() {
        visit(path, modules, &mut Vec::new(), &mut order)?;
    }
    Ok(order)
}

struct Plan<'a> {
    modules: &'a Modules,
    /// What is loaded by itself: the root, and every module that is loaded when it is needed.
    entries: BTreeSet<&'a str>,
    /// The file that each module is in.
    homes: BTreeMap<&'a str, String>,
}

/// All modules that these need at once.
fn closure<'a>(modules: &'a Modules, entry: &'a str) -> BTreeSet<&'a str> {
    let mut found = BTreeSet::new();
    let mut wanted = vec![entry];
    while let Some(path) = wanted.pop() {
        if found.insert(path) {
            wanted.extend(modules[path].imports.iter().map(|import| import.from.as_str()));
        }
    }
    found
}

impl<'a> Plan<'a> {
    fn new(modules: &'a Modules, root: &'a str, order: &[&'a str]) -> Self {
        let mut entries: BTreeSet<&str> = modules.values().flat_map(Module::lazy).collect();
        entries.insert(root);
        let needs: BTreeMap<&str, BTreeSet<&str>> =
            entries.iter().map(|entry| (*entry, closure(modules, entry))).collect();
        let before = before(modules, root, &entries, &needs);
        let homes = order.iter().map(|path| {
            let needing: BTreeSet<&str> =
                entries.iter().filter(|entry| needs[*entry].contains(path)).copied().collect();
            // What is loaded before another one brings the module for both.
            let first = needing.iter().filter(|entry| !needing.iter().any(|other| before[*entry].contains(other)));
            let first: Vec<&str> = first.copied().collect();
            let home = match first.as_slice() {
                [one] => (*one).to_owned(),
                several => {
                    let names: Vec<_> =
                        several.iter().map(|path| path.trim_end_matches(".js").replace('/', "-")).collect();
                    format!("shared/{}.js", names.join("+"))
                }
            };
            (*path, home)
        });
        Self { modules, homes: homes.collect(), entries }
    }

    fn files(&self, order: &[&'a str]) -> BTreeMap<String, Vec<u8>> {
        let homes: BTreeSet<&str> =
            self.homes.values().map(String::as_str).chain(self.entries.iter().copied()).collect();
        homes.iter().map(|home| ((*home).to_owned(), self.file(home, order).into_bytes())).collect()
    }

    /// One file: what it takes from others, its modules, and what others take from it.
    fn file(&self, home: &str, order: &[&'a str]) -> String {
        let is_here = |path: &str| self.homes[path] == home;
        let here: Vec<&str> = order.iter().copied().filter(|path| is_here(path)).collect();
        let mut taken: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
        let mut needed: BTreeSet<&str> =
            here.iter().flat_map(|path| &self.modules[*path].imports).map(|import| import.from.as_str()).collect();
        needed.extend(self.entries.get(home));
        for path in needed.into_iter().filter(|path| !is_here(path)) {
            taken.entry(&self.homes[path]).or_default().insert(variable(path));
        }
        let mut code = String::new();
        for (from, variables) in taken {
            let variables: Vec<_> = variables.into_iter().collect();
            code += &format!("import{{{}}}from\"{}\";\n", variables.join(","), relative(home, from));
        }
        for path in &here {
            code += &self.module(path, home);
        }
        let is_taken = |path: &&&str| {
            let takes = |other: &str| self.modules[other].imports.iter().any(|import| import.from == **path);
            order.iter().any(|other| !is_here(other) && takes(other))
                || (self.entries.contains(**path) && home != **path)
        };
        let given: Vec<String> = here.iter().filter(is_taken).map(|path| variable(path)).collect();
        if !given.is_empty() {
            code += &format!("export{{{}}};\n", given.join(","));
        }
        if let Some(entry) = self.entries.get(home) {
            let names = self.names(entry);
            if !names.is_empty() {
                code += &format!("export const{{{}}}={};\n", names.join(","), variable(entry));
            }
        }
        code
    }

    /// What a module exports.
    fn names(&self, path: &str) -> Vec<&'a str> {
        let module = &self.modules[path];
        let handed_on =
            module.imports.iter().filter(|import| import.is_export).filter_map(|import| match &import.names {
                Names::Some(names) => Some(names),
                Names::All(_) => None,
            });
        module.exports.iter().chain(handed_on.flatten()).map(|named| named.called.as_str()).collect()
    }

    /// A module as a function that is called at once.
    fn module(&self, path: &str, home: &str) -> String {
        let module = &self.modules[path];
        let mut code = format!("const {}=(()=>{{", variable(path));
        let mut exports: Vec<String> = module.exports.iter().map(|Named { name, called }| pair(called, name)).collect();
        for import in &module.imports {
            let from = variable(&import.from);
            match &import.names {
                Names::All(name) => code += &format!("const {name}={from};\n"),
                Names::Some(names) if import.is_export => {
                    exports.extend(names.iter().map(|Named { name, called }| format!("{called}:{from}.{name}")));
                }
                Names::Some(names) if names.is_empty() => {}
                Names::Some(names) => {
                    let names: Vec<_> = names.iter().map(|Named { name, called }| pair(name, called)).collect();
                    code += &format!("const{{{}}}={from};\n", names.join(","));
                }
            }
        }
        for part in &module.body {
            match part {
                Part::Code(text) => code += text,
                Part::Lazy(path) => code += &format!("\"{}\"", relative(home, path)),
            }
        }
        code + &format!("\nreturn{{{}}};}})();\n", exports.join(","))
    }
}

/// For every entry those that are certainly loaded when it is.
fn before<'a>(
    modules: &'a Modules,
    root: &'a str,
    entries: &BTreeSet<&'a str>,
    needs: &BTreeMap<&'a str, BTreeSet<&'a str>>,
) -> BTreeMap<&'a str, BTreeSet<&'a str>> {
    let all = || entries.iter().copied().collect::<BTreeSet<_>>();
    let mut before: BTreeMap<&str, BTreeSet<&str>> = entries.iter().map(|entry| (*entry, all())).collect();
    before.insert(root, BTreeSet::new());
    // When an entry is loaded, its loader is there already, with all that was there before it: what all possible loaders have in common.
    loop {
        let mut is_same = true;
        for entry in entries.iter().filter(|entry| **entry != root) {
            let loads = |by: &str| needs[by].iter().any(|path| modules[*path].lazy().any(|lazy| lazy == *entry));
            let loading = entries.iter().filter(|by| loads(by));
            let known = loading.map(|by| before[by].iter().copied().chain([*by]).collect::<BTreeSet<_>>());
            let mut common = known.reduce(|a, b| &a & &b).unwrap_or_default();
            common.remove(entry);
            is_same &= before[entry] == common;
            before.insert(entry, common);
        }
        if is_same {
            return before;
        }
    }
}

/// The variable that holds what a module exports.
fn variable(path: &str) -> String {
    let name = path.trim_end_matches(".js");
    let letters = name.chars().map(|c| {
        if c.is_ascii_alphanumeric() { c.to_string() } else { format!("_{}", if c == '/' { "" } else { "_" }) }
    });
    format!("${}", letters.collect::<String>())
}

/// `name: called`, or only the name if it is called by that.
fn pair(name: &str, called: &str) -> String {
    if name == called { name.to_owned() } else { format!("{name}:{called}") }
}

/// A file as another one names it.
fn relative(from: &str, to: &str) -> String {
    format!("./{}{to}", "../".repeat(from.matches('/').count())).replace("./..", "..")
}

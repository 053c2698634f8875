//! One module: what it imports and exports, and the rest of its code as the body of a function.
//!
//! Known are `import { a, b as c }`, `import * as all` and imports without names; `export` before `const`, `class` and functions, `export { a }`
//! also from another module; and `import("./file.js")`, which loads a module when it is needed. A value that changes after
//! it was exported would not be seen by others, so `export let` is refused, and so are circles of modules.

use std::collections::BTreeMap;
use std::slice::Iter;

use crate::tokens::{self, Gap, Kind, Token};
use crate::{Error, Fault};

/// A name of a module as another one calls it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Named {
    pub(crate) name: String,
    pub(crate) called: String,
}

#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Names {
    Some(Vec<Named>),
    /// All of them, as properties of this.
    All(String),
}

#[derive(Debug, PartialEq)]
pub(crate) struct Import {
    pub(crate) from: String,
    pub(crate) names: Names,
    /// Whether the names are only handed on.
    pub(crate) is_export: bool,
    line: usize,
}

/// A part of the code of a module.
#[derive(Debug, PartialEq)]
pub(crate) enum Part {
    Code(String),
    /// The module that is loaded here when it is needed.
    Lazy(String),
}

#[derive(Debug, Default, PartialEq)]
pub(crate) struct Module {
    pub(crate) imports: Vec<Import>,
    /// Names within the module, as others call them.
    pub(crate) exports: Vec<Named>,
    pub(crate) body: Vec<Part>,
    lazy: Vec<(String, usize)>,
}

impl Module {
    /// The modules that are loaded when they are needed.
    pub(crate) fn lazy(&self) -> impl Iterator<Item = &str> {
        self.lazy.iter().map(|(path, _)| path.as_str())
    }

    /// Whether the module exports this name.
    fn has(&self, name: &str) -> bool {
        let handed_on = self.imports.iter().filter(|import| import.is_export);
        let handed_on = handed_on.filter_map(|import| match &import.names {
            Names::Some(names) => Some(names),
            Names::All(_) => None,
        });
        self.exports.iter().chain(handed_on.flatten()).any(|named| named.called == name)
    }
}

/// All modules that this one needs at once or later, itself among them.
pub(crate) fn reachable(sources: &BTreeMap<String, Vec<u8>>, root: &str) -> Result<BTreeMap<String, Module>, Error> {
    let mut modules = BTreeMap::new();
    let mut wanted = vec![(root.to_owned(), "index.html".to_owned(), 1)];
    while let Some((path, by, line)) = wanted.pop() {
        if modules.contains_key(&path) {
            continue;
        }
        let text = crate::source(sources, &path, (&by, line))?;
        let module = read(&path, text).map_err(|fault| fault.within(&path))?;
        wanted.extend(module.imports.iter().map(|import| (import.from.clone(), path.clone(), import.line)));
        wanted.extend(module.lazy.iter().map(|(lazy, line)| (lazy.clone(), path.clone(), *line)));
        modules.insert(path, module);
    }
    for (path, module) in &modules {
        for import in &module.imports {
            let Names::Some(names) = &import.names else { continue };
            if let Some(missing) = names.iter().find(|named| !modules[&import.from].has(&named.name)) {
                let reason = format!("{} does not export {}", import.from, missing.name);
                return Err(Fault::new(import.line, reason).within(path));
            }
        }
    }
    Ok(modules)
}

/// The file that a module names, by its path from the folder of the page.
fn resolved(path: &str, named: &Token<'_>) -> Result<String, Fault> {
    let fault = || Fault::new(named.line, format!("expected a file such as \"./name.js\", found {}", named.text));
    let named = named.plain_text().ok_or_else(fault)?;
    let mut parts: Vec<&str> = path.split('/').collect();
    parts.pop();
    if !(named.starts_with("./") || named.starts_with("../")) {
        return Err(fault());
    }
    for part in named.split('/') {
        match part {
            "." => {}
            ".." => {
                parts.pop().ok_or_else(fault)?;
            }
            part => parts.push(part),
        }
    }
    Ok(parts.join("/"))
}

struct Reader<'a, 't> {
    path: &'a str,
    tokens: Iter<'t, Token<'a>>,
    module: Module,
    code: String,
    before: Option<Token<'a>>,
}

/// Reads a module.
pub(crate) fn read(path: &str, text: &str) -> Result<Module, Fault> {
    let tokens = tokens::read(text)?;
    let mut reader =
        Reader { path, tokens: tokens.iter(), module: Module::default(), code: String::new(), before: None };
    while let Some(token) = reader.tokens.next() {
        reader.step(token)?;
    }
    let mut module = reader.module;
    module.body.push(Part::Code(reader.code));
    Ok(module)
}

impl<'a> Reader<'a, '_> {
    fn step(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        // `thing.import` and `{ import: 1 }` are ordinary names.
        let is_name = self.before.is_some_and(|before| before.is(".")) || self.peek().is_some_and(|next| next.is(":"));
        if is_name || token.kind != Kind::Word {
            self.write(token);
            return Ok(());
        }
        match token.text {
            "import" if self.peek().is_some_and(|next| next.is("(")) => self.lazy(token),
            "import" if token.depth == 0 => self.import(token),
            "export" if token.depth == 0 => self.export(token),
            "import" | "export" => Err(Fault::new(token.line, format!("{} is not known here", token.text))),
            "await" if token.depth == 0 => Err(Fault::new(token.line, "await is only known within functions")),
            _ => {
                self.write(token);
                Ok(())
            }
        }
    }

    fn write(&mut self, token: &Token<'a>) {
        match self.before.as_ref().map_or(Gap::None, |before| tokens::needed(before, token)) {
            Gap::None => {}
            Gap::Space => self.code.push(' '),
            Gap::Line => self.code.push('\n'),
        }
        self.code += token.text;
        self.before = Some(*token);
    }

    fn peek(&self) -> Option<&Token<'a>> {
        self.tokens.as_slice().first()
    }

    fn next(&mut self, expected: &str, after: &Token<'a>) -> Result<Token<'a>, Fault> {
        let found = self.tokens.next().copied();
        found.ok_or_else(|| Fault::new(after.line, format!("expected {expected}, found the end of the file")))
    }

    fn expect(&mut self, text: &str, after: &Token<'a>) -> Result<Token<'a>, Fault> {
        let found = self.next(text, after)?;
        let fault = || Fault::new(found.line, format!("expected {text}, found {}", found.text));
        if found.is(text) { Ok(found) } else { Err(fault()) }
    }

    fn word(&mut self, after: &Token<'a>) -> Result<String, Fault> {
        let found = self.next("a name", after)?;
        let is_name = found.kind == Kind::Word && found.text != "default";
        let fault = || Fault::new(found.line, format!("expected a name, found {}", found.text));
        if is_name { Ok(found.text.to_owned()) } else { Err(fault()) }
    }

    /// `import("./file.js")`
    fn lazy(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        self.write(token);
        let open = self.expect("(", token)?;
        self.write(&open);
        let file = self.next("a file", token)?;
        let path = resolved(self.path, &file)?;
        self.module.body.push(Part::Code(std::mem::take(&mut self.code)));
        self.module.body.push(Part::Lazy(path.clone()));
        self.module.lazy.push((path, token.line));
        self.before = Some(file);
        let close = self.expect(")", &file)?;
        self.write(&close);
        Ok(())
    }

    /// `import { a, b as c } from "./file.js";`
    fn import(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let first = self.next("what to import", token)?;
        let (names, file) = if first.is("{") {
            let names = self.names("as", &first)?;
            self.expect("from", &first)?;
            (Names::Some(names), self.next("a file", &first)?)
        } else if first.is("*") {
            self.expect("as", &first)?;
            let name = self.word(&first)?;
            self.expect("from", &first)?;
            (Names::All(name), self.next("a file", &first)?)
        } else if first.kind == Kind::Text {
            (Names::Some(Vec::new()), first)
        } else {
            let reason = format!("expected import {{ names }} or import * as name, found import {}", first.text);
            return Err(Fault::new(first.line, reason));
        };
        self.finish_import(token, &file, names, false)
    }

    fn finish_import(
        &mut self,
        token: &Token<'a>,
        file: &Token<'a>,
        names: Names,
        is_export: bool,
    ) -> Result<(), Fault> {
        let from = resolved(self.path, file)?;
        self.expect(";", file)?;
        self.module.imports.push(Import { from, names, is_export, line: token.line });
        Ok(())
    }

    /// `{ a, b as c }`, or `{ a, b: c }` in a pattern; its bracket is read already.
    fn names(&mut self, between: &str, open: &Token<'a>) -> Result<Vec<Named>, Fault> {
        let mut names = Vec::new();
        while !self.peek().is_some_and(|next| next.is("}")) {
            let name = self.word(open)?;
            let is_renamed = self.peek().is_some_and(|next| next.is(between));
            let called = if is_renamed {
                self.expect(between, open)?;
                self.word(open)?
            } else {
                name.clone()
            };
            names.push(Named { name, called });
            if !self.peek().is_some_and(|next| next.is("}")) {
                self.expect(",", open)?;
            }
        }
        self.expect("}", open)?;
        Ok(names)
    }

    /// What follows `export`.
    fn export(&mut self, token: &Token<'a>) -> Result<(), Fault> {
        let first = self.next("what to export", token)?;
        match first.text {
            "{" => {
                let names = self.names("as", &first)?;
                if !self.peek().is_some_and(|next| next.is("from")) {
                    self.expect(";", &first)?;
                    self.module.exports.extend(names);
                    return Ok(());
                }
                self.expect("from", &first)?;
                let file = self.next("a file", &first)?;
                self.finish_import(token, &file, Names::Some(names), true)
            }
            "const" | "class" | "function" | "async" => {
                // The code goes on without the word `export`; what it declares is read ahead.
                let rest = self.tokens.clone();
                let declared = self.declared(&first)?;
                self.tokens = rest;
                self.module.exports.extend(declared);
                self.write(&Token { gap: token.gap, ..first });
                Ok(())
            }
            found => {
                let reason = format!("expected export of const, class, function or {{ names }}, found {found}");
                Err(Fault::new(first.line, reason))
            }
        }
    }

    /// The names that a declaration after this word declares.
    fn declared(&mut self, first: &Token<'a>) -> Result<Vec<Named>, Fault> {
        if first.is("async") {
            self.expect("function", first)?;
        }
        let is_generator = self.peek().is_some_and(|next| next.is("*"));
        if is_generator {
            self.expect("*", first)?;
        }
        if first.is("const") && self.peek().is_some_and(|next| next.is("{")) {
            let open = self.expect("{", first)?;
            let names = self.names(":", &open)?;
            return Ok(names.into_iter().map(|Named { called, .. }| Named { name: called.clone(), called }).collect());
        }
        let name = self.word(first)?;
        if first.is("const") {
            self.expect("=", first)?;
            let several = self.tokens.clone().take_while(|token| !(token.is(";") && token.depth == 0));
            if let Some(comma) = several.into_iter().find(|token| token.is(",") && token.depth == 0) {
                return Err(Fault::new(comma.line, "expected one name for each export const"));
            }
        }
        Ok(vec![Named { called: name.clone(), name }])
    }
}

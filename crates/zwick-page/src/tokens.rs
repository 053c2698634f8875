//! JavaScript as words and signs: enough to leave out comments, and to find imports and exports.

use crate::Fault;

/// What stands between two tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Gap {
    None,
    Space,
    Line,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A name or a keyword; private names with their `#`.
    Word,
    Number,
    /// A text in quotes.
    Text,
    /// A text in backticks, with all that is in it.
    Template,
    /// A regular expression.
    Pattern,
    /// One character of punctuation.
    Sign,
}

#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: Kind,
    pub(crate) text: &'a str,
    pub(crate) line: usize,
    /// What stands before it.
    pub(crate) gap: Gap,
    /// How many brackets are open around it.
    pub(crate) depth: usize,
}

impl Token<'_> {
    pub(crate) fn is(&self, text: &str) -> bool {
        matches!(self.kind, Kind::Word | Kind::Sign) && self.text == text
    }

    /// What a text in quotes says, if it needs no escapes.
    pub(crate) fn plain_text(&self) -> Option<&str> {
        let inner = (self.kind == Kind::Text).then(|| &self.text[1..self.text.len() - 1])?;
        (!inner.contains('\\')).then_some(inner)
    }
}

/// After these a slash begins a regular expression; after other words it divides.
const BEFORE_VALUES: [&str; 14] = [
    "return",
    "typeof",
    "case",
    "in",
    "of",
    "delete",
    "void",
    "throw",
    "new",
    "instanceof",
    "else",
    "do",
    "yield",
    "await",
];

struct Reader<'a> {
    text: &'a str,
    at: usize,
    line: usize,
}

/// All tokens of a text, whose brackets match.
pub(crate) fn read(text: &str) -> Result<Vec<Token<'_>>, Fault> {
    let mut reader = Reader { text, at: 0, line: 1 };
    let tokens = reader.tokens()?;
    match reader.peek() {
        None => Ok(tokens),
        Some(_) => Err(Fault::new(reader.line, "a bracket is closed that was not opened")),
    }
}

impl<'a> Reader<'a> {
    fn peek(&self) -> Option<char> {
        self.text[self.at..].chars().next()
    }

    fn next(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += c.len_utf8();
        self.line += usize::from(c == '\n');
        Some(c)
    }

    fn rest(&self) -> &'a str {
        &self.text[self.at..]
    }

    fn fault<T>(&self, reason: &str) -> Result<T, Fault> {
        Err(Fault::new(self.line, reason))
    }

    /// Tokens up to the end, or to a bracket that was opened before.
    fn tokens(&mut self) -> Result<Vec<Token<'a>>, Fault> {
        let mut tokens: Vec<Token<'a>> = Vec::new();
        let mut open: Vec<char> = Vec::new();
        loop {
            let gap = self.gap()?;
            let Some(c) = self.peek() else {
                return if open.is_empty() { Ok(tokens) } else { self.fault("a bracket is not closed") };
            };
            let closes = match c {
                ')' => Some('('),
                ']' => Some('['),
                '}' => Some('{'),
                _ => None,
            };
            if closes.is_some() && open.is_empty() {
                return Ok(tokens);
            }
            let (start, line) = (self.at, self.line);
            let kind = match c {
                '"' | '\'' => self.quoted(c)?,
                '`' => self.template()?,
                '/' if divides(&tokens) => self.sign(),
                '/' => self.pattern()?,
                '0'..='9' => self.number(),
                '.' if self.rest()[1..].starts_with(|c: char| c.is_ascii_digit()) => self.number(),
                c if is_of_word(c) || c == '#' => self.word(),
                c if c.is_ascii_punctuation() && c != '\\' => self.sign(),
                _ => return self.fault("a character that is not known here"),
            };
            if closes.is_some() && open.pop() != closes {
                return Err(Fault::new(line, "a bracket is closed by another one"));
            }
            let depth = open.len();
            if matches!(c, '(' | '[' | '{') {
                open.push(c);
            }
            tokens.push(Token { kind, text: &self.text[start..self.at], line, gap, depth });
        }
    }

    /// Spaces, ends of lines and comments.
    fn gap(&mut self) -> Result<Gap, Fault> {
        let mut gap = Gap::None;
        loop {
            if self.rest().starts_with("//") {
                while self.peek().is_some_and(|c| c != '\n') {
                    self.next();
                }
            } else if self.rest().starts_with("/*") {
                let Some(length) = self.rest()[2..].find("*/") else { return self.fault("a comment without an end") };
                let end = self.at + length + 4;
                while self.at < end {
                    self.next();
                }
                gap = gap.max(Gap::Space);
            } else {
                match self.peek() {
                    Some('\n') => gap = Gap::Line,
                    Some(c) if c.is_whitespace() => gap = gap.max(Gap::Space),
                    _ => return Ok(gap),
                }
                self.next();
            }
        }
    }

    fn sign(&mut self) -> Kind {
        self.next();
        Kind::Sign
    }

    fn word(&mut self) -> Kind {
        self.next();
        while self.peek().is_some_and(is_of_word) {
            self.next();
        }
        Kind::Word
    }

    fn number(&mut self) -> Kind {
        let mut last = ' ';
        while let Some(c) = self.peek() {
            let is_exponent = matches!(c, '+' | '-') && matches!(last, 'e' | 'E');
            if !(c.is_ascii_alphanumeric() || c == '.' || c == '_' || is_exponent) {
                break;
            }
            last = c;
            self.next();
        }
        Kind::Number
    }

    fn quoted(&mut self, quote: char) -> Result<Kind, Fault> {
        self.next();
        loop {
            match self.next() {
                Some('\\') => {
                    self.next();
                }
                Some('\n') | None => return self.fault("a text without an end"),
                Some(c) if c == quote => return Ok(Kind::Text),
                Some(_) => {}
            }
        }
    }

    fn template(&mut self) -> Result<Kind, Fault> {
        self.next();
        loop {
            match self.next() {
                Some('\\') => {
                    self.next();
                }
                Some('`') => return Ok(Kind::Template),
                Some('$') if self.peek() == Some('{') => {
                    self.next();
                    let inner = self.tokens()?;
                    if inner.iter().any(|token| token.is("import")) {
                        return self.fault("an import within a text is not known here");
                    }
                    if self.next() != Some('}') {
                        return self.fault("a text in backticks without an end");
                    }
                }
                Some(_) => {}
                None => return self.fault("a text in backticks without an end"),
            }
        }
    }

    fn pattern(&mut self) -> Result<Kind, Fault> {
        self.next();
        let mut is_in_class = false;
        loop {
            match self.next() {
                Some('\\') => {
                    self.next();
                }
                Some('[') => is_in_class = true,
                Some(']') => is_in_class = false,
                Some('/') if !is_in_class => break,
                Some('\n') | None => return self.fault("a regular expression without an end"),
                Some(_) => {}
            }
        }
        while self.peek().is_some_and(is_of_word) {
            self.next();
        }
        Ok(Kind::Pattern)
    }
}

fn is_of_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '$'
}

/// Whether a slash after these tokens divides.
fn divides(tokens: &[Token<'_>]) -> bool {
    let Some(last) = tokens.last() else { return false };
    match last.kind {
        Kind::Word => !BEFORE_VALUES.contains(&last.text),
        Kind::Sign => matches!(last.text, ")" | "]" | "}"),
        _ => true,
    }
}

/// Tokens as text, without comments and needless spaces. Lines end where they ended, unless a line goes on after a sign.
pub(crate) fn write(tokens: &[Token<'_>]) -> String {
    let mut text = String::new();
    let mut before: Option<&Token<'_>> = None;
    for token in tokens {
        match before.map_or(Gap::None, |before| needed(before, token)) {
            Gap::None => {}
            Gap::Space => text.push(' '),
            Gap::Line => text.push('\n'),
        }
        text += token.text;
        before = Some(token);
    }
    text
}

/// What has to stand between two tokens.
pub(crate) fn needed(before: &Token<'_>, token: &Token<'_>) -> Gap {
    // Beside these a space says nothing.
    let is_apart = |token: &Token<'_>| token.kind == Kind::Sign && ",;:(){}[]=?&|".contains(token.text);
    let goes_on = before.kind == Kind::Sign && ",([=:?&|".contains(before.text);
    let went_on = token.kind == Kind::Sign && ")],.:?&|".contains(token.text);
    match token.gap {
        Gap::Line if goes_on || went_on => Gap::None,
        Gap::Space if is_apart(before) || is_apart(token) => Gap::None,
        gap => gap,
    }
}

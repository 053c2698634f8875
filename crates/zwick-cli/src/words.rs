//! Numbers with the word they count, in singular or plural.

use std::fmt::Display;

/// Such as `1 position` or `2 positions`.
pub(crate) fn counted(count: impl Display, one: &str, many: &str) -> String {
    let count = count.to_string();
    let word = if count == "1" { one } else { many };
    format!("{count} {word}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_thing_is_singular() {
        assert_eq!(counted(0, "ply", "plies"), "0 plies");
        assert_eq!(counted(1, "ply", "plies"), "1 ply");
        assert_eq!(counted("1,000", "ply", "plies"), "1,000 plies");
    }
}

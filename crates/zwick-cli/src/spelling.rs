//! Suggestions for misspelt words.

use std::fmt::Display;

use zwick::{Game, RuleSet, Spec};

use crate::words::Words;

/// Words more similar than this are probably typos.
const ALIKE: f64 = 0.7;

/// The most similar word, if any is similar enough.
pub(crate) fn nearest(found: &str, words: impl IntoIterator<Item = String>) -> Option<String> {
    let small = found.to_lowercase();
    let rated = words.into_iter().map(|word| (strsim::normalized_damerau_levenshtein(&small, &word), word));
    let best = rated.max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 >= ALIKE && best.1 != found).then_some(best.1)
}

/// An error with a suggestion, in the language of the user.
pub(crate) fn with_suggestion(
    language: &dyn Words,
    error: &impl Display,
    found: &str,
    words: impl IntoIterator<Item = String>,
) -> String {
    let error = error.to_string();
    nearest(found, words).map_or_else(|| error.clone(), |word| language.did_you_mean(&error, &word))
}

/// Names of games and variants.
pub(crate) fn games() -> impl Iterator<Item = String> {
    let rules = RuleSet::ALL.map(|rules| format!("morris:{}", rules.name()));
    Game::all().map(|(name, _)| name.to_owned()).into_iter().chain(rules)
}

/// Names of players.
pub(crate) fn players() -> impl Iterator<Item = String> {
    Spec::examples().map(str::to_owned).chain(["person".to_owned()])
}

/// All names.
pub(crate) fn names() -> impl Iterator<Item = String> {
    games().chain(players()).chain(RuleSet::ALL.map(|rules| rules.name().to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_slip_is_recognised_and_another_word_is_not() {
        let meant = |word: &str| nearest(word, names());
        assert_eq!(meant("conect-four").as_deref(), Some("connect-four"));
        assert_eq!(meant("moris:laskar").as_deref(), Some("morris:lasker"));
        assert_eq!(meant("alphabeta").as_deref(), Some("alpha-beta"));
        assert_eq!(meant("Perfect").as_deref(), Some("perfect"));
        assert_eq!(meant("chess"), None);
        assert_eq!(meant("level 5"), None);
    }
}

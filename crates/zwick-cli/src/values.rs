//! How values are shown: the same sign, number and words as on the page.

use ratatui::style::Color;
use zwick::{AnyMove, Rated, Scale, Verdict, Wdl};

use crate::words::{self, Words};

/// At this estimate, in points, a side is clearly better: three quarters of the way to a proven win.
const CLEAR: f64 = 2.0;

pub(crate) const fn sign(verdict: Verdict) -> char {
    match verdict {
        Verdict::Exact(value) => sign_of(value.wdl()),
        Verdict::Result(wdl) => sign_of(wdl),
        Verdict::Estimate(_) => '≈',
    }
}

const fn sign_of(wdl: Wdl) -> char {
    match wdl {
        Wdl::Win => '▲',
        Wdl::Draw => '●',
        Wdl::Loss => '▼',
    }
}

pub(crate) fn color(verdict: Verdict) -> Color {
    match verdict.wdl() {
        Some(Wdl::Win) => Color::Green,
        Some(Wdl::Draw) => Color::Yellow,
        Some(Wdl::Loss) => Color::Red,
        None => Color::Cyan,
    }
}

/// The number beside the sign: moves until the end, 0 for a draw, or an estimate.
pub(crate) fn number(scale: Scale, verdict: Verdict) -> String {
    match (verdict, verdict.value()) {
        (Verdict::Estimate(score), _) => match scale.leans(score) {
            Some(wins) => if wins { "△" } else { "▽" }.to_owned(),
            None => points(scale, verdict),
        },
        (_, Some(value)) => value.moves().map_or_else(|| "0".to_owned(), |moves| moves.to_string()),
        (_, None) => String::new(),
    }
}

fn points(scale: Scale, verdict: Verdict) -> String {
    let number = scale.number(verdict.score()).unwrap_or(0.0);
    let digits = usize::from(number.abs() < 9.95);
    if number.abs() < 0.05 { "0.0".to_owned() } else { format!("{number:+.digits$}") }
}

/// The sign and the number, or a shorter form that fits; never a truncated number.
pub(crate) fn short(scale: Scale, verdict: Verdict, room: usize) -> String {
    let number = number(scale, verdict);
    let rounded = number.split('.').next().unwrap_or_default();
    let texts = [format!("{}{number}", sign(verdict)), format!("{}{rounded}", sign(verdict))];
    let fitting = texts.into_iter().find(|text| text.chars().count() <= room);
    fitting.unwrap_or_else(|| sign(verdict).to_string())
}

/// In words, with the unit.
pub(crate) fn words(language: &dyn Words, scale: Scale, verdict: Verdict) -> String {
    match verdict.wdl() {
        None => match scale.leans(verdict.score()) {
            Some(wins) => language.probably(wins),
            None => language.estimate(&language.number(&points(scale, verdict))),
        },
        Some(wdl) => language.outcome(wdl, words::moves_to_end(verdict)),
    }
}

/// A move with its value, as a line of a list.
pub(crate) fn line(language: &dyn Words, scale: Scale, rated: &Rated<AnyMove>) -> String {
    let verdict = rated.answer.verdict;
    format!("  {:<9} {} {}", rated.mv.to_string(), sign(verdict), words(language, scale, verdict))
}

/// A value between -1 (lost now) and 1 (won now), for the chart: proven results lie beyond ±0.5.
pub(crate) fn height(scale: Scale, verdict: Verdict) -> f64 {
    let won = |plies: Option<u16>| 0.55 + 0.45 * plies.map_or(0.0, |plies| (-f64::from(plies) / 20.0).exp());
    let plies = verdict.value().and_then(zwick::Value::plies);
    match verdict.wdl() {
        None => 0.5 * (scale.number(verdict.score()).unwrap_or(0.0) / CLEAR).tanh(),
        Some(Wdl::Draw) => 0.0,
        Some(Wdl::Win) => won(plies),
        Some(Wdl::Loss) => -won(plies),
    }
}

#[cfg(test)]
mod tests {
    use zwick::Value;
    use zwick::search::Score;

    use super::*;
    use crate::words::Language;

    const MORRIS: Scale = Scale::Points { one: 10_000 };
    /// A little more than a man behind.
    const BEHIND: i32 = -12_340;

    #[test]
    fn values_have_a_sign_a_number_and_words() {
        let spoken = |language: Language, verdict| words(language.words(), MORRIS, verdict);
        let look = |verdict| format!("{}{} {}", sign(verdict), number(MORRIS, verdict), spoken(Language::En, verdict));
        assert_eq!(look(Verdict::Exact(Value::win_in(41))), "▲21 wins in 21 moves");
        assert_eq!(look(Verdict::Exact(Value::win_in(1))), "▲1 wins in 1 move");
        assert_eq!(look(Verdict::Exact(Value::loss_in(6))), "▼3 loses in 3 moves");
        assert_eq!(look(Verdict::Exact(Value::DRAW)), "●0 draw");
        assert_eq!(look(Verdict::Result(Wdl::Loss)), "▼ loses");
        assert_eq!(look(Verdict::Estimate(Score::estimate(BEHIND))), "≈-1.2 estimate -1.2");
        let far = |points| Verdict::Estimate(Score::estimate(points));
        assert_eq!(look(far(-280_000)), "≈▽ probably loses");
        assert_eq!(look(far(60_000)), "≈△ probably wins");
        assert_eq!(spoken(Language::De, far(60_000)), "gewinnt wohl");
        assert_eq!(spoken(Language::De, far(-280_000)), "verliert wohl");
        assert_eq!(spoken(Language::De, Verdict::Exact(Value::win_in(1))), "gewinnt in 1 Zug");
        assert_eq!(spoken(Language::De, Verdict::Exact(Value::loss_in(6))), "verliert in 3 Zügen");
        assert_eq!(spoken(Language::De, Verdict::Estimate(Score::estimate(BEHIND))), "Schätzung -1,2");
    }

    #[test]
    fn a_number_that_does_not_fit_is_left_out() {
        let verdict = Verdict::Estimate(Score::estimate(BEHIND));
        assert_eq!([5, 4, 3, 2, 1].map(|room| short(MORRIS, verdict, room)), ["≈-1.2", "≈-1", "≈-1", "≈", "≈"]);
        assert_eq!([3, 2].map(|room| short(MORRIS, Verdict::Exact(Value::win_in(41)), room)), ["▲21", "▲"]);
    }

    #[test]
    fn the_graph_rises_with_the_value() {
        let verdicts = [
            Verdict::Exact(Value::loss_in(2)),
            Verdict::Exact(Value::loss_in(40)),
            Verdict::Estimate(Score::estimate(-900)),
            Verdict::Exact(Value::DRAW),
            Verdict::Exact(Value::win_in(41)),
            Verdict::Exact(Value::win_in(1)),
        ];
        assert!(verdicts.is_sorted_by(|a, b| height(MORRIS, *a) < height(MORRIS, *b)));
    }
}

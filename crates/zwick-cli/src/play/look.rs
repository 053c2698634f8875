//! Colours and marks. Everything told by colour is told by a mark as well, so that `NO_COLOR` loses nothing.

use ratatui::style::{Color, Modifier, Style};
use zwick::{Game, Side, Verdict};

use super::values;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) has_color: bool,
}

impl Look {
    /// Colours, unless the user asked for none (<https://no-color.org>).
    pub(crate) fn of_user() -> Self {
        Self { has_color: std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty()) }
    }

    fn with(self, style: Style, foreground: Color, background: Option<Color>) -> Style {
        match (self.has_color, background) {
            (false, _) => style,
            (true, None) => style.fg(foreground),
            (true, Some(background)) => style.fg(foreground).bg(background),
        }
    }

    /// A man: red and yellow in Connect Four, white and black in morris.
    pub(crate) fn man(self, game: Game, side: Side) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (foreground, background) = match (game, side) {
            (Game::ConnectFour { .. }, Side::First) => (Color::White, Color::Red),
            (Game::ConnectFour { .. }, Side::Second) => (Color::Black, Color::Yellow),
            (Game::Morris(_), Side::First) => (Color::Black, Color::White),
            (Game::Morris(_), Side::Second) => (Color::White, Color::Blue),
        };
        self.with(bold, foreground, Some(background))
    }

    pub(crate) fn verdict(self, verdict: Verdict) -> Style {
        self.with(Style::new(), values::color(verdict), None)
    }

    pub(crate) fn lines(self) -> Style {
        self.with(Style::new(), Color::DarkGray, None)
    }

    pub(crate) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    pub(crate) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    pub(crate) fn cursor(self, style: Style) -> Style {
        style.add_modifier(Modifier::REVERSED)
    }
}

/// The mark of a man, which is also the first letter of its side's name.
pub(crate) const fn mark(game: Game, side: Side) -> char {
    match (game, side) {
        (Game::ConnectFour { .. }, Side::First) => 'X',
        (Game::ConnectFour { .. }, Side::Second) => 'O',
        (Game::Morris(_), Side::First) => 'W',
        (Game::Morris(_), Side::Second) => 'B',
    }
}

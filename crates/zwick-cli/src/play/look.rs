//! Colours and marks. Everything shown by colour also has a mark, so `NO_COLOR` loses nothing.

use ratatui::style::{Color, Modifier, Style};
use zwick::{AnyPosition, Diagram, Position, Shape, Side, Verdict};

use crate::values;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Look {
    pub(crate) has_color: bool,
}

impl Look {
    /// Colours, unless disabled by the user (<https://no-color.org>).
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

    /// A man: red and yellow in a grid, white and blue, for black, on points.
    pub(crate) fn man(self, position: &AnyPosition, side: Side) -> Style {
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let (foreground, background) = match (position.shape(), side) {
            (Shape::Grid { .. }, Side::First) => (Color::White, Color::Red),
            (Shape::Grid { .. }, Side::Second) => (Color::Black, Color::Yellow),
            (Shape::Points { .. }, Side::First) => (Color::Black, Color::White),
            (Shape::Points { .. }, Side::Second) => (Color::White, Color::Blue),
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

/// The mark of a man: the first letter of its side's name.
pub(crate) fn mark(position: &AnyPosition, side: Side) -> char {
    position.side_name(side).chars().next().unwrap_or('?')
}

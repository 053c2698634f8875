//! The board of Connect Four, as large as fits, with the values of the columns above and their names below.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use zwick::Diagram;

use super::app::App;
use super::look::{Look, mark};
use super::places::{self, Place};
use crate::values;

/// Where the board is and how large its cells are, without borders.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Grid {
    area: Rect,
    columns: usize,
    rows: usize,
    cell_width: u16,
    /// Lines from one row to the next: 2 with rules between them.
    pitch: u16,
    is_flipped: bool,
}

impl Grid {
    /// The largest board that fits into the area, centred; `None` if not even the smallest does.
    pub(crate) fn fit(area: Rect, columns: usize, rows: usize, is_flipped: bool) -> Option<Self> {
        let sizes = [(5, 2), (3, 2), (5, 1), (3, 1), (1, 1)];
        let grid = |(cell_width, pitch)| {
            let width = columns as u16 * (cell_width + 1) + 1;
            // Values, rows, the floor and the names.
            let height = 1 + rows as u16 * pitch + 2;
            let fits = width <= area.width && height <= area.height;
            let area = Rect { x: area.x + (area.width.saturating_sub(width)) / 2, y: area.y, width, height };
            fits.then_some(Self { area, columns, rows, cell_width, pitch, is_flipped })
        };
        sizes.into_iter().find_map(grid)
    }

    /// The left end of a column's cells.
    fn x(&self, column: usize) -> u16 {
        let seen = if self.is_flipped { self.columns - 1 - column } else { column };
        self.area.x + 1 + seen as u16 * (self.cell_width + 1)
    }

    /// The column at this position of the screen.
    pub(crate) fn column_at(&self, x: u16, y: u16) -> Option<Place> {
        let is_inside = (self.area.top()..self.area.bottom()).contains(&y);
        (0..self.columns).find(|&column| is_inside && (self.x(column)..self.x(column) + self.cell_width).contains(&x))
    }

    /// A text in the middle of a cell.
    fn centred(&self, text: &str) -> String {
        let width = usize::from(self.cell_width);
        format!("{text:^width$}")
    }

    pub(crate) fn draw(&self, app: &App, look: Look, buffer: &mut Buffer) {
        self.draw_lines(look, buffer);
        self.draw_men(app, look, buffer);
        self.draw_columns(app, look, buffer);
    }

    fn draw_lines(&self, look: Look, buffer: &mut Buffer) {
        let Rect { x, y, .. } = self.area;
        let rule = |left: &str, cross: &str, right: &str| {
            let piece = "─".repeat(usize::from(self.cell_width));
            format!("{left}{}{right}", vec![piece; self.columns].join(cross))
        };
        for row in 0..self.rows as u16 {
            let top = y + 1 + row * self.pitch;
            if self.pitch == 2 && row > 0 {
                buffer.set_string(x, top - 1, rule("├", "┼", "┤"), look.lines());
            }
            for column in 0..=self.columns as u16 {
                buffer.set_string(x + column * (self.cell_width + 1), top, "│", look.lines());
            }
        }
        let floor = y + 1 + self.rows as u16 * self.pitch - (self.pitch - 1);
        buffer.set_string(x, floor, rule("└", "┴", "┘"), look.lines());
    }

    fn draw_men(&self, app: &App, look: Look, buffer: &mut Buffer) {
        let position = app.game.position();
        let (cells, winning, last) = (position.cells(), position.winning_line(), last_cell(app));
        for (cell, man) in cells.iter().enumerate() {
            let (x, y) = (self.x(cell % self.columns), self.area.y + 1 + (cell / self.columns) as u16 * self.pitch);
            let Some(side) = *man else {
                buffer.set_string(x, y, self.centred("·"), look.lines());
                continue;
            };
            let mark = mark(position, side);
            let text = match () {
                () if self.cell_width == 1 => mark.to_string(),
                () if winning.contains(&cell) => format!("[{mark}]"),
                () if last == Some(cell) => format!("({mark})"),
                () => mark.to_string(),
            };
            let style = look.man(position, side);
            let style = if winning.contains(&cell) { look.cursor(style) } else { style };
            buffer.set_string(x, y, self.centred(&text), style);
        }
    }

    /// The values above and the names below, with the cursor on both.
    fn draw_columns(&self, app: &App, look: Look, buffer: &mut Buffer) {
        let names = self.area.bottom() - 1 - (self.pitch - 1);
        for column in 0..self.columns {
            let x = self.x(column);
            if let Some(verdict) = app.hint(column) {
                let text = values::short(app.scale(), verdict, usize::from(self.cell_width));
                buffer.set_string(x, self.area.y, self.centred(&text), look.verdict(verdict));
            }
            let name = places::name(app.game.position(), column);
            let is_chosen = column == app.cursor && app.game.to_move().is_some();
            let (text, style) = match is_chosen {
                true if self.cell_width >= 3 => (format!("[{name}]"), look.cursor(look.title())),
                true => (name, look.cursor(look.title())),
                false => (name, look.quiet()),
            };
            buffer.set_string(x, names, self.centred(&text), style);
        }
    }
}

/// Where the last man fell.
fn last_cell(app: &App) -> Option<usize> {
    let record = app.game.record();
    let [.., before, after] = record.positions() else { return None };
    let (before, after) = (before.cells(), after.cells());
    (0..after.len()).find(|&cell| before[cell] != after[cell])
}

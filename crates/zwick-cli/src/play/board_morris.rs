//! A board of points and their lines, as in morris, with the values of possible next touches beside the points.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use zwick::{Diagram, Spot, Touched};

use super::app::App;
use super::look::{Look, mark};
use super::places::{self, Place};
use crate::values;

/// Where the board is and how far apart its files and ranks are.
#[derive(Debug, Clone)]
pub(crate) struct Web {
    points: Vec<Spot>,
    lines: Vec<[Place; 2]>,
    area: Rect,
    step_x: u16,
    step_y: u16,
    is_flipped: bool,
}

/// The numbers of the ranks, left of the board.
const MARGIN: u16 = 3;
/// The widest text at a point: a man, a sign, two digits.
const WIDEST: u16 = 4;

/// The number of the last file and rank, counted from 0.
fn last(points: &[Spot]) -> usize {
    points.iter().map(|spot| spot.x.max(spot.y)).max().unwrap_or(0)
}

impl Web {
    /// The largest board that fits into the area, centred; `None` if not even the smallest does.
    pub(crate) fn fit(area: Rect, points: Vec<Spot>, lines: Vec<[Place; 2]>, is_flipped: bool) -> Option<Self> {
        let last = last(&points) as u16;
        let fitting = |&(step_x, step_y): &(u16, u16)| {
            let width = MARGIN + last * step_x + WIDEST;
            // The ranks, and the names of the files.
            let height = last * step_y + 2;
            (width <= area.width && height <= area.height).then_some((step_x, step_y, width, height))
        };
        let (step_x, step_y, width, height) = [(8, 3), (6, 2), (4, 2), (4, 1)].iter().find_map(fitting)?;
        let area = Rect { x: area.x + (area.width - width) / 2, y: area.y, width, height };
        Some(Self { points, lines, area, step_x, step_y, is_flipped })
    }

    /// Where a point is on the screen.
    fn at(&self, point: Place) -> (u16, u16) {
        let last = last(&self.points);
        let Spot { x, y, .. } = self.points[point];
        let (right, down) = if self.is_flipped { (last - x, last - y) } else { (x, y) };
        (self.area.x + MARGIN + right as u16 * self.step_x, self.area.y + down as u16 * self.step_y)
    }

    /// The point at or next to this position of the screen.
    pub(crate) fn point_at(&self, x: u16, y: u16) -> Option<Place> {
        let is_near = |&point: &Place| {
            let (px, py) = self.at(point);
            py == y && px.abs_diff(x) <= 1
        };
        (0..self.points.len()).find(is_near)
    }

    pub(crate) fn draw(&self, app: &App, look: Look, buffer: &mut Buffer) {
        self.draw_names(look, buffer);
        self.draw_lines(look, buffer);
        let position = app.game.position();
        let next = places::next_places(position, &app.touched);
        // Where the last man came from and went.
        let last = app.game.record().moves().last().map(|&mv| position.was_touched(mv));
        let last = last.map_or_else(Vec::new, |Touched { from, to, .. }| from.into_iter().chain([to]).collect());
        for point in 0..self.points.len() {
            self.draw_point(app, look, point, &next, &last, buffer);
        }
    }

    /// The letters of the files below, and the numbers of the ranks to the left.
    fn draw_names(&self, look: Look, buffer: &mut Buffer) {
        for (point, Spot { name, .. }) in self.points.iter().enumerate() {
            let (x, y) = self.at(point);
            buffer.set_string(self.area.x, y, &name[1..], look.quiet());
            buffer.set_string(x, self.area.bottom() - 1, &name[..1], look.quiet());
        }
    }

    fn draw_lines(&self, look: Look, buffer: &mut Buffer) {
        for &[from, to] in &self.lines {
            let ((x0, y0), (x1, y1)) = (self.at(from), self.at(to));
            let (left, right) = (x0.min(x1), x0.max(x1));
            let (top, bottom) = (y0.min(y1), y0.max(y1));
            let falls = (x0 < x1) == (y0 < y1);
            if y0 == y1 {
                for x in left..=right {
                    buffer.set_string(x, y0, "─", look.lines());
                }
            } else {
                for y in top + 1..bottom {
                    // Vertical, or diagonal.
                    let along = (y - top) * (right - left) / (bottom - top);
                    let (x, piece) = match (left == right, falls) {
                        (true, _) => (left, "│"),
                        (false, true) => (left + along, "╲"),
                        (false, false) => (right - along, "╱"),
                    };
                    buffer.set_string(x, y, piece, look.lines());
                }
            }
        }
    }

    fn draw_point(&self, app: &App, look: Look, place: Place, next: &[Place], last: &[Place], buffer: &mut Buffer) {
        let (x, y) = self.at(place);
        let position = app.game.position();
        let man = position.cells()[place];
        let (is_next, is_begun) = (next.contains(&place), !app.touched.is_empty());
        let (glyph, style) = match man {
            Some(side) => (mark(position, side), look.man(position, side)),
            None if is_next && is_begun => ('○', look.title()),
            None => ('·', Style::new()),
        };
        let style = if last.contains(&place) { style.add_modifier(Modifier::UNDERLINED) } else { style };
        buffer.set_string(x, y, glyph.to_string(), style);
        // The value replaces an empty point.
        let start = if man.is_some() { x + 1 } else { x };
        let room = usize::from(x + self.step_x.min(WIDEST) - start);
        let beside = match app.hint(place).filter(|_| is_next) {
            Some(verdict) => Some((values::short(app.scale(), verdict, room), look.verdict(verdict))),
            // A man that can be taken.
            None if is_next && is_begun && man.is_some() => Some(("×".to_owned(), look.title())),
            None => None,
        };
        let mut end = x + 1;
        if let Some((text, style)) = beside {
            end = start + text.chars().count() as u16;
            buffer.set_string(start, y, text, style);
        }
        let frame = match () {
            () if app.touched.contains(&place) => Some(("<", ">")),
            () if app.cursor == place && app.game.to_move().is_some() => Some(("[", "]")),
            () => None,
        };
        if let Some((left, right)) = frame {
            buffer.set_string(x - 1, y, left, look.title());
            buffer.set_string(end, y, right, look.title());
            buffer.set_style(Rect { x, y, width: 1, height: 1 }, look.cursor(Style::new()));
        }
    }
}

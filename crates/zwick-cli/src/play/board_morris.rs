//! The board of morris: 24 points and their lines, with the values of what can be touched next beside the points.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use zwick::morris::{Board, Point, Rules};
use zwick::{AnyMove, Diagram, ForRules, Game};

use super::app::App;
use super::look::{Look, mark};
use super::places::{self, Place};
use super::values;

/// Where the board is and how far apart its files and ranks are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Web {
    area: Rect,
    step_x: u16,
    step_y: u16,
    is_flipped: bool,
}

const RANKS: u16 = 7;
/// The numbers of the ranks, left of the board.
const MARGIN: u16 = 3;
/// The widest text at a point: a man, a sign, two digits.
const WIDEST: u16 = 4;

impl Web {
    /// The largest board that fits into the area, in its middle; none if not even the smallest does.
    pub(crate) fn fit(area: Rect, is_flipped: bool) -> Option<Self> {
        let web = |(step_x, step_y)| {
            let width = MARGIN + (RANKS - 1) * step_x + WIDEST;
            // The ranks, and the names of the files.
            let height = (RANKS - 1) * step_y + 2;
            let fits = width <= area.width && height <= area.height;
            let area = Rect { x: area.x + (area.width.saturating_sub(width)) / 2, y: area.y, width, height };
            fits.then_some(Self { area, step_x, step_y, is_flipped })
        };
        [(8, 3), (6, 2), (4, 2), (4, 1)].into_iter().find_map(web)
    }

    fn at(&self, file: usize, rank: usize) -> (u16, u16) {
        let (right, down) = if self.is_flipped { (6 - file, rank) } else { (file, 6 - rank) };
        (self.area.x + MARGIN + right as u16 * self.step_x, self.area.y + down as u16 * self.step_y)
    }

    fn of(&self, point: Point) -> (u16, u16) {
        let (file, rank) = point.file_and_rank();
        self.at(file, rank)
    }

    /// The point at this place of the screen, or beside it.
    pub(crate) fn point_at(&self, x: u16, y: u16) -> Option<Place> {
        let is_near = |point: &Point| {
            let (px, py) = self.of(*point);
            py == y && px.abs_diff(x) <= 1
        };
        Point::all().find(is_near).map(Point::index)
    }

    pub(crate) fn draw(&self, app: &App, look: Look, buffer: &mut Buffer) {
        self.draw_names(look, buffer);
        self.draw_lines(app.table.game(), look, buffer);
        let next = places::next_places(app.table.position(), &app.touched);
        let last = app.table.record().moves().last().map_or_else(Vec::new, |mv| arrivals(*mv));
        for point in Point::all() {
            self.draw_point(app, look, point, &next, &last, buffer);
        }
    }

    fn draw_names(&self, look: Look, buffer: &mut Buffer) {
        for place in 0..usize::from(RANKS) {
            let (x, y) = self.at(place, place);
            buffer.set_string(self.area.x, y, (place + 1).to_string(), look.quiet());
            buffer.set_string(x, self.area.bottom() - 1, char::from(b'a' + place as u8).to_string(), look.quiet());
        }
    }

    /// Every line of the board, drawn from both ends of each step.
    fn draw_lines(&self, game: Game, look: Look, buffer: &mut Buffer) {
        let Game::Morris(rules) = game else { return };
        let board = rules.run(BoardOf);
        for from in Point::all() {
            for to in board.neighbours(from) {
                let ((x0, y0), (x1, y1)) = (self.of(from), self.of(to));
                let (left, right) = (x0.min(x1), x0.max(x1));
                let (top, bottom) = (y0.min(y1), y0.max(y1));
                let falls = (x0 < x1) == (y0 < y1);
                if y0 == y1 {
                    for x in left..=right {
                        buffer.set_string(x, y0, "─", look.lines());
                    }
                } else {
                    for y in top + 1..bottom {
                        // Straight down, or on the way from one end of a diagonal to the other.
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
    }

    fn draw_point(&self, app: &App, look: Look, point: Point, next: &[Place], last: &[Place], buffer: &mut Buffer) {
        let place = point.index();
        let (x, y) = self.of(point);
        let position = app.table.position();
        let man = position.cells()[place];
        let (is_next, is_begun) = (next.contains(&place), !app.touched.is_empty());
        let (glyph, style) = match man {
            Some(side) => (mark(position.game(), side), look.man(position.game(), side)),
            None if is_next && is_begun => ('○', look.title()),
            None => ('·', Style::new()),
        };
        let style = if last.contains(&place) { style.add_modifier(Modifier::UNDERLINED) } else { style };
        buffer.set_string(x, y, glyph.to_string(), style);
        // An empty point gives its own place to the value.
        let start = if man.is_some() { x + 1 } else { x };
        let room = usize::from(x + self.step_x.min(WIDEST) - start);
        let beside = match app.hint(place).filter(|_| is_next) {
            Some(verdict) => Some((values::short(verdict, room), look.verdict(verdict))),
            // A man that may be taken.
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
            () if app.cursor == place && app.table.to_move().is_some() => Some(("[", "]")),
            () => None,
        };
        if let Some((left, right)) = frame {
            buffer.set_string(x - 1, y, left, look.title());
            buffer.set_string(end, y, right, look.title());
            buffer.set_style(Rect { x, y, width: 1, height: 1 }, look.cursor(Style::new()));
        }
    }
}

/// Where the last man came from and went.
fn arrivals(mv: AnyMove) -> Vec<Place> {
    match mv {
        AnyMove::Morris(mv) => mv.from.into_iter().chain([mv.to]).map(Point::index).collect(),
        AnyMove::Column(_) => Vec::new(),
    }
}

/// The lines of the board that rules are played on.
struct BoardOf;

impl ForRules for BoardOf {
    type Output = &'static Board;

    fn run<R: Rules>(self) -> &'static Board {
        R::BOARD
    }
}

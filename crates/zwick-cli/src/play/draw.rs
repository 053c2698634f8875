//! The screen: the board, the panel beside it if there is room, and the status below it.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget, Wrap};
use zwick::{Diagram, Position, Shape, Side};

use super::app::{App, Page};
use super::board_connect_four::Grid;
use super::board_morris::Web;
use super::look::{Look, mark};
use super::panel;
use super::places::Place;
use crate::words::Words;

/// The minimum width for a panel beside the board.
const WIDE: u16 = 72;
const PANEL: u16 = 34;

/// The parts of the screen.
pub(crate) struct Parts {
    title: Rect,
    board: Rect,
    panel: Option<Rect>,
    status: Rect,
    keys: Rect,
}

impl Parts {
    pub(crate) fn of(area: Rect, app: &App) -> Self {
        let Rect { x, y, width, height } = area;
        let row =
            |from_bottom: u16| Rect { x, y: y + height.saturating_sub(from_bottom), width, height: 1.min(height) };
        let below = 2.min(height);
        // The title is dropped if the board needs its line.
        let needed = match app.game.position().shape() {
            Shape::Grid { height, .. } => height as u16 + 5,
            Shape::Points { .. } => 16,
        };
        let above = u16::from(height > needed);
        let has_panel = width >= WIDE && app.page == Page::Board;
        let board_width = if has_panel { width - PANEL } else { width };
        let middle = height.saturating_sub(below + above);
        Self {
            title: Rect { x, y, width, height: above },
            board: Rect { x, y: y + above, width: board_width, height: middle },
            panel: has_panel.then_some(Rect { x: x + board_width, y: y + above, width: PANEL, height: middle }),
            status: row(below),
            keys: row(1),
        }
    }
}

enum Board {
    Grid(Grid),
    Web(Web),
}

fn board(app: &App, area: Rect) -> Option<Board> {
    match app.game.position().shape() {
        Shape::Grid { width, height } => Grid::fit(area, width, height, app.is_flipped).map(Board::Grid),
        Shape::Points { points, lines } => Web::fit(area, points, lines, app.is_flipped).map(Board::Web),
    }
}

/// The place of the board at this position of the screen.
pub(crate) fn place_at(app: &App, area: Rect, x: u16, y: u16) -> Option<Place> {
    match board(app, Parts::of(area, app).board).filter(|_| app.page == Page::Board)? {
        Board::Grid(grid) => grid.column_at(x, y),
        Board::Web(web) => web.point_at(x, y),
    }
}

pub(crate) fn draw(app: &App, look: Look, frame: &mut Frame<'_>) {
    let area = frame.area();
    let (parts, words) = (Parts::of(area, app), app.words());
    let buffer = frame.buffer_mut();
    title(app, look).render(parts.title, buffer);
    match app.page {
        Page::Board => draw_board(app, look, parts.board, buffer),
        Page::Moves => panel::scrolled(words.moves_title(), panel::moves(app), app.scroll, look, parts.board, buffer),
        Page::Values => panel::draw_values(app, look, parts.board, buffer),
        Page::Help => panel::scrolled(words.keys_title(), help(words, look), app.scroll, look, parts.board, buffer),
    }
    if let Some(area) = parts.panel {
        panel::draw(app, look, area, buffer);
    }
    let keys = match app.page {
        Page::Board if usize::from(area.width) >= words.keys().chars().count() => words.keys(),
        Page::Board => words.short_keys(),
        _ => words.page_keys(),
    };
    Line::styled(keys, look.quiet()).render(parts.keys, buffer);
    draw_status(app, look, parts.status, frame);
}

fn draw_board(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    match board(app, area) {
        Some(Board::Grid(grid)) => grid.draw(app, look, buffer),
        Some(Board::Web(web)) => web.draw(app, look, buffer),
        None => {
            Paragraph::new(app.words().no_room()).wrap(Wrap { trim: true }).render(area, buffer);
        }
    }
}

/// The game and its players, with the side to move marked.
fn title(app: &App, look: Look) -> Line<'static> {
    let position = app.game.position();
    let mut spans = vec![Span::styled(app.game.kind().to_string(), look.title()), Span::raw("  ")];
    for side in [Side::First, Side::Second] {
        let is_to_move = app.game.to_move().is_some() && position.turn() == side;
        spans.push(Span::raw(if is_to_move { " ▸" } else { "  " }));
        spans.push(Span::styled(format!(" {} ", mark(position, side)), look.man(position, side)));
        spans.push(Span::raw(format!(" {}", app.words().player(&app.game.seat(side).to_string()))));
        if let Some(hand) = position.men_in_hand() {
            spans.push(Span::styled(format!(" +{}", hand[side as usize]), look.quiet()));
        }
    }
    Line::from(spans)
}

/// The text being typed, or the status.
fn draw_status(app: &App, look: Look, area: Rect, frame: &mut Frame<'_>) {
    let Some(prompt) = &app.prompt else {
        return draw_message(&app.status_within(usize::from(area.width)), look, area, frame.buffer_mut());
    };
    // The error stays above, so the input can be corrected.
    if let (Some(message), Some(above)) = (&app.message, area.y.checked_sub(1)) {
        draw_message(message, look, Rect { y: above, ..area }, frame.buffer_mut());
    }
    let question = prompt.question(app);
    let text_width = prompt.text.chars().count();
    let room = usize::from(area.width).saturating_sub(text_width + 3);
    let question: String = question.chars().take(room).collect();
    let line = format!("{question} {}", prompt.text);
    let cursor = (line.chars().count() as u16).min(area.width.saturating_sub(1));
    Line::styled(line, look.title()).render(area, frame.buffer_mut());
    frame.set_cursor_position((area.x + cursor, area.y));
}

/// A long message covers the lowest lines of the board while it is shown.
fn draw_message(text: &str, look: Look, area: Rect, buffer: &mut Buffer) {
    let message = Paragraph::new(text).style(look.title()).wrap(Wrap { trim: true });
    // Word wrap leaves up to eight cells of a line empty.
    let (length, width) = (text.chars().count() as u16, area.width);
    let lines = if length <= width { 1 } else { length.div_ceil(width.saturating_sub(8).max(1)).min(4) };
    let lines = lines.min(area.y + 1);
    let area = Rect { y: area.y + 1 - lines, height: lines, ..area };
    Clear.render(area, buffer);
    message.render(area, buffer);
}

fn help(words: &dyn Words, look: Look) -> Vec<Line<'static>> {
    let line = |(keys, deed): (&'static str, &'static str)| {
        Line::from(vec![Span::styled(format!("{keys:<12}"), look.title()), Span::raw(deed)])
    };
    words.key_help().into_iter().map(line).collect()
}

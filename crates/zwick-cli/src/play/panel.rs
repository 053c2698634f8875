//! The panel beside the board, or pages of their own: players, moves, values, and their chart.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use zwick::{AnyPosition, Position, Side, Verdict};

use super::app::App;
use super::look::Look;
use crate::values;

/// Lines under a title, starting at the scroll position.
pub(crate) fn scrolled(
    title: &'static str,
    lines: Vec<Line<'static>>,
    scroll: usize,
    look: Look,
    area: Rect,
    buffer: &mut Buffer,
) {
    let last = lines.len().saturating_sub(usize::from(area.height).saturating_sub(1));
    let shown = lines.into_iter().skip(scroll.min(last));
    let text: Vec<Line<'_>> = [Line::styled(title, look.title())].into_iter().chain(shown).collect();
    Paragraph::new(text).render(area, buffer);
}

/// The moves, one of each side per line.
pub(crate) fn moves(app: &App) -> Vec<Line<'static>> {
    let record = app.game.record();
    let mut words: Vec<String> = record.moves().iter().map(ToString::to_string).collect();
    // If the second side goes first, the first cell is empty.
    if record.start().turn() == Side::Second {
        words.insert(0, "…".to_owned());
    }
    let number = |(i, pair): (usize, &[String])| {
        let second = pair.get(1).map_or("", String::as_str);
        Line::raw(format!("{:>3}. {:<9} {second}", i + 1, pair[0]))
    };
    words.chunks(2).enumerate().map(number).collect()
}

/// The values of all moves, best first.
fn values(app: &App, look: Look) -> Vec<Line<'static>> {
    let (position, words) = (app.game.position(), app.words());
    let Some(valued) = app.valued(position) else {
        let is_over = app.game.to_move().is_none();
        let text = if is_over { app.game.standing() } else { words.looking().to_owned() };
        return vec![Line::styled(text, look.quiet())];
    };
    let source = words.source(valued.analysis.answer().source);
    let source = match (valued.is_last_word, app.thinking[1]) {
        (false, Some(time)) => words.still_searching(&source, &words.seconds(time)),
        _ => source,
    };
    let title = words.values_for(app.game.side_name(position.turn()), &source);
    let mut lines = vec![Line::styled(title, look.quiet())];
    for rated in valued.analysis.moves() {
        let verdict = rated.answer.verdict;
        lines.push(Line::from(vec![
            Span::raw(format!("{:<9} ", rated.mv.to_string())),
            Span::styled(
                format!("{} {}", values::sign(verdict), values::words(words, app.scale(), verdict)),
                look.verdict(verdict),
            ),
        ]));
    }
    lines
}

/// The value of a position for the first side.
fn for_first(app: &App, position: &AnyPosition) -> Option<(f64, Verdict)> {
    let verdict = app.valued(position)?.analysis.answer().verdict;
    let height = values::height(app.scale(), verdict);
    Some((if position.turn() == Side::First { height } else { -height }, verdict))
}

/// The value after each move as a curve, wins of the first side above the middle, of the second below.
pub(crate) fn draw_graph(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    if area.height < 3 || area.width < 8 {
        return;
    }
    let middle = (area.height - 1) / 2;
    let names = [Side::First, Side::Second].map(|side| app.game.side_name(side));
    let label = names.iter().map(|name| name.chars().count()).max().unwrap_or(0) as u16 + 1;
    buffer.set_string(area.x, area.y, names[0], look.quiet());
    buffer.set_string(area.x, area.y + 2 * middle, names[1], look.quiet());
    let width = usize::from(area.width - label);
    buffer.set_string(area.x + label, area.y + middle, "┄".repeat(width), look.lines());
    let positions = app.game.record().positions();
    for (column, position) in positions[positions.len().saturating_sub(width)..].iter().enumerate() {
        let Some((height, verdict)) = for_first(app, position) else { continue };
        let row = (f64::from(middle) * (1.0 - height)).round() as u16;
        let sign = match (verdict.wdl(), height) {
            (None, _) => '≈',
            (_, height) if height > 0.0 => '▲',
            (_, height) if height < 0.0 => '▼',
            _ => '●',
        };
        buffer.set_string(area.x + label + column as u16, area.y + row, sign.to_string(), look.title());
    }
}

/// The page of values: the chart above, the table below.
pub(crate) fn draw_values(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    let graph = (area.height / 3).clamp(3, 9).min(area.height);
    draw_graph(app, look, Rect { height: graph, ..area }, buffer);
    let below = Rect { y: area.y + graph, height: area.height - graph, ..area };
    scrolled(app.words().values_title(), values(app, look), app.scroll, look, below, buffer);
}

/// The whole panel beside the board.
pub(crate) fn draw(app: &App, look: Look, area: Rect, buffer: &mut Buffer) {
    let graph = if app.hints { (area.height / 4).clamp(3, 7) } else { 0 };
    let upper = Rect { height: area.height.saturating_sub(graph + 1), ..area };
    let mut lines: Vec<Line<'_>> = Vec::new();
    if app.hints {
        let most = usize::from(upper.height / 2).max(4);
        lines.extend(values(app, look).into_iter().take(most));
        lines.push(Line::raw(""));
    }
    // The latest moves that fit.
    let moves = moves(app);
    let room = usize::from(upper.height).saturating_sub(lines.len());
    lines.extend(moves.into_iter().rev().take(room).rev());
    Paragraph::new(lines).render(upper, buffer);
    if app.hints {
        draw_graph(app, look, Rect { y: area.bottom() - graph, height: graph, ..area }, buffer);
    }
}

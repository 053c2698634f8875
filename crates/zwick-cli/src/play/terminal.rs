//! The screen, its keys and its mouse; and the terminal as it was, however the game ends.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::event::{
    self, DisableMouseCapture, EnableMouseCapture, Event, KeyEventKind, MouseButton, MouseEventKind,
};
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use ratatui::crossterm::{cursor, execute};
use ratatui::layout::Rect;

use super::app::App;
use super::draw::{draw, place_at};
use super::look::Look;
use super::thinking::{Knowledge, mover, valuer};

/// How often the screen looks for answers of a computer that thinks …
const TICK: Duration = Duration::from_millis(40);
/// … and how often whether somebody has ended the program, if nobody thinks.
const REST: Duration = Duration::from_millis(300);
/// How long the end may take after somebody asked for it.
const LONGEST_END: Duration = Duration::from_secs(1);

/// The terminal while it is ours; given back when this goes out of scope.
struct Screen;

impl Screen {
    fn take() -> io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        // A panic would be told on a screen that vanishes.
        let tell = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |panic| {
            give_back();
            tell(panic);
        }));
        Ok(screen)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// Nothing more can be done if the terminal is gone.
fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Plays on the screen until the player quits, or somebody ends the program.
pub(crate) fn run(app: &mut App, knowledge: &Knowledge, out: &mut dyn Write) -> anyhow::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    ctrlc::set_handler(move || {
        flag.store(true, Relaxed);
        // Whoever waits for a key of a terminal that is gone waits for ever.
        std::thread::sleep(LONGEST_END);
        std::process::exit(130);
    })?;
    out.flush()?;
    let screen = Screen::take().context("cannot use the terminal")?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let result = play(app, knowledge, &mut terminal, &ended);
    drop(screen);
    result?;
    writeln!(out, "{}", app.table.standing())?;
    Ok(())
}

fn play(
    app: &mut App,
    knowledge: &Knowledge,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    ended: &AtomicBool,
) -> anyhow::Result<()> {
    let look = Look::of_user();
    let (mut mover, mut valuer) = (mover(knowledge.clone()), valuer(knowledge));
    while !app.wants_to_quit && !ended.load(Relaxed) {
        let (turn, question) = (app.wanted_move(), app.wanted_values());
        mover.want(turn);
        valuer.want(question);
        app.thinking = [mover.elapsed(), valuer.elapsed()];
        terminal.draw(|frame| draw(app, look, frame))?;
        if event::poll(if turn.is_some() || question.is_some() { TICK } else { REST })? {
            let size = terminal.size()?;
            let area = Rect { x: 0, y: 0, width: size.width, height: size.height };
            // Whatever has come meanwhile is answered before the screen is drawn again.
            while event::poll(Duration::ZERO)? {
                react(app, &event::read()?, area);
            }
        }
        if let (Some(turn), Some(choice)) = (turn, mover.answer()?) {
            app.moved(&turn, choice);
        }
        if let (Some(question), Some(answer)) = (question, valuer.answer()?) {
            app.learned(question.position, answer);
        }
    }
    Ok(())
}

fn react(app: &mut App, event: &Event, area: Rect) {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => app.press(*key),
        Event::Mouse(mouse) if mouse.kind == MouseEventKind::Down(MouseButton::Left) && app.prompt.is_none() => {
            if let Some(place) = place_at(app, area, mouse.column, mouse.row) {
                app.message = None;
                app.touch(place);
            }
        }
        // The next drawing finds the new size by itself.
        _ => {}
    }
}

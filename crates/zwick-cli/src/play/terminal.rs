//! The screen, its keys and its mouse; restores the terminal however the game ends.

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

/// How often the screen polls while the computer is thinking …
const TICK: Duration = Duration::from_millis(40);
/// … and how often it checks for termination signals while idle.
const REST: Duration = Duration::from_millis(300);
/// How long shutting down may take after a signal.
const LONGEST_END: Duration = Duration::from_secs(1);

/// The terminal in raw mode; restored when dropped.
struct Screen;

impl Screen {
    fn take() -> io::Result<Self> {
        enable_raw_mode()?;
        let screen = Self;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        // A panic message would vanish with the alternate screen.
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

/// If the terminal is gone, nothing more can be done.
fn give_back() {
    let _ = execute!(io::stdout(), DisableMouseCapture, LeaveAlternateScreen, cursor::Show);
    let _ = disable_raw_mode();
}

/// Plays on the screen until the player quits or a signal ends the program.
pub(crate) fn run(app: &mut App, knowledge: &Knowledge, out: &mut dyn Write) -> anyhow::Result<()> {
    let ended = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&ended);
    ctrlc::set_handler(move || {
        flag.store(true, Relaxed);
        // Reading a key from a terminal that is gone would block forever.
        std::thread::sleep(LONGEST_END);
        std::process::exit(130);
    })?;
    out.flush()?;
    let screen = Screen::take().context("cannot use the terminal")?;
    let mut terminal = Terminal::new(CrosstermBackend::new(io::stdout()))?;
    let result = play(app, knowledge, &mut terminal, &ended);
    drop(screen);
    // Print the moves, so the game is not lost if something fails.
    result.with_context(|| format!("the game was interrupted after the moves {:?}", app.game.record().move_list()))?;
    writeln!(out, "{}", app.game.standing())?;
    Ok(())
}

fn play(
    app: &mut App,
    knowledge: &Knowledge,
    terminal: &mut Terminal<CrosstermBackend<io::Stdout>>,
    ended: &AtomicBool,
) -> anyhow::Result<()> {
    let look = Look::of_user();
    let (mut mover, mut valuer) = (mover(knowledge.clone(), app.words()), valuer(knowledge));
    while !app.wants_to_quit && !ended.load(Relaxed) {
        let (turn, question) = (app.wanted_move(), app.wanted_values());
        mover.want(turn);
        valuer.want(question);
        app.thinking = [mover.elapsed(), valuer.elapsed()];
        terminal.draw(|frame| draw(app, look, frame))?;
        if event::poll(if turn.is_some() || question.is_some() { TICK } else { REST })? {
            let size = terminal.size()?;
            let area = Rect { x: 0, y: 0, width: size.width, height: size.height };
            // Handle all pending input before redrawing.
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
        // The next draw picks up the new size.
        _ => {}
    }
}

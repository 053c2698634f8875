//! The engine on an input and an output: one thread reads, one searches, and this one holds the state and answers.
//!
//! Answers come in the order of the commands: a command that arrives while the engine is busy waits its turn. Only three are handled during
//! a search, as the specification says: `isready` is answered, `stop` and `quit` end the search. If a thread panics, the engine reports it
//! and exits with an error.

use std::any::Any;
use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use zwick::AnyMove;

use crate::command::Command;
use crate::input::read_line;
use crate::options::Options;
use crate::session::{Deed, Question, Session};
use crate::thinker::{Tell, Thinker};

/// Something that happens.
enum Event {
    /// A line has been read, at this moment.
    Line(String, Instant),
    /// The input has ended.
    End(io::Result<()>),
    /// The search thread has a line to print.
    Told(String),
    /// It is ready.
    Ready,
    /// It has chosen a move; `None` if it must play perfectly and cannot.
    Done(Option<AnyMove>),
    /// A thread has panicked, with this message.
    Failed(String),
}

/// What the search thread is asked to do.
enum Request {
    Prepare(Box<Options>),
    Forget,
    /// With the flag that stops it.
    Think(Box<Question>, Arc<AtomicBool>),
}

/// What the search thread is doing.
enum Doing {
    Nothing,
    Preparing,
    /// With the flag that stops it, and whether only the flag does.
    Thinking(Arc<AtomicBool>, bool),
}

/// Executes the commands of the input until it ends or contains `quit`, and answers on the output.
///
/// However it ends, a search that has started is answered with its `bestmove` first. When the input ends, a limited search is finished; an
/// unlimited one is stopped.
///
/// # Errors
/// If the input cannot be read, the output cannot be written, or a thread has panicked.
pub fn run(input: impl BufRead + Send + 'static, output: &mut dyn Write, options: Options) -> io::Result<()> {
    let (happened, events) = channel();
    let (requests, todo) = channel();
    let thinker = {
        let happened = happened.clone();
        thread::spawn(move || reporting_panics(&happened, || work(&todo, &happened)))
    };
    // Not joined: it may still be reading at the end.
    thread::spawn(move || reporting_panics(&happened, || read(input, &happened)));
    let mut engine = Engine {
        session: Session::new(options),
        output,
        requests,
        waiting: VecDeque::new(),
        doing: Doing::Nothing,
        free_since: Instant::now(),
        has_ended: false,
    };
    let result = engine.obey(&events);
    engine.stop();
    drop(engine);
    // A panic has been reported as an event.
    let _ = thinker.join();
    result
}

/// Runs a closure and reports a panic, which would otherwise go unnoticed.
fn reporting_panics(happened: &Sender<Event>, work: impl FnOnce()) {
    if let Err(panic) = catch_unwind(AssertUnwindSafe(work)) {
        let _ = happened.send(Event::Failed(message(&*panic)));
    }
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("it panicked without a message").to_owned()
}

/// A line with the time it came.
struct Heard {
    line: String,
    at: Instant,
    /// It is `stop` or `quit`, and ends every search requested before it.
    stops: bool,
}

struct Engine<'a> {
    session: Session,
    output: &'a mut dyn Write,
    requests: Sender<Request>,
    /// Lines that arrived while it was busy, in order.
    waiting: VecDeque<Heard>,
    doing: Doing,
    /// When the last search ended.
    free_since: Instant,
    has_ended: bool,
}

impl Engine<'_> {
    fn obey(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        for event in events {
            match event {
                Event::Line(line, at) => self.hear(line, at)?,
                Event::End(result) => {
                    result?;
                    self.has_ended = true;
                    if let Doing::Thinking(stop, true) = &self.doing {
                        stop.store(true, Relaxed);
                    }
                }
                Event::Told(line) => self.say(&line)?,
                Event::Ready => {
                    self.doing = Doing::Nothing;
                    self.say("readyok")?;
                }
                Event::Done(best) => {
                    self.doing = Doing::Nothing;
                    self.free_since = Instant::now();
                    self.say(&best.map_or_else(|| "bestmove none".to_owned(), |mv| format!("bestmove {mv}")))?;
                }
                Event::Failed(message) => {
                    self.say(&format!("info string error: the engine has failed: {}", message.replace('\n', " ")))?;
                    return Err(io::Error::other(format!("the engine has failed: {message}")));
                }
            }
            if self.catch_up()? || (self.has_ended && self.is_free()) {
                break;
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn is_free(&self) -> bool {
        matches!(self.doing, Doing::Nothing)
    }

    /// Handles immediately what cannot wait; the rest is for [`catch_up`](Self::catch_up).
    fn hear(&mut self, line: String, at: Instant) -> io::Result<()> {
        let command = line.parse();
        let stops = matches!(command, Ok(Command::Stop | Command::Quit));
        if stops {
            self.stop();
        }
        // Being able to answer means being ready.
        let is_thinking = matches!(self.doing, Doing::Thinking(..)) && self.waiting.is_empty();
        if is_thinking && command == Ok(Command::IsReady) {
            return self.say("readyok");
        }
        self.waiting.push_back(Heard { line, at, stops });
        Ok(())
    }

    /// Executes waiting commands until one starts long work; returns whether that was `quit`.
    fn catch_up(&mut self) -> io::Result<bool> {
        while self.is_free()
            && let Some(Heard { line, at, .. }) = self.waiting.pop_front()
        {
            // Time counts from the command, but not the time of an earlier search.
            let (lines, deed) = self.session.obey(&line, at.max(self.free_since));
            lines.iter().try_for_each(|line| self.say(line))?;
            if matches!(deed, Deed::Quit) {
                return Ok(true);
            }
            self.begin(deed);
        }
        Ok(false)
    }

    fn begin(&mut self, deed: Deed) {
        let request = match deed {
            Deed::Prepare(options) => {
                self.doing = Doing::Preparing;
                Request::Prepare(options)
            }
            Deed::Forget => Request::Forget,
            Deed::Think(question) => {
                let is_infinite = question.go.is_infinite();
                let is_stopped = self.waiting.iter().any(|heard| heard.stops) || (self.has_ended && is_infinite);
                let stop = Arc::new(AtomicBool::new(is_stopped));
                self.doing = Doing::Thinking(Arc::clone(&stop), is_infinite);
                Request::Think(question, stop)
            }
            // Every search that had to be stopped is: nothing waits behind a running search.
            Deed::Stop | Deed::None | Deed::Quit => return,
        };
        // The thread is gone only if it has panicked, which is reported as an event.
        let _ = self.requests.send(request);
    }

    fn stop(&self) {
        if let Doing::Thinking(stop, _) = &self.doing {
            stop.store(true, Relaxed);
        }
    }
}

/// Reads lines until the end of the input, or until the receiver is gone.
fn read(mut input: impl BufRead, happened: &Sender<Event>) {
    let end = loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        if happened.send(Event::Line(line, Instant::now())).is_err() {
            return;
        }
    };
    let _ = happened.send(Event::End(end));
}

/// Answers requests until there are no more.
fn work(todo: &Receiver<Request>, happened: &Sender<Event>) {
    let tell: Tell = {
        let happened = std::sync::Mutex::new(happened.clone());
        Arc::new(move |line| {
            // The receiver may be gone.
            let _ = happened.lock().map(|happened| happened.send(Event::Told(line)));
        })
    };
    let mut thinker: Option<Thinker> = None;
    for request in todo {
        match request {
            Request::Prepare(options) => {
                prepare(&mut thinker, &options, &tell);
                let _ = happened.send(Event::Ready);
            }
            Request::Forget => thinker.iter_mut().for_each(Thinker::forget),
            Request::Think(question, stop) => {
                let found = prepare(&mut thinker, &question.options, &tell).think(&question, &stop, &tell);
                // An unlimited search is answered when it is stopped, even if everything is known earlier.
                while question.go.is_infinite() && !stop.load(Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                tell(format!("info {}", found.effort(question.started)));
                let _ = happened.send(Event::Done(found.best));
            }
        }
    }
}

/// A thinker for these options: the existing one, or a new one.
fn prepare<'a>(thinker: &'a mut Option<Thinker>, options: &Options, tell: &Tell) -> &'a mut Thinker {
    if thinker.as_ref().is_some_and(|thinker| !thinker.fits(options)) {
        // Free the old tables before allocating new ones.
        *thinker = None;
    }
    thinker.get_or_insert_with(|| Thinker::new(options.clone(), tell))
}

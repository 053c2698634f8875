//! The engine on an input and an output: one thread reads, one thinks, and this one knows how things stand and answers.

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use zwick::AnyMove;

use crate::input::read_line;
use crate::options::Options;
use crate::session::{Deed, Session, Task};
use crate::thinker::{Tell, Thinker};

/// Something that happens.
enum Event {
    /// A line has been read.
    Line(String),
    /// The input has ended.
    End(io::Result<()>),
    /// The thread that thinks has something to tell.
    Told(String),
    /// It is ready.
    Ready,
    /// It has made up its mind.
    Done(AnyMove),
}

/// Something for the thread that thinks.
enum Job {
    Prepare(Options),
    Forget,
    /// With the flag that stops it.
    Think(Box<Task>, Arc<AtomicBool>),
}

/// Obeys the commands of the input until it ends or says `quit`, and answers on the output.
///
/// When the input ends, a search that has an end of its own is finished first; any other is stopped.
///
/// # Errors
/// If the input cannot be read or the output cannot be written.
pub fn run(input: impl BufRead + Send + 'static, output: &mut dyn Write, options: Options) -> io::Result<()> {
    let (happened, events) = channel();
    let (jobs, todo) = channel();
    let thinker = {
        let happened = happened.clone();
        thread::spawn(move || work(&todo, &happened))
    };
    // Not waited for: it may be reading still when all is over.
    thread::spawn(move || read(input, &happened));
    let mut engine =
        Engine { session: Session::new(options), output, jobs, thinking: None, unready: 0, has_ended: false };
    let result = engine.obey(&events);
    engine.end(thinker);
    result
}

struct Engine<'a> {
    session: Session,
    output: &'a mut dyn Write,
    jobs: Sender<Job>,
    /// The flag that stops the search, and whether only that does.
    thinking: Option<(Arc<AtomicBool>, bool)>,
    /// How often it was asked to be ready and is not yet.
    unready: u32,
    has_ended: bool,
}

impl Engine<'_> {
    fn obey(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        for event in events {
            match event {
                Event::Line(line) => {
                    let (lines, deed) = self.session.obey(&line);
                    lines.iter().try_for_each(|line| self.say(line))?;
                    if matches!(deed, Deed::Quit) {
                        return Ok(());
                    }
                    self.begin(deed)?;
                }
                Event::End(result) => {
                    result?;
                    self.has_ended = true;
                    if let Some((stop, true)) = &self.thinking {
                        stop.store(true, Relaxed);
                    }
                }
                Event::Told(line) => self.say(&line)?,
                Event::Ready => {
                    self.unready -= 1;
                    self.say("readyok")?;
                }
                Event::Done(mv) => {
                    self.thinking = None;
                    self.say(&format!("bestmove {mv}"))?;
                }
            }
            if self.has_ended && self.thinking.is_none() && self.unready == 0 {
                break;
            }
        }
        Ok(())
    }

    fn say(&mut self, line: &str) -> io::Result<()> {
        writeln!(self.output, "{line}")?;
        self.output.flush()
    }

    fn begin(&mut self, deed: Deed) -> io::Result<()> {
        let job = match deed {
            // Whoever thinks hears us, and so is ready.
            Deed::Prepare(_) if self.thinking.is_some() => return self.say("readyok"),
            Deed::Prepare(options) => {
                self.unready += 1;
                Job::Prepare(options)
            }
            Deed::Forget => Job::Forget,
            Deed::Think(_) if self.thinking.is_some() => {
                return self.say("info string error: expected stop before another go, found a search at work");
            }
            Deed::Think(task) => {
                let stop = Arc::default();
                self.thinking = Some((Arc::clone(&stop), task.go.is_infinite()));
                Job::Think(task, stop)
            }
            Deed::Stop => {
                if let Some((stop, _)) = &self.thinking {
                    stop.store(true, Relaxed);
                }
                return Ok(());
            }
            Deed::None | Deed::Quit => return Ok(()),
        };
        // The thread is gone only if it panicked, and then `end` tells.
        let _ = self.jobs.send(job);
        Ok(())
    }

    /// Stops whoever thinks, and waits.
    fn end(self, thinker: JoinHandle<()>) {
        if let Some((stop, _)) = &self.thinking {
            stop.store(true, Relaxed);
        }
        drop(self.jobs);
        if let Err(panic) = thinker.join() {
            std::panic::resume_unwind(panic);
        }
    }
}

/// Reads lines until there are no more, or nobody listens.
fn read(mut input: impl BufRead, happened: &Sender<Event>) {
    let end = loop {
        let line = match read_line(&mut input) {
            Ok(Some(line)) => line,
            Ok(None) => break Ok(()),
            Err(error) => break Err(error),
        };
        if happened.send(Event::Line(line)).is_err() {
            return;
        }
    };
    let _ = happened.send(Event::End(end));
}

/// Does jobs until there are no more.
fn work(todo: &Receiver<Job>, happened: &Sender<Event>) {
    let tell: Tell = {
        let happened = std::sync::Mutex::new(happened.clone());
        Arc::new(move |line| {
            // Nobody may listen any more.
            let _ = happened.lock().map(|happened| happened.send(Event::Told(line)));
        })
    };
    let mut thinker: Option<Thinker> = None;
    for job in todo {
        match job {
            Job::Prepare(options) => {
                prepare(&mut thinker, &options, &tell);
                let _ = happened.send(Event::Ready);
            }
            Job::Forget => thinker.iter_mut().for_each(Thinker::forget),
            Job::Think(task, stop) => {
                let best = prepare(&mut thinker, &task.options, &tell).think(&task, &stop, &tell);
                // What has no limit is answered when it is stopped, even if all is known before.
                while task.go.is_infinite() && !stop.load(Relaxed) {
                    thread::sleep(Duration::from_millis(1));
                }
                let _ = happened.send(Event::Done(best));
            }
        }
    }
}

/// A thinker for these options: the one there is, or a new one.
fn prepare<'a>(thinker: &'a mut Option<Thinker>, options: &Options, tell: &Tell) -> &'a mut Thinker {
    if thinker.as_ref().is_some_and(|thinker| !thinker.fits(options)) {
        // The old tables go before the new ones come.
        *thinker = None;
    }
    thinker.get_or_insert_with(|| Thinker::new(options.clone(), tell))
}

//! An engine on a thread, driven line by line as other programs do.

#![allow(dead_code, reason = "each test uses a part of it")]

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use zwick_engine::{Options, run};

/// The input of an engine, fed line by line.
struct Feed(Receiver<Vec<u8>>, Vec<u8>);

impl Read for Feed {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.1.is_empty() {
            self.1 = self.0.recv().unwrap_or_default();
        }
        let count = self.1.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.1[..count]);
        self.1.drain(..count);
        Ok(count)
    }
}

/// The output of an engine, split into lines.
struct Lines(Sender<String>, Vec<u8>);

impl Write for Lines {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        for &byte in bytes {
            match byte {
                b'\n' => {
                    let line = String::from_utf8(std::mem::take(&mut self.1)).expect("text");
                    self.0.send(line).map_err(io::Error::other)?;
                }
                byte => self.1.push(byte),
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An engine running on a thread.
pub(crate) struct Engine {
    input: Sender<Vec<u8>>,
    output: Receiver<String>,
    thread: JoinHandle<io::Result<()>>,
}

impl Engine {
    pub(crate) fn start() -> Self {
        Self::with(Options { hash: 4, ..Options::default() })
    }

    pub(crate) fn with(options: Options) -> Self {
        let ((input, fed), (told, output)) = (channel(), channel());
        let thread = std::thread::spawn(move || {
            run(BufReader::new(Feed(fed, Vec::new())), &mut Lines(told, Vec::new()), options)
        });
        Self { input, output, thread }
    }

    pub(crate) fn send(&self, line: &str) {
        self.input.send(format!("{line}\n").into_bytes()).unwrap();
    }

    pub(crate) fn line(&self) -> String {
        self.output.recv_timeout(Duration::from_secs(60)).expect("an answer within a minute")
    }

    /// Everything up to the line that starts like this.
    pub(crate) fn until(&self, beginning: &str) -> Vec<String> {
        let mut lines = vec![self.line()];
        while !lines.last().unwrap().starts_with(beginning) {
            lines.push(self.line());
        }
        lines
    }

    pub(crate) fn best_move(&self, go: &str) -> String {
        self.send(go);
        self.until("bestmove").pop().unwrap()["bestmove ".len()..].to_owned()
    }

    /// The lines left when it exits, and how it exited.
    pub(crate) fn end(self) -> (Vec<String>, io::Result<()>) {
        let mut lines = Vec::new();
        loop {
            match self.output.recv_timeout(Duration::from_secs(60)) {
                Ok(line) => lines.push(line),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => panic!("the engine hangs after {lines:?}"),
            }
        }
        (lines, self.thread.join().expect("panics are told as errors"))
    }

    /// Sends `quit`; returns the lines before the end.
    pub(crate) fn quit(self) -> Vec<String> {
        self.send("quit");
        let (lines, result) = self.end();
        result.unwrap();
        lines
    }
}

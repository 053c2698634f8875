//! A thread that does one job at a time, can be told to leave it, and remembers between jobs what it likes.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use anyhow::bail;

pub(crate) struct Worker<J, A> {
    jobs: Sender<(J, Arc<AtomicBool>)>,
    answers: Receiver<(J, A)>,
    current: Option<Current<J>>,
}

struct Current<J> {
    job: J,
    stop: Arc<AtomicBool>,
    since: Instant,
}

impl<J: Clone + PartialEq + Send + 'static, A: Send + 'static> Worker<J, A> {
    /// A thread that does each job by `work`, which may answer more than once and has to watch the flag.
    pub(crate) fn new(mut work: impl FnMut(&J, &AtomicBool, &dyn Fn(A)) + Send + 'static) -> Self {
        let (jobs, todo) = channel::<(J, Arc<AtomicBool>)>();
        let (told, answers) = channel();
        std::thread::spawn(move || {
            for (job, stop) in todo {
                // A job nobody waits for any more, or nobody at all: either ends soon by itself.
                work(&job, &stop, &|answer| drop(told.send((job.clone(), answer))));
            }
        });
        Self { jobs, answers, current: None }
    }

    /// Makes this the current job, or none: another one is told to stop, the same one goes on.
    pub(crate) fn want(&mut self, job: Option<J>) {
        if self.current.as_ref().map(|current| &current.job) == job.as_ref() {
            return;
        }
        if let Some(old) = self.current.take() {
            old.stop.store(true, Relaxed);
        }
        self.current = job.map(|job| {
            let current = Current { job, stop: Arc::default(), since: Instant::now() };
            // The thread is gone only if it panicked, and then `answer` tells.
            let _ = self.jobs.send((current.job.clone(), Arc::clone(&current.stop)));
            current
        });
    }

    /// How long the current job has taken.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.current.as_ref().map(|current| current.since.elapsed())
    }

    /// The next answer to the current job, if there is one.
    ///
    /// # Errors
    /// If the thread is gone.
    pub(crate) fn answer(&mut self) -> anyhow::Result<Option<A>> {
        loop {
            match self.answers.try_recv() {
                Ok((job, answer)) if self.current.as_ref().is_some_and(|current| current.job == job) => {
                    return Ok(Some(answer));
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the thread that thinks has ended"),
            }
        }
    }
}

impl<J, A> Drop for Worker<J, A> {
    fn drop(&mut self) {
        if let Some(current) = &self.current {
            current.stop.store(true, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Waits for an answer as the screen does, by asking again.
    fn wait(worker: &mut Worker<u32, u32>) -> u32 {
        loop {
            if let Some(answer) = worker.answer().unwrap() {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn only_the_job_that_is_wanted_is_answered_and_the_other_stops() {
        let mut worker = Worker::new(|&job: &u32, stop: &AtomicBool, answer: &dyn Fn(u32)| {
            while job == 1 && !stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            answer(job * 10);
        });
        worker.want(Some(1));
        worker.want(Some(1));
        assert!(worker.elapsed().is_some());
        worker.want(Some(2));
        assert_eq!(wait(&mut worker), 20);
        worker.want(None);
        assert!(worker.elapsed().is_none());
        worker.want(Some(3));
        assert_eq!(wait(&mut worker), 30);
    }

    #[test]
    fn a_thread_that_panics_is_noticed() {
        let mut worker: Worker<u32, u32> = Worker::new(|_, _, _| panic!("on purpose"));
        worker.want(Some(1));
        while worker.answer().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

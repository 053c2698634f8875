//! A thread that does one job at a time, can be told to stop it, and keeps state between jobs.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use anyhow::bail;

pub(crate) struct Worker<J, A> {
    jobs: Sender<Order<J>>,
    /// Answers with the number of their job: the same job may be requested again after it was stopped.
    answers: Receiver<(u64, A)>,
    current: Option<Order<J>>,
    since: Instant,
    count: u64,
}

#[derive(Clone)]
struct Order<J> {
    number: u64,
    job: J,
    stop: Arc<AtomicBool>,
}

impl<J: Clone + PartialEq + Send + 'static, A: Send + 'static> Worker<J, A> {
    /// A thread that does each job with `work`, which may answer more than once and must watch the flag.
    pub(crate) fn new(mut work: impl FnMut(&J, &AtomicBool, &dyn Fn(A)) + Send + 'static) -> Self {
        let (jobs, todo) = channel::<Order<J>>();
        let (told, answers) = channel();
        std::thread::spawn(move || {
            for Order { number, job, stop } in todo {
                // The job or the whole worker is no longer needed; both end soon by themselves.
                work(&job, &stop, &|answer| drop(told.send((number, answer))));
            }
        });
        Self { jobs, answers, current: None, since: Instant::now(), count: 0 }
    }

    /// Sets the current job, or `None`: a different one is told to stop, the same one continues.
    pub(crate) fn want(&mut self, job: Option<J>) {
        if self.current.as_ref().map(|current| &current.job) == job.as_ref() {
            return;
        }
        if let Some(old) = self.current.take() {
            old.stop.store(true, Relaxed);
        }
        self.current = job.map(|job| {
            self.count += 1;
            self.since = Instant::now();
            let order = Order { number: self.count, job, stop: Arc::default() };
            // The thread is gone only if it panicked, which `answer` reports.
            let _ = self.jobs.send(order.clone());
            order
        });
    }

    /// How long the current job has taken.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.current.as_ref().map(|_| self.since.elapsed())
    }

    /// The next answer to the current job, if there is one.
    ///
    /// # Errors
    /// If the thread is gone.
    pub(crate) fn answer(&mut self) -> anyhow::Result<Option<A>> {
        loop {
            match self.answers.try_recv() {
                Ok((number, answer)) if self.current.as_ref().is_some_and(|current| current.number == number) => {
                    return Ok(Some(answer));
                }
                Ok(_) => {}
                Err(TryRecvError::Empty) => return Ok(None),
                Err(TryRecvError::Disconnected) => bail!("the search thread has failed"),
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

    /// Waits for an answer by polling, as the screen does.
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
        assert_eq!(worker.answer().unwrap(), None);
        worker.want(Some(3));
        assert_eq!(wait(&mut worker), 30);
    }

    #[test]
    fn a_job_wanted_again_is_not_answered_by_the_one_that_was_stopped() {
        let mut times = 0;
        let mut worker = Worker::new(move |_: &u32, stop: &AtomicBool, answer: &dyn Fn(u32)| {
            times += 1;
            while times == 1 && !stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            answer(times);
        });
        worker.want(Some(7));
        worker.want(None);
        worker.want(Some(7));
        assert_eq!(wait(&mut worker), 2);
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

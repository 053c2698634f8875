//! A thread that answers one question at a time, can be told to stop, and keeps state between questions.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::time::{Duration, Instant};

use anyhow::bail;

pub(crate) struct Answerer<Q, A> {
    questions: Sender<Asked<Q>>,
    /// Answers with the number of their question: the same one may be asked again after it was stopped.
    answers: Receiver<(u64, A)>,
    current: Option<Asked<Q>>,
    since: Instant,
    count: u64,
}

#[derive(Clone)]
struct Asked<Q> {
    number: u64,
    question: Q,
    stop: Arc<AtomicBool>,
}

impl<Q: Clone + PartialEq + Send + 'static, A: Send + 'static> Answerer<Q, A> {
    /// A thread that answers each question with `work`, which may answer more than once and must watch the flag.
    pub(crate) fn new(mut work: impl FnMut(&Q, &AtomicBool, &dyn Fn(A)) + Send + 'static) -> Self {
        let (questions, todo) = channel::<Asked<Q>>();
        let (told, answers) = channel();
        std::thread::spawn(move || {
            for Asked { number, question, stop } in todo {
                // The question or the whole thread is no longer needed; both end soon by themselves.
                work(&question, &stop, &|answer| drop(told.send((number, answer))));
            }
        });
        Self { questions, answers, current: None, since: Instant::now(), count: 0 }
    }

    /// Sets the current question, or `None`: a different one is told to stop, the same one continues.
    pub(crate) fn want(&mut self, question: Option<Q>) {
        if self.current.as_ref().map(|current| &current.question) == question.as_ref() {
            return;
        }
        if let Some(old) = self.current.take() {
            old.stop.store(true, Relaxed);
        }
        self.current = question.map(|question| {
            self.count += 1;
            self.since = Instant::now();
            let asked = Asked { number: self.count, question, stop: Arc::default() };
            // The thread is gone only if it panicked, which `answer` reports.
            let _ = self.questions.send(asked.clone());
            asked
        });
    }

    /// How long the current question has taken.
    pub(crate) fn elapsed(&self) -> Option<Duration> {
        self.current.as_ref().map(|_| self.since.elapsed())
    }

    /// The next answer to the current question, if there is one.
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

impl<Q, A> Drop for Answerer<Q, A> {
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
    fn wait(answerer: &mut Answerer<u32, u32>) -> u32 {
        loop {
            if let Some(answer) = answerer.answer().unwrap() {
                return answer;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    #[test]
    fn only_the_question_that_is_wanted_is_answered_and_the_other_stops() {
        let mut answerer = Answerer::new(|&question: &u32, stop: &AtomicBool, answer: &dyn Fn(u32)| {
            while question == 1 && !stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            answer(question * 10);
        });
        answerer.want(Some(1));
        answerer.want(Some(1));
        assert!(answerer.elapsed().is_some());
        answerer.want(Some(2));
        assert_eq!(wait(&mut answerer), 20);
        answerer.want(None);
        assert!(answerer.elapsed().is_none());
        assert_eq!(answerer.answer().unwrap(), None);
        answerer.want(Some(3));
        assert_eq!(wait(&mut answerer), 30);
    }

    #[test]
    fn a_question_wanted_again_is_not_answered_by_the_one_that_was_stopped() {
        let mut times = 0;
        let mut answerer = Answerer::new(move |_: &u32, stop: &AtomicBool, answer: &dyn Fn(u32)| {
            times += 1;
            while times == 1 && !stop.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            answer(times);
        });
        answerer.want(Some(7));
        answerer.want(None);
        answerer.want(Some(7));
        assert_eq!(wait(&mut answerer), 2);
    }

    #[test]
    fn a_thread_that_panics_is_noticed() {
        let mut answerer: Answerer<u32, u32> = Answerer::new(|_, _, _| panic!("on purpose"));
        answerer.want(Some(1));
        while answerer.answer().is_ok() {
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

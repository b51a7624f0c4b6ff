//! Calls that take a while: without the interpreter, in threads, with Ctrl-C and progress.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::time::{Duration, Instant};

use pyo3::prelude::*;

use crate::pool::pool;

/// Work on fewer boxes is done by the thread that calls: it would be over before a signal comes.
const MIN_WATCHED: usize = 4096;
/// Work on fewer boxes is done by one thread: more of them would take longer to begin.
const MIN_SHARED: usize = 50_000;
/// How often a call looks for signals and reports progress.
const PULSE: Duration = Duration::from_millis(100);
/// Calls that are shorter report no progress.
const SILENT: Duration = Duration::from_secs(1);

/// How a function is to be called.
#[derive(FromPyObject)]
pub(crate) struct Call {
    /// The greatest number of threads; by default one for each processor.
    #[pyo3(attribute)]
    threads: Option<usize>,
    /// Is called with what is done so far.
    #[pyo3(attribute)]
    progress: Option<Py<PyAny>>,
}

/// What the work and the thread that waits for it tell each other.
#[derive(Default)]
pub(crate) struct Watch {
    is_cancelled: AtomicBool,
    done: AtomicU64,
    /// Whether the work may use several threads.
    pub(crate) is_parallel: bool,
}

impl Watch {
    /// Adds to what is done. Does not return if the call was interrupted.
    pub(crate) fn add(&self, done: u64) {
        self.done.fetch_add(done, Relaxed);
        self.check();
    }

    /// Does not return if the call was interrupted: the work is unwound.
    #[inline]
    pub(crate) fn check(&self) {
        if self.is_cancelled.load(Relaxed) {
            resume_unwind(Box::new(Cancelled));
        }
    }
}

/// With what cancelled work is unwound.
struct Cancelled;

impl Call {
    /// The result of work that takes about as long as finding the pairs of `size` boxes. Other
    /// threads of Python run meanwhile.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        size: usize,
        work: impl FnOnce(&Watch) -> T + Send,
    ) -> PyResult<T> {
        if size < MIN_WATCHED {
            return Ok(py.detach(|| work(&Watch::default())));
        }
        let pool = pool(if size < MIN_SHARED {
            Some(1)
        } else {
            self.threads
        })?;
        let watch = Watch {
            is_parallel: pool.current_num_threads() > 1,
            ..Watch::default()
        };
        let outcome = py.detach(|| {
            let (sender, receiver) = channel();
            pool.in_place_scope(|scope| {
                scope.spawn(|_| {
                    let outcome = catch_unwind(AssertUnwindSafe(|| work(&watch)));
                    // The receiver waits until it gets this.
                    let _ = sender.send(outcome);
                });
                self.wait(&watch, || receiver.recv_timeout(PULSE))
            })
        });
        match outcome {
            (Some(error), _) => Err(error),
            (None, Ok(result)) => Ok(result),
            (None, Err(panic)) => resume_unwind(panic),
        }
    }

    /// Waits for the outcome of the work. An exception from a signal or from the report of progress
    /// cancels it.
    fn wait<T>(
        &self,
        watch: &Watch,
        receive: impl Fn() -> Result<Outcome<T>, RecvTimeoutError>,
    ) -> (Option<PyErr>, Outcome<T>) {
        let start = Instant::now();
        let mut raised = None;
        loop {
            match receive() {
                Ok(outcome) => return (raised, outcome),
                Err(RecvTimeoutError::Disconnected) => return (raised, Err(Box::new(Cancelled))),
                Err(RecvTimeoutError::Timeout) if raised.is_none() => {
                    let is_loud = start.elapsed() >= SILENT;
                    let done = watch.done.load(Relaxed);
                    raised = Python::attach(|py| self.pulse(py, is_loud.then_some(done))).err();
                    watch.is_cancelled.store(raised.is_some(), Relaxed);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Runs the handlers of signals that have come, and reports progress.
    fn pulse(&self, py: Python<'_>, done: Option<u64>) -> PyResult<()> {
        py.check_signals()?;
        if let (Some(progress), Some(done)) = (&self.progress, done) {
            progress.call1(py, (done,))?;
        }
        Ok(())
    }
}

type Outcome<T> = Result<T, Box<dyn Any + Send>>;

//! Calls that take a while: without the interpreter, in threads, with Ctrl-C and progress, and with
//! an exception if the answer does not fit into memory.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::pool::pool;
use crate::tally::Tally;

/// Work on fewer boxes is done by the thread that calls: to hand it over would take longer than to
/// find the pairs of some thousand boxes.
const MIN_SHARED: usize = 50_000;
/// Work that meets at most this number of pairs takes some microseconds, so that it keeps the
/// interpreter and does not look for signals: both would take as long as the work.
const FEW: usize = 1 << 14;
/// To change a box takes as long as to meet this number of pairs, about.
const CHANGE: usize = 1 << 6;
/// How often a call looks for signals and reports progress.
const PULSE: Duration = Duration::from_millis(100);
/// Calls that are shorter report no progress.
const SILENT: Duration = Duration::from_secs(1);
/// How a function is to be called: `None` in Python if all is by default.
#[derive(Default)]
pub(crate) struct Call {
    /// The greatest number of threads; by default one for each processor.
    threads: Option<usize>,
    /// Is called with what is done so far.
    progress: Option<Py<PyAny>>,
}

impl<'py> FromPyObject<'_, 'py> for Call {
    type Error = PyErr;

    fn extract(call: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if call.is_none() {
            return Ok(Self::default());
        }
        Ok(Self {
            threads: call.getattr("threads")?.extract()?,
            progress: call.getattr("progress")?.extract()?,
        })
    }
}

/// What the work and the thread that waits for it tell each other.
#[derive(Default)]
pub(crate) struct Watch<'a> {
    is_cancelled: AtomicBool,
    done: AtomicU64,
    ticks: AtomicU64,
    /// What the questions of the current part have found.
    pub(crate) tally: Tally,
    /// For what there was not enough memory.
    shortage: Mutex<Option<String>>,
    /// Whether the work may use several threads.
    pub(crate) is_parallel: bool,
    /// If the thread that calls does the work.
    own: Option<&'a Own<'a>>,
}

/// What a thread needs that does the work of its own call.
struct Own<'a> {
    call: &'a Call,
    start: Instant,
    /// When it looked for signals last.
    last: Mutex<Instant>,
    /// The exception that cancelled the work.
    raised: Mutex<Option<PyErr>>,
}

impl Watch<'_> {
    /// Adds to what is done. Does not return if the call was interrupted.
    pub(crate) fn add(&self, done: u64) {
        self.done.fetch_add(done, Relaxed);
        self.look();
    }

    /// What is done so far.
    pub(crate) fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// Looks whether the call was interrupted, and does not return if it was.
    pub(crate) fn look(&self) {
        if let Some(own) = self.own
            && own.pulse(self.done())
        {
            self.is_cancelled.store(true, Relaxed);
        }
        self.check();
    }

    /// Looks now and then whether the call was interrupted: for work that takes a microsecond.
    pub(crate) fn tick(&self) {
        const OFTEN: u64 = 1 << 4;
        if self.own.is_some() && self.ticks.fetch_add(1, Relaxed).is_multiple_of(OFTEN) {
            self.look();
        }
        self.check();
    }

    /// Ends the call with a `MemoryError`. `what` does not fit into memory.
    pub(crate) fn run_short(&self, what: String) -> ! {
        locked(&self.shortage).get_or_insert(what);
        self.is_cancelled.store(true, Relaxed);
        resume_unwind(Box::new(Cancelled));
    }

    /// Does not return if the call was interrupted: the work is unwound.
    #[inline]
    pub(crate) fn check(&self) {
        if self.is_cancelled.load(Relaxed) {
            resume_unwind(Box::new(Cancelled));
        }
    }
}

impl Own<'_> {
    /// Looks for signals and reports progress, if it is time to. Returns whether an exception
    /// cancels the work.
    fn pulse(&self, done: u64) -> bool {
        let mut last = locked(&self.last);
        if last.elapsed() < PULSE {
            return false;
        }
        *last = Instant::now();
        let is_loud = self.start.elapsed() >= SILENT;
        let outcome = Python::attach(|py| self.call.pulse(py, is_loud.then_some(done)));
        let raised = outcome.err();
        let is_cancelled = raised.is_some();
        *locked(&self.raised) = raised;
        is_cancelled
    }
}

/// With what cancelled work is unwound.
struct Cancelled;

impl Call {
    /// The result of work that takes about as long as finding the pairs of `size` boxes, and meets
    /// at most `most` pairs of a question and a box. Unless these are few, other threads of Python
    /// run meanwhile.
    pub(crate) fn run<T: Send>(
        &self,
        py: Python<'_>,
        size: usize,
        most: usize,
        work: impl FnOnce(&Watch<'_>) -> T + Send,
    ) -> PyResult<T> {
        let (mut work, mut result) = (Some(work), None);
        let mut work = |watch: &Watch<'_>| result = work.take().map(|work| work(watch));
        if most <= FEW {
            run_attached(&mut work)?;
        } else if size < MIN_SHARED {
            self.run_here(py, &mut work)?;
        } else {
            self.run_in_pool(py, &mut work)?;
        }
        Ok(result.expect("work that was not cancelled has a result"))
    }

    /// Has the thread that calls do the work.
    fn run_here(&self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let now = Instant::now();
        let own = Own {
            call: self,
            start: now,
            last: Mutex::new(now),
            raised: Mutex::default(),
        };
        let watch = Watch {
            own: Some(&own),
            ..Watch::default()
        };
        let outcome = py.detach(|| catch_unwind(AssertUnwindSafe(|| work(&watch))));
        let raised = locked(&own.raised).take();
        finish(raised, &watch, outcome)
    }

    /// Has the threads of a pool do the work.
    fn run_in_pool(&self, py: Python<'_>, work: Work<'_>) -> PyResult<()> {
        let pool = pool(self.threads)?;
        let watch = Watch {
            is_parallel: pool.current_num_threads() > 1,
            ..Watch::default()
        };
        let (raised, outcome) = py.detach(|| {
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
        finish(raised, &watch, outcome)
    }

    /// Waits for the outcome of the work. An exception from a signal or from the report of progress
    /// cancels it.
    fn wait(
        &self,
        watch: &Watch<'_>,
        receive: impl Fn() -> Result<Outcome, RecvTimeoutError>,
    ) -> (Option<PyErr>, Outcome) {
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
                    watch.is_cancelled.fetch_or(raised.is_some(), Relaxed);
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

/// The greatest number of pairs within this number of boxes.
pub(crate) fn among(boxes: usize) -> usize {
    boxes.saturating_mul(boxes)
}

/// The same of the changes of this number of boxes.
pub(crate) fn changes(boxes: usize) -> usize {
    boxes.saturating_mul(CHANGE)
}

/// Work that is called once, of which only the caller knows the type: what leads to it is compiled
/// once, not for every kind of work.
type Work<'a> = &'a mut (dyn FnMut(&Watch<'_>) + Send);

type Outcome = Result<(), Box<dyn Any + Send>>;

/// The exception that was raised meanwhile, or that for too little memory, if any. A panic of the
/// work goes on.
fn finish(raised: Option<PyErr>, watch: &Watch<'_>, outcome: Outcome) -> PyResult<()> {
    let shortage = || {
        let what = locked(&watch.shortage).take()?;
        Some(PyMemoryError::new_err(what))
    };
    match (raised.or_else(shortage), outcome) {
        (Some(error), _) => Err(error),
        (None, Ok(())) => Ok(()),
        (None, Err(panic)) => resume_unwind(panic),
    }
}

/// The result of work of the thread that calls, without threads and progress.
pub(crate) fn run_here<T: Send>(
    py: Python<'_>,
    most: usize,
    work: impl FnOnce(&Watch<'_>) -> T + Send,
) -> PyResult<T> {
    Call::default().run(py, 0, most, work)
}

/// The result of short work with at most `most` items. Other threads of Python run meanwhile, unless
/// these are few.
pub(crate) fn detach<T: Send>(py: Python<'_>, most: usize, work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut result) = (Some(work), None);
    let mut work = || result = work.take().map(|work| work());
    // Called from one place, so that it is compiled once.
    let work: &mut (dyn FnMut() + Send) = &mut work;
    if most <= FEW {
        work();
    } else {
        py.detach(work);
    }
    result.expect("the work was done")
}

/// Does short work that keeps the interpreter, or releases it by itself.
fn run_attached(work: &mut dyn FnMut(&Watch<'_>)) -> PyResult<()> {
    let watch = Watch::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| work(&watch)));
    finish(None, &watch, outcome)
}

/// The result of short work that keeps the interpreter, or releases it by itself.
pub(crate) fn catch<T>(work: impl FnOnce(&Watch<'_>) -> T) -> PyResult<T> {
    let (mut work, mut result) = (Some(work), None);
    run_attached(&mut |watch| result = work.take().map(|work| work(watch)))?;
    Ok(result.expect("work that was not cancelled has a result"))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! Long calls: they release the interpreter, use threads, react to Ctrl-C, report progress, and
//! raise an exception if the answer does not fit into memory.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::exceptions::PyMemoryError;
use pyo3::prelude::*;

use crate::calls::pool::pool;
use crate::calls::tally::Tally;

/// Work on fewer boxes stays on the calling thread: handing it over takes longer than finding the
/// pairs of some thousand boxes.
const MIN_SHARED: usize = 50_000;
/// Work that visits at most this number of pairs takes some microseconds, so it keeps the
/// interpreter and does not check for signals: both would take as long as the work.
const FEW: usize = 1 << 14;
/// Changing a box takes about as long as visiting this number of pairs.
const CHANGE: usize = 1 << 6;
/// How often a call checks for signals and reports progress.
const PULSE: Duration = Duration::from_millis(100);
/// Shorter calls report no progress.
const SILENT: Duration = Duration::from_secs(1);
/// The options of a call: `None` in Python for the defaults.
#[derive(Default)]
pub(crate) struct Call {
    /// The largest number of threads; by default one for each processor.
    threads: Option<usize>,
    /// A function to report the work done.
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

/// The communication between the work and the thread that waits for it.
#[derive(Default)]
pub(crate) struct Watch<'a> {
    is_cancelled: AtomicBool,
    done: AtomicU64,
    ticks: AtomicU64,
    /// The hits of the queries of the current part.
    pub(crate) tally: Tally,
    /// What there was not enough memory for.
    shortage: Mutex<Option<String>>,
    /// Whether the work may use several threads.
    pub(crate) is_parallel: bool,
    /// Set if the calling thread does the work.
    own: Option<&'a Own<'a>>,
}

/// The state of a thread that does the work of its own call.
struct Own<'a> {
    call: &'a Call,
    start: Instant,
    /// When it last checked for signals.
    last: Mutex<Instant>,
    /// The exception that cancelled the work.
    raised: Mutex<Option<PyErr>>,
}

impl Watch<'_> {
    /// Adds to the work done. Does not return if the call was interrupted.
    pub(crate) fn add(&self, done: u64) {
        self.done.fetch_add(done, Relaxed);
        self.look();
    }

    /// The work done so far.
    pub(crate) fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    /// Checks whether the call was interrupted, and does not return if it was.
    pub(crate) fn look(&self) {
        if let Some(own) = self.own
            && own.pulse(self.done())
        {
            self.is_cancelled.store(true, Relaxed);
        }
        self.check();
    }

    /// Occasionally checks whether the call was interrupted, for work that takes a microsecond.
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
    /// Checks for signals and reports progress, if it is time. Returns whether an exception cancels
    /// the work.
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

/// The panic payload that unwinds cancelled work.
struct Cancelled;

impl Call {
    /// The result of work that takes about as long as finding the pairs of `size` boxes, and visits
    /// at most `most` pairs of a query and a box. Unless these are few, other Python threads can
    /// run during the work.
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

    /// Does the work on the calling thread.
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

    /// Does the work on the threads of a pool.
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
                    // The receiver waits for this message.
                    let _ = sender.send(outcome);
                });
                self.wait(&watch, || receiver.recv_timeout(PULSE))
            })
        });
        finish(raised, &watch, outcome)
    }

    /// Waits for the outcome of the work. An exception from a signal handler or from the progress
    /// function cancels it.
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

    /// Runs the handlers of pending signals, and reports progress.
    fn pulse(&self, py: Python<'_>, done: Option<u64>) -> PyResult<()> {
        py.check_signals()?;
        if let (Some(progress), Some(done)) = (&self.progress, done) {
            progress.call1(py, (done,))?;
        }
        Ok(())
    }
}

/// The largest number of pairs within this number of boxes.
pub(crate) fn among(boxes: usize) -> usize {
    boxes.saturating_mul(boxes)
}

/// The equivalent number of pairs for changes of this number of boxes.
pub(crate) fn changes(boxes: usize) -> usize {
    boxes.saturating_mul(CHANGE)
}

/// Work that is called once and whose type only the caller knows, so that the code around it is
/// compiled once, not for every kind of work.
type Work<'a> = &'a mut (dyn FnMut(&Watch<'_>) + Send);

type Outcome = Result<(), Box<dyn Any + Send>>;

/// The exception that was raised during the work, or the one for a lack of memory, if any. A panic
/// of the work is resumed.
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

/// The result of work on the calling thread, without other threads and progress.
pub(crate) fn run_here<T: Send>(
    py: Python<'_>,
    most: usize,
    work: impl FnOnce(&Watch<'_>) -> T + Send,
) -> PyResult<T> {
    Call::default().run(py, 0, most, work)
}

/// The result of short work that visits at most `most` pairs. Other Python threads can run during
/// the work, unless these are few.
pub(crate) fn detach<T: Send>(py: Python<'_>, most: usize, work: impl FnOnce() -> T + Send) -> T {
    let (mut work, mut result) = (Some(work), None);
    let mut work = || result = work.take().map(|work| work());
    // A trait object, so that the code below is compiled once.
    let work: &mut (dyn FnMut() + Send) = &mut work;
    if most <= FEW {
        work();
    } else {
        py.detach(work);
    }
    result.expect("the work was done")
}

/// Does short work that keeps the interpreter, or releases it itself.
fn run_attached(work: &mut dyn FnMut(&Watch<'_>)) -> PyResult<()> {
    let watch = Watch::default();
    let outcome = catch_unwind(AssertUnwindSafe(|| work(&watch)));
    finish(None, &watch, outcome)
}

/// The result of short work that keeps the interpreter, or releases it itself.
pub(crate) fn catch<T>(work: impl FnOnce(&Watch<'_>) -> T) -> PyResult<T> {
    let (mut work, mut result) = (Some(work), None);
    run_attached(&mut |watch| result = work.take().map(|work| work(watch)))?;
    Ok(result.expect("work that was not cancelled has a result"))
}

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

//! What several threads of Python share: several may ask at once, one at a time may change.
//!
//! A call waits for those of other threads, without the interpreter, which they may need to end.
//! A call from within another one of the same thread, such as from a function of progress, would
//! wait for itself: it may ask while the other one asks, and is an error in all other cases.

use std::ops::{Deref, DerefMut};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often a call that waits looks for signals.
const PULSE: Duration = Duration::from_millis(100);

/// A value that several threads of Python ask and change.
pub(crate) struct Lock<T> {
    gate: Gate,
    /// Nobody ever waits here: the gate lets in who may enter.
    value: RwLock<T>,
}

/// A value that does not change meanwhile.
pub(crate) type Reading<'a, T> = Entered<'a, RwLockReadGuard<'a, T>>;
/// A value that nobody else sees meanwhile.
pub(crate) type Writing<'a, T> = Entered<'a, RwLockWriteGuard<'a, T>>;

/// A guard, and what it needs. The guard is dropped first.
pub(crate) struct Entered<'a, G> {
    guard: G,
    _ticket: Ticket<'a>,
}

impl<T> Lock<T> {
    /// `name` is that of the class, for errors.
    pub(crate) fn new(name: &'static str, value: T) -> Self {
        Self {
            gate: Gate {
                name,
                inside: Mutex::default(),
                left: Condvar::new(),
            },
            value: RwLock::new(value),
        }
    }

    /// Waits until no other thread changes the value.
    pub(crate) fn read(&self, py: Python<'_>) -> PyResult<Reading<'_, T>> {
        let ticket = self.gate.enter(py, false)?;
        let guard = self.value.read().unwrap_or_else(PoisonError::into_inner);
        Ok(Entered {
            guard,
            _ticket: ticket,
        })
    }

    /// Waits until no other thread uses the value.
    pub(crate) fn write(&self, py: Python<'_>) -> PyResult<Writing<'_, T>> {
        let ticket = self.gate.enter(py, true)?;
        let guard = self.value.write().unwrap_or_else(PoisonError::into_inner);
        Ok(Entered {
            guard,
            _ticket: ticket,
        })
    }
}

impl<G: Deref> Deref for Entered<'_, G> {
    type Target = G::Target;

    fn deref(&self) -> &G::Target {
        &self.guard
    }
}

impl<G: DerefMut> DerefMut for Entered<'_, G> {
    fn deref_mut(&mut self) -> &mut G::Target {
        &mut self.guard
    }
}

/// Lets threads in.
struct Gate {
    name: &'static str,
    inside: Mutex<Inside>,
    /// Somebody has left, or has ceased to wait.
    left: Condvar,
}

/// Who is inside.
#[derive(Default)]
struct Inside {
    /// A thread is here once for each of its calls.
    readers: Vec<ThreadId>,
    writer: Option<ThreadId>,
    /// The number of writers that wait: new readers wait for them.
    waiting: usize,
    /// The number of threads that sleep until somebody leaves.
    asleep: usize,
}

/// Whether a thread may enter.
enum Answer {
    Enter,
    Wait,
    /// It would wait for itself.
    Never,
}

/// The right to be inside, given back on drop.
struct Ticket<'a> {
    gate: &'a Gate,
    thread: ThreadId,
    is_writer: bool,
}

/// A writer that waits.
struct Waiting<'a>(&'a Gate);

impl Gate {
    fn inside(&self) -> MutexGuard<'_, Inside> {
        self.inside.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn enter(&self, py: Python<'_>, is_writer: bool) -> PyResult<Ticket<'_>> {
        let thread = thread::current().id();
        let answer = self.inside().try_enter(thread, is_writer);
        match answer {
            Answer::Enter => Ok(self.ticket(thread, is_writer)),
            Answer::Wait => self.wait(py, thread, is_writer),
            Answer::Never => Err(self.reentered()),
        }
    }

    fn ticket(&self, thread: ThreadId, is_writer: bool) -> Ticket<'_> {
        Ticket {
            gate: self,
            thread,
            is_writer,
        }
    }

    /// Waits with the interpreter released. An exception of a signal ends the wait.
    fn wait(&self, py: Python<'_>, thread: ThreadId, is_writer: bool) -> PyResult<Ticket<'_>> {
        let _waiting = is_writer.then(|| Waiting::new(self));
        loop {
            if py.detach(|| self.wait_a_while(thread, is_writer)) {
                return Ok(self.ticket(thread, is_writer));
            }
            py.check_signals()?;
        }
    }

    /// Whether the thread came in.
    fn wait_a_while(&self, thread: ThreadId, is_writer: bool) -> bool {
        let mut inside = self.inside();
        if matches!(inside.try_enter(thread, is_writer), Answer::Enter) {
            return true;
        }
        inside.asleep += 1;
        let waited = self.left.wait_timeout(inside, PULSE);
        inside = waited.unwrap_or_else(PoisonError::into_inner).0;
        inside.asleep -= 1;
        matches!(inside.try_enter(thread, is_writer), Answer::Enter)
    }

    fn reentered(&self) -> PyErr {
        PyRuntimeError::new_err(format!(
            "this call comes from within another call of the same {}, and one of the two changes \
             it: functions of progress and of signals may only ask, while a question runs",
            self.name
        ))
    }
}

impl Inside {
    fn try_enter(&mut self, thread: ThreadId, is_writer: bool) -> Answer {
        let reads = self.readers.contains(&thread);
        if self.writer == Some(thread) || is_writer && reads {
            return Answer::Never;
        }
        if is_writer {
            if self.writer.is_some() || !self.readers.is_empty() {
                return Answer::Wait;
            }
            self.writer = Some(thread);
        } else {
            // A thread that is inside does not wait for writers, which wait for it.
            if self.writer.is_some() || self.waiting > 0 && !reads {
                return Answer::Wait;
            }
            self.readers.push(thread);
        }
        Answer::Enter
    }
}

impl Drop for Ticket<'_> {
    fn drop(&mut self) {
        let mut inside = self.gate.inside();
        if self.is_writer {
            inside.writer = None;
        } else if let Some(place) = inside.readers.iter().position(|id| *id == self.thread) {
            inside.readers.swap_remove(place);
        }
        // To wake nobody takes a call of the system.
        if inside.asleep > 0 {
            self.gate.left.notify_all();
        }
    }
}

impl<'a> Waiting<'a> {
    fn new(gate: &'a Gate) -> Self {
        gate.inside().waiting += 1;
        Self(gate)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.inside().waiting -= 1;
        self.0.left.notify_all();
    }
}

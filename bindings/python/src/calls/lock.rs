//! State shared by several Python threads: several may read at once, one at a time may change it.
//!
//! A call waits for the calls of other threads with the interpreter released, since they may need
//! it to end. A call from within another call of the same thread, such as from a progress function,
//! would wait for itself: it may read while the other one reads, and is an error in all other
//! cases.

use std::ops::{Deref, DerefMut};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};
use std::thread::{self, ThreadId};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;

/// How often a waiting call checks for signals.
const PULSE: Duration = Duration::from_millis(100);

/// A value that several Python threads read and change.
pub(crate) struct Lock<T> {
    gate: Gate,
    /// This lock never blocks, since the gate decides who may enter.
    value: RwLock<T>,
}

/// Read access to a value that does not change during it.
pub(crate) type Reading<'a, T> = Entered<'a, RwLockReadGuard<'a, T>>;
/// Exclusive access to a value.
pub(crate) type Writing<'a, T> = Entered<'a, RwLockWriteGuard<'a, T>>;

/// A guard with the ticket that it needs. The guard is dropped first.
pub(crate) struct Entered<'a, G> {
    guard: G,
    _ticket: Ticket<'a>,
}

impl<T> Lock<T> {
    /// `name` is the name of the class, for errors.
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

/// Controls the access of threads.
struct Gate {
    name: &'static str,
    inside: Mutex<Inside>,
    /// Notified when a thread has left, or has stopped waiting.
    left: Condvar,
}

/// The threads inside.
#[derive(Default)]
struct Inside {
    /// A thread is listed once for each of its calls.
    readers: Vec<ThreadId>,
    writer: Option<ThreadId>,
    /// The number of waiting writers, which new readers wait for.
    waiting: usize,
    /// The number of threads that sleep until another one leaves.
    asleep: usize,
}

/// The answer to a thread that wants to enter.
enum Answer {
    Enter,
    Wait,
    /// The thread would wait for itself.
    Never,
}

/// The right to be inside, returned on drop.
struct Ticket<'a> {
    gate: &'a Gate,
    thread: ThreadId,
    is_writer: bool,
}

/// A waiting writer.
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

    /// Waits with the interpreter released. An exception from a signal handler ends the wait.
    fn wait(&self, py: Python<'_>, thread: ThreadId, is_writer: bool) -> PyResult<Ticket<'_>> {
        let _waiting = is_writer.then(|| Waiting::new(self));
        loop {
            if py.detach(|| self.wait_a_while(thread, is_writer)) {
                return Ok(self.ticket(thread, is_writer));
            }
            py.check_signals()?;
        }
    }

    /// Waits for a short time. Returns whether the thread entered.
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
             it: functions of progress and of signals may query it, while a query runs",
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
            // A thread inside must not wait for writers, which wait for it.
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
        // Waking takes a system call even if no thread sleeps.
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

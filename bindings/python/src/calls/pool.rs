//! The thread pools of calls.

use std::num::NonZero;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use pyo3::exceptions::PyOSError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

/// A pool with this number of threads, for calls from this process.
struct Entry {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

/// All pools so far. The threads of a pool do not survive a fork, so a process never uses the pools
/// of its parent.
static POOLS: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// The pool with this number of threads; by default one for each processor that this process may
/// use.
pub(crate) fn pool(threads: Option<usize>) -> PyResult<Arc<ThreadPool>> {
    let threads = threads
        .unwrap_or_else(|| thread::available_parallelism().map_or(1, NonZero::get))
        .max(1);
    let process = process::id();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = pools
        .iter()
        .find(|entry| (entry.process, entry.threads) == (process, threads));
    if let Some(entry) = known {
        return Ok(entry.pool.clone());
    }
    let pool = ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|number| format!("broadleaf-{number}"))
        .build()
        .map_err(|error| PyOSError::new_err(format!("cannot start {threads} threads: {error}")))?;
    let pool = Arc::new(pool);
    pools.push(Entry {
        process,
        threads,
        pool: pool.clone(),
    });
    Ok(pool)
}

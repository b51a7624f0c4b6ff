//! The threads that calls run on.

use std::num::NonZero;
use std::process;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::failure::Failure;
use crate::status::Status;

/// As many as there are processors: `BROADLEAF_ALL_THREADS`.
const ALL: u32 = u32::MAX;

/// More threads than this are refused.
const MAX: u32 = 1024;

/// A pool, for calls from this process with this number of threads.
struct Entry {
    process: u32,
    threads: usize,
    pool: Arc<ThreadPool>,
}

/// Every pool that was ever asked for. The threads of a pool do not survive a fork, so a process
/// never uses those of its parent.
static POOLS: Mutex<Vec<Entry>> = Mutex::new(Vec::new());

/// The pool of an option `threads`; `None` for the calling thread alone.
pub(crate) fn pool(threads: u32) -> Result<Option<Arc<ThreadPool>>, Failure> {
    let threads = match threads {
        0 | 1 => return Ok(None),
        ALL => thread::available_parallelism().map_or(1, NonZero::get),
        2..=MAX => threads as usize,
        _ => {
            let text = format_args!("threads: {threads} are more than {MAX}");
            return Err(Failure::new(Status::Option, text).value(threads.into()));
        }
    };
    if threads == 1 {
        return Ok(None);
    }
    let process = process::id();
    let mut pools = POOLS.lock().unwrap_or_else(PoisonError::into_inner);
    let known = pools
        .iter()
        .find(|entry| (entry.process, entry.threads) == (process, threads));
    if let Some(entry) = known {
        return Ok(Some(entry.pool.clone()));
    }
    let pool = Arc::new(started(threads)?);
    pools.push(Entry {
        process,
        threads,
        pool: pool.clone(),
    });
    Ok(Some(pool))
}

fn started(threads: usize) -> Result<ThreadPool, Failure> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|number| format!("broadleaf-{number}"))
        .build()
        .map_err(|error| {
            let text = format_args!("cannot start {threads} threads: {error}");
            Failure::new(Status::Threads, text)
        })
}

//! Threads that produce items, which are consumed in a fixed order.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use crate::error::{OutOfCoreError, Result};

/// The number of items that a thread may produce ahead.
const AHEAD: usize = 2;

enum Message<T> {
    Item(T),
    /// The end of a part.
    End(Result<()>),
}

/// Sends an item; false if the receiver needs no more.
pub(crate) type Send<'a, T> = dyn FnMut(T) -> bool + 'a;

/// Produces the items of parts in several threads, and consumes them in this thread, part by part
/// in order, for any number of threads. The first failure stops everything.
pub(crate) fn in_order<T: std::marker::Send>(
    parts: usize,
    threads: usize,
    produce: impl Fn(usize, &mut Send<'_, T>) -> Result<()> + Sync,
    mut consume: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    let threads = threads.clamp(1, parts.max(1));
    let produce = &produce;
    thread::scope(|scope| {
        let receivers: Vec<_> = (0..threads)
            .map(|first| {
                let (sender, receiver) = sync_channel(AHEAD);
                scope.spawn(move || {
                    let mut parts = (first..parts).step_by(threads);
                    parts.all(|part| produce_part(part, produce, &sender))
                });
                receiver
            })
            .collect();
        (0..parts).try_for_each(|part| consume_part(&receivers[part % threads], &mut consume))
    })
}

/// Returns whether the next part is wanted.
fn produce_part<T>(
    part: usize,
    produce: &(impl Fn(usize, &mut Send<'_, T>) -> Result<()> + Sync),
    sender: &SyncSender<Message<T>>,
) -> bool {
    let mut send = |item| sender.send(Message::Item(item)).is_ok();
    // Parsers of other crates may panic on damaged files.
    let end = catch_unwind(AssertUnwindSafe(|| produce(part, &mut send)));
    let end = end.unwrap_or_else(|_| Err(OutOfCoreError::job("an input file is damaged")));
    let is_ok = end.is_ok();
    sender.send(Message::End(end)).is_ok() && is_ok
}

fn consume_part<T>(
    receiver: &Receiver<Message<T>>,
    consume: &mut impl FnMut(T) -> Result<()>,
) -> Result<()> {
    loop {
        match receiver.recv() {
            Ok(Message::Item(item)) => consume(item)?,
            Ok(Message::End(end)) => return end,
            Err(_) => return Err(OutOfCoreError::job("a thread ended unexpectedly")),
        }
    }
}

//! Finds where two logs diverge.

use alloc::boxed::Box;
use alloc::format;
use alloc::string::ToString;
use alloc::vec::Vec;

use super::difference::{Comparison, Difference, Side};
use super::operation::Operation;
use super::read::{Frame, InvalidLog, LogReader, StepResult};
use crate::broad_phase::ProxyId;

/// Finds the first difference between the logs of two [`Recorder`](super::Recorder)s.
///
/// Within a frame, the order of operations on different proxies does not count, since nothing
/// depends on it. Costs memory for the living proxies and one frame.
///
/// # Errors
/// If either is not a log, or is invalid before the difference.
pub fn compare_logs(logs: [&[u8]; 2]) -> Result<Comparison, InvalidLog> {
    let of = |log: usize| move |malformed| InvalidLog::new(log, malformed);
    let mut readers = [
        LogReader::new(logs[0]).map_err(of(0))?,
        LogReader::new(logs[1]).map_err(of(1))?,
    ];
    let mut comparison = Comparison {
        frames: 0,
        operations: 0,
        difference: None,
    };
    if readers[0].header != readers[1].header {
        let broad_phases = readers.each_ref().map(|reader| reader.header.to_string());
        comparison.difference = Some(Difference::BroadPhase { broad_phases });
        return Ok(comparison);
    }
    loop {
        let [first, second] = &mut readers;
        let frames = [
            first.next_frame().map_err(of(0))?,
            second.next_frame().map_err(of(1))?,
        ];
        comparison.difference = difference(&frames, &comparison);
        if comparison.difference.is_some() {
            return Ok(comparison);
        }
        comparison.operations += frames[0].operations.len() as u64;
        if frames[0].result.is_none() {
            return Ok(comparison);
        }
        comparison.frames += 1;
    }
}

fn difference(frames: &[Frame; 2], before: &Comparison) -> Option<Difference> {
    let frame = before.frames;
    match frames.each_ref().map(|frame| frame.result) {
        [None, Some(_)] => Some(Difference::End { frame, log: 0 }),
        [Some(_), None] => Some(Difference::End { frame, log: 1 }),
        results => match different_operations(frames, before.frames + before.operations) {
            Some(sides) => Some(Difference::Operation {
                frame,
                sides: Box::new(sides),
            }),
            None => different_results(results, frame),
        },
    }
}

fn different_results(results: [Option<StepResult>; 2], frame: u64) -> Option<Difference> {
    let [Some(a), Some(b)] = results else {
        return None;
    };
    let describe = |StepResult { begun, ended, hash }| {
        format!("{begun} pairs begin, {ended} end, hash {hash:016x}")
    };
    (a != b).then(|| Difference::Outcome {
        frame,
        outcomes: [a, b].map(describe),
    })
}

/// The first difference in the operations of a frame. `done` is the number of operations in earlier
/// frames, steps included.
fn different_operations(frames: &[Frame; 2], done: u64) -> Option<[Side; 2]> {
    let [a, b] = frames.each_ref().map(|frame| by_proxy(frame, done));
    let count = a.len().max(b.len());
    let (a, b) = (0..count)
        .map(|i| (a.get(i).copied(), b.get(i).copied()))
        .find(|&(a, b)| !are_same(a, b))?;
    let sides = match (a.map(proxy_of), b.map(proxy_of)) {
        (Some(x), Some(y)) if x == y => [a, b],
        // If the proxies differ, one side did nothing on the smaller one.
        (Some(x), y) if y.is_none_or(|y| x < y) => [a, None],
        _ => [None, b],
    };
    let ([Some(known), _] | [None, Some(known)]) = sides else {
        return None;
    };
    Some(sides.map(|side| Side {
        number: side.map(|(number, _)| number),
        operation: side.unwrap_or(known).1.clone(),
    }))
}

/// An operation and its position in the log.
type Numbered<'a> = (u64, &'a Operation);

fn proxy_of((_, operation): Numbered) -> ProxyId {
    operation.proxy()
}

fn are_same(a: Option<Numbered>, b: Option<Numbered>) -> bool {
    match (a, b) {
        // A difference in the last box is the difference of another operation.
        (
            Some((_, Operation::Destroy { proxy: a, .. })),
            Some((_, Operation::Destroy { proxy: b, .. })),
        ) => a == b,
        (a, b) => a.map(|(_, a)| a) == b.map(|(_, b)| b),
    }
}

/// The operations of a frame, sorted by proxy. Operations on one proxy keep their order.
fn by_proxy(frame: &Frame, done: u64) -> Vec<Numbered<'_>> {
    let mut operations: Vec<_> = (done + 1..).zip(&frame.operations).collect();
    operations.sort_by_key(|&operation| proxy_of(operation));
    operations
}

//! The destination of the pairs of a tile.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::AtomicU64;
use std::sync::atomic::Ordering::Relaxed;

use crate::error::{OutOfCoreError, Result};
use crate::journal::Finished;
use crate::output::{PairFormat, Part};
use crate::pair_sum::PairSum;

/// The largest number of pairs of a join, and the number of pairs found so far.
#[derive(Debug)]
pub(crate) struct Limit {
    limit: Option<u64>,
    found: AtomicU64,
}

impl Limit {
    pub(crate) fn new(limit: Option<u64>, found: u64) -> Self {
        Self {
            limit,
            found: AtomicU64::new(found),
        }
    }

    fn add(&self, pairs: u64) -> Result<()> {
        let found = self.found.fetch_add(pairs, Relaxed) + pairs;
        match self.limit {
            Some(limit) if found > limit => Err(OutOfCoreError::TooManyPairs { limit }),
            _ => Ok(()),
        }
    }
}

/// Sums the pairs of a tile, and writes them to a file if the job wants pairs.
#[derive(Debug)]
pub(crate) struct Sink<'a> {
    format: Option<&'a PairFormat>,
    limit: &'a Limit,
    /// The number of pairs to write at a time.
    at_once: usize,
    /// Pairs that are not written yet.
    pairs: Vec<[u64; 2]>,
    path: PathBuf,
    part: Option<Part>,
    sum: PairSum,
    /// The pairs that are already counted in the limit.
    limited: u64,
    failure: Option<OutOfCoreError>,
}

impl<'a> Sink<'a> {
    /// The file is created with the first pairs.
    pub(crate) fn new(
        format: Option<&'a PairFormat>,
        path: PathBuf,
        limit: &'a Limit,
        at_once: usize,
    ) -> Self {
        Self {
            format,
            limit,
            at_once,
            pairs: Vec::new(),
            path,
            part: None,
            sum: PairSum::default(),
            limited: 0,
            failure: None,
        }
    }

    #[inline]
    pub(crate) fn add(&mut self, pair: [u64; 2]) -> ControlFlow<()> {
        self.sum.add(pair);
        if self.format.is_some() {
            self.pairs.push(pair);
        }
        if self.sum.pairs - self.limited < self.at_once as u64 {
            return ControlFlow::Continue(());
        }
        match self.write() {
            Ok(()) => ControlFlow::Continue(()),
            Err(failure) => {
                self.failure = Some(failure);
                ControlFlow::Break(())
            }
        }
    }

    fn write(&mut self) -> Result<()> {
        self.limit.add(self.sum.pairs - self.limited)?;
        self.limited = self.sum.pairs;
        if let Some(format) = self.format
            && !self.pairs.is_empty()
        {
            let part = match &mut self.part {
                Some(part) => part,
                none => none.insert(format.create_part(&self.path)?),
            };
            if let Some(marks) = format.marks {
                marks.reduce(&mut self.pairs);
            }
            part.write(&self.pairs)?;
            self.pairs.clear();
        }
        Ok(())
    }

    /// The failure that stopped a visit.
    pub(crate) fn check(&mut self) -> Result<()> {
        self.failure.take().map_or(Ok(()), Err)
    }

    /// Completes the file.
    pub(crate) fn finish(mut self) -> Result<Finished> {
        self.write()?;
        let bytes = self.part.map_or(Ok(0), Part::finish)?;
        Ok(Finished {
            sum: self.sum,
            bytes,
        })
    }
}

//! Encodes numbers, ids and pairs as bytes: small numbers are short, and every machine writes the
//! same.

use alloc::vec::Vec;

use crate::broad_phase::state::id::ProxyId;

/// A byte that no writer writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Malformed {
    pub(crate) at: usize,
    pub(crate) problem: &'static str,
}

/// Writes seven bits per byte, the lowest first; the eighth bit is set if more bytes follow.
#[expect(clippy::cast_possible_truncation, reason = "takes the lowest bits")]
pub(crate) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes 0, -1, 1, -2 as the numbers 0, 1, 2, 3.
pub(crate) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, (number << 1 ^ number >> 63).cast_unsigned());
}

/// Writes a slot as its distance from another one.
pub(crate) fn put_slot_after(out: &mut Vec<u8>, slot: u32, last: u32) {
    put_signed(out, i64::from(slot) - i64::from(last));
}

/// Writes pairs in ascending order: the distances between slots, and both generations.
pub(crate) fn put_pairs<'a>(
    out: &mut Vec<u8>,
    pairs: impl ExactSizeIterator<Item = &'a [ProxyId; 2]>,
) {
    put_number(out, pairs.len() as u64);
    let mut last = 0;
    for pair in pairs {
        let [a, b] = pair.map(|id| id.id().0);
        put_slot_after(out, a, last);
        put_slot_after(out, b, a);
        for id in pair {
            put_number(out, id.generation().into());
        }
        last = a;
    }
}

/// Reads bytes from any source: each read checks what it reads.
pub(crate) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(crate) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    pub(crate) fn at(&self) -> usize {
        self.at
    }

    pub(crate) fn remaining(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// An error at the byte that was read last.
    pub(crate) fn wrong(&self, problem: &'static str) -> Malformed {
        Malformed {
            at: self.at.saturating_sub(1),
            problem,
        }
    }

    pub(crate) fn check(&self, holds: bool, problem: &'static str) -> Result<(), Malformed> {
        if holds {
            Ok(())
        } else {
            Err(self.wrong(problem))
        }
    }

    pub(crate) fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let taken = self.bytes[self.at..].get(..count).ok_or(Malformed {
            at: self.bytes.len(),
            problem: "the bytes end too early",
        })?;
        self.at += count;
        Ok(taken)
    }

    pub(crate) fn next_is(&self, byte: u8) -> bool {
        self.bytes.get(self.at) == Some(&byte)
    }

    pub(crate) fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    /// Eight bytes, the lowest first.
    pub(crate) fn word(&mut self) -> Result<u64, Malformed> {
        let bytes = self.take(8)?.iter().rev();
        Ok(bytes.fold(0, |word, &byte| word << 8 | u64::from(byte)))
    }

    pub(crate) fn number(&mut self) -> Result<u64, Malformed> {
        let mut number = 0;
        for shift in (0..).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            self.check(
                shift < u64::BITS && bits << shift >> shift == bits,
                "a number has more than 64 bits",
            )?;
            number |= bits << shift;
            if byte < 0x80 {
                self.check(byte > 0 || shift == 0, "a number has unnecessary bytes")?;
                break;
            }
        }
        Ok(number)
    }

    pub(crate) fn signed(&mut self) -> Result<i64, Malformed> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    pub(crate) fn number32(&mut self) -> Result<u32, Malformed> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| self.wrong("a number has more than 32 bits"))
    }

    /// A count of items of at least one byte each, so it cannot exceed the remaining bytes.
    pub(crate) fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number()?;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.remaining())
            .ok_or(self.wrong("a count exceeds the number of bytes"))
    }

    /// The inverse of [`put_slot_after`].
    pub(crate) fn slot_after(&mut self, last: u32) -> Result<u32, Malformed> {
        let slot = i64::from(last).checked_add(self.signed()?);
        slot.and_then(|slot| u32::try_from(slot).ok())
            .ok_or(self.wrong("a slot has more than 32 bits"))
    }

    /// Pairs in ascending order; in each pair the smaller id is first.
    pub(crate) fn pairs(&mut self) -> Result<Vec<[ProxyId; 2]>, Malformed> {
        let count = self.count()?;
        let (mut pairs, mut last) = (Vec::new(), 0);
        for _ in 0..count {
            let a = self.slot_after(last)?;
            let b = self.slot_after(a)?;
            let pair = [
                ProxyId::new(a, self.number32()?),
                ProxyId::new(b, self.number32()?),
            ];
            self.check(
                pair[0] < pair[1] && pairs.last().is_none_or(|last| *last < pair),
                "pairs are not in order",
            )?;
            pairs.push(pair);
            last = a;
        }
        Ok(pairs)
    }
}

#[cfg(test)]
#[path = "tests/bytes.rs"]
mod tests;

//! Numbers as bytes: small ones are short, and they are the same on every machine.

use super::ProxyId;
use alloc::vec::Vec;

/// A byte that cannot be what it should be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Malformed {
    pub(super) at: usize,
    pub(super) problem: &'static str,
}

/// Seven bits to a byte, the lowest first; the eighth bit says that there are more.
#[expect(
    clippy::cast_possible_truncation,
    reason = "the lowest bits are what is wanted"
)]
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// A number that is as often negative: 0, -1, 1, -2 as 0, 1, 2, 3.
pub(super) fn put_signed(out: &mut Vec<u8>, number: i64) {
    put_number(out, (number << 1 ^ number >> 63).cast_unsigned());
}

/// Pairs in ascending order: how much larger a slot is than the one before, and both generations.
pub(super) fn put_pairs<'a>(
    out: &mut Vec<u8>,
    pairs: impl ExactSizeIterator<Item = &'a (ProxyId, ProxyId)>,
) {
    put_number(out, pairs.len() as u64);
    let mut last = 0;
    for (a, b) in pairs {
        let slots = [a, b].map(|id| i64::from(id.id().0));
        put_signed(out, slots[0] - last);
        put_signed(out, slots[1] - slots[0]);
        put_number(out, a.generation().into());
        put_number(out, b.generation().into());
        last = slots[0];
    }
}

/// Reads what was put, and believes nothing.
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Self {
        Self { bytes, at: 0 }
    }

    /// Where it is.
    pub(super) fn at(&self) -> usize {
        self.at
    }

    /// How many bytes are left.
    pub(super) fn rest(&self) -> usize {
        self.bytes.len() - self.at
    }

    /// What is wrong with what was just read.
    pub(super) fn wrong(&self, problem: &'static str) -> Malformed {
        Malformed {
            at: self.at.saturating_sub(1),
            problem,
        }
    }

    pub(super) fn check(&self, holds: bool, problem: &'static str) -> Result<(), Malformed> {
        if holds {
            Ok(())
        } else {
            Err(self.wrong(problem))
        }
    }

    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8], Malformed> {
        let taken = self.bytes[self.at..].get(..count).ok_or(Malformed {
            at: self.bytes.len(),
            problem: "there should be more bytes",
        })?;
        self.at += count;
        Ok(taken)
    }

    pub(super) fn byte(&mut self) -> Result<u8, Malformed> {
        Ok(self.take(1)?[0])
    }

    pub(super) fn number(&mut self) -> Result<u64, Malformed> {
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
                self.check(
                    byte > 0 || shift == 0,
                    "a number is longer than it has to be",
                )?;
                break;
            }
        }
        Ok(number)
    }

    pub(super) fn signed(&mut self) -> Result<i64, Malformed> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -(number & 1).cast_signed())
    }

    pub(super) fn small(&mut self) -> Result<u32, Malformed> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| self.wrong("a number has more than 32 bits"))
    }

    /// How many things follow that have at least one byte each: never more than there are bytes.
    pub(super) fn count(&mut self) -> Result<usize, Malformed> {
        let count = self.number()?;
        usize::try_from(count)
            .ok()
            .filter(|&count| count <= self.rest())
            .ok_or(self.wrong("more things than bytes"))
    }

    /// A slot that is so much larger than a number.
    pub(super) fn slot_after(&mut self, last: i64) -> Result<u32, Malformed> {
        let slot = last.checked_add(self.signed()?);
        slot.and_then(|slot| u32::try_from(slot).ok())
            .ok_or(self.wrong("a slot beyond 2^32"))
    }

    /// Pairs in ascending order, smaller id first.
    pub(super) fn pairs(&mut self) -> Result<Vec<(ProxyId, ProxyId)>, Malformed> {
        let count = self.count()?;
        let (mut pairs, mut last) = (Vec::new(), 0);
        for _ in 0..count {
            let a = self.slot_after(last)?;
            let b = self.slot_after(a.into())?;
            let pair = (
                ProxyId::new(a, self.small()?),
                ProxyId::new(b, self.small()?),
            );
            self.check(
                pair.0 < pair.1 && pairs.last().is_none_or(|last| *last < pair),
                "pairs out of order",
            )?;
            pairs.push(pair);
            last = a.into();
        }
        Ok(pairs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_come_back_and_are_short() {
        let numbers = [0, 1, 63, 64, 127, 128, 1 << 32, u64::MAX >> 1, u64::MAX];
        for number in numbers {
            let mut out = Vec::new();
            put_number(&mut out, number);
            put_signed(&mut out, number.cast_signed());
            put_signed(&mut out, number.cast_signed().wrapping_neg());
            let mut reader = Reader::new(&out);
            assert_eq!(reader.number(), Ok(number));
            assert_eq!(reader.signed(), Ok(number.cast_signed()));
            assert_eq!(reader.signed(), Ok(number.cast_signed().wrapping_neg()));
            assert_eq!((reader.rest(), out.len() <= 30), (0, true));
        }
    }

    #[test]
    fn what_is_no_number_is_named() {
        let problem = |bytes: &[u8]| {
            Reader::new(bytes)
                .number()
                .map_err(|malformed| (malformed.at, malformed.problem))
        };
        assert_eq!(problem(&[0x80]), Err((1, "there should be more bytes")));
        assert_eq!(
            problem(&[0x80, 0]),
            Err((1, "a number is longer than it has to be"))
        );
        assert_eq!(
            problem(&[0xff; 11]),
            Err((9, "a number has more than 64 bits"))
        );
        assert_eq!(
            Reader::new(&[5, 0]).count().unwrap_err().problem,
            "more things than bytes"
        );
        assert_eq!(
            Reader::new(&[0x80, 0x80, 0x80, 0x80, 0x10])
                .small()
                .unwrap_err()
                .problem,
            "a number has more than 32 bits"
        );
    }
}

//! What files have that JSON has not.

use std::io::{self, BufRead, Read};

/// Passes the bytes of a file on, with a space in place of each record separator (RFC 8142) and an
/// empty text in place of each NaN, which Python writes for a missing number.
#[derive(Debug)]
pub(super) struct JsonBytes<R> {
    file: R,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Outside,
    Text,
    /// Behind a backslash in a text.
    Escape,
    /// Behind the first or the second letter of NaN.
    N,
    Na,
}

impl<R> JsonBytes<R> {
    pub(super) fn new(file: R) -> Self {
        Self {
            file,
            state: State::Outside,
        }
    }

    fn pass(&mut self, byte: u8) -> u8 {
        let (state, byte) = match (self.state, byte) {
            (State::Text, b'\\') => (State::Escape, byte),
            (State::Text, b'"') => (State::Outside, byte),
            (State::Text | State::Escape, _) => (State::Text, byte),
            (State::N, b'a') => (State::Na, b'"'),
            (State::Na, b'N') => (State::Outside, b'"'),
            (_, b'N') => (State::N, b' '),
            (_, b'"') => (State::Text, byte),
            (_, 0x1e) => (State::Outside, b' '),
            _ => (State::Outside, byte),
        };
        self.state = state;
        byte
    }
}

impl<R: BufRead> Read for JsonBytes<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let len = self.file.read(out)?;
        for byte in &mut out[..len] {
            *byte = self.pass(*byte);
        }
        Ok(len)
    }
}

//! Extensions of JSON that files contain.

use std::io::{self, BufRead, Read};

/// Words that Python writes for numbers which JSON lacks, and their replacements: a missing number,
/// and one that is too large for any reader.
const WORDS: [(&[u8], &[u8]); 2] = [(b"NaN", b" \"\""), (b"Infinity", b"1e999   ")];

/// Passes the bytes of a file on, with spaces instead of record separators (RFC 8142), and with
/// the words replaced by as many bytes.
#[derive(Debug)]
pub(super) struct JsonBytes<R> {
    file: R,
    state: State,
}

#[derive(Clone, Copy, Debug)]
enum State {
    Outside,
    Text,
    /// After a backslash in a text.
    Escape,
    /// After this number of letters of a word.
    Word(usize, usize),
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
            (State::Word(word, at), _) if WORDS[word].0.get(at) == Some(&byte) => {
                (State::Word(word, at + 1), WORDS[word].1[at])
            }
            (_, b'"') => (State::Text, byte),
            (_, b'N') => (State::Word(0, 1), WORDS[0].1[0]),
            (_, b'I') => (State::Word(1, 1), WORDS[1].1[0]),
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

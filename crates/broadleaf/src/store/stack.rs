//! A stack that allocates only when it grows deep, and never overflows.

use super::push_if::store_if;
use alloc::vec::Vec;

/// A stack of any depth: the first `N` items are kept inline, the others in a `Vec`.
#[derive(Clone, Debug)]
pub(crate) struct Stack<T, const N: usize> {
    inline: [T; N],
    inline_len: usize,
    spilled: Vec<T>,
}

impl<T: Copy, const N: usize> Stack<T, N> {
    /// An empty stack. `filler` initialises the inline memory and is never popped.
    #[inline]
    pub(crate) fn new(filler: T) -> Self {
        Self {
            inline: [filler; N],
            inline_len: 0,
            spilled: Vec::new(),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.inline_len < N {
            self.inline[self.inline_len] = item;
            self.inline_len += 1;
        } else {
            self.spilled.push(item);
        }
    }

    /// Pushes the item if `keep`, without a branch on `keep` while the item fits inline.
    #[inline]
    pub(crate) fn push_if(&mut self, keep: bool, item: T) {
        if self.inline_len < N {
            store_if(&mut self.inline, &mut self.inline_len, item, keep);
        } else if keep {
            self.spilled.push(item);
        }
    }

    #[inline]
    pub(crate) fn pop(&mut self) -> Option<T> {
        if self.inline_len == N
            && let Some(item) = self.spilled.pop()
        {
            return Some(item);
        }
        self.inline_len = self.inline_len.checked_sub(1)?;
        Some(self.inline[self.inline_len])
    }
}

#[cfg(test)]
#[path = "tests/stack.rs"]
mod tests;

//! A stack that allocates only when it grows deep, and never overflows.

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

    /// Pushes the item if `keep` is true, without a branch on `keep` while the item fits inline.
    #[inline]
    pub(crate) fn push_if(&mut self, keep: bool, item: T) {
        if self.inline_len < N {
            self.inline[self.inline_len] = item;
            self.inline_len += usize::from(keep);
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
mod tests {
    use super::*;

    #[test]
    fn pops_in_reverse_order_past_the_inline_items() {
        let mut stack = Stack::<u32, 4>::new(0);
        for round in [3, 4, 5, 50] {
            (0..round).for_each(|i| stack.push(i));
            assert!((0..round).rev().all(|i| stack.pop() == Some(i)));
            assert_eq!(stack.pop(), None);
        }
    }

    #[test]
    fn pushes_what_is_to_be_kept() {
        let mut stack = Stack::<u32, 4>::new(0);
        (0..60).for_each(|i| stack.push_if(i % 3 == 0, i));
        assert!((0..20).rev().all(|i| stack.pop() == Some(3 * i)));
        assert_eq!(stack.pop(), None);
    }
}

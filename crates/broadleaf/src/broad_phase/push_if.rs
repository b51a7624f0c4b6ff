//! Lists of what a condition selects, written without a branch.

/// The number of items that are passed on at a time.
const ITEMS: usize = 64;

/// Selects items and passes them on, some at a time. No branch depends on what is selected: the
/// processor could not predict it.
pub(super) struct PushIf<T, W> {
    items: [T; ITEMS],
    len: usize,
    write: W,
}

impl<T: Copy, W: FnMut(&[T])> PushIf<T, W> {
    /// Passes the selected items to `write`, in order. `filler` is any item.
    pub(super) fn new(filler: T, write: W) -> Self {
        Self {
            items: [filler; ITEMS],
            len: 0,
            write,
        }
    }

    #[inline]
    pub(super) fn push_if(&mut self, item: T, is_selected: bool) {
        // Stored first and counted then.
        self.items[self.len % ITEMS] = item;
        self.len += usize::from(is_selected);
        if self.len == ITEMS {
            self.flush();
        }
    }

    /// Passes on what is left.
    pub(super) fn flush(&mut self) {
        (self.write)(&self.items[..self.len]);
        self.len = 0;
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;

    #[test]
    fn selected_items_are_passed_on_in_order() {
        for (count, step) in [
            (0, 1),
            (1, 1),
            (63, 1),
            (64, 1),
            (65, 1),
            (1_000, 1),
            (1_000, 7),
        ] {
            let mut selected = Vec::new();
            let mut list = PushIf::new(0, |items: &[usize]| selected.extend_from_slice(items));
            (0..count).for_each(|item| list.push_if(item, item % step == 0));
            list.flush();
            assert!(selected.iter().copied().eq((0..count).step_by(step)));
        }
    }
}

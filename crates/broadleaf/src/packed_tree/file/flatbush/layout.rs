//! The positions of boxes and indices in a file.

use alloc::vec::Vec;
use core::ops::Range;

/// The number of bytes before the first box: a magic number, version and type, the number of
/// children of a node, and the number of items.
pub(super) const HEADER: usize = 8;
/// The coordinates of a box, in the order of the format: both lower ends, then both upper ends.
pub(super) const COORDINATES: usize = 4;
/// From this number of boxes on, including nodes, an index takes four bytes instead of two: it
/// counts coordinates, four for each box, and so needs two bits more than the number of a box.
const WIDE_FROM: u64 = 1 << (u16::BITS - 2);

/// The levels of a file's tree, in order: the items, then the nodes above them, and last the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// The greatest number of children of a node.
    pub(super) node_size: usize,
    /// The number of boxes of each level, the items first.
    levels: Vec<usize>,
}

impl Layout {
    /// The levels above a number of items. A single item also has a root above it.
    ///
    /// `node_size` must be at least 2.
    pub(super) fn new(items: usize, node_size: usize) -> Self {
        let mut levels = Vec::new();
        if items > 0 {
            levels.push(items);
            let mut count = items.div_ceil(node_size);
            levels.push(count);
            while count > 1 {
                count = count.div_ceil(node_size);
                levels.push(count);
            }
        }
        Self { node_size, levels }
    }

    /// The same file without a node above a single item, as the Rust crate geo-index writes it.
    pub(super) fn without_root_of_one(mut self) -> Self {
        if self.items() == 1 {
            self.levels.truncate(1);
        }
        self
    }

    pub(super) fn items(&self) -> usize {
        self.levels.first().copied().unwrap_or(0)
    }

    /// The number of items and nodes, which is below 2^33.
    pub(super) fn boxes(&self) -> u64 {
        self.levels.iter().map(|&len| len as u64).sum()
    }

    pub(super) fn index_bytes(&self) -> usize {
        if self.boxes() < WIDE_FROM { 2 } else { 4 }
    }

    pub(super) fn file_bytes(&self, number_bytes: usize) -> u64 {
        let each = COORDINATES * number_bytes + self.index_bytes();
        HEADER as u64 + self.boxes() * each as u64
    }

    /// The nodes, from the lowest level to the root: the position of a node among all boxes, and
    /// the positions of its children.
    pub(super) fn nodes(&self) -> impl Iterator<Item = (usize, Range<usize>)> + '_ {
        let mut start = 0;
        self.levels.windows(2).flat_map(move |pair| {
            let (below, end) = (start, start + pair[0]);
            start = end;
            (0..pair[1]).map(move |node| {
                let first = below + node * self.node_size;
                (end + node, first..(first + self.node_size).min(end))
            })
        })
    }
}

/// The index stored for a node: the number of coordinates before its first child.
pub(super) fn index_of_node(first_child: usize) -> u64 {
    first_child as u64 * COORDINATES as u64
}

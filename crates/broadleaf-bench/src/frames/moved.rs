//! The boxes that a program passes to a broad phase that keeps the others.

use super::contender::Frame;

/// By frame, the numbers of the boxes that are new or that moved.
#[derive(Default)]
pub(super) struct Moved {
    frames: Vec<Vec<u32>>,
    next: usize,
}

impl Moved {
    pub(super) fn in_frames<const D: usize>(frames: &[Frame<D>]) -> Self {
        let all = (0..).zip(&frames[0]).map(|(i, _)| i).collect();
        let moved = frames.windows(2).map(|pair| {
            let boxes = (0..).zip(pair[0].iter().zip(&pair[1]));
            boxes
                .filter(|(_, (before, now))| before != now)
                .map(|(i, _)| i)
                .collect()
        });
        Self {
            frames: std::iter::once(all).chain(moved).collect(),
            next: 0,
        }
    }

    /// Those of the next frame, of which only the first boxes may take part.
    pub(super) fn next_frame<const D: usize>(&mut self, boxes: &Frame<D>) -> &[u32] {
        self.next += 1;
        let moved = self
            .frames
            .get(self.next - 1)
            .map_or(&[][..], Vec::as_slice);
        &moved[..moved.partition_point(|&i| (i as usize) < boxes.len())]
    }
}

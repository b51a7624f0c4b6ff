//! The changed boxes, which a program passes to a broad phase that keeps the others.

use super::contender::Frame;

/// The numbers of the boxes that are new or have moved in each frame. The first frame follows the
/// last one.
#[derive(Default)]
pub(super) struct Moved {
    frames: Vec<Vec<u32>>,
    /// The moved boxes of the first frame when it repeats.
    again: Vec<u32>,
    next: usize,
}

impl Moved {
    pub(super) fn in_frames<const D: usize>(frames: &[Frame<D>]) -> Self {
        let all = (0..).zip(&frames[0]).map(|(i, _)| i).collect();
        let moved = frames.windows(2).map(|pair| between(&pair[0], &pair[1]));
        Self {
            frames: std::iter::once(all).chain(moved).collect(),
            again: between(&frames[frames.len() - 1], &frames[0]),
            next: 0,
        }
    }

    /// The moved boxes of the next frame, limited to the boxes that take part.
    pub(super) fn next_frame<const D: usize>(&mut self, boxes: &Frame<D>) -> &[u32] {
        let number = self.next % self.frames.len();
        let comes_again = self.next > 0 && number == 0;
        self.next += 1;
        let moved = if comes_again {
            &self.again
        } else {
            &self.frames[number]
        };
        &moved[..moved.partition_point(|&i| (i as usize) < boxes.len())]
    }
}

fn between<const D: usize>(before: &Frame<D>, now: &Frame<D>) -> Vec<u32> {
    let boxes = (0..).zip(before.iter().zip(now));
    let moved = boxes.filter(|(_, (before, now))| before != now);
    moved.map(|(i, _)| i).collect()
}

#[cfg(test)]
mod tests {
    use broadleaf::Aabb;

    use super::*;

    #[test]
    fn the_first_frame_comes_again() {
        let frame = |x: f32, y: f32| vec![Aabb::point([x]), Aabb::point([y])];
        let frames = [frame(0.0, 0.0), frame(1.0, 0.0), frame(1.0, 2.0)];
        let mut moved = Moved::in_frames(&frames);
        let mut next = || moved.next_frame(&frames[0]).to_vec();
        assert_eq!([next(), next(), next()], [vec![0, 1], vec![0], vec![1]]);
        assert_eq!([next(), next()], [vec![0, 1], vec![0]]);
    }
}

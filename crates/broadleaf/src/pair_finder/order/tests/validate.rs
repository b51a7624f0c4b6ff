//! The contract of [`Sorted`], line by line.

use alloc::format;
use alloc::string::String;
use core::array;

use crate::geometry::{Aabb, Scalar};
use crate::pair_finder::finder::PairFinder;
use crate::pair_finder::order::boxes::PADDING;
use crate::pair_finder::order::sorted::Sorted;
use crate::report::Violation;
use crate::simd::Key;

impl<S: Scalar, const D: usize> PairFinder<S, D> {
    /// Checks that the contents are `boxes`, and that they keep the contract.
    pub(crate) fn check_sorted(&self, boxes: &[Aabb<S, D>]) {
        let sorted = &self.sweeper.sweeper.first;
        sorted.validate().expect("the contract");
        assert_eq!(sorted.boxes.len, boxes.len());
        for number in 0..boxes.len() {
            let aabb = &boxes[sorted.boxes.indices[number] as usize];
            for axis in 0..D {
                let corners = [
                    sorted.boxes.min[axis][number],
                    sorted.boxes.max[axis][number],
                ];
                assert!(
                    corners == aabb.ends(axis).map(S::key),
                    "sorted box {number}"
                );
            }
        }
    }
}

/// Returns an error unless a line of the contract holds.
fn check(holds: bool, line: &'static str, place: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds {
        return Ok(());
    }
    Err(Violation::new(line, place()))
}

impl<K: Key, const D: usize> Sorted<K, D> {
    /// Checks the contract. The last line needs a comparison of every two boxes, so in long lists
    /// it is checked for the first boxes only.
    pub(crate) fn validate(&self) -> Result<(), Violation> {
        let len = self.boxes.len;
        self.check_columns()?;
        self.check_levels()?;
        (0..len).try_for_each(|number| self.check_order(number))?;
        (0..len).try_for_each(|number| self.check_box(number))?;
        let is_end = |&key: &u32| key == u32::MAX;
        let ends = self.keys[len..].iter().all(is_end) && !self.keys[..len].iter().any(is_end);
        check(ends, "O3: the padding alone has the greatest key", || {
            format!("{:?}", &self.keys[len..])
        })?;
        for a in 0..len.min(400) {
            for b in 0..a {
                self.check_near(a, b)?;
            }
        }
        Ok(())
    }

    fn check_columns(&self) -> Result<(), Violation> {
        let padded = self.boxes.len + PADDING;
        let corners = self.boxes.min.iter().chain(&self.boxes.max);
        let are_long = corners.clone().all(|column| column.len() >= padded)
            && self.boxes.indices.len() >= padded
            && self.keys.len() >= padded
            && self.ends.len() == self.boxes.len;
        check(are_long, "O1: every column is long enough", || {
            format!("{} boxes", self.boxes.len)
        })
    }

    fn check_levels(&self) -> Result<(), Violation> {
        let follow = self
            .levels
            .windows(2)
            .all(|two| two[0].first + two[0].len() == two[1].first && two[0].shift < two[1].shift);
        let ends = self
            .levels
            .last()
            .is_some_and(|top| top.len() == 1 && self.starts.len() == top.first as usize + 2);
        check(follow && ends, "O4: levels follow each other", || {
            format!("{:?}", self.levels)
        })
    }

    /// The number of a box's pencil, and its position along it.
    fn pencil_and_position(&self, number: usize) -> (u32, u32) {
        let key = self.keys[number];
        (
            key >> self.position_bits,
            key & (u32::MAX >> (u32::BITS - self.position_bits)),
        )
    }

    /// The number of a box's level.
    fn level_of(&self, number: usize) -> usize {
        let pencil = self.pencil_and_position(number).0;
        let is_below = |level: &&_| level_end(*level) <= pencil;
        self.levels.iter().take_while(is_below).count()
    }

    fn check_order(&self, number: usize) -> Result<(), Violation> {
        let record = |at: usize| (self.keys[at], self.boxes.indices[at]);
        let is_later = number == 0 || record(number - 1) < record(number);
        check(is_later, "O2: boxes ascend", || format!("box {number}"))?;
        let pencil = self.pencil_and_position(number).0;
        let is_inside =
            (pencil as usize) + 1 < self.starts.len() && self.range(pencil).contains(&number);
        let ends = self.starts.last().map(|&end| end as usize) == Some(self.boxes.len);
        check(is_inside && ends, "O5: a pencil has its boxes", || {
            format!("box {number}")
        })
    }

    fn check_box(&self, number: usize) -> Result<(), Violation> {
        let position = self.pencil_and_position(number).1;
        let reach = self.levels[self.level_of(number)].reach;
        let end = self.ends[number];
        let reaches = position <= end && end - position <= reach;
        check(reaches, "O6: a box ends within its level's reach", || {
            format!("box {number}, from {position} to {end}, of {reach}")
        })?;
        let mut axes = 0..D;
        let is_box = axes.all(|axis| self.boxes.min[axis][number] <= self.boxes.max[axis][number]);
        check(is_box, "O7: corners are in order", || {
            format!("box {number}")
        })
    }

    fn check_near(&self, a: usize, b: usize) -> Result<(), Violation> {
        let mut axes = 0..D;
        let overlap = axes.all(|axis| {
            let [min, max] = [&self.boxes.min[axis], &self.boxes.max[axis]];
            min[a] <= max[b] && min[b] <= max[a]
        });
        let (fine, coarse) = match self.level_of(a) <= self.level_of(b) {
            true => (a, b),
            false => (b, a),
        };
        let [from, to] = [fine, coarse].map(|of| &self.levels[self.level_of(of)]);
        let [(fine_pencil, _), (coarse_pencil, _)] =
            [fine, coarse].map(|of| self.pencil_and_position(of));
        let [low, high] = to.near(from.cell(fine_pencil), to.shift - from.shift);
        let cell: [u32; D] = to.cell(coarse_pencil);
        let mut inside =
            array::from_fn::<_, D, _>(|axis| (low[axis]..=high[axis]).contains(&cell[axis]))
                .into_iter();
        let begins = |of: usize| self.pencil_and_position(of).1;
        let is_near =
            inside.all(|inside| inside) && begins(a) <= self.ends[b] && begins(b) <= self.ends[a];
        check(
            is_near || !overlap,
            "O8: boxes that overlap are near",
            || format!("boxes {a} and {b}"),
        )
    }
}

/// The pencil behind the last one of a level.
fn level_end<const D: usize>(level: &crate::pair_finder::order::level::Level<D>) -> u32 {
    level.first + level.len()
}

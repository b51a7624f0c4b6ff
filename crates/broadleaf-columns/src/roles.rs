//! The columns of a table by the meaning of their names.

use crate::axis::{AXES, POINTS};
use crate::meaning::{Meaning, meaning};

/// Columns with the same meaning: none, one, or too many.
pub(crate) type Role = Vec<usize>;

/// The columns that have each meaning.
#[derive(Debug, Default)]
pub(crate) struct Roles {
    /// Lower ends, upper ends.
    pub(crate) ends: [[Role; AXES]; 2],
    /// By number, by axis.
    pub(crate) numbered: [[Role; AXES]; 3],
    pub(crate) sizes: [Role; AXES],
    /// By family, by axis.
    pub(crate) places: [[Role; AXES]; POINTS.len()],
    pub(crate) interval: [Role; 2],
    pub(crate) length: Role,
}

impl Roles {
    pub(crate) fn of(names: &[&str]) -> Self {
        let mut roles = Self::default();
        let mut letters: [Role; AXES] = Default::default();
        for (column, name) in names.iter().enumerate() {
            match meaning(name) {
                Some(Meaning::End { axis, end }) => roles.ends[end][axis].push(column),
                Some(Meaning::Numbered { axis, number }) => {
                    roles.numbered[number][axis].push(column);
                }
                Some(Meaning::Size { axis }) => roles.sizes[axis].push(column),
                Some(Meaning::SizeLetter { axis }) => letters[axis].push(column),
                Some(Meaning::Place { axis, family }) => roles.places[family][axis].push(column),
                Some(Meaning::Interval { end }) => roles.interval[end].push(column),
                Some(Meaning::Length) => roles.length.push(column),
                None => {}
            }
        }
        roles.add_letters(letters);
        roles.share_z();
        roles.turn_top();
        roles
    }

    /// `w` and `h` together are sizes, and so is `d` beside both and `z`. Alone they are weights,
    /// heights and distances.
    fn add_letters(&mut self, letters: [Role; AXES]) {
        let has = |axis: usize| !letters[axis].is_empty() || !self.sizes[axis].is_empty();
        let has_z = !self.ends[0][2].is_empty() || !self.places[0][2].is_empty();
        let (is_flat, is_solid) = (has(0) && has(1), has_z);
        for (axis, letter) in letters.into_iter().enumerate() {
            if is_flat && (axis < 2 || is_solid) {
                self.sizes[axis].extend(letter);
            }
        }
    }

    /// Shares `z` with longitudes and eastings, if there are any.
    fn share_z(&mut self) {
        let [plain, others @ ..] = &mut self.places;
        let mut is_shared = false;
        for family in others {
            if !family[0].is_empty() && !family[1].is_empty() {
                family[2].clone_from(&plain[2]);
                is_shared = true;
            }
        }
        if is_shared && plain[0].is_empty() && plain[1].is_empty() {
            plain[2].clear();
        }
    }

    /// In `left, top, width, height` the top is the lower end, since y grows downward.
    fn turn_top(&mut self) {
        let [lower, upper] = &mut self.ends;
        let has_origin = !lower[0].is_empty() && lower[1].is_empty();
        let is_only_upper = upper[0].is_empty() && !upper[1].is_empty();
        if has_origin && is_only_upper && !self.sizes[0].is_empty() && !self.sizes[1].is_empty() {
            lower[1] = std::mem::take(&mut upper[1]);
        }
    }
}

/// The number of axes up to the last one that has a column.
pub(crate) fn axes_of(lists: &[&[Role; AXES]]) -> usize {
    let is_named = |axis: &usize| lists.iter().any(|list| !list[*axis].is_empty());
    (0..AXES).rev().find(is_named).map_or(0, |axis| axis + 1)
}

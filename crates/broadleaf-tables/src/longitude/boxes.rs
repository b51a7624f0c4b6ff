//! Rows with one box or two.

use broadleaf::geometry::Scalar;
use broadleaf::{Aabb, Id, PairFinder};

use super::error::{InvalidLongitude, LongitudeProblem};

/// Numbers that hold all degrees from -180 to 180: `f32`, `f64`, and signed integers of 16 to 64
/// bits.
pub trait Degrees: Scalar + From<i16> {}

impl<S: Scalar + From<i16>> Degrees for S {}

/// Boxes of which some may lie over the antimeridian. The id of a box is its row.
///
/// ```
/// use broadleaf::Id;
/// use broadleaf_tables::longitude::LongitudeBoxes;
/// let fiji = [[176.0, -21.0], [-178.0, -12.0]];
/// let taveuni = [[-180.0, -17.0], [-179.7, -16.6]];
/// let suva = [[178.4, -18.2], [178.5, -18.1]];
/// let boxes = LongitudeBoxes::new(0, &[fiji, taveuni, suva])?;
/// assert_eq!(boxes.self_pairs(), [[Id(0), Id(1)], [Id(0), Id(2)]]);
/// # Ok::<(), broadleaf_tables::longitude::InvalidLongitude<f64>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LongitudeBoxes<S: Scalar, const D: usize> {
    /// One for each row, and then the western boxes of rows over the antimeridian.
    pub(super) boxes: Vec<Aabb<S, D>>,
    /// The rows of the western boxes, ascending.
    pub(super) over: Vec<u32>,
    pub(super) axis: usize,
}

impl<S: Degrees, const D: usize> LongitudeBoxes<S, D> {
    /// Boxes with these lower and upper corners, on an axis of longitudes.
    ///
    /// # Errors
    /// A longitude is not from -180 to 180; on another axis, a lower end is above the upper one or
    /// not a number; there is no such axis; there are more boxes than ids.
    pub fn new(axis: usize, corners: &[[[S; D]; 2]]) -> Result<Self, InvalidLongitude<S>> {
        let mut found = Self {
            boxes: Vec::with_capacity(corners.len()),
            over: Vec::new(),
            axis,
        };
        let mut west = Vec::new();
        for (row, &corners) in corners.iter().enumerate() {
            let at_row = |problem| InvalidLongitude { row, problem };
            let [aabb, other] = pieces(axis, corners).map_err(at_row)?;
            found.boxes.extend(aabb);
            if let Some(other) = other {
                west.push(other);
                found.over.push(row as u32);
            }
            if u32::try_from(found.boxes.len() + west.len()).is_err() {
                return Err(at_row(LongitudeProblem::TooManyBoxes));
            }
        }
        found.boxes.extend(west);
        Ok(found)
    }

    /// The number of rows.
    #[must_use]
    pub fn len(&self) -> usize {
        self.boxes.len() - self.over.len()
    }

    /// Whether there are no rows.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.boxes.is_empty()
    }

    /// The pairs of rows whose boxes overlap, each once, sorted; the first id is the smaller one.
    ///
    /// # Panics
    /// Never on boxes that [`new`](Self::new) accepted.
    #[must_use]
    pub fn self_pairs(&self) -> Vec<[Id; 2]> {
        let mut finder = PairFinder::new();
        let Ok(pairs) = finder.within(&self.boxes) else {
            return Vec::new();
        };
        let mut found = pairs.unsorted_pairs();
        for pair in &mut found {
            *pair = pair.map(|id| self.row_of(id));
            pair.sort_unstable();
        }
        found.retain(|[a, b]| a != b);
        each_once(found)
    }

    /// The pairs of a row of this list and a row of another whose boxes overlap, each once, sorted.
    ///
    /// # Errors
    /// Both lists together have more boxes than ids.
    pub fn cross_pairs(&self, other: &Self) -> Result<Vec<[Id; 2]>, broadleaf::TooManyBoxes> {
        let mut finder = PairFinder::new();
        let mut found = finder.between(&self.boxes, &other.boxes)?.unsorted_pairs();
        for [a, b] in &mut found {
            (*a, *b) = (self.row_of(*a), other.row_of(*b));
        }
        Ok(each_once(found))
    }

    /// The row of a box.
    pub(super) fn row_of(&self, id: Id) -> Id {
        match id.index().checked_sub(self.len()) {
            Some(west) => Id(self.over[west]),
            None => id,
        }
    }
}

fn each_once(mut pairs: Vec<[Id; 2]>) -> Vec<[Id; 2]> {
    pairs.sort_unstable();
    pairs.dedup();
    pairs
}

/// The box of a row, or the eastern and the western one.
pub(super) fn pieces<S: Degrees, const D: usize>(
    axis: usize,
    [min, max]: [[S; D]; 2],
) -> Result<[Option<Aabb<S, D>>; 2], LongitudeProblem<S>> {
    if axis >= D {
        return Err(LongitudeProblem::Axis(axis));
    }
    let ends = [S::from(-180), S::from(180)];
    for degrees in [min[axis], max[axis]] {
        // NaN is not in the range.
        if !(degrees >= ends[0] && degrees <= ends[1]) {
            return Err(LongitudeProblem::Degrees(degrees));
        }
    }
    if min[axis] <= max[axis] {
        let aabb = Aabb::try_new(min, max).map_err(LongitudeProblem::Box)?;
        return Ok([Some(aabb), None]);
    }
    let (mut east, mut west) = ([min, max], [min, max]);
    (west[0][axis], east[1][axis]) = (ends[0], ends[1]);
    let aabb = |[min, max]: [[S; D]; 2]| {
        let aabb = Aabb::try_new(min, max).map_err(LongitudeProblem::Box)?;
        Ok(Some(aabb))
    };
    Ok([aabb(east)?, aabb(west)?])
}

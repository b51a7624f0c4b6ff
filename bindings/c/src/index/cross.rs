//! The pairs between two indexes.

use std::any::Any;

use library::PairFinder;

use super::handle::Index;
use super::read::Listed;
use crate::buffers::List;
use crate::failure::Failure;
use crate::kind::by_kind;
use crate::number::Number;
use crate::pairs::options::BroadleafPair;
use crate::status::Status;

/// Writes the pairs of a box of `first` and a box of `second`, whatever their structures: by the
/// laws of the library all of them have the same pairs, so one way serves all combinations.
pub(crate) fn pairs(
    first: &Index,
    second: &Index,
    is_interior: bool,
    list: &mut List<'_, BroadleafPair>,
) -> Result<(), Failure> {
    second.kind.must_be(first.kind, "other")?;
    let listed = [first, second].map(|index| index.any.listed());
    by_kind!(first.kind, pairs_of(listed, is_interior, list))
}

fn pairs_of<S: Number, const D: usize>(
    listed: [Box<dyn Any>; 2],
    is_interior: bool,
    list: &mut List<'_, BroadleafPair>,
) -> Result<(), Failure> {
    let [Ok(first), Ok(second)] = listed.map(|listed| listed.downcast::<Listed<S, D>>()) else {
        return Err(Failure::new(Status::Internal, "an index of another kind"));
    };
    let mut finder = PairFinder::new();
    let query = finder
        .between(&first.boxes, &second.boxes)
        .map_err(|error| Failure::new(Status::TooMany, error))?;
    let query = if is_interior { query.interiors() } else { query };
    // Rows are in the order of ids, so the pairs are sorted by ids, too.
    let pairs = query.pairs();
    list.extend(pairs.iter().map(|[a, b]| BroadleafPair {
        a: first.ids[a.index()].0,
        b: second.ids[b.index()].0,
    }));
    Ok(())
}

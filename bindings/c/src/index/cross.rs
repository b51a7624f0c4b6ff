//! The pairs of an index, and between two.

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

/// Writes the pairs of boxes of an index, or between `first` and `second`, whatever the structures:
/// by the laws of the library all of them have the same pairs, so one way serves all.
pub(crate) fn pairs(
    first: &Index,
    second: Option<&Index>,
    is_interior: bool,
    list: &mut List<'_, BroadleafPair>,
) -> Result<(), Failure> {
    if let Some(second) = second {
        second.kind.must_be(first.kind, "other")?;
    }
    let listed = [Some(first), second].map(|index| Some(index?.any.listed()));
    by_kind!(first.kind, pairs_of(listed, is_interior, list))
}

fn pairs_of<S: Number, const D: usize>(
    listed: [Option<Box<dyn Any>>; 2],
    is_interior: bool,
    list: &mut List<'_, BroadleafPair>,
) -> Result<(), Failure> {
    let listed = listed.map(|listed| listed?.downcast::<Listed<S, D>>().ok());
    let [Some(first), second] = &listed else {
        return Err(Failure::new(Status::Internal, "an index of another kind"));
    };
    let mut finder = PairFinder::new();
    let query = match second {
        None => finder.within(&first.boxes),
        Some(second) => finder.between(&first.boxes, &second.boxes),
    };
    let query = query.map_err(|error| Failure::new(Status::TooMany, error))?;
    let query = if is_interior {
        query.interiors()
    } else {
        query
    };
    // Rows are in the order of ids, so the pairs are sorted by ids, too.
    let ids_of_second = &second.as_ref().unwrap_or(first).ids;
    let pairs = query.pairs();
    list.extend(pairs.iter().map(|[a, b]| BroadleafPair {
        a: first.ids[a.index()].0,
        b: ids_of_second[b.index()].0,
    }));
    Ok(())
}

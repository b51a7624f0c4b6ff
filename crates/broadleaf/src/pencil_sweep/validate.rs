//! Checks the invariant that the module page states.

use alloc::format;

use super::index::PencilSweep;
use crate::geometry::Scalar;
use crate::report::Violation;

/// Checks that the lists have one element for each slot, and P1.
pub(super) fn validate<S: Scalar, const D: usize>(
    index: &PencilSweep<S, D>,
) -> Result<(), Violation> {
    let lengths = [index.slots.len(), index.boxes.len(), index.categories.len()];
    if lengths != [index.ids.len(); 3] {
        return Err(Violation::new(
            "P1: all lists have the same length",
            format!("{lengths:?} for {} ids", index.ids.len()),
        ));
    }
    for (slot, &id) in (0_u32..).zip(&index.ids) {
        if index.slots.get(id) != Some(slot) {
            return Err(Violation::new(
                "P1: the slot of an id holds the id",
                format!("{id:?} in slot {slot}"),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
#[path = "tests/validate.rs"]
mod tests;

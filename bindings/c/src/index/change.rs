//! Changes of an index.

use super::changing::Changing;
use super::handle::Index;
use crate::boxes::{BroadleafBoxes, Described};
use crate::caller::Caller;
use crate::failure::Failure;
use crate::status::Status;

impl Index {
    /// Adds boxes.
    pub(crate) fn insert(
        &mut self,
        caller: &Caller,
        boxes: *const BroadleafBoxes,
        ids: *const u32,
        categories: *const u32,
    ) -> Result<(), Failure> {
        let boxes = self.describe(caller, boxes, "boxes")?;
        let ids = caller.list(ids, boxes.count(), "ids")?;
        let categories = caller.optional(categories, boxes.count(), "categories")?;
        self.changing()?.insert(caller, &boxes, ids, categories)
    }

    /// Moves boxes.
    pub(crate) fn relocate(
        &mut self,
        caller: &Caller,
        boxes: *const BroadleafBoxes,
        ids: *const u32,
    ) -> Result<(), Failure> {
        let boxes = self.describe(caller, boxes, "boxes")?;
        let ids = caller.list(ids, boxes.count(), "ids")?;
        self.changing()?.relocate(caller, &boxes, ids)
    }

    /// Boxes of the caller, which have the kind of the index.
    pub(crate) fn describe(
        &self,
        caller: &Caller,
        boxes: *const BroadleafBoxes,
        name: &'static str,
    ) -> Result<Described, Failure> {
        let boxes = caller.describe(boxes, name)?;
        boxes.kind.must_be(self.kind, name)?;
        Ok(boxes)
    }

    /// What can be changed.
    pub(crate) fn changing(&mut self) -> Result<&mut dyn Changing, Failure> {
        self.any.changing().ok_or_else(|| {
            let text = "index: a packed tree does not change";
            Failure::new(Status::Unsupported, text)
        })
    }
}

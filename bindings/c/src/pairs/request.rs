//! A request for pairs, as a function of the header receives it.

use super::finder::{BroadleafFinder, Lent, Scratch};
use super::labels::{Labels, Query};
use super::options::BroadleafPairOptions;
use crate::boxes::{BroadleafBoxes, Described};
use crate::caller::Caller;
use crate::failure::Failure;
use crate::flags::INTERIORS;
use crate::line::Second;
use crate::number::Number;
use crate::status::Status;

/// Which boxes, and what of their pairs.
pub(crate) struct Request<'a> {
    pub(crate) caller: &'a Caller,
    pub(crate) first: Described,
    pub(crate) second: Option<Described>,
    pub(crate) options: BroadleafPairOptions,
    pub(crate) finder: Lent<'a>,
}

impl<'a> Request<'a> {
    /// The request for the pairs of a list.
    pub(crate) fn within(
        caller: &'a Caller,
        finder: *mut BroadleafFinder,
        boxes: *const BroadleafBoxes,
        options: *const BroadleafPairOptions,
    ) -> Result<Self, Failure> {
        let options = BroadleafPairOptions::read(caller, options)?;
        if !options.second.filters.is_null() || !options.second.scenes.is_null() {
            let text = "options: labels of a second list, and there is one";
            return Err(Failure::new(Status::Option, text));
        }
        Ok(Self {
            caller,
            first: caller.describe(boxes, "boxes")?,
            second: None,
            options,
            finder: Lent::new(finder)?,
        })
    }

    /// The request for the pairs between two lists.
    pub(crate) fn between(
        caller: &'a Caller,
        finder: *mut BroadleafFinder,
        lists: [*const BroadleafBoxes; 2],
        options: *const BroadleafPairOptions,
    ) -> Result<Self, Failure> {
        let first = caller.describe(lists[0], "first")?;
        let second = caller.describe(lists[1], "second")?;
        second.kind.must_be(first.kind, "second")?;
        Ok(Self {
            caller,
            first,
            second: Some(second),
            options: BroadleafPairOptions::read(caller, options)?,
            finder: Lent::new(finder)?,
        })
    }

    /// Answers from the library's query, which has this kind.
    pub(crate) fn ask<S: Number, const D: usize, T>(
        &mut self,
        answer: impl FnOnce(Query<'_, S, D>, &mut Vec<[library::Id; 2]>) -> Result<T, Failure>,
    ) -> Result<T, Failure> {
        let Scratch {
            finder,
            pairs,
            boxes: [of_first, of_second],
        } = self.finder.scratch::<S, D>();
        let first = self.first.open_slice(self.caller, Second::Unit, of_first)?;
        let second = match &self.second {
            Some(second) => Some(second.open_slice(self.caller, Second::Unit, of_second)?),
            None => None,
        };
        let counts = [first.len(), second.map_or(0, <[_]>::len)];
        let labels = Labels::read(self.caller, &self.options, counts)?;
        let query = match second {
            None => finder.within(first),
            Some(second) => finder.between(first, second),
        };
        let query = query.map_err(|error| Failure::new(Status::TooMany, error))?;
        let query = labels.apply(query)?;
        let is_interior = self.options.flags & INTERIORS != 0;
        answer(
            if is_interior {
                query.interiors()
            } else {
                query
            },
            pairs,
        )
    }
}

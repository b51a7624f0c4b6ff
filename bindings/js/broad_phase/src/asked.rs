//! Which boxes a query finds.

use broadleaf::Id;
use broadleaf::filter::{Asker, Rule};

use crate::any_broad_phase::BroadPhase;
use crate::given::Given;
use crate::ids;
use crate::problem::Problem;

/// Which boxes a query finds: those that pass a filter, if there is one, except a single box. All
/// queries have this type of rule, so each is compiled once.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    asker: Option<Asker<'a>>,
    exception: Option<Id>,
}

impl<'a> Asked<'a> {
    /// The rule for a row of many queries.
    pub(crate) fn of<const D: usize>(
        of: &'a BroadPhase<D>,
        given: &Given,
        row: usize,
        is_one_way: bool,
    ) -> Result<Self, Problem> {
        let asker = given.filter(row).map(|filter| of.asker(filter));
        let asker = match is_one_way {
            true => asker.map(Asker::one_way),
            false => asker,
        };
        Ok(Self {
            asker,
            exception: exception(of, given.ids.values(), row)?,
        })
    }

    /// The rule for a box that moves: its own filter, and not the box itself.
    pub(crate) fn by(asker: Asker<'a>, slot: Id) -> Self {
        Self {
            asker: Some(asker),
            exception: Some(slot),
        }
    }
}

/// The slot of the box that a row excludes: the ids are none, one for all, or one for each row.
fn exception<const D: usize>(
    of: &BroadPhase<D>,
    exceptions: &[f64],
    row: usize,
) -> Result<Option<Id>, Problem> {
    let at = if exceptions.len() > 1 { row } else { 0 };
    match exceptions.get(at) {
        None | Some(&ids::NONE) => Ok(None),
        Some(&id) => match ids::proxy(of, id) {
            Some(proxy) => Ok(Some(proxy.id())),
            None => Err(Problem::UnknownId(at)),
        },
    }
}

impl Rule for Asked<'_> {
    fn admits(&self, id: Id) -> bool {
        self.exception != Some(id) && self.asker.is_none_or(|asker| asker.admits(id))
    }

    fn mask(&self) -> Option<u32> {
        self.asker.and_then(|asker| asker.mask())
    }
}

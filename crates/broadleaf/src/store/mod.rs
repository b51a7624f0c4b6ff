//! Storage: ids and what is kept by id. Contains no geometry.

mod id;
mod id_map;
mod id_set;
mod index_pool;
mod narrow;
mod stack;

pub use self::id::{Id, IdOutOfRange};
pub(crate) use self::id_map::IdMap;
pub(crate) use self::id_set::IdSet;
pub(crate) use self::index_pool::IndexPool;
#[expect(unused_imports, reason = "structures still have their own")]
pub(crate) use self::narrow::narrow;
pub(crate) use self::stack::Stack;

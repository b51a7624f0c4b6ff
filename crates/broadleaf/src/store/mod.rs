//! Storage. Knows no geometry.

mod id;
mod id_map;
mod id_set;
mod index_pool;
mod stack;

pub use id::Id;
pub(crate) use id_map::IdMap;
pub(crate) use id_set::IdSet;
pub(crate) use index_pool::IndexPool;
pub(crate) use stack::Stack;

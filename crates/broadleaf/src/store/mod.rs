//! Storage: ids, and values kept by id. Contains no geometry.

mod front;
mod id;
mod id_map;
mod id_set;
mod index;
mod index_pool;
mod push_if;
mod scratch_pool;
mod stack;
mod tuning;

pub(crate) use self::front::Front;
pub use self::id::Id;
pub(crate) use self::id_map::IdMap;
pub(crate) use self::id_set::IdSet;
pub use self::index::TooManyBoxes;
pub(crate) use self::index::to_u32;
pub(crate) use self::index_pool::IndexPool;
pub(crate) use self::push_if::{move_if, push_if, store_if};
pub(crate) use self::scratch_pool::ScratchPool;
pub(crate) use self::stack::Stack;

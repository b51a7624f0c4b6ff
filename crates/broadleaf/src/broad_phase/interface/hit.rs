//! A proxy that a probe reaches.

use crate::broad_phase::state::id::ProxyId;
use crate::index::Hit;

/// A proxy that a probe reaches. Hits are ordered by `(reach, id)`.
pub type ProxyHit<R> = Hit<R, ProxyId>;

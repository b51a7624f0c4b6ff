//! The numbers of this room. `docs/tuning.md` is written from these comments.

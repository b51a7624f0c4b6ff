//! Parts of the sweep.

mod selection;

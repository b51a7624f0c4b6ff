//! Draws a structure: boxes are filled, inner nodes are outlined in the color of their level. 3D
//! scenes are shown from above at an angle.

mod boxes;
mod color;
mod drawing;
mod label;
mod legend;
mod nodes;
mod pairs;
mod picture;
mod view;

pub(crate) use self::drawing::{Drawing, Look};
pub(crate) use self::picture::save;

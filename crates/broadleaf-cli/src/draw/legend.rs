//! What the colors mean.

use svg::node::element::{Group, Rectangle, Text};

use super::color;
use super::view::{MARGIN, WIDTH};

/// The height of a row of the legend.
const ROW: f64 = 26.0;
/// The greatest distance between the swatches of two levels.
const STRIDE: f64 = 56.0;
/// The least width of a swatch and its number.
const ENTRY: f64 = 44.0;

/// The rows below a picture.
pub(super) struct Legend {
    caption: String,
    deepest: Option<usize>,
    has_broad_phase: bool,
}

impl Legend {
    pub(super) fn new(caption: String) -> Self {
        Self {
            caption,
            deepest: None,
            has_broad_phase: false,
        }
    }

    /// A row with the colors of the levels from the root to the deepest one.
    pub(super) fn with_levels(self, deepest: usize) -> Self {
        Self {
            deepest: Some(deepest),
            ..self
        }
    }

    /// A row with the colors of a broad phase, if there is one.
    pub(super) fn with_broad_phase(self, has_broad_phase: bool) -> Self {
        Self {
            has_broad_phase,
            ..self
        }
    }

    pub(super) fn height(&self) -> f64 {
        let rows = 1 + usize::from(self.deepest.is_some()) + usize::from(self.has_broad_phase);
        12.0 + ROW * rows as f64
    }

    pub(super) fn draw(&self, top: f64) -> Group {
        let mut group = Group::new().add(label(&self.caption, MARGIN, top + 18.0));
        let mut top = top + ROW;
        if let Some(deepest) = self.deepest {
            group = group.add(levels(deepest, top));
            top += ROW;
        }
        if self.has_broad_phase {
            group = group.add(meanings(top));
        }
        group
    }
}

/// The colors of levels from the root to the deepest one. If not all numbers fit, only some levels
/// have one.
fn levels(deepest: usize, top: f64) -> Group {
    let stride = STRIDE.min((WIDTH - 2.0 * MARGIN) / (deepest as f64 + 1.0));
    let width = (stride - 2.0).min(22.0);
    let every = (ENTRY / stride).ceil() as usize;
    (0..=deepest).fold(Group::new(), |group, level| {
        let x = MARGIN + stride * level as f64;
        let group = group.add(swatch(x, top, width, &color::of_level(level, deepest)));
        // Beside the swatch if it fits, otherwise on it.
        match (every, level % every) {
            (1, _) => group.add(label(&level.to_string(), x + 27.0, top + 18.0)),
            (_, 0) => group.add(label(&level.to_string(), x, top + 18.0)),
            _ => group,
        }
    })
}

/// The colors of a broad phase.
fn meanings(top: f64) -> Group {
    let meanings = [
        (color::FAT, "fat box"),
        (color::TIGHT_PAIR, "pair that overlaps"),
        (color::FAT_PAIR, "pair of fat boxes only"),
    ];
    let mut x = MARGIN;
    meanings
        .iter()
        .fold(Group::new(), |group, (color, meaning)| {
            let swatch = swatch(x, top, 22.0, color);
            let meaning_at = x + 27.0;
            x += 50.0 + 8.0 * meaning.len() as f64;
            group
                .add(swatch)
                .add(label(meaning, meaning_at, top + 18.0))
        })
}

fn swatch(x: f64, top: f64, width: f64, color: &str) -> Rectangle {
    Rectangle::new()
        .set("x", x)
        .set("y", top + 6.0)
        .set("width", width)
        .set("height", 14)
        .set("fill", color)
}

fn label(content: &str, x: f64, y: f64) -> Text {
    Text::new(content)
        .set("x", x)
        .set("y", y)
        .set("font-family", "sans-serif")
        .set("font-size", 15)
}

//! Colors.

/// Fat boxes.
pub(super) const FAT: &str = "#8a6d1a";
/// Pairs whose tight boxes overlap.
pub(super) const TIGHT_PAIR: &str = "#c1121f";
/// Pairs whose fat boxes overlap, but not their tight boxes.
pub(super) const FAT_PAIR: &str = "#e0a100";

/// The colors of the background, the text and the boxes in dark mode. The colors of levels and
/// pairs suit both modes.
pub(super) const IN_THE_DARK: &str = "@media (prefers-color-scheme: dark) { \
    rect[fill=white] { fill: #0d1117 } text { fill: #e6edf3 } g[stroke='#33415c'] { stroke: #9fb3d1 } \
    path[fill='#b8c7e0'] { fill: #31456b } path[fill='#8fa3c4'] { fill: #263655 } \
    path[fill='#a9bad6'] { fill: #31456b } path[fill='#cdd9ec'] { fill: #40588a } }";

/// The color of a level: red at the root, then green, then blue.
pub(super) fn of_level(level: usize, deepest: usize) -> String {
    let hue = 4.0 * level as f64 / deepest.max(1) as f64;
    // A color wheel in six parts: red is full around 0, green around 2, blue around 4.
    let channel = |at: f64| {
        let distance = (hue - at).abs().min(6.0 - (hue - at).abs());
        (200.0 * (2.0 - distance).clamp(0.0, 1.0)) as u8
    };
    format!(
        "#{:02x}{:02x}{:02x}",
        channel(0.0),
        channel(2.0),
        channel(4.0)
    )
}

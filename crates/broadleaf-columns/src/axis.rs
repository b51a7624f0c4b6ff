//! Axes and ends of boxes, and their common spellings.

/// The greatest number of axes of a box.
pub(crate) const AXES: usize = 3;
pub(crate) const LETTERS: [&str; AXES] = ["x", "y", "z"];
/// Every spelling of an axis next to the word for an end.
pub(crate) const AXIS_WORDS: [&[&str]; AXES] = [
    &["x", "lon", "lng", "long", "longitude", "easting"],
    &["y", "lat", "latitude", "northing"],
    &["z"],
];
/// The words for a lower end and for an upper end.
pub(crate) const END_WORDS: [&[&str]; 2] = [
    &[
        "min", "minimum", "lo", "low", "lower", "start", "begin", "from",
    ],
    &["max", "maximum", "hi", "high", "upper", "end", "stop", "to"],
];
/// Words that name an axis and an end at once.
pub(crate) const SIDES: [[&[&str]; 2]; AXES] = [
    [&["west", "left"], &["east", "right"]],
    [&["south", "bottom"], &["north", "top"]],
    [&["front"], &["back"]],
];
pub(crate) const SIZES: [&[&str]; AXES] = [
    &["width", "dx", "sizex", "xsize"],
    &["height", "dy", "sizey", "ysize"],
    &["depth", "dz", "sizez", "zsize"],
];
/// Letters for sizes, which alone may mean anything.
pub(crate) const SIZE_LETTERS: [&str; AXES] = ["w", "h", "d"];
/// The size of an interval in 1D.
pub(crate) const LENGTHS: &[&str] = &["length", "size"];
/// Families of points, each with the spellings of its axes. `z` belongs to all of them.
pub(crate) const POINTS: [[&[&str]; 2]; 3] = [
    [&["x"], &["y"]],
    [
        &["lon", "lng", "long", "longitude", "decimallongitude"],
        &["lat", "latitude", "decimallatitude"],
    ],
    [&["easting"], &["northing"]],
];
/// Words that may precede or follow the axis of a point.
pub(crate) const POINT_WORDS: &[&str] = &["coord", "coordinate", "point", "pos", "position"];
/// Words that may precede any name.
pub(crate) const PREFIXES: &[&str] = &["bbox", "boundingbox", "bounds", "box", "geometry", "geom"];

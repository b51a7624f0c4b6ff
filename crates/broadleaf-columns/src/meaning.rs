//! The meanings of names.

use crate::axis::{
    AXIS_WORDS, END_WORDS, LENGTHS, LETTERS, POINT_WORDS, POINTS, PREFIXES, SIDES, SIZE_LETTERS,
    SIZES,
};

/// The meaning of a single name, without context.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meaning {
    /// The lower (0) or upper (1) end of a box on an axis.
    End { axis: usize, end: usize },
    /// Such as `x1`: an end that depends on the other numbers.
    Numbered { axis: usize, number: usize },
    /// The size of a box on an axis.
    Size { axis: usize },
    /// A letter that is a size if the other letters are present.
    SizeLetter { axis: usize },
    /// The position of a point, or the lower end of a box beside sizes. `family` is an index into
    /// [`POINTS`]; `z` belongs to the first.
    Place { axis: usize, family: usize },
    /// The lower or upper end of an interval, without an axis.
    Interval { end: usize },
    /// The length of an interval.
    Length,
}

/// The meaning of a name, if it has one.
pub(crate) fn meaning(name: &str) -> Option<Meaning> {
    let name = plain(name);
    known(&name).or_else(|| {
        let mut rests = PREFIXES
            .iter()
            .filter_map(|prefix| name.strip_prefix(prefix));
        rests.find_map(known)
    })
}

/// A name without case and separators.
pub(crate) fn plain(name: &str) -> String {
    let is_separator = |c: &char| matches!(c, '_' | '-' | '.' | '\u{feff}') || c.is_whitespace();
    let kept = name.chars().filter(|c| !is_separator(c));
    kept.flat_map(char::to_lowercase).collect()
}

fn known(name: &str) -> Option<Meaning> {
    side(name)
        .or_else(|| end_of_axis(name))
        .or_else(|| numbered(name))
        .or_else(|| size(name))
        .or_else(|| place(name))
        .or_else(|| interval(name))
}

/// `west`, `left`, `west_lon`, `lon_west`, `x_left`, `westBoundLongitude`.
fn side(name: &str) -> Option<Meaning> {
    each_end(|axis, end| {
        let words = SIDES[axis][end].iter();
        words.into_iter().any(|side| {
            name == *side
                || AXIS_WORDS[axis]
                    .iter()
                    .any(|axis| is_both(name, axis, side))
                || AXIS_WORDS[axis]
                    .iter()
                    .any(|axis| is_three(name, side, axis))
        })
    })
}

/// `westboundlongitude`, of ISO 19115.
fn is_three(name: &str, side: &str, axis: &str) -> bool {
    let rest = name
        .strip_prefix(side)
        .and_then(|rest| rest.strip_prefix("bound"));
    rest == Some(axis)
}

/// `xmin`, `min_x`, `lon_lower`.
fn end_of_axis(name: &str) -> Option<Meaning> {
    each_end(|axis, end| {
        let words = END_WORDS[end].iter();
        words.into_iter().any(|word| {
            AXIS_WORDS[axis]
                .iter()
                .any(|axis| is_both(name, axis, word))
        })
    })
}

fn each_end(is: impl Fn(usize, usize) -> bool) -> Option<Meaning> {
    let all = (0..LETTERS.len()).flat_map(|axis| [0, 1].map(|end| (axis, end)));
    let mut found = all.filter(|&(axis, end)| is(axis, end));
    found.next().map(|(axis, end)| Meaning::End { axis, end })
}

/// Whether a name is two words, in either order.
fn is_both(name: &str, one: &str, other: &str) -> bool {
    name.strip_prefix(one) == Some(other) || name.strip_prefix(other) == Some(one)
}

/// `x0`, `x1`, `x2`.
fn numbered(name: &str) -> Option<Meaning> {
    let mut axes = LETTERS.iter().enumerate();
    axes.find_map(|(axis, letter)| {
        let number = ["0", "1", "2"]
            .iter()
            .position(|number| is_both(name, letter, number))?;
        Some(Meaning::Numbered { axis, number })
    })
}

fn size(name: &str) -> Option<Meaning> {
    if let Some(axis) = SIZE_LETTERS.iter().position(|letter| *letter == name) {
        return Some(Meaning::SizeLetter { axis });
    }
    let axis = SIZES.iter().position(|words| words.contains(&name))?;
    Some(Meaning::Size { axis })
}

fn place(name: &str) -> Option<Meaning> {
    let is =
        |word: &str| name == word || POINT_WORDS.iter().any(|point| is_both(name, word, point));
    if is(LETTERS[2]) {
        return Some(Meaning::Place { axis: 2, family: 0 });
    }
    let mut families = POINTS.iter().enumerate();
    families.find_map(|(family, axes)| {
        let axis = axes
            .iter()
            .position(|words| words.iter().any(|word| is(word)))?;
        Some(Meaning::Place { axis, family })
    })
}

fn interval(name: &str) -> Option<Meaning> {
    if LENGTHS.contains(&name) {
        return Some(Meaning::Length);
    }
    let end = END_WORDS.iter().position(|words| words.contains(&name))?;
    Some(Meaning::Interval { end })
}

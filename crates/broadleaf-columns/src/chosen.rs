//! Columns that the caller names.

use crate::columns::{Columns, Kind};
use crate::error::{NamesError, Problem};
use crate::fit::fit;
use crate::meaning::{Meaning, meaning, plain};

/// See [`Columns::chosen`].
pub(crate) fn chosen(names: &[&str], wanted: &[&str]) -> Result<Columns, NamesError> {
    let failed = |problem| NamesError::new(names, problem);
    let parts = wanted.iter().map(|name| part(names, name));
    let parts: Vec<_> = parts.collect::<Result<_, _>>().map_err(failed)?;
    let (roles, wanted): (Vec<_>, Vec<_>) = parts.into_iter().unzip();
    let places = places(names, &wanted).map_err(failed)?;
    let known = fit(&roles)
        .ok()
        .filter(|set| set.ignored(roles.len()).next().is_none());
    let set = match known {
        Some(set) => set,
        None => by_place(&roles).map_err(failed)?,
    };
    let columns = |list: Vec<usize>| list.into_iter().map(|place| places[place]).collect();
    Ok(Columns {
        kind: set.kind,
        first: columns(set.first),
        second: columns(set.second),
    })
}

/// The name by which a column is read, and its own: `x=a` reads column `a` as if it were `x`. A
/// column with the whole name comes first.
fn part<'a>(names: &[&str], wanted: &'a str) -> Result<(&'a str, &'a str), Problem> {
    match wanted.split_once('=') {
        Some((role, name)) if !names.contains(&wanted) => match meaning(role) {
            Some(_) => Ok((role, name)),
            None => Err(Problem::NoPart(role.to_owned())),
        },
        _ => Ok((wanted, wanted)),
    }
}

fn places(names: &[&str], wanted: &[&str]) -> Result<Vec<usize>, Problem> {
    let place = |name: &&str| {
        let mut same = (0..names.len()).filter(|&column| names[column] == *name);
        match (same.next(), same.next()) {
            (Some(column), None) => Ok(column),
            (None, _) => Err(Problem::NotThere((*name).to_owned())),
            (Some(_), Some(_)) => Err(Problem::Repeated((*name).to_owned())),
        }
    };
    wanted.iter().map(place).collect()
}

/// Whether two names are one word with `start` and with `end`, such as `chromStart` and `chromEnd`.
fn are_ends(wanted: &[&str]) -> bool {
    let [start, end] = wanted else { return false };
    let (start, end) = (plain(start), plain(end));
    let word = start.strip_suffix("start");
    word.is_some() && word == end.strip_suffix("end")
}

/// Lower ends, then upper ends; or points.
fn by_place(wanted: &[&str]) -> Result<Columns, Problem> {
    let all: Vec<_> = (0..wanted.len()).collect();
    let (kind, first, second) = match wanted.len() {
        2 if are_ends(wanted) => (Kind::Corners, vec![0], vec![1]),
        1..=3 => (Kind::Points, all.clone(), all),
        4 | 6 => {
            let (first, second) = all.split_at(wanted.len() / 2);
            (Kind::Corners, first.to_vec(), second.to_vec())
        }
        count => return Err(Problem::Count(count)),
    };
    let half = first.len();
    // A single letter may be any name, as in a, b, c, d; but two of w, h and d are sizes.
    let has_size_letters = |name: &str| {
        let is_other = |other: &&str| {
            *other != name && matches!(meaning(other), Some(Meaning::SizeLetter { .. }))
        };
        wanted.iter().any(is_other)
    };
    let is_contrary = |(place, name): &(usize, &&str)| match meaning(name) {
        Some(Meaning::End { axis, end }) => {
            kind != Kind::Corners || (axis, end) != (place % half, place / half)
        }
        // Such names must agree with their position.
        Some(Meaning::Place { axis, .. }) => axis != place % half,
        Some(Meaning::Numbered { axis, .. }) => kind != Kind::Corners || axis != place % half,
        Some(Meaning::Size { .. }) => true,
        Some(Meaning::SizeLetter { .. }) => has_size_letters(name),
        // The end of an interval is not an axis of a point.
        Some(Meaning::Interval { .. } | Meaning::Length) => kind == Kind::Points,
        None => false,
    };
    if let Some((_, name)) = wanted.iter().enumerate().find(is_contrary) {
        return Err(Problem::Contrary((*name).to_owned()));
    }
    let is_place = |name: &&str| matches!(meaning(name), Some(Meaning::Place { .. }));
    match wanted {
        [a, b] if kind == Kind::Points && !wanted.iter().any(is_place) => Err(
            Problem::PointsOrIntervals([a, b].map(|&name| name.to_owned())),
        ),
        _ => Ok(Columns {
            kind,
            first,
            second,
        }),
    }
}

//! The sets of names that fit a table.

use crate::axis::{AXES, LETTERS};
use crate::columns::{Columns, Kind};
use crate::error::{NamesError, Problem, Wanted};
use crate::roles::{Role, Roles, axes_of};

/// A complete set, or its first missing part; `None` if no part of it exists.
type Found = Option<Result<Columns, Problem>>;

/// The one set of columns that fits the names.
pub(crate) fn fit(names: &[&str]) -> Result<Columns, NamesError> {
    let failed = |problem| NamesError::new(names, problem);
    let roles = Roles::of(names);
    let mut sets = Vec::new();
    let mut half = None;
    // A partial set of corners or sizes contradicts the other names. A partial set of numbers or of
    // points may mean anything.
    for found in [corners(&roles), sized(&roles)].into_iter().flatten() {
        sets.push(found.map_err(failed)?);
    }
    let weak = [numbered(&roles)].into_iter().chain(points(&roles));
    for found in weak.flatten() {
        match found {
            Ok(set) => sets.push(set),
            Err(problem @ Problem::Missing(_)) => half = half.or(Some(problem)),
            Err(problem) => return Err(failed(problem)),
        }
    }
    // A set of one axis, such as x beside lon and lat, counts less than one of two axes.
    if sets.iter().any(|set| set.dimensions() > 1) {
        sets.retain(|set| set.dimensions() > 1);
    }
    match sets.len() {
        0 => match interval(&roles) {
            Some(found) => found.map_err(failed),
            None => Err(failed(half.unwrap_or(Problem::Unknown))),
        },
        1 => Ok(sets.remove(0)),
        _ => Err(failed(Problem::TwoSets(Box::new([
            sets.remove(0),
            sets.remove(0),
        ])))),
    }
}

fn corners(roles: &Roles) -> Found {
    let [lower, upper] = &roles.ends;
    let axes = axes_of(&[lower, upper]);
    let is_sized = axes_of(&[upper]) == 0 && axes_of(&[&roles.sizes]) > 0;
    if axes == 0 || is_sized {
        return None;
    }
    Some(complete(Kind::Corners, lower, upper, axes))
}

/// Sizes beside `x, y, z` or beside the lower ends of corners.
fn sized(roles: &Roles) -> Found {
    let [lower, upper] = &roles.ends;
    let sizes = &roles.sizes;
    let origin = if axes_of(&[lower]) > 0 && axes_of(&[upper]) == 0 {
        lower
    } else {
        &roles.places[0]
    };
    // Sizes alone, such as those of a picture beside corners, are not boxes, and neither are
    // points.
    if axes_of(&[sizes]) == 0 || axes_of(&[origin]) == 0 {
        return None;
    }
    let axes = axes_of(&[origin, sizes]);
    Some(complete(Kind::Sizes, origin, sizes, axes))
}

/// `x1, y1, x2, y2` or `x0, y0, x1, y1`.
fn numbered(roles: &Roles) -> Found {
    let [zero, one, two] = &roles.numbered;
    let axes = axes_of(&[zero, one, two]);
    // x1 and x2 alone are more likely two variables than an interval.
    if axes < 2 {
        return None;
    }
    let from_zero = complete(Kind::Corners, zero, one, axes);
    let from_one = complete(Kind::Corners, one, two, axes);
    Some(match (from_zero, from_one) {
        (Ok(a), Ok(b)) => Err(Problem::TwoSets(Box::new([a, b]))),
        (from_zero, _) if axes_of(&[two]) == 0 => from_zero,
        (_, from_one) if axes_of(&[zero]) == 0 => from_one,
        (from_zero, from_one) => Err(from_one
            .err()
            .or(from_zero.err())
            .unwrap_or(Problem::Unknown)),
    })
}

fn points(roles: &Roles) -> impl Iterator<Item = Found> + '_ {
    let is_sized = sized(roles).is_some();
    let families = roles.places.iter().enumerate();
    families.map(move |(family, places)| {
        let axes = axes_of(&[places]);
        // Positions beside sizes belong to boxes.
        let are_boxes = family == 0 && is_sized && axes_of(&[&roles.ends[0]]) == 0;
        if axes == 0 || are_boxes {
            return None;
        }
        Some(complete(Kind::Points, places, places, axes))
    })
}

/// Two ends, or an end and a length, without an axis.
fn interval(roles: &Roles) -> Found {
    let [start, end] = &roles.interval;
    let on_x = |role: &Role| [role.clone(), Role::new(), Role::new()];
    match (end.is_empty(), roles.length.is_empty()) {
        _ if start.is_empty() => None,
        (false, _) => Some(complete(Kind::Corners, &on_x(start), &on_x(end), 1)),
        (true, false) => Some(complete(Kind::Sizes, &on_x(start), &on_x(&roles.length), 1)),
        (true, true) => None,
    }
}

/// The set, if each meaning has one column on each of the first axes.
fn complete(
    kind: Kind,
    first: &[Role; AXES],
    second: &[Role; AXES],
    axes: usize,
) -> Result<Columns, Problem> {
    let wanted = |axis, is_second| Wanted {
        kind,
        axis: LETTERS[axis],
        is_second,
    };
    let column = |role: &Role, wanted| match role[..] {
        [] => Err(Problem::Missing(wanted)),
        [column] => Ok(column),
        [a, b, ..] => Err(Problem::Twice([a, b], wanted)),
    };
    let columns = |roles: &[Role; AXES], is_second| {
        let mut all = roles[..axes].iter().enumerate();
        all.try_fold(Vec::new(), |mut all, (axis, role)| {
            all.push(column(role, wanted(axis, is_second))?);
            Ok(all)
        })
    };
    Ok(Columns {
        kind,
        first: columns(first, false)?,
        second: columns(second, true)?,
    })
}

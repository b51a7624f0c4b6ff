//! Every spelling and order, and what is missing, repeated or ambiguous.

use crate::axis::{AXIS_WORDS, END_WORDS, LETTERS, SIDES, SIZES};
use crate::columns::{Columns, Kind};

#[track_caller]
fn assert_set(names: &[&str], kind: Kind, first: &[&str], second: &[&str]) {
    let columns = Columns::of(names).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(columns.kind(), kind, "{names:?}");
    let named = |list: &[usize]| list.iter().map(|&at| names[at]).collect::<Vec<_>>();
    assert_eq!(named(columns.first()), first, "{names:?}");
    assert_eq!(named(columns.second()), second, "{names:?}");
}

#[track_caller]
fn assert_error(names: &[&str], expected: &str) {
    let error = Columns::of(names).unwrap_err().to_string();
    assert!(error.contains(expected), "{names:?}: {error}");
    for name in names.iter().take(20) {
        assert!(error.contains(name), "{names:?}: {error}");
    }
}

/// Checks that every order of names means the same.
fn in_every_order(names: &[&str], check: &mut impl FnMut(&[&str])) {
    let mut order = names.to_vec();
    permute(&mut order, 0, check);
}

fn permute(names: &mut [&str], from: usize, check: &mut impl FnMut(&[&str])) {
    if from == names.len() {
        return check(names);
    }
    for other in from..names.len() {
        names.swap(from, other);
        permute(names, from + 1, check);
        names.swap(from, other);
    }
}

#[test]
fn names_decide_in_every_order() {
    let check = |kind, first: &[&str], second: &[&str]| {
        let mut names = [first, second].concat();
        // 720 orders are enough.
        if names.len() < 6 {
            names.push("id");
        }
        names.dedup();
        if kind == Kind::Points {
            names = [first, &["id"]].concat();
        }
        in_every_order(&names, &mut |names| assert_set(names, kind, first, second));
    };
    check(Kind::Corners, &["xmin", "ymin"], &["xmax", "ymax"]);
    check(
        Kind::Corners,
        &["xmin", "ymin", "zmin"],
        &["xmax", "ymax", "zmax"],
    );
    check(Kind::Corners, &["west", "south"], &["east", "north"]);
    check(Kind::Corners, &["left", "bottom"], &["right", "top"]);
    check(Kind::Corners, &["x1", "y1"], &["x2", "y2"]);
    check(Kind::Corners, &["x0", "y0", "z0"], &["x1", "y1", "z1"]);
    check(Kind::Sizes, &["x", "y"], &["width", "height"]);
    check(Kind::Sizes, &["x", "y", "z"], &["w", "h", "d"]);
    check(Kind::Sizes, &["left", "top"], &["width", "height"]);
    check(Kind::Sizes, &["xmin", "ymin"], &["dx", "dy"]);
    check(Kind::Points, &["x", "y", "z"], &["x", "y", "z"]);
    check(Kind::Points, &["lng", "lat"], &["lng", "lat"]);
}

#[test]
fn every_spelling_is_known() {
    for (lower, upper) in END_WORDS[0].iter().zip(END_WORDS[1]) {
        for x in AXIS_WORDS[0] {
            for y in AXIS_WORDS[1] {
                let name =
                    |axis: &str, end: &str| [format!("{axis}_{end}"), format!("{end} {axis}")];
                let (x0, x1) = (name(x, lower), name(x, upper));
                let (y0, y1) = (name(y, lower), name(y, upper));
                for style in 0..2 {
                    let [x0, x1, y0, y1] = [&x0, &x1, &y0, &y1].map(|names| names[style].as_str());
                    assert_set(&[x0, x1, y0, y1], Kind::Corners, &[x0, y0], &[x1, y1]);
                }
            }
        }
    }
    for (sides, axis) in SIDES.iter().zip(LETTERS) {
        for words in sides
            .each_ref()
            .map(|words| words.iter())
            .into_iter()
            .flatten()
        {
            assert!(crate::meaning::meaning(words).is_some());
            assert!(crate::meaning::meaning(&format!("{axis}_{words}")).is_some());
        }
    }
    for (x, y) in SIZES[0].iter().zip(SIZES[1]) {
        assert_set(&[x, y, "x", "y"], Kind::Sizes, &["x", "y"], &[x, y]);
    }
    for [x, y] in [
        ["lon", "lat"],
        ["Longitude", "Latitude"],
        ["decimalLongitude", "decimalLatitude"],
        ["easting", "northing"],
        ["X_COORD", "Y_COORD"],
        ["point.x", "point.y"],
        ["pos-x", "pos-y"],
    ] {
        assert_set(&["name", y, x], Kind::Points, &[x, y], &[x, y]);
    }
}

#[test]
fn case_and_separators_do_not_count() {
    let check = |[x0, y0, x1, y1]: [&str; 4]| {
        assert_set(
            &[x1, y0, "geometry", x0, y1],
            Kind::Corners,
            &[x0, y0],
            &[x1, y1],
        );
    };
    check(["MinX", "MinY", "MaxX", "MaxY"]);
    check(["X Min", "y-min", "x.max", "Y_MAX"]);
    check(["bbox.xmin", "bbox.ymin", "bbox.xmax", "bbox.ymax"]);
    check(["bbox_x1", "bbox_y1", "bbox_x2", "bbox_y2"]);
    check(["\u{feff}xmin", "ymin", "xmax", "ymax"]);
    check([
        "westBoundLongitude",
        "southBoundLatitude",
        "eastBoundLongitude",
        "northBoundLatitude",
    ]);
    check(["min_lon", "min_lat", "max_lon", "max_lat"]);
    check(["x_left", "y_bottom", "x_right", "y_top"]);
}

#[test]
fn what_is_missing_is_named() {
    assert_error(
        &["xmin", "ymin", "xmax"],
        "the upper end of y (ymax) is missing",
    );
    assert_error(
        &["xmin", "xmax", "zmin", "zmax"],
        "the lower end of y (ymin) is missing",
    );
    assert_error(
        &["xmin", "ymin", "zmin", "xmax", "ymax"],
        "the upper end of z (zmax)",
    );
    assert_error(&["x", "y", "width"], "the size along y (height) is missing");
    assert_error(
        &["x", "y", "z", "width", "height"],
        "the size along z (depth) is missing",
    );
    assert_error(&["lat", "name"], "the position on x (x) is missing");
    assert_error(&["xmin", "lon", "lat"], "the upper end of x");
    assert_error(&["x1", "y1", "x2"], "the upper end of y");
    assert_error(&["x0", "y0", "x1", "y1", "x2"], "the upper end of y");
    assert_error(&["a", "b", "c", "d"], "no names of boxes");
    assert_error(
        &["center_x", "center_y", "width", "height"],
        "no names of boxes",
    );
    assert_error(&["cx", "cy", "w", "h"], "no names of boxes");
    let many: Vec<_> = (0..25).map(|column| format!("c{column}")).collect();
    let error = Columns::of(&many).unwrap_err().to_string();
    assert!(error.ends_with("c19 and 5 others"), "{error}");
    assert_eq!(
        Columns::of(&[""; 0])
            .unwrap_err()
            .to_string()
            .lines()
            .count(),
        1
    );
}

#[test]
fn what_fits_twice_is_an_error() {
    assert_error(
        &["x", "y", "lon", "lat"],
        "two sets of columns could be the boxes: x, y, or lon",
    );
    assert_error(
        &["x", "y", "xmin", "ymin", "xmax", "ymax"],
        "xmin, ymin, xmax, ymax, or x, y",
    );
    assert_error(
        &["x0", "y0", "x1", "y1", "x2", "y2"],
        "x0, y0, x1, y1, or x1, y1, x2, y2",
    );
    assert_error(
        &["xmin", "minx", "ymin", "xmax", "ymax"],
        "xmin and minx are both the lower end",
    );
    assert_error(&["x", "X", "y"], "x and X are both the position on x");
    assert_error(
        &["xmin", "xmin", "ymin", "xmax", "ymax"],
        "xmin and xmin are both",
    );
    assert_error(
        &[
            "xmin",
            "ymin",
            "xmax",
            "ymax",
            "bbox.xmin",
            "bbox.ymin",
            "bbox.xmax",
            "bbox.ymax",
        ],
        "xmin and bbox.xmin are both",
    );
    assert_error(
        &["xmin", "ymin", "xmax", "ymax", "x1", "y1", "x2", "y2"],
        "two sets",
    );
}

#[test]
fn other_columns_are_ignored_and_listed() {
    // The size of the picture beside a box in it.
    let names = ["file", "width", "height", "xmin", "ymin", "xmax", "ymax"];
    assert_set(&names, Kind::Corners, &["xmin", "ymin"], &["xmax", "ymax"]);
    let columns = Columns::of(&names).unwrap();
    assert_eq!(columns.ignored(7).collect::<Vec<_>>(), [0, 1, 2]);
    assert_set(&["x", "y", "w"], Kind::Points, &["x", "y"], &["x", "y"]);
    assert_set(
        &["lon", "lat", "height"],
        Kind::Points,
        &["lon", "lat"],
        &["lon", "lat"],
    );
    let names = ["xmin", "ymin", "xmax", "ymax", "start", "end"];
    assert_set(&names, Kind::Corners, &["xmin", "ymin"], &["xmax", "ymax"]);
    assert_set(
        &["z", "lat", "lon"],
        Kind::Points,
        &["lon", "lat", "z"],
        &["lon", "lat", "z"],
    );
}

#[test]
fn one_axis_is_an_interval() {
    assert_set(&["end", "start"], Kind::Corners, &["start"], &["end"]);
    assert_set(&["length", "start"], Kind::Sizes, &["start"], &["length"]);
    assert_set(&["xmax", "xmin"], Kind::Corners, &["xmin"], &["xmax"]);
    assert_set(&["x", "id"], Kind::Points, &["x"], &["x"]);
    assert_error(&["x1", "x2", "x3"], "no names of boxes");
}

#[track_caller]
fn chosen(names: &[&str], wanted: &[&str]) -> Result<(Kind, Vec<usize>, Vec<usize>), String> {
    let columns = Columns::chosen(names, wanted).map_err(|error| error.to_string())?;
    Ok((
        columns.kind(),
        columns.first().to_vec(),
        columns.second().to_vec(),
    ))
}

#[test]
fn wanted_names_are_read_by_name_or_by_place() {
    let names = [
        "a", "b", "c", "d", "xmin", "ymin", "xmax", "ymax", "x", "y", "width", "height",
    ];
    let corners = |first: [usize; 2], second: [usize; 2]| {
        Ok((Kind::Corners, first.to_vec(), second.to_vec()))
    };
    assert_eq!(
        chosen(&names, &["d", "c", "b", "a"]),
        corners([3, 2], [1, 0])
    );
    assert_eq!(
        chosen(&names, &["xmin", "xmax", "ymin", "ymax"]),
        corners([4, 5], [6, 7])
    );
    assert_eq!(
        chosen(&names, &["xmin", "a", "xmax", "b"]),
        corners([4, 0], [6, 1])
    );
    let sizes = chosen(&names, &["x", "width", "y", "height"]);
    assert_eq!(sizes, Ok((Kind::Sizes, vec![8, 9], vec![10, 11])));
    assert_eq!(
        chosen(&names, &["y", "x"]),
        Ok((Kind::Points, vec![8, 9], vec![8, 9]))
    );
    assert_eq!(chosen(&names, &["a", "b", "c"]).unwrap().0, Kind::Points);
    for (wanted, problem) in [
        (
            &["xmin", "xmax", "a", "b"][..],
            "xmax contradicts its position",
        ),
        (
            &["a", "b", "width", "height"],
            "width contradicts its position",
        ),
        (
            &["xmin", "ymin", "xmax", "ymax", "a"],
            "5 columns are not a box",
        ),
        (&["xmin", "ymin", "xmax", "YMAX"], "there is no column YMAX"),
        (&["xmin", "ymin", "xmax"], "contradicts its position"),
    ] {
        let error = chosen(&names, wanted).unwrap_err();
        assert!(error.contains(problem), "{wanted:?}: {error}");
    }
    for wanted in [&["start", "b"], &["a", "end"], &["a", "length"]] {
        let error = chosen(&["a", "b", "start", "end", "length"], wanted).unwrap_err();
        assert!(
            error.contains("contradicts its position"),
            "{wanted:?}: {error}"
        );
    }
    for wanted in [&["chromStart", "chromEnd"], &["tx_start", "tx_end"]] {
        assert_eq!(
            chosen(wanted, wanted),
            Ok((Kind::Corners, vec![0], vec![1]))
        );
    }
    // Both ends in the same columns: points.
    assert_eq!(
        chosen(&names, &["a", "b", "a", "b"]),
        corners([0, 1], [0, 1])
    );
    let twice = chosen(&["a", "a", "b"], &["a", "b"]).unwrap_err();
    assert!(twice.contains("occurs twice"), "{twice}");
}

#[test]
fn two_unknown_names_say_what_they_are() {
    let names = ["a", "b", "tx_end", "cds_start", "w", "x=a"];
    for wanted in [["a", "b"], ["tx_end", "cds_start"], ["w", "b"], ["a", "a"]] {
        let error = Columns::chosen(&names, &wanted).unwrap_err();
        let [a, b] = wanted;
        assert!(!error.to_string().contains("start="), "{wanted:?}: {error}");
        let error = error.with_intervals(true).to_string();
        for way in [format!("x={a},y={b}"), format!("start={a},end={b}")] {
            assert!(error.contains(&way), "{wanted:?}: {error}");
            let way: Vec<_> = way.split(',').collect();
            assert!(chosen(&names[..5], &way).is_ok(), "{way:?}");
        }
    }
    assert_eq!(
        chosen(&names, &["y=a", "x=b"]),
        Ok((Kind::Points, vec![1, 0], vec![1, 0]))
    );
    assert_eq!(
        chosen(&names, &["end=a", "start=b"]),
        Ok((Kind::Corners, vec![1], vec![0]))
    );
    assert_eq!(
        chosen(&names, &["length=a", "start=b"]),
        Ok((Kind::Sizes, vec![1], vec![0]))
    );
    assert_eq!(
        chosen(&names[..5], &["x=a", "width=b", "y=tx_end", "height=w"]),
        Ok((Kind::Sizes, vec![0, 2], vec![1, 4]))
    );
    // A column with the whole name comes first.
    let whole = chosen(&names, &["x=a", "y=b", "a", "b"]);
    assert_eq!(whole, Ok((Kind::Corners, vec![5, 1], vec![0, 1])));
    for (wanted, problem) in [
        (&["x=c", "y=b"][..], "there is no column c"),
        (&["foo=a", "y=b"], "foo= names no part of a box"),
        (&["=a", "b"], "= names no part of a box"),
        (&["y=a", "y=b"], "y contradicts its position"),
        (&["start=a", "b"], "start contradicts its position"),
    ] {
        let error = chosen(&names[..5], wanted).unwrap_err();
        assert!(error.contains(problem), "{wanted:?}: {error}");
    }
}

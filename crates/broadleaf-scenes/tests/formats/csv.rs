//! Tables of boxes or points.

use tempfile::TempDir;

use super::{read_all, refusal, write};

#[test]
fn csv_has_boxes_or_points() {
    let folder = TempDir::new().unwrap();
    let boxes = write(
        &folder,
        "boxes.csv",
        "name, min_x, min_y, max_x, max_y\n\"a, b\", 0, 1, 2, 3\nc,-1.5,1e2,inf,100\n",
    );
    let (name, frames) = read_all(&boxes).unwrap();
    assert_eq!(
        (name.as_str(), &frames[0][..]),
        (
            "boxes",
            &[
                vec![0.0, 1.0, 2.0, 3.0],
                vec![-1.5, 100.0, f32::INFINITY, 100.0]
            ][..]
        )
    );
    let (_, frames) = read_all(&write(&folder, "points.csv", "Lat,Lon\n0.1,7\n")).unwrap();
    // Corners are rounded outward to the next f32, so no overlap is lost.
    assert_eq!(frames[0], [vec![7.0, 0.1_f32.next_down(), 7.0, 0.1]]);

    let refused = |text: &[u8]| refusal(&write(&folder, "bad.csv", text));
    assert_eq!(refused(b""), "bad.csv: the file is empty");
    assert_eq!(
        refused(b"x,y\n1,2\n3,four\n"),
        "bad.csv: line 3: column y: \"four\" is not a number"
    );
    assert!(refused(b"x,y\n1,NaN\n").starts_with("bad.csv: line 2: there is no box"));
    assert_eq!(
        refused(b"minx,miny,maxx,maxy\n1,2,0,3\n"),
        "bad.csv: line 2: min 1 is above max 0 on axis 0"
    );
    assert!(refused(b"x,y\n1\n").contains("1 fields in the row"));
    assert!(refused(b"x,y\n1,\xff\n").contains("is not a number"));
}

//! Longer texts of `--help`: examples, file formats, columns.

use broadleaf_scenes::Family;

/// Help for an argument that is the path of a scene.
pub(crate) const SCENE_FILE: &str = "\
A recording (.aabbs), a table (.csv, .tsv, .parquet), GeoJSON (.geojson, .geojsonl), a mesh or scan \
(.ply, .obj, .stl), each also compressed with gzip, or \"built-in\". In a table, the columns of boxes \
are recognized by name: xmin, ymin, xmax, ymax, or west, south, east, north, or x1, y1, x2, y2; x, y, \
width, height; points x, y or lon, lat; with z in 3D. --boxes names other columns";

pub(crate) const PROGRAM: &str = "\
Exit codes: 0 for success, 1 if a check failed or two logs differ, 2 for wrong arguments or files.

With --json a command prints one object, whose first key is \"command\". Commands that read a scene
add \"scene\", \"boxes\", \"dim\", \"frames\", \"scalar\" and \"skipped\", the input that the reader
skipped. Commands that read one frame add \"frame\"; commands that build a structure add
\"structure\" and \"settings\". A box is {\"min\": […], \"max\": […]}, and the key of a time ends in
_ms. Missing values and infinite numbers are null.

Examples:
  broadleaf run built-in --check
  broadleaf scene uniform -n 10000 --frames 6 -o uniform.aabbs
  broadleaf query uniform.aabbs --nearest 10,10,10 -k 5
  broadleaf help query";

pub(crate) const RUN: &str = "\
Columns of the file that --events writes:
  frame   the number of the frame, from 0
  event   begin or end
  a, b    the numbers of the two boxes, the smaller one first

Examples:
  broadleaf run built-in --check
  broadleaf run map.csv --structure kd-sweep --leaf-capacity 32 --json
  broadleaf run uniform.aabbs --events events.csv";

pub(crate) const BROAD_PHASE: &str = "\
Every box is a proxy. Its fat box is its tight box plus a margin: it stays in place while the tight
box moves inside it, and shrinks when it is much larger than margin and motion need. Pairs begin and
end with the overlaps of fat boxes. Margins:
  tight                                no margin
  fatten:EXTENSION:PREDICTION          EXTENSION on every side, and PREDICTION times the motion
                                       since the previous frame in the direction of motion
  proportional:SIXTEENTHS:PREDICTION   like fatten, by SIXTEENTHS / 16 of the longest side of the box
  snap:CELL                            outward to multiples of CELL

Columns of the file that --events writes:
  frame   the number of the frame, from 0
  event   begin or end; with --stays also stay
  a, b    the numbers of the two boxes, the smaller one first

With auto, the structure is dynamic-tree.

Examples:
  broadleaf broad-phase built-in --check
  broadleaf broad-phase built-in --margin fatten:0.2:1.5 --stays --events events.csv
  broadleaf broad-phase built-in --margin fatten:0.1:2 --static 0-4 --events events.csv --json
  broadleaf broad-phase uniform.aabbs --margin snap:0.25 --structure octree --looseness 2";

pub(crate) const FORCES: &str = "\
Bodies at the centers of the boxes attract each other: the force between two bodies is the product of
their masses divided by the square of their distance. There is no force between bodies at the same
point.

Columns of the file that --out writes:
  id           the number of the box
  mass         its mass
  x, y, z      its center
  fx, fy, fz   the force on it

Examples:
  broadleaf forces built-in --frame 80 --opening 0.5 --check
  broadleaf forces built-in --mass volume --out forces.csv --json";

pub(crate) const CCD: &str = "\
The box of a vertex, edge or face encloses it at the beginning and at the end of the motion. A
candidate is a pair of edges, or of a vertex and a face, whose boxes overlap. Adjacent pairs, which
share a vertex, always overlap. They are counted separately (ee_adjacent_kept and vf_adjacent_kept in
JSON count all candidates, including adjacent ones) and written only with --keep-adjacent.

Columns of the file that --out writes:
  kind    ee (edge-edge) or vf (vertex-face)
  a, b    two edges, or a vertex and a face, each numbered from 0 within its kind

With auto, the structure is pencil-sweep, for meshes of any size.

Examples:
  broadleaf ccd frame0.ply frame1.ply
  broadleaf ccd frame0.obj frame1.obj --scalar f64 -o candidates.csv
  broadleaf ccd frame0.ply frame1.ply --truth-ee ee.json --truth-vf vf.json";

#[cfg(feature = "pairs")]
pub(crate) const PAIRS: &str = "\
The boxes of a Parquet file come from the columns that its GeoParquet metadata names, or from columns
recognized by name, as in a text table; otherwise they are the bounds of its geometries (WKB). Lists
x and y are vertices, and a list bbox has the ends of boxes. Floats and integers keep their type, but
integers are doubles if other columns are floats. A text table has a header row and is read as
doubles; an .aabbs file has one frame.

Columns of the output:
  a, b             the ids of two boxes: within one file the smaller one first, with two files the
                   id from the first file first; row numbers count from 0. With text ids, --keep, or
                   --how other than inner, the id of the earlier row comes first, and the hash is of
                   row numbers. With --how semi or anti there is only a
  a_NAME, b_NAME   the columns of --keep and --keep-b; in CSV, times in UTC end in +00:00, and times
                   on a clock without a zone have none

The boxes are read twice and spilled once, about 24 bytes a box in 2D. After a run was killed or ran
out of space, the same command resumes it, unless an input has changed. The hash does not depend on
the order of the pairs.

Examples:
  broadleaf pairs map.csv --count
  broadleaf pairs map.csv --half-open --count
  broadleaf pairs map.csv --how anti --distance 2.5 --keep x,y -o alone.csv
  broadleaf pairs uniform1.aabbs -o pairs.parquet --memory 4G
  broadleaf pairs map.csv uniform2.aabbs -o pairs.csv --limit 1000 --json";

pub(crate) const SCENE: &str = "\
The file is compressed if its name ends in .gz.

Examples:
  broadleaf scene uniform -n 10000 --frames 6 -o uniform.aabbs
  broadleaf scene clustered -n 5000 --dim 2 --seed 7 -o clustered.aabbs.gz";

pub(crate) const QUERY: &str = "\
Each row is a box: its number, a value, its lower and its upper corner. The value is yes for --box
and --point; for --ray the parameter t at which the ray first touches the box, at origin + t ·
direction; for --nearest the distance from the point. With auto, the structure is dynamic-tree.

Examples:
  broadleaf query map.csv --box 0,0,10,10
  broadleaf query map.csv --box 0,0,10,10 --interiors
  broadleaf query map.csv --point 1,2
  broadleaf query built-in --ray 0,20,0,0,-1,0 --frame 80
  broadleaf query built-in --nearest 1,2,3 -k 5 --structure octree --leaf-capacity 8 --json";

/// Long help for the input of `index build`.
pub(crate) const INDEX_INPUT: &str = "\
A scene: a recording, a table, GeoJSON or a mesh, as run reads it, or \"built-in\". Or the file of an \
index in either format, of any number type: it is checked, and its boxes and data are copied";

pub(crate) const INDEX: &str = "\
An index file is mapped into memory and queried in place: nothing else is read or built first.
Flatbush files, which npm's flatbush and Python's geoindex-rs write, are recognized and read as a
whole. No program may change a file in place while this one runs; index build never does so.

Examples:
  broadleaf index build built-in -o pile.index
  broadleaf index query pile.index --nearest 1,2,3 -k 5
  broadleaf index info pile.index --check";

pub(crate) const INDEX_BUILD: &str = "\
Examples:
  broadleaf index build map.csv -o map.index
  broadleaf index build map.csv --data names.txt -o named.index
  broadleaf index build map.csv --scalar f64 --format flatbush -o map.flatbush
  broadleaf index build map.flatbush -o map.index --json";

pub(crate) const INDEX_QUERY: &str = "\
Each row is a box: its number, a value, its lower and its upper corner, and its data if the file has
data. The value is yes for --box and --point; for --ray the parameter t at which the ray first
touches the box, at origin + t · direction; for --nearest the distance from the point.

Examples:
  broadleaf index query pile.index --box -1,-1,-1,1,1,1
  broadleaf index query pile.index --ray 0,20,0,0,-1,0
  broadleaf index query map.flatbush --nearest 1,2 -k 5 --json";

pub(crate) const INDEX_INFO: &str = "\
Examples:
  broadleaf index info pile.index --json
  broadleaf index info map.flatbush --check";

pub(crate) const STATS: &str = "\
Columns of the table, with a row for each way to build the structure:
  nodes         all nodes, leaves included
  height        the largest number of steps from the root to a leaf
  max balance   the largest difference in height between two siblings
  area ratio    the areas of all nodes (in 3D, their surfaces) divided by the area of the root: an
                estimate of the number of nodes that a small query visits; 0 if undefined
  bytes a box   memory, including unused capacity, divided by the number of boxes

With auto, the structure is dynamic-tree.

Examples:
  broadleaf stats built-in --frame 80
  broadleaf stats built-in --structure dynamic-tree --balance height
  broadleaf stats map.csv --structure quadtree --max-depth 10 --looseness 1.5 --json";

pub(crate) const DRAW: &str = "\
With --broad-phase, fat boxes are dashed. A red line joins the centers of two boxes that overlap; a
yellow line joins two boxes of which only the fat boxes overlap. With auto, the structure is
dynamic-tree.

Examples:
  broadleaf draw built-in --frame 80 -o pile.svg
  broadleaf draw map.csv --structure quadtree --levels all --ids -o map.svg
  broadleaf draw map.csv --structure kd-sweep --leaf-capacity 4 --cuts -o cuts.svg
  broadleaf draw built-in --frame 80 --broad-phase --margin fatten:0.2:2 -o broad-phase.svg";

pub(crate) const DIFF: &str = "\
The exit code is 0 if the logs agree, 1 if they differ, 2 if one of them cannot be read.

Examples:
  broadleaf diff alice.trace bob.trace
  broadleaf diff alice.trace bob.trace --json";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  broadleaf completions bash > ~/.local/share/bash-completion/completions/broadleaf
  broadleaf completions fish > ~/.config/fish/completions/broadleaf.fish";

pub(crate) const MAN: &str = "\
Examples:
  broadleaf man > broadleaf.1
  broadleaf man query > broadleaf-query.1
  broadleaf man index build > broadleaf-index-build.1";

pub(crate) const PACKAGE: &str = "\
Files:
  man/man1/       the manual pages of the program and of every command
  completions/    a folder for each shell: bash, elvish, fish, powershell, zsh

Example:
  broadleaf package dist";

/// The kinds of scenes, and which of them this build cannot record.
pub(crate) fn scene_kinds() -> String {
    let families = Family::names();
    let needs = if cfg!(feature = "record") {
        ""
    } else {
        " (not in this build: needs the feature \"record\")"
    };
    format!("A family: {families}; or a recording: pile, tumbler, stream{needs}")
}

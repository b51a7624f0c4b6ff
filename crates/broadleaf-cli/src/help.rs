//! Longer texts of `--help`: examples, file formats, columns.

use broadleaf_scenes::Family;

/// Help for an argument that is the path of a scene.
pub(crate) const SCENE_FILE: &str = "\
An .aabbs, .aabbs.gz, .csv, .geojson, .ply or .obj file, or \"built-in\". A CSV file has a header \
row with the columns min_x, min_y, max_x, max_y (boxes) or x, y (points); other columns are ignored";

pub(crate) const PROGRAM: &str = "\
Examples:
  broadleaf run built-in --check
  broadleaf scene uniform -n 100000 --frames 60 -o uniform.aabbs
  broadleaf query uniform.aabbs --nearest 10,10,10 -k 5
  broadleaf help query

Exit codes: 0 for success, 1 if a check failed or two logs differ, 2 for wrong arguments or files.";

pub(crate) const RUN: &str = "\
Columns of the file that --events writes:
  frame   the number of the frame, from 0
  event   begin or end
  a, b    the numbers of the two boxes, the smaller one first

Examples:
  broadleaf run built-in --check
  broadleaf run map.csv --structure kd-sweep --json
  broadleaf run uniform.aabbs --events events.csv";

pub(crate) const CCD: &str = "\
The box of a vertex, edge or face encloses it at the beginning and at the end of the motion. A
candidate is a pair of edges, or of a vertex and a face, whose boxes overlap. Adjacent pairs, which
share a vertex, always overlap; they are counted apart (ee_adjacent_kept and vf_adjacent_kept in
JSON count all candidates, adjacent ones included) and written only with --keep-adjacent.

Columns of the file that --out writes:
  kind    ee (edge-edge) or vf (vertex-face)
  a, b    two edges, or a vertex and a face, each numbered from 0 within its kind

Examples:
  broadleaf ccd frame0.ply frame1.ply
  broadleaf ccd frame0.obj frame1.obj --scalar f64 -o candidates.csv
  broadleaf ccd frame0.ply frame1.ply --truth-ee ee.json --truth-vf vf.json";

pub(crate) const SCENE: &str = "\
Examples:
  broadleaf scene uniform -n 100000 --frames 60 -o uniform.aabbs
  broadleaf scene clustered -n 5000 --dim 2 --seed 7 -o clustered.aabbs";

pub(crate) const QUERY: &str = "\
Each row is a box: its number, a value, its lower and its upper corner. The value is yes for
--box; for --ray the parameter t at which the ray first touches the box, at origin + t · direction;
for --nearest the distance from the point.

Examples:
  broadleaf query map.csv --box 0,0,10,10
  broadleaf query built-in --ray 0,20,0,0,-1,0 --frame 80
  broadleaf query built-in --nearest 1,2,3 -k 5 --json";

pub(crate) const STATS: &str = "\
Columns of the table, with a row for each way to build the structure:
  nodes         all nodes, leaves included
  height        the largest number of steps from the root to a leaf
  max balance   the largest difference in height between two siblings
  area ratio    the areas of all nodes (in 3D, their surfaces) over the area of the root: an
                estimate of the number of nodes that a small query visits; 0 if it is undefined
  bytes a box   memory, including spare capacity, over the number of boxes

auto is dynamic-tree here. Infinite numbers are null in JSON.

Examples:
  broadleaf stats built-in --frame 80
  broadleaf stats map.csv --structure quadtree --json";

pub(crate) const DRAW: &str = "\
Examples:
  broadleaf draw built-in --frame 80 -o pile.svg
  broadleaf draw map.csv --structure quadtree -o map.svg";

pub(crate) const DIFF: &str = "\
The exit code is 0 if the logs agree, 1 if they differ, 2 if one of them cannot be read.

Example:
  broadleaf diff alice.trace bob.trace";

pub(crate) const COMPLETIONS: &str = "\
Examples:
  broadleaf completions bash > ~/.local/share/bash-completion/completions/broadleaf
  broadleaf completions fish > ~/.config/fish/completions/broadleaf.fish";

pub(crate) const MAN: &str = "\
Examples:
  broadleaf man > broadleaf.1
  broadleaf man query > broadleaf-query.1";

/// The kinds of scenes, and which of them this build cannot record.
pub(crate) fn scene_kinds() -> String {
    let families = Family::ALL.map(|family| family.name()).join(", ");
    let needs = if cfg!(feature = "record") {
        ""
    } else {
        " (not in this build: needs the feature \"record\")"
    };
    format!("A family: {families}; or a recording: pile, tumbler, stream{needs}")
}

//! The box around positions, and the shortest range of longitudes that contains all of them.

/// The lower and the upper corner of a box. If the first axis is a longitude, the lower one may be
/// above the upper one: the box crosses the antimeridian.
pub(super) type Corners = ([f64; 2], [f64; 2]);

/// The extent of the positions of a geometry.
#[derive(Debug, Default)]
pub(super) struct Extent {
    pub(super) corners: Option<Corners>,
    /// Positions with more than two numbers.
    pub(super) heights: u64,
    /// The ranges of longitude of the lines, rings and points, if they are wanted.
    arcs: Vec<[f64; 2]>,
    /// The longitudes of the current list, and of the previous one.
    list: Vec<f64>,
    last_list: Vec<f64>,
    longitude: bool,
}

impl Extent {
    pub(super) fn new(longitude: bool) -> Self {
        Self {
            longitude,
            ..Self::default()
        }
    }

    pub(super) fn add(&mut self, [x, y]: [f64; 2], has_height: bool) {
        self.heights += u64::from(has_height);
        let (min, max) = self.corners.get_or_insert(([x, y], [x, y]));
        // Keeps NaN, since a box with an unknown part is unknown.
        let least = |a: f64, b: f64| if a.is_nan() || a < b { a } else { b };
        *min = [least(min[0], x), least(min[1], y)];
        *max = [-least(-max[0], -x), -least(-max[1], -y)];
        if self.longitude {
            self.list.push(x);
        }
    }

    /// Ends a list of positions, which are connected.
    pub(super) fn end_list(&mut self) {
        let ends = self.list.iter().copied().map(|x| [x, x]);
        let arc = ends.reduce(|a, b| [a[0].min(b[0]), a[1].max(b[1])]);
        self.arcs.extend(arc);
        std::mem::swap(&mut self.list, &mut self.last_list);
        self.list.clear();
    }

    /// Marks the positions of the only list as not connected.
    pub(super) fn disconnect(&mut self) {
        self.arcs.clear();
        self.arcs.extend(self.last_list.iter().map(|&x| [x, x]));
    }

    /// Adds all positions of another geometry.
    pub(super) fn join(&mut self, mut other: Self) {
        // A single position is not in a list.
        other.end_list();
        let heights = self.heights + other.heights;
        if let Some((min, max)) = other.corners {
            self.add(min, false);
            self.add(max, false);
            self.list.clear();
        }
        self.arcs.extend(other.arcs);
        self.heights = heights;
    }

    /// Replaces the corners by those that a file states, if these cross the antimeridian.
    pub(super) fn state(&mut self, bbox: &[f64]) {
        let corners = match *bbox {
            [west, south, east, north] | [west, south, _, east, north, _] => {
                ([west, south], [east, north])
            }
            _ => return,
        };
        if self.longitude && self.corners.is_some() && corners.0[0] > corners.1[0] {
            self.corners = Some(corners);
            self.arcs.clear();
        }
    }

    /// The corners of the box; with longitudes, those of the narrowest box.
    pub(super) fn narrowest(mut self) -> Option<Corners> {
        let (mut min, mut max) = self.corners?;
        // A single position is not in a list.
        self.end_list();
        let is_longitude = |x: f64| (-180.0..=180.0).contains(&x);
        if self.longitude && is_longitude(min[0]) && is_longitude(max[0]) {
            [min[0], max[0]] = around_widest_gap(self.arcs, [min[0], max[0]]);
        }
        Some((min, max))
    }
}

/// The range from the end of the widest gap between arcs to its start. The gap over the
/// antimeridian wins ties.
fn around_widest_gap(mut arcs: Vec<[f64; 2]>, plain: [f64; 2]) -> [f64; 2] {
    arcs.sort_by(|a, b| a[0].total_cmp(&b[0]));
    let (mut best, mut width) = (plain, plain[0] + 360.0 - plain[1]);
    let mut end = plain[0];
    for [from, to] in arcs {
        if from - end > width {
            (best, width) = ([from, end], from - end);
        }
        end = end.max(to);
    }
    best
}

//! Questions about boxes at rest, and changes one by one, each timed separately.

mod asked;
mod box2d;
mod broccoli;
mod bvh;
mod contender;
mod expected;
mod geo_index;
mod obvhs;
mod ours;
mod packed_spatial_index;
mod parry;
mod rstar;
mod table;
mod task;

use broadleaf_scenes::{Family, Frames, Scene, SceneError};

use self::asked::Asked;
use self::contender::{Contender, Make};
use self::expected::Expected;
use self::table::Table;
use self::task::Task;
use crate::arguments::Arguments;
use crate::memory::Usage;
use crate::report::{Report, Timing};
use crate::stopwatch;
use crate::turns::take_turns;

/// What is measured, in the order of the tables.
pub(crate) const QUESTIONS: [&str; 12] = [
    "build",
    "range 1",
    "range 10",
    "range 1000",
    "closest hit",
    "nearest",
    "8 nearest",
    "insert",
    "move",
    "range 10, moved",
    "remove",
    "bytes",
];

/// The number of boxes that are found near each point.
const FEW: usize = 8;

/// Compares all contenders on all scenes and questions that the arguments select.
///
/// # Errors
/// If the answers of a contender are wrong.
pub(crate) fn compare_all(arguments: &Arguments, report: &mut Report) -> Result<(), String> {
    let scale = if arguments.quick { 10 } else { 1 };
    let sizes = [10_000, 100_000, 1_000_000];
    for size in sizes
        .into_iter()
        .take(if arguments.million { 3 } else { 2 })
    {
        let boxes = size / scale;
        if arguments.size.is_some_and(|wanted| wanted != boxes) {
            continue;
        }
        for (name, dimensions) in scenes() {
            let scene = format!("{name} {dimensions}D {boxes}");
            if !scene.contains(&arguments.scene) {
                continue;
            }
            let made = make(name, dimensions, boxes).map_err(|error| error.to_string())?;
            match made {
                Scene::Flat(frames) => compare(scene, frames, &flat(), arguments, report)?,
                Scene::Solid(frames) => compare(scene, frames, &solid(), arguments, report)?,
            }
        }
    }
    Ok(())
}

/// The names and dimensions of the scenes.
fn scenes() -> Vec<(&'static str, usize)> {
    vec![
        ("uniform", 2),
        ("clustered", 2),
        ("uniform", 3),
        ("clustered", 3),
    ]
}

fn make(name: &str, dimensions: usize, boxes: usize) -> Result<Scene, SceneError> {
    match name {
        "uniform" => Family::uniform(0.5, dimensions, boxes, 1, 1),
        _ => name.parse::<Family>()?.scene(dimensions, boxes, 1, 1),
    }
}

fn flat() -> Vec<Make<2>> {
    use packed_spatial_index::flat as psi;
    vec![
        ours::dynamic_tree,
        ours::quadtree,
        ours::kd_sweep,
        psi::simd,
        psi::simd_f32,
        psi::plain,
        parry::flat::binned,
        parry::flat::clustered,
        bvh::flat,
        box2d::make,
        geo_index::hilbert,
        geo_index::hilbert_f64,
        geo_index::tiles,
        broccoli::make,
        rstar::make,
    ]
}

fn solid() -> Vec<Make<3>> {
    use packed_spatial_index::solid as psi;
    vec![
        ours::dynamic_tree,
        ours::octree,
        ours::kd_sweep,
        psi::simd,
        psi::simd_f32,
        psi::plain,
        parry::solid::binned,
        parry::solid::clustered,
        bvh::solid,
        obvhs::fastest,
        obvhs::medium,
        obvhs::compressed,
        rstar::make,
    ]
}

fn compare<const D: usize>(
    scene: String,
    mut frames: Frames<D>,
    contenders: &[Make<D>],
    arguments: &Arguments,
    report: &mut Report,
) -> Result<(), String> {
    let frame = frames.next().ok_or("a scene has a frame")?;
    let frame = frame.map_err(|error| error.to_string())?;
    let count = if arguments.quick { 500 } else { 10_000 };
    let task = Task::new(scene, &frame, count);
    let expected = Expected::new(&task, FEW);
    let mut contenders = contenders.to_vec();
    contenders.retain(|make| make().name().contains(&arguments.contender));
    let mut table = Table::new(&task.scene, expected.mean_hits(&task));
    take_turns(&task.scene, arguments.rounds(), &contenders, |make| {
        let round = Round {
            task: &task,
            expected: &expected,
            make: *make,
            wants: &|question| question.contains(&arguments.question),
        };
        let contender = make();
        for (question, ns, record) in round.play()? {
            table.add(
                question,
                contender.name(),
                contender.storage(),
                contender.is_ours(),
                ns,
            );
            let _ = record;
        }
        Ok(())
    })?;
    let _ = (report, Timing::default());
    table.print();
    Ok(())
}

/// One round of one contender.
struct Round<'a, const D: usize> {
    task: &'a Task<D>,
    expected: &'a Expected<D>,
    make: Make<D>,
    wants: &'a dyn Fn(&str) -> bool,
}

/// A question, the nanoseconds that one took, or the bytes per box, and a checksum.
type Measured = (&'static str, f64, Option<(u64, u64)>);

impl<const D: usize> Round<'_, D> {
    fn play(&self) -> Result<Vec<Measured>, String> {
        let mut measured = Vec::new();
        let mut contender = (self.make)();
        self.build(contender.as_mut(), &mut measured);
        self.ask_ranges(contender.as_mut(), &mut measured)?;
        self.ask_probes(contender.as_mut(), &mut measured)?;
        self.change(contender.as_mut(), &mut measured)?;
        drop(contender);
        self.insert(&mut measured)?;
        measured.retain(|(question, ..)| (self.wants)(question));
        Ok(measured)
    }

    fn build(&self, contender: &mut dyn Contender<D>, measured: &mut Vec<Measured>) {
        let boxes = self.task.boxes.single.len() as f64;
        let (mut usage, mut ms) = (Usage::default(), 0.0);
        usage.count(|| ms = stopwatch::cpu_ms(|| contender.build(&self.task.boxes)));
        let bytes = usage.held() + contender.foreign_bytes();
        measured.push(("build", ms * 1e6 / boxes, None));
        measured.push(("bytes", bytes as f64 / boxes, None));
    }

    fn ask_ranges(
        &self,
        contender: &mut dyn Contender<D>,
        measured: &mut Vec<Measured>,
    ) -> Result<(), String> {
        for (i, question) in ["range 1", "range 10", "range 1000"]
            .into_iter()
            .enumerate()
        {
            if !(self.wants)(question) {
                continue;
            }
            if let Some(asked) = contender.range(&self.task.windows[i]) {
                self.check(question, self.expected.is_range(i, &asked))?;
                measured.push((question, ns_each(&asked), Some(self.expected.record(i))));
            }
        }
        Ok(())
    }

    fn ask_probes(
        &self,
        contender: &mut dyn Contender<D>,
        measured: &mut Vec<Measured>,
    ) -> Result<(), String> {
        let (expected, storage) = (self.expected, contender.storage());
        let (lines, points) = (&self.task.lines, &self.task.points);
        let mut add = |question, asked: Option<Asked>, is_right: &dyn Fn(&Asked) -> bool| {
            if let Some(asked) = asked {
                self.check(question, is_right(&asked))?;
                measured.push((question, ns_each(&asked), None));
            }
            Ok::<(), String>(())
        };
        if (self.wants)("closest hit") {
            add("closest hit", contender.closest_hit(lines), &|asked| {
                expected.are_closest_hits(storage, asked)
            })?;
        }
        if (self.wants)("nearest") {
            add("nearest", contender.nearest(points), &|asked| {
                expected.are_nearest(storage, asked, true)
            })?;
        }
        if (self.wants)("8 nearest") {
            add("8 nearest", contender.nearest_few(points, FEW), &|asked| {
                expected.are_nearest(storage, asked, false)
            })?;
        }
        Ok(())
    }

    /// Moves a tenth of the boxes, asks, and removes a tenth.
    fn change(
        &self,
        contender: &mut dyn Contender<D>,
        measured: &mut Vec<Measured>,
    ) -> Result<(), String> {
        if !["move", "range 10, moved", "remove"]
            .into_iter()
            .any(self.wants)
        {
            return Ok(());
        }
        let Task {
            moves,
            removed,
            windows,
            ..
        } = self.task;
        let Some(changes) = contender.changes() else {
            return Ok(());
        };
        changes.prepare(&self.task.boxes.single);
        let ms = stopwatch::cpu_ms(|| {
            for (id, aabb) in moves {
                changes.move_to(*id, aabb);
            }
        });
        measured.push(("move", ms * 1e6 / moves.len() as f64, None));
        let asked = contender.range(&windows[1]).ok_or("no range questions")?;
        self.check(
            "range 10, moved",
            expected::sum(&asked) == self.expected.moved,
        )?;
        measured.push(("range 10, moved", ns_each(&asked), None));
        let changes = contender.changes().ok_or("no changes")?;
        let ms = stopwatch::cpu_ms(|| removed.iter().for_each(|&id| changes.remove(id)));
        measured.push(("remove", ms * 1e6 / removed.len() as f64, None));
        let asked = contender.range(&windows[1]).ok_or("no range questions")?;
        self.check("remove", expected::sum(&asked) == self.expected.thinned)
    }

    /// Inserts all boxes one by one into a new structure.
    fn insert(&self, measured: &mut Vec<Measured>) -> Result<(), String> {
        if !(self.wants)("insert") {
            return Ok(());
        }
        let mut contender = (self.make)();
        let boxes = &self.task.boxes.single;
        let Some(changes) = contender.changes() else {
            return Ok(());
        };
        changes.prepare(boxes);
        let ms = stopwatch::cpu_ms(|| {
            for (id, aabb) in (0..).zip(boxes) {
                changes.insert(id, aabb);
            }
        });
        measured.push(("insert", ms * 1e6 / boxes.len() as f64, None));
        let asked = contender
            .range(&self.task.windows[1])
            .ok_or("no range questions")?;
        self.check("insert", self.expected.is_range(1, &asked))
    }

    fn check(&self, question: &str, is_right: bool) -> Result<(), String> {
        let name = (self.make)().name();
        match is_right {
            true => Ok(()),
            false => Err(format!(
                "{name} answers \"{question}\" wrongly on {}",
                self.task.scene
            )),
        }
    }
}

fn ns_each(asked: &Asked) -> f64 {
    asked.ms * 1e6 / asked.ends.len().max(1) as f64
}

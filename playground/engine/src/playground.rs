//! The engine as JavaScript calls it.

use broadleaf_scenes::{Family, Scene};
use wasm_bindgen::prelude::*;

use crate::film::Film;
use crate::kind::Kind;
use crate::limits::{MAX_BOXES, MAX_BRUTE_FORCE, MAX_LINES, MAX_PAIRS};
use crate::pile::Pile;
use crate::span::Span;
use crate::stage::{AnyStage, Stage};

/// The name of the simulated scene.
const PILE: &str = "pile";
/// Generated families have this many frames, practically endless.
const ENDLESS: usize = u32::MAX as usize;

/// The scenes of [`Playground::generate`], each with its dimensions: `uniform 2 3`.
#[wasm_bindgen]
pub fn scenes() -> Vec<String> {
    let family = |family: Family| {
        let dimensions = family.dimensions().map(|dimensions| dimensions.to_string());
        format!(
            "{} {}",
            family.name(),
            dimensions.collect::<Vec<_>>().join(" ")
        )
    };
    let families = Family::ALL.into_iter().map(family);
    [format!("{PILE} 2 3")]
        .into_iter()
        .chain(families)
        .collect()
}

/// The names of the structures.
#[wasm_bindgen]
pub fn structures() -> Vec<String> {
    Kind::all().map(|kind| kind.name().to_owned()).collect()
}

/// The largest numbers of boxes in a scene, of pairs to list, of pairs to draw, and of boxes whose
/// pairs brute force finds.
#[wasm_bindgen]
pub fn limits() -> Vec<usize> {
    vec![MAX_BOXES, MAX_PAIRS, MAX_LINES, MAX_BRUTE_FORCE]
}

/// A list in the module's memory.
#[wasm_bindgen]
#[derive(Clone, Copy)]
pub enum List {
    /// Both corners of each box.
    Boxes,
    /// A byte for each box.
    Marks,
    /// Both corners of each node.
    Nodes,
    /// A byte for each node.
    Levels,
    /// Both ends of a line for each pair.
    PairLines,
    /// Both ends of a line for each pair that began.
    BegunLines,
    /// Both ends of a line for each pair that ended.
    EndedLines,
    /// The ids of the boxes that the query found.
    Answers,
    /// The distance or the parameter of each answer.
    Reaches,
    /// Two ids for each pair.
    Pairs,
}

/// A scene on stage.
#[wasm_bindgen]
pub struct Playground {
    stage: Box<dyn AnyStage>,
}

#[wasm_bindgen]
impl Playground {
    /// A scene by name, generated from a seed.
    pub fn generate(
        scene: &str,
        dimensions: usize,
        boxes: usize,
        seed: u32,
        structure: &str,
    ) -> Result<Playground, JsError> {
        let (kind, seed) = (named(structure)?, u64::from(seed));
        check_count(boxes).map_err(error)?;
        if scene != PILE {
            let family: Family = scene.parse()?;
            return set_up(family.scene(dimensions, boxes, ENDLESS, seed)?, kind);
        }
        match dimensions {
            2 => open(PILE, Film::Pile(Pile::<2>::new(boxes, seed).into()), kind),
            3 => open(PILE, Film::Pile(Pile::<3>::new(boxes, seed).into()), kind),
            _ => Err(JsError::new("a pile has 2 or 3 dimensions")),
        }
    }

    /// Opens the scene in the bytes of a file with this name.
    pub fn read(name: &str, bytes: Vec<u8>, structure: &str) -> Result<Playground, JsError> {
        let kind = named(structure)?;
        let scene = Scene::read(name, bytes)?;
        check_count(scene.boxes()).map_err(|problem| error(format!("{name}: {problem}")))?;
        set_up(scene, kind)
    }

    /// The name of the scene.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> String {
        self.stage.name().to_owned()
    }

    /// The number of axes.
    #[wasm_bindgen(getter)]
    pub fn dimensions(&self) -> usize {
        self.stage.dimensions()
    }

    /// The number of boxes.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> usize {
        self.stage.len()
    }

    /// The number of the frame.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> usize {
        self.stage.frame()
    }

    /// The earliest frame that can be rewound to, and the latest frame so far.
    #[wasm_bindgen(getter)]
    pub fn range(&self) -> Vec<usize> {
        self.stage.range().to_vec()
    }

    /// The milliseconds of the last frame: making it, updating the structure, finding pairs, the
    /// broad phase.
    #[wasm_bindgen(getter)]
    pub fn times(&self) -> Vec<f64> {
        let times = self.stage.times();
        vec![times.film, times.update, times.pairs, times.broad_phase]
    }

    /// The structure that was timed beside the chosen one in the last frame, if any.
    #[wasm_bindgen(getter)]
    pub fn lap(&self) -> Option<String> {
        let lap = self.stage.times().lap?;
        Some(lap.kind.name().to_owned())
    }

    /// The milliseconds of that structure: updating it, finding pairs.
    #[wasm_bindgen(getter, js_name = lapTimes)]
    pub fn lap_times(&self) -> Vec<f64> {
        let lap = self.stage.times().lap;
        lap.map_or_else(Vec::new, |lap| vec![lap.update, lap.pairs])
    }

    /// The nodes, the height and the bytes of the structure.
    #[wasm_bindgen(getter)]
    pub fn stats(&self) -> Vec<usize> {
        let stats = self.stage.stats();
        vec![stats.nodes, stats.height, stats.bytes]
    }

    /// The corners of the box around all finite boxes of the first frame.
    #[wasm_bindgen(getter)]
    pub fn bounds(&self) -> Vec<f32> {
        self.stage.bounds()
    }

    /// The hash of the broad phase's state, in hexadecimal digits.
    #[wasm_bindgen(getter, js_name = stateHash)]
    pub fn state_hash(&self) -> Option<String> {
        self.stage.state_hash().map(|hash| format!("{hash:016x}"))
    }

    /// The number of pairs, if they are wanted.
    #[wasm_bindgen(getter, js_name = pairCount)]
    pub fn pair_count(&self) -> Option<usize> {
        self.stage.pair_count()
    }

    /// The numbers of pairs that began and that ended in the last step.
    #[wasm_bindgen(getter, js_name = eventCounts)]
    pub fn event_counts(&self) -> Vec<usize> {
        self.stage.event_counts().to_vec()
    }

    /// The level of the deepest node; −1 if there are no nodes or none are wanted.
    #[wasm_bindgen(getter)]
    pub fn deepest(&self) -> i32 {
        self.stage.deepest()
    }

    /// Chooses another structure.
    pub fn choose(&mut self, structure: &str) -> Result<(), JsError> {
        self.stage.choose(named(structure)?);
        Ok(())
    }

    /// Sets whether a broad phase follows the frames, reports events and can rewind.
    pub fn remember(&mut self, is_remembering: bool) -> Result<(), JsError> {
        self.stage.remember(is_remembering).map_err(error)
    }

    /// Names the structures that are timed beside the chosen one.
    pub fn race(&mut self, structures: Vec<String>) -> Result<(), JsError> {
        let kinds = structures.iter().map(|name| named(name));
        self.stage.race(&kinds.collect::<Result<Vec<_>, _>>()?);
        Ok(())
    }

    /// Goes to the next frame. Returns false at the end of a recording.
    pub fn forward(&mut self) -> Result<bool, JsError> {
        self.stage.forward().map_err(error)
    }

    /// Rewinds to a frame.
    pub fn rewind(&mut self, frame: usize) -> Result<(), JsError> {
        self.stage.rewind(frame).map_err(error)
    }

    /// Finds all pairs, or discards them.
    #[wasm_bindgen(js_name = findPairs)]
    pub fn find_pairs(&mut self, is_wanted: bool) {
        match is_wanted {
            true => self.stage.find_pairs(),
            false => self.stage.forget_pairs(),
        }
    }

    /// Collects the nodes down to a level, or none.
    #[wasm_bindgen(js_name = showNodes)]
    pub fn show_nodes(&mut self, level: Option<usize>) {
        self.stage.show_nodes(level);
    }

    /// Sets the query of a tool: `ray`, `box`, `nearest`, or none.
    pub fn ask(&mut self, tool: &str, numbers: &[f32], k: usize) -> Result<(), JsError> {
        self.stage.ask(tool, numbers, k).map_err(error)
    }

    /// Computes marks and lines.
    pub fn draw(&mut self) {
        self.stage.draw();
    }

    /// The start of a list in memory and its length in bytes, valid until the next call.
    pub fn list(&self, list: List) -> Vec<usize> {
        let stage = &self.stage;
        let Span { start, bytes } = match list {
            List::Boxes => stage.boxes(),
            List::Marks => stage.marks(),
            List::Nodes => stage.nodes()[0],
            List::Levels => stage.nodes()[1],
            List::PairLines => stage.pair_lines(),
            List::BegunLines => stage.event_lines()[0],
            List::EndedLines => stage.event_lines()[1],
            List::Answers => stage.answers()[0],
            List::Reaches => stage.answers()[1],
            List::Pairs => stage.pairs(),
        };
        vec![start, bytes]
    }
}

fn set_up(scene: Scene, kind: Kind) -> Result<Playground, JsError> {
    match scene {
        Scene::Flat(frames) => open(&frames.name.clone(), Film::Scene(frames), kind),
        Scene::Solid(frames) => open(&frames.name.clone(), Film::Scene(frames), kind),
    }
}

fn open<const D: usize>(name: &str, film: Film<D>, kind: Kind) -> Result<Playground, JsError> {
    let stage = Box::new(Stage::open(name, film, kind).map_err(error)?);
    Ok(Playground { stage })
}

fn check_count(boxes: usize) -> Result<(), String> {
    match boxes {
        0 => Err("there are no boxes".to_owned()),
        1..=MAX_BOXES => Ok(()),
        _ => Err(format!(
            "{boxes} boxes, and this page shows at most {MAX_BOXES}"
        )),
    }
}

fn named(structure: &str) -> Result<Kind, JsError> {
    Kind::named(structure).map_err(error)
}

fn error(problem: String) -> JsError {
    JsError::new(&problem)
}

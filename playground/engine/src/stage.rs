//! A scene on stage: its frames, their structure, and the page's view of both.

use broadleaf::report::Stats;
use broadleaf::{Aabb, Id};

use crate::answers::{Answers, Question};
use crate::clock::timed;
use crate::film::Film;
use crate::history::History;
use crate::kind::Kind;
use crate::marks::{Mark, mark};
use crate::nodes::Nodes;
use crate::race::{Lap, Race};
use crate::segments::{finite_bounds, segments_into};
use crate::span::Span;
use crate::structure::Structure;

/// Milliseconds of the last frame.
#[derive(Clone, Copy, Default)]
pub(crate) struct Times {
    /// Making the frame.
    pub(crate) film: f64,
    /// Giving the structure the boxes that changed.
    pub(crate) update: f64,
    /// Finding all pairs with it.
    pub(crate) pairs: f64,
    /// Moving the proxies of the broad phase and ending its step.
    pub(crate) broad_phase: f64,
    /// One of the structures beside the chosen one.
    pub(crate) lap: Option<Lap>,
}

/// The interface of a stage with any number of dimensions.
pub(crate) trait AnyStage {
    fn dimensions(&self) -> usize;
    fn name(&self) -> &str;
    fn len(&self) -> usize;
    fn frame(&self) -> usize;
    fn range(&self) -> [usize; 2];
    fn times(&self) -> Times;
    fn stats(&self) -> Stats;
    fn bounds(&self) -> Vec<f32>;
    fn state_hash(&self) -> Option<u64>;
    fn pair_count(&self) -> Option<usize>;
    fn event_counts(&self) -> [usize; 2];
    fn deepest(&self) -> i32;
    fn choose(&mut self, kind: Kind);
    fn remember(&mut self, is_remembering: bool) -> Result<(), String>;
    fn race(&mut self, kinds: &[Kind]);
    fn forward(&mut self) -> Result<bool, String>;
    fn rewind(&mut self, frame: usize) -> Result<(), String>;
    fn find_pairs(&mut self);
    fn forget_pairs(&mut self);
    fn show_nodes(&mut self, level: Option<usize>);
    fn ask(&mut self, tool: &str, numbers: &[f32], k: usize) -> Result<(), String>;
    fn draw(&mut self);
    fn boxes(&self) -> Span;
    fn marks(&self) -> Span;
    fn nodes(&self) -> [Span; 2];
    fn pair_lines(&self) -> Span;
    fn event_lines(&self) -> [Span; 2];
    fn answers(&self) -> [Span; 2];
    fn pairs(&self) -> Span;
}

/// A scene of `D` dimensions on stage.
pub(crate) struct Stage<const D: usize> {
    name: String,
    film: Film<D>,
    boxes: Vec<Aabb<f32, D>>,
    /// The box around the finite boxes of the first frame.
    bounds: Aabb<f32, D>,
    frame: usize,
    structure: Structure<D>,
    history: Option<History<D>>,
    race: Race<D>,
    /// `None` if pairs are not wanted.
    pairs: Option<Vec<[Id; 2]>>,
    events: [Vec<[Id; 2]>; 2],
    nodes: Nodes<D>,
    answers: Answers,
    marks: Vec<u8>,
    pair_lines: Vec<[f32; D]>,
    event_lines: [Vec<[f32; D]>; 2],
    times: Times,
}

impl<const D: usize> Stage<D> {
    /// Shows the first frame of a film.
    ///
    /// # Errors
    /// If the film is empty.
    pub(crate) fn open(name: &str, mut film: Film<D>, kind: Kind) -> Result<Self, String> {
        let first = film.next().ok_or("the scene has no frames")?;
        let boxes = first.map_err(|error| error.to_string())?;
        let mut stage = Self {
            name: name.to_owned(),
            film,
            bounds: finite_bounds(&boxes),
            frame: 0,
            structure: Structure::new(kind, &[]),
            history: None,
            race: Race::new(&[]),
            pairs: None,
            events: Default::default(),
            nodes: Nodes::default(),
            answers: Answers::default(),
            marks: Vec::new(),
            pair_lines: Vec::new(),
            event_lines: Default::default(),
            times: Times::default(),
            boxes,
        };
        stage.choose(kind);
        Ok(stage)
    }

    /// The boxes of the next frame; `None` after the last one.
    fn next_boxes(&mut self) -> Result<Option<Vec<Aabb<f32, D>>>, String> {
        if let Some(boxes) = self.history.as_ref().and_then(History::next_known) {
            return Ok(Some(boxes));
        }
        let next = self.film.next().transpose();
        next.map_err(|error| error.to_string())
    }

    /// Replaces the boxes, and returns the ids of those that changed.
    fn replace(&mut self, boxes: Vec<Aabb<f32, D>>) -> Vec<Id> {
        let pairs = (0..).map(Id).zip(self.boxes.iter().zip(&boxes));
        let changed = pairs.filter(|(_, (old, new))| old != new);
        let changed = changed.map(|(id, _)| id).collect();
        self.boxes = boxes;
        changed
    }

    fn read_events(&mut self) {
        let history = self.history.as_ref();
        self.events = history.map(History::events).unwrap_or_default();
    }
}

impl<const D: usize> AnyStage for Stage<D> {
    fn dimensions(&self) -> usize {
        D
    }

    fn name(&self) -> &str {
        &self.name
    }

    fn len(&self) -> usize {
        self.boxes.len()
    }

    fn frame(&self) -> usize {
        self.frame
    }

    fn range(&self) -> [usize; 2] {
        let history = self.history.as_ref();
        history.map_or([self.frame; 2], |history| {
            [history.earliest(), history.latest()]
        })
    }

    fn times(&self) -> Times {
        self.times
    }

    fn stats(&self) -> Stats {
        self.structure.stats()
    }

    fn bounds(&self) -> Vec<f32> {
        let ends = [self.bounds.min(), self.bounds.max()];
        ends.as_flattened().to_vec()
    }

    fn state_hash(&self) -> Option<u64> {
        self.history.as_ref().map(History::state_hash)
    }

    fn pair_count(&self) -> Option<usize> {
        self.pairs.as_ref().map(Vec::len)
    }

    fn event_counts(&self) -> [usize; 2] {
        self.events.each_ref().map(Vec::len)
    }

    fn deepest(&self) -> i32 {
        self.nodes.deepest()
    }

    fn choose(&mut self, kind: Kind) {
        let (structure, update) = timed(|| Structure::new(kind, &self.boxes));
        self.structure = structure;
        self.times = Times {
            update,
            ..Times::default()
        };
    }

    fn remember(&mut self, is_remembering: bool) -> Result<(), String> {
        if is_remembering != self.history.is_some() {
            // Clear it first, so that an error leaves none.
            self.history = None;
            self.events = Default::default();
            if is_remembering {
                self.history = Some(History::new(&self.boxes, self.frame)?);
            }
        }
        Ok(())
    }

    fn race(&mut self, kinds: &[Kind]) {
        if !self.race.is_of(kinds) {
            self.race = Race::new(kinds);
        }
    }

    fn forward(&mut self) -> Result<bool, String> {
        let (next, film) = timed(|| self.next_boxes());
        let Some(boxes) = next? else {
            return Ok(false);
        };
        let changed = self.replace(boxes);
        let boxes = &self.boxes;
        let ((), update) = timed(|| self.structure.update(boxes, &changed));
        let mut broad_phase = 0.0;
        if let Some(history) = &mut self.history {
            ((), broad_phase) = timed(|| history.step(boxes, &changed));
        }
        let lap = self.race.run(boxes, &changed);
        self.times = Times {
            film,
            update,
            broad_phase,
            lap,
            pairs: 0.0,
        };
        self.frame += 1;
        self.read_events();
        Ok(true)
    }

    fn rewind(&mut self, frame: usize) -> Result<(), String> {
        let history = self.history.as_mut();
        let history = history.ok_or("events and rewind are switched off")?;
        let (boxes, broad_phase) = timed(|| history.rewind(frame));
        let changed = self.replace(boxes?);
        let ((), update) = timed(|| self.structure.update(&self.boxes, &changed));
        self.frame = frame;
        self.race.interrupt();
        self.times = Times {
            update,
            broad_phase,
            ..Times::default()
        };
        self.read_events();
        Ok(())
    }

    fn find_pairs(&mut self) {
        if !self.structure.is_fast_enough() {
            self.pairs = None;
            return;
        }
        let mut pairs = self.pairs.take().unwrap_or_default();
        let ((), time) = timed(|| self.structure.pairs_into(&mut pairs));
        self.times.pairs = time;
        self.pairs = Some(pairs);
    }

    fn forget_pairs(&mut self) {
        self.pairs = None;
    }

    fn show_nodes(&mut self, level: Option<usize>) {
        self.nodes = match level {
            Some(level) => Nodes::of(&self.structure, level),
            None => Nodes::default(),
        };
    }

    fn ask(&mut self, tool: &str, numbers: &[f32], k: usize) -> Result<(), String> {
        self.answers = match tool {
            "" => Answers::default(),
            _ => Answers::of(&self.structure, &Question::of(tool, numbers, k)?),
        };
        Ok(())
    }

    fn draw(&mut self) {
        self.marks.clear();
        self.marks.resize(self.boxes.len(), Mark::Plain as u8);
        let [begun, ended] = &self.events;
        mark(
            &mut self.marks,
            ended.iter().flatten().copied(),
            Mark::Ended,
        );
        mark(
            &mut self.marks,
            begun.iter().flatten().copied(),
            Mark::Begun,
        );
        let ids = self.answers.ids();
        mark(&mut self.marks, ids.iter().copied(), Mark::Answer);
        mark(&mut self.marks, ids.first().copied(), Mark::FirstAnswer);
        let (boxes, view) = (&self.boxes, &self.bounds);
        let pairs = self.pairs.as_deref().unwrap_or_default();
        segments_into(&mut self.pair_lines, boxes, pairs, view);
        for (lines, pairs) in self.event_lines.iter_mut().zip(&self.events) {
            segments_into(lines, boxes, pairs, view);
        }
    }

    fn boxes(&self) -> Span {
        Span::of(&self.boxes)
    }

    fn marks(&self) -> Span {
        Span::of(&self.marks)
    }

    fn nodes(&self) -> [Span; 2] {
        self.nodes.spans()
    }

    fn pair_lines(&self) -> Span {
        Span::of(&self.pair_lines)
    }

    fn event_lines(&self) -> [Span; 2] {
        self.event_lines.each_ref().map(|lines| Span::of(lines))
    }

    fn answers(&self) -> [Span; 2] {
        self.answers.spans()
    }

    fn pairs(&self) -> Span {
        Span::of(self.pairs.as_deref().unwrap_or_default())
    }
}

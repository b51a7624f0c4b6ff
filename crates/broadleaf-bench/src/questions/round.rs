//! The work of a contender in one round.

use super::asked::Asked;
use super::contender::{Contender, Make};
use super::expected::{self, Expected};
use super::question::{FEW, HITS, Measured, Question};
use super::task::Task;
use crate::memory::Usage;
use crate::stopwatch;

pub(super) struct Round<'a, const D: usize> {
    task: &'a Task<D>,
    expected: &'a Expected<D>,
    make: Make<D>,
    wanted: Wanted<'a>,
}

/// The measurements to make.
#[derive(Clone, Copy)]
pub(super) enum Wanted<'a> {
    /// Queries whose name contains this text.
    Named(&'a str),
    /// These queries of few boxes, whose build is repeated until it takes long enough.
    OfFew(&'a [Question]),
}

/// A list of measurements, or the error.
type Outcome = Result<Vec<Measured>, String>;

impl<'a, const D: usize> Round<'a, D> {
    pub(super) fn new(
        task: &'a Task<D>,
        expected: &'a Expected<D>,
        make: Make<D>,
        wanted: Wanted<'a>,
    ) -> Self {
        Self {
            task,
            expected,
            make,
            wanted,
        }
    }

    /// Makes the wanted measurements, and verifies every answer.
    pub(super) fn play(&self) -> Outcome {
        let mut contender = (self.make)();
        let mut measured = self.build(contender.as_mut());
        measured.extend(self.ranges(contender.as_mut())?);
        measured.extend(self.probes(contender.as_mut())?);
        let changes = [Question::Move, Question::RangeMoved, Question::Remove];
        if changes.into_iter().any(|question| self.wants(question)) {
            measured.extend(self.change(contender.as_mut())?);
        }
        drop(contender);
        if self.wants(Question::Insert) {
            measured.extend(self.insert()?);
        }
        measured.retain(|measured| self.wants(measured.question));
        Ok(measured)
    }

    fn wants(&self, question: Question) -> bool {
        match self.wanted {
            Wanted::Named(part) => question.name().contains(part),
            Wanted::OfFew(questions) => questions.contains(&question),
        }
    }

    fn build(&self, contender: &mut dyn Contender<D>) -> Vec<Measured> {
        let (mut usage, mut ms) = (Usage::default(), 0.0);
        let mut build = || contender.build(&self.task.boxes);
        match self.wanted {
            Wanted::Named(_) => usage.count(|| ms = stopwatch::cpu_ms(build)),
            Wanted::OfFew(_) => ms = stopwatch::repeated_cpu_ms(&mut build),
        }
        let count = self.task.boxes.single.len();
        let bytes = usage.held() + contender.foreign_bytes();
        let time = Measured::time(Question::Build, ms, count);
        let memory = Measured {
            question: Question::Bytes,
            bytes_each: Some(bytes as f64 / count as f64),
            ..time
        };
        vec![time, memory]
    }

    fn ranges(&self, contender: &mut dyn Contender<D>) -> Outcome {
        let mut measured = Vec::new();
        for i in 0..HITS.len() {
            let question = Question::Range(i);
            if !self.wants(question) {
                continue;
            }
            if let Some(asked) = contender.range(&self.task.windows[i]) {
                self.check(question, self.expected.is_range(i, &asked))?;
                measured.push(Measured {
                    hits: Some(self.expected.record(i)),
                    ..time(question, &asked)
                });
            }
        }
        Ok(measured)
    }

    fn probes(&self, contender: &mut dyn Contender<D>) -> Outcome {
        let mut measured = Vec::new();
        for question in [
            Question::ClosestHit,
            Question::Nearest,
            Question::NearestFew,
        ] {
            if !self.wants(question) {
                continue;
            }
            let (lines, points) = (&self.task.lines, &self.task.points);
            let asked = match question {
                Question::ClosestHit => contender.closest_hit(lines),
                Question::Nearest => contender.nearest(points),
                _ => contender.nearest_few(points, FEW),
            };
            if let Some(asked) = asked {
                let storage = contender.storage();
                self.check(question, self.expected.reaches(question, storage, &asked))?;
                measured.push(time(question, &asked));
            }
        }
        Ok(measured)
    }

    /// Moves a tenth of the boxes, queries, removes a tenth, and queries again.
    fn change(&self, contender: &mut dyn Contender<D>) -> Outcome {
        let Task { moves, removed, .. } = self.task;
        let Some(changes) = contender.changes() else {
            return Ok(Vec::new());
        };
        changes.prepare(&self.task.boxes.single);
        let moving = stopwatch::cpu_ms(|| {
            for (id, aabb) in moves {
                changes.move_to(*id, aabb);
            }
        });
        let moved = self.ask_ten(contender)?;
        let is_right = expected::sum(&moved) == self.expected.moved;
        self.check(Question::RangeMoved, is_right)?;
        let changes = contender.changes().ok_or("the boxes can change")?;
        let removing = stopwatch::cpu_ms(|| removed.iter().for_each(|&id| changes.remove(id)));
        let thinned = self.ask_ten(contender)?;
        let is_right = expected::sum(&thinned) == self.expected.thinned;
        self.check(Question::Remove, is_right)?;
        Ok(vec![
            Measured::time(Question::Move, moving, moves.len()),
            time(Question::RangeMoved, &moved),
            Measured::time(Question::Remove, removing, removed.len()),
        ])
    }

    /// Inserts all boxes individually into a new structure.
    fn insert(&self) -> Outcome {
        let mut contender = (self.make)();
        let boxes = &self.task.boxes.single;
        let Some(changes) = contender.changes() else {
            return Ok(Vec::new());
        };
        changes.prepare(boxes);
        let ms = stopwatch::cpu_ms(|| {
            for (id, aabb) in (0..).zip(boxes) {
                changes.insert(id, aabb);
            }
        });
        let asked = self.ask_ten(contender.as_mut())?;
        self.check(Question::Insert, self.expected.is_range(1, &asked))?;
        Ok(vec![Measured::time(Question::Insert, ms, boxes.len())])
    }

    /// Runs the queries with ten hits.
    fn ask_ten(&self, contender: &mut dyn Contender<D>) -> Result<Asked, String> {
        let asked = contender.range(&self.task.windows[1]);
        asked.ok_or_else(|| format!("{} has no range queries", contender.name()))
    }

    fn check(&self, question: Question, is_right: bool) -> Result<(), String> {
        if is_right {
            return Ok(());
        }
        let (name, scene) = ((self.make)().name(), &self.task.scene);
        let question = question.name();
        Err(format!("{name} is wrong about \"{question}\" on {scene}"))
    }
}

fn time(question: Question, asked: &Asked) -> Measured {
    Measured::time(question, asked.ms, asked.ends.len())
}

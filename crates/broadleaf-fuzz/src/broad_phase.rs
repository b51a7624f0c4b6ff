//! Operations on a broad phase, checked against a model, with rewinds to every kept step.

use std::collections::VecDeque;

use broadleaf::broad_phase::{Margin, ProxyConfig, ProxyId};
use broadleaf::{BroadPhase, Id};

use crate::model::{Model, accepts};
use crate::number::{Corners, Number};
use crate::operation::{Operation, filter, mobility, operations};

/// The events of a broad phase are those of a model, a rewound broad phase equals its earlier
/// state, and a restored broad phase equals the saved one. The first byte chooses the number type
/// and the margin.
pub fn broad_phase(bytes: &[u8]) {
    let Some((&kind, rest)) = bytes.split_first() else {
        return;
    };
    match kind % 2 {
        0 => run::<f32, 2>(kind, &operations(rest)),
        _ => run::<i32, 3>(kind, &operations(rest)),
    }
}

/// One of a few margins.
fn margin<S: Number>(code: u8) -> Margin<S> {
    let small = S::from_small(code / 4 % 4);
    match code % 4 {
        0 => Margin::Tight,
        1 => Margin::Snap { cell: small },
        2 => Margin::Fatten {
            extension: small,
            prediction: 2.into(),
        },
        _ => Margin::Proportional {
            sixteenths: 5,
            prediction: 1.into(),
        },
    }
}

fn run<S: Number, const D: usize>(kind: u8, operations: &[Operation]) {
    let mut play = Play::<S, D>::new(margin(kind / 2));
    for operation in operations {
        play.apply(operation);
        play.broad_phase.validate().unwrap();
    }
}

/// The state of a broad phase at the end of a step: its bytes, its hash and the model.
type End = (Vec<u8>, u64, Model);

struct Play<S: Number, const D: usize> {
    broad_phase: BroadPhase<u8, S, D>,
    model: Model,
    /// The last element is the end of the last step. The broad phase keeps the steps of the others.
    ends: VecDeque<End>,
    limit: usize,
}

impl<S: Number, const D: usize> Play<S, D> {
    fn new(margin: Margin<S>) -> Self {
        let mut play = Self {
            broad_phase: BroadPhase::new(margin),
            model: Model::default(),
            ends: VecDeque::new(),
            limit: 4,
        };
        play.broad_phase.remember(play.limit);
        play.ends.push_back(play.end());
        play
    }

    fn save(&self) -> Vec<u8> {
        self.broad_phase.save_with(|&data, out| out.push(data))
    }

    fn end(&self) -> End {
        (
            self.save(),
            self.broad_phase.state_hash(),
            self.model.clone(),
        )
    }

    fn apply(&mut self, operation: &Operation) {
        match operation {
            Operation::Put(name, corners) => self.put(Id(name.number() % 1_000), *corners),
            Operation::PutMany(name, corners) => {
                let config = ProxyConfig::new(mobility(corners.len() as u8));
                let boxes = corners.iter().map(|corners| (corners.aabb(), 1));
                let ids = self.broad_phase.create_all(config, boxes);
                assert_eq!(ids.len(), corners.len(), "{name:?}");
            }
            Operation::MoveMany(corners) => {
                let ids: Vec<_> = self.broad_phase.iter().map(|(id, _)| id).collect();
                let moves = ids.iter().zip(corners);
                let moves = moves.map(|(&id, to)| (id, to.aabb(), to.displacement()));
                self.broad_phase.move_all(moves).unwrap();
            }
            Operation::Optimize => self.broad_phase.optimize(),
            Operation::Clear(rarely) if rarely % 8 == 0 => self.broad_phase.clear(),
            Operation::Translate(corners) => self.broad_phase.translate(corners.displacement()),
            Operation::Step => self.step(),
            Operation::Rewind(steps) => self.rewind(usize::from(steps % 8)),
            Operation::Remember(steps) => self.remember(usize::from(steps % 6)),
            Operation::Restore => self.restore(),
            Operation::Ask(corners, _) => self.ask(*corners),
            _ => self.apply_to_one(operation),
        }
    }

    /// Operations on one proxy.
    fn apply_to_one(&mut self, operation: &Operation) {
        let (Operation::Remove(name)
        | Operation::SetCategory(name, _)
        | Operation::SetMobility(name, _)
        | Operation::SetData(name, _)
        | Operation::SetMargin(name, _)
        | Operation::SetAabb(name, _)
        | Operation::Touch(name)) = operation
        else {
            return;
        };
        let slot = Id(name.number() % 1_000);
        let Some(id) = self.broad_phase.proxy(slot) else {
            return;
        };
        let broad_phase = &mut self.broad_phase;
        match operation {
            Operation::Remove(_) => assert!(broad_phase.remove(id)),
            Operation::SetCategory(_, code) => broad_phase.set_filter(id, filter(*code)).unwrap(),
            Operation::SetMobility(_, code) => {
                broad_phase.set_mobility(id, mobility(*code)).unwrap();
            }
            Operation::SetMargin(_, code) => {
                let margin = (code % 5 > 0).then(|| margin(code / 5));
                broad_phase.set_margin(id, margin).unwrap();
            }
            Operation::SetAabb(_, corners) => {
                broad_phase.set_aabb(id, corners.aabb()).unwrap();
            }
            Operation::SetData(_, data) => *broad_phase.user_data_mut(id).unwrap() = *data,
            _ => {
                broad_phase.touch(id).unwrap();
                self.model.touched.insert(id);
            }
        }
    }

    fn put(&mut self, slot: Id, corners: Corners) {
        match self.broad_phase.proxy(slot) {
            Some(id) => {
                let displacement = corners.displacement();
                self.broad_phase
                    .move_to(id, corners.aabb(), displacement)
                    .unwrap();
            }
            None => {
                let config = ProxyConfig::new(mobility(slot.0 as u8));
                let aabb = corners.aabb();
                let id = self.broad_phase.create_at(slot, config, aabb, slot.0 as u8);
                assert_eq!(id.unwrap().id(), slot);
            }
        }
    }

    fn step(&mut self) {
        // The model reads the fat boxes after the step, since the step may shrink some.
        let events = self.broad_phase.step_with(accepts);
        assert_eq!(events, self.model.step(&self.broad_phase));
        assert_eq!(self.broad_phase.pairs(), self.model.pairs());
        self.ends.push_back(self.end());
        self.trim();
    }

    /// Drops the ends of steps that the broad phase does not keep.
    fn trim(&mut self) {
        let remembered = self.broad_phase.history_len().unwrap_or_default();
        self.ends
            .drain(..self.ends.len() - 1 - remembered.min(self.ends.len() - 1));
    }

    fn remember(&mut self, steps: usize) {
        self.limit = steps;
        self.broad_phase.remember(steps);
        self.trim();
    }

    fn rewind(&mut self, steps: usize) {
        let before = self.save();
        let Some(at) = self.ends.len().checked_sub(steps + 1) else {
            assert!(self.broad_phase.rewind(steps).is_err());
            assert_eq!(self.save(), before, "a refused rewind changes nothing");
            return;
        };
        if self.broad_phase.history_len().is_none() {
            assert!(self.broad_phase.rewind(steps).is_err());
            return;
        }
        self.broad_phase.rewind(steps).unwrap();
        self.ends.truncate(at + 1);
        let (bytes, hash, model) = &self.ends[at];
        assert_eq!(self.save(), *bytes);
        assert_eq!(self.broad_phase.state_hash(), *hash);
        self.model = model.clone();
        assert_eq!(self.broad_phase.pairs(), self.model.pairs());
    }

    /// Saves and restores the broad phase, which then keeps steps from the end of a step on.
    fn restore(&mut self) {
        let (bytes, hash) = (self.save(), self.broad_phase.state_hash());
        let one_byte = |bytes: &[u8]| <[u8; 1]>::try_from(bytes).ok().map(|[data]| data);
        self.broad_phase = BroadPhase::restore_with(&bytes, one_byte).unwrap();
        assert_eq!(self.save(), bytes);
        assert_eq!(self.broad_phase.state_hash(), hash);
        self.step();
        self.broad_phase.remember(self.limit);
        self.ends = VecDeque::from([self.end()]);
    }

    /// Queries of tight boxes see changes immediately.
    fn ask(&self, corners: Corners) {
        let aabb = corners.aabb();
        let ids = self.broad_phase.iter().map(|(id, _)| id);
        let is_touched = |&id: &ProxyId| self.broad_phase.aabb(id).unwrap().overlaps(&aabb);
        let expected: Vec<_> = ids.filter(is_touched).collect();
        assert_eq!(self.broad_phase.overlaps(&aabb), expected);
    }
}

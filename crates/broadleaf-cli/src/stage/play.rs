//! A broad phase that follows the frames of a scene.

use broadleaf::broad_phase::{Mobility, ProxyConfig, ProxyId};
use broadleaf::{Aabb, BroadPhase, Id};
use broadleaf_any::AnyStructure;

use super::args::StageArgs;
use crate::error::CliError;
use crate::number::SceneNumber;
use crate::structure::Chosen;

/// A broad phase with a proxy for each box of a scene.
pub(crate) struct Stage<S: SceneNumber, const D: usize> {
    pub(crate) broad_phase: BroadPhase<(), S, D, AnyStructure<S, D>, AnyStructure<S, D>>,
    proxies: Vec<ProxyId>,
}

/// The changes of a frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Moved {
    /// The number of proxies whose box changed.
    pub(crate) moves: usize,
    /// The number of those that left their fat box.
    pub(crate) reinserted: usize,
}

impl<S: SceneNumber, const D: usize> Stage<S, D> {
    pub(crate) fn new(args: &StageArgs, chosen: &Chosen) -> Result<Self, CliError> {
        Ok(Self {
            broad_phase: BroadPhase::with_structures(
                args.margin(),
                chosen.empty()?,
                chosen.empty()?,
            ),
            proxies: Vec::new(),
        })
    }

    /// Creates the proxies in the first frame, and moves them in all others.
    pub(crate) fn set(
        &mut self,
        args: &StageArgs,
        frame: &[Aabb<S, D>],
    ) -> Result<Moved, CliError> {
        if self.proxies.is_empty() {
            args.check(frame.len())?;
            self.create(args, frame);
            return Ok(Moved::default());
        }
        let Self {
            broad_phase,
            proxies,
        } = self;
        let moves: Vec<_> = proxies
            .iter()
            .zip(frame)
            .filter_map(|(&proxy, &aabb)| {
                let old = broad_phase.aabb(proxy)?;
                (old != aabb).then(|| (proxy, aabb, displacement(&old, &aabb)))
            })
            .collect();
        Ok(Moved {
            moves: moves.len(),
            reinserted: broad_phase.move_all(moves).map_err(CliError::input)?,
        })
    }

    /// Creates the proxies in the order of the boxes, as many at once as possible.
    fn create(&mut self, args: &StageArgs, frame: &[Aabb<S, D>]) {
        let mobilities: Vec<_> = (0..frame.len()).map(|id| args.mobility(id)).collect();
        for run in mobilities.chunk_by(|a, b| a == b) {
            let boxes = &frame[self.proxies.len()..][..run.len()];
            let boxes = boxes.iter().map(|&aabb| (aabb, ()));
            let created = self.broad_phase.create_all(ProxyConfig::new(run[0]), boxes);
            self.proxies.extend(created);
        }
    }

    /// The number of the box of a proxy.
    pub(crate) fn number(&self, proxy: ProxyId) -> Id {
        // Proxies are created in the order of the boxes and none is destroyed, so the slot is the
        // number.
        proxy.id()
    }

    /// The sorted pairs of fat boxes, by brute force.
    pub(crate) fn expected_pairs(&self) -> Vec<[Id; 2]> {
        let fat = |&proxy: &ProxyId| {
            let mobility = self.broad_phase.mobility(proxy)?;
            Some((
                self.number(proxy),
                self.broad_phase.fat_aabb(proxy)?,
                mobility,
            ))
        };
        let fat: Vec<_> = self.proxies.iter().filter_map(fat).collect();
        let mut pairs = Vec::new();
        for (index, (a, aabb, mobility)) in fat.iter().enumerate() {
            for (b, other, others) in &fat[index + 1..] {
                if mobility.meets(*others) && aabb.overlaps(other) {
                    pairs.push([*a, *b]);
                }
            }
        }
        pairs
    }

    /// The first proxy whose fat box does not contain its box in the frame.
    pub(crate) fn first_outside(&self, frame: &[Aabb<S, D>]) -> Option<Id> {
        let mut proxies = self.proxies.iter().zip(frame);
        let outside = proxies.find(|(proxy, aabb)| {
            let fat = self.broad_phase.fat_aabb(**proxy);
            !fat.is_some_and(|fat| fat.contains(aabb))
        });
        outside.map(|(&proxy, _)| self.number(proxy))
    }

    pub(crate) fn count_static(&self) -> usize {
        let mobilities = self
            .proxies
            .iter()
            .map(|&proxy| self.broad_phase.mobility(proxy));
        mobilities
            .filter(|mobility| *mobility == Some(Mobility::Static))
            .count()
    }
}

/// The motion of the lower corner; 0 along an axis on which either box is infinite.
fn displacement<S: SceneNumber, const D: usize>(from: &Aabb<S, D>, to: &Aabb<S, D>) -> [S; D] {
    std::array::from_fn(|axis| {
        let along = to.min()[axis] - from.min()[axis];
        if along.is_finite() { along } else { S::ZERO }
    })
}

//! Broad phases against a model, and the promises of single functions.

mod against_model;
mod answers;
mod events;
mod model;
mod proxies;
mod questions;
mod ray_cast;
mod sleeping;

use broadleaf::BroadPhase;
use broadleaf::Filter;
use broadleaf::broad_phase::{Mobility, ProxyConfig, ProxyId};
use proptest::prelude::*;

use crate::erased::Erased;
use crate::inputs::{TestScalar, margin};

/// A broad phase over any structures: one type for all tests of random operations, so that a broad
/// phase is compiled once for each number type and dimension.
pub(crate) type AnyBroadPhase<S, const D: usize> =
    BroadPhase<Data, S, D, Erased<S, D>, Erased<S, D>>;

/// A number that has to be cloned.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Data(Box<u8>);

impl Data {
    pub(crate) fn new(number: u8) -> Self {
        Self(Box::new(number))
    }

    pub(crate) fn number(&self) -> u8 {
        *self.0
    }
}

pub(crate) fn mobility() -> impl Strategy<Value = Mobility> {
    prop_oneof![
        4 => Just(Mobility::Dynamic),
        1 => Just(Mobility::Kinematic),
        1 => Just(Mobility::Static),
        2 => Just(Mobility::Sleeping),
    ]
}

/// Settings without an individual margin.
pub(crate) fn plain_config<S: TestScalar>() -> impl Strategy<Value = ProxyConfig<S>> {
    (mobility(), filter())
        .prop_map(|(mobility, filter)| ProxyConfig::new(mobility).with_filter(filter))
}

pub(crate) fn config<S: TestScalar>() -> impl Strategy<Value = ProxyConfig<S>> {
    let with_margin = (plain_config(), margin())
        .prop_map(|(config, margin): (ProxyConfig<S>, _)| config.with_margin(margin));
    prop_oneof![4 => plain_config(), 1 => with_margin]
}

pub(crate) fn filter() -> impl Strategy<Value = Filter> {
    let picky = (0_u32..8, 0_u32..8, -2..3)
        .prop_map(|(category, mask, group)| Filter::new(category, mask).with_group(group));
    prop_oneof![2 => Just(Filter::default()), 1 => picky]
}

/// The user's filter of these tests: an arbitrary rule on the data.
pub(crate) fn accepts(a: u8, b: u8) -> bool {
    !(a ^ b).is_multiple_of(4)
}

/// The same, as [`BroadPhase::step_with`] takes it.
pub(crate) fn accepts_proxies((_, a): (ProxyId, &Data), (_, b): (ProxyId, &Data)) -> bool {
    accepts(a.number(), b.number())
}

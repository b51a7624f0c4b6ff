//! The settings with which a proxy is created.

use super::margin::Margin;
use super::mobility::Mobility;
use crate::filter::Filter;

/// The settings of a proxy, except for its box and its data.
///
/// ```
/// use broadleaf::Filter;
/// use broadleaf::broad_phase::{Margin, Mobility, ProxyConfig};
/// let elevator = ProxyConfig::<f32>::new(Mobility::Kinematic)
///     .with_filter(Filter::new(2, !0))
///     .with_margin(Margin::Fatten { extension: 0.5, prediction: 4.into() });
/// assert_eq!(elevator.mobility, Mobility::Kinematic);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct ProxyConfig<S> {
    /// How the proxy moves.
    pub mobility: Mobility,
    /// Which proxies the proxy forms pairs with.
    pub filter: Filter,
    /// The margin of this proxy, whatever its mobility. `None` stands for that of the broad phase,
    /// or for no margin while the proxy is static.
    /// [`set_margin`](crate::broad_phase::BroadPhase::set_margin) changes it.
    pub margin: Option<Margin<S>>,
}

impl<S> ProxyConfig<S> {
    /// The default filter and margin, with this mobility.
    #[must_use]
    pub fn new(mobility: Mobility) -> Self {
        Self {
            mobility,
            filter: Filter::default(),
            margin: None,
        }
    }

    /// These settings with another filter.
    #[must_use]
    pub fn with_filter(self, filter: Filter) -> Self {
        Self { filter, ..self }
    }

    /// These settings with a margin for this proxy alone.
    #[must_use]
    pub fn with_margin(self, margin: Margin<S>) -> Self {
        Self {
            margin: Some(margin),
            ..self
        }
    }
}

impl<S> Default for ProxyConfig<S> {
    /// A dynamic proxy.
    fn default() -> Self {
        Self::new(Mobility::Dynamic)
    }
}

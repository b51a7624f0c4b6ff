//! The operations on proxies.

use alloc::string::String;
use core::fmt;

use super::log_box::LogBox;
use crate::broad_phase::history::header::write_margin;
use crate::broad_phase::{Margin, Mobility, ProxyConfig, ProxyId};
use crate::filter::Filter;
use crate::geometry::Encoding;

/// An operation on a proxy. Displayed as a predicate: "destroys 3v0, last [0, 0] to [1, 1]".
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Operation {
    /// The proxy was created.
    #[non_exhaustive]
    Create {
        /// The new proxy.
        proxy: ProxyId,
        /// Its settings. The scalars of a margin are words: see
        /// [`Scalar::to_word`](crate::geometry::Scalar::to_word).
        config: ProxyConfig<i64>,
        /// Its tight box.
        aabb: LogBox,
    },
    /// The proxy was destroyed.
    #[non_exhaustive]
    Destroy {
        /// The proxy.
        proxy: ProxyId,
        /// Its last tight box.
        from: LogBox,
    },
    /// The proxy got another tight box.
    #[non_exhaustive]
    Move {
        /// The proxy.
        proxy: ProxyId,
        /// The tight box before.
        from: LogBox,
        /// The tight box after.
        to: LogBox,
        /// The displacement in decimal numbers, if it is not zero and the margin uses it.
        displacement: Option<String>,
    },
    /// The proxy got another filter.
    #[non_exhaustive]
    SetFilter {
        /// The proxy.
        proxy: ProxyId,
        /// The filter before.
        from: Filter,
        /// The filter after.
        to: Filter,
    },
    /// The proxy got another mobility.
    #[non_exhaustive]
    SetMobility {
        /// The proxy.
        proxy: ProxyId,
        /// The mobility before.
        from: Mobility,
        /// The mobility after.
        to: Mobility,
    },
    /// The proxy got another margin of its own, or lost it.
    #[non_exhaustive]
    SetMargin {
        /// The proxy.
        proxy: ProxyId,
        /// The margin before. Its scalars are words, as those of a creation.
        from: Option<Margin<i64>>,
        /// The margin after.
        to: Option<Margin<i64>>,
        /// The type of the words.
        encoding: Encoding,
    },
    /// The caller's filter had to decide again on the pairs of the proxy.
    #[non_exhaustive]
    Touch {
        /// The proxy.
        proxy: ProxyId,
    },
}

impl Operation {
    /// The proxy.
    #[must_use]
    pub fn proxy(&self) -> ProxyId {
        match self {
            Self::Create { proxy, .. }
            | Self::Destroy { proxy, .. }
            | Self::Move { proxy, .. }
            | Self::SetFilter { proxy, .. }
            | Self::SetMobility { proxy, .. }
            | Self::SetMargin { proxy, .. }
            | Self::Touch { proxy } => *proxy,
        }
    }
}

impl fmt::Display for Operation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Create {
                proxy,
                config,
                aabb,
            } => {
                let mobility = name(config.mobility);
                write!(f, "creates {proxy}, {mobility}, with ")?;
                write_filter(f, &config.filter)?;
                if let Some(margin) = &config.margin {
                    write!(f, ", ")?;
                    write_margin(f, margin, aabb.encoding())?;
                }
                write!(f, ", {aabb}")
            }
            Self::Destroy { proxy, from } => write!(f, "destroys {proxy}, last {from}"),
            Self::Move {
                proxy,
                from,
                to,
                displacement,
            } => {
                write!(f, "moves {proxy} from {from} on to {to}")?;
                match displacement {
                    Some(displacement) => write!(f, " with displacement {displacement}"),
                    None => Ok(()),
                }
            }
            Self::SetFilter { proxy, from, to } => {
                write!(f, "changes {proxy} from ")?;
                write_filter(f, from)?;
                write!(f, " to ")?;
                write_filter(f, to)
            }
            Self::SetMobility { proxy, from, to } => {
                write!(f, "changes {proxy} from {} to {}", name(*from), name(*to))
            }
            Self::SetMargin {
                proxy,
                from,
                to,
                encoding,
            } => {
                write!(f, "changes {proxy} from ")?;
                write_own_margin(f, from.as_ref(), *encoding)?;
                write!(f, " to ")?;
                write_own_margin(f, to.as_ref(), *encoding)
            }
            Self::Touch { proxy } => write!(f, "touches {proxy}"),
        }
    }
}

fn name(mobility: Mobility) -> &'static str {
    match mobility {
        Mobility::Dynamic => "dynamic",
        Mobility::Kinematic => "kinematic",
        Mobility::Static => "static",
        Mobility::Sleeping => "sleeping",
    }
}

fn write_own_margin(
    f: &mut fmt::Formatter<'_>,
    margin: Option<&Margin<i64>>,
    encoding: Encoding,
) -> fmt::Result {
    match margin {
        Some(margin) => write_margin(f, margin, encoding),
        None => write!(f, "no margin of its own"),
    }
}

fn write_filter(f: &mut fmt::Formatter<'_>, filter: &Filter) -> fmt::Result {
    let Filter {
        category,
        mask,
        group,
    } = filter;
    write!(f, "category {category:#x}, mask {mask:#x}, group {group}")
}

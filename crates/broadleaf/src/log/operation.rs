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
    /// A proxy was created.
    #[non_exhaustive]
    Create {
        /// The new proxy.
        proxy: ProxyId,
        /// Its settings. The scalars of the margin are words: see
        /// [`Scalar::to_word`](crate::geometry::Scalar::to_word).
        config: ProxyConfig<i64>,
        /// Its tight box.
        aabb: LogBox,
    },
    /// A proxy was destroyed.
    #[non_exhaustive]
    Destroy {
        /// The proxy.
        proxy: ProxyId,
        /// Its last tight box.
        from: LogBox,
    },
    /// The tight box of a proxy was replaced.
    #[non_exhaustive]
    Move {
        /// The proxy.
        proxy: ProxyId,
        /// The previous tight box.
        from: LogBox,
        /// The new tight box.
        to: LogBox,
        /// The displacement in decimal numbers, if it is not zero and the margin uses it.
        displacement: Option<String>,
    },
    /// The filter of a proxy was replaced.
    #[non_exhaustive]
    SetFilter {
        /// The proxy.
        proxy: ProxyId,
        /// The previous filter.
        from: Filter,
        /// The new filter.
        to: Filter,
    },
    /// The mobility of a proxy was replaced.
    #[non_exhaustive]
    SetMobility {
        /// The proxy.
        proxy: ProxyId,
        /// The previous mobility.
        from: Mobility,
        /// The new mobility.
        to: Mobility,
    },
    /// The individual margin of a proxy was replaced or removed.
    #[non_exhaustive]
    SetMargin {
        /// The proxy.
        proxy: ProxyId,
        /// The previous margin. Its scalars are words, as in [`Create`](Self::Create).
        from: Option<Margin<i64>>,
        /// The new margin.
        to: Option<Margin<i64>>,
        /// The type of the words.
        encoding: Encoding,
    },
    /// The caller's filter decides again on the pairs of a proxy.
    #[non_exhaustive]
    Touch {
        /// The proxy.
        proxy: ProxyId,
    },
}

impl Operation {
    /// The proxy on which the operation was performed.
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

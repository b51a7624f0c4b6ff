//! The names of the structures.

use alloc::borrow::ToOwned;
use alloc::string::String;
use core::fmt;
use core::str::FromStr;

/// A structure by name.
///
/// ```
/// use broadleaf_any::StructureKind;
/// let kind: StructureKind = "kd-sweep".parse().unwrap();
/// assert_eq!((kind, kind.to_string()), (StructureKind::KdSweep, "kd-sweep".to_owned()));
/// let error = "hedge".parse::<StructureKind>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "there is no structure \"hedge\"; the structures are brute-force, dynamic-tree, orthtree, \
///      kd-sweep, pencil-sweep, settled-tree"
/// );
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "kebab-case")
)]
#[non_exhaustive]
pub enum StructureKind {
    /// [`BruteForce`](broadleaf::BruteForce), `brute-force`.
    BruteForce,
    /// [`DynamicTree`](broadleaf::DynamicTree), `dynamic-tree`: the default.
    #[default]
    DynamicTree,
    /// [`Orthtree`](broadleaf::orthtree::Orthtree), `orthtree`.
    Orthtree,
    /// [`KdSweep`](broadleaf::KdSweep), `kd-sweep`.
    KdSweep,
    /// [`PencilSweep`](broadleaf::PencilSweep), `pencil-sweep`.
    PencilSweep,
    /// [`SettledTree`](broadleaf::SettledTree), `settled-tree`.
    SettledTree,
}

impl StructureKind {
    /// Every kind.
    pub const ALL: &'static [Self] = &[
        Self::BruteForce,
        Self::DynamicTree,
        Self::Orthtree,
        Self::KdSweep,
        Self::PencilSweep,
        Self::SettledTree,
    ];

    /// The name, as [`FromStr`] reads it.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::BruteForce => "brute-force",
            Self::DynamicTree => "dynamic-tree",
            Self::Orthtree => "orthtree",
            Self::KdSweep => "kd-sweep",
            Self::PencilSweep => "pencil-sweep",
            Self::SettledTree => "settled-tree",
        }
    }
}

impl fmt::Display for StructureKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for StructureKind {
    type Err = UnknownStructure;

    fn from_str(name: &str) -> Result<Self, UnknownStructure> {
        let mut kinds = Self::ALL.iter().copied();
        kinds
            .find(|kind| kind.name() == name)
            .ok_or_else(|| UnknownStructure {
                name: name.to_owned(),
            })
    }
}

/// The error for a name that no structure has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownStructure {
    name: String,
}

impl UnknownStructure {
    /// The name that was given.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }
}

impl fmt::Display for UnknownStructure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "there is no structure \"{}\"; the structures are",
            self.name
        )?;
        let mut separator = " ";
        for kind in StructureKind::ALL {
            write!(f, "{separator}{kind}")?;
            separator = ", ";
        }
        Ok(())
    }
}

impl core::error::Error for UnknownStructure {}

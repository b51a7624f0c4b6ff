//! The structures of the playground, by name.

use broadleaf_any::StructureKind;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A structure whose boxes can change.
    Any(StructureKind),
    /// A packed tree, which is rebuilt when boxes change.
    Packed,
}

impl Kind {
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let any = StructureKind::ALL.iter().map(|&kind| Self::Any(kind));
        any.chain([Self::Packed])
    }

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Any(kind) => kind.name(),
            Self::Packed => "packed-tree",
        }
    }

    pub(crate) fn named(name: &str) -> Result<Self, String> {
        let kind = Self::all().find(|kind| kind.name() == name);
        kind.ok_or_else(|| format!("there is no structure \"{name}\""))
    }

    pub(crate) fn is_brute_force(self) -> bool {
        self == Self::Any(StructureKind::BruteForce)
    }
}

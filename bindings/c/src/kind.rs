//! The scalar and the number of dimensions of boxes.

use library::geometry::Encoding;

use crate::failure::Failure;
use crate::number::Number;
use crate::status::Status;

/// A scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ScalarKind {
    F32,
    F64,
    #[cfg(feature = "integers")]
    I32,
    #[cfg(feature = "integers")]
    I64,
}

/// A scalar and a number of dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Kind {
    pub(crate) scalar: ScalarKind,
    pub(crate) dimensions: Dimensions,
}

/// A number of dimensions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dimensions {
    One = 1,
    Two = 2,
    Three = 3,
}

/// Calls a generic function for a kind: `by_kind!(kind, function(arguments))` calls
/// `function::<S, D>(arguments)`.
macro_rules! by_kind {
    ($kind:expr, $function:ident $arguments:tt) => {{
        use $crate::kind::ScalarKind as Of;
        match $kind.scalar {
            Of::F32 => $crate::kind::by_dimensions!($kind, f32, $function $arguments),
            Of::F64 => $crate::kind::by_dimensions!($kind, f64, $function $arguments),
            #[cfg(feature = "integers")]
            Of::I32 => $crate::kind::by_dimensions!($kind, i32, $function $arguments),
            #[cfg(feature = "integers")]
            Of::I64 => $crate::kind::by_dimensions!($kind, i64, $function $arguments),
        }
    }};
}
pub(crate) use by_kind;

macro_rules! by_dimensions {
    ($kind:expr, $Scalar:ty, $function:ident $arguments:tt) => {
        match $kind.dimensions {
            // See `line`.
            $crate::kind::Dimensions::One | $crate::kind::Dimensions::Two => {
                $function::<$Scalar, 2> $arguments
            }
            $crate::kind::Dimensions::Three => $function::<$Scalar, 3> $arguments,
        }
    };
}
pub(crate) use by_dimensions;

/// The scalars of this build, by their numbers in the header.
const SCALARS: &[(u32, ScalarKind)] = &[
    (1, ScalarKind::F32),
    (2, ScalarKind::F64),
    #[cfg(feature = "integers")]
    (3, ScalarKind::I32),
    #[cfg(feature = "integers")]
    (4, ScalarKind::I64),
];

impl Kind {
    /// The kind of a scalar and a number of dimensions of the header.
    pub(crate) fn new(scalar: u32, dimensions: u32) -> Result<Self, Failure> {
        let Some(&(_, known)) = SCALARS.iter().find(|(number, _)| *number == scalar) else {
            let text = format_args!("scalar {scalar} is unknown, or not in this build");
            return Err(Failure::new(Status::Scalar, text).value(scalar.into()));
        };
        let dimensions = match dimensions {
            1 => Dimensions::One,
            2 => Dimensions::Two,
            3 => Dimensions::Three,
            _ => {
                let text = format_args!("boxes have 1, 2 or 3 dimensions, not {dimensions}");
                return Err(Failure::new(Status::Dimensions, text).value(dimensions.into()));
            }
        };
        Ok(Self {
            scalar: known,
            dimensions,
        })
    }

    /// The kind with this scalar in files.
    pub(crate) fn of_file(encoding: Encoding, dimensions: u32) -> Result<Self, Failure> {
        let scalar = match encoding {
            Encoding::Float { bits: 32 } => 1,
            Encoding::Float { bits: 64 } => 2,
            Encoding::Fixed {
                bits: 32,
                fraction: 0,
            } => 3,
            Encoding::Fixed {
                bits: 64,
                fraction: 0,
            } => 4,
            _ => 0,
        };
        Self::new(scalar, dimensions)
    }

    /// Every kind of this build.
    pub(crate) fn all() -> impl Iterator<Item = Self> {
        let of = |scalar: ScalarKind| {
            [Dimensions::One, Dimensions::Two, Dimensions::Three]
                .map(|dimensions| Self { scalar, dimensions })
        };
        SCALARS.iter().flat_map(move |&(_, scalar)| of(scalar))
    }

    /// The number of the scalar in the header.
    pub(crate) fn scalar_number(self) -> u32 {
        let known = SCALARS.iter().find(|(_, scalar)| *scalar == self.scalar);
        known.map_or(0, |&(number, _)| number)
    }

    /// The number of dimensions.
    pub(crate) fn dimensions_number(self) -> u32 {
        self.dimensions as u32
    }

    /// The number of dimensions.
    pub(crate) fn axes(self) -> usize {
        self.dimensions as usize
    }

    /// Whether boxes have one dimension: see `line`.
    pub(crate) fn is_line(self) -> bool {
        self.dimensions == Dimensions::One
    }

    /// The same kind with one dimension, unless it has three.
    pub(crate) fn as_line(self) -> Result<Self, Failure> {
        match self.dimensions {
            Dimensions::Three => Err(Failure::new(Status::Bytes, "bytes: damaged")),
            _ => Ok(Self {
                dimensions: Dimensions::One,
                ..self
            }),
        }
    }

    /// That this is the kind of `other`, or an error.
    #[inline]
    pub(crate) fn must_be(self, other: Self, name: &str) -> Result<(), Failure> {
        if self == other {
            return Ok(());
        }
        Err(other_kind(self, other, name))
    }
}

#[cold]
fn other_kind(kind: Kind, other: Kind, name: &str) -> Failure {
    let [kind, other] = [kind, other].map(|kind| {
        let scalar = by_kind!(kind, name_of());
        format!("{scalar} in {}D", kind.dimensions_number())
    });
    Failure::new(
        Status::Kind,
        format_args!("{name}: {kind}, expected {other}"),
    )
}

fn name_of<S: Number, const D: usize>() -> &'static str {
    S::NAME
}

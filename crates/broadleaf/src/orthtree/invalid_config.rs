//! The error for invalid parameters.

use alloc::string::{String, ToString};
use core::fmt;

/// The error for an invalid value of a [`Config`](super::Config).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidConfig {
    parameter: &'static str,
    value: String,
    expected: String,
}

/// Checks the value of one parameter.
pub(super) fn ensure(
    makes_sense: bool,
    parameter: &'static str,
    value: &dyn fmt::Display,
    expected: &dyn fmt::Display,
) -> Result<(), InvalidConfig> {
    if makes_sense {
        return Ok(());
    }
    Err(InvalidConfig {
        parameter,
        value: value.to_string(),
        expected: expected.to_string(),
    })
}

impl InvalidConfig {
    /// The name of the invalid parameter, such as `looseness`.
    #[must_use]
    pub fn parameter(&self) -> &'static str {
        self.parameter
    }
}

impl fmt::Display for InvalidConfig {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            parameter,
            value,
            expected,
        } = self;
        write!(f, "{parameter} is {value}, but must be {expected}")
    }
}

impl core::error::Error for InvalidConfig {}

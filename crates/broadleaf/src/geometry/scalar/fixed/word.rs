//! Words of coordinates as decimal text.

use super::decimal::Decimal;
use crate::geometry::scalar::encoding::Encoding;
use crate::geometry::scalar::traits::Scalar;
use alloc::string::{String, ToString};

impl Encoding {
    /// The value of a word as exact decimal text.
    pub(crate) fn decimal(self, word: i64) -> String {
        match self {
            Self::Float { bits: 32 } => f32::from_word(word).to_string(),
            Self::Float { .. } => f64::from_word(word).to_string(),
            Self::Fixed { fraction, .. } => {
                let sign = if word < 0 { "-" } else { "" };
                sign.to_string() + &Decimal::new(word.unsigned_abs(), fraction).into_text()
            }
            Self::Unsigned { bits: 64 } => u64::from_word(word).to_string(),
            Self::Unsigned { .. } => word.to_string(),
        }
    }
}

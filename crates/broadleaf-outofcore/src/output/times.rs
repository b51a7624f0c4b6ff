//! Dates and times as text.

use std::io::{self, Write};

use chrono::{DateTime, Days, NaiveDate, NaiveDateTime, NaiveTime};
use parquet::basic::{ConvertedType, LogicalType, TimeUnit};
use parquet::schema::types::ColumnDescPtr;

const NANOS: i64 = 1_000_000_000;

/// What the integers of a column count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clock {
    /// Days since 1970.
    Date,
    /// Units since midnight.
    Time(TimeUnit),
    /// Units since 1970, in UTC or on a clock without a zone.
    Timestamp { unit: TimeUnit, is_utc: bool },
}

impl Clock {
    /// The clock of a column; `None` if it has none. A column with only the older annotation is in
    /// UTC, as the format says.
    pub(super) fn of(column: &ColumnDescPtr) -> Option<Self> {
        let utc = |unit| Self::Timestamp { unit, is_utc: true };
        match (column.logical_type_ref(), column.converted_type()) {
            (Some(LogicalType::Timestamp(of)), _) => Some(Self::Timestamp {
                unit: of.unit,
                is_utc: of.is_adjusted_to_u_t_c,
            }),
            (Some(LogicalType::Time(of)), _) => Some(Self::Time(of.unit)),
            (_, ConvertedType::DATE) => Some(Self::Date),
            (_, ConvertedType::TIME_MILLIS) => Some(Self::Time(TimeUnit::MILLIS)),
            (_, ConvertedType::TIME_MICROS) => Some(Self::Time(TimeUnit::MICROS)),
            (_, ConvertedType::TIMESTAMP_MILLIS) => Some(utc(TimeUnit::MILLIS)),
            (_, ConvertedType::TIMESTAMP_MICROS) => Some(utc(TimeUnit::MICROS)),
            _ => None,
        }
    }

    /// Writes a value; the number itself if it is hundreds of thousands of years away, or not
    /// within a day.
    pub(super) fn write(self, out: &mut impl Write, value: i64) -> io::Result<()> {
        match self.text(value) {
            Some(text) => out.write_all(text.as_bytes()),
            None => write!(out, "{value}"),
        }
    }

    fn text(self, value: i64) -> Option<String> {
        match self {
            Self::Date => {
                let epoch = NaiveDate::default();
                let days = Days::new(value.unsigned_abs());
                let date = match value < 0 {
                    true => epoch.checked_sub_days(days),
                    false => epoch.checked_add_days(days),
                };
                Some(date?.format("%Y-%m-%d").to_string())
            }
            Self::Time(unit) => {
                let (seconds, nanos) = split(value, unit)?;
                let seconds = u32::try_from(seconds).ok()?;
                let time = NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos)?;
                Some(
                    time.format(&format!("%H:%M:%S{}", decimals(unit)))
                        .to_string(),
                )
            }
            Self::Timestamp { unit, is_utc } => {
                let (seconds, nanos) = split(value, unit)?;
                let time: NaiveDateTime = DateTime::from_timestamp(seconds, nanos)?.naive_utc();
                let zone = if is_utc { "+00:00" } else { "" };
                let form = format!("%Y-%m-%d %H:%M:%S{}{zone}", decimals(unit));
                Some(time.format(&form).to_string())
            }
        }
    }
}

/// Whole seconds, rounded down, and the nanoseconds after them.
fn split(value: i64, unit: TimeUnit) -> Option<(i64, u32)> {
    let per_second = match unit {
        TimeUnit::MILLIS => 1_000,
        TimeUnit::MICROS => 1_000_000,
        TimeUnit::NANOS => NANOS,
    };
    let nanos = value.rem_euclid(per_second) * (NANOS / per_second);
    Some((value.div_euclid(per_second), u32::try_from(nanos).ok()?))
}

/// The format of the decimals of a second.
fn decimals(unit: TimeUnit) -> &'static str {
    match unit {
        TimeUnit::MILLIS => "%.3f",
        TimeUnit::MICROS => "%.6f",
        TimeUnit::NANOS => "%.9f",
    }
}

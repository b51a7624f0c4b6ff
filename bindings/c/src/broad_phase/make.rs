//! Broad phases come to be.

use std::ffi::c_void;

use library::broad_phase::{Margin, Multiplier, RestoreError};

use super::any_broad_phase::AnyBroadPhase;
use super::events::Kept;
use super::handle::BroadPhase;
use crate::caller::Caller;
use crate::failure::Failure;
use crate::kind::{Kind, by_kind};
use crate::line::without_mark;
use crate::number::Number;
use crate::status::Status;
use crate::versioned::Versioned;

/// The header's options of a broad phase.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct BroadleafBroadPhaseOptions {
    size: usize,
    margin: u32,
    reports_stays: u32,
    extension: f64,
    prediction: f64,
    history: usize,
    max_proxies: usize,
}

// SAFETY: `repr(C)`, begins with the size, of numbers.
unsafe impl Versioned for BroadleafBroadPhaseOptions {
    const DEFAULT: Self = Self {
        size: size_of::<Self>(),
        margin: 0,
        reports_stays: 0,
        extension: 0.0,
        prediction: 0.0,
        history: 0,
        max_proxies: 0,
    };
    const FIRST_SIZE: usize = size_of::<Self>();
}

/// A broad phase without proxies.
pub(crate) fn empty(
    caller: &Caller,
    scalar: u32,
    dimensions: u32,
    options: *const BroadleafBroadPhaseOptions,
) -> Result<BroadPhase, Failure> {
    let kind = Kind::new(scalar, dimensions)?;
    let options = caller.options(options, "options")?;
    Ok(of(kind, by_kind!(kind, empty_of(&options))?))
}

fn of(kind: Kind, any: Box<dyn AnyBroadPhase>) -> BroadPhase {
    BroadPhase {
        kind,
        any,
        events: Kept::default(),
    }
}

fn empty_of<S: Number, const D: usize>(
    options: &BroadleafBroadPhaseOptions,
) -> Result<Box<dyn AnyBroadPhase>, Failure> {
    let mut broad_phase = library::BroadPhase::<(), S, D>::new(margin(options)?);
    match options.reports_stays {
        0 => {}
        1 => broad_phase.set_reports_stays(true),
        other => {
            let text = format_args!("reports_stays: {other} is neither 0 nor 1");
            return Err(Failure::new(Status::Option, text).value(other.into()));
        }
    }
    if options.max_proxies > 0 {
        broad_phase.set_max_proxies(options.max_proxies);
    }
    remember(&mut broad_phase, options.history);
    Ok(Box::new(broad_phase))
}

fn remember<S: Number, const D: usize>(
    broad_phase: &mut library::BroadPhase<(), S, D>,
    steps: usize,
) {
    if steps > 0 {
        broad_phase.remember(steps);
    }
}

fn margin<S: Number>(options: &BroadleafBroadPhaseOptions) -> Result<Margin<S>, Failure> {
    let extension = options.extension;
    let number = S::from_double(extension).filter(|_| extension >= 0.0);
    let Some(number) = number else {
        let text = format_args!("extension: {extension} is not at least 0");
        return Err(Failure::new(Status::Option, text).value(extension));
    };
    let prediction = Multiplier::try_from(options.prediction).map_err(|error| {
        let text = format_args!("prediction: {error}");
        Failure::new(Status::Option, text).value(options.prediction)
    })?;
    Ok(match options.margin {
        0 => Margin::Tight,
        1 => Margin::Fatten {
            extension: number,
            prediction,
        },
        2 => Margin::Proportional {
            // Greater numbers are as good as the greatest.
            sixteenths: (extension * 16.0).round() as u32,
            prediction,
        },
        3 => Margin::Snap { cell: number },
        other => {
            let text = format_args!("margin {other} is unknown");
            return Err(Failure::new(Status::Option, text).value(other.into()));
        }
    })
}

/// The broad phase in bytes, which remembers steps from now on.
pub(crate) fn restored(
    caller: &Caller,
    bytes: *const c_void,
    size: usize,
    history: usize,
) -> Result<BroadPhase, Failure> {
    let bytes = caller.list(bytes.cast::<u8>(), size, "bytes")?;
    let (bytes, is_line) = without_mark(bytes);
    let wanted = |kind: &Kind| match kind.axes() {
        1 => is_line,
        2 => !is_line,
        _ => true,
    };
    for kind in Kind::all().filter(wanted) {
        match by_kind!(kind, restored_of(bytes, history)) {
            Ok(any) if is_line => return Ok(of(kind.as_line()?, any)),
            Ok(any) => return Ok(of(kind, any)),
            Err(RestoreError::OtherScalar { .. } | RestoreError::OtherDimension { .. }) => {}
            Err(error) => {
                return Err(Failure::new(Status::Bytes, format_args!("bytes: {error}")));
            }
        }
    }
    let text = "bytes: a broad phase of a scalar or dimension that this build has not";
    Err(Failure::new(Status::Bytes, text))
}

fn restored_of<S: Number, const D: usize>(
    bytes: &[u8],
    history: usize,
) -> Result<Box<dyn AnyBroadPhase>, RestoreError> {
    let mut broad_phase = library::BroadPhase::<(), S, D>::restore(bytes)?;
    remember(&mut broad_phase, history);
    Ok(Box::new(broad_phase))
}

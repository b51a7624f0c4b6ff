//! Margins in text.

use broadleaf::broad_phase::{Margin, Multiplier};
use broadleaf::geometry::Real;

const FORMS: &str =
    "expected tight, fatten:EXTENSION:PREDICTION, proportional:SIXTEENTHS:PREDICTION or snap:CELL";

/// Reads a margin, such as `fatten:0.1:2`.
pub(super) fn read(text: &str) -> Result<Margin<f64>, String> {
    parse(text).ok_or_else(|| FORMS.to_owned())
}

fn parse(text: &str) -> Option<Margin<f64>> {
    let mut parts = text.split(':');
    let name = parts.next()?;
    let margin = match name {
        "tight" => Margin::Tight,
        "fatten" => Margin::Fatten {
            extension: length(parts.next()?)?,
            prediction: multiplier(parts.next()?)?,
        },
        "proportional" => Margin::Proportional {
            sixteenths: parts.next()?.parse().ok()?,
            prediction: multiplier(parts.next()?)?,
        },
        "snap" => Margin::Snap {
            cell: length(parts.next()?)?,
        },
        _ => return None,
    };
    parts.next().is_none().then_some(margin)
}

fn multiplier(text: &str) -> Option<Multiplier> {
    text.parse::<f64>().ok()?.try_into().ok()
}

fn length(text: &str) -> Option<f64> {
    text.parse()
        .ok()
        .filter(|x: &f64| x.is_finite() && *x >= 0.0)
}

/// A margin in the form that [`read`] takes.
pub(super) fn write(margin: &Margin<f64>) -> String {
    match margin {
        Margin::Fatten {
            extension,
            prediction,
        } => format!("fatten:{extension}:{prediction}"),
        Margin::Proportional {
            sixteenths,
            prediction,
        } => format!("proportional:{sixteenths}:{prediction}"),
        Margin::Snap { cell } => format!("snap:{cell}"),
        _ => "tight".to_owned(),
    }
}

/// A margin in the number type of a scene.
pub(super) fn narrow<S: Real>(margin: Margin<f64>) -> Margin<S> {
    match margin {
        Margin::Fatten {
            extension,
            prediction,
        } => Margin::Fatten {
            extension: S::from_f64(extension),
            prediction,
        },
        Margin::Proportional {
            sixteenths,
            prediction,
        } => Margin::Proportional {
            sixteenths,
            prediction,
        },
        Margin::Snap { cell } => Margin::Snap {
            cell: S::from_f64(cell),
        },
        _ => Margin::Tight,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn margins_are_read_as_they_are_written() {
        for text in ["tight", "fatten:0.1:2.5", "proportional:3:0", "snap:0.5"] {
            assert_eq!(read(text).map(|margin| write(&margin)), Ok(text.to_owned()));
        }
        for text in [
            "",
            "fat",
            "tight:1",
            "fatten:0.1",
            "fatten:-1:2",
            "snap:inf",
            "fatten:1:2:3",
        ] {
            assert_eq!(read(text), Err(FORMS.to_owned()), "{text}");
        }
    }
}

//! The writer. Reading its output gives an equal problem.

use std::io::Write;

use crate::problem::{Bounds, ItemKind, Problem};
use crate::text::error::{Feature, WriteError};

/// Writes a problem. [`read`](super::read) returns an equal problem.
///
/// # Errors
/// A problem without primary items, or an output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    if problem.primary_count() == 0 {
        let feature = Feature::NoPrimaryItems;
        return Err(WriteError::Unsupported { format: "Knuth's format", feature });
    }
    for item in problem.items() {
        if item.index() == problem.primary_count() {
            output.write_all(b" |")?;
        }
        if item.index() > 0 {
            output.write_all(b" ")?;
        }
        if problem.kind(item) == ItemKind::Primary {
            match problem.bounds(item) {
                Bounds::ONCE => {}
                Bounds { low, high } if low == high => write!(output, "{high}|")?,
                Bounds { low, high } => write!(output, "{low}:{high}|")?,
            }
        }
        output.write_all(problem.name(item).as_bytes())?;
    }
    output.write_all(b"\n")?;
    for option in problem.options() {
        write!(output, "{}", problem.display_option(option))?;
        if problem.cost(option) > 0 {
            write!(output, " |{}", problem.cost(option))?;
        }
        output.write_all(b"\n")?;
    }
    Ok(output.flush()?)
}

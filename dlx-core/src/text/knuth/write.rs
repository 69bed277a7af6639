//! The writer. Reading its output gives an equal problem.

use std::fmt;
use std::io::{BufWriter, Write};

use crate::problem::{Bounds, ItemKind, Problem};
use crate::text::error::{Feature, WriteError};

/// Writes a problem. [`read`](super::read) returns an equal problem.
///
/// # Errors
/// A problem without primary items, or an output that fails.
pub fn write(problem: &Problem, output: impl Write) -> Result<(), WriteError> {
    if problem.primary_count() == 0 {
        let feature = Feature::NoPrimaryItems;
        return Err(WriteError::Unsupported { format: "Knuth's format", feature });
    }
    // Each name is written by itself, which takes a fifth of a second for two million options if the output has no
    // buffer of its own or locks it.
    let mut output = BufWriter::new(output);
    write!(output, "{problem}")?;
    Ok(output.flush()?)
}

/// Writes the problem in Knuth's format, which [`knuth::read`](crate::text::knuth::read) reads if there is a primary
/// item.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for item in self.items() {
            if item.index() == self.primary_count() {
                f.write_str(" |")?;
            }
            if item.index() > 0 {
                f.write_str(" ")?;
            }
            if self.kind(item) == ItemKind::Primary {
                match self.bounds(item) {
                    Bounds::ONCE => {}
                    Bounds { low, high } if low == high => write!(f, "{high}|")?,
                    Bounds { low, high: Bounds::NO_LIMIT } => write!(f, "{low}:|")?,
                    Bounds { low, high } => write!(f, "{low}:{high}|")?,
                }
            }
            f.write_str(self.name(item))?;
        }
        f.write_str("\n")?;
        for option in self.options() {
            write!(f, "{}", self.display_option(option))?;
            if self.cost(option) != 0 {
                write!(f, " |{}", self.decimal(self.cost(option)))?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

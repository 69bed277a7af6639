//! The writer. Reading its output gives an equal problem.

use std::fmt;
use std::io::Write;

use crate::problem::ids::OptionId;
use crate::problem::{Bounds, ItemKind, Problem};
use crate::text::error::{Feature, WriteError};

/// The bytes that are collected before the output gets them: names are written one by one, which takes a fifth of a
/// second for two million options if each goes to an output that locks itself.
const WRITTEN_AT_ONCE: usize = 1 << 16;

/// Writes a problem. [`read`](super::read) returns an equal problem.
///
/// # Errors
/// A problem without primary items, or an output that fails.
#[expect(clippy::missing_panics_doc, reason = "a string takes all text")]
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    if problem.primary_count() == 0 {
        let feature = Feature::NoPrimaryItems;
        return Err(WriteError::Unsupported { format: "Knuth's format", feature });
    }
    let mut text = String::new();
    write_items(problem, &mut text).expect("a string takes all text");
    for option in problem.options() {
        write_line(problem, option, &mut text).expect("a string takes all text");
        if text.len() >= WRITTEN_AT_ONCE {
            output.write_all(text.as_bytes())?;
            text.clear();
        }
    }
    output.write_all(text.as_bytes())?;
    Ok(output.flush()?)
}

/// Writes the problem in Knuth's format, which [`knuth::read`](crate::text::knuth::read) reads if there is a primary
/// item.
impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_items(self, f)?;
        self.options().try_for_each(|option| write_line(self, option, f))
    }
}

/// Writes the line of all items.
fn write_items(problem: &Problem, output: &mut impl fmt::Write) -> fmt::Result {
    for item in problem.items() {
        if item.index() == problem.primary_count() {
            output.write_str(" |")?;
        }
        if item.index() > 0 {
            output.write_char(' ')?;
        }
        if problem.kind(item) == ItemKind::Primary {
            match problem.bounds(item) {
                Bounds::ONCE => {}
                Bounds { low, high } if low == high => write!(output, "{high}|")?,
                Bounds { low, high: Bounds::NO_LIMIT } => write!(output, "{low}:|")?,
                Bounds { low, high } => write!(output, "{low}:{high}|")?,
            }
        }
        output.write_str(problem.name(item))?;
    }
    output.write_char('\n')
}

/// Writes the line of an option.
fn write_line(problem: &Problem, option: OptionId, output: &mut impl fmt::Write) -> fmt::Result {
    problem.write_option(option, output)?;
    if problem.cost(option) != 0 {
        write!(output, " |{}", problem.decimal(problem.cost(option)))?;
    }
    output.write_char('\n')
}

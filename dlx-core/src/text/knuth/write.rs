//! Writing: the same problem comes back when it is read.

use std::io::{self, Write};

use thiserror::Error;

use crate::problem::{Bounds, ItemKind, Problem};

/// Why a problem could not be written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum WriteError {
    /// The format has no way to write a problem without primary items: its item line would be a comment.
    #[error("a problem without primary items cannot be written in this format")]
    NoPrimaryItem,
    /// The output failed.
    #[error("cannot write: {0}")]
    Io(#[from] io::Error),
}

/// Writes a problem; [`read`](super::read) gives back one that is equal.
///
/// # Errors
/// A problem without primary items, or an output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    if problem.primary_count() == 0 {
        return Err(WriteError::NoPrimaryItem);
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

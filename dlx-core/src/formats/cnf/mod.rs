//! Clauses in the DIMACS format, for SAT solvers and, seen on the options alone, for model counters.
//!
//! ```text
//! c variable 1 is option 0: a
//! c variable 2 is option 1: a b
//! c variable 3 is option 2: b
//! c p show 1 2 3 0
//! p cnf 3 4
//! 1 2 0
//! -1 -2 0
//! 2 3 0
//! -2 -3 0
//! ```
//!
//! Option `o` is the variable `o + 1`; the variables after those of the options are auxiliary, and several of
//! their values may go with one cover. The line `c p show` lists the variables of the options, as the model
//! counting competitions have it for projected counting. Costs are not expressed.
//!
//! A secondary item whose colors can be shared has a variable for each such color, which every option that
//! gives it this color implies; of these and of the other options with the item at most one is true. Bounds
//! are counted by a sequential counter, for the true options or for the false ones, whichever is narrower.

mod at_most_one;
mod clauses;
mod counter;

use std::io::{self, Write};

pub use at_most_one::AtMostOne;
use clauses::{Clauses, Literal};

use super::WriteError;
use super::demands::{Demand, Demands};
use crate::problem::Problem;

/// Writes a problem. The models, seen on the variables of the options, are the covers.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::formats::cnf::{self, AtMostOne};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut text = Vec::new();
/// cnf::write(&problem, AtMostOne::Pairwise, &mut text)?;
/// assert!(String::from_utf8(text)?.ends_with("p cnf 2 2\n1 2 0\n-1 -2 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An output that fails.
pub fn write(problem: &Problem, how: AtMostOne, mut output: impl Write) -> Result<(), WriteError> {
    let demands = Demands::of(problem);
    // The numbers of variables and clauses come first in the file: they are counted on a first run.
    let mut counted = Clauses::new(problem.option_count() as u64, io::sink());
    encode(problem, &demands, how, &mut counted)?;
    for option in problem.options() {
        let number = option.index() + 1;
        writeln!(output, "c variable {number} is option {option}: {}", problem.display_option(option))?;
    }
    output.write_all(b"c p show")?;
    for option in problem.options() {
        write!(output, " {}", option.index() + 1)?;
    }
    output.write_all(b" 0\n")?;
    writeln!(output, "p cnf {} {}", counted.variables(), counted.count())?;
    let mut written = Clauses::new(problem.option_count() as u64, &mut output);
    encode(problem, &demands, how, &mut written)?;
    Ok(output.flush()?)
}

fn encode<W: Write>(
    problem: &Problem,
    demands: &Demands<'_>,
    how: AtMostOne,
    clauses: &mut Clauses<W>,
) -> io::Result<()> {
    for option in problem.idle_options() {
        clauses.add(&[!Literal::of(option)])?;
    }
    let mut literals = Vec::new();
    demands.each(|_, demand| {
        literals.clear();
        match demand {
            Demand::Number { options, low, high } => {
                literals.extend(options.iter().map(|holding| Literal::of(holding.option)));
                if high == 1 {
                    if low == 1 {
                        clauses.add(&literals)?;
                    }
                    return at_most_one::add(how, &literals, clauses);
                }
                counter::add(&mut literals, low, high, clauses)
            }
            Demand::Agreement { groups } => {
                for group in groups {
                    if let [alone] = group {
                        literals.push(Literal::of(alone.option));
                        continue;
                    }
                    let color = clauses.fresh();
                    literals.push(color);
                    for holding in *group {
                        clauses.add(&[!Literal::of(holding.option), color])?;
                    }
                }
                at_most_one::add(how, &literals, clauses)
            }
        }
    })
}

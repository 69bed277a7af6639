//! Clauses in the DIMACS format, for SAT solvers and, projected to the options, for model counters.
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
//! their values may belong to one cover. The line `c p show` lists the variables of the options, as the model
//! counting competitions define it for projected counting. Costs are left out.
//!
//! A secondary item whose colors can be shared has a variable for each such color, which every option that
//! gives it this color implies; of these variables and of the other options with the item at most one is
//! true. Bounds are counted by a sequential counter, for the true options or for the false ones, whichever is
//! narrower. A problem with weights is refused: a formula whose size does not depend on the weights takes an adder for
//! each item, and pseudo-Boolean solvers, for which there is [`opb`](super::opb), do that better.

mod at_most_one;
mod clauses;
mod counter;
pub(crate) mod size;

use std::convert::Infallible;
use std::io::{self, Write};

pub use at_most_one::AtMostOne;
use clauses::{Clauses, Literal};
use size::CnfSize;

use super::demands::{Demands, ItemDemand};
use super::{Feature, WriteError};
use crate::problem::Problem;

/// Returns the size of what [`write`](fn@write) writes, without writing it.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::inner::CnfSize;
/// use dlx_core::text::cnf::{self, AtMostOne};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// assert_eq!(cnf::size(&problem, AtMostOne::Pairwise), CnfSize { variables: 2, clauses: 2 });
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
///
/// # Complexity
/// That of sorting the uses of the problem.
#[doc(hidden)]
#[must_use]
pub fn size(problem: &Problem, how: AtMostOne) -> CnfSize {
    size_of_demands(problem, &Demands::of(problem), how)
}

fn size_of_demands(problem: &Problem, demands: &Demands<'_>, how: AtMostOne) -> CnfSize {
    let idle = problem.idle_options().count();
    let mut size = CnfSize::of(problem.option_count() as u128, idle as u128);
    let Ok(()) = demands.each(|_, demand| {
        let more = match demand {
            ItemDemand::Number { options: [], low: 1, high: 1 } => CnfSize::CONTRADICTION,
            ItemDemand::Number { options, low, high: 1 } => {
                CnfSize::of(0, low.into()).plus(at_most_one::size(how, options.len()))
            }
            ItemDemand::Number { options, low, high } => counter::size(options.len(), low, high),
            ItemDemand::Agreement { groups } => {
                let shared = || groups.iter().filter(|group| group.len() > 1);
                let implied = shared().map(|group| group.len() as u128).sum();
                CnfSize::of(shared().count() as u128, implied).plus(at_most_one::size(how, groups.len()))
            }
        };
        size = size.plus(more);
        Ok::<(), Infallible>(())
    });
    size
}

/// Writes a problem. The models, restricted to the variables of the options, are the covers.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::text::cnf::{self, AtMostOne};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut text = Vec::new();
/// cnf::write(&problem, AtMostOne::Pairwise, 1_000_000, &mut text)?;
/// assert!(String::from_utf8(text)?.ends_with("p cnf 2 2\n1 2 0\n-1 -2 0\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// A problem with weights, or more clauses than `most_clauses`, before anything is written, or an output that fails.
///
/// # Complexity
/// Linear in the number of clauses, which bounds on items can make the square of the number of options. The memory is
/// linear in the uses of the problem.
pub fn write(
    problem: &Problem,
    how: AtMostOne,
    most_clauses: u64,
    mut output: impl Write,
) -> Result<(), WriteError> {
    if problem.is_weighted() {
        return Err(WriteError::Unsupported { format: "the DIMACS format", feature: Feature::Weights });
    }
    let demands = Demands::of(problem);
    let size = size_of_demands(problem, &demands, how);
    if size.clauses > most_clauses {
        return Err(WriteError::TooManyClauses { found: size.clauses, most: most_clauses });
    }
    for option in problem.options() {
        let number = option.index() + 1;
        writeln!(output, "c variable {number} is option {option}: {}", problem.display_option(option))?;
    }
    output.write_all(b"c p show")?;
    for option in problem.options() {
        write!(output, " {}", option.index() + 1)?;
    }
    output.write_all(b" 0\n")?;
    writeln!(output, "p cnf {} {}", size.variables, size.clauses)?;
    let mut written = Clauses::new(problem.option_count() as u64, &mut output);
    encode(problem, &demands, how, &mut written)?;
    debug_assert_eq!((written.variables(), written.count()), (size.variables, size.clauses));
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
            ItemDemand::Number { options, low, high } => {
                literals.extend(options.iter().map(|holding| Literal::of(holding.option)));
                if high == 1 {
                    if low == 1 {
                        clauses.add(&literals)?;
                    }
                    return at_most_one::add(how, &literals, clauses);
                }
                counter::add(&mut literals, low, high, clauses)
            }
            ItemDemand::Agreement { groups } => {
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

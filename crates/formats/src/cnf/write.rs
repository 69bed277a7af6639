//! Writes a problem as clauses.

use std::convert::Infallible;
use std::io::{self, Write};

use dlx_core::Problem;

use super::at_most_one::{self, AtMostOne};
use super::clauses::{Clauses, Literal};
use super::counter;
use super::size::CnfSize;
use crate::demands::{Demands, ItemDemand};
use crate::error::WriteError;

/// Returns the size of what [`write`](fn@write) writes, without writing it.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_formats::cnf::{self, AtMostOne, CnfSize};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let size = cnf::size(&problem, AtMostOne::Pairwise);
/// assert_eq!(size, CnfSize { variables: 2, clauses: 2 });
/// # Ok::<(), dlx_core::BuildError>(())
/// ```
///
/// # Complexity
/// That of sorting the uses of the problem.
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
/// use dlx_formats::cnf::{self, AtMostOne};
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
        return Err(WriteError::Weights);
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

//! Pseudo-Boolean constraints in the OPB format of the pseudo-Boolean competitions (O. Roussel and V.
//! Manquinho, *Input/Output Format and Solver Requirements for the Competitions of Pseudo-Boolean Solvers*).
//!
//! ```text
//! * #variable= 3 #constraint= 2
//! * variable x1 is option 0: a
//! * variable x2 is option 1: a b
//! * variable x3 is option 2: b
//! min: +2 x1 +3 x2 ;
//! * item a
//! +1 x1 +1 x2 = 1 ;
//! * item b
//! +1 x2 +1 x3 = 1 ;
//! ```
//!
//! Option `o` is the variable `x` with the number `o + 1`; the variables after those of the options stand for
//! colors. If options have costs, their sum is minimized; otherwise there is no objective. The constraints
//! use only `=` and `>=`. Costs are written in full, multiplied by a power of ten if they have decimals, which a
//! comment then says; solvers that calculate in 32 or 64 bits may refuse large ones.

use std::io::{self, Write};

use super::WriteError;
use super::demands::Demands;
use super::linear::{self, LinearConstraint, Relation, Term, Variable};
use crate::problem::Problem;

/// Writes a problem. The solutions, restricted to the variables of the options, are the covers.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_core::text::opb;
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// let mut text = Vec::new();
/// opb::write(&problem, &mut text)?;
/// assert!(String::from_utf8(text)?.ends_with("+1 x1 +1 x2 = 1 ;\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    let demands = Demands::of(problem);
    let extent = linear::extent(problem, &demands);
    let variables = problem.option_count() as u64 + extent.auxiliaries;
    writeln!(output, "* #variable= {variables} #constraint= {}", extent.rows)?;
    for option in problem.options() {
        let number = option.index() + 1;
        writeln!(output, "* variable x{number} is option {option}: {}", problem.display_option(option))?;
    }
    if problem.has_costs() {
        if problem.decimals() > 0 {
            writeln!(output, "* 1 in the objective is a cost of {}", problem.decimal(1))?;
        }
        output.write_all(b"min:")?;
        for option in problem.options().filter(|&option| problem.cost(option) != 0) {
            write!(output, " {:+} x{}", problem.cost(option), option.index() + 1)?;
        }
        output.write_all(b" ;\n")?;
    }
    linear::lines(problem, &demands, |line| match line {
        LinearConstraint::IdleOptions => writeln!(output, "* options without a primary item"),
        LinearConstraint::Item(item) => writeln!(output, "* item {}", problem.name(item)),
        LinearConstraint::Row { terms, relation, bound } => {
            write_row(problem, terms, relation, bound, &mut output)
        }
    })?;
    Ok(output.flush()?)
}

fn write_row(
    problem: &Problem,
    terms: &[Term],
    relation: Relation,
    bound: u32,
    output: &mut impl Write,
) -> io::Result<()> {
    // The format has no `<=`, so both sides change their signs.
    let is_turned = relation == Relation::AtMost;
    for term in terms {
        let sign = if term.is_negative == is_turned { '+' } else { '-' };
        let number = match term.variable {
            Variable::Option(option) => option.index() as u64 + 1,
            Variable::Auxiliary(number) => problem.option_count() as u64 + 1 + number,
        };
        write!(output, "{sign}{} x{number} ", term.weight)?;
    }
    let relation = if relation == Relation::Equal { "=" } else { ">=" };
    let sign = if is_turned && bound > 0 { "-" } else { "" };
    writeln!(output, "{relation} {sign}{bound} ;")
}

//! Writes a problem as an integer program.

use std::fmt;
use std::io::{self, Write};

use dlx_core::Problem;

use crate::demands::Demands;
use crate::error::WriteError;
use crate::linear::{self, LinearConstraint, Relation, Term, Variable};

/// The greatest number of terms on a line: some readers limit the length of a line, CPLEX to 560 characters.
const TERMS: usize = 10;

/// Writes a problem. The solutions, restricted to the variables of the options, are the covers.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_formats::lp;
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).cost(2).option(["a"]).cost(3).build()?;
/// let mut text = Vec::new();
/// lp::write(&problem, &mut text)?;
/// let text = String::from_utf8(text)?;
/// assert!(text.contains(" cost: 2 x0 + 3 x1\n"));
/// assert!(text.contains(" x0 + x1 = 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    let demands = Demands::of(problem);
    let extent = linear::extent(problem, &demands);
    for option in problem.options() {
        writeln!(output, "\\ x{option} is option {option}: {}", problem.display_option(option))?;
    }
    output.write_all(b"Minimize\n cost:")?;
    write_objective(problem, &mut output)?;
    output.write_all(b"Subject To\n")?;
    linear::lines(problem, &demands, |line| match line {
        LinearConstraint::IdleOptions => writeln!(output, "\\ options without a primary item"),
        LinearConstraint::Item(item) => writeln!(output, "\\ item {}", problem.name(item)),
        LinearConstraint::Row { terms, relation, bound } => write_row(terms, relation, bound, &mut output),
    })?;
    output.write_all(b"Binaries\n")?;
    for option in problem.options() {
        writeln!(output, " {}", Variable::Option(option))?;
    }
    for number in 0..extent.auxiliaries {
        writeln!(output, " {}", Variable::Auxiliary(number))?;
    }
    output.write_all(b"End\n")?;
    Ok(output.flush()?)
}

fn write_objective(problem: &Problem, output: &mut impl Write) -> io::Result<()> {
    let costly = problem.options().filter(|&option| problem.cost(option) != 0);
    let mut count = 0;
    for option in costly {
        let blank = separator(count);
        let sign = match (problem.cost(option) < 0, count) {
            (true, _) => "- ",
            (false, 0) => "",
            (false, _) => "+ ",
        };
        write!(output, "{blank}{sign}{} x{option}", problem.decimal(problem.cost(option).abs()))?;
        count += 1;
    }
    // Some readers do not accept an objective without terms.
    if count == 0 && problem.option_count() > 0 {
        output.write_all(b" 0 x0")?;
    }
    output.write_all(b"\n")
}

fn write_row(terms: &[Term], relation: Relation, bound: u32, output: &mut impl Write) -> io::Result<()> {
    for (place, term) in terms.iter().enumerate() {
        let blank = separator(place);
        let sign = match (term.is_negative, place) {
            (true, _) => "- ",
            (false, 0) => "",
            (false, _) => "+ ",
        };
        write!(output, "{blank}{sign}")?;
        if term.weight > 1 {
            write!(output, "{} ", term.weight)?;
        }
        write!(output, "{}", term.variable)?;
    }
    let relation = match relation {
        Relation::AtLeast => ">=",
        Relation::AtMost => "<=",
        Relation::Equal => "=",
    };
    writeln!(output, " {relation} {bound}")
}

/// Returns the text before the term at this place of a sum.
fn separator(place: usize) -> &'static str {
    if place > 0 && place.is_multiple_of(TERMS) { "\n " } else { " " }
}

impl fmt::Display for Variable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Option(option) => write!(f, "x{option}"),
            Self::Auxiliary(number) => write!(f, "y{number}"),
        }
    }
}

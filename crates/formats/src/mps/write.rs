//! Writes a problem as an integer program in MPS.

use std::io::{self, Write};

use dlx_core::{Decimal, OptionId, Problem};

use crate::demands::Demands;
use crate::error::WriteError;
use crate::linear::{self, LinearConstraint, Relation, Variable};

/// Writes a problem. The solutions, restricted to the variables of the options, are the covers.
///
/// ```
/// use dlx_core::Problem;
/// use dlx_formats::mps;
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).cost(2).option(["a"]).cost(3).build()?;
/// let mut text = Vec::new();
/// mps::write(&problem, &mut text)?;
/// assert!(String::from_utf8(text)?.contains(" x1 cost 3 r0 1\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An output that fails.
pub fn write(problem: &Problem, mut output: impl Write) -> Result<(), WriteError> {
    let demands = Demands::of(problem);
    for option in problem.options() {
        writeln!(output, "* x{option} is option {option}: {}", problem.display_option(option))?;
    }
    output.write_all(b"NAME dlx\nROWS\n N cost\n")?;
    // By variable, options first: the rows with it, and its coefficients there.
    let mut columns: Vec<Vec<(usize, i64)>> = vec![Vec::new(); problem.option_count()];
    let mut bounds = Vec::new();
    linear::lines(problem, &demands, |line| {
        match line {
            LinearConstraint::IdleOptions => writeln!(output, "* options without a primary item")?,
            LinearConstraint::Item(item) => writeln!(output, "* item {}", problem.name(item))?,
            LinearConstraint::Row { terms, relation, bound } => {
                let sign = match relation {
                    Relation::AtLeast => 'G',
                    Relation::AtMost => 'L',
                    Relation::Equal => 'E',
                };
                writeln!(output, " {sign} r{}", bounds.len())?;
                for term in terms {
                    let column = match term.variable {
                        Variable::Option(option) => option.index(),
                        Variable::Auxiliary(number) => problem.option_count() + number,
                    };
                    if column >= columns.len() {
                        columns.resize(column + 1, Vec::new());
                    }
                    let weight = i64::from(term.weight);
                    columns[column].push((bounds.len(), if term.is_negative { -weight } else { weight }));
                }
                bounds.push(bound);
            }
        }
        Ok::<(), io::Error>(())
    })?;
    output.write_all(b"COLUMNS\n MARKER 'MARKER' 'INTORG'\n")?;
    let name = |column: usize| match column.checked_sub(problem.option_count()) {
        None => format!("x{column}"),
        Some(number) => format!("y{number}"),
    };
    for (column, rows) in columns.iter().enumerate() {
        // A column needs an entry, and an objective that is never mentioned is refused by some readers.
        let cost = match column < problem.option_count() {
            true => problem.decimal(problem.cost(OptionId::new(column))),
            false => Decimal::default(),
        };
        write!(output, " {} cost {cost}", name(column))?;
        // A line has two entries at most; readers skip others.
        for (place, (row, coefficient)) in (1..).zip(rows) {
            if place % 2 == 0 {
                write!(output, "\n {}", name(column))?;
            }
            write!(output, " r{row} {coefficient}")?;
        }
        output.write_all(b"\n")?;
    }
    output.write_all(b" MARKER 'MARKER' 'INTEND'\nRHS\n")?;
    for (row, bound) in bounds.iter().enumerate().filter(|&(_, &bound)| bound != 0) {
        writeln!(output, " RHS r{row} {bound}")?;
    }
    output.write_all(b"BOUNDS\n")?;
    for column in 0..columns.len() {
        writeln!(output, " BV BND {}", name(column))?;
    }
    output.write_all(b"ENDATA\n")?;
    Ok(output.flush()?)
}

//! Reads what solvers have found.
//!
//! Read are the lines `v` of SAT and pseudo-Boolean solvers, and lines with a variable and its value, as HiGHS, SCIP,
//! Gurobi, CBC, GLPK and CPLEX write them. Variables that are not mentioned are 0, and other lines are skipped.

use std::collections::HashMap;
use std::io::BufRead;

use dlx_core::{OptionId, Problem};

use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::{Line, Lines, number};

/// The variables that an answer speaks of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variables {
    /// Those that this crate has written for the options of a problem: option 6 is `x6` in an integer program, `x7` in
    /// a line `v` of a pseudo-Boolean solver and `7` in one of a SAT solver.
    Written,
    /// Those that this crate has read: names of first items of options ([`ReadProgram`](crate::ReadProgram)).
    Read,
}

/// Largest distance of a value from 0 or 1 that is rounded: solvers calculate in floating point.
const TOLERANCE: f64 = 1e-4;

/// Returns the options that an answer chooses, in ascending order. Whether they are a cover is not checked.
///
/// ```
/// use dlx_core::{OptionId, Problem};
/// use dlx_formats::answer::{self, Variables};
///
/// let problem = Problem::builder().primary(["a"]).option(["a"]).option(["a"]).build()?;
/// for text in ["s SATISFIABLE\nv -1 2 0\n", "x0 0\nx1 1\n"] {
///     assert_eq!(answer::read(&problem, Variables::Written, text.as_bytes())?, [OptionId::new(1)]);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// An input that fails, a variable that the problem does not have, a value other than 0 and 1, and an answer without
/// values, such as one that there is no solution.
///
/// # Complexity
/// Linear in the length of the text and in the problem.
pub fn read(
    problem: &Problem,
    variables: Variables,
    input: impl BufRead,
) -> Result<Vec<OptionId>, ReadError> {
    let mut reader = Reader::new(problem, variables);
    let mut lines = Lines::new(input);
    let mut said = String::new();
    while let Some(line) = lines.next()? {
        let words: Vec<(usize, &str)> = line.words().collect();
        match words.as_slice() {
            [(_, "v" | "V"), literals @ ..] => {
                for &(start, word) in literals {
                    reader.literal(line, start, word)?;
                }
            }
            words => {
                if !reader.value(line, words)? && says_unsolvable(line.text) {
                    line.text.trim().clone_into(&mut said);
                }
            }
        }
    }
    if reader.has_values {
        return Ok(reader.chosen());
    }
    match said.as_str() {
        "" => Err(lines.error_at_end("the value of a variable")),
        said => Err(((1, 1), expected("a solution", said)).into()),
    }
}

/// Returns true if a line says in the words of a solver that there is no solution.
fn says_unsolvable(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["unsatisfiable", "infeasible", "no feasible solution"].iter().any(|words| text.contains(words))
}

struct Reader<'p> {
    problem: &'p Problem,
    /// The option of each name, if the problem was read.
    named: Option<HashMap<&'p str, OptionId>>,
    is_chosen: Vec<bool>,
    has_values: bool,
}

impl<'p> Reader<'p> {
    fn new(problem: &'p Problem, variables: Variables) -> Self {
        let named = match variables {
            Variables::Written => None,
            Variables::Read => {
                let first = |option| Some((problem.name(problem.uses(option).first()?.item), option));
                Some(problem.options().filter_map(first).collect())
            }
        };
        Self { problem, named, is_chosen: vec![false; problem.option_count()], has_values: false }
    }

    /// Returns the option of a name, or of a number if its names are those that were written.
    fn option(&self, name: &str, first: usize) -> Option<OptionId> {
        if let Some(named) = &self.named {
            return named.get(name).copied();
        }
        let option = number(name.strip_prefix('x').unwrap_or(name))?.checked_sub(first)?;
        (option < self.problem.option_count()).then(|| OptionId::new(option))
    }

    /// Reads a word of a line `v`: `7` or `x7`, with a minus if the variable is 0. The number 0 ends the list, and
    /// variables after those of the options are auxiliary.
    fn literal(&mut self, line: Line<'_>, start: usize, word: &str) -> Result<(), ReadError> {
        let name = word.strip_prefix('-').unwrap_or(word);
        let is_number = number(name.strip_prefix('x').unwrap_or(name)).is_some();
        let option = self.option(name, 1);
        if option.is_none() && !is_number {
            return Err(
                line.error(start, expected("a variable of the problem, such as `7`, `-7` or `x7`", word))
            );
        }
        self.has_values = true;
        if let Some(option) = option.filter(|_| name == word) {
            self.is_chosen[option.index()] = true;
        }
        Ok(())
    }

    /// Reads a line with a variable and its value. Returns false if it is another line.
    fn value(&mut self, line: Line<'_>, words: &[(usize, &str)]) -> Result<bool, ReadError> {
        // `<variable name="x3" index="3" value="1"/>`
        let attribute = |name: &str| {
            let (_, after) = line.text.split_once(&format!(" {name}=\""))?;
            after.split('"').next()
        };
        let is_xml = line.text.trim_start().starts_with("<variable ");
        let xml = attribute("name").zip(attribute("value")).filter(|_| is_xml);
        // `x3 1`, `12 x3 1 0`, `12 x3 * 1 0 1`, `x3 1 (obj:2)`
        let plain = || {
            let at = words.iter().take(2).position(|&(_, word)| self.is_variable(word))?;
            let value = words.get(at + 1..)?.iter().find(|(_, word)| *word != "*")?;
            value.1.parse::<f64>().is_ok().then_some((words[at].1, value.1))
        };
        let Some((name, value)) = xml.or_else(plain) else { return Ok(false) };
        let start = line.text.find(name).unwrap_or_default();
        if name.starts_with('y') && self.named.is_none() {
            return Ok(true);
        }
        let unknown = || line.error(start, expected("a variable of the problem", name));
        let option = self.option(name, 0).ok_or_else(unknown)?;
        let number: Option<f64> = value.parse().ok();
        let is_near = |whole: f64| number.is_some_and(|number| (number - whole).abs() < TOLERANCE);
        if !is_near(0.0) && !is_near(1.0) {
            let found = format!("`{value}`");
            return Err(line.error(start, ReadErrorKind::Expected { expected: "the value 0 or 1", found }));
        }
        self.has_values = true;
        self.is_chosen[option.index()] |= is_near(1.0);
        Ok(true)
    }

    /// Returns true for a name that an answer may give a value: one that was read, or `x` or `y` with a number.
    fn is_variable(&self, word: &str) -> bool {
        match &self.named {
            Some(named) => named.contains_key(word),
            None => word.strip_prefix(['x', 'y']).is_some_and(|rest| number(rest).is_some()),
        }
    }

    /// Returns the options chosen, with the opposites of variables that are 0.
    fn chosen(&self) -> Vec<OptionId> {
        let is_chosen = |option: &OptionId| {
            let positive = self.named.as_ref().and_then(|named| {
                let [label, item, ..] = self.problem.uses(*option) else { return None };
                let name = self.problem.name(label.item).strip_prefix('~')?;
                named.get(name).filter(|_| self.problem.name(item.item) == name)
            });
            match positive {
                Some(positive) => !self.is_chosen[positive.index()],
                None => self.is_chosen[option.index()],
            }
        };
        self.problem.options().filter(is_chosen).collect()
    }
}

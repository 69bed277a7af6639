//! Reads pseudo-Boolean constraints in the OPB format of the competitions of solvers: linear constraints and
//! objectives.

use std::io::BufRead;

use dlx_core::Decimal;

use crate::decimal;
use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::{Line, Lines, stated_at};
use crate::program::{Place, Program, ReadProgram, Row, Term, limits};

/// Reads constraints. `~x1` is 1 if `x1` is 0; `<=` and `max:` are read as well.
///
/// # Errors
/// An input that fails, a text that is not in the format, and products of variables.
///
/// # Complexity
/// Linear in the length of the text, time and memory.
pub fn read(input: impl BufRead) -> Result<ReadProgram, ReadError> {
    let mut lines = Lines::new(input);
    let mut program = Program::default();
    let mut statement = Statement::default();
    while let Some(line) = lines.next()? {
        if line.text.trim_start().starts_with('*') {
            if line.number == 1 {
                declare(line, &mut program)?;
            }
            continue;
        }
        for (start, word) in line.words() {
            // A statement may end without a blank before its semicolon, and begin without one after `min:`.
            for (offset, part) in parts(word) {
                statement.add(line.place(start + offset), part, &mut program)?;
            }
        }
    }
    if !statement.is_empty() {
        return Err(lines.error_at_end("`;`"));
    }
    program.into_problem()
}

/// Declares the variables whose number the first line states, `* #variable= 3 #constraint= 2`: they need not be in any
/// constraint.
fn declare(line: Line<'_>, program: &mut Program) -> Result<(), ReadError> {
    let mut words = line.words().skip_while(|&(_, word)| word != "#variable=");
    if let Some((start, word)) = words.nth(1) {
        let count = stated_at(line, start, word, "the number of variables", "variables")?;
        for number in 1..=count {
            program.variable(&format!("x{number}"));
        }
    }
    Ok(())
}

/// Splits a word before and after semicolons and relations, and after colons.
fn parts(word: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut rest = word;
    std::iter::from_fn(move || {
        let start = word.len() - rest.len();
        let is_sign = |letter: char| "<>=".contains(letter);
        let first = rest.chars().next()?;
        let length = match first {
            ';' => 1,
            _ if is_sign(first) => rest.find(|letter| !is_sign(letter)).unwrap_or(rest.len()),
            _ => {
                let end = rest.find(|letter| letter == ';' || is_sign(letter)).unwrap_or(rest.len());
                rest[..end].find(':').map_or(end, |colon| colon + 1)
            }
        };
        let (part, after) = rest.split_at(length);
        rest = after;
        Some((start, part))
    })
}

/// A statement up to its semicolon.
#[derive(Default)]
struct Statement {
    place: Place,
    is_objective: bool,
    terms: Vec<(Place, Term)>,
    /// What literals `~x` add to the sum.
    constant: Decimal,
    coefficient: Option<Decimal>,
    /// True if the last word was a variable, which another one would multiply.
    has_variable: bool,
    sign: Option<&'static str>,
    bound: Option<Decimal>,
}

impl Statement {
    fn is_empty(&self) -> bool {
        !self.is_objective && self.terms.is_empty() && self.sign.is_none() && self.coefficient.is_none()
    }

    fn add(&mut self, place: Place, word: &str, program: &mut Program) -> Result<(), ReadError> {
        let wrong = |what: &'static str| Err(ReadError::from((place, expected(what, word))));
        if self.is_empty() {
            self.place = place;
        }
        match word {
            ";" => {
                if self.coefficient.is_some() || self.sign.is_some() != self.bound.is_some() {
                    return wrong("a variable or a number");
                }
                return std::mem::take(self).finish(place, program);
            }
            "min:" | "max:" if self.is_empty() && program.objective.is_empty() => {
                self.is_objective = true;
                program.is_maximized = word == "max:";
            }
            ">=" | "<=" | "=" if self.sign.is_none() && !self.is_objective && self.coefficient.is_none() => {
                self.sign = [">=", "<=", "="].into_iter().find(|&sign| sign == word);
            }
            _ if self.bound.is_some() => return wrong("`;`"),
            _ => match decimal::parse(word) {
                Some(number) if self.sign.is_some() => self.bound = Some(number),
                Some(number) if self.coefficient.is_none() => {
                    self.coefficient = Some(number);
                    self.has_variable = false;
                }
                None if self.sign.is_none() && is_literal(word) => {
                    let Some(coefficient) = self.coefficient.take() else {
                        if self.has_variable {
                            let kind = ReadErrorKind::Unsupported { what: "a product of variables" };
                            return Err((place, kind).into());
                        }
                        return wrong("a coefficient such as `+1`");
                    };
                    self.has_variable = true;
                    let name = word.trim_start_matches('~');
                    let (variable, _) = program.variable(name);
                    let is_opposite = name.len() < word.len();
                    let coefficient = if is_opposite {
                        let Some(sum) = decimal::sum(self.constant, coefficient) else {
                            return wrong("a sum that fits into 128 bits");
                        };
                        self.constant = sum;
                        -coefficient
                    } else {
                        coefficient
                    };
                    self.terms.push((place, Term { variable, coefficient }));
                }
                _ => return wrong("a coefficient, a variable such as `x1`, or a relation"),
            },
        }
        Ok(())
    }

    fn finish(self, end: Place, program: &mut Program) -> Result<(), ReadError> {
        if self.is_objective {
            (program.objective, program.constant) = (self.terms, self.constant);
            return Ok(());
        }
        let (Some(sign), Some(bound)) = (self.sign, self.bound) else {
            return Err((end, expected("`>=` or `=` and a number", ";")).into());
        };
        let Some(bound) = decimal::sum(bound, -self.constant) else {
            return Err((end, expected("a bound that fits into 128 bits", ";")).into());
        };
        let (low, high) = limits(sign, Some(bound));
        let terms = self.terms.into_iter().map(|(_, term)| term).collect();
        program.rows.push(Row { name: None, place: self.place, terms, low, high });
        Ok(())
    }
}

fn is_literal(word: &str) -> bool {
    let name = word.strip_prefix('~').unwrap_or(word);
    name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_')
}

//! Reads clauses in the DIMACS format of SAT solvers.

use std::io::BufRead;

use crate::decimal;
use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::{Lines, number_at, stated_at};
use crate::program::{Program, ReadProgram, Row, Term};

/// Reads clauses: variable `7` is the option whose first item is `7`. The covers are the models.
///
/// # Errors
/// An input that fails, a text that is not in the format, and weights of clauses.
///
/// # Complexity
/// Linear in the length of the text, time and memory.
pub fn read(input: impl BufRead) -> Result<ReadProgram, ReadError> {
    let mut lines = Lines::new(input);
    let mut program = Program::default();
    let mut stated = None;
    let mut clause: Vec<i64> = Vec::new();
    let mut place = (1, 1);
    let mut clauses = 0;
    while let Some(line) = lines.next()? {
        // Files of a known collection end with `%` and a line with 0.
        if line.text.starts_with('%') {
            break;
        }
        let mut words = line.words().peekable();
        match (words.peek(), stated) {
            (None | Some(&(_, "c")), _) => continue,
            (Some(&(start, "p")), None) => {
                words.next();
                match words.next() {
                    Some((_, "cnf")) => {}
                    Some((start, "wcnf")) => {
                        let what = "clauses with weights";
                        return Err(line.error(start, ReadErrorKind::Unsupported { what }));
                    }
                    Some((start, word)) => return Err(line.error(start, expected("`cnf`", word))),
                    None => return Err(line.error(start, expected("`p cnf`", "p"))),
                }
                let mut next =
                    |what| words.next().ok_or_else(|| line.error(start, expected(what, line.text.trim())));
                let what = "the number of variables";
                let (start, word) = next(what)?;
                let count = stated_at(line, start, word, what, "variables")?;
                let what = "the number of clauses";
                let (start, word) = next(what)?;
                stated = Some(number_at(line, start, word, what)?);
                for variable in 1..=count {
                    program.variable(&variable.to_string());
                }
                continue;
            }
            (Some(&(start, word)), None) => {
                return Err(line.error(start, expected("a line `p cnf variables clauses`", word)));
            }
            (Some(_), Some(_)) => {}
        }
        for (start, word) in words {
            let literal: i64 =
                word.parse().map_err(|_| line.error(start, expected("the number of a variable", word)))?;
            if literal.unsigned_abs() > program.count() as u64 {
                return Err(line.error(start, expected("a variable within the stated number", word)));
            }
            if clause.is_empty() {
                place = line.place(start);
            }
            if literal != 0 {
                clause.push(literal);
                continue;
            }
            clauses += 1;
            program.rows.push(row(&mut clause, place));
        }
    }
    let Some(stated) = stated else { return Err(lines.error_at_end("a line `p cnf variables clauses`")) };
    if !clause.is_empty() {
        return Err(lines.error_at_end("`0` after the last clause"));
    }
    if stated != clauses {
        let kind = ReadErrorKind::Count { what: "clauses", expected: stated, found: clauses };
        return Err(((1, 1), kind).into());
    }
    program.into_problem()
}

/// Returns the constraint of a clause: of its positive variables and the opposites of the others at least one is 1.
fn row(clause: &mut Vec<i64>, place: (usize, usize)) -> Row {
    clause.sort_unstable();
    clause.dedup();
    let mut low = 1i64;
    let terms = clause.drain(..).map(|literal| {
        let variable =
            usize::try_from(literal.unsigned_abs() - 1).expect("it is below the number of variables");
        if literal > 0 {
            return Term { variable, coefficient: decimal::one() };
        }
        low -= 1;
        Term { variable, coefficient: -decimal::one() }
    });
    let terms = terms.collect();
    Row { name: None, place, terms, low: Some(low.into()), high: None }
}

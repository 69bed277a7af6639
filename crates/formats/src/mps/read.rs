//! Integer programs in MPS: read, in its free and its fixed form if no name has a blank, and written.

use std::collections::HashMap;
use std::io::BufRead;

use dlx_core::Decimal;

use crate::decimal;
use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::{Line, Lines};
use crate::program::{Domain, Program, ReadProgram, Row, Term, is_infinite};

/// Reads a program. Integer variables without bounds have the values 0 and 1, as in CPLEX and HiGHS.
///
/// # Errors
/// An input that fails, a text that is not in the format, a variable that is not binary, and sections that no exact
/// cover problem can express.
///
/// # Complexity
/// Linear in the length of the text, time and memory.
pub fn read(input: impl BufRead) -> Result<ReadProgram, ReadError> {
    let mut lines = Lines::new(input);
    let mut reader = Reader::default();
    let mut section = String::new();
    while let Some(line) = lines.next()? {
        let text = line.text.trim_end();
        if text.is_empty() || text.starts_with('*') {
            continue;
        }
        let words: Vec<(usize, &str)> = line.words().collect();
        if text.starts_with(char::is_whitespace) {
            reader.line(&section, line, &words)?;
        } else {
            section = words[0].1.to_ascii_uppercase();
            if section == "ENDATA" {
                return reader.finish();
            }
            reader.section(&section, line, &words)?;
        }
    }
    Err(lines.error_at_end("`ENDATA`"))
}

#[derive(Default)]
struct Reader {
    program: Program,
    domains: Vec<Domain>,
    /// The variables whose bounds are those of the format, not of the text.
    has_bounds: Vec<bool>,
    /// The row of each name; `None` for the objective, and for other rows without a bound.
    rows: HashMap<String, Option<usize>>,
    signs: Vec<Sign>,
    objective: Option<String>,
    is_whole: bool,
}

/// The relation of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sign {
    Equal,
    AtMost,
    AtLeast,
}

impl Reader {
    fn section(&mut self, section: &str, line: Line<'_>, words: &[(usize, &str)]) -> Result<(), ReadError> {
        let what = match section {
            "NAME" | "ROWS" | "COLUMNS" | "RHS" | "RANGES" | "BOUNDS" => return Ok(()),
            "OBJSENSE" => {
                return match words.get(1) {
                    Some(&(start, word)) => self.sense(line, start, word),
                    None => Ok(()),
                };
            }
            "QUADOBJ" | "QMATRIX" | "QSECTION" | "QCMATRIX" => "products of variables",
            "SOS" | "SOS1" | "SOS2" | "SETS" => "special ordered sets",
            "INDICATORS" => "indicator constraints",
            "CSECTION" => "cones",
            "LAZYCONS" | "USERCUTS" => "lazy constraints",
            _ => return Err(line.error(0, expected("a section such as `ROWS`", words[0].1))),
        };
        Err(line.error(0, ReadErrorKind::Unsupported { what }))
    }

    fn sense(&mut self, line: Line<'_>, start: usize, word: &str) -> Result<(), ReadError> {
        self.program.is_maximized = match word.to_ascii_uppercase().as_str() {
            "MIN" | "MINIMIZE" | "MINIMISE" => false,
            "MAX" | "MAXIMIZE" | "MAXIMISE" => true,
            _ => return Err(line.error(start, expected("`MIN` or `MAX`", word))),
        };
        Ok(())
    }

    fn line(&mut self, section: &str, line: Line<'_>, words: &[(usize, &str)]) -> Result<(), ReadError> {
        match (section, words) {
            ("OBJSENSE", &[(start, word)]) => self.sense(line, start, word),
            ("ROWS", &[(start, sign), (at, name)]) => self.row(line, (start, sign), (at, name)),
            ("COLUMNS", &[_, (_, "'MARKER'"), (start, marker)]) => {
                self.is_whole = match marker {
                    "'INTORG'" => true,
                    "'INTEND'" => false,
                    _ => return Err(line.error(start, expected("`'INTORG'` or `'INTEND'`", marker))),
                };
                Ok(())
            }
            ("COLUMNS", [(start, name), pairs @ ..]) if !pairs.is_empty() && pairs.len() % 2 == 0 => {
                end_after_two_pairs(line, pairs)?;
                let (variable, is_new) = self.program.variable(name);
                if is_new {
                    self.domains.push(Domain::new(line.place(*start), self.is_whole));
                    self.has_bounds.push(false);
                }
                for pair in pairs.chunks(2) {
                    self.coefficient(line, variable, pair[0], pair[1])?;
                }
                Ok(())
            }
            ("RHS" | "RANGES", words) if words.len() > 1 => {
                // The name of the vector may be left out.
                let pairs = &words[words.len() % 2..];
                end_after_two_pairs(line, pairs)?;
                for pair in pairs.chunks(2) {
                    self.bound_of_row(section == "RANGES", line, pair[0], pair[1])?;
                }
                Ok(())
            }
            ("BOUNDS", [kind, rest @ ..]) => self.bound(line, *kind, rest),
            ("NAME", _) => Ok(()),
            _ => {
                let (start, word) = words[words.len() - 1];
                Err(line.error(start, expected("a line of this section", word)))
            }
        }
    }

    fn row(&mut self, line: Line<'_>, sign: (usize, &str), name: (usize, &str)) -> Result<(), ReadError> {
        let zero = Some(Decimal::default());
        let (relation, low, high) = match sign.1.to_ascii_uppercase().as_str() {
            "E" => (Sign::Equal, zero, zero),
            "L" => (Sign::AtMost, None, zero),
            "G" => (Sign::AtLeast, zero, None),
            "N" => {
                self.objective.get_or_insert_with(|| name.1.to_owned());
                return self.name_row(line, name, None);
            }
            _ => return Err(line.error(sign.0, expected("`N`, `E`, `L` or `G`", sign.1))),
        };
        self.name_row(line, name, Some(self.program.rows.len()))?;
        self.signs.push(relation);
        let (place, name) = (line.place(name.0), Some(name.1.to_owned()));
        self.program.rows.push(Row { name, place, terms: Vec::new(), low, high });
        Ok(())
    }

    fn name_row(&mut self, line: Line<'_>, name: (usize, &str), row: Option<usize>) -> Result<(), ReadError> {
        match self.rows.insert(name.1.to_owned(), row) {
            None => Ok(()),
            Some(_) => {
                let kind = ReadErrorKind::NameTaken { name: name.1.to_owned(), what: "another row" };
                Err(line.error(name.0, kind))
            }
        }
    }

    fn row_of(&self, line: Line<'_>, name: (usize, &str)) -> Result<Option<usize>, ReadError> {
        self.rows
            .get(name.1)
            .copied()
            .ok_or_else(|| line.error(name.0, expected("the name of a row", name.1)))
    }

    fn coefficient(
        &mut self,
        line: Line<'_>,
        variable: usize,
        name: (usize, &str),
        number: (usize, &str),
    ) -> Result<(), ReadError> {
        let term = Term { variable, coefficient: number_at(line, number)? };
        match self.row_of(line, name)? {
            Some(row) => self.program.rows[row].terms.push(term),
            None if self.objective.as_deref() == Some(name.1) => {
                self.program.objective.push((line.place(name.0), term));
            }
            None => {}
        }
        Ok(())
    }

    fn bound_of_row(
        &mut self,
        is_range: bool,
        line: Line<'_>,
        name: (usize, &str),
        number: (usize, &str),
    ) -> Result<(), ReadError> {
        let value = number_at(line, number)?;
        let Some(at) = self.row_of(line, name)? else {
            if !is_range && self.objective.as_deref() == Some(name.1) {
                self.program.constant = -value;
            }
            return Ok(());
        };
        let row = &mut self.program.rows[at];
        let too_long = || line.error(number.0, expected("a sum that fits into 128 bits", number.1));
        if is_range {
            // The width of the interval; for an equation its sign says on which side.
            let width = if value.digits() < 0 { -value } else { value };
            let is_below =
                self.signs[at] == Sign::AtMost || self.signs[at] == Sign::Equal && value.digits() < 0;
            if is_below {
                row.low = row.high.map(|high| decimal::sum(high, -width).ok_or_else(too_long)).transpose()?;
            } else {
                row.high = row.low.map(|low| decimal::sum(low, width).ok_or_else(too_long)).transpose()?;
            }
        } else {
            row.low = row.low.map(|_| value);
            row.high = row.high.map(|_| value);
        }
        Ok(())
    }

    /// Reads a bound of a variable: its kind, the name of the vector, which may be left out, the variable, and a
    /// number.
    fn bound(
        &mut self,
        line: Line<'_>,
        kind: (usize, &str),
        rest: &[(usize, &str)],
    ) -> Result<(), ReadError> {
        let upper = kind.1.to_ascii_uppercase();
        let has_number = match upper.as_str() {
            "UP" | "LO" | "FX" | "UI" | "LI" => true,
            "FR" | "MI" | "PL" | "BV" => false,
            "SC" | "SI" => {
                return Err(
                    line.error(kind.0, ReadErrorKind::Unsupported { what: "semi-continuous variables" })
                );
            }
            _ => return Err(line.error(kind.0, expected("a bound such as `UP` or `BV`", kind.1))),
        };
        // Some writers add a number that says nothing to the kinds without one.
        let (name, number) = match (has_number, rest) {
            (true, [.., name, number]) if rest.len() <= 3 => (*name, Some(*number)),
            (false, [name] | [_, name] | [_, name, _]) => (*name, None),
            _ => return Err(line.error(kind.0, expected("a bound with its variable", kind.1))),
        };
        let (variable, is_new) = self.program.variable(name.1);
        if is_new {
            return Err(line.error(name.0, expected("the name of a variable", name.1)));
        }
        let value = match number {
            Some((_, text)) if is_infinite(text) => None,
            Some(number) => Some(number_at(line, number)?),
            None => None,
        };
        let domain = &mut self.domains[variable];
        match upper.as_str() {
            "UP" | "UI" => domain.high = value,
            "LO" | "LI" => domain.low = value,
            "FX" => (domain.low, domain.high) = (value, value),
            "FR" => (domain.low, domain.high) = (None, None),
            "MI" => domain.low = None,
            "PL" => domain.high = None,
            _ => domain.make_binary(),
        }
        domain.is_whole |= matches!(upper.as_str(), "UI" | "LI" | "BV");
        // A lower bound alone does not say how far the variable goes.
        self.has_bounds[variable] |= !matches!(upper.as_str(), "LO" | "LI");
        Ok(())
    }

    fn finish(mut self) -> Result<ReadProgram, ReadError> {
        for variable in 0..self.program.count() {
            let domain = &mut self.domains[variable];
            if domain.is_whole && !self.has_bounds[variable] {
                domain.make_binary();
            }
            self.program.restrict(variable, domain)?;
        }
        self.program.into_problem()
    }
}

/// Refuses a third pair of a name and a number: the format has two in a line.
fn end_after_two_pairs(line: Line<'_>, pairs: &[(usize, &str)]) -> Result<(), ReadError> {
    match pairs.get(4) {
        Some(&(start, word)) => {
            Err(line.error(start, expected("at most two pairs of a row and a number", word)))
        }
        None => Ok(()),
    }
}

fn number_at(line: Line<'_>, (start, text): (usize, &str)) -> Result<Decimal, ReadError> {
    decimal::parse(text).ok_or_else(|| line.error(start, expected("a number", text)))
}

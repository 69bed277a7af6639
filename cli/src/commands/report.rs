//! What `dlx sudoku solve` prints of a puzzle, in its three formats.

use std::io::{self, Write};

use serde::Serialize;
use sudoku_cover::{Geometry, Grid};

use super::SCHEMA;
use super::draw::{Drawing, Found, differences};
use super::puzzles::Puzzle;
use crate::args::SudokuFormat;
use crate::session::Session;

/// What is known of a puzzle's solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Status {
    /// One, and no other.
    Unique,
    /// More than one.
    Several,
    /// At least one; whether there is another was not asked, or is not known.
    Solved,
    /// All that there are were listed.
    Complete,
    /// The listing stopped before the end.
    Stopped,
    /// None, proved.
    None,
    /// None, as the clues contradict one another.
    Invalid,
    /// There is no puzzle in the record.
    Unreadable,
    /// Stopped before the first was found.
    Unknown,
}

/// Prints puzzle after puzzle.
pub(super) struct Report<'s> {
    session: &'s Session,
    format: SudokuFormat,
    found: Found,
    is_single: bool,
}

#[derive(Serialize)]
struct PuzzleObject<'a> {
    schema: u32,
    puzzle: u64,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<String>,
    status: Status,
    /// Where they are not printed as objects of their own.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct SolutionObject {
    schema: u32,
    puzzle: u64,
    number: u64,
    solution: String,
}

impl<'s> Report<'s> {
    pub(super) fn new(session: &'s Session, format: SudokuFormat, found: Found, is_single: bool) -> Self {
        Self { session, format, found, is_single }
    }

    /// A puzzle and at most two solutions of it, the second one as a witness that there are several.
    pub(super) fn answer(
        &self,
        puzzle: &Puzzle,
        geometry: &Geometry,
        status: Status,
        solutions: &[Grid],
        reason: Option<&str>,
    ) -> io::Result<()> {
        match (self.format, solutions) {
            (SudokuFormat::Json, _) => {
                let lines = solutions.iter().map(|grid| grid.to_line().to_string()).collect();
                self.object(puzzle, status, Some(lines), None, reason)
            }
            (_, []) => self.failure(puzzle, status, reason),
            (SudokuFormat::Line, [first, ..]) => {
                let mut output = self.session.output();
                match (status, reason) {
                    (Status::Several, _) => writeln!(output, "{} # several solutions", first.to_line()),
                    (_, Some(reason)) => writeln!(output, "{} # {reason}", first.to_line()),
                    (_, None) => writeln!(output, "{}", first.to_line()),
                }
            }
            (SudokuFormat::Grid, [first, others @ ..]) => {
                let words = match status {
                    Status::Unique => "one solution",
                    Status::Several => "several solutions",
                    _ => "a solution",
                };
                if !self.is_single {
                    self.heading(puzzle, words)?;
                }
                self.draw(puzzle, geometry, first)?;
                let mut output = self.session.output();
                match others.first() {
                    Some(other) => writeln!(
                        output,
                        "several solutions; another one has {}",
                        differences(geometry, first, other)
                    ),
                    None => reason.map_or(Ok(()), |reason| writeln!(output, "{reason}")),
                }
            }
        }
    }

    /// A puzzle without any solution to show.
    pub(super) fn failure(&self, puzzle: &Puzzle, status: Status, reason: Option<&str>) -> io::Result<()> {
        let reason = reason.unwrap_or_default();
        let words = match status {
            Status::Invalid | Status::Unreadable => format!("invalid: {reason}"),
            Status::None => "no solution".to_owned(),
            _ => format!("unknown: {reason}"),
        };
        match self.format {
            SudokuFormat::Json => {
                self.object(puzzle, status, Some(Vec::new()), None, Some(reason).filter(|r| !r.is_empty()))
            }
            SudokuFormat::Grid if !self.is_single => self.heading(puzzle, &words),
            _ => writeln!(self.session.output(), "{words}"),
        }
    }

    /// One of many solutions.
    pub(super) fn solution(
        &self,
        puzzle: &Puzzle,
        geometry: &Geometry,
        number: u64,
        solution: &Grid,
    ) -> io::Result<()> {
        match self.format {
            SudokuFormat::Line => writeln!(self.session.output(), "{}", solution.to_line()),
            SudokuFormat::Grid => {
                self.heading(puzzle, &format!("solution {number}"))?;
                self.draw(puzzle, geometry, solution)
            }
            SudokuFormat::Json => self.write_object(&SolutionObject {
                schema: SCHEMA,
                puzzle: puzzle.number,
                number,
                solution: solution.to_line().to_string(),
            }),
        }
    }

    /// The end of many solutions, which were not none.
    pub(super) fn end_of_solutions(&self, puzzle: &Puzzle, status: Status, count: u64) -> io::Result<()> {
        match self.format {
            SudokuFormat::Json => self.object(puzzle, status, None, Some(count), None),
            SudokuFormat::Line | SudokuFormat::Grid => Ok(()),
        }
    }

    fn draw(&self, puzzle: &Puzzle, geometry: &Geometry, solution: &Grid) -> io::Result<()> {
        let Some(given) = &puzzle.grid else { return Ok(()) };
        write!(self.session.output(), "{}", Drawing { geometry, puzzle: given, solution, found: self.found })
    }

    fn heading(&self, puzzle: &Puzzle, words: &str) -> io::Result<()> {
        let mut output = self.session.output();
        if puzzle.number > 1 {
            writeln!(output)?;
        }
        match puzzle.line {
            Some(line) => {
                writeln!(output, "puzzle {}, line {line} of {}: {words}", puzzle.number, puzzle.source)
            }
            None => writeln!(output, "puzzle {} of {}: {words}", puzzle.number, puzzle.source),
        }
    }

    fn object(
        &self,
        puzzle: &Puzzle,
        status: Status,
        solutions: Option<Vec<String>>,
        count: Option<u64>,
        reason: Option<&str>,
    ) -> io::Result<()> {
        self.write_object(&PuzzleObject {
            schema: SCHEMA,
            puzzle: puzzle.number,
            source: &puzzle.source,
            line: puzzle.line,
            givens: puzzle.grid.as_ref().map(|grid| grid.to_line().to_string()),
            status,
            solutions,
            count,
            reason,
        })
    }

    fn write_object(&self, object: &impl Serialize) -> io::Result<()> {
        let mut output = self.session.output();
        serde_json::to_writer(&mut *output, object)?;
        writeln!(output)
    }
}

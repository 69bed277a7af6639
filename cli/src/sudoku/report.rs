//! What `dlx sudoku solve` prints of a puzzle, in its three formats.

use std::io::{self, Write};

use serde::Serialize;
use sudoku_cover::{Geometry, Grid, Solver};

use super::draw::{Drawing, Found, differences};
use super::puzzle::{Loaded, Puzzle};
use crate::args::SudokuFormat;
use crate::cover::SCHEMA;
use crate::shared::exit::Exit;
use crate::shared::stats::Verdict;
use crate::sudoku::batch::reorder::Answers;

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
pub(super) struct Report {
    format: SudokuFormat,
    found: Found,
    is_single: bool,
}

/// An object for a puzzle, with what is known about it.
#[derive(Serialize)]
pub(super) struct PuzzleObject<'a, S, T> {
    schema: u32,
    puzzle: u64,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<String>,
    status: S,
    #[serde(flatten)]
    known: T,
}

impl<'a, S: Serialize, T: Serialize> PuzzleObject<'a, S, T> {
    pub(super) fn new(puzzle: &Puzzle<'a>, status: S, known: T) -> Self {
        Self {
            schema: SCHEMA,
            puzzle: puzzle.number,
            source: puzzle.source,
            line: puzzle.line,
            givens: puzzle.grid.map(|grid| grid.to_line().to_string()),
            status,
            known,
        }
    }

    /// Prints it on a line of its own.
    pub(super) fn print(&self, answers: &mut Answers<'_>) -> io::Result<()> {
        write_object(self, answers)
    }
}

/// What a search knows about a puzzle.
#[derive(Serialize)]
struct Known<'a> {
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

impl Report {
    pub(super) fn new(format: SudokuFormat, found: Found, is_single: bool) -> Self {
        Self { format, found, is_single }
    }

    /// The solver of a puzzle that is loaded; of any other the reason is printed, and that is the answer.
    pub(super) fn ready<'w>(
        &self,
        puzzle: &Puzzle<'_>,
        loaded: Loaded<'w>,
        answers: &mut Answers<'_>,
    ) -> io::Result<Result<&'w mut Solver, (Exit, Verdict)>> {
        let (status, reason, outcome) = match loaded {
            Loaded::Ready(solver) => return Ok(Ok(solver)),
            Loaded::Contradicting(error) => {
                (Status::Invalid, error.to_string(), (Exit::NoSolution, Verdict::Invalid))
            }
            Loaded::Unreadable(reason) => {
                (Status::Unreadable, reason, (Exit::Unreadable, Verdict::Unreadable))
            }
            Loaded::Left(cause) => {
                (Status::Unknown, cause.words().to_owned(), (cause.exit(), Verdict::Unknown))
            }
        };
        self.failure(puzzle, status, Some(&reason), answers)?;
        Ok(Err(outcome))
    }

    /// A puzzle and at most two solutions of it, the second one as a witness that there are several.
    pub(super) fn answer(
        &self,
        puzzle: &Puzzle<'_>,
        geometry: &Geometry,
        status: Status,
        solutions: &[Grid],
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match (self.format, solutions) {
            (SudokuFormat::Json, _) => {
                let lines = solutions.iter().map(|grid| grid.to_line().to_string()).collect();
                self.object(puzzle, status, Some(lines), None, reason, answers)
            }
            (_, []) => self.failure(puzzle, status, reason, answers),
            (SudokuFormat::Line, [first, ..]) => {
                let out = answers.out();
                first.to_line().append_to(out);
                match (status, reason) {
                    (Status::Several, _) => out.extend_from_slice(b" # several solutions"),
                    (_, Some(reason)) => write!(out, " # {reason}")?,
                    (_, None) => {}
                }
                out.push(b'\n');
                Ok(())
            }
            (SudokuFormat::Grid, [first, others @ ..]) => {
                let words = match status {
                    Status::Unique => "one solution",
                    Status::Several => "several solutions",
                    _ => "a solution",
                };
                if !self.is_single {
                    heading(puzzle, words, answers)?;
                }
                self.draw(puzzle, geometry, first, answers)?;
                let output = answers.out();
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
    pub(super) fn failure(
        &self,
        puzzle: &Puzzle<'_>,
        status: Status,
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        let reason = reason.unwrap_or_default();
        let words = match status {
            Status::Invalid | Status::Unreadable => format!("invalid: {reason}"),
            Status::None => "no solution".to_owned(),
            _ => format!("unknown: {reason}"),
        };
        match self.format {
            SudokuFormat::Json => {
                let reason = Some(reason).filter(|reason| !reason.is_empty());
                self.object(puzzle, status, Some(Vec::new()), None, reason, answers)
            }
            SudokuFormat::Grid if !self.is_single => heading(puzzle, &words, answers),
            _ => writeln!(answers.out(), "{words}"),
        }
    }

    /// One of many solutions.
    pub(super) fn solution(
        &self,
        puzzle: &Puzzle<'_>,
        geometry: &Geometry,
        number: u64,
        solution: &Grid,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match self.format {
            SudokuFormat::Line => {
                let out = answers.out();
                solution.to_line().append_to(out);
                out.push(b'\n');
                Ok(())
            }
            SudokuFormat::Grid => {
                heading(puzzle, &format!("solution {number}"), answers)?;
                self.draw(puzzle, geometry, solution, answers)
            }
            SudokuFormat::Json => {
                let solution = solution.to_line().to_string();
                let object = SolutionObject { schema: SCHEMA, puzzle: puzzle.number, number, solution };
                write_object(&object, answers)
            }
        }
    }

    /// The end of many solutions, which were not none.
    pub(super) fn end_of_solutions(
        &self,
        puzzle: &Puzzle<'_>,
        status: Status,
        count: u64,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match self.format {
            SudokuFormat::Json => self.object(puzzle, status, None, Some(count), None, answers),
            SudokuFormat::Line | SudokuFormat::Grid => Ok(()),
        }
    }

    fn draw(
        &self,
        puzzle: &Puzzle<'_>,
        geometry: &Geometry,
        solution: &Grid,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        let Some(given) = puzzle.grid else { return Ok(()) };
        write!(answers.out(), "{}", Drawing { geometry, puzzle: given, solution, found: self.found })
    }

    fn object(
        &self,
        puzzle: &Puzzle<'_>,
        status: Status,
        solutions: Option<Vec<String>>,
        count: Option<u64>,
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        PuzzleObject::new(puzzle, status, Known { solutions, count, reason }).print(answers)
    }
}

fn heading(puzzle: &Puzzle<'_>, words: &str, answers: &mut Answers<'_>) -> io::Result<()> {
    let out = answers.out();
    let Puzzle { source, number, .. } = puzzle;
    if *number > 1 {
        writeln!(out)?;
    }
    match puzzle.line {
        Some(line) => writeln!(out, "puzzle {number}, line {line} of {source}: {words}"),
        None => writeln!(out, "puzzle {number} of {source}: {words}"),
    }
}

fn write_object(object: &impl Serialize, answers: &mut Answers<'_>) -> io::Result<()> {
    let out = answers.out();
    serde_json::to_writer(&mut *out, object)?;
    writeln!(out)
}

//! A record of the input, and its solver.

use sudoku_cover::{Contradicting, Grid, Record, Solver, Verdict};

use crate::shared::Exit;
use crate::shared::cause::Cause;
use crate::shared::records::Chunk;

/// A record of the input.
#[derive(Clone, Copy)]
pub(in crate::sudoku) struct Puzzle<'a> {
    /// The name of its input.
    pub(in crate::sudoku) source: &'a str,
    /// Its number among all records, counted from 1.
    pub(in crate::sudoku) number: u64,
    /// The line where it begins, in formats with lines.
    pub(in crate::sudoku) line: Option<u64>,
    /// The record itself, unless it could not be read.
    pub(in crate::sudoku) record: Option<&'a Record>,
}

impl<'a> Puzzle<'a> {
    /// Returns the record at this index of a chunk.
    pub(super) fn of(chunk: &'a Chunk, place: usize) -> Self {
        let record = chunk.records.get(place).and_then(|record| record.as_ref().ok());
        Self {
            source: &chunk.source,
            number: chunk.first + place as u64,
            line: record.map(|record| record.line),
            record,
        }
    }

    /// Returns the grid, unless the record could not be read.
    pub(in crate::sudoku) fn grid(&self) -> Option<&'a Grid> {
        self.record.map(|record| &record.grid)
    }

    /// Returns the solution that the text of the record states.
    pub(in crate::sudoku) fn stated_solution(&self) -> Option<Grid> {
        self.record.filter(|record| !record.details().is_empty())?.solution()
    }
}

/// The state of a record before it is answered.
pub(in crate::sudoku) enum Loaded<'w> {
    /// The puzzle is loaded into the solver.
    Ready(&'w mut Solver),
    /// The givens contradict each other.
    Contradicting(Contradicting),
    /// The record could not be read; the error with its position.
    Unreadable(String),
    /// The rules of the record exceed the limit of size of a board; the error with its position.
    TooLarge(String),
    /// The run ended before its turn.
    Left(Cause),
}

impl<'w> Loaded<'w> {
    /// Returns the solver, or why the puzzle cannot be solved.
    pub(in crate::sudoku) fn ready(self) -> Result<&'w mut Solver, Failure> {
        Err(match self {
            Self::Ready(solver) => return Ok(solver),
            Self::Contradicting(error) => Failure::contradicting(&error),
            Self::Unreadable(reason) => Failure::new(reason, Exit::Unreadable, Verdict::Unreadable),
            Self::TooLarge(reason) => Failure::new(reason, Exit::Stopped, Verdict::Unknown),
            Self::Left(cause) => Failure::of(cause),
        })
    }
}

/// Why a puzzle has no answer.
pub(in crate::sudoku) struct Failure {
    /// The reason without the verdict, unless the verdict says all.
    pub(in crate::sudoku) reason: Option<String>,
    pub(in crate::sudoku) exit: Exit,
    pub(in crate::sudoku) verdict: Verdict,
}

impl Failure {
    pub(in crate::sudoku) fn new(reason: impl Into<String>, exit: Exit, verdict: Verdict) -> Self {
        Self { reason: Some(reason.into()), exit, verdict }
    }

    /// The search stopped before there was an answer.
    pub(in crate::sudoku) fn of(cause: Cause) -> Self {
        Self::new(cause.words(), cause.exit(), Verdict::Unknown)
    }

    /// The givens contradict each other.
    pub(in crate::sudoku) fn contradicting(error: &Contradicting) -> Self {
        Self::new(error.to_string(), Exit::NoSolution, Verdict::Invalid)
    }

    /// There is no solution.
    pub(in crate::sudoku) fn no_solution() -> Self {
        Self { reason: None, exit: Exit::NoSolution, verdict: Verdict::None }
    }

    /// The text printed instead of an answer.
    pub(in crate::sudoku) fn words(&self) -> String {
        let verdict = self.verdict.phrase();
        self.reason.as_ref().map_or_else(|| verdict.to_owned(), |reason| format!("{verdict}: {reason}"))
    }
}

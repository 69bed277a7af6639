//! The output of `dlx sudoku solve` in its three formats.

use std::borrow::Cow;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use sudoku_cover::draw::solution_frame;
use sudoku_cover::{Answer, Candidate, Geometry, Grid, Ink, Solver, Symbols, Verdict};

use super::batch::{Answers, Loaded, Puzzle};
use crate::shared::Exit;
use crate::shared::stats::End;

/// The format of a solution.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SolutionFormat {
    Grid,
    Line,
    Json,
}

/// Prints the answers to successive puzzles.
pub(super) struct Report {
    format: SolutionFormat,
    ink: Ink,
    is_single: bool,
    /// The symbols of the digits in lines, if they are not numbers.
    symbols: Option<Symbols>,
}

/// The JSON fields of a solved puzzle.
#[derive(Serialize)]
struct Known<'a> {
    /// Present unless each solution is printed as an object of its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<Vec<String>>,
    /// Number of solutions listed, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// Whether all solutions are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct SolutionObject {
    puzzle: u64,
    number: u64,
    solution: String,
}

impl Report {
    pub(super) fn new(format: SolutionFormat, ink: Ink, is_single: bool) -> Self {
        Self { format, ink, is_single, symbols: None }
    }

    /// Prints solutions in lines of these symbols.
    pub(super) fn with_symbols(self, symbols: Option<Symbols>) -> Self {
        Self { symbols, ..self }
    }

    /// Returns a grid as a line, of the symbols if there are some.
    fn line(&self, grid: &Grid) -> String {
        self.in_symbols(grid).unwrap_or_else(|| grid.to_line().to_string())
    }

    /// Returns a grid as a line of the symbols, if there are some.
    fn in_symbols(&self, grid: &Grid) -> Option<String> {
        self.symbols.as_ref()?.line(grid)
    }

    /// Returns the solver of a loaded puzzle. For an invalid one, reports why and returns the exit code.
    pub(super) fn ready<'w>(
        &self,
        loaded: Loaded<'w>,
        answers: &mut Answers<'_>,
    ) -> io::Result<Result<&'w mut Solver, (Exit, Verdict)>> {
        let failure = match loaded.ready() {
            Ok(solver) => return Ok(Ok(solver)),
            Err(failure) => failure,
        };
        self.failure(failure.verdict, failure.reason.as_deref(), answers)?;
        Ok(Err((failure.exit, failure.verdict)))
    }

    /// Prints a puzzle with the solution that the solver found, or with two that show that it has several.
    pub(super) fn answer(
        &self,
        found: &mut Answer<'_>,
        status: Verdict,
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match self.format {
            SolutionFormat::Json => {
                let solutions = (0..2).map_while(|number| found.solution(number));
                let lines = solutions.map(|grid| self.line(&grid)).collect();
                self.object(status.word(), Some(lines), reason, answers)
            }
            SolutionFormat::Line => {
                let shown = self.symbols.as_ref().and_then(|_| self.in_symbols(&found.solution(0)?));
                let out = answers.out();
                if let Some(line) = shown {
                    out.extend_from_slice(line.as_bytes());
                } else if !found.append_solution(out) {
                    return self.failure(status, reason, answers);
                }
                match (status, reason) {
                    (Verdict::Several, _) => write!(out, " # {}", status.phrase())?,
                    (_, Some(reason)) => write!(out, " # {reason}")?,
                    (_, None) => {}
                }
                out.push(b'\n');
                Ok(())
            }
            SolutionFormat::Grid => {
                let Some(first) = found.solution(0) else { return self.failure(status, reason, answers) };
                if !self.is_single {
                    heading(status.phrase(), answers)?;
                }
                self.draw(found.board(), &first, answers)?;
                let output = answers.out();
                match found.solution(1) {
                    Some(other) => {
                        writeln!(
                            output,
                            "{}; another one has {}",
                            status.phrase(),
                            differences(&first, &other)
                        )
                    }
                    None => reason.map_or(Ok(()), |reason| writeln!(output, "{reason}")),
                }
            }
        }
    }

    /// Prints a puzzle without a solution to show.
    pub(super) fn failure(
        &self,
        status: Verdict,
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        let reason = reason.unwrap_or_default();
        let words = match status {
            Verdict::None => Cow::from(status.phrase()),
            _ => format!("{}: {reason}", status.phrase()).into(),
        };
        match self.format {
            SolutionFormat::Json => {
                let reason = Some(reason).filter(|reason| !reason.is_empty());
                self.object(status.word(), Some(Vec::new()), reason, answers)
            }
            SolutionFormat::Grid if !self.is_single => heading(&words, answers),
            _ => {
                answers.line(words.as_bytes());
                Ok(())
            }
        }
    }

    /// Prints one of several solutions.
    pub(super) fn solution(
        &self,
        geometry: &Geometry,
        number: u64,
        solution: &Grid,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match self.format {
            SolutionFormat::Line => {
                let out = answers.out();
                match self.in_symbols(solution) {
                    Some(line) => out.extend_from_slice(line.as_bytes()),
                    None => solution.to_line().append_to(out),
                }
                out.push(b'\n');
                Ok(())
            }
            SolutionFormat::Grid => {
                heading(&format!("solution {number}"), answers)?;
                self.draw(geometry, solution, answers)
            }
            SolutionFormat::Json => {
                let solution = self.line(solution);
                answers.json(&SolutionObject { puzzle: answers.puzzle.number, number, solution })
            }
        }
    }

    /// Prints the end of a list of solutions that is not empty.
    pub(super) fn end_of_solutions(&self, end: End, count: u64, answers: &mut Answers<'_>) -> io::Result<()> {
        match self.format {
            SolutionFormat::Json => {
                let status = Verdict::of_count(count, end == End::Reached).word();
                let (count, complete) = (Some(count.to_string()), Some(end == End::Reached));
                answers.object(status, Known { solutions: None, count, complete, reason: None })
            }
            SolutionFormat::Line | SolutionFormat::Grid => Ok(()),
        }
    }

    fn draw(&self, geometry: &Geometry, solution: &Grid, answers: &mut Answers<'_>) -> io::Result<()> {
        let Some(given) = answers.puzzle.grid() else { return Ok(()) };
        let frame = solution_frame(solution, given, geometry, self.ink).map_err(io::Error::other)?;
        answers.out().extend_from_slice(frame.as_bytes());
        Ok(())
    }

    fn object(
        &self,
        status: &str,
        solutions: Option<Vec<String>>,
        reason: Option<&str>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        answers.object(status, Known { solutions, count: None, complete: None, reason })
    }
}

fn heading(words: &str, answers: &mut Answers<'_>) -> io::Result<()> {
    let Puzzle { source, number, line, .. } = answers.puzzle;
    let out = answers.out();
    if number > 1 {
        writeln!(out)?;
    }
    match line {
        Some(line) => writeln!(out, "puzzle {number}, line {line} of {source}: {words}"),
        None => writeln!(out, "puzzle {number} of {source}: {words}"),
    }
}

/// The cells in which another solution differs, such as `r1c1=5 r1c2=3`.
fn differences(one: &Grid, other: &Grid) -> String {
    let differs = |candidate: &Candidate| one.get(candidate.cell) != Some(candidate.digit);
    other.clues().filter(differs).map(|candidate| candidate.to_string()).collect::<Vec<_>>().join(" ")
}

/// The colors of grids on standard output: they depend on --color, NO_COLOR, CLICOLOR, TERM and whether it is
/// a terminal.
pub(super) fn ink() -> Ink {
    match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Ink::Plain,
        _ => Ink::Ansi,
    }
}

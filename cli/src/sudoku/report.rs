//! The output of `dlx sudoku solve` in its three formats.

use std::borrow::Cow;
use std::io::{self, Write};

use anstream::{AutoStream, ColorChoice};
use serde::Serialize;
use sudoku_cover::draw::solution_frame;
use sudoku_cover::{Answer, Candidate, Geometry, Grid, Ink, Regions, Solver, Symbols, Verdict};

use super::batch::{Answers, Loaded, Puzzle};
use crate::shared::Exit;
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
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

/// The members of the answer to a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct SolutionsObject<'a> {
    /// At most two solutions, each as one line.
    solutions: Vec<String>,
    /// The regions of these solutions, if they were to be found.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    regions: Vec<Regions>,
    /// Why there is no solution, or why the answer is incomplete.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// The members of the end of a list of solutions.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(super) struct EndObject {
    /// Number of solutions listed.
    count: BigNumber,
    /// Whether these are all solutions.
    complete: bool,
}

/// One of several solutions.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct SolutionObject<'a> {
    /// Number of the record among all inputs, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    puzzle: u64,
    /// Number of the solution, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    number: u64,
    /// The solution as one line.
    solution: String,
    /// The regions of the solution, if they were to be found.
    #[serde(skip_serializing_if = "Option::is_none")]
    regions: Option<&'a Regions>,
}

impl Report {
    /// Adds the objects that answer puzzles.
    #[cfg(test)]
    pub(super) fn objects(objects: Objects, statuses: &[&str]) -> Objects {
        objects
            .of_puzzles::<SolutionsObject<'static>>("Answer", statuses)
            .of::<SolutionObject<'static>>("Solution")
    }

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
                let regions = (0..2).map_while(|number| found.regions(number)).collect();
                answers.object(status.word(), SolutionsObject { solutions: lines, regions, reason })
            }
            SolutionFormat::Line => {
                let shown = self.symbols.as_ref().and_then(|_| self.in_symbols(&found.solution(0)?));
                let out = answers.out();
                if let Some(line) = shown {
                    out.extend_from_slice(line.as_bytes());
                } else if !found.append_solution(out) {
                    return self.failure(status, reason, answers);
                }
                let regions = found.regions(0).map(|regions| in_regions(&regions));
                let said = match status {
                    Verdict::Several => Some(status.phrase()),
                    _ => reason,
                };
                let comments = [regions.as_deref(), said].into_iter().flatten().collect::<Vec<_>>();
                if !comments.is_empty() {
                    write!(out, " # {}", comments.join("; "))?;
                }
                out.push(b'\n');
                Ok(())
            }
            SolutionFormat::Grid => {
                let Some(first) = found.solution(0) else { return self.failure(status, reason, answers) };
                if !self.is_single {
                    heading(status.phrase(), answers)?;
                }
                self.draw(found.board(), &first, found.regions(0).as_ref(), answers)?;
                let output = answers.out();
                match found.solution(1) {
                    Some(other) if other == first => {
                        writeln!(output, "{}; another one has other regions", status.phrase())
                    }
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
                let none = SolutionsObject { solutions: Vec::new(), regions: Vec::new(), reason };
                answers.object(status.word(), none)
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
        (solution, regions): (&Grid, Option<&Regions>),
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        match self.format {
            SolutionFormat::Line => {
                let out = answers.out();
                match self.in_symbols(solution) {
                    Some(line) => out.extend_from_slice(line.as_bytes()),
                    None => solution.to_line().append_to(out),
                }
                if let Some(regions) = regions {
                    write!(out, " # {}", in_regions(regions))?;
                }
                out.push(b'\n');
                Ok(())
            }
            SolutionFormat::Grid => {
                heading(&format!("solution {number}"), answers)?;
                self.draw(geometry, solution, regions, answers)
            }
            SolutionFormat::Json => {
                let solution = self.line(solution);
                answers.json(&SolutionObject { puzzle: answers.puzzle.number, number, solution, regions })
            }
        }
    }

    /// Prints the end of a list of solutions that is not empty.
    pub(super) fn end_of_solutions(&self, end: End, count: u64, answers: &mut Answers<'_>) -> io::Result<()> {
        match self.format {
            SolutionFormat::Json => {
                let status = Verdict::of_count(count, end == End::Reached).word();
                answers.object(
                    status,
                    EndObject { count: BigNumber::new(&count), complete: end == End::Reached },
                )
            }
            SolutionFormat::Line | SolutionFormat::Grid => Ok(()),
        }
    }

    /// Prints a solution in a frame, and the letters of its regions if these were to be found.
    fn draw(
        &self,
        geometry: &Geometry,
        solution: &Grid,
        regions: Option<&Regions>,
        answers: &mut Answers<'_>,
    ) -> io::Result<()> {
        let Some(given) = answers.puzzle.grid() else { return Ok(()) };
        let frame = solution_frame(solution, given, geometry, self.ink).map_err(io::Error::other)?;
        answers.out().extend_from_slice(frame.as_bytes());
        for row in regions.map(|regions| rows(regions, geometry.side())).into_iter().flatten() {
            answers.line(row.as_bytes());
        }
        Ok(())
    }
}

/// Returns the regions of a solution in one line.
fn in_regions(regions: &Regions) -> String {
    format!("regions {regions}")
}

/// Returns the letters of regions row by row.
fn rows(regions: &Regions, side: usize) -> Vec<String> {
    let letters: Vec<char> = regions.to_string().chars().collect();
    letters.chunks(side).map(|row| row.iter().collect()).collect()
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

//! `dlx sudoku solve`: the solution of each puzzle and whether it is the only one, or all solutions.

use std::io::{self, IsTerminal};
use std::slice;

use anstream::{AutoStream, ColorChoice};
use dlx_core::{Limits, Uniqueness};
use sudoku_cover::Solver;

use super::draw::Found;
use super::puzzle::Puzzle;
use super::puzzles::Batch;
use super::report::{Report, Status};
use crate::args::{SudokuFormat, SudokuSolve};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};
use crate::sudoku::batch::reorder::Answers;

pub(crate) fn run(arguments: &SudokuSolve, session: &Session) -> Result<Exit, Fault> {
    let SudokuSolve { puzzles, all, limit, first, format, batching, common } = arguments;
    let mut batch = Batch::new(puzzles, *batching, *common, session)?;
    let is_terminal = io::stdout().is_terminal();
    let needs_single = *format == Some(SudokuFormat::Grid) || format.is_none() && is_terminal;
    let is_single = needs_single && batch.is_single();
    let format = format.unwrap_or(if is_single { SudokuFormat::Grid } else { SudokuFormat::Line });
    // The choice follows NO_COLOR, CLICOLOR, TERM and whether there is a terminal.
    let found = match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Found::Marked,
        _ => Found::Red,
    };
    let report = Report::new(format, found, is_single);
    batch.each(*limit, |puzzle, loaded, limits, answers| {
        let solver = match report.ready(puzzle, loaded, answers)? {
            Ok(solver) => solver,
            Err(outcome) => return Ok(outcome),
        };
        let asked = Question { puzzle, session, report: &report };
        let answered = if *all || limit.is_some() {
            asked.list(solver, *limit, limits, answers)
        } else if *first {
            asked.first(solver, limits, answers)
        } else {
            asked.unique(solver, limits, answers)
        }?;
        if common.stats {
            answers.stats().add_puzzle(solver);
        }
        Ok(answered)
    })
}

/// A puzzle whose solutions are asked for.
struct Question<'a> {
    puzzle: &'a Puzzle<'a>,
    session: &'a Session,
    report: &'a Report,
}

impl Question<'_> {
    /// The solution, and whether there is another.
    fn unique(
        &self,
        solver: &mut Solver,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(Exit, Verdict), Fault> {
        let answer = solver.uniqueness(limits);
        let geometry = solver.matrix().geometry();
        let mut report = |status, solutions: &[_], reason: Option<&str>| {
            self.report.answer(self.puzzle, geometry, status, solutions, reason, answers)
        };
        Ok(match answer {
            Uniqueness::One(solution) => {
                report(Status::Unique, slice::from_ref(&solution), None)?;
                (Exit::Answered, Verdict::Unique)
            }
            Uniqueness::Several(first, second) => {
                report(Status::Several, &[first, second], None)?;
                (Exit::Several, Verdict::Several)
            }
            Uniqueness::None => {
                report(Status::None, &[], None)?;
                (Exit::NoSolution, Verdict::None)
            }
            Uniqueness::Unknown { found: Some(solution), why } => {
                let cause = self.session.cause_of(why);
                let reason = format!("{} before it was known whether there is another", cause.words());
                report(Status::Solved, &[solution], Some(&reason))?;
                (cause.exit(), Verdict::Solved)
            }
            Uniqueness::Unknown { found: None, why } => {
                let cause = self.session.cause_of(why);
                report(Status::Unknown, &[], Some(cause.words()))?;
                (cause.exit(), Verdict::Unknown)
            }
        })
    }

    /// The first solution, and no word about others.
    fn first(
        &self,
        solver: &mut Solver,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(Exit, Verdict), Fault> {
        let answer = solver.first(limits);
        let geometry = solver.matrix().geometry();
        let mut report = |status, solutions: &[_], reason: Option<&str>| {
            self.report.answer(self.puzzle, geometry, status, solutions, reason, answers)
        };
        Ok(match answer {
            Ok(Some(solution)) => {
                report(Status::Solved, &[solution], None)?;
                (Exit::Answered, Verdict::Solved)
            }
            Ok(None) => {
                report(Status::None, &[], None)?;
                (Exit::NoSolution, Verdict::None)
            }
            Err(stopped) => {
                let cause = self.session.cause_of(stopped);
                report(Status::Unknown, &[], Some(cause.words()))?;
                (cause.exit(), Verdict::Unknown)
            }
        })
    }

    /// All solutions, or as many as the limit allows.
    fn list(
        &self,
        solver: &mut Solver,
        limit: Option<u64>,
        limits: &mut Limits<'_>,
        answers: &mut Answers<'_>,
    ) -> Result<(Exit, Verdict), Fault> {
        let Self { puzzle, report, .. } = self;
        let mut found = 0;
        loop {
            match solver.next_solution(limits) {
                Ok(Some(solution)) => {
                    found += 1;
                    report.solution(puzzle, solver.matrix().geometry(), found, &solution, answers)?;
                    answers.make_room()?;
                }
                Ok(None) => {
                    let exit = if found == 0 {
                        report.failure(puzzle, Status::None, None, answers)?;
                        Exit::NoSolution
                    } else {
                        report.end_of_solutions(puzzle, Status::Complete, found, answers)?;
                        Exit::Answered
                    };
                    return Ok((exit, Verdict::of_count(found, End::Reached)));
                }
                Err(why) => {
                    let cause = self.session.cause_of(why);
                    if found == 0 {
                        report.failure(puzzle, Status::Unknown, Some(cause.words()), answers)?;
                    } else {
                        report.end_of_solutions(puzzle, Status::Stopped, found, answers)?;
                    }
                    let exit = puzzle.stopped(cause, &found.into(), limit, answers);
                    return Ok((exit, Verdict::of_count(found, End::Stopped)));
                }
            }
        }
    }
}

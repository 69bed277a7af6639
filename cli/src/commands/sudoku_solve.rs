//! `dlx sudoku solve`: the solution of each puzzle and whether it is the only one, or all solutions.

use std::io::{self, IsTerminal};

use anstream::{AutoStream, ColorChoice};
use dlx_core::Uniqueness;
use sudoku_cover::{Grid, Solver};

use super::draw::Found;
use super::puzzles::{Batch, Loaded, Puzzle};
use super::report::{Report, Status};
use crate::args::{SudokuFormat, SudokuSolve};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::session::Session;
use crate::stats::Stats;

pub(crate) fn run(arguments: &SudokuSolve, session: &Session) -> Result<Exit, Fault> {
    let mut batch = Batch::new(&arguments.puzzles, session)?;
    let is_terminal = io::stdout().is_terminal();
    let needs_single =
        arguments.format == Some(SudokuFormat::Grid) || arguments.format.is_none() && is_terminal;
    let is_single = needs_single && batch.is_single();
    let format = arguments.format.unwrap_or(if is_single { SudokuFormat::Grid } else { SudokuFormat::Line });
    // The choice follows NO_COLOR, CLICOLOR, TERM and whether there is a terminal.
    let found = match AutoStream::choice(&io::stdout()) {
        ColorChoice::Never => Found::Marked,
        _ => Found::Red,
    };
    let report = Report::new(session, format, found, is_single);
    let mut stats = Stats::default();
    let exit = batch.each(|puzzle, loaded| {
        let solver = match loaded {
            Loaded::Ready(solver) => solver,
            Loaded::Contradicting(error) => {
                report.failure(puzzle, Status::Invalid, Some(&error.to_string()))?;
                return Ok(Exit::NoSolution);
            }
            Loaded::Unreadable(reason) => {
                report.failure(puzzle, Status::Unreadable, Some(&reason))?;
                return Ok(Exit::Unreadable);
            }
        };
        let exit = if arguments.all || arguments.limit.is_some() {
            list(arguments.limit, puzzle, solver, session, &report)
        } else if arguments.first {
            first(puzzle, solver, session, &report)
        } else {
            unique(puzzle, solver, session, &report)
        }?;
        if arguments.common.stats {
            stats.add(solver.counters(), solver.levels(), solver.size());
        }
        Ok(exit)
    })?;
    if arguments.common.stats {
        stats.print(session.elapsed());
    }
    Ok(exit)
}

/// The solution, and whether there is another.
fn unique(puzzle: &Puzzle, solver: &mut Solver, session: &Session, report: &Report<'_>) -> io::Result<Exit> {
    let answer = solver.uniqueness(&mut session.limits(None));
    let geometry = solver.matrix().geometry();
    let (status, solutions, cause) = match answer {
        Uniqueness::None => (Status::None, Vec::new(), None),
        Uniqueness::One(solution) => (Status::Unique, vec![solution], None),
        Uniqueness::Several(first, second) => (Status::Several, vec![first, second], None),
        Uniqueness::Unknown { found, why } => {
            let status = if found.is_some() { Status::Solved } else { Status::Unknown };
            (status, Vec::from_iter(found), Some(session.cause_of(why)))
        }
    };
    let reason = cause.map(|cause| match status {
        Status::Solved => format!("{} before it was known whether there is another", cause.words()),
        _ => cause.words().to_owned(),
    });
    report.answer(puzzle, geometry, status, &solutions, reason.as_deref())?;
    Ok(match (status, cause) {
        (_, Some(cause)) => cause.exit(),
        (Status::None, _) => Exit::NoSolution,
        (Status::Several, _) => Exit::Several,
        _ => Exit::Answered,
    })
}

/// The first solution, and no word about others.
fn first(puzzle: &Puzzle, solver: &mut Solver, session: &Session, report: &Report<'_>) -> io::Result<Exit> {
    let answer = solver.first(&mut session.limits(None));
    let geometry = solver.matrix().geometry();
    let none: &[Grid] = &[];
    match answer {
        Ok(Some(solution)) => {
            report.answer(puzzle, geometry, Status::Solved, &[solution], None)?;
            Ok(Exit::Answered)
        }
        Ok(None) => {
            report.answer(puzzle, geometry, Status::None, none, None)?;
            Ok(Exit::NoSolution)
        }
        Err(stopped) => {
            let cause = session.cause_of(stopped);
            report.answer(puzzle, geometry, Status::Unknown, none, Some(cause.words()))?;
            Ok(cause.exit())
        }
    }
}

/// All solutions, or as many as the limit allows.
fn list(
    limit: Option<u64>,
    puzzle: &Puzzle,
    solver: &mut Solver,
    session: &Session,
    report: &Report<'_>,
) -> io::Result<Exit> {
    let mut limits = session.limits(limit);
    let mut found = 0;
    loop {
        match solver.next_solution(&mut limits) {
            Ok(Some(solution)) => {
                found += 1;
                report.solution(puzzle, solver.matrix().geometry(), found, &solution)?;
            }
            Ok(None) if found == 0 => {
                report.failure(puzzle, Status::None, None)?;
                return Ok(Exit::NoSolution);
            }
            Ok(None) => {
                report.end_of_solutions(puzzle, Status::Complete, found)?;
                return Ok(Exit::Answered);
            }
            Err(why) => {
                if found == 0 {
                    report.failure(puzzle, Status::Unknown, Some(session.cause_of(why).words()))?;
                } else {
                    report.end_of_solutions(puzzle, Status::Stopped, found)?;
                }
                return Ok(puzzle.stopped(session, why, found, limit));
            }
        }
    }
}

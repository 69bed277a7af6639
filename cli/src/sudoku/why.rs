//! `dlx sudoku why`: explains why a puzzle has no solution or several, and what would make it proper.

use std::io::{self, Write};

use clap::Args;
use dlx_core::Stopped;
use serde::Serialize;
use sudoku_cover::{Contradicting, Diagnosis, Solver, Verdict, diagnose};

use super::batch::{Answers, Batch, Failure, PuzzleList};
use super::boards::Boards;
use super::clues::ready;
use crate::shared::cause::Cause;
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct WhyNotUnique {
    #[command(flatten)]
    list: PuzzleList,
    /// Count several solutions up to N
    #[arg(
        long,
        value_name = "N",
        default_value_t = diagnose::MOST_COUNTED,
        value_parser = limit,
        help_heading = "Search"
    )]
    limit: u64,
    #[command(flatten)]
    format: ReportFormat,
}

/// With one solution there is nothing to explain.
fn limit(text: &str) -> Result<u64, String> {
    let limit = text.parse().ok().filter(|&limit| limit >= 2);
    limit.ok_or_else(|| "expected a whole number, 2 or more".to_owned())
}

impl Command for WhyNotUnique {
    const NAME: &'static str = "why";
    const ABOUT: &'static str = "Explain why a puzzle has no solution, or several";
    const EXAMPLES: &'static str = "\
dlx sudoku why 55...............................................................................
dlx sudoku generate --kind several --seed 7 -o several.txt
dlx sudoku why several.txt
dlx sudoku why --format json several.txt";
    const NOTES: &'static str = "\
For a puzzle without solution, prints clues that contradict each other, and single clues whose change gives one solution.
For one with several, prints how many, where they differ, and clues that would leave one.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, limit, format } = self;
        let boards = Boards::of(list.puzzles.board, &list.rules, session)?;
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        batch.each(None, &|loaded, _, answers| {
            let (solver, grid) = match ready(loaded, answers)? {
                Ok((solver, grid)) => (solver, grid),
                Err(outcome) => return Ok(outcome),
            };
            // Contradicting clues are not loaded into the solver.
            let mut own;
            let solver = match solver {
                Ok(solver) => solver,
                Err(error @ Contradicting::Grid(_)) => {
                    return answers.fail(&Failure::contradicting(&error));
                }
                Err(_) => {
                    let board = match answers.puzzle.record {
                        Some(record) => boards.with_rules_of(record, session)?,
                        None => boards.of_side(grid.side(), session)?,
                    };
                    own = Solver::new(&board);
                    &mut own
                }
            };
            let diagnosis = match diagnose::diagnose(solver, grid, limit, || session.limits(None)) {
                Ok(diagnosis) => diagnosis,
                Err(why) => return answers.fail_stopped(why),
            };
            let stopped = match &diagnosis {
                // There is no limit of nodes but those of the diagnosis.
                Diagnosis::Several(found) => {
                    let stopped = found.count.exact().err().filter(|why| *why != Stopped::Nodes);
                    stopped.map(|why| session.cause_of(why))
                }
                Diagnosis::Unique(_) | Diagnosis::None(_) => None,
            };
            print(&diagnosis, answers)?;
            if let Some(cause) = stopped.filter(|cause| *cause != Cause::Limit) {
                answers.note(cause.words());
            }
            let (exit, verdict) = match diagnosis {
                Diagnosis::Unique(_) => (Exit::Answered, Verdict::Unique),
                Diagnosis::None(_) => (Exit::NoSolution, Verdict::None),
                Diagnosis::Several(_) => (Exit::Several, Verdict::Several),
            };
            Ok((stopped.map_or(exit, |cause| cause.exit().max(exit)), verdict))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<UniqueObject>("One solution", &["unique"])
            .of_puzzles::<sudoku_cover::Conflict>("No solution", &["none"])
            .of_puzzles::<sudoku_cover::Ambiguity>("Several solutions", &["several"])
            .of_failures()
    }
}

fn print(diagnosis: &Diagnosis, answers: &mut Answers<'_>) -> io::Result<()> {
    match (diagnosis, answers.is_json()) {
        (Diagnosis::Unique(solution), true) => {
            answers.object(Verdict::Unique, UniqueObject { solution: solution.to_line().to_string() })
        }
        (Diagnosis::None(conflict), true) => answers.object(Verdict::None, conflict),
        (Diagnosis::Several(found), true) => answers.object(Verdict::Several, found),
        (diagnosis, false) => write!(answers.out(), "{diagnosis}"),
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct UniqueObject {
    /// The solution as one line.
    solution: String,
}

//! `dlx sudoku check`: checks whether each puzzle is proper, that is, has exactly one solution.

use clap::Args;
use dlx_core::Uniqueness;
use serde::Serialize;
use sudoku_cover::Verdict;

use super::batch::{Batch, PuzzleList};
use crate::shared::flags::{Nodes, ReportFormat};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Check {
    #[command(flatten)]
    list: PuzzleList,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    nodes: Nodes,
}

/// A puzzle of which only the status is known.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct StatusAlone {}

impl Command for Check {
    const NAME: &'static str = "check";
    const ABOUT: &'static str = "Check whether each puzzle has exactly one solution";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 20 --seed 7 -o puzzles.txt
dlx sudoku check puzzles.txt
dlx sudoku generate -n 1000 | dlx sudoku check --format json";
    const NOTES: &'static str = "\
Prints one word for each puzzle: unique, several or none, or invalid with the reason.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        // The exit code reports the result even if the reader closes the output after the first lines.
        session.survive_closed_output();
        let Self { list, format, .. } = self;
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        batch.each(None, &|loaded, limits, answers| {
            let solver = match loaded.ready() {
                Ok(solver) => solver,
                Err(failure) => return answers.fail(&failure),
            };
            let mut found = solver.find_up_to(2, limits);
            let (answer, effort) = (found.uniqueness(), found.effort());
            answers.count_search(solver, &effort);
            let (exit, verdict) = match answer {
                Uniqueness::None => {
                    answers.compare(None);
                    (Exit::NoSolution, Verdict::None)
                }
                Uniqueness::One(solution) => {
                    answers.compare(Some(&solution));
                    (Exit::Answered, Verdict::Unique)
                }
                Uniqueness::Several(..) => (Exit::Several, Verdict::Several),
                Uniqueness::Unknown { why, found } => {
                    let (exit, _) = answers.fail_stopped(why)?;
                    return Ok((exit, Verdict::of_count(u64::from(found.is_some()), false)));
                }
            };
            if answers.is_json() {
                answers.object(verdict.word(), StatusAlone {})?;
            } else {
                answers.line(verdict.word().as_bytes());
            }
            Ok((exit, verdict))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of_puzzles::<StatusAlone>("Answer", &["unique", "several", "none"]).of_failures()
    }
}

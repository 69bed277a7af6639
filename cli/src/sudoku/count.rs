//! `dlx sudoku count`: counts the solutions of each puzzle, one number a line.
//!
//! Most puzzles have few solutions and are counted by the thread that reads them. Puzzles with many solutions
//! are counted one after the other with memoization or by boxes, which uses all threads and the whole memory limit.

use std::sync::{Mutex, PoisonError};
use sudoku_cover::Verdict;

use clap::Args;
use dlx_core::{BigUint, Count, Stopped};
use serde::Serialize;

use super::batch::{Answers, Batch, Failure, Loaded, PuzzleList};
use crate::shared::cause::Cause;
use crate::shared::flags::{Nodes, ReportFormat};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct CountSolutions {
    #[command(flatten)]
    list: PuzzleList,
    /// Stop counting each puzzle at N
    #[arg(long, value_name = "N", help_heading = "Search")]
    limit: Option<u64>,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    nodes: Nodes,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = SudokuCountObject))]
struct CountObject<'a> {
    /// Number of solutions.
    count: BigNumber,
    /// Whether all solutions were counted; otherwise the count is a lower bound.
    complete: bool,
    /// Why the puzzle is invalid, or the count ended early; not for `--limit`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

impl Command for CountSolutions {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "Count the solutions of each puzzle, exactly";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 20 --seed 7 -o puzzles.txt
dlx sudoku count --limit 2 puzzles.txt
dlx sudoku generate --kind several | dlx sudoku count --format json
dlx sudoku count --size 4 ................";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let threads = self.list.threads.number();
        let bytes = self.list.rules.memory.bytes();
        let limit = self.limit;
        let turn = Mutex::new(());
        let batch = Batch::of(&self.list, session)?;
        batch.in_json(self.format.is_json()).each(limit, &|loaded, limits, answers| {
            let solver = match loaded {
                Loaded::Contradicting(error) => {
                    let failure = Failure::contradicting(&error);
                    answers.note(&failure.words());
                    write(&BigUint::ZERO, failure.verdict, true, failure.reason.as_deref(), answers)?;
                    return Ok((failure.exit, failure.verdict));
                }
                Loaded::Left(cause) => {
                    write(&BigUint::ZERO, Verdict::Unknown, false, Some(cause.words()), answers)?;
                    return Ok((answers.stopped(cause, &BigUint::ZERO), Verdict::Unknown));
                }
                loaded => match loaded.ready() {
                    Ok(solver) => solver,
                    Err(failure) => return answers.fail(&failure),
                },
            };
            let found = solver.find_up_to(solver.many(), limits);
            let (mut count, effort) = (found.count().map(BigUint::from), found.effort());
            answers.count_search(solver, &effort);
            let is_enough = limit.is_some_and(|limit| limit <= solver.many());
            if !is_enough && matches!(count, Count::AtLeast(_, Stopped::Solutions)) {
                let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
                let counted = solver.count_all(threads, &mut session.limits(limit).bytes(bytes));
                let counted =
                    counted.expect("a puzzle with solutions has no clues that contradict one another");
                if session.has_stats() {
                    for part in &counted.parts {
                        answers.print(format!("puzzle {}: {part}", answers.puzzle.number));
                    }
                    if let Some(by_boxes) = counted.by_boxes {
                        answers.print(format!("puzzle {}: {by_boxes}", answers.puzzle.number));
                    }
                }
                count = match counted.count {
                    Count::AtLeast(found, why) => Count::AtLeast(found.max(count.at_least()), why),
                    exact @ Count::Exact(_) => exact,
                };
            }
            let count = count.up_to(limit.unwrap_or(u64::MAX));
            let found = count.clone().at_least();
            let known = u64::try_from(&found).unwrap_or(u64::MAX);
            let (exit, stopped) = match count {
                Count::Exact(_) if known == 0 => (Exit::NoSolution, None),
                Count::Exact(_) => (Exit::Answered, None),
                Count::AtLeast(_, why) => {
                    let cause = session.cause_of(why);
                    (answers.stopped(cause, &found), Some(cause))
                }
            };
            let verdict = Verdict::of_count(known, stopped.is_none());
            let reason = stopped.filter(|&cause| cause != Cause::Limit).map(Cause::words);
            write(&found, verdict, stopped.is_none(), reason, answers)?;
            Ok((exit, verdict))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<CountObject<'static>>(
                "Count",
                &["unique", "several", "solved", "none", "invalid", "unknown"],
            )
            .of_failures()
    }
}

/// Prints a count. One that a limit cut short is marked, so that a script does not mistake it for the full
/// count.
fn write(
    found: &BigUint,
    verdict: Verdict,
    is_complete: bool,
    reason: Option<&str>,
    answers: &mut Answers<'_>,
) -> Result<(), Fault> {
    if answers.is_json() {
        let known = CountObject { count: BigNumber::new(&found), complete: is_complete, reason };
        answers.object(verdict.word(), known)?;
    } else {
        let bound = if is_complete { "" } else { "at least " };
        answers.line(format!("{bound}{found}").as_bytes());
    }
    Ok(())
}

//! `dlx sudoku sample`: draws random solutions of each puzzle, one a line.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use dlx_core::CompileError;
use sudoku_cover::{Ink, Verdict};

use super::batch::{Batch, Puzzle, PuzzleList};
use super::report::{Report, SolutionFormat};
use crate::shared::flags::{ReportFormat, Seed};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Sample {
    #[command(flatten)]
    list: PuzzleList,
    /// Number of solutions of each puzzle
    #[arg(short = 'n', long, value_name = "N", default_value_t = 1, help_heading = "Search")]
    count: u64,
    /// Random seed, or `random` for another one each time
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search")]
    seed: Seed,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for Sample {
    const NAME: &'static str = "sample";
    const ABOUT: &'static str = "Draw solutions of each puzzle at random, all equally likely";
    const EXAMPLES: &'static str = "\
dlx sudoku sample --size 4 12..............
dlx sudoku sample -n 10 --seed 7 --size 6 ....................................
dlx sudoku generate --kind several | dlx sudoku sample -n 3";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, count, seed, format } = self;
        let seed = seed.number();
        let solutions = if format.is_json() { SolutionFormat::Json } else { SolutionFormat::Line };
        let report =
            Report::new(solutions, Ink::Plain, false).with_symbols(list.puzzles.format.symbols.clone());
        let bytes = list.rules.memory.bytes();
        // The memory limit is for one puzzle at a time, so tables are built in turn. The resulting diagram is
        // small beside them. It is sampled outside the lock, because printing may wait for earlier puzzles.
        let turn = Mutex::new(());
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        batch.each(None, &|loaded, _, answers| {
            let solver = match report.ready(loaded, answers)? {
                Ok(solver) => solver,
                Err(outcome) => return Ok(outcome),
            };
            let taken = turn.lock().unwrap_or_else(PoisonError::into_inner);
            let compiled = solver.completions(&mut session.limits(None).bytes(bytes));
            drop(taken);
            let all = match compiled {
                Ok(all) => all,
                Err(CompileError::Stopped { why, .. }) => {
                    let cause = session.cause_of(why);
                    report.failure(Verdict::Unknown, Some(cause.words()), answers)?;
                    return Ok((cause.exit(), Verdict::Unknown));
                }
                Err(error) => {
                    report.failure(Verdict::Invalid, Some(&error.to_string()), answers)?;
                    return Ok((Exit::NoSolution, Verdict::Invalid));
                }
            };
            if session.has_stats() {
                let Puzzle { number, .. } = answers.puzzle;
                let count = all.count();
                answers.print(match all.diagram() {
                    Some(diagram) => {
                        let (nodes, bytes) = (diagram.len(), diagram.bytes());
                        format!("puzzle {number}: {count} solutions in {nodes} nodes, {bytes} bytes")
                    }
                    None => format!("puzzle {number}: {count} solutions in a list"),
                });
            }
            if all.is_empty() {
                report.failure(Verdict::None, None, answers)?;
                return Ok((Exit::NoSolution, Verdict::None));
            }
            for (drawn, (solution, regions)) in (0..count).zip(all.draws_with_regions(seed)) {
                if drawn % BETWEEN_LOOKS == 0
                    && let Some(cause) = session.cause_to_stop()
                {
                    return Ok((cause.exit(), Verdict::Solved));
                }
                let shown = (&solution, regions.as_ref());
                report.solution(solver.matrix().geometry(), drawn + 1, shown, answers)?;
                answers.make_room()?;
            }
            let found = u64::try_from(all.count()).unwrap_or(u64::MAX);
            Ok((Exit::Answered, Verdict::of_count(found, true)))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Report::objects(Objects::default(), &["none", "invalid", "unreadable", "unknown"])
    }
}

/// Solutions printed between two checks of the deadline and of interrupts.
const BETWEEN_LOOKS: u64 = 256;

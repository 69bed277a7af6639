//! `dlx sudoku sample`: solutions of each puzzle at random, one a line.

use std::sync::{Mutex, PoisonError};

use dlx_core::CompileError;

use super::batch::{Batch, Puzzle};
use super::draw::Found;
use super::report::Report;
use crate::args::{SudokuFormat, SudokuSample};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};

/// So many solutions are printed between two looks at the clock and the interrupt.
const BETWEEN_LOOKS: u64 = 256;

pub(crate) fn run(arguments: &SudokuSample, session: &Session) -> Result<Exit, Fault> {
    let SudokuSample { puzzles, count, seed, memory, batching, common } = arguments;
    let report = Report::new(SudokuFormat::Line, Found::Marked, false);
    let bytes = memory.bytes();
    // The memory is there once: one puzzle after the other takes it for its tables. What is left of them, the diagram,
    // is small beside them, and must not keep others waiting: printing waits for those before.
    let turn = Mutex::new(());
    Batch::new(puzzles, *batching, *common, session)?.each(None, |loaded, _, answers| {
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
        if common.stats {
            let (nodes, bytes, count) = (all.diagram().len(), all.diagram().bytes(), all.count());
            let Puzzle { source, number, .. } = answers.puzzle;
            answers.tell(format!(
                "dlx: {source}: puzzle {number}: {count} solutions in {nodes} nodes, {bytes} bytes"
            ));
        }
        if all.is_empty() {
            report.failure(Verdict::None, None, answers)?;
            return Ok((Exit::NoSolution, Verdict::None));
        }
        for (drawn, solution) in (0..*count).zip(all.draws(*seed)) {
            if drawn % BETWEEN_LOOKS == 0
                && let Some(cause) = session.cause_to_stop()
            {
                return Ok((cause.exit(), Verdict::Solved));
            }
            report.solution(solver.matrix().geometry(), drawn + 1, &solution, answers)?;
            answers.make_room()?;
        }
        let found = u64::try_from(all.count()).unwrap_or(u64::MAX);
        Ok((Exit::Answered, Verdict::of_count(found, End::Reached)))
    })
}

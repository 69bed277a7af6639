//! `dlx sudoku count`: how many solutions each puzzle has, one number a line.
//!
//! Most puzzles have few solutions and are counted where they come up. One with many is counted with tables, by all
//! threads and in all the memory there is, one after the other.

use std::sync::{Mutex, PoisonError};

use dlx_core::{BigUint, Count, Stopped};

use super::batch::{Batch, Loaded, Puzzle};
use crate::args::{SudokuCount, threads_or_cores};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::{End, Verdict};

/// A puzzle with so many solutions is worth tables: it takes longer to meet so many than to begin with them.
const MANY: u64 = 20_000;

pub(crate) fn run(arguments: &SudokuCount, session: &Session) -> Result<Exit, Fault> {
    let SudokuCount { puzzles, limit, memory, batching, common } = arguments;
    let threads = threads_or_cores(batching.threads);
    let bytes = memory.bytes();
    let turn = Mutex::new(());
    Batch::new(puzzles, *batching, *common, session)?.each(*limit, |loaded, limits, answers| {
        let solver = match loaded {
            Loaded::Ready(solver) => solver,
            Loaded::Contradicting(error) => {
                let Puzzle { source, number, .. } = answers.puzzle;
                answers.tell(format!("dlx: {source}: record {number} is invalid: {error}"));
                answers.line(b"0");
                return Ok((Exit::NoSolution, Verdict::Invalid));
            }
            Loaded::Unreadable(reason) => {
                answers.line(format!("invalid: {reason}").as_bytes());
                return Ok((Exit::Unreadable, Verdict::Unreadable));
            }
            Loaded::Left(cause) => {
                answers.line(b"at least 0");
                return Ok((answers.stopped(cause, &BigUint::ZERO, *limit), Verdict::Unknown));
            }
        };
        let mut count = solver.count_up_to(MANY, limits).map(BigUint::from);
        answers.count_search(solver);
        let is_enough = limit.is_some_and(|limit| limit <= MANY);
        if !is_enough && matches!(count, Count::AtLeast(_, Stopped::Solutions)) {
            let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
            let counted = solver.count_all(threads, &mut session.limits(*limit).bytes(bytes));
            let counted = counted.expect("a puzzle with solutions has no clues that contradict one another");
            if common.stats {
                for part in &counted.parts {
                    let Puzzle { source, number, .. } = answers.puzzle;
                    answers.tell(format!("dlx: {source}: puzzle {number}: {part}"));
                }
            }
            count = match counted.count {
                Count::AtLeast(found, why) => Count::AtLeast(found.max(count.at_least()), why),
                exact @ Count::Exact(_) => exact,
            };
        }
        let found = count.clone().at_least();
        // A count that a budget ended prints no bare number, so that no script takes it for the whole.
        let is_cut = matches!(count, Count::AtLeast(_, why) if why != Stopped::Solutions);
        let bound = if is_cut { "at least " } else { "" };
        answers.line(format!("{bound}{found}").as_bytes());
        let known = u64::try_from(&found).unwrap_or(u64::MAX);
        Ok(match count {
            Count::Exact(_) => {
                let exit = if known == 0 { Exit::NoSolution } else { Exit::Answered };
                (exit, Verdict::of_count(known, End::Reached))
            }
            Count::AtLeast(_, why) => {
                let exit = answers.stopped(session.cause_of(why), &found, *limit);
                (exit, Verdict::of_count(known, End::Stopped))
            }
        })
    })
}

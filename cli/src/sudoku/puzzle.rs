//! One record of the input, and what can be asked about it.

use dlx_core::{BigUint, Limits};
use sudoku_cover::{Contradicting, Grid, Solver};

use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::stats::Verdict;
use crate::sudoku::batch::reorder::Answers;

/// A record of the input.
#[derive(Clone, Copy)]
pub(super) struct Puzzle<'a> {
    /// The input that it comes from.
    pub(super) source: &'a str,
    /// Its number among all records, from 1.
    pub(super) number: u64,
    /// The line where it begins, where there is one.
    pub(super) line: Option<u64>,
    /// What was read, unless it was unreadable.
    pub(super) grid: Option<&'a Grid>,
    /// Whether it allows some candidates alone, beside its clues.
    pub(super) is_restricted: bool,
}

impl Puzzle<'_> {
    /// Says that the search for its solutions stopped early, and how far it came. A limit that was asked for
    /// needs no word for each of a million puzzles.
    pub(super) fn stopped(
        &self,
        cause: Cause,
        found: &BigUint,
        limit: Option<u64>,
        answers: &mut Answers<'_>,
    ) -> Exit {
        if limit.is_none_or(|limit| *found != limit.into()) {
            let Self { source, number, .. } = self;
            let words = cause.words();
            let known = match cause {
                Cause::Memory => format!("at least {found}"),
                _ => format!("{found} found, there may be more"),
            };
            answers.tell(format!("dlx: {source}: puzzle {number}: {words}: {known}"));
        }
        cause.exit()
    }
}

/// What can be asked about a record.
pub(super) enum Loaded<'w> {
    /// Its solver, with the puzzle loaded.
    Ready(&'w mut Solver),
    /// Its clues contradict one another.
    Contradicting(Contradicting),
    /// It could not be read; the reason, with its place.
    Unreadable(String),
    /// The run ended before its turn.
    Left(Cause),
}

/// Answers a record, within limits: writes what is to be printed.
pub(super) trait Answer:
    Fn(&Puzzle<'_>, Loaded<'_>, &mut Limits<'_>, &mut Answers<'_>) -> Result<(Exit, Verdict), Fault> + Sync
{
}

impl<F> Answer for F where
    F: Fn(&Puzzle<'_>, Loaded<'_>, &mut Limits<'_>, &mut Answers<'_>) -> Result<(Exit, Verdict), Fault>
        + Sync
{
}

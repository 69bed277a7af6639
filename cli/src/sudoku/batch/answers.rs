//! The output for the puzzles of a chunk.

use std::io;

use dlx_core::{BigUint, Stopped};
use dlx_ordered::Output;
use serde::Serialize;
use sudoku_cover::compare::StatedMistake;
use sudoku_cover::{Effort, Grid, LeftOut, Record, Solver, Verdict};

use super::puzzle::{Failure, Puzzle};
use crate::shared::cause::Cause;
use crate::shared::message::{self, Kind};
use crate::shared::output::BUFFER;
use crate::shared::stats::{Stats, Tally};
use crate::shared::{Exit, Fault, Session, json};

/// The output for some consecutive puzzles.
#[derive(Default)]
pub(super) struct Text {
    pub(super) out: Vec<u8>,
    /// Lines for standard error, each with the length of `out` at the time it was added.
    pub(super) messages: Vec<(usize, String)>,
    pub(super) exit: Option<Exit>,
    pub(super) tally: Tally,
    pub(super) stats: Stats,
}

impl Text {
    /// Appends the output of the puzzles that follow.
    pub(super) fn append(&mut self, other: &mut Self) {
        let before = self.out.len();
        self.out.append(&mut other.out);
        self.messages.extend(other.messages.drain(..).map(|(at, line)| (before + at, line)));
        self.exit = self.exit.max(other.exit);
        self.tally.merge(&other.tally);
        self.stats.merge(&other.stats);
        other.clear();
    }

    /// Empties the buffers, and keeps their memory.
    pub(super) fn clear(&mut self) {
        self.out.clear();
        self.messages.clear();
        (self.exit, self.tally, self.stats) = (None, Tally::default(), Stats::default());
    }
}

/// The output for a chunk or a part of one.
#[derive(Default)]
pub(super) struct ChunkText {
    pub(super) text: Text,
    /// The output for puzzles skipped because the run ends; it is printed only if a later puzzle has an
    /// answer.
    pub(super) rest: Text,
    /// Input bytes up to the end of the chunk.
    pub(super) bytes: u64,
    /// The error that ends the run after this chunk.
    pub(super) fault: Option<Fault>,
}

impl Output for ChunkText {
    fn bytes(&self) -> usize {
        self.text.out.capacity() + self.rest.out.capacity()
    }
}

/// The format of the answers.
#[derive(Clone, Copy)]
pub(super) struct AnswerStyle<'s> {
    pub(super) session: &'s Session,
    pub(super) has_stats: bool,
    pub(super) is_json: bool,
}

/// The JSON object of a puzzle.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(in crate::sudoku) struct PuzzleObject<'a, S, T> {
    /// Number of the record among all inputs, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    puzzle: u64,
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Line where the record begins, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(minimum = 1))]
    line: Option<u64>,
    /// The puzzle as one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<String>,
    /// Parts of the text that have no meaning here; the puzzle may be another one without them.
    #[serde(skip_serializing_if = "<[LeftOut]>::is_empty")]
    #[cfg_attr(test, schema(required = false))]
    left_out: &'a [LeftOut],
    /// Verdict, or what the members after it tell.
    status: S,
    #[serde(flatten)]
    known: T,
}

/// The JSON fields of a puzzle without an answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(in crate::sudoku) struct FailureObject<'a> {
    /// Why there is no answer.
    reason: &'a str,
}

/// The JSON fields of a puzzle whose answer ends early.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(in crate::sudoku) struct PartObject<T> {
    /// Why the run ended early.
    reason: &'static str,
    #[serde(flatten)]
    known: T,
}

/// Collects the answers to the puzzles of a chunk.
pub(crate) struct Answers<'w> {
    /// The puzzle being answered.
    pub(in crate::sudoku) puzzle: Puzzle<'w>,
    style: AnswerStyle<'w>,
    chunk: ChunkText,
    is_cut: bool,
    /// Prints a part of the chunk, if all earlier chunks have been printed.
    deliver_part: &'w mut dyn FnMut(&mut ChunkText) -> Result<(), Stopped>,
}

impl<'w> Answers<'w> {
    /// Starts without answers, and reuses the memory of a chunk that was printed.
    pub(super) fn new(
        puzzle: Puzzle<'w>,
        style: AnswerStyle<'w>,
        chunk: ChunkText,
        deliver_part: &'w mut dyn FnMut(&mut ChunkText) -> Result<(), Stopped>,
    ) -> Self {
        Self { puzzle, style, chunk, is_cut: false, deliver_part }
    }

    pub(super) fn into_chunk(self) -> ChunkText {
        self.chunk
    }

    /// The output that follows is for puzzles skipped because the run ends.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// Ends the run after this chunk with an error.
    pub(super) fn end_run(&mut self, fault: Fault) {
        self.chunk.fault = Some(fault);
    }

    fn text(&mut self) -> &mut Text {
        if self.is_cut { &mut self.chunk.rest } else { &mut self.chunk.text }
    }

    /// The buffer to which answers are written.
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.text().out
    }

    /// Appends a line.
    pub(crate) fn line(&mut self, words: &[u8]) {
        let out = self.out();
        out.extend_from_slice(words);
        out.push(b'\n');
    }

    /// Adds a message for standard error, to be printed after the answers so far.
    pub(crate) fn print(&mut self, message: String) {
        let text = self.text();
        text.messages.push((text.out.len(), message));
    }

    /// Adds a note about the puzzle for standard error, to be printed after the answers so far.
    pub(crate) fn note(&mut self, words: &str) {
        let Puzzle { source, number, .. } = self.puzzle;
        if let Some(line) = message::line(Kind::Note, format_args!("{source}: puzzle {number}: {words}")) {
            self.print(line);
        }
    }

    /// Notes that the text of the puzzle states another solution than this one, which is the only one, or states one
    /// although there is none.
    pub(crate) fn compare(&mut self, solution: Option<&Grid>) {
        let stated = self.puzzle.stated_solution();
        if let Some(mistake) = stated.and_then(|stated| StatedMistake::of(&stated, solution)) {
            self.note(&mistake.to_string());
        }
    }

    /// Completes the answer to a puzzle.
    pub(super) fn end_puzzle(&mut self, exit: Exit, verdict: Verdict) {
        let text = self.text();
        text.exit = text.exit.max(Some(exit));
        text.tally.count(verdict);
    }

    /// Adds the statistics of a search, if `--stats` is given.
    pub(crate) fn count_search(&mut self, solver: &mut Solver, effort: &Effort) {
        if self.style.has_stats {
            let mut limits = self.style.session.limits(None);
            self.text().stats.add_puzzle(solver, effort, &mut limits);
        }
    }

    /// Appends a JSON object as a line.
    pub(in crate::sudoku) fn json(&mut self, object: &impl Serialize) -> io::Result<()> {
        json::write_line(self.out(), object)
    }

    /// Appends a JSON object with the fields of the puzzle.
    pub(in crate::sudoku) fn object(
        &mut self,
        status: impl Serialize,
        known: impl Serialize,
    ) -> io::Result<()> {
        let Puzzle { source, number, line, .. } = self.puzzle;
        let givens = self.puzzle.grid().map(|grid| grid.to_line().to_string());
        let left_out = self.puzzle.record.map_or(&[][..], Record::left_out);
        self.json(&PuzzleObject { puzzle: number, source, line, givens, left_out, status, known })
    }

    pub(in crate::sudoku) fn is_json(&self) -> bool {
        self.style.is_json
    }

    /// Reports why a puzzle has no answer.
    pub(in crate::sudoku) fn fail(&mut self, failure: &Failure) -> Result<(Exit, Verdict), Fault> {
        if self.style.is_json {
            let reason = failure.reason.as_deref().unwrap_or(failure.verdict.phrase());
            self.object(failure.verdict.word(), FailureObject { reason })?;
        } else {
            self.line(failure.words().as_bytes());
        }
        Ok((failure.exit, failure.verdict))
    }

    /// Appends a JSON object with the fields of the puzzle and what was found before the run stopped.
    pub(in crate::sudoku) fn part(&mut self, cause: Cause, known: impl Serialize) -> io::Result<()> {
        self.object(Verdict::Unknown.word(), PartObject { reason: cause.words(), known })
    }

    /// Reports that the search stopped before there was an answer.
    pub(in crate::sudoku) fn fail_stopped(&mut self, why: Stopped) -> Result<(Exit, Verdict), Fault> {
        self.fail(&Failure::of(self.style.session.cause_of(why)))
    }

    /// Reports that the enumeration stopped early, with the number of solutions found. Reaching a limit that
    /// the user set is not reported: a batch may have a million puzzles.
    pub(in crate::sudoku) fn stopped(&mut self, cause: Cause, found: &BigUint) -> Exit {
        if cause != Cause::Limit {
            let words = cause.words();
            let known = match cause {
                Cause::Memory => format!("at least {found}"),
                _ => format!("{found} found, there may be more"),
            };
            self.note(&format!("{words}: {known}"));
        }
        cause.exit()
    }

    /// Prints the answers so far if they are long and all earlier chunks have been printed: the solutions of
    /// one puzzle may not fit in memory.
    ///
    /// # Errors
    /// [`Fault::Stopped`] if the run ends before this chunk.
    pub(crate) fn make_room(&mut self) -> Result<(), Fault> {
        if self.chunk.text.out.len() < BUFFER || self.is_cut {
            return Ok(());
        }
        (self.deliver_part)(&mut self.chunk).map_err(|_| Fault::Stopped(Cause::Limit))
    }
}

impl ChunkText {
    /// Prepares for a chunk that ends at `bytes` in the input; keeps the memory.
    pub(super) fn clear(&mut self, bytes: u64) {
        self.text.clear();
        self.rest.clear();
        // A large buffer left by a long listing would make the next chunk wait for its turn too soon.
        self.text.out.shrink_to(4 * BUFFER);
        (self.bytes, self.fault) = (bytes, None);
    }
}

//! What is printed about the puzzles of a chunk.

use std::io;

use dlx_core::{BigUint, Stopped};
use serde::Serialize;
use sudoku_cover::Solver;
use sudoku_cover::batch::Output;

use super::puzzle::{Failure, Puzzle};
use crate::shared::cause::Cause;
use crate::shared::message::{self, Kind};
use crate::shared::output::BUFFER;
use crate::shared::stats::{Stats, Tally, Verdict};
use crate::shared::{Exit, Fault, Session, json};

/// What is printed about some puzzles that follow one another.
#[derive(Default)]
pub(super) struct Text {
    pub(super) out: Vec<u8>,
    /// Lines for standard error, each with the length of `out` when it came.
    pub(super) messages: Vec<(usize, String)>,
    pub(super) exit: Option<Exit>,
    pub(super) tally: Tally,
    pub(super) stats: Stats,
}

impl Text {
    /// Adds what comes after it.
    pub(super) fn append(&mut self, other: &mut Self) {
        let before = self.out.len();
        self.out.append(&mut other.out);
        self.messages.extend(other.messages.drain(..).map(|(at, line)| (before + at, line)));
        self.exit = self.exit.max(other.exit);
        self.tally.merge(&other.tally);
        self.stats.merge(&other.stats);
        other.clear();
    }

    /// Leaves nothing, and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.out.clear();
        self.messages.clear();
        (self.exit, self.tally, self.stats) = (None, Tally::default(), Stats::default());
    }
}

/// What is printed about the puzzles of a chunk, or of a part of one.
#[derive(Default)]
pub(super) struct ChunkText {
    pub(super) text: Text,
    /// About puzzles that are left because the run ends; it is printed if anything is known about one after them.
    pub(super) rest: Text,
    /// How much of the input lies before the end of the chunk.
    pub(super) bytes: u64,
    /// Why the run must end after it.
    pub(super) fault: Option<Fault>,
}

impl Output for ChunkText {
    fn bytes(&self) -> usize {
        self.text.out.capacity() + self.rest.out.capacity()
    }
}

/// How answers are printed.
#[derive(Clone, Copy)]
pub(super) struct AnswerStyle<'s> {
    pub(super) session: &'s Session,
    pub(super) has_stats: bool,
    pub(super) is_json: bool,
}

/// An object about a puzzle.
#[derive(Serialize)]
struct PuzzleObject<'a, S, T> {
    puzzle: u64,
    source: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    line: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    givens: Option<String>,
    status: S,
    #[serde(flatten)]
    known: T,
}

/// Why there is nothing to say about a puzzle.
#[derive(Serialize)]
struct FailureObject<'a> {
    reason: &'a str,
}

/// The answers to the puzzles of a chunk.
pub(crate) struct Answers<'w> {
    /// The one that is answered.
    pub(in crate::sudoku) puzzle: Puzzle<'w>,
    style: AnswerStyle<'w>,
    chunk: ChunkText,
    is_cut: bool,
    /// Delivers a part of the chunk if it is its turn.
    deliver_part: &'w mut dyn FnMut(&mut ChunkText) -> Result<(), Stopped>,
}

impl<'w> Answers<'w> {
    /// No answers yet, in the memory of a chunk that was delivered.
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

    /// What follows is about puzzles that are left because the run ends.
    pub(super) fn cut(&mut self) {
        self.is_cut = true;
    }

    /// The run must end here.
    pub(super) fn end_run(&mut self, fault: Fault) {
        self.chunk.fault = Some(fault);
    }

    fn text(&mut self) -> &mut Text {
        if self.is_cut { &mut self.chunk.rest } else { &mut self.chunk.text }
    }

    /// Where the answers are written to.
    pub(crate) fn out(&mut self) -> &mut Vec<u8> {
        &mut self.text().out
    }

    /// Adds this and the end of the line.
    pub(crate) fn line(&mut self, words: &[u8]) {
        let out = self.out();
        out.extend_from_slice(words);
        out.push(b'\n');
    }

    /// A message for standard error, after the answers up to here.
    pub(crate) fn print(&mut self, message: String) {
        let text = self.text();
        text.messages.push((text.out.len(), message));
    }

    /// A note about the puzzle for standard error, after the answers up to here.
    pub(crate) fn note(&mut self, words: &str) {
        let Puzzle { source, number, .. } = self.puzzle;
        if let Some(line) = message::line(Kind::Note, format_args!("{source}: puzzle {number}: {words}")) {
            self.print(line);
        }
    }

    /// The puzzle is answered.
    pub(super) fn end_puzzle(&mut self, exit: Exit, verdict: Verdict) {
        let text = self.text();
        text.exit = text.exit.max(Some(exit));
        text.tally.count(verdict);
    }

    /// Adds the counters of the last search, if they are asked for.
    pub(crate) fn count_search(&mut self, solver: &mut Solver) {
        if self.style.has_stats {
            self.text().stats.add_puzzle(solver);
        }
    }

    /// Prints an object on a line of its own.
    pub(in crate::sudoku) fn json(&mut self, object: &impl Serialize) -> io::Result<()> {
        json::write_line(self.out(), object)
    }

    /// Prints an object about the puzzle, with what is known of it.
    pub(in crate::sudoku) fn object(
        &mut self,
        status: impl Serialize,
        known: impl Serialize,
    ) -> io::Result<()> {
        let Puzzle { source, number, line, grid, .. } = self.puzzle;
        let givens = grid.map(|grid| grid.to_line().to_string());
        self.json(&PuzzleObject { puzzle: number, source, line, givens, status, known })
    }

    pub(in crate::sudoku) fn is_json(&self) -> bool {
        self.style.is_json
    }

    /// Says why there is no answer.
    pub(in crate::sudoku) fn fail(&mut self, failure: &Failure) -> Result<(Exit, Verdict), Fault> {
        if self.style.is_json {
            return self.fail_with(&failure.reason, failure.exit, failure.verdict);
        }
        self.fail_with(&failure.words(), failure.exit, failure.verdict)
    }

    /// Says why there is no answer, in these words.
    pub(in crate::sudoku) fn fail_with(
        &mut self,
        reason: &str,
        exit: Exit,
        verdict: Verdict,
    ) -> Result<(Exit, Verdict), Fault> {
        if self.style.is_json {
            self.object(verdict.word(), FailureObject { reason })?;
        } else {
            self.line(reason.as_bytes());
        }
        Ok((exit, verdict))
    }

    /// Says that the search stopped before there was an answer.
    pub(in crate::sudoku) fn fail_stopped(&mut self, why: Stopped) -> Result<(Exit, Verdict), Fault> {
        self.fail(&Failure::of(self.style.session.cause_of(why)))
    }

    /// Says that the search for solutions stopped early, and how far it came. A limit that was asked for needs no word
    /// for each of a million puzzles.
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

    /// Prints the answers so far if they are long and it is their turn: a puzzle may have more solutions than memory
    /// holds.
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
    /// Leaves nothing for a chunk that ends here in the input, and keeps memory.
    pub(super) fn clear(&mut self, bytes: u64) {
        self.text.clear();
        self.rest.clear();
        // Memory that a long listing needed would let the next chunk wait for its turn sooner.
        self.text.out.shrink_to(4 * BUFFER);
        (self.bytes, self.fault) = (bytes, None);
    }
}

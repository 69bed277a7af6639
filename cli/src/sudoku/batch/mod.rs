//! Answers the puzzles of a run on several threads, and prints the answers in order.

mod answers;
mod printer;
mod puzzle;

use std::io;
#[cfg(not(unix))]
use std::io::IsTerminal;
use std::mem;
use std::num::NonZeroUsize;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

use clap::Args;
use dlx_core::{Limits, Stopped};
use dlx_ordered::{ChunkSource, Worker};
use sudoku_cover::{Record, Solver, Solvers, Verdict};

pub(crate) use answers::Answers;
#[cfg(test)]
pub(super) use answers::{FailureObject, PartObject, PuzzleObject};
pub(super) use puzzle::{Failure, Loaded, Puzzle};

use super::boards::{Boards, RulesError};
use crate::shared::cause::Cause;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, Rules, Threads};
use crate::shared::message;
use crate::shared::progress::{BatchDisplay, Printing};
use crate::shared::records::{Chunk, Records, Unreadable, left_out};
use crate::shared::{Exit, Fault, Session};
use answers::{AnswerStyle, ChunkText};
use printer::Printer;

/// Answers a record within limits, and writes the output. A trait object, so that the threads that call it
/// are not compiled once for each command.
pub(super) type AnswerRecord<'a> =
    dyn Fn(Loaded<'_>, &mut Limits<'_>, &mut Answers<'_>) -> Result<(Exit, Verdict), Fault> + Sync + 'a;

/// Arguments of the commands that answer a list of puzzles.
#[derive(Debug, Args)]
pub(crate) struct PuzzleList {
    #[command(flatten)]
    pub(super) puzzles: Puzzles,
    #[command(flatten)]
    pub(super) threads: Threads,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    pub(super) rules: Rules,
}

/// The records of a run before the first is answered.
pub(super) struct Batch<'s> {
    records: Records<'s>,
    threads: Threads,
    display: BatchDisplay,
    answering: Answering<'s>,
}

impl<'s> Batch<'s> {
    pub(super) fn of(list: &PuzzleList, session: &'s Session) -> Result<Self, Fault> {
        Self::new(&list.puzzles, &list.rules, list.threads, session)
    }

    pub(super) fn new(
        puzzles: &Puzzles,
        rules: &Rules,
        threads: Threads,
        session: &'s Session,
    ) -> Result<Self, Fault> {
        let boards = Boards::of(puzzles.board, rules, session)?;
        let records = Records::new(puzzles, boards.fixed().cloned(), session)?;
        let display = BatchDisplay::new(session.meter(Printing::Meanwhile), records.total_bytes());
        let style = AnswerStyle { session, has_stats: session.has_stats(), is_json: false };
        let is_one_place = !session.writes_to_file() && is_one_place();
        let answering = Answering { style, boards, limit: None, is_one_place };
        Ok(Self { records, threads, display, answering })
    }

    /// Sets whether answers are JSON objects.
    pub(super) fn in_json(mut self, is_json: bool) -> Self {
        self.answering.style.is_json = is_json;
        self
    }

    /// Whether there is exactly one record. To be called before any is answered.
    pub(super) fn is_single(&mut self) -> bool {
        self.records.is_single()
    }

    /// Calls `answer` on each record, with `limit` as the maximum number of solutions, until the input ends,
    /// the run has to stop, or the answers cannot be printed.
    pub(super) fn each(self, limit: Option<u64>, answer: &AnswerRecord<'_>) -> Result<Exit, Fault> {
        let threads = match self.threads.asked() {
            None if self.records.is_typed() => NonZeroUsize::MIN,
            _ => self.threads.number(),
        };
        let AnswerStyle { session, has_stats, .. } = self.answering.style;
        let answering = Answering { limit, ..self.answering };
        let printer = Printer::new(session, self.display);
        let workers = AtomicUsize::new(0);
        let conclude = || {
            let workers = NonZeroUsize::new(workers.load(Ordering::Relaxed));
            printer.conclude(workers.filter(|_| has_stats))
        };
        let input = RecordSource { session, records: self.records, printer: &printer };
        let sink = |chunk: &mut ChunkText| {
            printer.print(chunk).map_err(|fault| {
                printer.fail(fault);
                Stopped::Asked
            })
        };
        let ended = dlx_ordered::run(threads, input, sink, &mut Limits::none(), |worker| {
            workers.fetch_add(1, Ordering::Relaxed);
            let stop = |cause| printer.stop(cause);
            answering.work(worker, answer, &stop, &|| {
                if session.is_left_waiting() {
                    printer.stop_waiting();
                    process::exit(session.end(conclude()) as i32);
                }
            });
            Ok(())
        });
        // The printer holds the error.
        ended.ok();
        conclude()
    }
}

/// Whether standard output and standard error are one terminal, pipe or file.
#[cfg(unix)]
fn is_one_place() -> bool {
    use std::fs::File;
    use std::os::fd::{AsFd, BorrowedFd};
    use std::os::unix::fs::MetadataExt;

    let place = |stream: BorrowedFd<'_>| {
        let metadata = File::from(stream.try_clone_to_owned().ok()?).metadata().ok()?;
        Some((metadata.dev(), metadata.ino()))
    };
    let output = place(io::stdout().as_fd());
    output.is_some() && output == place(io::stderr().as_fd())
}

#[cfg(not(unix))]
fn is_one_place() -> bool {
    io::stdout().is_terminal() && io::stderr().is_terminal()
}

/// Supplies the records until the run has to end.
struct RecordSource<'p, 's> {
    session: &'s Session,
    records: Records<'s>,
    printer: &'p Printer<'s>,
}

impl ChunkSource for RecordSource<'_, '_> {
    type Chunk = Chunk;

    fn fill(&mut self, chunk: &mut Chunk, most: usize) -> usize {
        if self.session.is_abandoned() {
            return 0;
        }
        if !self.records.fill(chunk, most) {
            self.printer.end_of_input();
            return 0;
        }
        if self.session.has_refused_to_read() && matches!(chunk.records[..], [Err(_)]) {
            self.printer.stop_waiting();
            return 0;
        }
        chunk.records.len()
    }

    fn may_have_more(&mut self) -> bool {
        self.records.may_have_more()
    }
}

/// Settings for answering records.
struct Answering<'s> {
    style: AnswerStyle<'s>,
    boards: Boards,
    /// Maximum number of solutions per puzzle.
    limit: Option<u64>,
    /// Whether the answers and the messages go to one terminal, pipe or file.
    is_one_place: bool,
}

/// State that a thread keeps between chunks.
struct Kept<'s> {
    solvers: Solvers,
    /// Without a maximum number of solutions the limits are never used up, and serve all puzzles.
    limits: Limits<'s>,
}

impl<'s> Answering<'s> {
    /// Answers chunks until there are no more. Calls `stop` before the first skipped puzzle, and `rest` after
    /// each chunk.
    fn work(
        &self,
        worker: &mut Worker<'_, Chunk, ChunkText>,
        answer: &AnswerRecord<'_>,
        stop: &dyn Fn(Cause),
        rest: &dyn Fn(),
    ) {
        let session = self.style.session;
        let mut kept = Kept { solvers: Solvers::default(), limits: session.limits(self.limit) };
        let (mut chunk, mut text) = (Chunk::default(), ChunkText::default());
        while worker.take(&mut chunk) {
            session.watched(|| {
                text.clear(chunk.bytes);
                let mut deliver_part = |text: &mut ChunkText| worker.deliver_part(text);
                let first = Puzzle::of(&chunk, 0);
                let mut answers = Answers::new(first, self.style, mem::take(&mut text), &mut deliver_part);
                self.answer_all(&chunk, &mut kept, answer, stop, &mut answers);
                text = answers.into_chunk();
                worker.deliver(&mut text);
            });
            rest();
        }
    }

    fn answer_all<'c>(
        &self,
        chunk: &'c Chunk,
        kept: &mut Kept<'s>,
        answer: &AnswerRecord<'_>,
        stop: &dyn Fn(Cause),
        answers: &mut Answers<'c>,
    ) {
        let session = self.style.session;
        // However few there are, so that what is found does not depend on the length of the chunk. A board that does not
        // fit is reported when the first puzzle is loaded.
        kept.solvers.look_ahead(chunk.records.iter().flatten(), |record| self.solver_for(record)).ok();
        let mut left = None;
        for (place, record) in chunk.records.iter().enumerate() {
            if left.is_none()
                && let Some(cause) = session.cause_to_stop()
            {
                stop(cause);
                answers.cut();
                left = Some(cause);
            }
            if left.is_none() && session.is_abandoned() {
                return;
            }
            answers.puzzle = Puzzle::of(chunk, place);
            if self.limit.is_some() || session.has_nodes() {
                kept.limits = session.limits(self.limit);
            }
            let loaded = match left {
                Some(cause) => Loaded::Left(cause),
                None => self.load(record.as_ref().map_err(AsRef::as_ref), &mut kept.solvers, answers),
            };
            // The first board with rules limits the memory.
            if kept.limits.most_bytes() != session.most_bytes() {
                kept.limits = session.limits(self.limit);
            }
            match answer(loaded, &mut kept.limits, answers) {
                Ok((exit, verdict)) => answers.end_puzzle(exit, verdict),
                Err(fault) => return answers.end_run(fault),
            }
        }
    }

    fn solver_for(&self, record: &Record) -> Result<Solver, RulesError> {
        Ok(Solver::new(&self.boards.with_rules_of(record, self.style.session)?))
    }

    fn load<'w>(
        &self,
        record: Result<&Record, &Unreadable>,
        solvers: &'w mut Solvers,
        answers: &mut Answers<'_>,
    ) -> Loaded<'w> {
        let puzzle = answers.puzzle;
        if let Ok(record) = record {
            left_out(puzzle.source, puzzle.number, record).into_iter().for_each(|line| answers.print(line));
        }
        let mut print = |report: String| {
            // With both streams in one place, the message would appear twice.
            if !self.is_one_place {
                answers.print(report);
            }
        };
        let record = match record {
            Ok(record) => record,
            Err(error) => {
                print(error.report());
                return Loaded::Unreadable(error.words());
            }
        };
        let solver = match solvers.get(record.grid.side(), record.rules(), || self.solver_for(record)) {
            Ok(solver) => solver,
            Err(RulesError::Stopped(cause)) => return Loaded::Left(cause),
            Err(unfit) => {
                let reason = format!("{}: puzzle {}: {unfit}", puzzle.source, puzzle.number);
                print(message::error_line(&reason));
                return if unfit.is_too_large() {
                    Loaded::TooLarge(reason)
                } else {
                    Loaded::Unreadable(reason)
                };
            }
        };
        // A single puzzle is answered without preparing tables. Which solver has tables must not depend on
        // the number of threads, because node counts do.
        if puzzle.number > 1 {
            solver.prepare_when_needed();
        }
        match solver.load_record(record) {
            Ok(()) => Loaded::Ready(solver),
            Err(error) => Loaded::Contradicting(error),
        }
    }
}

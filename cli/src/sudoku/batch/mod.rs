//! Threads that answer the puzzles of a batch: each takes a chunk of records, answers them with its own solvers,
//! and hands the answers over.
//!
//! The first thread is the caller's, and calls for another one when it sees more to do than it has taken; so does
//! each that is called, up to the number that was asked for.

pub(crate) mod reorder;

use std::num::NonZeroUsize;
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, Scope};
use std::time::{Duration, Instant};

use dlx_core::Limits;
use sudoku_cover::{Record, Rule, Solver};

use super::boards::{Boards, Unfit};
use super::puzzle::{Answer, Loaded, Puzzle};
use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::records::{Chunk, Records, Unreadable};
use crate::shared::session::Session;
use crate::sudoku::batch::reorder::{Answers, Delivery};

/// How long a thread works on a chunk: long beside the handing over, short beside what a person notices.
const SHORT_CHUNK: Duration = Duration::from_micros(500);
const LONG_CHUNK: Duration = Duration::from_millis(2);
/// The most records of a chunk: their grids fit into the caches near a core.
const LARGEST_CHUNK: usize = 512;

/// Threads that answer the records of a run, chunk by chunk.
pub(crate) struct Crew<'s, A> {
    pub(crate) session: &'s Session,
    pub(crate) records: Mutex<Records<'s>>,
    pub(crate) delivery: Delivery<'s>,
    pub(crate) boards: Boards,
    /// The most solutions of a puzzle that are looked for.
    pub(crate) limit: Option<u64>,
    pub(crate) has_stats: bool,
    /// Whether standard output is a terminal.
    pub(crate) is_terminal: bool,
    /// How many threads there may be, and how many there are.
    pub(crate) threads: NonZeroUsize,
    pub(crate) workers: AtomicUsize,
    pub(crate) answer: A,
}

impl<'s, A: Answer> Crew<'s, A> {
    /// Answers all records.
    pub(crate) fn run(&self) -> Result<Exit, Fault> {
        thread::scope(|scope| self.work(scope));
        self.conclude()
    }

    fn conclude(&self) -> Result<Exit, Fault> {
        let workers = NonZeroUsize::new(self.workers.load(Ordering::Relaxed));
        self.delivery.conclude(workers.filter(|_| self.has_stats))
    }

    /// Answers chunks until there are no more.
    fn work<'scope, 'env>(&'env self, scope: &'scope Scope<'scope, 'env>) {
        let _alarm = Alarm(&self.delivery);
        let mut worker = Worker { solvers: Solvers::default(), limits: self.session.limits(self.limit) };
        let mut answers = Answers::new(&self.delivery);
        let mut chunk = Chunk::default();
        let mut most = 1;
        while self.delivery.waits_for_room() && self.take(&mut chunk, most, scope) {
            let started = Instant::now();
            let elapsed = self.session.watched(|| {
                answers.begin(chunk.number, chunk.bytes);
                self.answer_all(&chunk, &mut worker, &mut answers);
                let elapsed = started.elapsed();
                self.delivery.deliver(&mut answers);
                elapsed
            });
            if self.session.is_left_waiting() {
                self.delivery.stop_waiting();
                process::exit(self.session.end(self.conclude()) as i32);
            }
            if elapsed < SHORT_CHUNK && chunk.records.len() == most {
                most = (2 * most).min(LARGEST_CHUNK);
            } else if elapsed > LONG_CHUNK {
                most = (most / 2).max(1);
            }
        }
    }

    /// Takes the next chunk of at most so many records, and calls for another thread if there is more to do.
    fn take<'scope, 'env>(
        &'env self,
        chunk: &mut Chunk,
        most: usize,
        scope: &'scope Scope<'scope, 'env>,
    ) -> bool {
        let mut records = self.records.lock().unwrap_or_else(PoisonError::into_inner);
        if self.session.is_abandoned() {
            return false;
        }
        if !records.fill(chunk, most) {
            self.delivery.end_of_input();
            return false;
        }
        if self.session.has_refused_to_read() && matches!(chunk.records[..], [Err(_)]) {
            self.delivery.stop_waiting();
            return false;
        }
        // Only whoever holds the records looks at the number of workers, and changes it.
        let is_calling = self.workers.load(Ordering::Relaxed) < self.threads.get() && records.may_have_more();
        if is_calling && thread::Builder::new().spawn_scoped(scope, || self.work(scope)).is_ok() {
            self.workers.fetch_add(1, Ordering::Relaxed);
        }
        true
    }

    fn answer_all(&self, chunk: &Chunk, worker: &mut Worker<'s>, answers: &mut Answers<'_>) {
        let mut left = None;
        for (record, number) in chunk.records.iter().zip(chunk.first..) {
            if left.is_none()
                && let Some(cause) = self.session.cause_to_stop()
            {
                self.delivery.stop(cause);
                answers.cut();
                left = Some(cause);
            }
            if left.is_none() && self.session.is_abandoned() {
                return;
            }
            let readable = record.as_ref().ok();
            let puzzle = Puzzle {
                source: &chunk.source,
                number,
                line: readable.map(|record| record.line),
                grid: readable.map(|record| &record.grid),
                is_restricted: readable.is_some_and(|record| record.allowed().is_some()),
            };
            if let Err(fault) =
                self.answer(&puzzle, record.as_ref().map_err(AsRef::as_ref), left, worker, answers)
            {
                self.delivery.fail(fault);
                return;
            }
        }
    }

    fn answer(
        &self,
        puzzle: &Puzzle<'_>,
        record: Result<&Record, &Unreadable>,
        left: Option<Cause>,
        worker: &mut Worker<'s>,
        answers: &mut Answers<'_>,
    ) -> Result<(), Fault> {
        if self.limit.is_some() {
            worker.limits = self.session.limits(self.limit);
        }
        let loaded = match (record, left) {
            (_, Some(cause)) => Loaded::Left(cause),
            (Ok(record), None) => match worker.solvers.of(&self.boards, record) {
                Err(unfit) => {
                    let reason = format!("{}: puzzle {}: {unfit}", puzzle.source, puzzle.number);
                    self.unreadable(reason, answers)
                }
                Ok(solver) => {
                    // One puzzle alone is answered before tables could be made. Which solver has made them must not
                    // depend on the number of threads, as nodes are counted.
                    if puzzle.number > 1 {
                        solver.prepare();
                    }
                    let loaded = match record.allowed() {
                        None => solver.load(&record.grid),
                        Some(allowed) => solver.load_allowed(&record.grid, allowed),
                    };
                    match loaded {
                        Ok(()) => Loaded::Ready(solver),
                        Err(error) => Loaded::Contradicting(error),
                    }
                }
            },
            (Err(unreadable), None) => self.unreadable(unreadable.words(puzzle.source), answers),
        };
        let (exit, verdict) = (self.answer)(puzzle, loaded, &mut worker.limits, answers)?;
        answers.end_puzzle(exit, verdict);
        Ok(())
    }

    fn unreadable<'w>(&self, reason: String, answers: &mut Answers<'_>) -> Loaded<'w> {
        // Both streams on one terminal would say the same thing twice.
        if !self.is_terminal {
            answers.tell(format!("dlx: {reason}"));
        }
        Loaded::Unreadable(reason)
    }
}

/// What a thread keeps from one chunk to the next.
struct Worker<'s> {
    solvers: Solvers,
    /// Without a limit of solutions they never run dry, and serve for all puzzles.
    limits: Limits<'s>,
}

/// Solvers that have been needed.
#[derive(Default)]
struct Solvers {
    /// One for each side.
    of_sides: Vec<Option<Solver>>,
    /// That of the last puzzle that brought rules of its own, and these rules.
    of_rules: Option<(Vec<Rule>, Solver)>,
}

impl Solvers {
    /// The solver for the board of the record.
    fn of(&mut self, boards: &Boards, record: &Record) -> Result<&mut Solver, Unfit> {
        let side = record.grid.side();
        if !record.rules().is_empty() {
            let solver = match self.of_rules.take() {
                Some((rules, solver))
                    if rules == record.rules() && solver.matrix().geometry().side() == side =>
                {
                    solver
                }
                _ => Solver::new(&boards.with_rules_of(record)?),
            };
            return Ok(&mut self.of_rules.insert((record.rules().to_vec(), solver)).1);
        }
        if self.of_sides.len() <= side {
            self.of_sides.resize_with(side + 1, || None);
        }
        let solver = match self.of_sides[side].take() {
            Some(solver) => solver,
            None => Solver::new(&boards.of_side(side)?),
        };
        Ok(self.of_sides[side].insert(solver))
    }
}

/// Nobody waits for a thread that has panicked.
struct Alarm<'d>(&'d Delivery<'d>);

impl Drop for Alarm<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.abandon();
        }
    }
}

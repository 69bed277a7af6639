//! The questions about puzzles, the answers, and the answers of sudoku-cover.

use std::num::NonZeroUsize;
use std::sync::{Mutex, PoisonError};

use anyhow::{Context, Error, Result};
use dlx_core::{Limits, Stopped};
use dlx_ordered::Output;
use sudoku_cover::{ReadError, Reader, Solver};

/// The question asked about each puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Question {
    /// Find a first solution.
    First,
    /// Find the first solution, and whether there is none, one or several.
    Uniqueness,
}

impl Question {
    /// Returns the number of solutions to search for.
    pub fn limit(self) -> usize {
        match self {
            Self::First => 1,
            Self::Uniqueness => 2,
        }
    }
}

/// The answer for a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    None,
    One,
    Several,
    /// It has a solution; further ones were not searched for.
    Solved,
}

impl Status {
    /// Returns the answer after `found` solutions, which may be more than the question asks for.
    pub fn of(question: Question, found: usize) -> Self {
        match (question, found) {
            (_, 0) => Self::None,
            (Question::First, _) => Self::Solved,
            (Question::Uniqueness, 1) => Self::One,
            (Question::Uniqueness, _) => Self::Several,
        }
    }
}

/// The answers for the puzzles of a text, in order.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Answers {
    pub statuses: Vec<Status>,
    /// One line for each puzzle: its first solution, or `no solution`.
    pub lines: Vec<u8>,
}

impl Answers {
    /// Adds an answer; `write` writes the solution, if there is one.
    pub fn push(&mut self, status: Status, write: impl FnOnce(&mut Vec<u8>)) {
        self.statuses.push(status);
        if status == Status::None {
            self.lines.extend_from_slice(b"no solution");
        } else {
            write(&mut self.lines);
        }
        self.lines.push(b'\n');
    }

    /// Removes all answers but keeps the memory.
    pub fn clear(&mut self) {
        self.statuses.clear();
        self.lines.clear();
    }
}

impl Output for Answers {
    fn bytes(&self) -> usize {
        self.statuses.bytes() + self.lines.bytes()
    }
}

/// The reason why the run ended without answers.
enum End {
    Stopped(Stopped),
    Read(ReadError),
}

impl From<Stopped> for End {
    fn from(why: Stopped) -> Self {
        Self::Stopped(why)
    }
}

/// Returns the answers of sudoku-cover, found by this number of threads with clones of the solver.
pub fn solve(text: &str, question: Question, solver: &Solver, threads: usize) -> Result<Answers> {
    let solver = Mutex::new(solver.clone());
    let mut answers = Answers::default();
    let sink = |found: &mut Answers| {
        answers.statuses.append(&mut found.statuses);
        answers.lines.append(&mut found.lines);
        Ok(())
    };
    let threads = NonZeroUsize::new(threads).context("no thread")?;
    let ended =
        dlx_ordered::run(threads, Reader::new(text.as_bytes()), sink, &mut Limits::none(), |worker| {
            let mut solver = solver.lock().unwrap_or_else(PoisonError::into_inner).clone();
            worker.each(|records, found, limits| {
                for record in records.drain(..) {
                    let grid = record.map_err(End::Read)?.grid;
                    // A puzzle with contradicting givens has no solution.
                    let mut answer = match solver.take(&grid) {
                        Ok(()) => Some(solver.find_up_to(question.limit() as u64, limits)),
                        Err(_) => None,
                    };
                    let count = answer.as_ref().map_or(0, |answer| answer.count().at_least());
                    found.push(Status::of(question, count as usize), |line| {
                        answer.as_mut().map(|answer| answer.append_solution(line));
                    });
                }
                Ok(())
            })
        });
    match ended {
        Ok(()) => Ok(answers),
        Err(End::Stopped(why)) => Err(Error::new(why)),
        Err(End::Read(error)) => Err(Error::new(error)),
    }
}

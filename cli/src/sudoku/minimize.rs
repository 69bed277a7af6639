//! `dlx sudoku minimize`: removes redundant clues from puzzles.

use std::io::Write;
use std::sync::{Mutex, PoisonError};

use clap::Args;
use serde::Serialize;
use sudoku_cover::{Candidate, Format, Geometry, Losses, MinimizeError, Record, Verdict, Writer, minimize};

use super::batch::{Batch, Failure, PuzzleList};
use super::clues::ready;
use super::convert::warn_of;
use crate::shared::flags::ReportFormat;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    #[command(flatten)]
    list: PuzzleList,
    /// Random seed of the order of removal
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,
    /// List the redundant clues, without removing any
    #[arg(long, conflicts_with = "seed", help_heading = "Search")]
    redundant: bool,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for Minimize {
    const NAME: &'static str = "minimize";
    const ABOUT: &'static str = "Remove redundant clues";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --seed 7 | dlx sudoku solve -o solved.txt
dlx sudoku minimize --seed 3 solved.txt
dlx sudoku generate --clues 30 --seed 7 | dlx sudoku minimize --redundant";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, seed, redundant, format } = self;
        let is_json = format.is_json();
        let batch = Batch::of(&list, session)?.in_json(is_json);
        // What the lines of minimal puzzles cannot hold.
        let losses = Mutex::new(Losses::default());
        let exit = batch.each(None, &|loaded, _, answers| {
            let (solver, grid) = match ready(loaded, answers)? {
                Ok((solver, grid)) => (solver, grid),
                Err(outcome) => return Ok(outcome),
            };
            let limits = || session.limits(None);
            let outcome = match solver {
                Err(error) => return answers.fail(&Failure::contradicting(&error)),
                Ok(solver) if redundant => {
                    minimize::redundant(solver, grid, limits).map(MinimizeAnswer::Redundant)
                }
                Ok(solver) => {
                    let board = solver.matrix().geometry().clone();
                    let minimized = minimize::minimized(solver, grid, seed, limits);
                    minimized.map(|less| MinimizeAnswer::Minimized(less, board))
                }
            };
            let found = match outcome {
                Ok(found) => found,
                Err(MinimizeError::Stopped(why)) => return answers.fail_stopped(why),
                Err(MinimizeError::Several) => {
                    let several = Failure { reason: None, exit: Exit::Several, verdict: Verdict::Several };
                    return answers.fail(&several);
                }
                Err(_) => return answers.fail(&Failure::no_solution()),
            };
            match found {
                MinimizeAnswer::Minimized(less, _) if is_json => {
                    let known = MinimizedObject {
                        minimal: less.puzzle.to_line().to_string(),
                        clues: less.puzzle.clue_count(),
                        taken_out: less.taken_out,
                        undecided: less.undecided,
                    };
                    answers.object("minimized", known)?;
                }
                MinimizeAnswer::Minimized(less, board) => {
                    let record = Record::new(less.puzzle);
                    let mut writer = Writer::new(answers.out(), Format::Line);
                    let loss = writer.write_on(&record, &board).map_err(Fault::usage)?;
                    losses.lock().unwrap_or_else(PoisonError::into_inner).add(&loss);
                }
                MinimizeAnswer::Redundant((redundant, undecided)) if is_json => {
                    let status = if redundant.is_empty() { "minimal" } else { "redundant" };
                    answers.object(status, RedundantObject { redundant, undecided })?;
                }
                MinimizeAnswer::Redundant((redundant, undecided)) => {
                    let out = answers.out();
                    match redundant.len() {
                        0 => write!(out, "minimal")?,
                        1 => write!(out, "1 redundant clue: {}", listed(&redundant))?,
                        count => write!(out, "{count} redundant clues, each alone: {}", listed(&redundant))?,
                    }
                    if !undecided.is_empty() {
                        write!(out, "; unknown for {}", listed(&undecided))?;
                    }
                    out.push(b'\n');
                }
            }
            Ok((Exit::Answered, Verdict::Unique))
        })?;
        warn_of(&losses.into_inner().unwrap_or_else(PoisonError::into_inner), Format::Line);
        Ok(exit)
    }
}

#[derive(Serialize)]
struct MinimizedObject {
    /// The minimal puzzle.
    minimal: String,
    clues: usize,
    taken_out: Vec<Candidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<Candidate>,
}

#[derive(Serialize)]
struct RedundantObject {
    redundant: Vec<Candidate>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<Candidate>,
}

enum MinimizeAnswer {
    Minimized(sudoku_cover::Minimized, Geometry),
    Redundant((Vec<Candidate>, Vec<Candidate>)),
}

/// Formats clues on one line.
fn listed(clues: &[Candidate]) -> String {
    clues.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

//! `dlx sudoku minimize`: removes redundant clues from puzzles.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use sudoku_cover::{Candidate, MinimizeError, minimize};

use super::batch::{Batch, PuzzleList};
use super::clues::ready;
use crate::shared::flags::ReportFormat;
use crate::shared::stats::Verdict;
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
        batch.each(None, &|loaded, _, answers| {
            let (solver, grid) = match ready(loaded, answers)? {
                Ok((solver, grid)) => (solver, grid),
                Err(outcome) => return Ok(outcome),
            };
            let limits = || session.limits(None);
            let outcome = match solver {
                None => Err(MinimizeError::None),
                Some(solver) if redundant => {
                    minimize::redundant(solver, grid, limits).map(MinimizeAnswer::Redundant)
                }
                Some(solver) => {
                    minimize::minimized(solver, grid, seed, limits).map(MinimizeAnswer::Minimized)
                }
            };
            let found = match outcome {
                Ok(found) => found,
                Err(MinimizeError::Stopped(why)) => return answers.fail_stopped(why),
                Err(error) => {
                    let (exit, verdict) = match error {
                        MinimizeError::Several => (Exit::Several, Verdict::Several),
                        _ => (Exit::NoSolution, Verdict::None),
                    };
                    return answers.fail_with(&error.to_string(), exit, verdict);
                }
            };
            match found {
                MinimizeAnswer::Minimized(less) if is_json => {
                    let known = MinimizedObject {
                        minimal: less.puzzle.to_line().to_string(),
                        clues: less.puzzle.clue_count(),
                        taken_out: less.taken_out,
                        undecided: less.undecided,
                    };
                    answers.object("minimized", known)?;
                }
                MinimizeAnswer::Minimized(less) => {
                    let out = answers.out();
                    less.puzzle.to_line().append_to(out);
                    out.push(b'\n');
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
        })
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
    Minimized(sudoku_cover::Minimized),
    Redundant((Vec<Candidate>, Vec<Candidate>)),
}

/// Formats clues on one line.
fn listed(clues: &[Candidate]) -> String {
    clues.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

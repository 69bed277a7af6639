//! `dlx sudoku minimize`: removes redundant givens from puzzles, and lists redundant givens and rules.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use serde::Serialize;
use sudoku_cover::{
    Candidate, Format, Geometry, Losses, MinimizeError, Record, Redundant, Verdict, Writer, minimize,
};

use super::batch::{Batch, Failure, PuzzleList};
use super::clues::ready;
use super::convert::warn_of;
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    #[command(flatten)]
    list: PuzzleList,
    /// Random seed of the order of removal
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Search")]
    seed: u64,
    /// List the redundant givens and rules, without removing any
    #[arg(long, conflicts_with = "seed", help_heading = "Search")]
    redundant: bool,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for Minimize {
    const NAME: &'static str = "minimize";
    const ABOUT: &'static str = "Remove redundant givens";
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
                MinimizeAnswer::Redundant(found) if is_json => {
                    answers.object(if found.is_empty() { "minimal" } else { "redundant" }, found)?;
                }
                MinimizeAnswer::Redundant(found) => answers.line(in_words(&found).as_bytes()),
            }
            Ok((Exit::Answered, Verdict::Unique))
        })?;
        warn_of(&losses.into_inner().unwrap_or_else(PoisonError::into_inner), Format::Line);
        Ok(exit)
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<MinimizedObject>("Minimal puzzle", &["minimized"])
            .of_puzzles::<Redundant>("Redundant givens and rules", &["minimal", "redundant"])
            .of_failures()
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct MinimizedObject {
    /// The minimal puzzle as one line.
    minimal: String,
    /// Number of its givens.
    clues: usize,
    /// Givens that were removed.
    taken_out: Vec<Candidate>,
    /// Givens that may be redundant: a limit was reached before that was known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided: Vec<Candidate>,
}

enum MinimizeAnswer {
    Minimized(sudoku_cover::Minimized, Geometry),
    Redundant(Redundant),
}

/// Returns what is redundant as one line.
fn in_words(found: &Redundant) -> String {
    let Redundant { givens, rules, undecided_givens, undecided_rules, .. } = found;
    let parts = [
        redundant("given", &listed(givens)),
        redundant("rule", &listed(rules)),
        found.is_empty().then(|| "minimal".to_owned()),
        unknown(&[listed(undecided_givens), listed(undecided_rules)].concat()),
    ];
    parts.into_iter().flatten().collect::<Vec<_>>().join("; ")
}

fn listed(found: &[impl ToString]) -> Vec<String> {
    found.iter().map(ToString::to_string).collect()
}

fn redundant(what: &str, found: &[String]) -> Option<String> {
    let list = found.join(", ");
    match found.len() {
        0 => None,
        1 => Some(format!("1 redundant {what}: {list}")),
        count => Some(format!("{count} redundant {what}s, each alone: {list}")),
    }
}

fn unknown(list: &[String]) -> Option<String> {
    (!list.is_empty()).then(|| format!("unknown for {}", list.join(", ")))
}

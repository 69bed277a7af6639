//! `dlx sudoku minimize`: removes redundant givens and rules from puzzles, or lists them.

use std::sync::{Mutex, PoisonError};

use clap::Args;
use serde::Serialize;
use sudoku_cover::{
    Candidate, Format, Geometry, Losses, MinimizeError, Minimized, MinimizedRules, Record, Redundant, Rule,
    Verdict, Writer, minimize,
};

use super::batch::{Batch, Failure, PuzzleList};
use super::clues::ready;
use super::convert::warn_of;
use crate::shared::flags::{ReportFormat, Seed};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Minimize {
    #[command(flatten)]
    list: PuzzleList,
    /// Random seed of the order of removal, or `random`
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search")]
    seed: Seed,
    /// List the redundant givens and rules, without removing any
    #[arg(long, conflicts_with = "seed", help_heading = "Search")]
    redundant: bool,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for Minimize {
    const NAME: &'static str = "minimize";
    const ABOUT: &'static str = "Remove redundant givens and rules";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --seed 7 | dlx sudoku solve -o solved.txt
dlx sudoku minimize --seed 3 solved.txt
dlx sudoku generate --clues 30 --seed 7 | dlx sudoku minimize --redundant";
    const NOTES: &'static str = "\
Removes givens first, and then rules with cells, such as cages and lines. Puzzles with such rules are written as JSON with
those that are left. Rules of the whole board stay.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, seed, redundant, format } = self;
        let seed = seed.number();
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
                    minimize::minimized(solver, grid, seed, limits).and_then(|less| {
                        let rules = minimize::minimized_rules(&board, &less.puzzle, seed, limits)?;
                        Ok(MinimizeAnswer::Minimized(Box::new((less, rules)), board))
                    })
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
                MinimizeAnswer::Minimized(found, _) if is_json => {
                    let (less, rules) = *found;
                    let known = MinimizedObject {
                        minimal: less.puzzle.to_line().to_string(),
                        clues: less.puzzle.clue_count(),
                        taken_out: less.taken_out,
                        undecided: less.undecided,
                        rules: lines(&rules.rules),
                        rules_taken_out: lines(&rules.taken_out),
                        undecided_rules: lines(&rules.undecided),
                    };
                    answers.object("minimized", known)?;
                }
                MinimizeAnswer::Minimized(found, board) => {
                    let (less, rules) = *found;
                    let has_cells = |rule: &Rule| rule.kind().rule().is_none();
                    // Which rules are left is part of the puzzle.
                    let is_with_rules = rules.rules.iter().any(has_cells) || !rules.taken_out.is_empty();
                    let mut record = Record::new(less.puzzle);
                    let format = if is_with_rules { Format::Json } else { Format::Line };
                    if is_with_rules {
                        record.more_mut().rules = rules.rules;
                    }
                    let mut writer = Writer::new(answers.out(), format);
                    let loss = match is_with_rules {
                        true => writer.write(&record),
                        false => writer.write_on(&record, &board),
                    };
                    let loss = loss.map_err(Fault::usage)?;
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
    /// Rules that are left.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules: Vec<String>,
    /// Rules that were removed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rules_taken_out: Vec<String>,
    /// Rules that may be redundant.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    undecided_rules: Vec<String>,
}

fn lines(rules: &[Rule]) -> Vec<String> {
    rules.iter().map(Rule::to_string).collect()
}

enum MinimizeAnswer {
    Minimized(Box<(Minimized, MinimizedRules)>, Geometry),
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

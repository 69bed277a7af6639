//! `dlx sudoku diff`: compares two lists of puzzles.

use std::io::Write;

use clap::{Args, ValueHint};
use serde::Serialize;
use sudoku_cover::compare::{Compared, Difference, Match, compare};
use sudoku_cover::{Cell, Digit};

use super::boards::board;
use crate::shared::flags::{Board, Deadline, OutputFile, PuzzleFormat, Puzzles, ReportFormat};
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::records::{Chunk, Records, Unreadable, left_out};
use crate::shared::{Command, Exit, Fault, Session, json, message};

#[derive(Debug, Args)]
pub(crate) struct Diff {
    /// First list: a file, a puzzle, or -
    #[arg(value_name = "FIRST", value_hint = ValueHint::AnyPath)]
    one: String,
    /// Second list [default: -]
    #[arg(value_name = "SECOND", value_hint = ValueHint::AnyPath)]
    other: Option<String>,
    #[command(flatten)]
    board: Board,
    #[command(flatten)]
    read: PuzzleFormat,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

impl Command for Diff {
    const NAME: &'static str = "diff";
    const ABOUT: &'static str = "Compare two lists of puzzles";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 5 --seed 7 -o old.txt
dlx sudoku generate -n 6 --seed 7 -o new.txt
dlx sudoku diff old.txt new.txt
dlx sudoku convert --to ss new.txt | dlx sudoku diff --format json new.txt";
    const NOTES: &'static str = "\
Prints a line for each puzzle that is in one list only: < for the first list, > for the second, and ! with the cells and
rules that differ if the puzzles at the same position are similar. Compares digits and rules, not candidates and metadata.
The exit code is 0 if the lists contain the same puzzles, and 1 if not.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        // The exit code reports the result even if the reader closes the output after the first lines.
        session.survive_closed_output();
        let second = self.other.as_deref();
        if self.one == "-" && second.is_none_or(|second| second == "-") {
            return Err(Fault::usage("expected one of the two lists from standard input, found both"));
        }
        let mut exit = Exit::Answered;
        let one = self.read(vec![self.one.clone()], session, &mut exit)?;
        let other = self.read(second.map(str::to_owned).into_iter().collect(), session, &mut exit)?;
        if let Some(cause) = session.cause_to_stop() {
            return Err(Fault::Stopped(cause));
        }
        let found = session.watched(|| compare(&one.puzzles, &other.puzzles, &mut session.limits(None)));
        let found = match found {
            Ok(found) => found,
            Err(why) => return Err(Fault::Stopped(session.cause_of(why))),
        };
        let mut output = session.output();
        for found in found {
            if !matches!(found, Match::Equal { .. }) {
                exit.also(Exit::NoSolution);
            }
            if self.format.is_json() {
                json::write_line(&mut *output, &object(&found, &one, &other))?;
                continue;
            }
            match found {
                Match::Equal { .. } => {}
                Match::Differ { place, cells, first_rules, second_rules } => {
                    let cells = cells.iter().map(ToString::to_string);
                    let first_rules = first_rules.iter().map(|rule| format!("< {rule}"));
                    let second_rules = second_rules.iter().map(|rule| format!("> {rule}"));
                    let parts: Vec<String> = cells.chain(first_rules).chain(second_rules).collect();
                    writeln!(output, "! {}: {}", one.numbers[place], parts.join(", "))?;
                }
                Match::OnlyInOne(place) => {
                    writeln!(output, "< {}: {}", one.numbers[place], one.puzzles[place].grid().to_line())?;
                }
                Match::OnlyInOther(place) => {
                    writeln!(
                        output,
                        "> {}: {}",
                        other.numbers[place],
                        other.puzzles[place].grid().to_line()
                    )?;
                }
            }
        }
        Ok(exit)
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<MatchObject>("Difference")
    }
}

/// The puzzles of an input.
struct List {
    puzzles: Vec<Compared>,
    /// Record number of each puzzle, counted from 1.
    numbers: Vec<u64>,
}

/// How a puzzle relates to the other list.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[cfg_attr(test, derive(utoipa::ToSchema))]
enum Presence {
    Equal,
    Differ,
    First,
    Second,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct MatchObject {
    /// Whether an equal puzzle is in both lists, similar ones at the same position, or one in one list only.
    status: Presence,
    /// Number of the record in the first list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(minimum = 1))]
    first: Option<u64>,
    /// Number of the record in the second list.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(minimum = 1))]
    second: Option<u64>,
    /// The puzzle as one line, if it is in one list only.
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    /// Cells in which the puzzles differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<CellDifferenceObject>>,
    /// Rules that are in one of the two puzzles only, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    rules: Option<RuleDifferenceObject>,
}

/// The rules that are in one of two puzzles only.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = RuleDifference))]
struct RuleDifferenceObject {
    /// Those of the first puzzle.
    first: Vec<String>,
    /// Those of the second puzzle.
    second: Vec<String>,
}

/// A cell in which two puzzles differ.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = CellDifference))]
struct CellDifferenceObject {
    /// The cell.
    cell: Cell,
    /// Its digit in the first puzzle; null if it is blank.
    #[cfg_attr(test, schema(required = true))]
    first: Option<Digit>,
    /// Its digit in the second puzzle; null if it is blank.
    #[cfg_attr(test, schema(required = true))]
    second: Option<Digit>,
}

impl From<&Difference> for CellDifferenceObject {
    fn from(difference: &Difference) -> Self {
        let Difference { cell, one, other } = *difference;
        Self { cell, first: one, second: other }
    }
}

fn object(found: &Match, one: &List, other: &List) -> MatchObject {
    let (status, first, second) = match *found {
        Match::Equal { one, other } => (Presence::Equal, Some(one), Some(other)),
        Match::Differ { place, .. } => (Presence::Differ, Some(place), Some(place)),
        Match::OnlyInOne(place) => (Presence::First, Some(place), None),
        Match::OnlyInOther(place) => (Presence::Second, None, Some(place)),
    };
    let puzzle = match (first, second) {
        (Some(place), None) => Some(&one.puzzles[place]),
        (None, Some(place)) => Some(&other.puzzles[place]),
        _ => None,
    };
    let (cells, rules) = match found {
        Match::Differ { cells, first_rules, second_rules, .. } => {
            let rules = RuleDifferenceObject { first: first_rules.clone(), second: second_rules.clone() };
            let is_none = rules.first.is_empty() && rules.second.is_empty();
            (Some(cells.iter().map(Into::into).collect()), (!is_none).then_some(rules))
        }
        _ => (None, None),
    };
    MatchObject {
        status,
        first: first.map(|place| one.numbers[place]),
        second: second.map(|place| other.numbers[place]),
        puzzle: puzzle.map(|puzzle| puzzle.grid().to_line().to_string()),
        cells,
        rules,
    }
}

impl Diff {
    /// Reads the puzzles of an input, including digits placed in them.
    fn read(&self, inputs: Vec<String>, session: &Session, exit: &mut Exit) -> Result<List, Fault> {
        let puzzles = Puzzles { inputs, board: self.board, format: self.read.clone() };
        let mut records = Records::new(&puzzles, board(self.board)?, session)?;
        let mut list = List { puzzles: Vec::new(), numbers: Vec::new() };
        let mut chunk = Chunk::default();
        while session.cause_to_stop().is_none() && records.fill(&mut chunk, 256) {
            for (record, number) in chunk.records.drain(..).zip(chunk.first..) {
                match record.map_err(|unreadable| *unreadable) {
                    Ok(record) => {
                        left_out(&chunk.source, number, &record).iter().for_each(|line| message::print(line));
                        list.puzzles.push(Compared::new(record.filled(), record.rules()));
                        list.numbers.push(number);
                    }
                    // Without its list, every puzzle of the other one would be reported as missing.
                    Err(Unreadable::Source(fault)) => return Err(fault),
                    Err(unreadable) => {
                        message::print(&unreadable.report());
                        exit.also(Exit::Unreadable);
                    }
                }
            }
        }
        Ok(list)
    }
}

//! `dlx sudoku diff`: what is different between two lists of puzzles.

use std::io::Write;

use serde::Serialize;
use sudoku_cover::compare::{Difference, Match, compare};
use sudoku_cover::{Cell, Digit, Grid};

use super::boards::board;
use crate::args::{DiffFormat, Puzzles, Rules, SudokuDiff};
use crate::cover::SCHEMA;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::records::{Chunk, Records};
use crate::shared::session::Session;

/// The puzzles of an input.
struct List {
    grids: Vec<Grid>,
    /// Which record each of them is, from 1.
    numbers: Vec<u64>,
}

/// How a puzzle is found in the other list.
#[derive(Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
enum Presence {
    Equal,
    Differ,
    First,
    Second,
}

#[derive(Serialize)]
struct MatchObject {
    schema: u32,
    status: Presence,
    /// The numbers of the records, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    first: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<Vec<CellDifferenceObject>>,
}

#[derive(Serialize)]
struct CellDifferenceObject {
    cell: Cell,
    first: Option<Digit>,
    second: Option<Digit>,
}

impl From<&Difference> for CellDifferenceObject {
    fn from(difference: &Difference) -> Self {
        let Difference { cell, one, other } = *difference;
        Self { cell, first: one, second: other }
    }
}

pub(crate) fn run(arguments: &SudokuDiff, session: &Session) -> Result<Exit, Fault> {
    if arguments.one == "-" && arguments.other == "-" {
        return Err(Fault::Usage("standard input cannot be both lists".to_owned()));
    }
    let mut exit = Exit::Answered;
    let one = read(&arguments.one, arguments, session, &mut exit)?;
    let other = read(&arguments.other, arguments, session, &mut exit)?;
    if let Some(cause) = session.cause_to_stop() {
        return Ok(cause.exit());
    }
    let found = session.watched(|| compare(&one.grids, &other.grids, &mut session.limits(None)));
    let found = match found {
        Ok(found) => found,
        Err(why) => {
            let cause = session.cause_of(why);
            tell!("dlx: {}: nothing is compared", cause.words());
            return Ok(cause.exit());
        }
    };
    let mut output = session.output();
    for found in found {
        if !matches!(found, Match::Equal { .. }) {
            exit.also(Exit::NoSolution);
        }
        match arguments.format {
            DiffFormat::Json => {
                serde_json::to_writer(&mut *output, &object(&found, &one, &other))
                    .map_err(std::io::Error::from)?;
                writeln!(output)?;
            }
            DiffFormat::Text => match found {
                Match::Equal { .. } => {}
                Match::Differ { place, cells } => {
                    let cells: Vec<String> = cells.iter().map(ToString::to_string).collect();
                    writeln!(output, "! {}: {}", one.numbers[place], cells.join(", "))?;
                }
                Match::OnlyInOne(place) => {
                    writeln!(output, "< {}: {}", one.numbers[place], one.grids[place].to_line())?;
                }
                Match::OnlyInOther(place) => {
                    writeln!(output, "> {}: {}", other.numbers[place], other.grids[place].to_line())?;
                }
            },
        }
    }
    Ok(exit)
}

fn object(found: &Match, one: &List, other: &List) -> MatchObject {
    let (status, first, second) = match *found {
        Match::Equal { one, other } => (Presence::Equal, Some(one), Some(other)),
        Match::Differ { place, .. } => (Presence::Differ, Some(place), Some(place)),
        Match::OnlyInOne(place) => (Presence::First, Some(place), None),
        Match::OnlyInOther(place) => (Presence::Second, None, Some(place)),
    };
    let puzzle = match (first, second) {
        (Some(place), None) => Some(&one.grids[place]),
        (None, Some(place)) => Some(&other.grids[place]),
        _ => None,
    };
    let cells = match found {
        Match::Differ { cells, .. } => Some(cells.iter().map(Into::into).collect()),
        _ => None,
    };
    MatchObject {
        schema: SCHEMA,
        status,
        first: first.map(|place| one.numbers[place]),
        second: second.map(|place| other.numbers[place]),
        puzzle: puzzle.map(|grid| grid.to_line().to_string()),
        cells,
    }
}

/// The puzzles of an input, with the digits that are placed in them.
fn read(input: &str, arguments: &SudokuDiff, session: &Session, exit: &mut Exit) -> Result<List, Fault> {
    let puzzles = Puzzles {
        inputs: vec![input.to_owned()],
        size: arguments.size,
        box_shape: None,
        from: arguments.from,
        column: arguments.column.clone(),
        rules: Rules::default(),
    };
    let geometry = board(puzzles.size, None)?;
    let mut records = Records::new(&puzzles, geometry, session);
    let mut list = List { grids: Vec::new(), numbers: Vec::new() };
    let mut chunk = Chunk::default();
    while session.cause_to_stop().is_none() && records.fill(&mut chunk, 256) {
        for (record, number) in chunk.records.iter().zip(chunk.first..) {
            match record {
                Ok(record) => {
                    list.grids.push(record.filled());
                    list.numbers.push(number);
                }
                Err(unreadable) => {
                    tell!("dlx: {}", unreadable.words(&chunk.source));
                    exit.also(Exit::Unreadable);
                }
            }
        }
    }
    Ok(list)
}

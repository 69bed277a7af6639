//! `dlx sudoku candidates`: the digits that each cell may have, or has in some solution.

use std::io::Write;

use clap::Args;
use dlx_core::Count;
use serde::Serialize;
use sudoku_cover::{Candidate, Cell, Digit, Pencilmarks, Verdict};

use super::batch::{Batch, PuzzleList};
use crate::shared::flags::ReportFormat;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct ListCandidates {
    #[command(flatten)]
    list: PuzzleList,
    /// List the digits that solutions have, with their number
    #[arg(long = "true", help_heading = "Search")]
    is_true: bool,
    /// Count the solutions of each digit up to N
    #[arg(long, value_name = "N", default_value_t = 100, requires = "is_true", help_heading = "Search",
        value_parser = clap::value_parser!(u64).range(1..))]
    limit: u64,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for ListCandidates {
    const NAME: &'static str = "candidates";
    const ABOUT: &'static str = "List the candidates of each cell, or those of solutions";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --kind several --seed 7 -o several.txt
dlx sudoku candidates several.txt
dlx sudoku candidates --true --limit 5 several.txt
dlx sudoku candidates --true --format json several.txt";
    const NOTES: &'static str = "\
Prints a line for each empty cell. With --true, each digit is followed by the number of solutions that have it.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, is_true, limit, format } = self;
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        batch.each(None, &|loaded, limits, answers| {
            let solver = match loaded.ready() {
                Ok(solver) => solver,
                Err(failure) => return answers.fail(&failure),
            };
            let record = answers.puzzle.record.expect("a puzzle that is ready has a record");
            let grid = &record.grid;
            let found: Vec<(Candidate, Option<Count>)> = if is_true {
                match solver.true_candidates(limit, limits) {
                    Ok(found) => {
                        found.into_iter().map(|(candidate, count)| (candidate, Some(count))).collect()
                    }
                    Err(why) => return answers.fail_stopped(why),
                }
            } else {
                let geometry = solver.matrix().geometry();
                let mut marks = Pencilmarks::implied(grid, geometry).map_err(Fault::usage)?;
                record.allowed().iter().for_each(|allowed| marks.keep(allowed));
                let digits = |cell| marks.get(cell).digits().map(move |digit| Candidate { cell, digit });
                geometry.cells().flat_map(digits).map(|candidate| (candidate, None)).collect()
            };
            let cells: Vec<CellObject> = found
                .chunk_by(|(one, _), (other, _)| one.cell == other.cell)
                .filter(|chunk| grid.get(chunk[0].0.cell).is_none())
                .map(|chunk| CellObject {
                    cell: chunk[0].0.cell,
                    digits: chunk
                        .iter()
                        .map(|(candidate, count)| DigitObject::of(candidate.digit, *count))
                        .collect(),
                })
                .collect();
            let verdict = match is_true {
                true if found.is_empty() => Verdict::None,
                true if found.iter().all(|(_, count)| *count == Some(Count::Exact(1)))
                    && cells.iter().all(|cell| cell.digits.len() == 1) =>
                {
                    Verdict::Unique
                }
                true => Verdict::Several,
                false => Verdict::Unknown,
            };
            if answers.is_json() {
                answers.object("candidates", CandidatesObject { cells })?;
            } else if verdict == Verdict::None {
                answers.line(b"no solution");
            } else {
                for CellObject { cell, digits } in &cells {
                    let digits: Vec<String> = digits.iter().map(DigitObject::words).collect();
                    writeln!(answers.out(), "{cell}: {}", digits.join(" "))?;
                }
            }
            let exit = match verdict {
                Verdict::None => Exit::NoSolution,
                Verdict::Several => Exit::Several,
                _ => Exit::Answered,
            };
            Ok((exit, verdict))
        })
    }
}

#[derive(Serialize)]
struct CandidatesObject {
    /// The empty cells that have candidates, row by row.
    cells: Vec<CellObject>,
}

#[derive(Serialize)]
struct CellObject {
    cell: Cell,
    digits: Vec<DigitObject>,
}

#[derive(Serialize)]
struct DigitObject {
    digit: Digit,
    /// Number of solutions with the digit, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<String>,
    /// Whether all of them were counted.
    #[serde(skip_serializing_if = "Option::is_none")]
    complete: Option<bool>,
}

impl DigitObject {
    fn of(digit: Digit, count: Option<Count>) -> Self {
        Self {
            digit,
            count: count.map(|count| count.at_least().to_string()),
            complete: count.map(|count| matches!(count, Count::Exact(_))),
        }
    }

    fn words(&self) -> String {
        match (&self.count, self.complete) {
            (Some(count), Some(true)) => format!("{}({count})", self.digit),
            (Some(count), _) => format!("{}({count}+)", self.digit),
            (None, _) => self.digit.to_string(),
        }
    }
}

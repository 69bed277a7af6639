//! `dlx sudoku candidates`: the digits that each cell may have, or has in some solution.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use sudoku_cover::{Cell, Digit, Pencilmarks, TrueCandidates, TrueDigits, Verdict};

use super::batch::{Answers, Batch, PuzzleList};
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
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
            if is_true {
                return match solver.true_candidates(limit, limits) {
                    Ok(found) => list_true(&found, answers),
                    Err(why) => answers.fail_stopped(why),
                };
            }
            let record = answers.puzzle.record.expect("a puzzle that is ready has a record");
            let mut marks =
                Pencilmarks::implied(&record.grid, solver.matrix().geometry()).map_err(Fault::usage)?;
            record.allowed().iter().for_each(|allowed| marks.keep(allowed));
            let blank = solver.matrix().geometry().cells().filter(|&cell| record.grid.get(cell).is_none());
            let cells = blank.map(|cell| {
                let digits = marks.get(cell).digits().map(|digit| DigitObject { digit });
                CellObject { cell, digits: digits.collect() }
            });
            if answers.is_json() {
                let cells: Vec<_> = cells.filter(|cell| !cell.digits.is_empty()).collect();
                answers.object("candidates", CandidatesObject { cells })?;
            } else {
                for CellObject { cell, digits } in cells.filter(|cell| !cell.digits.is_empty()) {
                    let digits: Vec<String> = digits.iter().map(|it| it.digit.to_string()).collect();
                    writeln!(answers.out(), "{cell}: {}", digits.join(" "))?;
                }
            }
            Ok((Exit::Answered, Verdict::Unknown))
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<CandidatesObject>("Candidates", &["candidates"])
            .of_puzzles::<TrueCandidatesObject<'static>>(
                "Candidates of solutions",
                &["unique", "several", "solved", "none"],
            )
            .of_failures()
    }
}

/// Prints the digits that solutions have.
fn list_true(found: &TrueCandidates, answers: &mut Answers<'_>) -> Result<(Exit, Verdict), Fault> {
    let TrueCandidates { verdict, cells, .. } = found;
    if answers.is_json() {
        answers.object(verdict.word(), TrueCandidatesObject { cells })?;
    } else if *verdict == Verdict::None {
        answers.line(verdict.phrase().as_bytes());
    } else {
        cells.iter().try_for_each(|cell| writeln!(answers.out(), "{cell}"))?;
    }
    let exit = match verdict {
        Verdict::None => Exit::NoSolution,
        Verdict::Several => Exit::Several,
        _ => Exit::Answered,
    };
    Ok((exit, *verdict))
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct CandidatesObject {
    /// The blank cells that have candidates, row by row.
    cells: Vec<CellObject>,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct TrueCandidatesObject<'a> {
    /// The blank cells that have candidates, row by row.
    cells: &'a [TrueDigits],
}

/// A cell and its candidates.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = CellCandidates))]
struct CellObject {
    /// The cell.
    cell: Cell,
    /// Its candidates, in ascending order.
    digits: Vec<DigitObject>,
}

/// A candidate.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = CandidateDigit))]
struct DigitObject {
    /// The digit.
    digit: Digit,
}

//! `dlx sudoku why`: why a puzzle has no solution, or several, and what would give it one.

use std::io::{self, Write};

use clap::Args;
use dlx_core::Count;
use serde::Serialize;
use sudoku_cover::{Ambiguity, Candidate, Cell, Conflict, Diagnosis, Digit, Repair, Solver, diagnose};

use super::batch::{Answers, Batch, PuzzleList};
use super::boards::Boards;
use super::clues::{listed, ready};
use crate::shared::flags::ReportFormat;
use crate::shared::stats::Verdict;
use crate::shared::{Command, Exit, Fault, Session};

/// `dlx sudoku why`.
#[derive(Debug, Args)]
pub(crate) struct WhyNotUnique {
    #[command(flatten)]
    list: PuzzleList,
    /// Count several solutions up to N
    #[arg(
        long,
        value_name = "N",
        default_value_t = 1_000_000,
        value_parser = clap::value_parser!(u64).range(2..),
        help_heading = "Search"
    )]
    limit: u64,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for WhyNotUnique {
    const NAME: &'static str = "why";
    const ABOUT: &'static str = "Explain why a puzzle has no solution, or several";
    const EXAMPLES: &'static str = "\
dlx sudoku why 55...............................................................................
dlx sudoku generate --kind several --seed 7 -o several.txt
dlx sudoku why several.txt
dlx sudoku why --format json several.txt";
    const NOTES: &'static str = "\
No solution: clues that contradict one another, and changes of a single clue that leave one solution. Several: how many,
where they differ, and clues that would leave one.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, limit, format } = self;
        let boards = Boards::of(list.puzzles.board, &list.rules)?;
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        batch.each(None, &|loaded, _, answers| {
            let (solver, grid) = match ready(loaded, answers)? {
                Ok((solver, grid)) => (solver, grid),
                Err(outcome) => return Ok(outcome),
            };
            // Clues that contradict one another are not loaded.
            let mut own;
            let solver = match solver {
                Some(solver) => solver,
                None => {
                    let board = boards.of_side(grid.side())?;
                    own = Solver::new(&board);
                    &mut own
                }
            };
            let diagnosis = match diagnose::diagnose(solver, grid, limit, || session.limits(None)) {
                Ok(diagnosis) => diagnosis,
                Err(why) => return answers.fail_stopped(why),
            };
            let stopped = match &diagnosis {
                Diagnosis::Several(found) => found.count.exact().err().map(|why| session.cause_of(why)),
                Diagnosis::Unique(_) | Diagnosis::None(_) => None,
            };
            print(&diagnosis, answers)?;
            let (exit, verdict) = match diagnosis {
                Diagnosis::Unique(_) => (Exit::Answered, Verdict::Unique),
                Diagnosis::None(_) => (Exit::NoSolution, Verdict::None),
                Diagnosis::Several(_) => (Exit::Several, Verdict::Several),
            };
            Ok((stopped.map_or(exit, |cause| cause.exit().max(exit)), verdict))
        })
    }
}

/// So many clues of which each will do are shown to people; objects have all.
const MOST_SHOWN: usize = 12;

fn print(diagnosis: &Diagnosis, answers: &mut Answers<'_>) -> io::Result<()> {
    match (diagnosis, answers.is_json()) {
        (Diagnosis::Unique(solution), true) => {
            answers.object("unique", UniqueObject { solution: solution.to_line().to_string() })
        }
        (Diagnosis::None(conflict), true) => answers.object("none", conflict),
        (Diagnosis::Several(found), true) => answers.object("several", AmbiguityObject::from(&**found)),
        (Diagnosis::Unique(solution), false) => {
            writeln!(answers.out(), "one solution: {}", solution.to_line())
        }
        (Diagnosis::None(conflict), false) => write_conflict(conflict, answers.out()),
        (Diagnosis::Several(found), false) => write_ambiguity(found, answers.out()),
    }
}

fn write_conflict(conflict: &Conflict, out: &mut Vec<u8>) -> io::Result<()> {
    match (&conflict.contradiction, conflict.core.len()) {
        (Some(contradiction), _) => writeln!(out, "no solution: {contradiction}")?,
        (None, 0) => writeln!(out, "no solution: the board has none, whatever the clues")?,
        (None, 1) => writeln!(out, "no solution: a clue is wrong by itself: {}", listed(&conflict.core))?,
        (None, count) => writeln!(
            out,
            "no solution: {count} clues contradict one another, any fewer of them do not: {}",
            listed(&conflict.core)
        )?,
    }
    if conflict.repairs.is_empty() {
        writeln!(out, "  no change of a single clue leaves one solution")?;
    } else {
        writeln!(out, "  changes of a single clue that leave one solution:")?;
        for &clue in &conflict.core {
            let own: Vec<String> =
                conflict.repairs.iter().filter(|repair| repair.clue == clue).map(words).collect();
            if !own.is_empty() {
                writeln!(out, "    {clue}: {}", own.join(", or "))?;
            }
        }
    }
    if !conflict.loosening.is_empty() {
        writeln!(
            out,
            "  leaving out any one of these leaves several solutions: {}",
            listed(&conflict.loosening)
        )?;
    }
    write_undecided(conflict.undecided, out)
}

fn words(repair: &Repair) -> String {
    repair.digit.map_or_else(|| "leave it out".to_owned(), |digit| format!("make it {digit}"))
}

fn write_ambiguity(found: &Ambiguity, out: &mut Vec<u8>) -> io::Result<()> {
    let bound = if matches!(found.count, Count::Exact(_)) { "" } else { "at least " };
    writeln!(out, "several solutions: {bound}{}", found.count.at_least())?;
    for solution in &found.solutions {
        writeln!(out, "  {}", solution.to_line())?;
    }
    writeln!(out, "  {} cells differ:", found.differing.len())?;
    for cells in found.differing.chunks(6) {
        let cells: Vec<String> = cells
            .iter()
            .map(|&cell| {
                let digits: Vec<String> =
                    found.candidates.get(cell).digits().map(|digit| digit.to_string()).collect();
                format!("{cell}={}", digits.join("/"))
            })
            .collect();
        writeln!(out, "    {}", cells.join(" "))?;
    }
    match (found.single.len(), found.several.len()) {
        (0, 0) => writeln!(out, "  no clues were found that leave one solution")?,
        (0, 2) => writeln!(
            out,
            "  no single clue more leaves one solution, these two do: {}",
            listed(&found.several)
        )?,
        (0, count) => writeln!(
            out,
            "  no single clue more leaves one solution, these {count} do (fewer may do as well): {}",
            listed(&found.several)
        )?,
        (1, _) => writeln!(out, "  one clue more leaves one solution: {}", listed(&found.single))?,
        (count, _) => {
            let shown = &found.single[..count.min(MOST_SHOWN)];
            let more = if count > MOST_SHOWN { ", ..." } else { "" };
            writeln!(
                out,
                "  one clue more leaves one solution, any of these {count}: {}{more}",
                listed(shown)
            )?;
        }
    }
    write_undecided(found.undecided, out)
}

fn write_undecided(undecided: usize, out: &mut Vec<u8>) -> io::Result<()> {
    if undecided > 0 {
        writeln!(out, "  {undecided} questions were left open at their limits")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct UniqueObject {
    solution: String,
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

#[derive(Serialize)]
struct AmbiguityObject<'a> {
    /// How many solutions there are, in decimal digits.
    count: String,
    /// Whether all were counted.
    complete: bool,
    /// Two of them.
    solutions: Vec<String>,
    differing: Vec<CellDigitsObject>,
    /// Any one of these leaves one solution.
    single: &'a [Candidate],
    /// Where there is none, these together do.
    several: &'a [Candidate],
    #[serde(skip_serializing_if = "is_zero")]
    undecided: usize,
}

/// A cell, and the digits that it has in solutions.
#[derive(Serialize)]
struct CellDigitsObject {
    cell: Cell,
    digits: Vec<Digit>,
}

impl<'a> From<&'a Ambiguity> for AmbiguityObject<'a> {
    fn from(found: &'a Ambiguity) -> Self {
        let cell =
            |&cell: &Cell| CellDigitsObject { cell, digits: found.candidates.get(cell).digits().collect() };
        Self {
            count: found.count.at_least().to_string(),
            complete: matches!(found.count, Count::Exact(_)),
            solutions: found.solutions.iter().map(|grid| grid.to_line().to_string()).collect(),
            differing: found.differing.iter().map(cell).collect(),
            single: &found.single,
            several: &found.several,
            undecided: found.undecided,
        }
    }
}

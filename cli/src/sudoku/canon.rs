//! `dlx sudoku canon`: canonical forms, and puzzles of a list that have the same one.

use std::collections::HashMap;
use std::io::Write;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use sudoku_cover::{CanonError, Canonizer, Grid};

use super::batch::Batch;
use super::clues::ready;
use super::explained::Lent;
use crate::args::{ReportFormat, SudokuCanon};
use crate::cover::SCHEMA;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::Verdict;

#[derive(Serialize)]
struct CanonObject {
    canonical: String,
    /// A string, as it may be longer than numbers of JSON should be.
    automorphisms: String,
}

#[derive(Serialize)]
struct DuplicateObject {
    schema: u32,
    puzzle: u64,
    givens: String,
    /// The number of the first puzzle that is equivalent.
    equivalent_to: u64,
}

pub(crate) fn run(arguments: &SudokuCanon, session: &Session) -> Result<Exit, Fault> {
    let SudokuCanon { puzzles, duplicates, format, batching, common } = arguments;
    let is_json = *format == ReportFormat::Json;
    let canonizers = Lent::default();
    // By number of the puzzle, if duplicates are asked for: the puzzle and its canonical form.
    let forms: Mutex<Vec<(u64, Grid, Grid)>> = Mutex::default();
    let batch = Batch::new(puzzles, *batching, *common, session)?.in_json(is_json);
    let exit = batch.each(None, |loaded, limits, answers| {
        let (solver, grid) = match ready(loaded, answers)? {
            Ok((solver, grid)) => (solver, grid),
            Err(outcome) => return Ok(outcome),
        };
        let Some(solver) = solver else {
            let words = "invalid: the clues contradict one another";
            return answers.fail_with(words, Exit::NoSolution, Verdict::Invalid);
        };
        let geometry = solver.matrix().geometry();
        let canonical = |canonizer: &mut Canonizer| canonizer.canonical(grid, limits);
        let form = match canonizers.lend(geometry, || Canonizer::new(geometry), canonical).flatten() {
            Ok(form) => form,
            Err(CanonError::Stopped(why)) => return answers.fail_stopped(why),
            Err(error) => return Err(Fault::Usage(error.to_string())),
        };
        if *duplicates {
            let mut forms = forms.lock().unwrap_or_else(PoisonError::into_inner);
            forms.push((answers.puzzle.number, grid.clone(), form.grid));
        } else if is_json {
            let known = CanonObject {
                canonical: form.grid.to_line().to_string(),
                automorphisms: form.automorphisms.to_string(),
            };
            answers.object("canonical", known)?;
        } else {
            let out = answers.out();
            form.grid.to_line().append_to(out);
            let ending = if form.automorphisms == 1 { "" } else { "s" };
            writeln!(out, " # {} automorphism{ending}", form.automorphisms)?;
        }
        Ok((Exit::Answered, Verdict::Solved))
    })?;
    let forms = forms.into_inner().unwrap_or_else(PoisonError::into_inner);
    print_duplicates(forms, is_json, session)?;
    Ok(exit)
}

fn print_duplicates(
    mut forms: Vec<(u64, Grid, Grid)>,
    is_json: bool,
    session: &Session,
) -> Result<(), Fault> {
    forms.sort_unstable_by_key(|&(number, ..)| number);
    let mut first: HashMap<&Grid, u64> = HashMap::new();
    let mut output = session.output();
    for (number, puzzle, form) in &forms {
        let (puzzle, number) = (puzzle.to_line(), *number);
        match first.get(form) {
            Some(&equivalent_to) if is_json => {
                let givens = puzzle.to_string();
                let object = DuplicateObject { schema: SCHEMA, puzzle: number, givens, equivalent_to };
                serde_json::to_writer(&mut *output, &object).map_err(std::io::Error::from)?;
                writeln!(output)?;
            }
            Some(earlier) => {
                writeln!(output, "{puzzle} # puzzle {number} is equivalent to puzzle {earlier}")?;
            }
            None => {
                first.insert(form, number);
            }
        }
    }
    Ok(())
}

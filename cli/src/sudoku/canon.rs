//! `dlx sudoku canon`: canonical forms, automorphisms, and puzzles of a list that share a form.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use clap::Args;
use serde::Serialize;
use sudoku_cover::{
    Automorphism, CanonError, Canonical, Canonizer, Format, Grid, Losses, Record, Verdict, Writer,
};

use super::batch::{Answers, Batch, Failure};
use super::clues::ready;
use super::convert::warn_of;
use super::explained::Lent;
use crate::shared::flags::{Deadline, OutputFile, Puzzles, ReportFormat, Rules, Threads};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct Canon {
    #[command(flatten)]
    puzzles: Puzzles,
    /// List puzzles that are equivalent to an earlier one
    #[arg(long, help_heading = "Output")]
    duplicates: bool,
    /// List the automorphisms of each puzzle
    #[arg(long, conflicts_with = "duplicates", help_heading = "Output")]
    automorphisms: bool,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

impl Command for Canon {
    const NAME: &'static str = "canon";
    const ABOUT: &'static str = "Write canonical forms of puzzles, or find equivalent ones";
    const EXAMPLES: &'static str = "\
dlx sudoku generate -n 5 --seed 7 -o puzzles.txt
dlx sudoku canon puzzles.txt
dlx sudoku canon --duplicates puzzles.txt puzzles.txt
dlx sudoku canon --automorphisms puzzles.txt";
    const NOTES: &'static str = "\
Two puzzles are equivalent if one can be turned into the other by permuting digits, bands, rows of a band, stacks and
columns of a stack, and by transposition where boxes are square. The canonical form is the equivalent puzzle that comes
first in lexicographic order, blank cells before digits. Automorphisms are the permutations that turn the puzzle into
itself, up to a permutation of the digits. --automorphisms lists up to 1000 of them, without the identity, by the
number of times that each must be applied until all cells are back in place.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { puzzles, duplicates, automorphisms, threads, format, .. } = self;
        let is_json = format.is_json();
        let canonizers = Lent::default();
        // For `--duplicates`: the number of each puzzle, the puzzle and its canonical form.
        let forms: Mutex<Vec<(u64, Grid, Grid)>> = Mutex::default();
        // What the lines of canonical forms cannot hold.
        let losses = Mutex::new(Losses::default());
        let batch = Batch::new(&puzzles, &Rules::default(), threads, session)?.in_json(is_json);
        let exit = batch.each(None, &|loaded, limits, answers| {
            let (solver, grid) = match ready(loaded, answers)? {
                Ok((solver, grid)) => (solver, grid),
                Err(outcome) => return Ok(outcome),
            };
            let solver = match solver {
                Ok(solver) => solver,
                Err(error) => return answers.fail(&Failure::contradicting(&error)),
            };
            let geometry = solver.matrix().geometry();
            let canonical = |canonizer: &mut Canonizer| {
                if automorphisms {
                    canonizer.automorphisms(grid, limits).map(|(form, maps)| (form, Some(maps)))
                } else {
                    canonizer.canonical(grid, limits).map(|form| (form, None))
                }
            };
            let (form, maps) =
                match canonizers.lend(geometry, || Canonizer::new(geometry), canonical).flatten() {
                    Ok(form) => form,
                    Err(CanonError::Stopped(why)) => return answers.fail_stopped(why),
                    Err(error) => return Err(Fault::usage(error)),
                };
            let maps = maps.as_ref().map(Option::as_deref);
            if duplicates {
                let mut forms = forms.lock().unwrap_or_else(PoisonError::into_inner);
                forms.push((answers.puzzle.number, grid.clone(), form.grid));
            } else if is_json {
                let known = CanonObject {
                    canonical: form.grid.to_line().to_string(),
                    automorphisms: BigNumber::new(&form.automorphisms),
                    maps: maps.flatten().map(without_identity),
                };
                answers.object("canonical", known)?;
            } else {
                write_text(grid, &form, maps, answers)?;
                let written =
                    Writer::new(io::sink(), Format::Line).write_on(&Record::new(form.grid), geometry);
                let mut losses = losses.lock().unwrap_or_else(PoisonError::into_inner);
                losses.add(&written.map_err(Fault::usage)?);
            }
            Ok((Exit::Answered, Verdict::Solved))
        })?;
        let forms = forms.into_inner().unwrap_or_else(PoisonError::into_inner);
        print_duplicates(forms, is_json, session)?;
        warn_of(&losses.into_inner().unwrap_or_else(PoisonError::into_inner), Format::Line);
        Ok(exit)
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<CanonObject<'static>>("Canonical form", &["canonical"])
            .of::<DuplicateObject>("Duplicate")
            .of_failures()
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct CanonObject<'a> {
    /// The canonical form as one line.
    canonical: String,
    /// Number of automorphisms.
    automorphisms: BigNumber,
    /// With --automorphisms: all automorphisms but the identity, by order. Absent if there are more than 1000.
    #[serde(skip_serializing_if = "Option::is_none")]
    maps: Option<&'a [Automorphism]>,
}

/// Returns the automorphisms, of which the first is the identity, without it.
fn without_identity(maps: &[Automorphism]) -> &[Automorphism] {
    maps.get(1..).unwrap_or_default()
}

/// Writes the canonical form, or if automorphisms are wanted the puzzle and those that could be listed.
fn write_text(
    puzzle: &Grid,
    form: &Canonical,
    maps: Option<Option<&[Automorphism]>>,
    answers: &mut Answers<'_>,
) -> Result<(), Fault> {
    let out = answers.out();
    let grid = if maps.is_some() { puzzle } else { &form.grid };
    grid.to_line().append_to(out);
    let ending = if form.automorphisms == 1 { "" } else { "s" };
    let note = if maps == Some(None) { ", too many to list" } else { "" };
    writeln!(out, " # {} automorphism{ending}{note}", form.automorphisms)?;
    for map in without_identity(maps.flatten().unwrap_or_default()) {
        writeln!(out, "  {map}")?;
    }
    Ok(())
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct DuplicateObject {
    /// Number of the record among all inputs, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    puzzle: u64,
    /// The puzzle as one line.
    givens: String,
    /// Number of the first equivalent record.
    #[cfg_attr(test, schema(minimum = 1))]
    equivalent_to: u64,
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
                let object = DuplicateObject { puzzle: number, givens, equivalent_to };
                json::write_line(&mut *output, &object)?;
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

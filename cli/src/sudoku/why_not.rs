//! `dlx sudoku why-not`: shows why a digit cannot be placed in a cell.

use std::io::Write;

use clap::Args;
use serde::Serialize;
use sudoku_cover::geometry::MAX_SIDE;
use sudoku_cover::{Candidate, Cell, Digit, Step, WhyNot};

use super::batch::{Batch, PuzzleList};
use super::explained::{Explainers, Techniques, each_with_solution};
use crate::shared::flags::ReportFormat;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct WhyNotDigit {
    /// Digit
    #[arg(value_parser = digit)]
    digit: Digit,
    /// Cell, such as r4c5
    #[arg(value_parser = cell)]
    cell: Cell,
    #[command(flatten)]
    list: PuzzleList,
    #[command(flatten)]
    format: ReportFormat,
}

impl Command for WhyNotDigit {
    const NAME: &'static str = "why-not";
    const ABOUT: &'static str = "Explain why a digit cannot be placed in a cell";
    const EXAMPLES: &'static str = "\
dlx sudoku generate --seed 7 -o puzzle.txt
dlx sudoku why-not 9 r1c1 puzzle.txt
dlx sudoku why-not 9 r1c1 --format json puzzle.txt";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { digit, cell, list, format } = self;
        let explainers = Explainers::new(Techniques::default());
        let candidate = Candidate { cell, digit };
        let batch = Batch::of(&list, session)?.in_json(format.is_json());
        each_with_solution(batch, |asked, solver, limits, answers| {
            let geometry = solver.matrix().geometry();
            let side = geometry.side();
            if !geometry.contains(cell) || !geometry.values().contains(digit) {
                return Err(Fault::Usage(format!(
                    "expected a candidate of a board of side {side}, found {candidate}"
                )));
            }
            let why = explainers.lend(geometry, asked, |explainer| WhyNot::of(explainer, candidate, limits));
            let why = match why {
                Ok(why) => why,
                Err(why) => return Ok(answers.fail_stopped(why)?.0),
            };
            let is_possible = why == WhyNot::Possible;
            let is_refuted = !is_possible && why != WhyNot::Unknown;
            let exit = if is_refuted { Exit::Answered } else { Exit::NoSolution };
            if answers.is_json() {
                let (step, cases) = match &why {
                    WhyNot::Refuted(step) => (Some((**step).clone()), None),
                    WhyNot::Cases(branches) => (None, Some(branches.len())),
                    _ => (None, None),
                };
                let known = WhyNotObject { cell, digit, text: why.to_string(), step, cases };
                let status = match why {
                    WhyNot::Possible => "possible",
                    WhyNot::Unknown => "unknown",
                    _ => "impossible",
                };
                answers.object(status, known)?;
                return Ok(exit);
            }
            let out = answers.out();
            match why {
                WhyNot::Possible => writeln!(out, "{candidate}: possible, a solution contains it")?,
                WhyNot::Unknown => writeln!(out, "{candidate}: {why}")?,
                WhyNot::Cases(_) => {
                    writeln!(out, "{cell}<>{digit}: each case leads to a contradiction\n{why}")?;
                }
                _ => writeln!(out, "{cell}<>{digit}: {why}")?,
            }
            Ok(exit)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of_puzzles::<WhyNotObject>("Answer", &["possible", "impossible", "unknown"])
            .of_failures()
    }
}

fn digit(text: &str) -> Result<Digit, String> {
    let digit = text.parse().ok().and_then(Digit::of_value);
    digit.ok_or_else(|| format!("expected a digit from 0 to {MAX_SIDE}"))
}

fn cell(text: &str) -> Result<Cell, String> {
    let number =
        |text: &str| text.parse().ok().filter(|number| (1..=MAX_SIDE).contains(&usize::from(*number)));
    let numbers = text
        .strip_prefix(['r', 'R'])
        .and_then(|rest| rest.split_once(['c', 'C']))
        .and_then(|(row, column)| Some((number(row)?, number(column)?)));
    let cell = numbers.map(|(row, column): (u8, u8)| Cell::new(row - 1, column - 1));
    cell.ok_or_else(|| "expected a cell such as r4c5".to_owned())
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct WhyNotObject {
    /// The cell that was asked about.
    cell: Cell,
    /// The digit that was asked about.
    digit: Digit,
    /// The reason in words.
    text: String,
    /// The chains of the proof, if chains suffice.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    /// Number of cases of the proof, if it needs cases.
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<usize>,
}

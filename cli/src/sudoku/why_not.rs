//! `dlx sudoku why-not`: why a digit cannot stand in a cell.

use std::io::Write;

use serde::Serialize;
use sudoku_cover::{Candidate, Cell, Digit, Step, WhyNot};

use super::batch::Batch;
use super::explained::{Explainers, each_with_solution};
use crate::args::{StepFormat, SudokuWhyNot, TechniqueOrder};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

#[derive(Serialize)]
struct WhyNotObject {
    cell: Cell,
    digit: Digit,
    text: String,
    /// The chains, if some do.
    #[serde(skip_serializing_if = "Option::is_none")]
    step: Option<Step>,
    /// How many cases there are, if it takes some.
    #[serde(skip_serializing_if = "Option::is_none")]
    cases: Option<usize>,
}

pub(crate) fn run(arguments: &SudokuWhyNot, session: &Session) -> Result<Exit, Fault> {
    let SudokuWhyNot { digit, cell, puzzles, format, batching, common } = arguments;
    let explainers = Explainers::new(TechniqueOrder::Hodoku);
    let is_json = *format == StepFormat::Json;
    let candidate = Candidate { cell: *cell, digit: *digit };
    let batch = Batch::new(puzzles, *batching, *common, session)?.in_json(is_json);
    each_with_solution(batch, |asked, solver, limits, answers| {
        let geometry = solver.matrix().geometry();
        let side = geometry.side();
        if !geometry.contains(*cell) || usize::from(digit.value()) > side {
            return Err(Fault::Usage(format!("{candidate} is not on a board of side {side}")));
        }
        let why = explainers.lend(geometry, asked, |explainer| WhyNot::of(explainer, candidate, limits));
        let why = match why {
            Ok(why) => why,
            Err(why) => return Ok(answers.fail_stopped(why)?.0),
        };
        let is_possible = why == WhyNot::Possible;
        let exit = if is_possible { Exit::NoSolution } else { Exit::Answered };
        if is_json {
            let (step, cases) = match &why {
                WhyNot::Refuted(step) => (Some((**step).clone()), None),
                WhyNot::Cases(branches) => (None, Some(branches.len())),
                _ => (None, None),
            };
            let known = WhyNotObject { cell: *cell, digit: *digit, text: why.to_string(), step, cases };
            let status = if is_possible { "possible" } else { "impossible" };
            answers.object(status, known)?;
            return Ok(exit);
        }
        let out = answers.out();
        match why {
            WhyNot::Possible => writeln!(out, "{candidate}: a solution has it")?,
            WhyNot::Cases(_) => {
                writeln!(out, "{cell}<>{digit}: each case leads to a contradiction\n{why}")?;
            }
            _ => writeln!(out, "{cell}<>{digit}: {why}")?,
        }
        Ok(exit)
    })
}

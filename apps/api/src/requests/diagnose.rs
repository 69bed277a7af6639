//! Explains why a puzzle has no solution, or several.

use serde::Serialize;
use sudoku_cover::{Ambiguity, Candidate, Cell, Conflict, Diagnosis, Verdict, diagnose as diagnosis};
use utoipa::ToSchema;

use super::minimize::of_givens;
use crate::Api;
use crate::fault::Fault;
use crate::forms::SolutionsForm;
use crate::stop::Stop;
use crate::wire::PuzzleIn;

/// Why a puzzle has no solution, or several, and what would give it one.
#[derive(Serialize, ToSchema)]
#[schema(as = Diagnosis)]
pub(super) struct DiagnosisOut {
    #[schema(value_type = SolutionsForm)]
    status: Verdict,
    /// The first of the lines.
    text: String,
    /// The diagnosis as `dlx sudoku why` prints it.
    lines: Vec<String>,
    /// The cells of givens that contradict each other, or those in which solutions differ.
    #[schema(value_type = Vec<Cell>)]
    cells: Vec<Cell>,
    /// Why there is no solution, if there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    conflict: Option<Box<Conflict>>,
    /// Why there are several solutions, if there are.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    ambiguity: Option<Box<Ambiguity>>,
}

/// Returns why the givens have no solution, or several.
pub(super) fn diagnose(api: &Api, puzzle: PuzzleIn, stop: &Stop) -> Result<DiagnosisOut, Fault> {
    let puzzle = of_givens(puzzle, stop)?;
    let is_invalid = !puzzle.givens.contradictions(&puzzle.geometry)?.is_empty();
    let found = api.solvers.lend(&puzzle.geometry, |solver| {
        diagnosis::diagnose(solver, &puzzle.givens, diagnosis::MOST_COUNTED, || stop.limits())
    })?;
    let (status, cells) = match &found {
        Diagnosis::Unique(_) => (Verdict::Unique, Vec::new()),
        Diagnosis::None(conflict) => {
            let status = if is_invalid { Verdict::Invalid } else { Verdict::None };
            (status, conflict.core.iter().map(|&Candidate { cell, .. }| cell).collect())
        }
        Diagnosis::Several(ambiguity) => (Verdict::Several, ambiguity.differing.clone()),
    };
    let lines: Vec<String> = found.to_string().lines().map(|line| line.trim_end().to_owned()).collect();
    let text = lines.first().cloned().unwrap_or_default();
    let (conflict, ambiguity) = match found {
        Diagnosis::Unique(_) => (None, None),
        Diagnosis::None(conflict) => (Some(conflict), None),
        Diagnosis::Several(ambiguity) => (None, Some(ambiguity)),
    };
    Ok(DiagnosisOut { status, text, lines, cells, conflict, ambiguity })
}

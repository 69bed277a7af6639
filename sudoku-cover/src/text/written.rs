//! Parts of a record as several formats write them.

use super::Format;
use super::loss::{Loss, all_rules};
use super::record::{Key, Record};
use super::write_error::WriteError;
use crate::model::geometry::rules::RuleError;
use crate::model::geometry::{Cell, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::Pencilmarks;

/// Returns the board with the rules of the record.
pub(super) fn board_of(record: &Record, geometry: &Geometry) -> Result<Geometry, RuleError> {
    let rules = record.rules().iter().filter(|rule| !geometry.rules().contains(rule));
    geometry.clone().with_rules(&rules.cloned().collect::<Vec<_>>())
}

/// Returns the comments, each as one line.
pub(super) fn comments(record: &Record) -> impl Iterator<Item = String> + '_ {
    let comments = record.details().iter().filter(|detail| detail.key == Key::Comment);
    comments.map(|detail| detail.text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the candidates of a record, for a format that cannot represent a cell without any.
pub(super) fn shown_candidates(
    record: &Record,
    geometry: &Geometry,
    format: Format,
) -> Result<Pencilmarks, WriteError> {
    let candidates = record.candidates(geometry)?;
    match geometry.open_cells().find(|&cell| candidates.get(cell).is_empty()) {
        Some(found) => {
            let rules = Loss::of_rules(all_rules(record, geometry).cloned().collect());
            Err(WriteError::NoCandidate { format, found, rules })
        }
        None => Ok(candidates),
    }
}

/// Returns the first blank cell without candidates.
pub(super) fn emptied(grid: &Grid, marks: &Pencilmarks, geometry: &Geometry) -> Option<Cell> {
    geometry.open_cells().find(|&cell| grid.get(cell).is_none() && marks.get(cell).is_empty())
}

/// Returns the first cell whose given is not among the candidates that the puzzle allows there.
pub(super) fn forbidden(record: &Record) -> Option<Cell> {
    let allowed = record.allowed()?;
    record.grid.clues().find(|clue| !allowed.get(clue.cell).contains(clue.digit)).map(|clue| clue.cell)
}

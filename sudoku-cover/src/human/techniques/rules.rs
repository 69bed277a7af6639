//! Combinations of digits for a rule of several cells, such as a thermometer or an arrow: a candidate that its cell
//! has in no combination of candidates that the rule allows is false. Sound on every variant.

use std::sync::Arc;

use super::deduction::eliminate_digits;
use super::finds::Finds;
use crate::human::candidates::Candidates;
use crate::human::parts::Cells;
use crate::human::pattern::RulePattern;
use crate::work::Work;

/// Finds candidates that one rule excludes.
pub(super) fn find(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    layout.readers_by_rule().any(|readers| {
        if work.is_over_after(readers.iter().map(|reader| reader.relation.transitions()).sum()) {
            return false;
        }
        let mut cells = Cells::new();
        for (cell, left) in board.left_by(readers, None) {
            cells.push(layout.cell(cell));
            eliminate_digits(board, finds.step, cell, !left);
        }
        let Some(reader) = readers.first().filter(|_| !finds.step.eliminations.is_empty()) else {
            return false;
        };
        finds.take(RulePattern { rule: Arc::clone(&reader.rule), cells })
    })
}

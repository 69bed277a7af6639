//! Full houses, naked and hidden singles: a cell or a house with one possibility left. Sound on every
//! variant.

use crate::human::candidates::{Candidates, first_bit};
use crate::human::step::Step;

/// Finds the last blank cell of a house.
pub(super) fn full_house(board: &mut Candidates, step: &mut Step) -> bool {
    let Some((room, cell)) = board.full_house() else { return false };
    // A broken board may have a blank cell without candidates.
    let Some(digit) = first_bit(board.digits(cell)) else { return false };
    step.houses.push(board.layout().rooms[room].name);
    place(board, cell, digit, step)
}

/// Finds a cell with one candidate.
pub(super) fn naked(board: &mut Candidates, step: &mut Step) -> bool {
    let Some((cell, digit)) = board.naked_single() else { return false };
    place(board, cell, digit, step)
}

/// Finds a digit with one place in a house. Boxes are examined first, as people do.
pub(super) fn hidden(board: &mut Candidates, step: &mut Step) -> bool {
    let boxes = board.layout().first_box;
    let Some((room, cell, digit)) = board.hidden_single(boxes).or_else(|| board.hidden_single(0)) else {
        return false;
    };
    step.houses.push(board.layout().rooms[room].name);
    place(board, cell, digit, step)
}

fn place(board: &Candidates, cell: usize, digit: usize, step: &mut Step) -> bool {
    let found = board.layout().candidate(cell, digit);
    step.cells.push(found.cell);
    step.digits.push(found.digit);
    step.placements.push(found);
    true
}

//! Full houses, naked and hidden singles: a cell or a house with one possibility left. Sound on every
//! variant.
//!
//! The first one is taken from the queues of the board; for all of them the whole board is examined.

use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count, first_bit};

/// Finds the last blank cell of a house.
pub(super) fn full_house(board: &mut Candidates, finds: &mut Finds<'_>) -> bool {
    if !finds.wants_all() {
        return board.full_house().is_some_and(|(room, cell)| last_blank(board, room, cell, finds));
    }
    (0..board.layout().rooms.len())
        .filter(|&room| count(board.blanks(room)) == 1)
        .any(|room| board.cells_at(room, board.blanks(room)).any(|cell| last_blank(board, room, cell, finds)))
}

fn last_blank(board: &Candidates, room: usize, cell: usize, finds: &mut Finds<'_>) -> bool {
    // A broken board may have a blank cell without candidates.
    first_bit(board.digits(cell)).is_some_and(|digit| place(board, Some(room), cell, digit, finds))
}

/// Finds a cell with one candidate.
pub(super) fn naked(board: &mut Candidates, finds: &mut Finds<'_>) -> bool {
    if !finds.wants_all() {
        return board.naked_single().is_some_and(|(cell, digit)| place(board, None, cell, digit, finds));
    }
    let cells = 0..board.layout().peers.len();
    cells
        .filter(|&cell| count(board.digits(cell)) == 1)
        .any(|cell| first_bit(board.digits(cell)).is_some_and(|digit| place(board, None, cell, digit, finds)))
}

/// Finds a digit with one place in a house. Boxes come first in the list of all, as people look there first.
pub(super) fn hidden(board: &mut Candidates, finds: &mut Finds<'_>) -> bool {
    let boxes = board.layout().first_box;
    if !finds.wants_all() {
        let first = board.hidden_single();
        return first.is_some_and(|(room, cell, digit)| place(board, Some(room), cell, digit, finds));
    }
    (boxes..board.layout().rooms.len()).chain(0..boxes).any(|room| {
        bits(board.missing(room))
            .filter(|&digit| count(board.places(room, digit)) == 1)
            .any(|digit| board.cells_in(room, digit).any(|cell| place(board, Some(room), cell, digit, finds)))
    })
}

fn place(board: &Candidates, room: Option<usize>, cell: usize, digit: usize, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let found = layout.candidate(cell, digit);
    // Not `extend`, as this is done for nearly every step of an easy puzzle.
    if let Some(room) = room {
        finds.step.houses.push(layout.rooms[room].name);
    }
    finds.step.cells.push(found.cell);
    finds.step.digits.push(found.digit);
    finds.step.placements.push(found);
    finds.take()
}

//! Full houses, naked and hidden singles: a cell or a house with one possibility left. Sound on every
//! variant.
//!
//! The first one is taken from the queues of the board; for all of them the whole board is examined.

use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count, first_bit};
use crate::human::pattern::Single;
use crate::human::step::Step;
use crate::human::technique::Technique;

/// Fills the step with the first single. Returns false if there is none; the step is unchanged then.
// Nearly every step of an easy puzzle is one of these, so that a step is begun only when there is one.
pub(super) fn first(board: &mut Candidates, technique: Technique, step: &mut Step) -> bool {
    let found = match technique {
        Technique::FullHouse => board.full_house().and_then(|(room, cell)| {
            // A broken board may have a blank cell without candidates.
            Some((Some(room), cell, first_bit(board.digits(cell))?))
        }),
        Technique::NakedSingle => board.naked_single().map(|(cell, digit)| (None, cell, digit)),
        _ => board.hidden_single().map(|(room, cell, digit)| (Some(room), cell, digit)),
    };
    let Some((room, cell, digit)) = found else { return false };
    step.begin(technique);
    let layout = board.layout();
    step.placements.push(layout.candidate(cell, digit));
    step.pattern = Single { house: room.map(|room| layout.rooms[room].name) }.into();
    true
}

/// Finds all singles.
pub(super) fn all(board: &Candidates, technique: Technique, finds: &mut Finds<'_>) -> bool {
    match technique {
        Technique::FullHouse => full_houses(board, finds),
        Technique::NakedSingle => naked(board, finds),
        _ => hidden(board, finds),
    }
}

/// Finds the last blank cells of houses.
fn full_houses(board: &Candidates, finds: &mut Finds<'_>) -> bool {
    (0..board.layout().rooms.len()).filter(|&room| count(board.blanks(room)) == 1).any(|room| {
        board.cells_at(room, board.blanks(room)).any(|cell| {
            first_bit(board.digits(cell)).is_some_and(|digit| take(board, Some(room), cell, digit, finds))
        })
    })
}

/// Finds cells with one candidate.
fn naked(board: &Candidates, finds: &mut Finds<'_>) -> bool {
    let cells = 0..board.layout().peers.len();
    cells
        .filter(|&cell| count(board.digits(cell)) == 1)
        .any(|cell| first_bit(board.digits(cell)).is_some_and(|digit| take(board, None, cell, digit, finds)))
}

/// Finds digits with one place in a house. Boxes come first, as people look there first.
fn hidden(board: &Candidates, finds: &mut Finds<'_>) -> bool {
    let boxes = board.layout().first_box;
    (boxes..board.layout().rooms.len()).chain(0..boxes).any(|room| {
        bits(board.missing(room))
            .filter(|&digit| count(board.places(room, digit)) == 1)
            .any(|digit| board.cells_in(room, digit).any(|cell| take(board, Some(room), cell, digit, finds)))
    })
}

fn take(board: &Candidates, room: Option<usize>, cell: usize, digit: usize, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    finds.step.placements.push(layout.candidate(cell, digit));
    finds.take(Single { house: room.map(|room| layout.rooms[room].name) })
}

//! Locked candidates: all places of a digit in one house are in another one as well. Sound on every variant.
//!
//! Pointing begins with a box, or with a house of a variant that is not a line; claiming with a row, a column
//! or a diagonal.

use super::deduction::eliminate;
use super::finds::Finds;
use crate::human::candidates::{Candidates, Crossing, bits};
use crate::human::pattern::Locked;
use crate::human::technique::Technique;

pub(super) fn find(board: &Candidates, technique: Technique, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let points = technique == Technique::Pointing;
    // The crossings of a house follow one another.
    layout.crossings.chunk_by(|one, next| one.first == next.first).any(|crossings| {
        let first = crossings[0].first;
        layout.rooms[first].name.kind.is_line() != points
            && bits(board.missing(first))
                .any(|digit| crossings.iter().any(|crossing| eliminates(board, crossing, digit, finds)))
    })
}

fn eliminates(board: &Candidates, crossing: &Crossing, digit: usize, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let &Crossing { first, second, in_first, in_second } = crossing;
    let places = board.places(first, digit);
    let others = board.places(second, digit) & !in_second;
    if places & !in_first != 0 || places == 0 || others == 0 {
        return false;
    }
    for cell in board.cells_at(second, others) {
        eliminate(board, finds.step, cell, digit);
    }
    finds.take(Locked {
        digit: layout.digit(digit),
        cells: board.cells_at(first, places).map(|cell| layout.cell(cell)).collect(),
        house: layout.rooms[first].name,
        other: layout.rooms[second].name,
    })
}

//! Common peer elimination: a candidate that every place of a digit in a house excludes, or every digit of a cell. On
//! boards without rules of variants these are locked candidates. Sound on every variant.
//!
//! One of the places holds the digit, and one of the digits is in the cell, so that the candidate is false in any case.

use super::deduction::{eliminate_digits, eliminate_seen};
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count};
use crate::human::pattern::CommonPeers;
use crate::work::Work;

/// Finds such candidates: those of houses first.
pub(super) fn find(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let of_house = |finds: &mut Finds<'_>, room: usize, digit: usize| {
        let places: Vec<usize> = board.cells_in(room, digit).collect();
        if places.len() < 2 || !eliminate_seen(board, finds.step, &places, digit) {
            return false;
        }
        finds.take(CommonPeers {
            digits: [layout.digit(digit)].into_iter().collect(),
            cells: places.iter().map(|&cell| layout.cell(cell)).collect(),
            house: Some(layout.rooms[room].name),
        })
    };
    let is_found = (0..layout.rooms.len())
        .any(|room| !work.is_over() && bits(board.missing(room)).any(|digit| of_house(finds, room, digit)));
    is_found
        || layout.is_non_consecutive()
            && (0..layout.peers.len()).any(|cell| !work.is_over() && of_cell(board, cell, finds))
}

/// Eliminates the digits from the adjacent cells that are equal to or consecutive with every digit of the cell.
fn of_cell(board: &Candidates, cell: usize, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let digits = board.digits(cell);
    if count(digits) < 2 {
        return false;
    }
    let lost =
        bits(digits).fold(layout.all_digits, |lost, digit| lost & (1 << digit | layout.next_to(digit)));
    for other in layout.beside(cell).iter() {
        eliminate_digits(board, finds.step, other, lost);
    }
    if finds.step.eliminations.is_empty() {
        return false;
    }
    finds.take(CommonPeers {
        digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
        cells: [layout.cell(cell)].into_iter().collect(),
        house: None,
    })
}

//! Subsets: k cells of a house that hold k digits. Sound on every variant.
//!
//! Naked: the cells have no other candidates. Hidden: the digits have no other places. Locked: a naked one whose cells
//! share two houses, both of which lose candidates.

use super::combinations::choose;
use super::deduction::{eliminate_digits, eliminate_seen};
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count};
use crate::human::pattern::Subset;
use crate::work::Work;

/// Finds a naked subset.
pub(super) fn naked(board: &Candidates, size: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    boxes_first(board).any(|room| naked_in(board, room, size, SharedHouses::Any, finds, work))
}

/// Finds a naked subset whose cells share two houses that both lose candidates.
pub(super) fn locked(board: &Candidates, size: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    boxes_first(board).any(|room| naked_in(board, room, size, SharedHouses::BothLose, finds, work))
}

/// Returns all houses in HoDoKu's order.
fn boxes_first(board: &Candidates) -> impl Iterator<Item = usize> + use<> {
    let layout = board.layout();
    (layout.first_box..layout.rooms.len()).chain(0..layout.first_box)
}

/// The requirement on the houses that the cells share.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SharedHouses {
    Any,
    BothLose,
}

fn naked_in(
    board: &Candidates,
    room: usize,
    size: usize,
    shared: SharedHouses,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let cells = &layout.rooms[room].cells;
    let fits = |&place: &usize| (1..=size).contains(&count(board.digits(cells[place])));
    let mut places = [0; 32];
    let mut masks = [0; 32];
    let mut fitting = 0;
    // If there are only as many blank cells as the subset has, nothing can be eliminated.
    if count(board.blanks(room)) <= size {
        return false;
    }
    for place in bits(board.blanks(room)).filter(fits) {
        (places[fitting], masks[fitting]) = (place, board.digits(cells[place]));
        fitting += 1;
    }
    choose(work, &masks[..fitting], size, size, &mut |chosen, digits| {
        let found = || chosen.iter().map(|&choice| cells[places[choice]]);
        let is_common = |&room: &usize| found().all(|cell| layout.rooms[room].set.contains(cell));
        let first = cells[places[chosen[0]]];
        let common = || layout.rooms_with(first).filter(is_common);
        finds.step.eliminations.clear();
        if layout.is_plain {
            // HoDoKu's definition: the houses of the cells lose the digits.
            for cell in common().flat_map(|room| layout.rooms[room].cells.iter().copied()) {
                if found().all(|own| own != cell) {
                    eliminate_digits(board, finds.step, cell, digits);
                }
            }
        } else {
            for digit in bits(digits) {
                let places: Vec<usize> = found().filter(|&cell| board.has(cell, digit)).collect();
                eliminate_seen(board, finds.step, &places, digit);
            }
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
        if shared == SharedHouses::BothLose {
            let loses = |room: &usize| {
                let lost = finds.step.eliminations.iter().map(|lost| layout.number_of(lost.cell));
                // Cells in both houses lose candidates in any case; HoDoKu counts them for the box.
                let is_box = layout.rooms[*room].name.kind.is_box();
                lost.into_iter().any(|cell| {
                    let is_apart =
                        || common().all(|other| other == *room || !layout.rooms[other].set.contains(cell));
                    layout.rooms[*room].set.contains(cell) && (is_box || is_apart())
                })
            };
            if common().filter(loses).count() < 2 {
                return false;
            }
        }
        finds.take(Subset {
            digits: bits(digits).map(|digit| layout.digit(digit)).collect(),
            cells: found().map(|cell| layout.cell(cell)).collect(),
            houses: common().map(|room| layout.rooms[room].name).collect(),
        })
    })
}

/// Finds a hidden subset.
pub(super) fn hidden(board: &Candidates, size: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    boxes_first(board).any(|room| hidden_in(board, room, size, finds, work))
}

fn hidden_in(
    board: &Candidates,
    room: usize,
    size: usize,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let layout = board.layout();
    let mut digits = [0; 32];
    let mut masks = [0; 32];
    let mut fitting = 0;
    if count(board.blanks(room)) <= size {
        return false;
    }
    for digit in bits(board.missing(room)) {
        let places = board.places(room, digit);
        if (1..=size).contains(&count(places)) {
            (digits[fitting], masks[fitting]) = (digit, places);
            fitting += 1;
        }
    }
    choose(work, &masks[..fitting], size, size, &mut |chosen, places| {
        let own = chosen.iter().fold(0_u32, |own, &choice| own | 1 << digits[choice]);
        for cell in board.cells_at(room, places) {
            eliminate_digits(board, finds.step, cell, !own);
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
        finds.take(Subset {
            digits: bits(own).map(|digit| layout.digit(digit)).collect(),
            cells: board.cells_at(room, places).map(|cell| layout.cell(cell)).collect(),
            houses: [layout.rooms[room].name].into_iter().collect(),
        })
    })
}

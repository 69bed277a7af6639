//! Fireworks: a digit that leaves the box of a cell by at most one cell of the row, and by at most one of the column.
//! Sound on every variant.
//!
//! If the digit is in neither of those two cells, both the row and the column have it in the box, and so in the cell
//! where they cross. So it is in one of three cells. Three digits with the same three cells fill them, and so do four
//! digits with their cells at the corners of one rectangle.

use super::deduction::eliminate_digits;
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count};
use crate::human::pattern::{Firework, Fireworks};
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The houses of a cell.
#[derive(Clone, Copy)]
struct Houses {
    row: usize,
    column: usize,
    square: usize,
}

fn houses_of(board: &Candidates, cell: usize) -> Option<Houses> {
    let layout = board.layout();
    let square = layout.rooms_with(cell).find(|&room| layout.rooms[room].name.kind.is_box())?;
    Some(Houses {
        row: layout.room_at(cell, HouseKind::Row)?,
        column: layout.room_at(cell, HouseKind::Column)?,
        square,
    })
}

/// Returns the digits that leave the box only by this cell of the row and this one of the column.
fn bursts(board: &Candidates, cell: usize, [in_row, in_column]: [usize; 2]) -> u32 {
    let Some(Houses { row, column, square }) = houses_of(board, cell) else { return 0 };
    let layout = board.layout();
    let is_only = |line: usize, end: usize, digit: usize| {
        board.cells_in(line, digit).all(|other| other == end || layout.rooms[square].set.contains(other))
    };
    let missing = board.missing(row) & board.missing(column) & board.missing(square);
    let digits =
        bits(missing).filter(|&digit| is_only(row, in_row, digit) && is_only(column, in_column, digit));
    digits.fold(0, |digits, digit| digits | 1 << digit)
}

/// Returns the blank cells of the line outside the box of this cell.
fn ends(board: &Candidates, line: usize, square: usize) -> Vec<usize> {
    let layout = board.layout();
    board
        .cells_at(line, board.blanks(line))
        .filter(|&cell| !layout.rooms[square].set.contains(cell))
        .collect()
}

/// Finds three digits that fill a cell, one of its row and one of its column.
pub(super) fn triple(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let cells = 0..board.layout().peers.len();
    for cell in cells.filter(|&cell| board.value(cell).is_none()) {
        let Some(Houses { row, column, square }) = houses_of(board, cell) else { continue };
        for in_row in ends(board, row, square) {
            if work.is_over() {
                return false;
            }
            for in_column in ends(board, column, square) {
                let digits = bursts(board, cell, [in_row, in_column]);
                let found = bits(digits).map(|digit| (digit, cell, [in_row, in_column])).collect();
                if count(digits) == 3 && take(board, found, finds) {
                    return true;
                }
            }
        }
    }
    false
}

/// Finds four digits that fill the corners of a rectangle, each in three of them.
pub(super) fn quadruple(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let side = board.layout().side;
    for cell in (0..side * side).filter(|&cell| board.value(cell).is_none()) {
        let Some(Houses { row, column, square }) = houses_of(board, cell) else { continue };
        for in_row in ends(board, row, square).into_iter().filter(|&other| other > cell) {
            if work.is_over() {
                return false;
            }
            for in_column in ends(board, column, square).into_iter().filter(|&other| other > cell) {
                let opposite = in_column / side * side + in_row % side;
                if board.value(opposite).is_some() {
                    continue;
                }
                let corners = [
                    (cell, [in_row, in_column]),
                    (in_row, [cell, opposite]),
                    (in_column, [opposite, cell]),
                    (opposite, [in_column, in_row]),
                ];
                let mut found: Vec<(usize, usize, [usize; 2])> = Vec::new();
                for (corner, wings) in corners {
                    for digit in bits(bursts(board, corner, wings)) {
                        if found.iter().all(|&(other, ..)| other != digit) {
                            found.push((digit, corner, wings));
                        }
                    }
                }
                let is_one =
                    found.iter().all(|&(_, corner, _)| Some(corner) == found.first().map(|&(_, one, _)| one));
                if found.len() == 4 && !is_one && take(board, found, finds) {
                    return true;
                }
            }
        }
    }
    false
}

/// Takes digits, each with the cell where its row and column cross and the ends of these, if they eliminate anything.
/// They are as many as their cells.
fn take(board: &Candidates, mut found: Vec<(usize, usize, [usize; 2])>, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    found.sort_unstable();
    let cells_of = |&(_, cell, wings): &(usize, usize, [usize; 2])| [cell, wings[0], wings[1]];
    let cells: CellSet = found.iter().flat_map(cells_of).collect();
    for cell in cells.iter() {
        // Each cell holds one of the digits that burst there.
        let held = found.iter().filter(|burst| cells_of(burst).contains(&cell));
        let held = held.fold(0, |held, &(digit, ..)| held | 1 << digit);
        eliminate_digits(board, finds.step, cell, !held & layout.all_digits);
    }
    if finds.step.eliminations.is_empty() {
        return false;
    }
    let firework = |&(digit, cell, wings): &(usize, usize, [usize; 2])| {
        let houses = houses_of(board, cell)?;
        Some(Firework {
            digit: layout.digit(digit),
            cell: layout.cell(cell),
            ends: wings.map(|end| layout.cell(end)),
            houses: [houses.row, houses.column].map(|room| layout.rooms[room].name),
            square: layout.rooms[houses.square].name,
        })
    };
    finds.take(Fireworks {
        cells: cells.iter().map(|cell| layout.cell(cell)).collect(),
        fireworks: found.iter().filter_map(firework).collect(),
    })
}

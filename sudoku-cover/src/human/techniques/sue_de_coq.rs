//! Sue de Coq: cells where a box and a line cross, with cells of the rest of each, contain as many digits as
//! cells. Sound on every variant, for any two houses that cross.
//!
//! No digit is in both rests, so each digit occurs once in these cells. A digit that the rest of the box
//! lacks is in the line then, and is eliminated from the other cells of the line; one that the rest of the
//! line lacks is eliminated from the other cells of the box.

use super::deduction::{eliminate_digits, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, Crossing, count};
use crate::human::pattern::SueDeCoq;
use crate::work::Work;

/// The greatest number of cells of each rest. Larger ones are rare and take long to search.
const MOST: usize = 3;

/// Up to this number of common cells all choices are searched. Regions of large boards can have more; then
/// only choices of at most [`MOST`] cells are searched, since there would be millions.
const MANY_COMMON: usize = 8;
/// Number of choices of cells that count as one step of work.
const PARTS_OF_A_STEP: usize = 64;

/// Cells with the digits that they can hold.
#[derive(Clone, Copy)]
struct DigitCells {
    cells: CellSet,
    digits: u32,
}

/// Finds a Sue de Coq, by the definition of HoDoKu: cells where the houses cross may be added as cells of the
/// rests, and digits that the middle lacks may be in both rests. Such a digit is once in each of them.
pub(super) fn find(board: &Candidates, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let is_box = |room: usize| layout.rooms[room].name.kind.is_box();
    let most_added = if layout.side > 9 { MOST } else { layout.side };
    // The lines one after the other, each with all of its boxes.
    for &Crossing { first: second, second: first, in_second: in_first, .. } in &layout.crossings {
        if !is_box(first) || is_box(second) {
            continue;
        }
        let cells: Vec<usize> = board.cells_at(first, in_first & board.blanks(first)).collect();
        if cells.len() < 2 {
            continue;
        }
        let parts_of = |room: usize| {
            let blanks: Vec<usize> = board.cells_at(room, board.blanks(room)).collect();
            parts(board, &blanks, 1, most_added)
        };
        let (in_box, in_line) = (parts_of(first), parts_of(second));
        let most = if cells.len() > MANY_COMMON { MOST } else { cells.len() };
        for middle in parts(board, &cells, 2, most) {
            let surplus = count(middle.digits).saturating_sub(middle.cells.len());
            if surplus < 2 {
                continue;
            }
            // The number of digits of the middle that the cells must hold.
            let taken = |part: &DigitCells| {
                let is_apart = part.cells.and(&middle.cells).is_empty() && part.digits & middle.digits != 0;
                let taken = part.cells.len().saturating_sub(count(part.digits & !middle.digits));
                (is_apart && (1..surplus).contains(&taken)).then_some(taken)
            };
            if work.is_over_after(1 + (in_box.len() + in_line.len()) / PARTS_OF_A_STEP) {
                return false;
            }
            let boxed: Vec<(&DigitCells, usize)> =
                in_box.iter().filter_map(|part| Some((part, taken(part)?))).collect();
            for (lined, in_line) in in_line.iter().filter_map(|part| Some((part, taken(part)?))) {
                if work.is_over_after(1 + boxed.len() / PARTS_OF_A_STEP) {
                    return false;
                }
                for &(boxed, in_box) in &boxed {
                    let is_one = in_line + in_box == surplus
                        && lined.digits & boxed.digits & middle.digits == 0
                        && lined.cells.and(&boxed.cells).is_empty();
                    if is_one && eliminates(board, [first, second], &middle, boxed, lined, finds) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Returns all choices of `least` to `most` of the cells, each before those with further cells.
fn parts(board: &Candidates, cells: &[usize], least: usize, most: usize) -> Vec<DigitCells> {
    let mut parts = Vec::new();
    // The choices that lead to the current one, with the next cell of each.
    let mut open = vec![(DigitCells { cells: CellSet::EMPTY, digits: 0 }, 0)];
    while let Some((before, next)) = open.last_mut() {
        let Some(&cell) = cells.get(*next).filter(|_| before.cells.len() < most) else {
            open.pop();
            continue;
        };
        *next += 1;
        let (mut part, next) = (*before, *next);
        part.cells.insert(cell);
        part.digits |= board.digits(cell);
        if part.cells.len() >= least {
            parts.push(part);
        }
        open.push((part, next));
    }
    parts
}

fn eliminates(
    board: &Candidates,
    [square, line]: [usize; 2],
    middle: &DigitCells,
    boxed: &DigitCells,
    lined: &DigitCells,
    finds: &mut Finds<'_>,
) -> bool {
    let layout = board.layout();
    // These are in both rests, and hence in none of the other cells of the two houses.
    let both = boxed.digits & lined.digits;
    for (room, own, lost) in [
        (square, middle.cells.or(&boxed.cells), (middle.digits | boxed.digits) & !lined.digits | both),
        (line, middle.cells.or(&lined.cells), (middle.digits | lined.digits) & !boxed.digits | both),
    ] {
        for cell in layout.rooms[room].set.minus(&own).iter() {
            eliminate_digits(board, finds.step, cell, lost);
        }
    }
    if finds.step.eliminations.is_empty() {
        return false;
    }
    let part = |part: &DigitCells| locked_cells(board, &part.cells, part.digits);
    finds.take(SueDeCoq {
        square: layout.rooms[square].name,
        line: layout.rooms[line].name,
        crossing: part(middle),
        in_line: part(lined),
        in_box: part(boxed),
    })
}

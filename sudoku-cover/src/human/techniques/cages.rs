//! Cages of killer Sudoku: the sets of digits that have the sum, and houses.
//!
//! - Cage single: the last blank cell of a cage holds what the sum lacks.
//! - Combinations: a candidate is false if no assignment of digits with the sum has it in its cell.
//! - Pointing: if every assignment has a digit, the digit is in the cage, and it is false in all cells that see its places there.
//! - Claiming: if all places of a digit in a house are in one cage, the cage has the digit, and assignments without it are excluded.
//!
//! Sound on every variant: an assignment takes account of all pairs of candidates that exclude each other.

use super::deduction::{eliminate_digits, eliminate_seen};
use super::finds::Finds;
use super::sums::{Assignments, Sum};
use crate::human::candidates::{Candidates, CellSet, bits};
use crate::human::parts::Cells;
use crate::human::pattern::{Cage, LockedDigit, Single};
use crate::human::technique::Technique;
use crate::work::Work;

/// The greatest number of sets of digits that a step lists.
const MOST_LISTED: usize = 12;

/// Finds one of the patterns in one cage.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    (0..board.layout().cages.len()).any(|cage| {
        if work.is_over() {
            return false;
        }
        let Some(sum) = rest(board, cage) else { return false };
        match technique {
            Technique::CageSingle => single(board, &sum, finds),
            Technique::CageCombinations => combinations(board, cage, &sum, finds, work),
            Technique::CagePointing => pointing(board, cage, &sum, finds, work),
            _ => claiming(board, cage, &sum, finds, work),
        }
    })
}

/// Returns the blank cells of a cage with the sum that the others leave them; `None` if there are none.
fn rest(board: &Candidates, cage: usize) -> Option<Sum> {
    let pen = &board.layout().cages[cage];
    let total = pen.cells.iter().filter_map(|&cell| board.value(cell)).fold(to_i32(pen.total), minus);
    let cells: Vec<usize> = pen.cells.iter().copied().filter(|&cell| board.value(cell).is_none()).collect();
    (!cells.is_empty()).then_some(Sum { positive: cells.len(), cells, total })
}

fn to_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Returns a sum without a digit, which is counted from 0.
fn minus(sum: i32, digit: usize) -> i32 {
    sum - 1 - i32::try_from(digit).unwrap_or(i32::MAX - 1)
}

fn single(board: &Candidates, sum: &Sum, finds: &mut Finds<'_>) -> bool {
    let [cell] = sum.cells[..] else { return false };
    let Some(digit) = usize::try_from(sum.total - 1).ok().filter(|&digit| digit < board.layout().count)
    else {
        return false;
    };
    if !board.has(cell, digit) {
        return false;
    }
    finds.step.placements.push(board.layout().candidate(cell, digit));
    finds.take(Single { house: None })
}

fn combinations(
    board: &Candidates,
    cage: usize,
    sum: &Sum,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    let possible = |search: &mut Assignments<'_>| search.possible(board.layout().all_digits, work);
    let Some(possible) = Assignments::new(board, sum).as_mut().and_then(possible) else { return false };
    keep(board, sum, &possible, finds) && {
        let cage = described(board, cage, sum, |_| true, None, work);
        finds.take(cage)
    }
}

/// Eliminates all digits of the cells but the possible ones. Returns true if there were others. A cell without
/// possible digits is left alone: the puzzle has no solution then.
fn keep(board: &Candidates, sum: &Sum, possible: &[u32], finds: &mut Finds<'_>) -> bool {
    if possible.contains(&0) {
        return false;
    }
    for (&cell, &possible) in sum.cells.iter().zip(possible) {
        eliminate_digits(board, finds.step, cell, !possible);
    }
    !finds.step.eliminations.is_empty()
}

/// Returns the cage with those of its sets of digits that are possible and fit, unless there are many.
fn described(
    board: &Candidates,
    cage: usize,
    sum: &Sum,
    fits: impl Fn(u32) -> bool,
    locked: Option<LockedDigit>,
    work: &Work<'_, '_>,
) -> Cage {
    let layout = board.layout();
    let pen = &layout.cages[cage];
    let cells = pen.cells.iter().map(|&cell| layout.cell(cell)).collect();
    let mut found = Cage { sum: to_i32(pen.sum), cells, combinations: Vec::new(), locked };
    let Some(mut search) = Assignments::new(board, sum) else { return found };
    let is_left = |&set: &u32| fits(set) && search.is_possible(set, work) != Some(false);
    let sets: Vec<u32> = board.sets_of_cage(cage).filter(is_left).take(MOST_LISTED + 1).collect();
    if sets.len() <= MOST_LISTED {
        let digits = |set: &u32| bits(*set).map(|digit| layout.digit(digit)).collect();
        found.combinations.extend(sets.iter().map(digits));
        found.combinations.sort_unstable();
    }
    found
}

fn pointing(board: &Candidates, cage: usize, sum: &Sum, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let union = sum.cells.iter().fold(0, |union, &cell| union | board.digits(cell));
    let Some(mut search) = Assignments::new(board, sum) else { return false };
    bits(union).any(|digit| {
        let places: Vec<usize> = sum.cells.iter().copied().filter(|&cell| board.has(cell, digit)).collect();
        let loses = |digit: usize, cells: CellSet| {
            !cells.minus(&layout.cages[cage].set).and(board.of_digit(digit)).is_empty()
        };
        let beside = layout.beside_all(places.iter().copied());
        let is_of_use = loses(digit, layout.seen_by_all(places.iter().copied()))
            || bits(layout.next_to(digit)).any(|digit| loses(digit, beside));
        if !is_of_use || search.is_possible(layout.all_digits & !(1 << digit), work) != Some(false) {
            return false;
        }
        eliminate_seen(board, finds.step, &places, digit);
        let places: Cells = places.iter().map(|&cell| layout.cell(cell)).collect();
        let locked = LockedDigit { digit: layout.digit(digit), places, house: None };
        finds.take(described(board, cage, sum, |_| true, Some(locked), work))
    })
}

fn claiming(board: &Candidates, cage: usize, sum: &Sum, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
    let layout = board.layout();
    let cells: CellSet = sum.cells.iter().copied().collect();
    let Some(mut search) = Assignments::new(board, sum) else { return false };
    (0..layout.rooms.len()).filter(|&room| !layout.rooms[room].set.and(&cells).is_empty()).any(|room| {
        bits(board.missing(room)).any(|digit| {
            let places: CellSet = board.cells_in(room, digit).collect();
            // One place is a hidden single.
            if places.len() < 2 || !places.is_subset_of(&cells) {
                return false;
            }
            let inside = (0..sum.cells.len()).filter(|&place| places.contains(sum.cells[place]));
            let Some(possible) = search.possible_with(digit, inside, work) else { return false };
            if !keep(board, sum, &possible, finds) {
                return false;
            }
            let places: Cells = places.iter().map(|cell| layout.cell(cell)).collect();
            let house = Some(layout.rooms[room].name);
            let locked = LockedDigit { digit: layout.digit(digit), places, house };
            finds.take(described(board, cage, sum, |set| set >> digit & 1 == 1, Some(locked), work))
        })
    })
}

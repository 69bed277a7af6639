//! XY-Wings, XYZ-Wings and the larger wings: a bivalue cell and a set of mutually visible cells with one digit
//! more than cells.

use super::board::{Board, Deduction, GEOMETRY, bits, count, members, seen_by_all, sees};
use crate::work::Work;

/// Returns the first XY-Wing, or the first XYZ-Wing if the pivot has three digits.
pub(super) fn xy(board: &Board, pivot_digits: u32) -> Option<Deduction> {
    let value = if pivot_digits == 3 { 4.4 } else { 4.2 };
    (0..81).filter(|&pivot| count(board.digits(pivot)) == pivot_digits).find_map(|pivot| {
        let digits = board.digits(pivot);
        let pincers = || members(GEOMETRY.peers[pivot]).filter(|&cell| count(board.digits(cell)) == 2);
        pincers().filter(|&first| count(digits & !board.digits(first)) == 1).find_map(|first| {
            pincers().find_map(|second| {
                let [one, two] = [first, second].map(|cell| board.digits(cell));
                let is_wing = count(digits | one | two) == 3 && count(digits & one & two) == pivot_digits - 2;
                let digit = (one & two).trailing_zeros() as usize;
                if !is_wing {
                    return None;
                }
                let mut seen = seen_by_all([first, second]) & !(1 << pivot);
                if pivot_digits == 3 {
                    seen &= GEOMETRY.peers[pivot];
                }
                let lost = seen & board.cells(digit);
                (lost != 0).then(|| Deduction::removing_digit(value, digit, lost))
            })
        })
    })
}

/// A wing, and the properties that wings are compared by.
struct Wing {
    deduction: Deduction,
    eliminations: u32,
    /// Number of restricted digits, and the largest and the total number of digits of the cells of the set,
    /// written one after the other: Sudoku Explainer compares them as text.
    suffix: String,
}

/// The largest number of cells in the set of a wing.
const MOST: usize = 6;

/// A search for wings with `size` digits: a set of `size - 1` cells, and a bivalue cell.
struct Search<'b, 'w, 'l, 'q> {
    board: &'b Board,
    work: &'w Work<'l, 'q>,
    size: usize,
    cells: [usize; MOST],
    best: Option<Wing>,
}

/// Returns the wing with `size` digits that has the lowest value, of those the one with most eliminations.
pub(super) fn large(board: &Board, size: usize, work: &Work<'_, '_>) -> Option<Deduction> {
    let mut search = Search { board, work, size, cells: [0; MOST], best: None };
    search.extend(0, 0, (1 << 81) - 1);
    search.best.map(|best| best.deduction)
}

impl Search<'_, '_, '_, '_> {
    /// Extends a set of `length` cells with `digits` by each cell of `range`, all of which see its cells and
    /// come after them.
    fn extend(&mut self, length: usize, digits: u16, range: u128) {
        for cell in members(range) {
            let union = digits | self.board.digits(cell);
            let is_last = length + 2 == self.size;
            if count(self.board.digits(cell)) < 2
                || count(union) as usize > self.size
                || (is_last && count(union) as usize != self.size)
            {
                continue;
            }
            if self.work.is_over() {
                return;
            }
            self.cells[length] = cell;
            if is_last {
                self.pincers(union);
            } else {
                self.extend(length + 1, union, range & GEOMETRY.peers[cell] & !((2 << cell) - 1));
            }
        }
    }

    /// Tries each bivalue cell with two of the digits of the complete set.
    fn pincers(&mut self, union: u16) {
        let cells = self.cells;
        let cells = &cells[..self.size - 1];
        let set = cells.iter().fold(0_u128, |set, &cell| set | 1 << cell);
        let range = cells.iter().fold(0, |range, &cell| range | GEOMETRY.peers[cell]) & !set;
        for pincer in members(range) {
            let pair = self.board.digits(pincer);
            if count(pair) != 2 || pair & !union != 0 {
                continue;
            }
            let low = pair.trailing_zeros() as usize;
            let high = (pair & (pair - 1)).trailing_zeros() as usize;
            // A restricted digit is in those cells of the set only that see the pincer.
            let is_restricted =
                |digit: usize| cells.iter().all(|&cell| !self.board.has(cell, digit) || sees(pincer, cell));
            let found = match (is_restricted(low), is_restricted(high)) {
                (true, is_double) => {
                    self.wing(cells, pincer, [low, high], is_double.then_some(union & !pair))
                }
                (false, true) => self.wing(cells, pincer, [high, low], None),
                (false, false) => None,
            };
            let Some(found) = found else { continue };
            if self.best.as_ref().is_none_or(|best| found.is_better(best)) {
                self.best = Some(found);
            }
        }
    }

    /// Returns the wing of a set and a pincer with a restricted digit and another one, if it eliminates
    /// anything. The `rest` is the digits of the set without those of the pincer, if both are restricted.
    fn wing(
        &self,
        cells: &[usize],
        pincer: usize,
        [restricted, other]: [usize; 2],
        rest: Option<u16>,
    ) -> Option<Wing> {
        let board = self.board;
        let own = cells.iter().fold(1_u128 << pincer, |own, &cell| own | 1 << cell);
        let holders = |digit: usize| cells.iter().copied().filter(move |&cell| board.has(cell, digit));
        let seen_with_pincer =
            |digit: usize| seen_by_all(holders(digit)) & GEOMETRY.peers[pincer] & board.cells(digit) & !own;
        let mut lost: Vec<(usize, u128)> = bits(rest.unwrap_or(0))
            .map(|digit| (digit, seen_by_all(holders(digit)) & board.cells(digit) & !own))
            .collect();
        let is_rest_lost = lost.iter().any(|&(_, cells)| cells != 0);
        let other_lost = seen_with_pincer(other);
        let restricted_lost = if rest.is_some() { seen_with_pincer(restricted) } else { 0 };
        lost.push((restricted, restricted_lost));
        lost.push((other, other_lost));
        let is_double = rest.is_some() && (is_rest_lost || (other_lost != 0 && restricted_lost != 0));
        let eliminations = lost.iter().map(|(_, cells)| cells.count_ones()).sum();
        if eliminations == 0 {
            return None;
        }
        let mut removed: Vec<(usize, u16)> = Vec::new();
        for (digit, cells) in lost {
            removed.extend(members(cells).map(|cell| (cell, 1 << digit)));
        }
        let counts = cells.iter().map(|&cell| count(board.digits(cell)));
        let (largest, total) = (counts.clone().max().unwrap_or(0), counts.sum::<u32>());
        Some(Wing {
            deduction: Deduction::removing(wing_value(self.size, largest), removed),
            eliminations,
            suffix: format!("{}{largest}{total}", if is_double { 2 } else { 1 }),
        })
    }
}

impl Wing {
    /// Returns true if this wing comes before another one that was found earlier.
    fn is_better(&self, other: &Wing) -> bool {
        let by_value = self.deduction.value.total_cmp(&other.deduction.value);
        let by_eliminations = other.eliminations.cmp(&self.eliminations);
        by_value.then(by_eliminations).then_with(|| other.suffix.cmp(&self.suffix)).is_lt()
    }
}

/// Returns the value of a wing with `size` digits, the largest cell of whose set has `largest` digits.
fn wing_value(size: usize, largest: u32) -> f64 {
    let bonus = |most: u32| f64::from(most) - f64::from(largest.abs_diff(3));
    match size {
        4 => 5.5 + bonus(1) * 0.1,
        5 => 6.2 + bonus(2) * 0.1,
        6 => 6.6,
        _ => 7.5,
    }
}

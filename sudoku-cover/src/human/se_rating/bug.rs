//! Bivalue universal graves of four types: states that would have two digits in each cell and two places for
//! each digit, without some extra candidates.

use super::board::{Board, Deduction, GEOMETRY, bits, choices, count, members};
use super::sets::union_of_set;

/// The cells with extra candidates, and these.
struct Grave {
    cells: Vec<usize>,
    /// The extra digits of each of the cells.
    extra: Vec<u16>,
    /// All extra digits. Those that only [`Search::rest`] added are left out, as in Sudoku Explainer.
    digits: u16,
    /// The cells that see all of them.
    seen: u128,
}

impl Grave {
    fn add(&mut self, cell: usize, digit: usize) {
        match self.cells.iter().position(|&known| known == cell) {
            Some(known) => self.extra[known] |= 1 << digit,
            None => {
                self.cells.push(cell);
                self.extra.push(1 << digit);
            }
        }
        self.seen &= GEOMETRY.peers[cell];
    }

    /// Returns the houses that contain all of the cells.
    fn houses(&self) -> impl Iterator<Item = usize> + '_ {
        let all = |house: &usize| self.cells.iter().all(|&cell| GEOMETRY.sets[*house] >> cell & 1 == 1);
        GEOMETRY.houses[self.cells[0]].into_iter().filter(all)
    }
}

/// Returns the first deduction from a bivalue universal grave.
pub(super) fn find(board: &Board) -> Option<Deduction> {
    let grave = grave(board)?;
    if let [cell] = grave.cells[..] {
        return Some(Deduction::removing(5.6, vec![(cell, board.digits(cell) & !grave.digits)]));
    }
    if grave.cells.is_empty() {
        None
    } else if count(grave.digits) == 1 {
        one_digit(board, &grave).or_else(|| locked_digit(board, &grave))
    } else if grave.seen != 0 {
        locked_digit(board, &grave).or_else(|| naked_set(board, &grave))
    } else {
        None
    }
}

/// Returns the grave that the board would be without some candidates.
fn grave(board: &Board) -> Option<Grave> {
    let mut grave = Grave { cells: Vec::new(), extra: Vec::new(), digits: 0, seen: u128::MAX };
    // The cells of all extra candidates, while they are of one digit.
    let mut of_one_digit: Option<(usize, u128)> = None;
    let mut is_one_digit = true;
    for house in 0..27 {
        for digit in 0..9 {
            let places = board.places(house, digit);
            if places == 0 || count(places) == 2 {
                continue;
            }
            let cells = bits(places).map(|place| GEOMETRY.cells[house][place]);
            let new = cells.filter(|&cell| count(board.digits(cell)) >= 3);
            let new = new.fold(0_u128, |new, cell| new | 1 << cell);
            match &mut of_one_digit {
                None => of_one_digit = Some((digit, new)),
                Some((first, all)) if is_one_digit && *first == digit => *all |= new,
                Some(_) => is_one_digit = false,
            }
            match new.count_ones() {
                0 => return None,
                1 => {
                    grave.digits |= 1 << digit;
                    grave.add(new.trailing_zeros() as usize, digit);
                    if grave.cells.len() > 1 && count(grave.digits) > 1 && grave.seen == 0 {
                        return None;
                    }
                }
                _ => {}
            }
        }
    }
    if let Some((digit, all)) = of_one_digit.filter(|_| is_one_digit) {
        let known = grave.cells.iter().fold(0_u128, |known, &cell| known | 1 << cell);
        members(all & !known).for_each(|cell| grave.add(cell, digit));
    }
    let mut rest = *board;
    for (&cell, &extra) in grave.cells.iter().zip(&grave.extra) {
        bits(extra).for_each(|digit| rest.remove(cell, digit));
    }
    let is_grave = (0..81).all(|cell| !rest.is_blank(cell) || count(rest.digits(cell)) == 2)
        && (0..27).all(|house| (0..9).all(|digit| matches!(count(rest.places(house, digit)), 0 | 2)));
    is_grave.then_some(grave)
}

/// Type 2: one of the cells has the extra digit.
fn one_digit(board: &Board, grave: &Grave) -> Option<Deduction> {
    let digit = grave.digits.trailing_zeros() as usize;
    let lost = grave.seen & board.cells(digit);
    (lost != 0).then(|| Deduction::removing_digit(5.7, digit, lost))
}

/// Type 4: two cells of a house with a digit that one of them must have.
fn locked_digit(board: &Board, grave: &Grave) -> Option<Deduction> {
    let [first, second] = grave.cells[..] else { return None };
    let common = board.digits(first) & board.digits(second) & !grave.digits;
    if count(common) != 1 || grave.houses().next().is_none() {
        return None;
    }
    let lost = |number: usize, cell: usize| (cell, board.digits(cell) & !grave.extra[number] & !common);
    Some(Deduction::removing(5.7, vec![lost(0, first), lost(1, second)]))
}

/// Type 3: the cells stand for one cell with the extra digits, in a naked set with others of their house.
fn naked_set(board: &Board, grave: &Grave) -> Option<Deduction> {
    for size in 2..=6 {
        for house in grave.houses() {
            let cells: Vec<usize> = members(grave.seen & GEOMETRY.sets[house]).collect();
            if cells.len() < size {
                continue;
            }
            for chosen in choices(size - 1, cells.len()) {
                let masks = || bits(chosen).map(|number| board.digits(cells[number]));
                if count(masks().fold(0, |union, digits| union | digits)) as usize != size {
                    continue;
                }
                let all = masks().chain([grave.digits]);
                let Some(digits) = union_of_set(all, size) else { continue };
                let others = (0..cells.len()).filter(|number| chosen >> number & 1 == 0);
                let lost = others.map(|number| (cells[number], board.digits(cells[number]) & digits));
                let removed: Vec<_> = lost.filter(|&(_, lost)| lost != 0).collect();
                if !removed.is_empty() {
                    let value = 5.7 + f64::from(count(digits) - 1) * 0.1;
                    return Some(Deduction::removing(value, removed));
                }
            }
        }
    }
    None
}

//! Locked candidates, naked and hidden sets and fish: the rules that forcing chains use as well.

use super::board::{Board, COLUMN, Deduction, GEOMETRY, LOCKS, ROW, bits, choices, count, houses, members};

/// A set that eliminates something.
#[derive(Clone, Debug)]
pub(super) struct Set {
    pub(super) deduction: Deduction,
    basis: Basis,
}

/// What a set consists of.
#[derive(Clone, Copy, Debug)]
enum Basis {
    /// A digit whose places in the base houses are all in the cover houses.
    Cover { digit: usize, base: u32, cover: u128 },
    /// Digits that have these places in a house only.
    Hidden { house: usize, digits: u16, places: u16 },
    /// Cells that have these digits only.
    Naked { cells: u128, digits: u16 },
}

/// Returns the union of `size` masks that have two or more bits each, if it has `size` bits.
pub(super) fn union_of_set(masks: impl Iterator<Item = u16>, size: usize) -> Option<u16> {
    let mut union = 0;
    for mask in masks {
        if count(mask) < 2 {
            return None;
        }
        union |= mask;
    }
    (count(union) as usize == size).then_some(union)
}

/// Returns the choices of `size` of nine masks whose union has `size` bits, and these unions. Masks with fewer
/// than two bits are not chosen.
///
/// Only the few small masks are combined: dynamic chains search for pairs after each of their steps.
fn unions_of_sets(masks: [u16; 9], size: usize) -> impl Iterator<Item = (u16, u16)> {
    let (mut small, mut length) = ([0; 9], 0);
    for (place, mask) in masks.into_iter().enumerate() {
        if (2..=size).contains(&(count(mask) as usize)) {
            small[length] = place;
            length += 1;
        }
    }
    choices(size, length).filter_map(move |chosen| {
        let places = bits(chosen).fold(0, |places, number| places | 1 << small[number]);
        let union = bits(places).fold(0, |union, place| union | masks[place]);
        (count(union) as usize == size).then_some((places, union))
    })
}

/// A function that takes sets until it returns true.
pub(super) type Take<'t> = &'t mut dyn FnMut(Set) -> bool;

/// Finds locked candidates. Returns true if `take` did.
pub(super) fn locked(board: &Board, take: Take<'_>) -> bool {
    for [kind, other_kind] in LOCKS {
        for digit in 0..9 {
            for first in kind * 9..kind * 9 + 9 {
                let cells = board.cells(digit) & GEOMETRY.sets[first];
                if cells.count_ones() < 2 {
                    continue;
                }
                for second in other_kind * 9..other_kind * 9 + 9 {
                    let cover = GEOMETRY.sets[second];
                    let lost = board.cells(digit) & cover & !GEOMETRY.sets[first];
                    if cells & !cover == 0 && lost != 0 {
                        let value = if kind == 0 { 2.6 } else { 2.8 };
                        let deduction = Deduction::removing_digit(value, digit, lost);
                        if take(Set { deduction, basis: Basis::Cover { digit, base: 1 << first, cover } }) {
                            return true;
                        }
                    }
                }
            }
        }
    }
    false
}

/// Finds naked sets of `size` cells. Returns true if `take` did.
pub(super) fn naked(board: &Board, size: usize, take: Take<'_>) -> bool {
    let value = [3.0, 3.6, 5.0][size - 2];
    for house in houses().filter(|&house| board.blanks(house) >= size * 2) {
        let cells = &GEOMETRY.cells[house];
        for (places, digits) in unions_of_sets(cells.map(|cell| board.digits(cell)), size) {
            let others =
                bits(!places & 0x1ff).map(|place| (cells[place], board.digits(cells[place]) & digits));
            let removed: Vec<_> = others.filter(|&(_, lost)| lost != 0).collect();
            if !removed.is_empty() {
                let cells = bits(places).fold(0, |set, place| set | 1 << cells[place]);
                let deduction = Deduction::removing(value, removed);
                if take(Set { deduction, basis: Basis::Naked { cells, digits } }) {
                    return true;
                }
            }
        }
    }
    false
}

/// Finds hidden sets of `size` digits. Returns true if `take` did.
pub(super) fn hidden(board: &Board, size: usize, take: Take<'_>) -> bool {
    let value = [3.4, 4.0, 5.4][size - 2];
    for house in houses().filter(|&house| board.blanks(house) > size * 2) {
        let cells = &GEOMETRY.cells[house];
        let masks = std::array::from_fn(|digit| board.places(house, digit));
        for (digits, places) in unions_of_sets(masks, size) {
            let own = bits(places).map(|place| (cells[place], board.digits(cells[place]) & !digits));
            let removed: Vec<_> = own.filter(|&(_, lost)| lost != 0).collect();
            if !removed.is_empty() {
                let deduction = Deduction::removing(value, removed);
                if take(Set { deduction, basis: Basis::Hidden { house, digits, places } }) {
                    return true;
                }
            }
        }
    }
    false
}

/// Finds fish of `size` lines. Returns true if `take` did.
pub(super) fn fish(board: &Board, size: usize, take: Take<'_>) -> bool {
    let value = [3.2, 3.8, 5.2][size - 2];
    for [base_kind, cover_kind] in [[COLUMN, ROW], [ROW, COLUMN]] {
        for lines in choices(size, 9) {
            for digit in (0..9).filter(|&digit| board.placed(digit) + size * 2 <= 9) {
                let masks = bits(lines).map(|line| board.places(base_kind * 9 + line, digit));
                let Some(crossing) = union_of_set(masks, size) else { continue };
                let cover_houses = bits(crossing).map(|line| cover_kind * 9 + line);
                let lost = cover_houses.clone().flat_map(|house| {
                    bits(board.places(house, digit) & !lines).map(move |place| GEOMETRY.cells[house][place])
                });
                let removed: Vec<_> = lost.map(|cell| (cell, 1 << digit)).collect();
                if !removed.is_empty() {
                    let base = u32::from(lines) << (base_kind * 9);
                    let cover = cover_houses.fold(0, |cover, house| cover | GEOMETRY.sets[house]);
                    let deduction = Deduction::removing(value, removed);
                    if take(Set { deduction, basis: Basis::Cover { digit, base, cover } }) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

/// Returns the first set that a search finds.
pub(super) fn first(search: impl FnOnce(Take<'_>) -> bool) -> Option<Deduction> {
    let mut found = None;
    search(&mut |set| {
        found = Some(set.deduction);
        true
    });
    found
}

impl Set {
    /// Returns the candidates of the initial board whose elimination has made this set possible.
    pub(super) fn reasons(&self, initial: &Board, current: &Board) -> Vec<(usize, usize)> {
        match self.basis {
            Basis::Cover { digit, base, cover } => {
                let lost = initial.cells(digit) & !current.cells(digit) & !cover;
                let houses = members(base).map(|house| &GEOMETRY.cells[house]);
                let cells = houses.flatten().copied().filter(|&cell| lost >> cell & 1 == 1);
                cells.map(|cell| (cell, digit)).collect()
            }
            Basis::Hidden { house, digits, places } => {
                let cells = bits(!places & 0x1ff).map(|place| GEOMETRY.cells[house][place]);
                let lost = |cell| bits(initial.digits(cell) & digits).map(move |digit| (cell, digit));
                cells.flat_map(lost).collect()
            }
            Basis::Naked { cells, digits } => {
                let lost = |cell| bits(initial.digits(cell) & !digits).map(move |digit| (cell, digit));
                members(cells).flat_map(lost).collect()
            }
        }
    }
}

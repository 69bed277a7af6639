//! Rules that place a digit: singles, and locked candidates and hidden sets that lead to a hidden single.

use super::board::{BOX, Board, Deduction, GEOMETRY, LOCKS, bits, choices, count, houses};
use super::sets::union_of_set;

/// Returns the first hidden single; the last blank cell of a house comes before all others.
pub(super) fn hidden_single(board: &Board) -> Option<Deduction> {
    let single = |is_last: bool| {
        houses().filter(move |&house| (board.blanks(house) == 1) == is_last).find_map(|house| {
            let digit = (0..9).find(|&digit| count(board.places(house, digit)) == 1)?;
            let cell = GEOMETRY.cells[house][board.places(house, digit).trailing_zeros() as usize];
            let value = match house / 9 {
                _ if is_last => 1.0,
                BOX => 1.2,
                _ => 1.5,
            };
            Some(Deduction::placing(value, cell, digit))
        })
    };
    single(true).or_else(|| single(false))
}

/// Returns the first naked single.
pub(super) fn naked_single(board: &Board) -> Option<Deduction> {
    let cell = (0..81).find(|&cell| count(board.digits(cell)) == 1)?;
    Some(Deduction::placing(2.3, cell, board.digits(cell).trailing_zeros() as usize))
}

/// Returns the first locked candidates that leave one place for the digit in a house beside theirs.
pub(super) fn locked(board: &Board) -> Option<Deduction> {
    LOCKS.into_iter().find_map(|[kind, other_kind]| {
        (0..9).find_map(|digit| {
            (kind * 9..kind * 9 + 9).find_map(|first| {
                let cells = board.cells(digit) & GEOMETRY.sets[first];
                if cells.count_ones() < 2 {
                    return None;
                }
                (other_kind * 9..other_kind * 9 + 9).find_map(|second| {
                    let crosses = |house: usize| GEOMETRY.sets[house] & GEOMETRY.sets[second] != 0;
                    if !crosses(first) || cells & !GEOMETRY.sets[second] != 0 {
                        return None;
                    }
                    (kind * 9..kind * 9 + 9).filter(|&third| third != first && crosses(third)).find_map(
                        |third| {
                            let all = board.cells(digit) & GEOMETRY.sets[third];
                            let left = all & !GEOMETRY.sets[second];
                            (all.count_ones() > 1 && left.count_ones() == 1).then(|| {
                                let value = if kind == BOX { 1.7 } else { 1.9 };
                                Deduction::placing(value, left.trailing_zeros() as usize, digit)
                            })
                        },
                    )
                })
            })
        })
    })
}

/// Returns the first hidden set of `size` digits that leaves one place for another digit of its house.
pub(super) fn hidden_set(board: &Board, size: usize) -> Option<Deduction> {
    let value = if size == 2 { 2.0 } else { 2.5 };
    houses().filter(|&house| board.blanks(house) > size).find_map(|house| {
        choices(size, 9).find_map(|digits| {
            let common = union_of_set(bits(digits).map(|digit| board.places(house, digit)), size)?;
            let digit = bits(!digits & 0x1ff).find(|&digit| {
                let places = board.places(house, digit);
                count(places) > 1 && count(places & !common) == 1
            })?;
            let place = (board.places(house, digit) & !common).trailing_zeros() as usize;
            Some(Deduction::placing(value, GEOMETRY.cells[house][place], digit))
        })
    })
}

//! Aligned pair and triplet exclusion: all combinations of digits of some cells are tried against the small
//! cells that they all see.

use super::board::{Board, Deduction, GEOMETRY, bits, count, members, sees};
use crate::work::Work;

/// Returns the first exclusion of `size` cells, 2 or 3.
pub(super) fn aligned(board: &Board, size: usize, work: &Work<'_, '_>) -> Option<Deduction> {
    let excluders: Vec<u128> = (0..81).map(|cell| excluders(board, cell, size)).collect();
    let all: Vec<usize> = (0..81).filter(|&cell| excluders[cell] != 0).collect();
    let set = all.iter().fold(0_u128, |set, &cell| set | 1 << cell);
    for (number, &second) in all.iter().enumerate() {
        for &first in &all[..number] {
            if size == 2 {
                if let Some(found) = exclude(board, &[first, second], &excluders, work) {
                    return Some(found);
                }
                continue;
            }
            let area = set & !(1 << first) & !(1 << second);
            let beside = [excluders[first] & area, excluders[second] & area & !excluders[first]];
            for third in beside.into_iter().flat_map(members) {
                if let Some(found) = exclude(board, &[first, second, third], &excluders, work) {
                    return Some(found);
                }
                if work.is_over() {
                    return None;
                }
            }
        }
    }
    None
}

/// Returns the cells with 2 to `size` digits that a cell sees; none if the cell is no base for an exclusion.
fn excluders(board: &Board, cell: usize, size: usize) -> u128 {
    let peers = || members(GEOMETRY.peers[cell]);
    if count(board.digits(cell)) < 2 || peers().any(|peer| count(board.digits(peer)) == 1) {
        return 0;
    }
    let is_small = |&peer: &usize| (2..=size).contains(&(count(board.digits(peer)) as usize));
    peers().filter(is_small).fold(0, |set, peer| set | 1 << peer)
}

/// Returns the digits that are in no combination of digits of the cells that leaves a digit for each excluder.
fn exclude(board: &Board, cells: &[usize], excluders: &[u128], work: &Work<'_, '_>) -> Option<Deduction> {
    let common = cells.iter().fold(u128::MAX, |common, &cell| common & excluders[cell]);
    if common.count_ones() < 2 || work.is_over() {
        return None;
    }
    let common: Vec<u16> = members(common).map(|cell| board.digits(cell)).collect();
    let third = cells.get(2).map_or(1, |&cell| board.digits(cell));
    let mut left = [0_u16; 3];
    for one in bits(board.digits(cells[0])) {
        for two in bits(board.digits(cells[1])) {
            if one == two && sees(cells[0], cells[1]) {
                continue;
            }
            for three in bits(third) {
                let mut used = 1 << one | 1 << two;
                if let Some(&cell) = cells.get(2) {
                    if (three == one && sees(cells[0], cell)) || (three == two && sees(cells[1], cell)) {
                        continue;
                    }
                    used |= 1 << three;
                }
                if common.iter().all(|&digits| digits & !used != 0) {
                    left[0] |= 1 << one;
                    left[1] |= 1 << two;
                    left[2] |= 1 << three;
                }
            }
        }
    }
    let lost = cells.iter().zip(left).map(|(&cell, left)| (cell, board.digits(cell) & !left));
    let removed: Vec<_> = lost.filter(|&(_, lost)| lost != 0).collect();
    let value = if cells.len() == 2 { 6.2 } else { 7.5 };
    (!removed.is_empty()).then(|| Deduction::removing(value, removed))
}

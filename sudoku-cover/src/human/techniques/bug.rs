//! BUG+1: all blank cells have two candidates, except one with three. Only for puzzles without variant rules
//! that are proved to have one solution.
//!
//! If every blank cell has two candidates, and every digit two places in every house that lacks it, there are
//! two solutions or none. So the candidate of the larger cell that occurs three times in its houses is true.

use super::deduction::eliminate_digits;
use super::finds::Finds;
use crate::human::candidates::{Candidates, bits, count};
use crate::human::pattern::Grave;

pub(super) fn plus_one(board: &Candidates, finds: &mut Finds<'_>) -> bool {
    let layout = board.layout();
    let mut larger = (0..layout.peers.len()).filter(|&cell| count(board.digits(cell)) > 2);
    let (Some(cell), None) = (larger.next(), larger.next()) else { return false };
    if count(board.digits(cell)) != 3 {
        return false;
    }
    let is_threefold = |room: usize, digit: usize| {
        layout.rooms[room].set.contains(cell) && count(board.places(room, digit)) == 3
    };
    let fits = |extra: usize| {
        (0..layout.rooms.len()).all(|room| {
            bits(board.missing(room)).all(|digit| {
                let is_extra = digit == extra && layout.rooms[room].set.contains(cell);
                if is_extra { is_threefold(room, digit) } else { count(board.places(room, digit)) == 2 }
            })
        })
    };
    let Some(extra) = bits(board.digits(cell)).find(|&digit| fits(digit)) else { return false };
    eliminate_digits(board, finds.step, cell, !(1 << extra));
    finds.take(Grave { cell: layout.cell(cell), digit: layout.digit(extra) })
}

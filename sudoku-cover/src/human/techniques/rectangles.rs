//! Uniqueness tests 1 to 6, hidden and avoidable rectangles: a rectangle with two alternating digits has two
//! solutions. Only for puzzles without variant rules that are proved to have one solution.
//!
//! Four cells in two rows, two columns and two boxes, none of them given, cannot hold a b and b a in the
//! solution: with the digits exchanged there would be another one. Earlier eliminations do not matter: a
//! corner may have lost a candidate of the pair, unless a filled cell forbids it.

use std::collections::HashSet;

use super::deduction::{eliminate, eliminate_digits, eliminate_seen, locked_cells};
use super::finds::Finds;
use crate::human::candidates::{Candidates, CellSet, bits, count, first_bit};
use crate::human::parts::{HouseNames, LockedCells};
use crate::human::pattern;
use crate::human::step::Step;
use crate::human::technique::Technique;
use crate::model::geometry::HouseKind;
use crate::work::Work;

/// The greatest number of cells of a subset on boards with sides above 9, where there would be far too many.
const MOST_CELLS_LARGE: usize = 4;

/// Corners row by row: the first and the last are opposite to each other.
type Corners = [usize; 4];

/// A rectangle of blank corners, none of which sees a filled cell with a digit of the pair.
struct Rectangle<'a> {
    board: &'a Candidates,
    corners: Corners,
    /// Two digits.
    pair: u32,
    /// Corners with further candidates.
    roof: Vec<usize>,
    /// Those further candidates.
    extra: u32,
}

/// Finds a pattern of one of the tests.
pub(super) fn find(
    board: &Candidates,
    technique: Technique,
    finds: &mut Finds<'_>,
    work: &Work<'_, '_>,
) -> bool {
    if matches!(technique, Technique::AvoidableRectangle1 | Technique::AvoidableRectangle2) {
        return any_rectangle(board, work, &mut |corners| avoidable(board, technique, corners, finds));
    }
    let mut known = HashSet::new();
    board.bivalues().any(|start| {
        let pair = board.digits(start);
        rectangles_from(board, start).into_iter().any(|corners| {
            let is_possible =
                |&cell: &usize| board.value(cell).is_none() && pair & !board.unplaced(cell) == 0;
            if work.is_over() || !corners.iter().all(is_possible) || !known.insert(corners) {
                return false;
            }
            let roof: Vec<usize> =
                corners.into_iter().filter(|&cell| board.digits(cell) & !pair != 0).collect();
            let extra = roof.iter().fold(0, |extra, &cell| extra | board.digits(cell)) & !pair;
            !roof.is_empty() && Rectangle { board, corners, pair, roof, extra }.test(technique, finds, work)
        })
    })
}

/// Returns the rectangles with this corner in the order of HoDoKu: a second corner in its box, then the
/// opposite side in another box.
fn rectangles_from(board: &Candidates, start: usize) -> Vec<Corners> {
    let layout = board.layout();
    let side = layout.side;
    let square = |cell| layout.room_at(cell, HouseKind::Box);
    let Some(own) = square(start) else { return Vec::new() };
    let mut rectangles = Vec::new();
    for &beside in &layout.rooms[own].cells {
        let (is_row, is_column) = (beside / side == start / side, beside % side == start % side);
        if is_row == is_column {
            continue;
        }
        for line in 0..side {
            let across =
                |cell: usize| if is_row { line * side + cell % side } else { cell / side * side + line };
            let mut corners = [start, beside, across(start), across(beside)];
            if square(corners[2]) != Some(own) && square(corners[2]) == square(corners[3]) {
                corners.sort_unstable();
                rectangles.push(corners);
            }
        }
    }
    rectangles
}

/// Calls `is_taken` with every rectangle of cells that were not given until it returns true. Returns true if
/// it did.
fn any_rectangle(
    board: &Candidates,
    work: &Work<'_, '_>,
    is_taken: &mut impl FnMut(Corners) -> bool,
) -> bool {
    let layout = board.layout();
    let side = layout.side;
    let square = |cell| layout.room_at(cell, HouseKind::Box);
    for top in 0..side {
        for bottom in top + 1..side {
            for left in 0..side {
                let [first, third] = [top, bottom].map(|row| row * side + left);
                if board.is_given(first) || board.is_given(third) {
                    continue;
                }
                if work.is_over() {
                    return false;
                }
                let is_within = square(first) == square(third);
                for right in left + 1..side {
                    let [second, fourth] = [top, bottom].map(|row| row * side + right);
                    if board.is_given(second) || board.is_given(fourth) {
                        continue;
                    }
                    // Two boxes: either both columns or both rows are within one.
                    let is_in_two = if is_within {
                        square(first) != square(second)
                    } else {
                        square(first) == square(second) && square(third) == square(fourth)
                    };
                    if is_in_two && is_taken([first, second, third, fourth]) {
                        return true;
                    }
                }
            }
        }
    }
    false
}

impl Rectangle<'_> {
    /// Completes a step with its eliminations. Returns true if no further one is wanted.
    fn take(&self, finds: &mut Finds<'_>) -> bool {
        self.take_with(&[], None, finds)
    }

    /// Completes a step that is about these houses, and about a subset of cells.
    fn take_with(&self, rooms: &[usize], subset: Option<LockedCells>, finds: &mut Finds<'_>) -> bool {
        let roof = locked_cells(self.board, &self.roof.iter().copied().collect(), self.extra);
        let Some(found) = described(self.board, self.corners, self.pair, Some(roof)) else { return false };
        let houses = rooms.iter().map(|&room| self.board.layout().rooms[room].name).collect();
        finds.take(pattern::Rectangle { subset, houses, ..found })
    }

    fn test(&self, technique: Technique, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        match (technique, &self.roof[..]) {
            (Technique::UniquenessTest1, &[corner]) => {
                eliminate_digits(self.board, finds.step, corner, self.pair);
                !finds.step.eliminations.is_empty() && self.take(finds)
            }
            (Technique::UniquenessTest2, &[one, other]) if !self.are_opposite(one, other) => {
                self.one_extra(finds)
            }
            (Technique::UniquenessTest5, &[one, other]) if self.are_opposite(one, other) => {
                self.one_extra(finds)
            }
            (Technique::UniquenessTest5, &[_, _, _]) => self.one_extra(finds),
            (Technique::UniquenessTest3, &[one, other]) if !self.are_opposite(one, other) => {
                self.subset(one, other, finds, work)
            }
            (Technique::UniquenessTest4, &[one, other]) if !self.are_opposite(one, other) => {
                self.locked(one, other, finds)
            }
            (Technique::UniquenessTest6, &[one, other]) if self.are_opposite(one, other) => {
                self.crossed(one, other, finds)
            }
            (Technique::HiddenRectangle, _) => self.hidden(finds),
            _ => false,
        }
    }

    fn are_opposite(&self, one: usize, other: usize) -> bool {
        let place = |cell| self.corners.iter().position(|&corner| corner == cell).unwrap_or(0);
        place(one) + place(other) == 3
    }

    /// If all corners of the roof have the same further candidate, one of them holds it.
    fn one_extra(&self, finds: &mut Finds<'_>) -> bool {
        let Some(digit) = first_bit(self.extra) else { return false };
        count(self.extra) == 1
            && eliminate_seen(self.board, finds.step, &self.roof, digit)
            && self.take(finds)
    }

    /// One of the further candidates is true, and they form a naked subset with other cells of a house.
    fn subset(&self, one: usize, other: usize, finds: &mut Finds<'_>, work: &Work<'_, '_>) -> bool {
        let board = self.board;
        let layout = board.layout();
        for room in layout.common_rooms(one, other) {
            let cells: Vec<usize> = board
                .cells_at(room, board.blanks(room))
                .filter(|cell| !self.corners.contains(cell) && board.digits(*cell) & self.pair == 0)
                .collect();
            let most = if layout.side > 9 { MOST_CELLS_LARGE } else { cells.len() };
            // The chosen cells by their places, with the digits of all up to each.
            let mut chosen: Vec<(usize, u32)> = Vec::new();
            let mut next = 0;
            loop {
                if work.is_over() {
                    return false;
                }
                if next < cells.len() && chosen.len() < most {
                    let union =
                        chosen.last().map_or(self.extra, |&(_, union)| union) | board.digits(cells[next]);
                    chosen.push((next, union));
                    next += 1;
                    let own = chosen.iter().map(|&(place, _)| cells[place]).collect();
                    if count(union) == chosen.len() + 1
                        && self.take_subset([one, other], room, own, union, finds)
                    {
                        return true;
                    }
                } else if let Some((place, _)) = chosen.pop() {
                    next = place + 1;
                } else {
                    break;
                }
            }
        }
        false
    }

    /// Takes a naked subset of these digits in a house: the further candidates of the roof, and other cells.
    fn take_subset(
        &self,
        roof: [usize; 2],
        room: usize,
        own: CellSet,
        digits: u32,
        finds: &mut Finds<'_>,
    ) -> bool {
        let board = self.board;
        let layout = board.layout();
        // The cells may have a second house in common.
        let common = layout.common_rooms(roof[0], roof[1]);
        let holds = |room: &usize| own.is_subset_of(&layout.rooms[*room].set);
        for house in common.filter(holds) {
            for cell in board.cells_at(house, board.blanks(house)) {
                if !self.corners.contains(&cell) && !own.contains(cell) {
                    eliminate_digits(board, finds.step, cell, digits);
                }
            }
        }
        if finds.step.eliminations.is_empty() {
            return false;
        }
        self.take_with(&[room], Some(locked_cells(board, &own, digits)), finds)
    }

    /// One digit of the pair has no other place in a house of the roof, so neither corner of the roof can
    /// hold the other digit.
    fn locked(&self, one: usize, other: usize, finds: &mut Finds<'_>) -> bool {
        let board = self.board;
        for room in board.layout().common_rooms(one, other) {
            for digit in bits(self.pair) {
                if board.cells_in(room, digit).any(|cell| cell != one && cell != other) {
                    continue;
                }
                for cell in [one, other] {
                    eliminate_digits(board, finds.step, cell, self.pair & !(1 << digit));
                }
                if finds.step.eliminations.is_empty() {
                    continue;
                }
                if self.take_with(&[room], None, finds) {
                    return true;
                }
            }
        }
        false
    }

    /// Returns true if the corners are the only places of the digit in the row or column of this corner.
    fn is_bound(&self, corner: usize, digit: usize, kind: HouseKind) -> bool {
        let room = self.board.layout().room_at(corner, kind);
        room.is_some_and(|room| self.board.cells_in(room, digit).all(|cell| self.corners.contains(&cell)))
    }

    /// One digit of the pair must be on one of the two diagonals. On the diagonal of the roof it would leave
    /// the other diagonal to the other digit, so it is eliminated there.
    fn crossed(&self, one: usize, other: usize, finds: &mut Finds<'_>) -> bool {
        for digit in bits(self.pair) {
            let is_crossed =
                |&kind: &HouseKind| self.corners.iter().all(|&corner| self.is_bound(corner, digit, kind));
            let Some(kind) = [HouseKind::Row, HouseKind::Column].into_iter().find(is_crossed) else {
                continue;
            };
            for cell in [one, other] {
                eliminate(self.board, finds.step, cell, digit);
            }
            if finds.step.eliminations.is_empty() {
                continue;
            }
            // One corner of the roof is in each of the two lines.
            let layout = self.board.layout();
            let lines = [one, other].into_iter().filter_map(|corner| layout.room_at(corner, kind));
            if self.take_with(&lines.collect::<Vec<_>>(), None, finds) {
                return true;
            }
        }
        false
    }

    /// A corner has no other candidates than the pair, and in the row and column of the opposite corner a digit
    /// of the pair can only be in corners. If the opposite corner held the other digit, the rectangle would be
    /// complete. With two such corners side by side this is test 4.
    fn hidden(&self, finds: &mut Finds<'_>) -> bool {
        let board = self.board;
        let is_side_by_side = matches!(self.roof[..], [one, other] if !self.are_opposite(one, other));
        if self.roof.len() < 2 || is_side_by_side {
            return false;
        }
        for (place, &cell) in self.corners.iter().enumerate() {
            if self.roof.contains(&self.corners[3 - place]) {
                continue;
            }
            for digit in bits(self.pair) {
                if self.is_bound(cell, digit, HouseKind::Row) && self.is_bound(cell, digit, HouseKind::Column)
                {
                    eliminate_digits(board, finds.step, cell, self.pair & !(1 << digit));
                    if !finds.step.eliminations.is_empty() && self.take(finds) {
                        return true;
                    }
                }
            }
        }
        false
    }
}

/// Returns the pattern of a rectangle with these two digits.
fn described(
    board: &Candidates,
    corners: Corners,
    pair: u32,
    roof: Option<LockedCells>,
) -> Option<pattern::Rectangle> {
    let layout = board.layout();
    let mut digits = bits(pair).map(|digit| layout.digit(digit));
    Some(pattern::Rectangle {
        digits: [digits.next()?, digits.next()?],
        corners: corners.map(|cell| layout.cell(cell)),
        roof,
        subset: None,
        houses: HouseNames::new(),
    })
}

/// Finds a rectangle with corners that were filled while solving.
fn avoidable(board: &Candidates, technique: Technique, corners: Corners, finds: &mut Finds<'_>) -> bool {
    let values = corners.map(|cell| board.value(cell));
    let filled = values.iter().flatten().count();
    let is_first = technique == Technique::AvoidableRectangle1;
    if filled != if is_first { 3 } else { 2 } {
        return false;
    }
    // Each corner in turn is the first one; then follow the one beside it, the one below or above it, and the
    // opposite one.
    let orders = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
    let is_enough = |order: [usize; 4], finds: &mut Finds<'_>| {
        let eliminates = if is_first { first_avoidable } else { second_avoidable };
        // HoDoKu takes no cell with more candidates while it solves a puzzle.
        let has_two = || count(board.digits(corners[order[0]])) == 2;
        if is_first && !finds.is_exhaustive() && !has_two() {
            return false;
        }
        if !eliminates(board, corners, values, order, finds.step) {
            return false;
        }
        let pair = values.into_iter().flatten().fold(0, |pair, digit| pair | 1 << digit);
        let open = || {
            let open: CellSet = corners.into_iter().filter(|&cell| board.value(cell).is_none()).collect();
            let further = open.iter().fold(u32::MAX, |further, cell| further & board.digits(cell));
            locked_cells(board, &open, further)
        };
        let found = described(board, corners, pair, (!is_first).then(open));
        found.is_some_and(|found| finds.take(found))
    };
    orders.into_iter().any(|[corner, beside, below, opposite]| {
        is_enough([corner, beside, below, opposite], finds)
            || !is_first && is_enough([corner, below, beside, opposite], finds)
    })
}

/// Three corners hold a b a: the fourth is not b.
fn first_avoidable(
    board: &Candidates,
    corners: Corners,
    values: [Option<usize>; 4],
    [corner, beside, below, opposite]: [usize; 4],
    step: &mut Step,
) -> bool {
    let (Some(one), Some(other)) = (values[opposite], values[beside]) else { return false };
    if values[corner].is_some() || values[below] != Some(other) {
        return false;
    }
    eliminate(board, step, corners[corner], one);
    !step.eliminations.is_empty()
}

/// Two adjacent corners hold a b; the opposite ones have the candidates b c and a c: one of them is c.
fn second_avoidable(
    board: &Candidates,
    corners: Corners,
    values: [Option<usize>; 4],
    [corner, beside, below, opposite]: [usize; 4],
    step: &mut Step,
) -> bool {
    let (Some(one), Some(other)) = (values[corner], values[beside]) else { return false };
    let (under_one, under_other) = (board.digits(corners[below]), board.digits(corners[opposite]));
    let third = under_one & under_other;
    if under_one & !third != 1 << other || under_other & !third != 1 << one || count(third) != 1 {
        return false;
    }
    let Some(digit) = first_bit(third) else { return false };
    let open = [corners[below], corners[opposite]];
    eliminate_seen(board, step, &open, digit)
}

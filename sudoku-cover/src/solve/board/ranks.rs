//! The ranks of rows and columns, read as numbers from either end.

use super::cell::{CellNumber, Kept};
use super::dead_end::DeadEnd;
use crate::model::geometry::rules::Variant;
use crate::model::geometry::{Cell, Geometry, Global};

/// All ranks of a board.
#[derive(Debug)]
pub(super) struct Ranks {
    /// The cells of all rows and columns, from each end.
    lines: Vec<Vec<CellNumber>>,
    /// The numbers of lines, with the number of lines that are less.
    less: Vec<(usize, usize)>,
    /// True if lines with a rank may equal others.
    may_tie: bool,
    /// True if no two lines are equal.
    are_different: bool,
    /// The digits that each line holds at most once: all, or none.
    once: u32,
}

/// The cells at which all rows or all columns begin, from one side, and a digit with which ranked ones begin.
#[derive(Debug)]
pub(super) struct End {
    pub(super) cells: Vec<CellNumber>,
    pub(super) digit: u32,
    /// The factor of the score of a place of the digit.
    pub(super) factor: f64,
}

/// What each rank adds to the factor.
const PREFERENCE_OF_RANKS: f64 = 4.0;

/// The orders in which a line may be to another, as bits.
const LESS: u8 = 1;
const EQUAL: u8 = 2;
const GREATER: u8 = 4;

impl Ranks {
    /// Returns the ranks of a board, if it has any.
    pub(super) fn new(geometry: &Geometry, number: impl Fn(Cell) -> CellNumber) -> Option<Self> {
        let all = geometry.ranked_lines();
        let (mut less, mut are_different) = (Vec::new(), false);
        for (_, global) in geometry.globals() {
            match global {
                Global::Rank { cells, rank } => {
                    less.push((all.iter().position(|line| line == cells)?, rank.saturating_sub(1)));
                }
                Global::DifferentNumbers => are_different = true,
                Global::Connected { .. } | Global::SumLoop { .. } => {}
            }
        }
        let lines = all.iter().map(|cells| cells.iter().map(|&cell| number(cell)).collect()).collect();
        let once = if all.iter().all(|cells| geometry.all_differ(cells)) { u32::MAX } else { 0 };
        let may_tie = geometry.has(Variant::AnyRankTies);
        (!less.is_empty() || are_different).then_some(Self { lines, less, may_tie, are_different, once })
    }

    /// Returns the cells that begin lines with a rank, each with the rank of its digit: every digit begins four lines.
    pub(super) fn first_digits(&self) -> impl Iterator<Item = (CellNumber, usize)> + '_ {
        self.less.iter().filter_map(|&(line, less)| Some((*self.lines[line].first()?, less / 4)))
    }

    /// Returns the first cells of rows and columns from each side, once for each digit that ranked lines begin with.
    pub(super) fn ends(&self) -> Vec<End> {
        let mut found: Vec<End> = Vec::new();
        for digit in self.first_digits().map(|(_, rank)| 1 << rank) {
            for side in 0..4 {
                let cells: Vec<CellNumber> = self
                    .lines
                    .iter()
                    .skip(side)
                    .step_by(4)
                    .filter_map(|line| line.first().copied())
                    .collect();
                match found.iter_mut().find(|end| end.digit == digit && end.cells == cells) {
                    Some(end) => end.factor += PREFERENCE_OF_RANKS,
                    None => found.push(End { cells, digit, factor: PREFERENCE_OF_RANKS }),
                }
            }
        }
        found
    }

    pub(super) fn each_cell(&self, act: impl FnMut(CellNumber)) {
        // Every cell is in a row.
        self.lines.iter().step_by(4).flatten().copied().for_each(act);
    }

    /// Appends the candidates that remain in some cells.
    pub(super) fn support(&self, candidates: &[u32], kept: &mut Vec<Kept>) -> Result<(), DeadEnd> {
        for &(line, less) in &self.less {
            self.support_rank(candidates, line, less, kept)?;
        }
        if self.are_different {
            for (number, line) in self.lines.iter().enumerate() {
                if let Some(other) =
                    self.lines[..number].iter().find(|&other| are_equal(candidates, line, other))
                {
                    return Err(DeadEnd::Peers([line[0], other[0]]));
                }
            }
        }
        Ok(())
    }

    /// Every digit begins four lines: the line is compared with those that begin, or may begin, with its digit.
    fn support_rank(
        &self,
        candidates: &[u32],
        number: usize,
        less: usize,
        kept: &mut Vec<Kept>,
    ) -> Result<(), DeadEnd> {
        let line = &self.lines[number];
        let first = candidates[usize::from(line[0])];
        let others = || {
            let may_begin = move |&(other, cells): &(usize, &Vec<CellNumber>)| {
                other != number && candidates[usize::from(cells[0])] & first != 0
            };
            self.lines.iter().enumerate().filter(may_begin).map(|(_, cells)| &cells[..])
        };
        let allowed = if self.may_tie { LESS | EQUAL | GREATER } else { LESS | GREATER };
        let orders = |other: &[CellNumber]| self.orders(candidates, other, line, first) & allowed;
        let begins = |other: &[CellNumber]| candidates[usize::from(other[0])] == first;
        // By order, less and greater: the number of lines that begin with the digit and have the order certainly, and of those
        // that may.
        let (mut certain, mut possible) = ([0, 0], [0, 0]);
        for other in others() {
            let orders = orders(other);
            for (side, order) in [LESS, GREATER].into_iter().enumerate() {
                certain[side] += usize::from(orders == order && begins(other));
                possible[side] += usize::from(orders & order != 0);
            }
        }
        let wanted = [less % 4, 3 - less % 4];
        let sides = if self.may_tie { 0..1 } else { 0..2 };
        if sides.clone().any(|side| certain[side] > wanted[side] || possible[side] < wanted[side]) {
            return Err(DeadEnd::Cell(line[line.len() - 1]));
        }
        // Lines that are equal take the place of greater ones.
        if self.may_tie && certain[1] > wanted[1] {
            return Err(DeadEnd::Cell(line[line.len() - 1]));
        }
        for other in others() {
            let mut orders = orders(other);
            let mut is_in = begins(other);
            for side in sides.clone() {
                let order = [LESS, GREATER][side];
                if orders & order != 0 && possible[side] == wanted[side] {
                    (orders, is_in) = (order, true);
                    kept.push((other[0], first));
                } else if certain[side] == wanted[side] && !(orders == order && is_in) {
                    orders &= !order;
                }
            }
            if orders == 0 {
                kept.push((other[0], !first));
            } else if is_in {
                if orders & GREATER == 0 {
                    self.keep_order(candidates, other, line, first, kept);
                }
                if orders & LESS == 0 {
                    self.keep_order(candidates, line, other, first, kept);
                }
            }
        }
        Ok(())
    }

    /// Returns the orders in which one line may be to another if both begin with this digit.
    fn orders(&self, candidates: &[u32], one: &[CellNumber], other: &[CellNumber], first: u32) -> u8 {
        let mut found = 0;
        // Digits that are equal up to here are in no later cell.
        let mut equal = first & self.once;
        for (&one, &other) in one[1..].iter().zip(&other[1..]) {
            if one == other {
                continue;
            }
            let [one, other] = [one, other].map(|cell| candidates[usize::from(cell)] & !equal);
            if one == 0 || other == 0 {
                return found;
            }
            let [least, greatest] = [u32::trailing_zeros, |digits: u32| 31 - digits.leading_zeros()];
            if least(one) < greatest(other) {
                found |= LESS;
            }
            if greatest(one) > least(other) {
                found |= GREATER;
            }
            if one & other == 0 {
                return found;
            }
            if found == LESS | GREATER {
                break;
            }
            // One digit, as the least of one line is the greatest of the other.
            equal |= one & other & self.once;
        }
        found | EQUAL
    }

    /// Appends the candidates of the first cells that may differ with which the first line is not greater than the second, where
    /// both begin with this digit.
    fn keep_order(
        &self,
        candidates: &[u32],
        first: &[CellNumber],
        second: &[CellNumber],
        digit: u32,
        kept: &mut Vec<Kept>,
    ) {
        let mut equal = digit & self.once;
        for (&one, &other) in first[1..].iter().zip(&second[1..]) {
            if one == other {
                continue;
            }
            let [low, high] = [one, other].map(|cell| candidates[usize::from(cell)] & !equal);
            if low == high && low.is_power_of_two() {
                equal |= low & self.once;
                continue;
            }
            if low != 0 && high != 0 {
                // Up to the greatest digit of the second line, and from the least one of the first line on.
                kept.push((one, !equal & u32::MAX >> high.leading_zeros()));
                kept.push((other, !equal & u32::MAX << low.trailing_zeros()));
            }
            return;
        }
    }
}

/// Returns true if both lines are known, and equal.
fn are_equal(candidates: &[u32], one: &[CellNumber], other: &[CellNumber]) -> bool {
    one.iter().zip(other).all(|(&one, &other)| {
        let digit = candidates[usize::from(one)];
        digit == candidates[usize::from(other)] && digit.is_power_of_two()
    })
}

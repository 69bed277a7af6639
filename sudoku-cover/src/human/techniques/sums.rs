//! Digits for some cells with a given sum: which digits each cell has in at least one such assignment.
//!
//! An assignment takes each digit from the candidates of its cell, and no two of its candidates exclude each other.
//! Cells may see each other or not, so that digits can repeat where the rules allow it. Some cells may count
//! negatively: an equation between the digits of two sets of cells.

use crate::human::candidates::{Candidates, Layout, bits, count, first_bit};
use crate::model::geometry::MAX_SIDE;
use crate::work::Work;

/// The greatest number of partial assignments that are examined for one sum. Only large cages with many candidates have
/// more; nothing is concluded then.
const MOST_NODES: usize = 20_000;

/// By cell of a sum, its digits.
type Masks = [u32; MAX_SIDE];

/// Blank cells whose digits, those of `minus` taken negatively, have this sum. Digits are counted from 1 in it.
#[derive(Clone, Debug)]
pub(super) struct Sum {
    /// The cells that count positively, then the others.
    pub(super) cells: Vec<usize>,
    /// The number of cells that count positively.
    pub(super) positive: usize,
    pub(super) total: i32,
}

/// The search for assignments of one sum.
pub(super) struct Assignments<'b> {
    layout: &'b Layout,
    sum: &'b Sum,
    /// The candidates of the cells.
    candidates: Masks,
    nodes: usize,
}

impl<'b> Assignments<'b> {
    /// Returns the search on this board; `None` if there are no cells, or too many.
    pub(super) fn new(board: &'b Candidates, sum: &'b Sum) -> Option<Assignments<'b>> {
        if sum.cells.is_empty() || sum.cells.len() > MAX_SIDE {
            return None;
        }
        let mut candidates = [0; MAX_SIDE];
        for (mask, &cell) in candidates.iter_mut().zip(&sum.cells) {
            *mask = board.digits(cell);
        }
        Some(Assignments { layout: board.layout(), sum, candidates, nodes: 0 })
    }

    /// Returns the digits of each cell in all assignments in which the cells have only these digits altogether;
    /// `None` if the search was given up.
    pub(super) fn possible(&mut self, digits: u32, work: &Work<'_, '_>) -> Option<Vec<u32>> {
        let mut found = vec![0; self.sum.cells.len()];
        self.add_possible(self.within(digits), &mut found, work)?;
        Some(found)
    }

    /// Returns the digits of each cell in the assignments that have this digit in one of these cells, given by their
    /// places in the sum; `None` if the search was given up.
    pub(super) fn possible_with(
        &mut self,
        digit: usize,
        places: impl Iterator<Item = usize>,
        work: &Work<'_, '_>,
    ) -> Option<Vec<u32>> {
        let mut found = vec![0; self.sum.cells.len()];
        for place in places {
            let mut masks = self.candidates;
            masks[place] &= 1 << digit;
            self.add_possible(masks, &mut found, work)?;
        }
        Some(found)
    }

    /// Returns true if there is an assignment in which the cells have only these digits altogether; `None` if the
    /// search was given up.
    pub(super) fn is_possible(&mut self, digits: u32, work: &Work<'_, '_>) -> Option<bool> {
        Some(self.first(self.within(digits), work)?.is_some())
    }

    fn within(&self, digits: u32) -> Masks {
        self.candidates.map(|mask| mask & digits)
    }

    /// Adds the digits of all assignments within these candidates.
    fn add_possible(&mut self, masks: Masks, found: &mut [u32], work: &Work<'_, '_>) -> Option<()> {
        for place in 0..found.len() {
            for digit in bits(masks[place]) {
                if found[place] >> digit & 1 == 1 {
                    continue;
                }
                let mut start = masks;
                start[place] = 1 << digit;
                if let Some(assignment) = self.first(start, work)? {
                    found.iter_mut().zip(assignment).for_each(|(found, digit)| *found |= digit);
                }
            }
        }
        Some(())
    }

    /// Returns an assignment within these candidates, if there is one; `None` if the search was given up.
    fn first(&mut self, masks: Masks, work: &Work<'_, '_>) -> Option<Option<Masks>> {
        let mut open = vec![masks];
        while let Some(mut masks) = open.pop() {
            self.nodes += 1;
            if self.nodes > MOST_NODES || work.is_over() {
                return None;
            }
            if !self.narrow(&mut masks) {
                continue;
            }
            let undecided = (0..self.sum.cells.len()).filter(|&place| count(masks[place]) > 1);
            let Some(place) = undecided.min_by_key(|&place| count(masks[place])) else {
                return Some(Some(masks));
            };
            for digit in bits(masks[place]) {
                let mut next = masks;
                next[place] = 1 << digit;
                open.push(next);
            }
        }
        Some(None)
    }

    /// Removes digits that cannot be in an assignment within these candidates. Returns false if there is none.
    fn narrow(&self, masks: &mut Masks) -> bool {
        let cells = &self.sum.cells;
        let mut is_decided = [false; MAX_SIDE];
        loop {
            let before = *masks;
            for place in 0..cells.len() {
                let (1, Some(digit)) = (count(masks[place]), first_bit(masks[place])) else { continue };
                if std::mem::replace(&mut is_decided[place], true) {
                    continue;
                }
                for other in (0..cells.len()).filter(|&other| other != place) {
                    masks[other] &= !self.excluded(cells[place], digit, cells[other]);
                }
            }
            if !self.keep_to_bounds(masks) {
                return false;
            }
            if *masks == before {
                return true;
            }
        }
    }

    /// Returns the digits that a digit in a cell excludes from another one.
    fn excluded(&self, cell: usize, digit: usize, other: usize) -> u32 {
        let same = if self.layout.sees(cell, other) { 1 << digit } else { 0 };
        let next = if self.layout.beside(cell).contains(other) { self.layout.next_to(digit) } else { 0 };
        same | next
    }

    /// Removes digits that are too small or too large for the sum with any digits of the other cells. Returns false if
    /// a cell has none left.
    fn keep_to_bounds(&self, masks: &mut Masks) -> bool {
        let places = 0..self.sum.cells.len();
        let bounds = |place: usize, mask: u32| {
            let (low, high) = (lowest(mask), highest(mask));
            if place < self.sum.positive { (low, high) } else { (-high, -low) }
        };
        let (mut least, mut most) = (0, 0);
        for place in places.clone() {
            if masks[place] == 0 {
                return false;
            }
            let (low, high) = bounds(place, masks[place]);
            (least, most) = (least + low, most + high);
        }
        for place in places {
            let (low, high) = bounds(place, masks[place]);
            // What the other cells leave for this one.
            let (from, to) = (self.sum.total - (most - high), self.sum.total - (least - low));
            let (from, to) = if place < self.sum.positive { (from, to) } else { (-to, -from) };
            masks[place] &= between(from, to);
            if masks[place] == 0 {
                return false;
            }
        }
        true
    }
}

/// Returns the least digit of a set that is not empty, counted from 1.
fn lowest(mask: u32) -> i32 {
    i32::try_from(mask.trailing_zeros()).unwrap_or(i32::MAX) + 1
}

/// Returns the greatest digit of a set that is not empty, counted from 1.
fn highest(mask: u32) -> i32 {
    i32::try_from(mask.checked_ilog2().unwrap_or(0)).unwrap_or(i32::MAX) + 1
}

/// Returns the set of the digits from one to another, counted from 1.
fn between(from: i32, to: i32) -> u32 {
    let up_to = |digit: i32| (1_u32 << digit.clamp(0, 31)) - 1;
    up_to(to) & !up_to(from - 1)
}

#[cfg(test)]
mod tests {
    use dlx_core::Limits;

    use super::*;
    use crate::model::geometry::Geometry;

    /// Returns the digits of each cell in all assignments, found by trying everything.
    fn tried(board: &Candidates, sum: &Sum) -> Vec<u32> {
        let mut found = vec![0; sum.cells.len()];
        let mut open: Vec<Vec<usize>> = vec![Vec::new()];
        while let Some(digits) = open.pop() {
            let Some(&cell) = sum.cells.get(digits.len()) else {
                let signed = |(place, &digit): (usize, &usize)| {
                    let digit = i32::try_from(digit).unwrap() + 1;
                    if place < sum.positive { digit } else { -digit }
                };
                if digits.iter().enumerate().map(signed).sum::<i32>() == sum.total {
                    found.iter_mut().zip(digits).for_each(|(found, digit)| *found |= 1 << digit);
                }
                continue;
            };
            for digit in bits(board.digits(cell)) {
                let mut earlier = sum.cells.iter().zip(&digits);
                if earlier.all(|(&other, &known)| !board.layout().excludes((other, known), (cell, digit))) {
                    open.push(digits.iter().copied().chain([digit]).collect());
                }
            }
        }
        found
    }

    #[test]
    fn possible_digits_are_those_of_all_assignments() {
        let mut random = 7_usize;
        let mut next = |below: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (random >> 33) % below
        };
        for (side, rules) in
            [(4, vec![]), (6, vec!["non-consecutive"]), (6, vec!["anti-knight"]), (9, vec!["x"])]
        {
            let rules: Vec<_> = rules.iter().map(|rule: &&str| rule.parse().unwrap()).collect();
            let geometry = Geometry::of_side(side).unwrap().with_rules(&rules).unwrap();
            for _ in 0..60 {
                let mut board = Candidates::new(&geometry);
                for _ in 0..side * side * 2 {
                    board.remove(next(side * side), next(side));
                }
                let mut cells: Vec<usize> = (0..1 + next(4)).map(|_| next(side * side)).collect();
                cells.sort_unstable();
                cells.dedup();
                let positive = next(cells.len() + 1);
                let total = i32::try_from(next(4 * side)).unwrap() - 4;
                let sum = Sum { cells, positive, total };
                let mut limits = Limits::none();
                let work = Work::new(&mut limits);
                let mut search = Assignments::new(&board, &sum).unwrap();
                let possible = search.possible(board.layout().all_digits, &work).unwrap();
                let expected = tried(&board, &sum);
                assert_eq!(possible, expected, "{sum:?}");
                let digit = next(side);
                let is_needed = possible[0] != 0
                    && search.is_possible(board.layout().all_digits & !(1 << digit), &work) == Some(false);
                let without = {
                    let mut board = board.clone();
                    sum.cells.iter().for_each(|&cell| board.remove(cell, digit));
                    tried(&board, &sum)
                };
                assert_eq!(is_needed, expected[0] != 0 && without[0] == 0, "{sum:?} without {digit}");
                let with = search.possible_with(digit, 0..sum.cells.len(), &work).unwrap();
                assert!(with.iter().zip(&expected).all(|(with, all)| with & !all == 0));
                assert_eq!(with[0] == 0, expected.iter().all(|digits| digits >> digit & 1 == 0));
            }
        }
    }
}

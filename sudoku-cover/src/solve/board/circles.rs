//! Counting circles: a digit in the circles occurs in them as often as its value, so that a 3 is in three circles.

use super::cell::{CellNumber, Kept, number_of};
use super::dead_end::DeadEnd;
use crate::model::geometry::{Cell, Geometry, HouseKind, MAX_SIDE, Values};

/// The greatest number of digits of a board with 0, and the greatest sum of different digits.
const MOST_DIGITS: usize = MAX_SIDE + 1;
const MOST_SUM: usize = MAX_SIDE * (MAX_SIDE + 1) / 2;

/// The circles of a rule.
#[derive(Debug)]
pub(super) struct Circles {
    values: Values,
    cells: Vec<CellNumber>,
    /// By kind the houses, if they cover the board and each of them holds each digit.
    houses: Vec<Vec<House>>,
}

/// The cells of a house with a circle, and those without one.
#[derive(Debug)]
struct House {
    inside: Vec<CellNumber>,
    outside: Vec<CellNumber>,
}

impl House {
    /// Returns true if a circle must hold the digit.
    fn must(&self, of: &impl Fn(CellNumber) -> u32, digit: u32) -> bool {
        self.outside.iter().all(|&cell| of(cell) & digit == 0)
    }

    /// Returns true if a circle can hold the digit.
    fn can(&self, of: &impl Fn(CellNumber) -> u32, digit: u32) -> bool {
        self.inside.iter().any(|&cell| of(cell) & digit != 0)
    }
}

impl Circles {
    pub(super) fn new(geometry: &Geometry, circles: &[Cell]) -> Self {
        let number = |cell| number_of(geometry, cell);
        let is_full = geometry.is_square() && geometry.has_full_houses();
        let kinds = [HouseKind::Row, HouseKind::Column, HouseKind::Box].into_iter();
        let kinds = kinds.filter(|&kind| is_full && !(kind == HouseKind::Box && geometry.has_idle_boxes()));
        let houses = kinds.map(|kind| {
            let houses = geometry.houses().iter().filter(|house| house.kind() == kind);
            let split = houses.map(|house| {
                let (inside, outside): (Vec<Cell>, Vec<Cell>) =
                    house.cells().iter().partition(|cell| circles.contains(cell));
                let [inside, outside] =
                    [inside, outside].map(|cells| cells.into_iter().map(number).collect());
                House { inside, outside }
            });
            split.collect::<Vec<House>>()
        });
        Self {
            values: geometry.values(),
            cells: circles.iter().map(|&cell| number(cell)).collect(),
            houses: houses.filter(|houses| houses.len() == geometry.side()).collect(),
        }
    }

    pub(super) fn each_cell(&self, act: impl FnMut(CellNumber)) {
        match self.houses.first() {
            Some(houses) => {
                houses
                    .iter()
                    .flat_map(|house| house.inside.iter().chain(&house.outside))
                    .copied()
                    .for_each(act);
            }
            None => self.cells.iter().copied().for_each(act),
        }
    }

    /// Appends the candidates that remain in some cells, of those of all cells.
    pub(super) fn support(
        &self,
        candidates: &[u32],
        otherwise: DeadEnd,
        kept: &mut Vec<Kept>,
    ) -> Result<(), DeadEnd> {
        let of = |cell: CellNumber| candidates[usize::from(cell)];
        let total = self.cells.len();
        if total > MOST_SUM {
            return Err(otherwise);
        }
        // By digit whether it can be in circles, and whether it can be in none.
        let (mut can_be_in, mut can_be_out) = ([false; MOST_DIGITS], [false; MOST_DIGITS]);
        // By digit the sums of the digits before it that can be in circles.
        let mut sums = [[false; MOST_SUM + 1]; MOST_DIGITS + 1];
        sums[0][0] = true;
        let count = self.values.count();
        for rank in 0..count {
            let value = self.value(rank);
            let (least, most) = self.bounds(&of, 1 << rank);
            can_be_in[rank] = value > 0 && (least..=most).contains(&value);
            can_be_out[rank] = least == 0;
            for sum in 0..=total {
                let is_in = can_be_in[rank] && sum >= value && sums[rank][sum - value];
                sums[rank + 1][sum] = can_be_out[rank] && sums[rank][sum] || is_in;
            }
        }
        if !sums[count][total] {
            return Err(otherwise);
        }
        // The sums of the digits after one.
        let mut after = [false; MOST_SUM + 1];
        after[0] = true;
        for rank in (0..count).rev() {
            let value = self.value(rank);
            let fits = |value: usize| {
                (0..=total.saturating_sub(value))
                    .any(|sum| sums[rank][sum] && sum + value <= total && after[total - sum - value])
            };
            let (is_in, is_out) = (can_be_in[rank] && fits(value), can_be_out[rank] && fits(0));
            for sum in (0..=total).rev() {
                let with = can_be_in[rank] && sum >= value && after[sum - value];
                after[sum] = can_be_out[rank] && after[sum] || with;
            }
            match (is_in, is_out) {
                (true, false) => self.keep_in(&of, 1 << rank, value, kept),
                (false, _) => kept.extend(self.cells.iter().map(|&cell| (cell, !(1 << rank)))),
                (true, true) => {}
            }
        }
        Ok(())
    }

    fn value(&self, rank: usize) -> usize {
        usize::from(self.values.least()) + rank
    }

    /// Returns in how many circles a digit is at least, and at most: as many as the houses of each kind that have it in a circle.
    fn bounds(&self, of: &impl Fn(CellNumber) -> u32, digit: u32) -> (usize, usize) {
        let mut least = self.cells.iter().filter(|&&cell| of(cell) == digit).count();
        let mut most = self.cells.iter().filter(|&&cell| of(cell) & digit != 0).count();
        for houses in &self.houses {
            least = least.max(houses.iter().filter(|house| house.must(of, digit)).count());
            most = most.min(houses.iter().filter(|house| house.can(of, digit)).count());
        }
        (least, most)
    }

    /// Appends what remains where a digit is in exactly so many circles.
    fn keep_in(&self, of: &impl Fn(CellNumber) -> u32, digit: u32, times: usize, kept: &mut Vec<Kept>) {
        let open = |cells: &mut dyn Iterator<Item = CellNumber>, mask: u32, kept: &mut Vec<Kept>| {
            kept.extend(
                cells.filter(|&cell| of(cell) & digit != 0 && of(cell) != digit).map(|cell| (cell, mask)),
            );
        };
        let count = |is: &dyn Fn(u32) -> bool| self.cells.iter().filter(|&&cell| is(of(cell))).count();
        if count(&|digits| digits == digit) == times {
            open(&mut self.cells.iter().copied(), !digit, kept);
        } else if count(&|digits| digits & digit != 0) == times {
            open(&mut self.cells.iter().copied(), digit, kept);
        }
        for houses in &self.houses {
            let must = houses.iter().filter(|house| house.must(of, digit)).count();
            let can = houses.iter().filter(|house| house.can(of, digit)).count();
            for house in houses {
                if must == times && !house.must(of, digit) {
                    open(&mut house.inside.iter().copied(), !digit, kept);
                }
                if can == times && house.can(of, digit) {
                    open(&mut house.outside.iter().copied(), !digit, kept);
                }
            }
        }
    }
}

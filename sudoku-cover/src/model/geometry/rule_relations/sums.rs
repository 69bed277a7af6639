//! Sums of digits, with factors or of digits that differ.

use super::relations::Relations;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::RuleError;
use crate::model::geometry::variant::refuse;

impl Relations<'_> {
    /// Adds a relation of a sum: the digits times these factors come to the total.
    pub(super) fn total(&mut self, terms: &[(Cell, i64)], total: i64) -> Result<(), RuleError> {
        let (terms, total) = self.shortened(terms, total);
        let side = i64::from(self.side);
        // What the cells from each position on can come to.
        let mut rest = vec![(0, 0)];
        for &(_, factor) in terms.iter().rev() {
            let (least, most) = rest[rest.len() - 1];
            rest.push((least + factor.min(factor * side), most + factor.max(factor * side)));
        }
        rest.reverse();
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        if cells.is_empty() {
            return if total == 0 { Ok(()) } else { refuse("a sum that the digits can have", total) };
        }
        let step = |left: &i64, place: usize, digit: u8| {
            let left = left - terms[place].1 * i64::from(digit);
            let (least, most) = rest[place + 1];
            (least..=most).contains(&left).then_some(left)
        };
        self.read(&cells, total, step, |&left| left == 0)
    }

    /// Returns a sum of fewer cells that is the same: houses of which more than half of the cells have the same
    /// factor are replaced by the sum of all digits without the other cells.
    fn shortened(&self, terms: &[(Cell, i64)], mut total: i64) -> (Vec<(Cell, i64)>, i64) {
        let all = i64::from(self.side) * (i64::from(self.side) + 1) / 2;
        let mut factors = vec![0_i64; self.geometry.cell_count()];
        let mut order: Vec<Cell> = Vec::new();
        for &(cell, factor) in terms {
            factors[self.geometry.index(cell)] += factor;
            order.push(cell);
        }
        let count = |factors: &[i64]| factors.iter().filter(|&&factor| factor != 0).count();
        loop {
            let before = count(&factors);
            for house in self.geometry.houses() {
                let places: Vec<usize> =
                    house.cells().iter().map(|&cell| self.geometry.index(cell)).collect();
                let (least, most) = places.iter().fold((0, 0), |(least, most), &place| {
                    (factors[place].min(least), factors[place].max(most))
                });
                for factor in [least, most].into_iter().filter(|&factor| factor != 0) {
                    let changed: Vec<i64> = places.iter().map(|&place| factors[place] - factor).collect();
                    let now: Vec<i64> = places.iter().map(|&place| factors[place]).collect();
                    if count(&changed) < count(&now) {
                        for (&place, &changed) in places.iter().zip(&changed) {
                            factors[place] = changed;
                        }
                        total -= factor * all;
                    }
                }
            }
            if count(&factors) == before {
                break;
            }
        }
        order.extend(self.geometry.cells());
        let mut terms = Vec::new();
        for cell in order {
            let factor = std::mem::take(&mut factors[self.geometry.index(cell)]);
            if factor != 0 {
                terms.push((cell, factor));
            }
        }
        (terms, total)
    }

    /// Adds a relation of different digits with a sum, or of any digits if there is none.
    pub(super) fn cage(&mut self, cells: &[Cell], sum: u32) -> Result<(), RuleError> {
        let start = (0_u32, sum);
        let last = cells.len() - 1;
        let step = |&(set, left): &(u32, u32), place: usize, digit: u8| {
            let left = left.checked_sub(u32::from(digit)).filter(|_| set >> digit & 1 == 0)?;
            (place < last || left == 0).then_some((set | 1 << digit, left))
        };
        if self.read_with_sets(cells, start, step) { Ok(()) } else { self.sum(cells, sum) }
    }

    /// Adds a relation of a sum: these digits come to it.
    pub(super) fn sum(&mut self, cells: &[Cell], sum: u32) -> Result<(), RuleError> {
        let terms: Vec<(Cell, i64)> = cells.iter().map(|&cell| (cell, 1)).collect();
        self.total(&terms, i64::from(sum))
    }

    /// Adds a relation of an arrow: its digits come to the decimal number in the circle.
    pub(super) fn arrow(&mut self, circle: &[Cell], cells: &[Cell]) -> Result<(), RuleError> {
        let mut terms: Vec<(Cell, i64)> = cells.iter().map(|&cell| (cell, 1)).collect();
        let mut factor = 1_i64;
        for &cell in circle.iter().rev() {
            terms.push((cell, -factor));
            factor = factor.saturating_mul(10).min(1_000_000);
        }
        self.total(&terms, 0)
    }
}

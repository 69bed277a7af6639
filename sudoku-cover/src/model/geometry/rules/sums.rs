//! Sums of digits, with factors or of digits that differ.

use super::error::{RuleError, refuse};
use super::relations::Relations;
use crate::model::geometry::relation::Sum;
use crate::model::geometry::{Cell, MAX_SIDE};

/// The cells of a board of any side as bits, row by row.
type CellBits = [u64; (MAX_SIDE * MAX_SIDE).div_ceil(64)];

impl Relations<'_> {
    /// Adds a relation of a sum: the digits times these factors come to the total.
    pub(in crate::model::geometry) fn total(
        &mut self,
        terms: &[(Cell, i64)],
        total: i64,
    ) -> Result<(), RuleError> {
        if self.try_total(terms, total) {
            return Ok(());
        }
        // Variables are in no house, and may have the values of others.
        let has_variables = terms.iter().any(|(cell, _)| cell.is_variable());
        let (terms, total) =
            if has_variables { (terms.to_vec(), total) } else { self.shortened(terms, total) };
        if terms.is_empty() {
            return if total == 0 { Ok(()) } else { refuse("a sum that the digits can have", total) };
        }
        let groups = match has_variables {
            true => terms.into_iter().map(|term| vec![term]).collect(),
            false => self.groups_apart(terms),
        };
        let first = self.bounds(groups.iter());
        let mut last = self.bounds(groups.iter().rev());
        last.reverse();
        let terms = groups.concat();
        let sum = Sum { groups, total };
        let cells: Vec<Cell> = terms.iter().map(|&(cell, _)| cell).collect();
        let step = |sum: &i64, place: usize, digit: u8| {
            let sum = sum + terms[place].1 * i64::from(digit);
            let is_within = |(least, most): (i64, i64), sum: i64| (least..=most).contains(&sum);
            (is_within(first[place + 1], sum) && is_within(last[place + 1], total - sum)).then_some(sum)
        };
        self.read(&cells, 0, step, |&sum| sum == total)?;
        self.note_sum(sum);
        Ok(())
    }

    /// Notes that the last relation requires a sum.
    fn note_sum(&mut self, sum: Sum) {
        if let Some(relation) = self.found.last_mut() {
            relation.note_sum(sum);
        }
    }

    /// Notes that the last relation requires the same sum of these parts, in each of which a cell is once.
    pub(super) fn note_equal_sums(&mut self, parts: &[Vec<Cell>]) {
        if self.is_trial() {
            return;
        }
        let in_groups = |part: &Vec<Cell>| {
            let groups = self.groups_apart(part.iter().map(|&cell| (cell, 1)).collect());
            groups.iter().map(|group| group.iter().map(|&(cell, _)| cell).collect()).collect()
        };
        let parts = parts.iter().map(in_groups).collect();
        if let Some(relation) = self.found.last_mut() {
            relation.note_equal_sums(parts);
        }
    }

    /// Returns the terms in groups with one factor and cells that hold different digits, large groups first.
    pub(in crate::model::geometry) fn groups_apart(
        &self,
        mut terms: Vec<(Cell, i64)>,
    ) -> Vec<Vec<(Cell, i64)>> {
        let bit = |cell: Cell| {
            let index = self.geometry.index(cell);
            (index / 64, 1_u64 << (index % 64))
        };
        let mut seen_by = vec![CellBits::default(); self.geometry.cell_count()];
        for &(cell, _) in &terms {
            let seen = &mut seen_by[self.geometry.index(cell)];
            for (word, bit) in self.geometry.peers(cell).iter().map(|&peer| bit(peer)) {
                seen[word] |= bit;
            }
        }
        let mut groups = Vec::new();
        while !terms.is_empty() {
            let from = |&(first, factor): &(Cell, i64)| {
                let mut group = vec![(first, factor)];
                if (self.is_over)(terms.len()) {
                    return group;
                }
                // The cells that all members see.
                let mut common = seen_by[self.geometry.index(first)];
                for &(cell, other) in &terms {
                    let (word, bit) = bit(cell);
                    if other == factor && common[word] & bit != 0 {
                        group.push((cell, factor));
                        let seen = &seen_by[self.geometry.index(cell)];
                        common.iter_mut().zip(seen).for_each(|(common, seen)| *common &= seen);
                    }
                }
                group
            };
            let group = terms.iter().rev().map(from).max_by_key(Vec::len).unwrap_or_default();
            terms.retain(|term| !group.contains(term));
            groups.push(group);
        }
        groups
    }

    /// Returns by number of terms, from the first group on, the least and the greatest sum that they can have.
    fn bounds<'a>(&self, groups: impl Iterator<Item = &'a Vec<(Cell, i64)>>) -> Vec<(i64, i64)> {
        let mut bounds = vec![(0, 0)];
        for group in groups {
            let (least, most) = bounds[bounds.len() - 1];
            for (count, &(_, factor)) in (1..).zip(group) {
                // Of this many different digits.
                let [low, high] =
                    [self.values.least(), self.values.greatest()].map(|end| count * i64::from(end));
                let others = count * (count - 1) / 2;
                let ends = [low + others, high - others].map(|sum| factor * sum);
                bounds.push((least + ends[0].min(ends[1]), most + ends[0].max(ends[1])));
            }
        }
        bounds
    }

    /// Returns a sum of fewer cells that is the same: houses of which more than half of the cells have the same
    /// factor are replaced by the sum of all digits without the other cells.
    fn shortened(&self, terms: &[(Cell, i64)], mut total: i64) -> (Vec<(Cell, i64)>, i64) {
        let all = i64::from(self.values.sum());
        let mut factors = vec![0_i64; self.geometry.cell_count()];
        let mut order: Vec<Cell> = Vec::new();
        for &(cell, factor) in terms {
            factors[self.geometry.index(cell)] += factor;
            order.push(cell);
        }
        let count = |factors: &[i64]| factors.iter().filter(|&&factor| factor != 0).count();
        loop {
            let before = count(&factors);
            for house in self.geometry.houses().iter().filter(|house| self.geometry.is_full(house)) {
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
    pub(in crate::model::geometry) fn cage(&mut self, cells: &[Cell], sum: u32) -> Result<(), RuleError> {
        let start = (0_u32, sum);
        let last = cells.len() - 1;
        let step = |&(set, left): &(u32, u32), place: usize, digit: u8| {
            let left = left.checked_sub(u32::from(digit)).filter(|_| set >> digit & 1 == 0)?;
            (place < last || left == 0).then_some((set | 1 << digit, left))
        };
        if !self.read_with_sets(cells, start, step) {
            return self.sum(cells, sum);
        }
        let groups = vec![cells.iter().map(|&cell| (cell, 1)).collect()];
        self.note_sum(Sum { groups, total: i64::from(sum) });
        Ok(())
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

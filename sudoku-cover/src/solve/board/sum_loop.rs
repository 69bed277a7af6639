//! A loop that consists of parts of which each has the same sum, where the cell in which a part begins is not known.

use super::cell::CellNumber;
use crate::model::geometry::Values;

/// The loop.
#[derive(Debug)]
pub(super) struct SumLoop {
    pub(super) cells: Vec<CellNumber>,
    /// The sum of each part, at most 64.
    sum: u8,
    values: Values,
}

impl SumLoop {
    pub(super) fn new(cells: Vec<CellNumber>, sum: u8, values: Values) -> Self {
        Self { cells, sum, values }
    }

    /// Finds the candidates of each cell that fit those of the others. Returns false if there are none.
    ///
    /// For each sum that the part of the first cell may have before that cell, the sums before each cell are worked out
    /// forwards and backwards, as bits.
    pub(super) fn support(&self, of: impl Fn(usize) -> u32, supported: &mut Vec<u32>) -> bool {
        let count = self.cells.len();
        supported.clear();
        supported.resize(count, 0);
        let mut before = vec![0_u64; count + 1];
        for first in 0..self.sum {
            before[0] = 1 << first;
            for cell in 0..count {
                let sums = before[cell];
                before[cell + 1] = self.ranks(of(cell)).fold(0, |all, rank| all | self.after(sums, rank));
            }
            if before[count] >> first & 1 == 0 {
                continue;
            }
            let mut leads = 1_u64 << first;
            for cell in (0..count).rev() {
                let mut leads_before = 0;
                for rank in self.ranks(of(cell)) {
                    let fitting = before[cell] & self.leading_to(leads, rank);
                    supported[cell] |= if fitting == 0 { 0 } else { 1 << rank };
                    leads_before |= fitting;
                }
                leads = leads_before;
            }
        }
        supported[0] != 0
    }

    fn ranks(&self, digits: u32) -> impl Iterator<Item = usize> + use<> {
        (0..self.values.count()).filter(move |rank| digits >> rank & 1 == 1)
    }

    fn digit(&self, rank: usize) -> usize {
        usize::from(self.values.least()) + rank
    }

    /// Returns the sums of a part after the digit of this rank, where the sum of a whole part is 0.
    fn after(&self, sums: u64, rank: usize) -> u64 {
        let longer = u128::from(sums) << self.digit(rank);
        let whole = longer >> self.sum & 1;
        u64::try_from(longer & ((1 << self.sum) - 1) | whole).unwrap_or(0)
    }

    /// Returns the sums of a part from which the digit of this rank leads to one of these.
    fn leading_to(&self, sums: u64, rank: usize) -> u64 {
        let digit = self.digit(rank);
        let with_whole = u128::from(sums) | u128::from(sums & 1) << self.sum;
        // The sum 0 is that of a whole part here, unless the digit is 0.
        let ends = if digit == 0 { u128::from(sums) } else { with_whole & !1 };
        u64::try_from(ends >> digit & ((1 << self.sum) - 1)).unwrap_or(0)
    }
}

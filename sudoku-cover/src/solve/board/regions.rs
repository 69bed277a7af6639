//! Regions that are to be found: each cell has a variable, the number of its region.

use super::cell::Kept;
use super::connected::Layer;
use super::dead_end::DeadEnd;

/// The cells of each region hold different digits.
#[derive(Debug)]
pub(super) struct RegionDigits {
    pub(super) digits: Layer,
    pub(super) regions: Layer,
    /// Number of digits.
    pub(super) count: usize,
}

impl RegionDigits {
    /// Appends the candidates that remain in some cells.
    pub(super) fn support(&self, candidates: &[u32], kept: &mut Vec<Kept>) -> Result<(), DeadEnd> {
        let side = self.digits.side;
        for region in (0..side).map(|region| 1_u32 << region) {
            self.support_region(candidates, region, kept)?;
        }
        Ok(())
    }

    fn support_region(&self, candidates: &[u32], region: u32, kept: &mut Vec<Kept>) -> Result<(), DeadEnd> {
        let cells = self.digits.count();
        let digits = &candidates[self.digits.first..self.digits.first + cells];
        let regions = &candidates[self.regions.first..self.regions.first + cells];
        let (mut taken, mut once, mut twice) = (0, 0, 0);
        for cell in 0..cells {
            if regions[cell] & region == 0 {
                continue;
            }
            twice |= once & digits[cell];
            once |= digits[cell];
            if regions[cell] == region && digits[cell].is_power_of_two() {
                if taken & digits[cell] != 0 {
                    return Err(DeadEnd::Cell(self.digits.place(cell)));
                }
                taken |= digits[cell];
            }
        }
        // With as many digits as cells, a region holds them all.
        let is_full = self.count == self.digits.side;
        if is_full && usize::try_from(once.count_ones()).is_ok_and(|found| found < self.count) {
            let last = (0..cells).rev().find(|&cell| regions[cell] & region != 0).unwrap_or(0);
            return Err(DeadEnd::Cell(self.regions.place(last)));
        }
        let hidden = if is_full { once & !twice } else { 0 };
        for cell in (0..cells).filter(|&cell| regions[cell] & region != 0) {
            let own = digits[cell];
            if own & hidden != 0 {
                if (own & hidden).count_ones() > 1 {
                    return Err(DeadEnd::Cell(self.digits.place(cell)));
                }
                kept.push((self.digits.place(cell), own & hidden));
                kept.push((self.regions.place(cell), region));
            } else if regions[cell] == region {
                if !own.is_power_of_two() && own & taken != 0 {
                    kept.push((self.digits.place(cell), !taken));
                }
            } else if own & !taken == 0 {
                kept.push((self.regions.place(cell), !region));
            }
        }
        Ok(())
    }
}

/// Regions are numbered by their first cells, row by row, so that each division of the board is found once.
#[derive(Debug)]
pub(super) struct RegionOrder {
    pub(super) regions: Layer,
}

impl RegionOrder {
    /// Appends the candidates that remain in some cells.
    pub(super) fn support(&self, candidates: &[u32], kept: &mut Vec<Kept>) {
        // The greatest number that a region of the cells so far may have, and one more.
        let mut next = 1_u32;
        for (cell, place) in self.regions.places().enumerate() {
            let own = candidates[self.regions.first + cell];
            let most = (next << 1) - 1;
            if own & !most != 0 {
                kept.push((place, most));
            }
            if own & next != 0
                && usize::try_from(next.trailing_zeros()).is_ok_and(|at| at + 1 < self.regions.side)
            {
                next <<= 1;
            }
        }
    }
}

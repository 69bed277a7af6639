//! Regions that are to be found: each cell has a variable, the number of its region.

use std::ops::Range;

use super::cell::{CellNumber, Kept, number_of};
use super::connected::{ConnectedScratch, Layer};
use super::dead_end::DeadEnd;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{InRegion, Meaning, Open};

/// The cells of each region hold different digits, and regions are of one size.
#[derive(Debug)]
pub(super) struct RegionDigits {
    pub(super) digits: Layer,
    pub(super) regions: Layer,
    /// Number of digits.
    pub(super) count: usize,
}

impl RegionDigits {
    /// Appends the candidates that remain in some cells.
    pub(super) fn support(
        &self,
        candidates: &[u32],
        scratch: &mut ConnectedScratch,
        kept: &mut Vec<Kept>,
    ) -> Result<(), DeadEnd> {
        let side = self.digits.side;
        // Each region is in one of the parts that are connected by neighbors that can be in one region.
        let regions = &candidates[self.regions.first..self.regions.first + self.regions.count()];
        let mut uneven = None;
        scratch.each_part(
            self.regions,
            |one, other| regions[one] & regions[other] != 0,
            |part| uneven = uneven.or((!part.len().is_multiple_of(side)).then_some(part[0])),
        );
        if let Some(cell) = uneven {
            return Err(DeadEnd::Cell(self.regions.place(cell)));
        }
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

/// Numbers regions by their first cells, row by row.
pub(super) fn renumber(regions: &mut [u8]) {
    let mut numbers = [None; 1 << u8::BITS];
    let mut next = 0;
    for region in regions {
        *region = *numbers[usize::from(*region)].get_or_insert_with(|| {
            next += 1;
            next - 1
        });
    }
}

/// Regions are numbered by their first cells, row by row, so that each division of the board is found once. It is required where
/// rules read these numbers; elsewhere the search leaves out choices that differ by an exchange of numbers.
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

/// How many cells are in the region of a cell: of some others, or along arms from it on.
#[derive(Debug)]
pub(super) struct RegionClue {
    kind: InRegion,
    /// The number of the region of the first cell, those of the cells of each arm, and last the cell with the number of
    /// cells.
    pub(super) cells: Vec<CellNumber>,
    /// By arm the places of its cells in this list.
    arms: Vec<Range<usize>>,
    /// By rank of a digit the number of cells of the arms that it stands for, if it can.
    counts: Vec<Option<u32>>,
}

/// The greatest number of arms, and of cells that a digit can stand for.
const MOST_ARMS: usize = 8;
const MOST_CELLS: usize = 31;

/// Returns the numbers below this one, as bits.
fn below(number: usize) -> u64 {
    if number < 64 { (1 << number) - 1 } else { u64::MAX }
}

/// Returns the sums of one number of each set, up to the greatest number of cells.
fn sums_of(one: u64, other: u64) -> u64 {
    let sums =
        (0..=MOST_CELLS).filter(|number| one >> number & 1 == 1).fold(0, |all, number| all | other << number);
    sums & below(MOST_CELLS + 1)
}

impl RegionClue {
    /// Returns the clue of a rule; `None` if it is no such rule, or one that names a cell twice.
    pub(super) fn new(geometry: &Geometry, open: &Open) -> Option<Self> {
        let number = |cell| number_of(geometry, cell);
        let Meaning::Regions { kind, is_others, number: cell, arms: cells_of_arms } = open.meaning() else {
            return None;
        };
        let first = cells_of_arms.first()?.first()?;
        let mut cells = vec![number(first.region())];
        let mut arms = Vec::new();
        for arm in cells_of_arms {
            arms.push(cells.len()..cells.len() + arm.len() - 1);
            cells.extend(arm[1..].iter().map(|cell| number(cell.region())));
        }
        cells.push(number(*cell));
        let is_twice = (1..cells.len()).any(|place| cells[..place].contains(&cells[place]));
        if is_twice || arms.len() > MOST_ARMS {
            return None;
        }
        let of_others = |value: u8| if *is_others { Some(value) } else { value.checked_sub(1) };
        let counts =
            geometry.values().digits().map(|digit| of_others(digit.value()).map(u32::from)).collect();
        Some(Self { kind: *kind, cells, arms, counts })
    }

    /// Finds the candidates of each cell that fit those of the others. Returns false if there are none.
    pub(super) fn support(&self, of: impl Fn(usize) -> u32, supported: &mut Vec<u32>) -> bool {
        let last = self.cells.len() - 1;
        supported.clear();
        supported.resize(self.cells.len(), 0);
        let of_number = of(last);
        let each_count =
            || self.counts.iter().enumerate().filter_map(|(rank, count)| Some((rank, (*count)?)));
        // Numbers of cells, as bits.
        let wanted = each_count()
            .filter(|(rank, _)| of_number >> rank & 1 == 1)
            .fold(0_u64, |all, (_, count)| all | 1 << count);
        let mut found = 0;
        let mut left = of(0);
        while left != 0 {
            let region = left & left.wrapping_neg();
            left ^= region;
            let fitting = match self.kind {
                InRegion::Count => self.support_count(region, wanted, &of, supported),
                InRegion::Run => self.support_run(region, wanted, &of, supported),
            };
            supported[0] |= if fitting != 0 { region } else { 0 };
            found |= fitting;
        }
        supported[last] = each_count()
            .filter(|(_, count)| found >> count & 1 == 1)
            .fold(0, |all, (rank, _)| all | 1 << rank);
        found != 0
    }

    /// Adds what fits where this is the region of the first cell. Returns the numbers of cells that fit.
    fn support_count(
        &self,
        region: u32,
        wanted: u64,
        of: &impl Fn(usize) -> u32,
        supported: &mut [u32],
    ) -> u64 {
        let cells = 1..self.cells.len() - 1;
        let must = cells.clone().filter(|&place| of(place) == region).count();
        let can = cells.clone().filter(|&place| of(place) & region != 0).count();
        let fitting = wanted & below(can + 1) & !below(must);
        if fitting == 0 {
            return 0;
        }
        let (can_be_in, can_be_out) = (fitting & !below(must + 1) != 0, fitting & below(can) != 0);
        for place in cells {
            let own = of(place);
            supported[place] |= match own & region != 0 && own != region {
                true if !can_be_in => own & !region,
                true if !can_be_out => region,
                _ => own,
            };
        }
        fitting
    }

    /// As [`support_count`](Self::support_count), along arms.
    fn support_run(
        &self,
        region: u32,
        wanted: u64,
        of: &impl Fn(usize) -> u32,
        supported: &mut [u32],
    ) -> u64 {
        // By arm the lengths that its run can have, and the sums of those of the arms before it.
        let (mut lengths, mut sums) = ([0_u64; MOST_ARMS], [1_u64; MOST_ARMS + 1]);
        for (number, arm) in self.arms.iter().enumerate() {
            let run = arm.clone().take_while(|&place| of(place) & region != 0).count();
            let can_end = |&length: &usize| length == arm.len() || of(arm.start + length) & !region != 0;
            let ends = (0..=run.min(MOST_CELLS)).filter(can_end);
            lengths[number] = ends.fold(0, |all, length| all | 1 << length);
            sums[number + 1] = sums_of(sums[number], lengths[number]);
        }
        let fitting = sums[self.arms.len()] & wanted;
        if fitting == 0 {
            return 0;
        }
        let mut after = 1;
        for (number, arm) in self.arms.iter().enumerate().rev() {
            let others = sums_of(sums[number], after);
            let fits = (0..=MOST_CELLS)
                .filter(|&length| lengths[number] >> length & 1 == 1 && others << length & wanted != 0)
                .fold(0, |all, length| all | 1 << length);
            for (at, place) in arm.clone().enumerate() {
                let own = of(place);
                supported[place] |= match fits & below(at) {
                    0 if fits & below(at + 1) == 0 => region,
                    0 if fits & !below(at + 1) == 0 => own & !region,
                    _ => own,
                };
            }
            after = sums_of(after, lengths[number]);
        }
        fitting
    }
}

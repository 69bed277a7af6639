//! Sums of the digits of cells that all differ.

use super::cell::CellNumber;
use super::digit_sets::{MOST_DIGITS, SumScratch, SumTable, WITH};

/// The greatest number of cells with several candidates whose digits are found set by set: sets of these cells are bits of a
/// word.
const MOST_OPEN: usize = 6;

/// Cells that hold different digits with a total.
pub(super) struct Cage<'a> {
    pub(super) cells: &'a [CellNumber],
    pub(super) total: usize,
    pub(super) sums: &'a SumTable,
}

/// The cells of a cage with several candidates.
struct Open {
    count: usize,
    places: [usize; MOST_OPEN],
    digits: [u32; MOST_OPEN],
    supported: [u32; MOST_OPEN],
}

impl Cage<'_> {
    /// Finds the digits that remain and those required, as [`GroupSum::support`](super::sums::GroupSum::support) does. Returns `None` if too many cells have several
    /// candidates, where it takes less time to look at all sets of digits together.
    pub(super) fn support(&self, of: impl Fn(CellNumber) -> u32, scratch: &mut SumScratch) -> Option<bool> {
        let SumScratch { supported, required, .. } = scratch;
        supported.clear();
        required.clear();
        let mut open =
            Open { count: 0, places: [0; MOST_OPEN], digits: [0; MOST_OPEN], supported: [0; MOST_OPEN] };
        let mut fixed = 0;
        for (place, &cell) in self.cells.iter().enumerate() {
            let digits = of(cell);
            supported.push(digits);
            if !digits.is_power_of_two() {
                if open.count == MOST_OPEN {
                    return None;
                }
                open.places[open.count] = place;
                open.digits[open.count] = digits;
                open.count += 1;
            } else if fixed & digits == 0 {
                fixed |= digits;
            } else {
                return Some(false);
            }
        }
        let Some(left) = self.total.checked_sub(self.sums.of_digits(fixed)) else { return Some(false) };
        open.digits[..open.count].iter_mut().for_each(|digits| *digits &= !fixed);
        let Some(common) = open.support(self.sums.with(open.count, left)) else { return Some(false) };
        for (&place, &digits) in open.places.iter().zip(&open.supported).take(open.count) {
            supported[place] = digits;
        }
        required.push(fixed | common);
        Some(true)
    }
}

impl Open {
    /// Finds the digits of the cells where they hold one of the sets of digits. Returns what these sets have in common, or
    /// `None` if the cells can hold no set.
    fn support(&mut self, sets: &[u32]) -> Option<u32> {
        let count = self.count;
        let (mut union, mut shared) = (0, u32::MAX);
        for digits in &self.digits[..count] {
            union |= digits;
            shared &= digits;
        }
        let mut common = u32::MAX;
        let mut holding = None;
        for &set in sets {
            let is_new = |(digits, supported): (&u32, &u32)| digits & set & !supported != 0;
            if set & !union != 0
                || self.digits[..count].iter().any(|digits| digits & set == 0)
                || common & !set == 0 && !self.digits.iter().zip(&self.supported).take(count).any(is_new)
            {
                continue;
            }
            if set & !shared == 0 {
                self.supported[..count].iter_mut().for_each(|supported| *supported |= set);
                common &= set;
            } else if self.support_set(set, holding.get_or_insert_with(|| holding_of(&self.digits[..count])))
            {
                common &= set;
            }
        }
        (common != u32::MAX).then_some(common)
    }

    /// Adds the digits of cells that occur where the cells hold a set of digits, one each. Returns false if they cannot.
    fn support_set(&mut self, set: u32, holding: &[u32; MOST_DIGITS]) -> bool {
        // By digit of the set the sets of cells that can hold the digits before it, as bits.
        let mut before = [0_u64; MOST_OPEN + 1];
        before[0] = 1;
        let mut ranks = [0; MOST_OPEN];
        let mut left = set;
        for number in 0..self.count {
            let rank = left.trailing_zeros() as usize;
            left &= left - 1;
            ranks[number] = rank;
            let mut cells = holding[rank];
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                before[number + 1] |= (before[number] & !WITH[cell]) << (1 << cell);
            }
        }
        let mut after = before[self.count];
        if after == 0 {
            return false;
        }
        for (&rank, before) in ranks[..self.count].iter().zip(&before).rev() {
            let mut now = 0;
            let mut cells = holding[rank];
            while cells != 0 {
                let cell = cells.trailing_zeros() as usize;
                cells &= cells - 1;
                let leading = (after & WITH[cell]) >> (1 << cell) & before;
                now |= leading;
                self.supported[cell] |= u32::from(leading != 0) << rank;
            }
            after = now;
        }
        true
    }
}

/// Returns by digit the cells that can hold it, as bits.
fn holding_of(cells: &[u32]) -> [u32; MOST_DIGITS] {
    let mut holding = [0; MOST_DIGITS];
    for (cell, &digits) in cells.iter().enumerate() {
        let mut digits = digits;
        while digits != 0 {
            holding[digits.trailing_zeros() as usize] |= 1 << cell;
            digits &= digits - 1;
        }
    }
    holding
}

//! Sums of digits, some of which differ, on boards of few digits.

use std::sync::Arc;

use super::cage::Cage;
use super::cell::CellNumber;
use super::digit_sets::{DigitSets, MOST_DIGITS, SumScratch, SumTable};
use super::required::Seen;
use crate::model::geometry::relation::Sum;
use crate::model::geometry::{Cell, Values};

/// The greatest number of different sums of the terms; a set of them is a set of bits.
const MOST_SUMS: i64 = 1 << 12;

/// Cells that hold different digits, with the factor of their digits.
#[derive(Debug)]
struct Group {
    cells: Vec<CellNumber>,
    factor: i64,
    /// The least of the sums times the factor, for any digits.
    least: i64,
}

/// A sum of the digits of groups of cells.
#[derive(Debug)]
pub(super) struct GroupSum {
    groups: Vec<Group>,
    /// The total less the least sum.
    total: usize,
    /// Number of words of a set of sums.
    words: usize,
    sums: Arc<SumTable>,
    /// By group the cells that see its cells.
    seen: Vec<Seen>,
    /// True if the sum follows from others.
    is_implied: bool,
}

/// Groups of cells that have the same sum of digits.
#[derive(Debug)]
pub(super) struct EqualSums {
    parts: Vec<GroupSum>,
}

impl GroupSum {
    /// Returns the sum, or `None` if there are too many digits or sums.
    pub(super) fn new(
        sum: &Sum,
        values: Values,
        sums: &Arc<SumTable>,
        number: impl Fn(Cell) -> CellNumber,
        peers: &[Vec<CellNumber>],
    ) -> Option<Self> {
        if values.count() > MOST_DIGITS {
            return None;
        }
        let most = i64::from(values.sum());
        let mut groups = Vec::new();
        let (mut total, mut range) = (sum.total, 0_i64);
        for group in &sum.groups {
            let factor = group[0].1;
            let least = most.checked_mul(factor)?.min(0);
            total = total.checked_sub(least)?;
            range = range.checked_add(most.checked_mul(factor)?.abs())?;
            groups.push(Group {
                cells: group.iter().map(|&(cell, _)| number(cell)).collect(),
                factor,
                least,
            });
        }
        if range >= MOST_SUMS {
            return None;
        }
        let words = usize::try_from(range / 64 + 1).ok()?;
        // A total that no digits reach is beyond all sums.
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        let seen = groups.iter().map(|group| Seen::new(&group.cells, peers)).collect();
        Some(Self { groups, total, words, sums: Arc::clone(sums), seen, is_implied: false })
    }

    /// Returns this sum as one that follows from others. Where it is [loose](Self::is_loose) and has several groups, nothing is
    /// looked for: in killers that saves a third of the time, and costs few nodes.
    pub(super) fn implied(self) -> Self {
        Self { is_implied: true, ..self }
    }

    /// Returns this sum as that of one group without a factor, if it is one.
    fn cage(&self) -> Option<Cage<'_>> {
        match &self.groups[..] {
            [Group { cells, factor: 1, .. }] => Some(Cage { cells, total: self.total, sums: &self.sums }),
            _ => None,
        }
    }

    pub(super) fn each_cell(&self, act: impl FnMut(CellNumber)) {
        self.groups.iter().flat_map(|group| &group.cells).copied().for_each(act);
    }

    /// Calls `act` for each group, with its cells and those that see them.
    pub(super) fn each_group(&self) -> impl Iterator<Item = (&[CellNumber], &Seen)> {
        self.groups.iter().map(|group| &group.cells[..]).zip(&self.seen)
    }

    /// Finds by cell, in the order of [`each_cell`](Self::each_cell), the digits that remain, in `scratch.supported`, and by
    /// group the digits that it has in any case, in `scratch.required`. Returns false if the sum cannot be reached.
    pub(super) fn support(&self, of: impl Fn(CellNumber) -> u32, scratch: &mut SumScratch) -> bool {
        if let Some(is_met) = self.cage().and_then(|cage| cage.support(&of, scratch)) {
            return is_met;
        }
        if self.is_implied && self.is_loose(&of) {
            scratch.supported.clear();
            scratch.required.clear();
            self.each_cell(|cell| scratch.supported.push(of(cell)));
            scratch.required.resize(self.groups.len(), 0);
            return true;
        }
        if self.total >= self.words * 64 || !self.read(&of, scratch) {
            return false;
        }
        let first = self.prepare_ends(scratch);
        scratch.leads[first + self.total / 64] = 1 << (self.total % 64);
        self.finish(of, scratch)
    }

    /// Returns true if the total is so far from the least and the greatest one that the other cells can make up for any digit
    /// of a cell, as far as these two tell. If each cell has one digit, that means that they have the total.
    pub(super) fn is_loose(&self, of: impl Fn(CellNumber) -> u32) -> bool {
        let (mut least, mut most, mut range) = (0, 0, 0);
        for group in &self.groups {
            let (mut low, mut high, mut widest) = (0, 0, 0);
            for &cell in &group.cells {
                let digits = of(cell);
                let ends =
                    [digits.trailing_zeros(), digits.ilog2()].map(|rank| self.sums.least + i64::from(rank));
                low += ends[0];
                high += ends[1];
                widest = widest.max(ends[1] - ends[0]);
            }
            let (low, high) = (group.factor * low, group.factor * high);
            least += low.min(high) - group.least;
            most += low.max(high) - group.least;
            range = range.max(widest * group.factor.abs());
        }
        i64::try_from(self.total).is_ok_and(|total| total - least >= range && most - total >= range)
    }

    /// Finds the sets of digits that each group may have, and their sums. Returns false if there are none.
    fn read(&self, of: impl Fn(CellNumber) -> u32, scratch: &mut SumScratch) -> bool {
        let SumScratch { before, sums, .. } = scratch;
        before.clear();
        sums.clear();
        for group in &self.groups {
            let mut sets = DigitSets::EMPTY;
            for &cell in &group.cells {
                before.push(sets);
                let mut next = DigitSets::NONE;
                let mut digits = of(cell);
                while digits != 0 {
                    next.add_with(&sets, digits.trailing_zeros() as usize);
                    digits &= digits - 1;
                }
                sets = next;
            }
            before.push(sets);
            let found = self.sums.of(&sets);
            if found == 0 {
                return false;
            }
            sums.push(found);
        }
        true
    }

    /// Returns the sums of all groups that were read.
    fn totals(&self, scratch: &mut SumScratch) -> [u64; 2] {
        let mut now = [1, 0];
        for (number, &sums) in scratch.sums.iter().enumerate() {
            let mut next = [0; 2];
            self.each_shift(number, sums, |_, shift| {
                or_left_meets(&mut next, &now, shift, &[u64::MAX; 2]);
            });
            now = next;
        }
        now
    }

    /// Empties the sets of totals that lead to the end, and returns the position of the last one, which the caller fills.
    fn prepare_ends(&self, scratch: &mut SumScratch) -> usize {
        let last = self.groups.len() * self.words;
        scratch.leads.clear();
        scratch.leads.resize(last + self.words, 0);
        last
    }

    /// Keeps the digits of totals that were [prepared](Self::prepare_ends), after they were [read](Self::read).
    fn finish(&self, of: impl Fn(CellNumber) -> u32, scratch: &mut SumScratch) -> bool {
        let SumScratch { before, sums, reached, leads, supported, required } = scratch;
        let words = self.words;
        let last = self.groups.len();
        for number in (1..last).rev() {
            let (before, after) = leads.split_at_mut((number + 1) * words);
            let before = &mut before[number * words..];
            self.each_shift(number, sums[number], |_, shift| or_right(before, &after[..words], shift));
        }
        reached.clear();
        reached.resize(2 * words, 0);
        reached[0] = 1;
        supported.clear();
        required.clear();
        let mut first = 0;
        for (number, group) in self.groups.iter().enumerate() {
            let (now, next) = reached.split_at_mut(words);
            next.fill(0);
            let after = &leads[(number + 1) * words..(number + 2) * words];
            let mut allowed = 0_u64;
            self.each_shift(number, sums[number], |sum, shift| {
                if or_left_meets(next, now, shift, after) {
                    allowed |= 1 << sum;
                }
            });
            if allowed == 0 {
                return false;
            }
            now.copy_from_slice(next);
            let count = group.cells.len();
            let mut alive = before[first + count];
            if allowed != sums[number] {
                alive = self.sums.keep(&alive, allowed);
            }
            required.push(alive.common());
            let start = supported.len();
            supported.resize(start + count, 0);
            for place in (0..count).rev() {
                let sets = &before[first + place];
                let mut now = DigitSets::NONE;
                let mut digits = of(group.cells[place]);
                while digits != 0 {
                    let rank = digits.trailing_zeros() as usize;
                    digits &= digits - 1;
                    let leading = sets.leading_to(&alive, rank);
                    if !leading.is_none() {
                        supported[start + place] |= 1 << rank;
                        now.join(&leading);
                    }
                }
                alive = now;
            }
            first += count + 1;
        }
        true
    }

    /// Calls `act` for each sum of a group, with the number of bits by which it moves a set of sums.
    fn each_shift(&self, number: usize, sums: u64, mut act: impl FnMut(u32, usize)) {
        let Group { factor, least, .. } = self.groups[number];
        let mut sums = sums;
        while sums != 0 {
            let sum = sums.trailing_zeros();
            act(sum, usize::try_from(factor * i64::from(sum) - least).unwrap_or(0));
            sums &= sums - 1;
        }
    }
}

impl EqualSums {
    /// Returns the requirement that parts, each in groups of cells that differ, have the same sum; `None` if there are too
    /// many digits or sums.
    pub(super) fn new(
        parts: &[Vec<Vec<Cell>>],
        values: Values,
        sums: &Arc<SumTable>,
        number: impl Fn(Cell) -> CellNumber,
        peers: &[Vec<CellNumber>],
    ) -> Option<Self> {
        let part = |groups: &Vec<Vec<Cell>>| {
            let factors = |group: &Vec<Cell>| group.iter().map(|&cell| (cell, 1)).collect();
            let sum = Sum { groups: groups.iter().map(factors).collect(), total: 0 };
            GroupSum::new(&sum, values, sums, &number, peers).filter(|part| part.words <= 2)
        };
        Some(Self { parts: parts.iter().map(part).collect::<Option<_>>()? })
    }

    pub(super) fn parts(&self) -> &[GroupSum] {
        &self.parts
    }

    /// Finds for each part what [`GroupSum::support`] does. Returns false if there is no common sum.
    pub(super) fn support(&self, of: impl Fn(CellNumber) -> u32, scratches: &mut Vec<SumScratch>) -> bool {
        if scratches.len() < self.parts.len() {
            scratches.resize_with(self.parts.len(), SumScratch::default);
        }
        let mut common = [u64::MAX; 2];
        for (part, scratch) in self.parts.iter().zip(scratches.iter_mut()) {
            if !part.read(&of, scratch) {
                return false;
            }
            common.iter_mut().zip(part.totals(scratch)).for_each(|(common, totals)| *common &= totals);
        }
        if common == [0; 2] {
            return false;
        }
        self.parts.iter().zip(scratches.iter_mut()).all(|(part, scratch)| {
            let first = part.prepare_ends(scratch);
            scratch.leads[first..].copy_from_slice(&common[..part.words]);
            part.finish(&of, scratch)
        })
    }
}

/// Adds the members of a set less `shift` to another.
fn or_right(to: &mut [u64], from: &[u64], shift: usize) {
    let (words, bits) = (shift / 64, shift % 64);
    for (place, to) in to.iter_mut().enumerate() {
        let word = |place: usize| from.get(place).copied().unwrap_or(0);
        let low = word(place + words) >> bits;
        let high = if bits == 0 { 0 } else { word(place + words + 1) << (64 - bits) };
        *to |= low | high;
    }
}

/// Adds those members of a set plus `shift` to another that are in a third one. Returns true if there are any.
fn or_left_meets(to: &mut [u64], from: &[u64], shift: usize, other: &[u64]) -> bool {
    let (words, bits) = (shift / 64, shift % 64);
    let mut any = 0;
    for place in words..to.len() {
        let word = |place: Option<usize>| place.and_then(|place| from.get(place)).copied().unwrap_or(0);
        let low = word(place.checked_sub(words)) << bits;
        let high = if bits == 0 { 0 } else { word(place.checked_sub(words + 1)) >> (64 - bits) };
        let moved = (low | high) & other[place];
        to[place] |= moved;
        any |= moved;
    }
    any != 0
}

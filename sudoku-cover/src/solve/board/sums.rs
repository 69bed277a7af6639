//! Sums of digits, some of which differ, on boards of few digits.

use std::sync::Arc;

use super::cell::CellNumber;
use super::required::Seen;
use crate::model::geometry::relation::Sum;
use crate::model::geometry::{Cell, Values};

/// The greatest number of digits of a board whose sums are propagated here.
pub(super) const MOST_DIGITS: usize = 9;

/// The greatest number of different sums of the terms; a set of them is a set of bits.
const MOST_SUMS: i64 = 1 << 12;

const WORDS: usize = (1 << MOST_DIGITS) / 64;

/// A set of sets of digits: bit `s` stands for the set whose members are the bits of `s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigitSets([u64; WORDS]);

/// By rank below 6 the sets of a word that contain the digit.
const WITH: [u64; 6] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

impl DigitSets {
    pub(super) const NONE: Self = Self([0; WORDS]);
    /// The empty set alone.
    pub(super) const EMPTY: Self = Self([1, 0, 0, 0, 0, 0, 0, 0]);

    pub(super) fn join(&mut self, others: &Self) {
        self.0.iter_mut().zip(&others.0).for_each(|(word, other)| *word |= other);
    }

    pub(super) fn is_none(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    fn meets(&self, others: &Self) -> bool {
        self.0.iter().zip(&others.0).fold(0, |all, (word, other)| all | (word & other)) != 0
    }

    /// Adds to these sets those that arise from the others by one more digit.
    pub(super) fn add_with(&mut self, others: &Self, rank: usize) {
        if let Some(with) = WITH.get(rank) {
            for (word, other) in self.0.iter_mut().zip(&others.0) {
                *word |= (other & !with) << (1 << rank);
            }
        } else {
            let step = 1 << (rank - 6);
            for word in (0..WORDS).filter(|word| word & step == 0) {
                self.0[word | step] |= others.0[word];
            }
        }
    }

    /// Returns those of these sets that become one of the others by one more digit.
    pub(super) fn leading_to(&self, others: &Self, rank: usize) -> Self {
        let mut found = Self::NONE;
        if let Some(with) = WITH.get(rank) {
            for ((found, word), other) in found.0.iter_mut().zip(&self.0).zip(&others.0) {
                *found = (other & with) >> (1 << rank) & word;
            }
        } else {
            let step = 1 << (rank - 6);
            for word in (0..WORDS).filter(|word| word & step == 0) {
                found.0[word] = self.0[word] & others.0[word | step];
            }
        }
        found
    }

    /// Returns the digits that all of these sets have, of which there is one at least.
    fn common(&self) -> u32 {
        let all = self.0.iter().fold(0, |all, word| all | word);
        let has = |rank: usize| match WITH.get(rank) {
            Some(with) => all & !with == 0,
            None => (0..WORDS).all(|word| word >> (rank - 6) & 1 == 1 || self.0[word] == 0),
        };
        (0..MOST_DIGITS).filter(|&rank| has(rank)).fold(0, |digits, rank| digits | 1 << rank)
    }

    fn each(&self, mut act: impl FnMut(usize)) {
        for (number, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                act(number * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

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
}

/// Groups of cells that have the same sum of digits.
#[derive(Debug)]
pub(super) struct EqualSums {
    parts: Vec<GroupSum>,
}

/// The sums of digits of all sets of ranks.
#[derive(Debug)]
pub(super) struct SumTable {
    /// By set the sum.
    of_sets: Vec<u8>,
    /// By sum the sets.
    sets: Vec<DigitSets>,
}

impl SumTable {
    /// Returns the table for these digits. It is empty if there are too many of them.
    pub(super) fn new(values: Values) -> Self {
        let count = values.count();
        let all = if count > MOST_DIGITS { 0 } else { 1_usize << count };
        let sum = |set: usize| {
            let digits = (0..count).filter(|rank| set >> rank & 1 == 1);
            digits.map(|rank| u8::try_from(rank).unwrap_or(0) + values.least()).sum()
        };
        let of_sets: Vec<u8> = (0..all).map(sum).collect();
        let mut sets = vec![DigitSets::NONE; usize::from(of_sets.iter().copied().max().unwrap_or(0)) + 1];
        for (set, &sum) in of_sets.iter().enumerate() {
            sets[usize::from(sum)].0[set / 64] |= 1 << (set % 64);
        }
        Self { of_sets, sets }
    }

    /// Returns the sums of some sets, as bits.
    fn of(&self, sets: &DigitSets) -> u64 {
        let mut found = 0;
        if sets.0.iter().map(|word| word.count_ones()).sum::<u32>() < FEW_SETS {
            sets.each(|set| found |= 1_u64 << self.of_sets[set]);
        } else {
            for (sum, with_sum) in self.sets.iter().enumerate() {
                found |= u64::from(sets.meets(with_sum)) << sum;
            }
        }
        found
    }

    /// Returns those sets whose sum is one of these.
    fn keep(&self, sets: &DigitSets, sums: u64) -> DigitSets {
        let mut kept = DigitSets::NONE;
        let mut sums = sums;
        while sums != 0 {
            kept.join(&self.sets[sums.trailing_zeros() as usize]);
            sums &= sums - 1;
        }
        kept.0.iter_mut().zip(&sets.0).for_each(|(kept, word)| *kept &= word);
        kept
    }
}

/// The number of sets below which they are looked at one by one.
const FEW_SETS: u32 = 24;

/// Memory for one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct SumScratch {
    /// By cell of all groups the sets of digits of the cells of its group before it, and after each group the sets of all.
    before: Vec<DigitSets>,
    /// By group the sums of its sets, as bits.
    sums: Vec<u64>,
    reached: Vec<u64>,
    leads: Vec<u64>,
    /// By cell of all groups the digits that are supported.
    pub(super) supported: Vec<u32>,
    /// By group the digits that it has in any case.
    pub(super) required: Vec<u32>,
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
        Some(Self { groups, total, words, sums: Arc::clone(sums), seen })
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
        if self.total >= self.words * 64 || !self.read(&of, scratch) {
            return false;
        }
        let first = self.prepare_ends(scratch);
        scratch.leads[first + self.total / 64] = 1 << (self.total % 64);
        self.finish(of, scratch)
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

//! Sums of digits, some of which differ, on boards of few digits.

use crate::model::geometry::Values;
use crate::model::geometry::relation::Sum;

/// The number of a cell, row by row.
pub(super) type CellNumber = u16;

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
    /// By set of ranks the sum of the digits.
    sums: Vec<u8>,
}

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
}

impl GroupSum {
    /// Returns the sum, or `None` if there are too many digits or sums.
    pub(super) fn new(
        sum: &Sum,
        values: Values,
        number: impl Fn(crate::model::geometry::Cell) -> CellNumber,
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
        let sums = (0..1_usize << values.count())
            .map(|set| {
                let digits = (0..values.count()).filter(|rank| set >> rank & 1 == 1);
                digits.map(|rank| u8::try_from(rank).unwrap_or(0) + values.least()).sum()
            })
            .collect();
        // A total that no digits reach is beyond all sums.
        let total = usize::try_from(total).unwrap_or(usize::MAX);
        Some(Self { groups, total, words, sums })
    }

    pub(super) fn each_cell(&self, act: impl FnMut(CellNumber)) {
        self.groups.iter().flat_map(|group| &group.cells).copied().for_each(act);
    }

    /// Finds by cell, in the order of [`each_cell`](Self::each_cell), the digits that remain: in `scratch.supported`.
    /// Returns false if the sum cannot be reached.
    pub(super) fn support(&self, of: impl Fn(CellNumber) -> u32, scratch: &mut SumScratch) -> bool {
        if self.total >= self.words * 64 {
            return false;
        }
        let SumScratch { before, sums, reached, leads, supported } = scratch;
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
            let mut found = 0;
            sets.each(|set| found |= 1_u64 << self.sums[set]);
            if found == 0 {
                return false;
            }
            sums.push(found);
        }
        let words = self.words;
        let last = self.groups.len();
        leads.clear();
        leads.resize(words * (last + 1), 0);
        leads[last * words + self.total / 64] = 1 << (self.total % 64);
        for number in (1..last).rev() {
            let (before, after) = leads.split_at_mut((number + 1) * words);
            let before = &mut before[number * words..];
            self.each_shift(number, sums[number], |_, shift| or_right(before, &after[..words], shift));
        }
        reached.clear();
        reached.resize(2 * words, 0);
        reached[0] = 1;
        supported.clear();
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
                let mut kept = DigitSets::NONE;
                alive.each(|set| {
                    if allowed >> self.sums[set] & 1 == 1 {
                        kept.0[set / 64] |= 1 << (set % 64);
                    }
                });
                alive = kept;
            }
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

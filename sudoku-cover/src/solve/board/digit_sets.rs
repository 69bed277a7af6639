//! Sets of digits and the sums that they have, which cages and other sums share.

use crate::model::geometry::Values;

/// The greatest number of digits of a board whose sums are propagated here.
pub(super) const MOST_DIGITS: usize = 9;

const WORDS: usize = (1 << MOST_DIGITS) / 64;

/// The number of sets below which they are looked at one by one.
const FEW_SETS: u32 = 24;

/// A set of sets of digits: bit `s` stands for the set whose members are the bits of `s`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DigitSets(pub(super) [u64; WORDS]);

/// By rank below 6 the sets of a word that contain the digit.
pub(super) const WITH: [u64; 6] = [
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

    pub(super) fn meets(&self, others: &Self) -> bool {
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
    pub(super) fn common(&self) -> u32 {
        let all = self.0.iter().fold(0, |all, word| all | word);
        let has = |rank: usize| match WITH.get(rank) {
            Some(with) => all & !with == 0,
            None => (0..WORDS).all(|word| word >> (rank - 6) & 1 == 1 || self.0[word] == 0),
        };
        (0..MOST_DIGITS).filter(|&rank| has(rank)).fold(0, |digits, rank| digits | 1 << rank)
    }

    pub(super) fn each(&self, mut act: impl FnMut(usize)) {
        for (number, &word) in self.0.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                act(number * 64 + word.trailing_zeros() as usize);
                word &= word - 1;
            }
        }
    }
}

/// The sums of digits of all sets of ranks.
#[derive(Debug)]
pub(super) struct SumTable {
    /// By set the sum.
    of_sets: Vec<u8>,
    /// By sum the sets.
    sets: Vec<DigitSets>,
    /// By number of digits and sum the sets, one after the other.
    lists: Vec<Vec<Vec<u32>>>,
    /// The least digit.
    pub(super) least: i64,
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
        let mut lists = vec![vec![Vec::new(); sets.len()]; if all == 0 { 0 } else { count + 1 }];
        for (set, &sum) in (0_u32..).zip(&of_sets) {
            lists[set.count_ones() as usize][usize::from(sum)].push(set);
        }
        Self { of_sets, sets, lists, least: i64::from(values.least()) }
    }

    /// Returns the sum of some digits.
    pub(super) fn of_digits(&self, digits: u32) -> usize {
        usize::from(self.of_sets[digits as usize])
    }

    /// Returns the sets of so many digits that have a sum.
    pub(super) fn with(&self, count: usize, sum: usize) -> &[u32] {
        self.lists.get(count).and_then(|lists| lists.get(sum)).map_or(&[], |list| &list[..])
    }

    /// Returns the sums of some sets, as bits.
    pub(super) fn of(&self, sets: &DigitSets) -> u64 {
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
    pub(super) fn keep(&self, sets: &DigitSets, sums: u64) -> DigitSets {
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

/// Memory for one propagation.
#[derive(Clone, Debug, Default)]
pub(super) struct SumScratch {
    /// By cell of all groups the sets of digits of the cells of its group before it, and after each group the sets of all.
    pub(super) before: Vec<DigitSets>,
    /// By group the sums of its sets, as bits.
    pub(super) sums: Vec<u64>,
    pub(super) reached: Vec<u64>,
    pub(super) leads: Vec<u64>,
    /// By cell of all groups the digits that are supported.
    pub(super) supported: Vec<u32>,
    /// By group the digits that it has in any case.
    pub(super) required: Vec<u32>,
}

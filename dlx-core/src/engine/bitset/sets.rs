//! Sets of numbers as words of 64 bits.

use crate::problem::ids::wide;

/// Returns row `row` of a table of sets of `W` words.
#[inline(always)]
pub(super) fn words<const W: usize>(table: &[u64], row: usize) -> &[u64; W] {
    table[row * W..].first_chunk().expect("a table has whole rows")
}

/// Returns a word of the set of the numbers below `count`.
#[inline(always)]
pub(super) fn word_of_all(count: usize, word: usize) -> u64 {
    match count.saturating_sub(word * 64) {
        left @ 0..64 => (1 << left) - 1,
        _ => u64::MAX,
    }
}

/// Returns true if a set has no members.
#[inline(always)]
pub(super) fn is_empty(set: &[u64]) -> bool {
    set.iter().fold(0, |all, word| all | word) == 0
}

/// Returns the number of members of a set.
#[inline(always)]
pub(super) fn ones(set: &[u64]) -> usize {
    wide(set.iter().map(|word| word.count_ones()).sum())
}

/// Returns the number of members of a set that are below `number`.
pub(super) fn ones_below(set: &[u64], number: u32) -> u32 {
    let word = wide(number) / 64;
    let within = set[word] & ((1 << (number % 64)) - 1);
    set[..word].iter().map(|word| word.count_ones()).sum::<u32>() + within.count_ones()
}

/// Calls `visit` with each member of a set, in ascending order, until it returns false.
#[inline(always)]
pub(super) fn for_each(set: &[u64], mut visit: impl FnMut(usize) -> bool) {
    for (word, &bits) in set.iter().enumerate() {
        let mut bits = bits;
        while bits != 0 {
            if !visit(word * 64 + wide(bits.trailing_zeros())) {
                return;
            }
            bits &= bits - 1;
        }
    }
}

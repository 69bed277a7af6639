//! Sets of numbers as words of 64 bits.

use crate::problem::ids::{narrow, wide};

/// A table with a row for each member of a set of `N` words.
pub(super) type Rows<T, const N: usize> = [[T; 64]; N];

/// Returns a table as rows for the members of a set.
#[inline(always)]
pub(super) fn rows<T, const N: usize>(table: &[T]) -> &Rows<T, N> {
    table.as_chunks().0.first_chunk().expect("a table has a row for each bit of a set")
}

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
    let mut all = 0;
    for word in set {
        all |= word;
    }
    all == 0
}

/// Returns the number of members of a set.
#[inline(always)]
pub(super) fn ones(set: &[u64]) -> usize {
    let mut count = 0;
    for word in set {
        count += word.count_ones();
    }
    wide(count)
}

/// Returns the number of members of a set that are below `number`.
pub(super) fn ones_below(set: &[u64], number: u32) -> u32 {
    let word = wide(number) / 64;
    let within = set[word] & ((1 << (number % 64)) - 1);
    set[..word].iter().map(|word| word.count_ones()).sum::<u32>() + within.count_ones()
}

/// Fills a list with the members of a set of as many members. `words` returns its words.
#[inline(always)]
pub(super) fn fill(list: &mut [u32], words: impl Fn(usize) -> u64) {
    let (mut word, mut rest) = (0, words(0));
    for member in list {
        while rest == 0 {
            word += 1;
            rest = words(word);
        }
        *member = narrow(word * 64) + rest.trailing_zeros();
        rest &= rest - 1;
    }
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

//! Sets of items in registers: one or two words, or one or two vectors of eight words, each with its own
//! instructions.

use dlx_simd::{Lanes, Line};

/// The width of a set of items: its number of words, and how it is loaded, stored and combined.
pub(super) trait Width {
    const WORDS: usize;
    /// The set in registers.
    type Set<L: Lanes>: Copy;
    /// The set in memory, for access word by word.
    type Words: Copy;

    /// Loads a set of a row; `place` is its index in the row.
    fn load<L: Lanes>(lanes: L, row: &[Line], place: usize) -> Self::Set<L>;
    fn store<L: Lanes>(lanes: L, row: &mut [Line], place: usize, set: Self::Set<L>);
    fn none<L: Lanes>(lanes: L) -> Self::Set<L>;
    fn and<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L>;
    fn or<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L>;
    fn xor<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L>;
    /// Returns the items of `a` that are not in `b`.
    fn and_not<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L>;
    /// Returns the items that are in at least two of the sets.
    fn majority<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>, c: Self::Set<L>) -> Self::Set<L>;
    fn any<L: Lanes>(lanes: L, set: Self::Set<L>) -> bool;
    /// Returns which words are not 0, one bit each.
    fn filled<L: Lanes>(lanes: L, set: Self::Set<L>) -> u32;
    fn words<L: Lanes>(lanes: L, set: Self::Set<L>) -> Self::Words;
    fn word(words: &Self::Words, place: usize) -> u64;
}

/// Up to 64 items.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneWord;

/// Up to 128 items.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoWords;

/// Up to 512 items.
#[derive(Clone, Copy, Debug)]
pub(super) struct OneLine;

/// Up to 1024 items.
#[derive(Clone, Copy, Debug)]
pub(super) struct TwoLines;

/// Returns the word of a row with this index.
#[inline(always)]
fn word_of(row: &[Line], place: usize) -> u64 {
    row[place / 8].0[place % 8]
}

impl Width for OneWord {
    const WORDS: usize = 1;
    type Set<L: Lanes> = u64;
    type Words = u64;

    #[inline(always)]
    fn load<L: Lanes>(_: L, row: &[Line], place: usize) -> u64 {
        word_of(row, place)
    }

    #[inline(always)]
    fn store<L: Lanes>(_: L, row: &mut [Line], place: usize, set: u64) {
        row[place / 8].0[place % 8] = set;
    }

    #[inline(always)]
    fn none<L: Lanes>(_: L) -> u64 {
        0
    }

    #[inline(always)]
    fn and<L: Lanes>(_: L, a: u64, b: u64) -> u64 {
        a & b
    }

    #[inline(always)]
    fn or<L: Lanes>(_: L, a: u64, b: u64) -> u64 {
        a | b
    }

    #[inline(always)]
    fn xor<L: Lanes>(_: L, a: u64, b: u64) -> u64 {
        a ^ b
    }

    #[inline(always)]
    fn and_not<L: Lanes>(_: L, a: u64, b: u64) -> u64 {
        a & !b
    }

    #[inline(always)]
    fn majority<L: Lanes>(_: L, a: u64, b: u64, c: u64) -> u64 {
        (a & b) | (c & (a | b))
    }

    #[inline(always)]
    fn any<L: Lanes>(_: L, set: u64) -> bool {
        set != 0
    }

    #[inline(always)]
    fn filled<L: Lanes>(_: L, set: u64) -> u32 {
        u32::from(set != 0)
    }

    #[inline(always)]
    fn words<L: Lanes>(_: L, set: u64) -> u64 {
        set
    }

    #[inline(always)]
    fn word(words: &u64, _: usize) -> u64 {
        *words
    }
}

/// Implements a width that is twice another.
macro_rules! twice {
    ($width:ident, $half:ident) => {
        impl Width for $width {
            const WORDS: usize = 2 * $half::WORDS;
            type Set<L: Lanes> = [<$half as Width>::Set<L>; 2];
            type Words = [<$half as Width>::Words; 2];

            #[inline(always)]
            fn load<L: Lanes>(lanes: L, row: &[Line], place: usize) -> Self::Set<L> {
                [$half::load(lanes, row, 2 * place), $half::load(lanes, row, 2 * place + 1)]
            }

            #[inline(always)]
            fn store<L: Lanes>(lanes: L, row: &mut [Line], place: usize, [low, high]: Self::Set<L>) {
                $half::store(lanes, row, 2 * place, low);
                $half::store(lanes, row, 2 * place + 1, high);
            }

            #[inline(always)]
            fn none<L: Lanes>(lanes: L) -> Self::Set<L> {
                [$half::none(lanes); 2]
            }

            #[inline(always)]
            fn and<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L> {
                [$half::and(lanes, a[0], b[0]), $half::and(lanes, a[1], b[1])]
            }

            #[inline(always)]
            fn or<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L> {
                [$half::or(lanes, a[0], b[0]), $half::or(lanes, a[1], b[1])]
            }

            #[inline(always)]
            fn xor<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L> {
                [$half::xor(lanes, a[0], b[0]), $half::xor(lanes, a[1], b[1])]
            }

            #[inline(always)]
            fn and_not<L: Lanes>(lanes: L, a: Self::Set<L>, b: Self::Set<L>) -> Self::Set<L> {
                [$half::and_not(lanes, a[0], b[0]), $half::and_not(lanes, a[1], b[1])]
            }

            #[inline(always)]
            fn majority<L: Lanes>(
                lanes: L,
                a: Self::Set<L>,
                b: Self::Set<L>,
                c: Self::Set<L>,
            ) -> Self::Set<L> {
                [$half::majority(lanes, a[0], b[0], c[0]), $half::majority(lanes, a[1], b[1], c[1])]
            }

            #[inline(always)]
            fn any<L: Lanes>(lanes: L, set: Self::Set<L>) -> bool {
                $half::any(lanes, $half::or(lanes, set[0], set[1]))
            }

            #[inline(always)]
            fn filled<L: Lanes>(lanes: L, set: Self::Set<L>) -> u32 {
                $half::filled(lanes, set[0]) | $half::filled(lanes, set[1]) << $half::WORDS
            }

            #[inline(always)]
            fn words<L: Lanes>(lanes: L, set: Self::Set<L>) -> Self::Words {
                [$half::words(lanes, set[0]), $half::words(lanes, set[1])]
            }

            #[inline(always)]
            fn word(words: &Self::Words, place: usize) -> u64 {
                let (half, place) = if place < $half::WORDS { (0, place) } else { (1, place - $half::WORDS) };
                $half::word(&words[half], place)
            }
        }
    };
}

twice!(TwoWords, OneWord);
twice!(TwoLines, OneLine);

impl Width for OneLine {
    const WORDS: usize = 8;
    type Set<L: Lanes> = L::Vector;
    type Words = Line;

    #[inline(always)]
    fn load<L: Lanes>(lanes: L, row: &[Line], place: usize) -> L::Vector {
        lanes.load(&row[place])
    }

    #[inline(always)]
    fn store<L: Lanes>(lanes: L, row: &mut [Line], place: usize, set: L::Vector) {
        row[place] = lanes.store(set);
    }

    #[inline(always)]
    fn none<L: Lanes>(lanes: L) -> L::Vector {
        lanes.splat(0)
    }

    #[inline(always)]
    fn and<L: Lanes>(lanes: L, a: L::Vector, b: L::Vector) -> L::Vector {
        lanes.and(a, b)
    }

    #[inline(always)]
    fn or<L: Lanes>(lanes: L, a: L::Vector, b: L::Vector) -> L::Vector {
        lanes.or(a, b)
    }

    #[inline(always)]
    fn xor<L: Lanes>(lanes: L, a: L::Vector, b: L::Vector) -> L::Vector {
        lanes.xor(a, b)
    }

    #[inline(always)]
    fn and_not<L: Lanes>(lanes: L, a: L::Vector, b: L::Vector) -> L::Vector {
        lanes.and_not(a, b)
    }

    #[inline(always)]
    fn majority<L: Lanes>(lanes: L, a: L::Vector, b: L::Vector, c: L::Vector) -> L::Vector {
        lanes.majority(a, b, c)
    }

    #[inline(always)]
    fn any<L: Lanes>(lanes: L, set: L::Vector) -> bool {
        lanes.any(set)
    }

    #[inline(always)]
    fn filled<L: Lanes>(lanes: L, set: L::Vector) -> u32 {
        u32::from(!lanes.zeros(set))
    }

    #[inline(always)]
    fn words<L: Lanes>(lanes: L, set: L::Vector) -> Line {
        lanes.store(set)
    }

    #[inline(always)]
    fn word(words: &Line, place: usize) -> u64 {
        words.0[place % 8]
    }
}

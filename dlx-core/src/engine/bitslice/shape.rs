//! The sizes of rows, and the kernels compiled for each size.

use std::marker::PhantomData;

use dlx_simd::{Instructions, Kernel, Lanes, Line};

use super::width::{OneLine, OneWord, TwoLines, TwoWords, Width};

/// The layout of a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// Number of words of a set.
    pub(super) words: usize,
    /// Greatest number of options of an item.
    pub(super) slots: usize,
    /// Number of lines of a row.
    pub(super) lines: usize,
}

/// A task on rows of a size known at compile time. `carry_out` is `inline(always)` in every implementation.
pub(super) trait ShapedTask {
    type Output;

    fn carry_out<W: Width, const SLOTS: usize, const LINES: usize, L: Lanes>(self, lanes: L) -> Self::Output;
}

/// A task with the size of its rows.
struct Shaped<T, W, const SLOTS: usize, const LINES: usize>(T, PhantomData<W>);

impl<T: ShapedTask, W: Width, const SLOTS: usize, const LINES: usize> Kernel for Shaped<T, W, SLOTS, LINES> {
    type Output = T::Output;

    #[inline(always)]
    fn run<L: Lanes>(self, lanes: L) -> T::Output {
        self.0.carry_out::<W, SLOTS, LINES, L>(lanes)
    }
}

/// Returns the number of lines of a row of `slots + 1` sets of `words` words.
const fn lines(words: usize, slots: usize) -> usize {
    (words * (slots + 1)).div_ceil(8)
}

/// The sizes by width: those whose sets are words, and those whose sets are vectors. Each size adds one
/// kernel for each level of instructions; a problem whose exact size is not listed uses larger rows.
macro_rules! shapes {
    (words { $($word:ident: $($few:literal)*;)* } vectors { $($vector:ident: $($many:literal)*;)* }) => {
        pub(super) const SHAPES: &[(usize, usize)] =
            &[$($(($word::WORDS, $few),)*)* $($(($vector::WORDS, $many),)*)*];

        /// Runs the task, compiled for this shape and these instructions.
        #[inline]
        pub(super) fn run<T: ShapedTask>(shape: Shape, instructions: Instructions, task: T) -> T::Output {
            match (shape.words, shape.slots) {
                $($(($word::WORDS, $few) => instructions.run_on_words(
                    Shaped::<T, $word, $few, { lines($word::WORDS, $few) }>(task, PhantomData),
                ),)*)*
                $($(($vector::WORDS, $many) => instructions.run(
                    Shaped::<T, $vector, $many, { lines($vector::WORDS, $many) }>(task, PhantomData),
                ),)*)*
                _ => unreachable!("every shape is listed"),
            }
        }
    };
}

shapes! {
    words {
        OneWord: 4 8 12 16;
        TwoWords: 6 16;
    }
    vectors {
        OneLine: 4 9 10 16;
        TwoLines: 16;
    }
}

impl Shape {
    /// Returns the smallest shape for these numbers of items and of options of an item.
    pub(super) fn of(items: usize, options: usize) -> Option<Self> {
        let fits = |&&(words, slots): &&(usize, usize)| items <= 64 * words && options <= slots;
        let &(words, slots) = SHAPES.iter().find(fits)?;
        Some(Self { words, slots, lines: lines(words, slots) })
    }

    /// Returns the position of an item of a set in a row: line, word and bit.
    fn place(self, set: usize, item: usize) -> (usize, usize, u64) {
        let word = set * self.words + item / 64;
        (word / 8, word % 8, 1 << (item % 64))
    }

    pub(super) fn contains(self, row: &[Line], set: usize, item: usize) -> bool {
        let (line, word, bit) = self.place(set, item);
        row[line].0[word] & bit != 0
    }

    pub(super) fn insert(self, row: &mut [Line], set: usize, item: usize) {
        let (line, word, bit) = self.place(set, item);
        row[line].0[word] |= bit;
    }

    pub(super) fn remove(self, row: &mut [Line], set: usize, item: usize) {
        let (line, word, bit) = self.place(set, item);
        row[line].0[word] &= !bit;
    }
}

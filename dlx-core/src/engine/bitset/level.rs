//! A level, and the iteration through its options word by word.

use crate::problem::ids::{narrow, wide};

/// No option, or no sort.
pub(super) const NONE: u32 = u32::MAX;

/// A choice among the options of one item, at least two. The options are a set stored with the node of the
/// level; the argument `ways` of the methods returns a word of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionLevel {
    /// The item, by its number in the subproblem.
    pub(super) item: u32,
    /// Number of options.
    pub(super) of: u32,
    /// The current option, by its number in the subproblem, or [`NONE`].
    pub(super) at: u32,
    /// Index of the current word of options.
    word: u32,
    /// The options of the current word that have not been tried.
    untried: u64,
    /// Length of the path when the level was opened.
    pub(super) path: u32,
    /// The sort of the node for [`Estimates`](super::estimates::Estimates), or [`NONE`].
    pub(super) sort: u32,
    /// Number of scans made before the level was opened.
    pub(super) scans: u64,
}

impl OptionLevel {
    /// A placeholder where no level is open.
    pub(super) const NONE: Self =
        Self { item: 0, of: 0, at: NONE, word: 0, untried: 0, path: 0, sort: NONE, scans: 0 };

    /// Returns a level for an item with `of` options, at a path of this length. [`begin`](Self::begin) must
    /// be called before its options are iterated.
    #[inline(always)]
    pub(super) fn new(item: u32, of: u32, path: usize) -> Self {
        Self { item, of, path: narrow(path), ..Self::NONE }
    }

    /// Moves before the first option.
    #[inline(always)]
    pub(super) fn begin(&mut self, ways: impl Fn(usize) -> u64) {
        self.word = 0;
        self.untried = ways(0);
    }

    /// Moves to the word that contains the next option. Returns whether there is one before word `end`.
    #[inline(always)]
    pub(super) fn seek(&mut self, end: usize, ways: impl Fn(usize) -> u64) -> bool {
        while self.untried == 0 && wide(self.word) + 1 < end {
            self.word += 1;
            self.untried = ways(wide(self.word));
        }
        self.untried != 0
    }

    /// Moves to the next option, which is in the word that [`seek`](Self::seek) found. Returns it.
    #[inline(always)]
    pub(super) fn take(&mut self) -> usize {
        self.at = self.word * u64::BITS + self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
        wide(self.at)
    }

    /// Returns the number of options tried, including the current one.
    pub(super) fn tried(&self, ways: impl Fn(usize) -> u64) -> u32 {
        if self.at == NONE {
            return 0;
        }
        let (last, bit) = (wide(self.at / u64::BITS), self.at % u64::BITS);
        let before: u32 = (0..last).map(|word| ways(word).count_ones()).sum();
        before + (ways(last) & (u64::MAX >> (u64::BITS - 1 - bit))).count_ones()
    }
}

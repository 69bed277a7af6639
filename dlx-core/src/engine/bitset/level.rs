//! A level, and going through its options word by word.

use crate::problem::ids::{narrow, wide};

/// No option, no sort.
pub(super) const NONE: u32 = u32::MAX;

/// A choice among the options of one item, at least two. Its options are a set that the node of the level holds:
/// `ways` gives a word of it.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionLevel {
    /// The item, by its number in the part.
    pub(super) item: u32,
    /// How many ways there are.
    pub(super) of: u32,
    /// The option in work, by its number in the part, or [`NONE`].
    pub(super) at: u32,
    /// The word of the options that is gone through.
    word: u32,
    /// Its options that have not been tried.
    untried: u64,
    /// How long the path was when the level was opened.
    pub(super) path: u32,
    /// The sort of node for [`Estimates`](super::estimates::Estimates), or [`NONE`].
    pub(super) sort: u32,
    /// The number of scans before the level was opened.
    pub(super) scans: u64,
}

impl OptionLevel {
    /// Before any is opened.
    pub(super) const NONE: Self =
        Self { item: 0, of: 0, at: NONE, word: 0, untried: 0, path: 0, sort: NONE, scans: 0 };

    /// A level at an item with so many options, where the path is so long. It [begins](Self::begin) before it is gone
    /// through.
    #[inline(always)]
    pub(super) fn new(item: u32, of: u32, path: usize) -> Self {
        Self { item, of, path: narrow(path), ..Self::NONE }
    }

    /// Puts the level before its first option, which is in this word or a later one.
    #[inline(always)]
    pub(super) fn begin(&mut self, word: usize, ways: impl Fn(usize) -> u64) {
        self.word = narrow(word);
        self.untried = ways(word);
    }

    /// Goes to the word in which the next option is: whether there is one before word `end`.
    #[inline(always)]
    pub(super) fn seek(&mut self, end: usize, ways: impl Fn(usize) -> u64) -> bool {
        while self.untried == 0 && wide(self.word) + 1 < end {
            self.word += 1;
            self.untried = ways(wide(self.word));
        }
        self.untried != 0
    }

    /// Goes on to the next option, which is in the word that was sought.
    #[inline(always)]
    pub(super) fn take(&mut self) -> usize {
        self.at = self.word * u64::BITS + self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
        wide(self.at)
    }

    /// How many options have been tried, the one in work included. None is before word `first`.
    pub(super) fn tried(&self, first: usize, ways: impl Fn(usize) -> u64) -> u32 {
        if self.at == NONE {
            return 0;
        }
        let (last, bit) = (wide(self.at / u64::BITS), self.at % u64::BITS);
        let before: u32 = (first..last).map(|word| ways(word).count_ones()).sum();
        before + (ways(last) & (u64::MAX >> (u64::BITS - 1 - bit))).count_ones()
    }
}

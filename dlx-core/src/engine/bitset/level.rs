//! A level, and the iteration through its options word by word.
//!
//! The options of a level have places: in a wide subproblem the positions in a list, in others their numbers.

use crate::problem::ids::{narrow, wide};

/// No option, or no sort.
pub(super) const NONE: u32 = u32::MAX;

/// A choice among the options of one item, at least two. The argument `ways` of the methods returns a word of
/// the set of their places.
#[derive(Clone, Copy, Debug)]
pub(super) struct OptionLevel {
    /// The item, by its number in the subproblem.
    pub(super) item: u32,
    /// Number of options.
    pub(super) of: u32,
    /// The place of the current option, or [`NONE`].
    pub(super) place: u32,
    /// Index of the current word of places.
    word: u32,
    /// The places of the current word that have not been tried.
    untried: u64,
    /// Where the list of the options begins, in a wide subproblem.
    pub(super) list: u32,
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
        Self { item: 0, of: 0, place: NONE, word: 0, untried: 0, list: 0, path: 0, sort: NONE, scans: 0 };

    /// Returns a level for an item with `of` options, at a path of this length. [`begin`](Self::begin) must
    /// be called before its options are iterated.
    #[inline(always)]
    pub(super) fn new(item: u32, of: u32, path: usize) -> Self {
        Self { item, of, path: narrow(path), ..Self::NONE }
    }

    /// Returns where the list of the options ends, in a wide subproblem.
    #[inline(always)]
    pub(super) fn end_of_list(&self) -> u32 {
        self.list + self.of
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
        self.has_untried()
    }

    /// Returns true if a place of the current word was not tried.
    #[inline(always)]
    pub(super) fn has_untried(&self) -> bool {
        self.untried != 0
    }

    /// Moves to the next place, which is in the word that [`seek`](Self::seek) found.
    #[inline(always)]
    pub(super) fn take(&mut self) {
        self.place = self.word * u64::BITS + self.untried.trailing_zeros();
        self.untried &= self.untried - 1;
    }

    /// Moves over the next places up to the first that is not among the dead ends, but over `most` at most. `dead`
    /// are dead ends among the first 64 places. Returns the number of places.
    #[inline(always)]
    pub(super) fn pass_dead_ends(&mut self, dead: u64, most: u64) -> u64 {
        let dead = if self.word == 0 { dead } else { 0 };
        let next = self.untried & !dead;
        let mut passed = self.untried & next.wrapping_sub(1) & !next;
        if passed == 0 {
            return 0;
        }
        if u64::from(passed.count_ones()) > most {
            passed = 1 << passed.trailing_zeros();
        }
        self.place = passed.ilog2();
        self.untried &= !passed;
        passed.count_ones().into()
    }

    /// Returns the number of options tried, including the current one.
    pub(super) fn tried(&self, ways: impl Fn(usize) -> u64) -> u32 {
        if self.place == NONE {
            return 0;
        }
        let (last, bit) = (wide(self.place / u64::BITS), self.place % u64::BITS);
        let before: u32 = (0..last).map(|word| ways(word).count_ones()).sum();
        before + (ways(last) & (u64::MAX >> (u64::BITS - 1 - bit))).count_ones()
    }
}

//! Sets of cells and of digits as bits: a word for up to 32 digits or places of a house, ten words for all
//! cells.

use crate::model::geometry::MAX_SIDE;

const BITS: usize = 64;
const WORDS: usize = (MAX_SIDE * MAX_SIDE).div_ceil(BITS);

/// Returns the numbers of the bits that are set, in ascending order.
pub(crate) fn bits(mut mask: u32) -> impl Iterator<Item = usize> + Clone {
    std::iter::from_fn(move || {
        let bit = first_bit(mask)?;
        mask &= mask - 1;
        Some(bit)
    })
}

/// Returns the number of the lowest bit that is set.
pub(crate) fn first_bit(mask: u32) -> Option<usize> {
    (mask != 0).then_some(mask.trailing_zeros() as usize)
}

/// Returns the number of bits that are set.
pub(crate) fn count(mask: u32) -> usize {
    mask.count_ones() as usize
}

/// Cells by their place in the row by row order.
// Large enough for the largest board. Boards of side 9 leave eight words at zero, which costs less than a
// type for each size.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct CellSet([u64; WORDS]);

impl CellSet {
    pub(crate) const EMPTY: CellSet = CellSet([0; WORDS]);

    pub(crate) fn insert(&mut self, cell: usize) {
        self.0[cell / BITS] |= 1 << (cell % BITS);
    }

    pub(crate) fn remove(&mut self, cell: usize) {
        self.0[cell / BITS] &= !(1 << (cell % BITS));
    }

    pub(crate) fn contains(&self, cell: usize) -> bool {
        self.0[cell / BITS] >> (cell % BITS) & 1 == 1
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn is_subset_of(&self, other: &CellSet) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, theirs)| mine & !theirs == 0)
    }

    pub(crate) fn and(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }

    pub(crate) fn or(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|word| self.0[word] | other.0[word]))
    }

    pub(crate) fn minus(&self, other: &CellSet) -> CellSet {
        CellSet(std::array::from_fn(|word| self.0[word] & !other.0[word]))
    }

    pub(crate) fn first(&self) -> Option<usize> {
        self.iter().next()
    }

    /// Returns the cells in ascending order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> + use<> {
        let mut rest = *self;
        let mut word = 0;
        std::iter::from_fn(move || {
            while word < WORDS && rest.0[word] == 0 {
                word += 1;
            }
            let bit = rest.0.get(word)?.trailing_zeros() as usize;
            rest.0[word] &= rest.0[word] - 1;
            Some(word * BITS + bit)
        })
    }
}

impl FromIterator<usize> for CellSet {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> CellSet {
        let mut set = CellSet::EMPTY;
        for cell in cells {
            set.insert(cell);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_holds_what_was_put_in_and_not_taken_out() {
        let mut set: CellSet = [624, 3, 64, 63].into_iter().collect();
        set.remove(63);
        assert_eq!(set.iter().collect::<Vec<_>>(), [3, 64, 624]);
        assert_eq!((set.len(), set.contains(64), set.contains(63)), (3, true, false));
        let other: CellSet = [3, 5].into_iter().collect();
        assert_eq!(set.and(&other).iter().collect::<Vec<_>>(), [3]);
        assert_eq!(set.minus(&other).iter().collect::<Vec<_>>(), [64, 624]);
        assert_eq!(set.or(&other).len(), 4);
        assert!(set.and(&other).is_subset_of(&other) && !set.is_subset_of(&other));
        assert!(CellSet::EMPTY.is_empty() && CellSet::EMPTY.iter().next().is_none());
    }

    #[test]
    fn bits_come_in_ascending_order() {
        assert_eq!(bits(0b1010_0001).collect::<Vec<_>>(), [0, 5, 7]);
        assert_eq!((count(0b1010_0001), first_bit(0)), (3, None));
    }
}

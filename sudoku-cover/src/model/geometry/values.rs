//! The digits of a board: 1 to N on usual boards of side N.
//!
//! Digits are stored by their values. What is stored by digit, such as the options of a cell, is in the order of their
//! [ranks](Values::rank), from 0.

use std::fmt;
use std::str::FromStr;

use super::{Digit, MAX_SIDE};

/// Consecutive digits from 0 or 1 on, which the cells of a board may hold. Displayed as `0-8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Values {
    least: u8,
    greatest: u8,
}

impl Values {
    /// Returns the digits 1 to N of a usual board of this side.
    pub(crate) const fn of_side(side: u8) -> Values {
        Values { least: 1, greatest: side }
    }

    /// Returns the digits from one to another, or `None` if the least is neither 0 nor 1, or they are not 1 to 25
    /// digits of at most 25.
    ///
    /// ```
    /// use sudoku_cover::Values;
    ///
    /// let digits: Vec<u8> = Values::new(0, 3).ok_or("digits")?.digits().map(|digit| digit.value()).collect();
    /// assert_eq!(digits, [0, 1, 2, 3]);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub const fn new(least: u8, greatest: u8) -> Option<Values> {
        let is_known = least <= 1 && greatest >= least && ((greatest - least) as usize) < MAX_SIDE;
        if is_known && greatest as usize <= MAX_SIDE { Some(Values { least, greatest }) } else { None }
    }

    /// Returns the value of the least digit: 0 or 1.
    #[must_use]
    pub const fn least(self) -> u8 {
        self.least
    }

    /// Returns the value of the greatest digit.
    #[must_use]
    pub const fn greatest(self) -> u8 {
        self.greatest
    }

    /// Returns the number of digits.
    #[must_use]
    pub const fn count(self) -> usize {
        (self.greatest - self.least) as usize + 1
    }

    /// Returns the digits in ascending order.
    pub fn digits(self) -> impl Iterator<Item = Digit> + use<> {
        (self.least..=self.greatest).filter_map(Digit::of_value)
    }

    /// Returns the digit of this value, if it is one of these.
    #[must_use]
    pub fn digit(self, value: u32) -> Option<Digit> {
        u8::try_from(value).ok().and_then(Digit::of_value).filter(|&digit| self.contains(digit))
    }

    /// Returns the number that stands for the content of a cell where cells are numbers: that of its digit, and for a
    /// blank cell one less than the least digit, which is 0, or -1 on a board with a digit 0.
    #[must_use]
    pub fn number(self, content: Option<Digit>) -> i8 {
        // Digits are 25 at most.
        content.map_or(self.least.cast_signed() - 1, |digit| digit.value().cast_signed())
    }

    /// Returns the content of a cell for which this number stands, or `None` if it is no digit of the board. A blank cell is
    /// -1, and also 0 unless that is a digit.
    ///
    /// ```
    /// use sudoku_cover::{Digit, Values};
    ///
    /// let (usual, from_zero) = (Values::new(1, 9).ok_or("digits")?, Values::new(0, 8).ok_or("digits")?);
    /// assert_eq!(usual.content(0), Some(None));
    /// assert_eq!(from_zero.content(0), Some(Some(Digit::ZERO)));
    /// assert_eq!(from_zero.content(-1), Some(None));
    /// assert_eq!(from_zero.content(9), None);
    /// # Ok::<(), &str>(())
    /// ```
    #[must_use]
    pub fn content(self, number: i8) -> Option<Option<Digit>> {
        if number == -1 || number == self.number(None) {
            return Some(None);
        }
        u32::try_from(number).ok().and_then(|value| self.digit(value)).map(Some)
    }

    /// Returns true if the digit is one of these.
    #[must_use]
    pub const fn contains(self, digit: Digit) -> bool {
        self.least <= digit.value() && digit.value() <= self.greatest
    }

    /// Returns the number of digits below this one.
    pub(crate) const fn rank(self, digit: Digit) -> usize {
        digit.value().saturating_sub(self.least) as usize
    }

    /// Returns the digit of this rank, if there is one.
    pub(crate) fn at(self, rank: usize) -> Option<Digit> {
        u32::try_from(rank).ok().and_then(|rank| self.digit(rank + u32::from(self.least)))
    }

    /// Returns the digits as bits, bit 1 for digit 1.
    pub(crate) const fn bits(self) -> u32 {
        (2_u32 << self.greatest) - (1 << self.least)
    }

    /// Returns the sum of all digits.
    pub(crate) fn sum(self) -> u32 {
        self.digits().map(|digit| u32::from(digit.value())).sum()
    }

    /// Returns the least and the greatest sum of `count` different digits; of all of them if there are fewer.
    pub(crate) fn sums(self, count: usize) -> (u32, u32) {
        let value = |digit: Digit| u32::from(digit.value());
        let least = self.digits().take(count).map(value).sum();
        let greatest = self.digits().skip(self.count().saturating_sub(count)).map(value).sum();
        (least, greatest)
    }
}

impl fmt::Display for Values {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.least, self.greatest)
    }
}

/// A text that is not the first and the last digit of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected the first digit, 0 or 1, and the last one, at most {MAX_SIDE}, such as 0-8")]
pub struct ValuesError;

impl FromStr for Values {
    type Err = ValuesError;

    fn from_str(text: &str) -> Result<Values, ValuesError> {
        let parsed = || {
            let (least, greatest) = text.split_once('-')?;
            Values::new(least.parse().ok()?, greatest.parse().ok()?)
        };
        parsed().ok_or(ValuesError)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_have_digits_ranks_bits_and_sums() {
        for least in 0..=1 {
            for greatest in least..=24 {
                let values = Values::new(least, greatest).unwrap();
                let all: Vec<u8> = (least..=greatest).collect();
                assert!(values.digits().map(Digit::value).eq(all.iter().copied()));
                assert_eq!(values.count(), all.len());
                assert_eq!(values.bits(), all.iter().fold(0, |bits, value| bits | 1 << value));
                assert_eq!(values.sum(), all.iter().copied().map(u32::from).sum::<u32>());
                for (rank, digit) in values.digits().enumerate() {
                    assert_eq!((values.rank(digit), values.at(rank)), (rank, Some(digit)));
                }
                assert_eq!(values.at(all.len()), None);
                assert_eq!(values.to_string().parse(), Ok(values));
                for count in 0..=all.len() {
                    let sum = |digits: &[u8]| digits.iter().copied().map(u32::from).sum::<u32>();
                    assert_eq!(values.sums(count), (sum(&all[..count]), sum(&all[all.len() - count..])));
                }
            }
        }
    }

    #[test]
    fn texts_that_are_no_range_are_refused() {
        for text in ["", "9", "2-9", "5-4", "0-25", "1-26", "-1-8", "0-", "a-b"] {
            assert!(text.parse::<Values>().is_err(), "{text}");
        }
    }
}

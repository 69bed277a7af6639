//! Numbers that never wrap: an addition or a product that does not fit says so, and the work goes on in the next
//! wider type. Most counts fit in a word, and a table of words is the smallest and the fastest.

use std::fmt::Debug;

use num_bigint::BigUint;
use ruint::aliases::{U256, U512};
use thiserror::Error;

/// A value does not fit in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the number does not fit in its type")]
pub struct Overflow;

/// A natural number of some width.
pub(crate) trait Number: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The next type that holds more; the widest is its own.
    type Wider: Number;

    fn from_word(word: u64) -> Self;
    fn plus(&self, other: &Self) -> Result<Self, Overflow>;
    fn times(&self, other: &Self) -> Result<Self, Overflow>;
    fn is_zero(&self) -> bool;
    /// How many times `of` goes into 2^64 times this number, which is less than `of`: the first 64 binary digits
    /// of the quotient.
    fn share(&self, of: &Self) -> u64;
    fn widen(&self) -> Self::Wider;
    fn to_big(&self) -> BigUint;
    /// What the number holds besides itself.
    fn bytes_elsewhere(&self) -> usize {
        0
    }
}

macro_rules! words {
    ($word:ty, $wider:ty, $widen:expr) => {
        impl Number for $word {
            type Wider = $wider;

            #[inline]
            fn from_word(word: u64) -> Self {
                word.into()
            }

            #[inline]
            fn plus(&self, other: &Self) -> Result<Self, Overflow> {
                self.checked_add(*other).ok_or(Overflow)
            }

            #[inline]
            fn times(&self, other: &Self) -> Result<Self, Overflow> {
                self.checked_mul(*other).ok_or(Overflow)
            }

            #[inline]
            fn is_zero(&self) -> bool {
                *self == 0
            }

            fn share(&self, of: &Self) -> u64 {
                let quotient: $wider = (self.widen() << 64_usize) / of.widen();
                quotient.try_into().expect("a share of less than all has 64 binary digits")
            }

            fn widen(&self) -> $wider {
                $widen(*self)
            }

            fn to_big(&self) -> BigUint {
                (*self).into()
            }
        }
    };
}

words!(u64, u128, u128::from);
words!(u128, U256, U256::from);

macro_rules! vectors {
    ($vector:ty, $wider:ty, $widen:expr) => {
        impl Number for $vector {
            type Wider = $wider;

            fn from_word(word: u64) -> Self {
                Self::from(word)
            }

            #[inline]
            fn plus(&self, other: &Self) -> Result<Self, Overflow> {
                self.checked_add(*other).ok_or(Overflow)
            }

            #[inline]
            fn times(&self, other: &Self) -> Result<Self, Overflow> {
                self.checked_mul(*other).ok_or(Overflow)
            }

            #[inline]
            fn is_zero(&self) -> bool {
                *self == Self::ZERO
            }

            fn share(&self, of: &Self) -> u64 {
                let quotient: $wider = (self.widen() << 64_usize) / of.widen();
                quotient.try_into().expect("a share of less than all has 64 binary digits")
            }

            fn widen(&self) -> $wider {
                $widen(self)
            }

            fn to_big(&self) -> BigUint {
                BigUint::from_bytes_le(&self.to_le_bytes_vec())
            }
        }
    };
}

vectors!(U256, U512, |small: &U256| U512::from(*small));
vectors!(U512, BigUint, Number::to_big);

impl Number for BigUint {
    type Wider = Self;

    fn from_word(word: u64) -> Self {
        word.into()
    }

    fn plus(&self, other: &Self) -> Result<Self, Overflow> {
        Ok(self + other)
    }

    fn times(&self, other: &Self) -> Result<Self, Overflow> {
        Ok(self * other)
    }

    fn is_zero(&self) -> bool {
        *self == Self::ZERO
    }

    fn share(&self, of: &Self) -> u64 {
        ((self << 64u32) / of).try_into().expect("a share of less than all has 64 binary digits")
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn bytes_elsewhere(&self) -> usize {
        self.iter_u64_digits().len() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles 1 until it does not fit, and goes on in the wider type; answers how many times it could.
    fn doublings<N: Number>() -> usize {
        let (mut number, mut big, mut times) = (N::from_word(1), BigUint::from(1u32), 0);
        loop {
            assert_eq!(number.to_big(), big);
            assert_eq!(number.widen().to_big(), big);
            let (Ok(sum), Ok(product)) = (number.plus(&number), number.times(&N::from_word(2))) else {
                return times;
            };
            assert_eq!(sum, product);
            (number, big, times) = (sum, big * 2u32, times + 1);
            if times == 1000 {
                return times;
            }
        }
    }

    #[test]
    fn each_width_holds_what_its_bits_hold_and_says_when_more_comes() {
        assert_eq!(doublings::<u64>(), 63);
        assert_eq!(doublings::<u128>(), 127);
        assert_eq!(doublings::<U256>(), 255);
        assert_eq!(doublings::<U512>(), 511);
        assert_eq!(doublings::<BigUint>(), 1000);
    }

    #[test]
    fn nothing_is_zero_but_zero() {
        assert!(u64::default().is_zero() && U256::default().is_zero() && BigUint::default().is_zero());
        assert!(!u128::from_word(1).is_zero() && !U512::from_word(1).is_zero());
    }

    #[test]
    fn a_share_is_the_first_digits_of_the_quotient() {
        fn check<N: Number>() {
            let number = N::from_word;
            assert_eq!(number(1).share(&number(2)), 1 << 63);
            assert_eq!(number(1).share(&number(3)), u64::MAX / 3);
            assert_eq!(number(u64::MAX - 1).share(&number(u64::MAX)), u64::MAX - 1);
            assert_eq!(number(0).share(&number(7)), 0);
        }
        check::<u64>();
        check::<u128>();
        check::<U256>();
        check::<U512>();
        check::<BigUint>();
    }
}

//! Numbers that never wrap: an addition or a product that does not fit returns an error, and the work
//! continues in the next wider type. Most counts fit in a word, and a table of words is the smallest and the
//! fastest.

use std::fmt::Debug;

use num_bigint::BigUint;
use ruint::aliases::{U128, U256, U512};
use thiserror::Error;

use crate::problem::ids::narrow;

/// A value does not fit in its type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("the number does not fit in its type")]
pub struct Overflow;

/// A natural number of some width.
pub(crate) trait Number: Clone + Debug + Default + PartialEq + Send + Sync + 'static {
    /// The next wider type; the widest type is its own.
    type Wider: Number;
    /// A wider type, with fewer sizes to choose from, where each size adds much machine code: pairs of words
    /// after words, then numbers of any size.
    type Leap: Number;
    /// Greatest number of bits of a number.
    const BITS: u32;

    fn from_word(word: u64) -> Self;
    fn plus(&self, other: &Self) -> Result<Self, Overflow>;
    fn times(&self, other: &Self) -> Result<Self, Overflow>;
    fn is_zero(&self) -> bool;
    /// Returns the number of bits without leading zeros.
    fn bits(&self) -> u32;
    /// Returns the first 64 binary digits of the quotient of this number and a greater one: 2^64 times this
    /// number divided by `of`, rounded down.
    fn share(&self, of: &Self) -> u64;
    fn widen(&self) -> Self::Wider;
    fn leap(&self) -> Self::Leap;
    fn to_big(&self) -> BigUint;
    /// Returns the number of bytes of a number outside its type.
    fn outside_bytes(&self) -> usize {
        0
    }
}

const SHARE_FITS: &str = "a share of less than all has 64 binary digits";

impl Number for u64 {
    type Wider = U128;
    type Leap = U128;
    const BITS: u32 = Self::BITS;

    #[inline]
    fn from_word(word: u64) -> Self {
        word
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

    fn bits(&self) -> u32 {
        Self::BITS - self.leading_zeros()
    }

    fn share(&self, of: &Self) -> u64 {
        u64::try_from((u128::from(*self) << 64) / u128::from(*of)).expect(SHARE_FITS)
    }

    fn widen(&self) -> U128 {
        U128::from(*self)
    }

    fn leap(&self) -> U128 {
        self.widen()
    }

    fn to_big(&self) -> BigUint {
        (*self).into()
    }
}

/// Arrays of words, which in a table do not need padding next to words, as `u128` would.
macro_rules! vectors {
    ($vector:ty, $wider:ty, $widen:expr) => {
        impl Number for $vector {
            type Wider = $wider;
            type Leap = BigUint;
            const BITS: u32 = narrow(<$vector>::BITS);

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

            fn bits(&self) -> u32 {
                narrow(self.bit_len())
            }

            fn share(&self, of: &Self) -> u64 {
                let quotient: $wider = (self.widen() << 64_usize) / of.widen();
                quotient.try_into().expect(SHARE_FITS)
            }

            fn widen(&self) -> $wider {
                $widen(self)
            }

            fn leap(&self) -> BigUint {
                self.to_big()
            }

            fn to_big(&self) -> BigUint {
                BigUint::from_bytes_le(&self.to_le_bytes_vec())
            }
        }
    };
}

vectors!(U128, U256, |small: &U128| U256::from(*small));
vectors!(U256, U512, |small: &U256| U512::from(*small));
vectors!(U512, BigUint, Number::to_big);

impl Number for BigUint {
    type Wider = Self;
    type Leap = Self;
    const BITS: u32 = u32::MAX;

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

    fn bits(&self) -> u32 {
        u32::try_from(self.bits()).unwrap_or(u32::MAX)
    }

    fn share(&self, of: &Self) -> u64 {
        ((self << 64u32) / of).try_into().expect(SHARE_FITS)
    }

    fn widen(&self) -> Self {
        self.clone()
    }

    fn leap(&self) -> Self {
        self.clone()
    }

    fn to_big(&self) -> BigUint {
        self.clone()
    }

    fn outside_bytes(&self) -> usize {
        self.iter_u64_digits().len() * size_of::<u64>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Doubles 1 until it does not fit; returns the number of doublings.
    fn doublings<N: Number>() -> usize {
        let (mut number, mut big, mut times) = (N::from_word(1), BigUint::from(1u32), 0);
        loop {
            assert_eq!(number.to_big(), big);
            assert_eq!(u64::from(number.bits()), big.bits());
            assert_eq!(number.widen().to_big(), big);
            assert_eq!(number.leap().to_big(), big);
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
        assert_eq!(doublings::<U128>(), 127);
        assert_eq!(doublings::<U256>(), 255);
        assert_eq!(doublings::<U512>(), 511);
        assert_eq!(doublings::<BigUint>(), 1000);
    }

    #[test]
    fn only_zero_is_zero() {
        assert!(u64::default().is_zero() && U256::default().is_zero() && BigUint::default().is_zero());
        assert!(!U128::from_word(1).is_zero() && !U512::from_word(1).is_zero());
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
        check::<U128>();
        check::<U256>();
        check::<U512>();
        check::<BigUint>();
    }
}

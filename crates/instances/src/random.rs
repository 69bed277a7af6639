//! Random numbers from a seed. The same seed gives the same numbers on every machine and in every version: they
//! are the 64-bit words of the ChaCha8 stream whose key is the seed, lowest byte first, followed by zeros.

use std::num::NonZeroU64;

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        Self(ChaCha8Rng::from_seed(key))
    }

    /// Returns a number below `end`: the remainder of a word divided by `end`. Words above the largest multiple
    /// of `end` are skipped, so that all numbers are equally likely.
    pub(crate) fn below(&mut self, end: NonZeroU64) -> u64 {
        let skipped = (u64::MAX % end + 1) % end;
        loop {
            let word = self.0.next_u64();
            if word <= u64::MAX - skipped {
                return word % end;
            }
        }
    }

    /// Returns a number below `end`, or 0 if `end` is 0.
    pub(crate) fn index(&mut self, end: usize) -> usize {
        let number = u64::try_from(end).ok().and_then(NonZeroU64::new).map_or(0, |end| self.below(end));
        usize::try_from(number).unwrap_or_default()
    }

    /// Puts a list into random order.
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for at in (1..list.len()).rev() {
            let other = self.index(at + 1);
            list.swap(at, other);
        }
    }

    /// Returns the numbers below `end` in random order.
    pub(crate) fn order(&mut self, end: usize) -> Vec<usize> {
        let mut order: Vec<usize> = (0..end).collect();
        self.shuffle(&mut order);
        order
    }
}

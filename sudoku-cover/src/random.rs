//! Random choices: the same ones for the same seed and number, in every version and on every machine.
//!
//! They are the 32-bit words of the ChaCha stream of 8 rounds whose key begins with the seed, lowest byte
//! first, and continues with zeros, and whose stream number is that of the puzzle.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

#[derive(Clone, Debug)]
pub(crate) struct Random(ChaCha8Rng);

impl Random {
    pub(crate) fn new(seed: u64, number: u64) -> Self {
        let mut key = [0; 32];
        key[..8].copy_from_slice(&seed.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(number);
        Self(stream)
    }

    /// Returns a number below `count`, which is at most the number of candidates of a board: 15625.
    pub(crate) fn below(&mut self, count: usize) -> usize {
        let count = u64::try_from(count).expect("the count is small");
        let scaled = (u64::from(self.0.next_u32()) * count) >> 32;
        usize::try_from(scaled).expect("it is below the count")
    }

    /// Shuffles the list (R. Durstenfeld, 1964).
    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

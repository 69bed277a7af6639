//! Random numbers that a seed determines.

/// The pseudorandom number generator splitmix64 (Steele, Lea and Flood 2014).
#[derive(Clone, Debug)]
pub struct Draw(pub u64);

impl Draw {
    /// Returns a number below the limit, which is not 0.
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ (mixed >> 31)) % limit
    }

    /// Returns an index of a list of this length, which is not 0.
    pub fn index(&mut self, limit: usize) -> usize {
        usize::try_from(self.below(limit as u64)).expect("less than a length")
    }
}

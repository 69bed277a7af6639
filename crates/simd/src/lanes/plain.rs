//! The instructions on plain words, compiled for the features that the surrounding function enables.

/// All instructions but those on bytes, and the scan.
macro_rules! plain_words {
    () => {
        const COUNTS_EIGHT: bool = false;
        type Vector = [u64; 8];

        #[inline(always)]
        fn load(self, line: &Line) -> [u64; 8] {
            line.0
        }

        #[inline(always)]
        fn store(self, vector: [u64; 8]) -> Line {
            Line(vector)
        }

        #[inline(always)]
        fn splat(self, word: u64) -> [u64; 8] {
            [word; 8]
        }

        #[inline(always)]
        fn and(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| a[lane] & b[lane])
        }

        #[inline(always)]
        fn or(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| a[lane] | b[lane])
        }

        #[inline(always)]
        fn xor(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| a[lane] ^ b[lane])
        }

        #[inline(always)]
        fn and_not(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| a[lane] & !b[lane])
        }

        #[inline(always)]
        fn majority(self, a: [u64; 8], b: [u64; 8], c: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| (a[lane] & b[lane]) | (c[lane] & (a[lane] ^ b[lane])))
        }

        #[inline(always)]
        fn any(self, a: [u64; 8]) -> bool {
            a.iter().fold(0, |all, word| all | word) != 0
        }

        #[inline(always)]
        fn zeros(self, a: [u64; 8]) -> u8 {
            (0..8).fold(0, |mask, lane| mask | u8::from(a[lane] == 0) << lane)
        }

        #[inline(always)]
        fn last_pairs(self, a: [u64; 8], b: [u64; 8], c: [u64; 8]) -> [u64; 8] {
            [a[6], a[7], b[6], b[7], c[6], c[7], 0, 0]
        }

        #[inline(always)]
        fn add_bytes(self, bytes: [u64; 8], mask: u64, byte: u8) -> [u64; 8] {
            let ones = mask.to_le_bytes().map(|bits| BITS_AS_BYTES[usize::from(bits)]);
            std::array::from_fn(|lane| bytes[lane] + ones[lane] * u64::from(byte))
        }
    };
}

/// Bounds by plain words.
macro_rules! plain_scan {
    () => {
        const MOST_COUNTED: usize = 0;

        #[inline(always)]
        fn scan<const W: usize>(
            self,
            blocks: &[[Line; W]],
            words: &[u64; W],
            open: u64,
            first: usize,
        ) -> Result<Self::Bytes, usize> {
            let mut bounds = [0; 8];
            let mut at = if W >= LONG_SCAN && first % 8 < blocks.len() { first % 8 } else { 0 };
            for _ in 0..blocks.len() {
                let mut all = [0; 8];
                for word in 0..W {
                    for lane in 0..8 {
                        all[lane] |= blocks[at][word].0[lane] & words[word];
                    }
                }
                if W >= LONG_SCAN {
                    let dead = self.zeros(all) & of_block(open, at);
                    if dead != 0 {
                        return Err(byte_of(dead.into(), at));
                    }
                }
                for lane in 0..8 {
                    bounds[lane] |= u64::from(all[lane].count_ones()) << (8 * at);
                }
                at = if at + 1 == blocks.len() { 0 } else { at + 1 };
            }
            Ok(self.bytes(&Line(bounds)))
        }
    };
}

pub(super) use {plain_scan, plain_words};

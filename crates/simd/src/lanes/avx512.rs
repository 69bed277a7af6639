//! AVX-512.

use std::arch::x86_64::{
    __m512i, _mm_cvtsi64_si128, _mm_cvtsi128_si32, _mm_min_epu8, _mm_minpos_epu16, _mm_srli_epi16,
    _mm256_castsi256_si128, _mm256_extracti128_si256, _mm256_min_epu8, _mm512_add_epi8, _mm512_add_epi64,
    _mm512_and_si512, _mm512_andnot_si512, _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask,
    _mm512_cmple_epu8_mask, _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_mask_add_epi8,
    _mm512_mask_min_epu8, _mm512_maskz_permutex2var_epi64, _mm512_min_epu64, _mm512_or_si512,
    _mm512_permutex2var_epi64, _mm512_popcnt_epi64, _mm512_set_epi64, _mm512_set1_epi8, _mm512_set1_epi64,
    _mm512_setzero_si512, _mm512_sll_epi64, _mm512_slli_epi64, _mm512_store_si512, _mm512_sub_epi8,
    _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
};

use super::{Kernel, LONG_SCAN, Lanes, byte_of, in_register, of_block};
use crate::line::Line;

/// One register for eight words.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx512(());

#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
pub(crate) fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx512(()))
}

#[inline(never)]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq")]
fn apart_with_avx512<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx512(()))
}

impl Avx512 {
    /// Returns the number of bits of `block & words` in each word, at most 254.
    #[inline(always)]
    fn numbers<const W: usize>(self, block: &[Line; W], words: &[__m512i; W]) -> __m512i {
        // SAFETY: a value of `Avx512` is made only where the features are enabled.
        unsafe {
            let mut sum = _mm512_popcnt_epi64(self.and(self.load(&block[0]), words[0]));
            for word in 1..W {
                let bits = _mm512_popcnt_epi64(self.and(self.load(&block[word]), words[word]));
                sum = _mm512_add_epi64(sum, bits);
            }
            if W >= 4 { _mm512_min_epu64(sum, _mm512_set1_epi64(254)) } else { sum }
        }
    }
}

// SAFETY of every block: a value of `Avx512` is made only where the features are enabled. Loads and stores
// are those of a `Line`, which has 64 bytes and as many of alignment.
impl Lanes for Avx512 {
    const COUNTS_EIGHT: bool = true;
    type Vector = __m512i;

    #[inline(always)]
    fn at<const N: usize>(self, lines: &[Line; N]) -> &[Line; N] {
        in_register(lines)
    }

    #[inline(always)]
    fn load(self, line: &Line) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_load_si512(line.0.as_ptr().cast()) }
    }

    #[inline(always)]
    fn store(self, vector: __m512i) -> Line {
        let mut line = Line::default();
        // SAFETY: as above.
        unsafe { _mm512_store_si512(line.0.as_mut_ptr().cast(), vector) };
        line
    }

    #[inline(always)]
    fn splat(self, word: u64) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_set1_epi64(word.cast_signed()) }
    }

    #[inline(always)]
    fn and(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_and_si512(a, b) }
    }

    #[inline(always)]
    fn or(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_or_si512(a, b) }
    }

    #[inline(always)]
    fn xor(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_xor_si512(a, b) }
    }

    #[inline(always)]
    fn and_not(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_andnot_si512(b, a) }
    }

    #[inline(always)]
    fn majority(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: as above. 0xE8 is the table of the majority.
        unsafe { _mm512_ternarylogic_epi64::<0xE8>(a, b, c) }
    }

    #[inline(always)]
    fn any(self, a: __m512i) -> bool {
        // SAFETY: as above.
        unsafe { _mm512_test_epi64_mask(a, a) != 0 }
    }

    #[inline(always)]
    fn zeros(self, a: __m512i) -> u8 {
        // SAFETY: as above.
        unsafe { _mm512_testn_epi64_mask(a, a) }
    }

    #[inline(always)]
    fn last_pairs(self, a: __m512i, b: __m512i, c: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe {
            let two = _mm512_permutex2var_epi64(a, _mm512_set_epi64(0, 0, 0, 0, 15, 14, 7, 6), b);
            _mm512_maskz_permutex2var_epi64(0x3f, two, _mm512_set_epi64(0, 0, 15, 14, 3, 2, 1, 0), c)
        }
    }

    #[inline(always)]
    fn add_bytes(self, bytes: __m512i, mask: u64, byte: u8) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_mask_add_epi8(bytes, mask, bytes, _mm512_set1_epi8(byte.cast_signed())) }
    }

    type Bytes = __m512i;

    #[inline(always)]
    fn bytes(self, line: &Line) -> __m512i {
        self.load(line)
    }

    #[inline(always)]
    fn line(self, bytes: __m512i) -> Line {
        self.store(bytes)
    }

    #[inline(always)]
    fn plus(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_add_epi8(a, b) }
    }

    #[inline(always)]
    fn minus(self, a: __m512i, b: __m512i) -> __m512i {
        // SAFETY: as above.
        unsafe { _mm512_sub_epi8(a, b) }
    }

    #[inline(always)]
    fn equal_bytes(self, a: __m512i, byte: u8) -> u64 {
        // SAFETY: as above.
        unsafe { _mm512_cmpeq_epi8_mask(a, _mm512_set1_epi8(byte.cast_signed())) }
    }

    #[inline(always)]
    fn bytes_at_most(self, a: __m512i, byte: u8) -> u64 {
        // SAFETY: as above.
        unsafe { _mm512_cmple_epu8_mask(a, _mm512_set1_epi8(byte.cast_signed())) }
    }

    const MOST_COUNTED: usize = usize::MAX;

    #[inline(always)]
    fn scan<const W: usize>(
        self,
        blocks: &[[Line; W]],
        words: &[u64; W],
        open: u64,
        first: usize,
    ) -> Result<__m512i, usize> {
        // SAFETY: as above.
        unsafe {
            let mut splats = [_mm512_setzero_si512(); W];
            for word in 0..W {
                splats[word] = self.splat(words[word]);
            }
            let mut numbers = _mm512_setzero_si512();
            if W < LONG_SCAN {
                for block in blocks.iter().rev() {
                    numbers = self.or(_mm512_slli_epi64::<8>(numbers), self.numbers(block, &splats));
                }
                return Ok(numbers);
            }
            let mut at = if first % 8 < blocks.len() { first % 8 } else { 0 };
            for _ in 0..blocks.len() {
                let sum = self.numbers(&blocks[at], &splats);
                let dead = self.zeros(sum) & of_block(open, at);
                if dead != 0 {
                    return Err(byte_of(dead.into(), at));
                }
                let shift = _mm_cvtsi64_si128(8 * at as i64);
                numbers = self.or(_mm512_sll_epi64(sum, shift), numbers);
                at = if at + 1 == blocks.len() { 0 } else { at + 1 };
            }
            Ok(numbers)
        }
    }

    // Without a branch that depends on the bytes.
    #[inline(always)]
    fn least_byte<const N: usize>(self, bytes: &[__m512i; N], among: &[u64; N], _: u8) -> u8 {
        // SAFETY: as above.
        unsafe {
            let mut least = _mm512_set1_epi8(-1);
            for part in 0..N {
                least = _mm512_mask_min_epu8(least, among[part], least, bytes[part]);
            }
            let upper = _mm512_extracti64x4_epi64::<1>(least);
            let least = _mm256_min_epu8(_mm512_castsi512_si256(least), upper);
            let upper = _mm256_extracti128_si256::<1>(least);
            let least = _mm_min_epu8(_mm256_castsi256_si128(least), upper);
            // The upper byte of each pair becomes 0.
            let least = _mm_minpos_epu16(_mm_min_epu8(least, _mm_srli_epi16::<8>(least)));
            _mm_cvtsi128_si32(least).to_le_bytes()[0]
        }
    }

    #[inline(always)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: as above.
        unsafe { apart_with_avx512(kernel) }
    }
}

//! AVX2.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm_setr_epi8, _mm256_add_epi8, _mm256_and_si256,
    _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_cmpeq_epi8, _mm256_cmpeq_epi64,
    _mm256_load_si256, _mm256_min_epu8, _mm256_min_epu16, _mm256_movemask_epi8, _mm256_movemask_pd,
    _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8, _mm256_set1_epi64x, _mm256_setzero_si256,
    _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_srli_epi64, _mm256_store_si256, _mm256_sub_epi8,
};

use super::bytes::bytes_in_registers;
use super::plain::plain_words;
use super::{BITS_AS_BYTES, Kernel, LONG_SCAN, Lanes, byte_of, in_register, of_block};
use crate::line::Line;

/// Plain words in a function that may use AVX2: the compiler vectorizes them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Avx2(());

#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
pub(crate) fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

#[inline(never)]
#[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
fn apart_with_avx2<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Avx2(()))
}

impl Lanes for Avx2 {
    plain_words!();

    bytes_in_registers!(
        __m256i,
        2,
        _mm256_load_si256,
        _mm256_store_si256,
        _mm256_add_epi8,
        _mm256_sub_epi8,
        _mm256_cmpeq_epi8,
        _mm256_min_epu8,
        _mm256_set1_epi8,
        _mm256_movemask_epi8
    );

    const LOOKS_UP_FIRST: bool = true;
    const MOST_COUNTED: usize = LONG_SCAN - 1;

    #[inline(always)]
    fn scan<const W: usize>(
        self,
        blocks: &[[Line; W]],
        words: &[u64; W],
        open: u64,
        first: usize,
    ) -> Result<[__m256i; 2], usize> {
        // SAFETY: a value of `Avx2` is made only where the features are enabled. The loads are those of a
        // `Line`, which has 64 bytes and as many of alignment.
        unsafe {
            // By half a byte: its number of bits (Mula, Kurz and Lemire, 2018).
            let table =
                _mm256_broadcastsi128_si256(_mm_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4));
            let (low, zero) = (_mm256_set1_epi8(15), _mm256_setzero_si256());
            let bits_of_bytes = |words: __m256i| {
                let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(words, low));
                let upper = _mm256_and_si256(_mm256_srli_epi64::<4>(words), low);
                _mm256_add_epi8(lower, _mm256_shuffle_epi8(table, upper))
            };
            let mut numbers = [zero; 2];
            if W <= Self::MOST_COUNTED {
                for (at, block) in blocks.iter().enumerate() {
                    let shift = _mm_cvtsi64_si128(8 * at as i64);
                    for (half, numbers) in numbers.iter_mut().enumerate() {
                        let mut bits = zero;
                        for word in 0..W {
                            let line: *const __m256i = block[word].0.as_ptr().cast();
                            let set = _mm256_set1_epi64x(words[word].cast_signed());
                            let here = _mm256_and_si256(set, _mm256_load_si256(line.add(half)));
                            bits = _mm256_add_epi8(bits, bits_of_bytes(here));
                        }
                        let mut sum = _mm256_sad_epu8(bits, zero);
                        if W >= 4 {
                            sum = _mm256_min_epu16(sum, _mm256_set1_epi64x(254));
                        }
                        *numbers = _mm256_or_si256(*numbers, _mm256_sll_epi64(sum, shift));
                    }
                }
                return Ok(numbers);
            }
            let mut at = if first % 8 < blocks.len() { first % 8 } else { 0 };
            for _ in 0..blocks.len() {
                let block = &blocks[at];
                let mut all = [zero; 2];
                for word in 0..W {
                    let bits = _mm256_set1_epi64x(words[word].cast_signed());
                    let line: *const __m256i = block[word].0.as_ptr().cast();
                    let low_half = _mm256_and_si256(bits, _mm256_load_si256(line));
                    let high_half = _mm256_and_si256(bits, _mm256_load_si256(line.add(1)));
                    all = [_mm256_or_si256(all[0], low_half), _mm256_or_si256(all[1], high_half)];
                }
                let shift = _mm_cvtsi64_si128(8 * at as i64);
                let zeros =
                    all.map(|half| _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(half, zero))));
                let dead = (zeros[0] | zeros[1] << 4) & i32::from(of_block(open, at));
                if dead != 0 {
                    return Err(byte_of(dead.cast_unsigned(), at));
                }
                for half in 0..2 {
                    let bound = _mm256_sll_epi64(_mm256_sad_epu8(bits_of_bytes(all[half]), zero), shift);
                    numbers[half] = _mm256_or_si256(numbers[half], bound);
                }
                at = if at + 1 == blocks.len() { 0 } else { at + 1 };
            }
            Ok(numbers)
        }
    }

    #[inline(always)]
    fn at<const N: usize>(self, lines: &[Line; N]) -> &[Line; N] {
        in_register(lines)
    }

    #[inline(always)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        // SAFETY: a value of `Avx2` is made only where the features are enabled.
        unsafe { apart_with_avx2(kernel) }
    }
}

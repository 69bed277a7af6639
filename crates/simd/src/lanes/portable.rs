//! Plain words, for any processor.

use super::plain::{plain_scan, plain_words};
use super::{BITS_AS_BYTES, Kernel, LONG_SCAN, Lanes, byte_of, of_block};
use crate::line::Line;

/// Plain words, for any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// Not inlined, so that a kernel of many sizes does not become one huge function.
#[inline(never)]
pub(crate) fn with_portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Portable)
}

/// Returns the bits as a mask. A byte of the mask is the sum of eight bytes with one bit each, as vector
/// instructions compare bytes: for bits that are shifted to their places in 64 bits, the compiler widens each
/// byte to a word, and for sums by `sum` it may take the bytes out of the vector one by one.
#[cfg(not(target_arch = "x86_64"))]
#[inline(always)]
fn mask_of(bits: [bool; 64]) -> u64 {
    let bytes: [u8; 64] = std::array::from_fn(|at| u8::from(bits[at]) << (at % 8));
    let Line(words) = Portable.line(bytes);
    // The upper byte of the product is the sum of the bytes of a word.
    words.iter().rev().fold(0, |mask, word| mask << 8 | word.wrapping_mul(0x0101_0101_0101_0101) >> 56)
}

#[cfg(not(target_arch = "x86_64"))]
impl Lanes for Portable {
    plain_words!();
    plain_scan!();

    type Bytes = [u8; 64];

    #[inline(always)]
    fn bytes(self, line: &Line) -> [u8; 64] {
        // Word by word, as the compiler makes a loop of a copy by single bytes.
        let mut bytes = [0; 64];
        for (eight, word) in bytes.as_chunks_mut().0.iter_mut().zip(line.0) {
            *eight = word.to_le_bytes();
        }
        bytes
    }

    #[inline(always)]
    fn line(self, bytes: [u8; 64]) -> Line {
        let (words, _) = bytes.as_chunks();
        Line(std::array::from_fn(|lane| u64::from_le_bytes(words[lane])))
    }

    #[inline(always)]
    fn plus(self, a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
        std::array::from_fn(|byte| a[byte].wrapping_add(b[byte]))
    }

    #[inline(always)]
    fn minus(self, a: [u8; 64], b: [u8; 64]) -> [u8; 64] {
        std::array::from_fn(|byte| a[byte].wrapping_sub(b[byte]))
    }

    #[inline(always)]
    fn equal_bytes(self, a: [u8; 64], byte: u8) -> u64 {
        mask_of(a.map(|number| number == byte))
    }

    #[inline(always)]
    fn bytes_at_most(self, a: [u8; 64], byte: u8) -> u64 {
        mask_of(a.map(|number| number <= byte))
    }

    #[inline(always)]
    fn at<const N: usize>(self, lines: &[Line; N]) -> &[Line; N] {
        lines
    }

    #[inline(always)]
    fn apart<K: Kernel>(self, kernel: K) -> K::Output {
        with_portable(kernel)
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::{
        __m128i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_load_si128, _mm_min_epu8, _mm_movemask_epi8,
        _mm_set1_epi8, _mm_store_si128, _mm_sub_epi8,
    };

    use super::{
        BITS_AS_BYTES, Kernel, LONG_SCAN, Lanes, Line, Portable, byte_of, of_block, plain_scan, plain_words,
    };
    use crate::lanes::bytes::bytes_in_registers;

    // SAFETY of every block: every processor of x86-64 has SSE2.
    impl Lanes for Portable {
        plain_words!();
        plain_scan!();

        bytes_in_registers!(
            __m128i,
            4,
            _mm_load_si128,
            _mm_store_si128,
            _mm_add_epi8,
            _mm_sub_epi8,
            _mm_cmpeq_epi8,
            _mm_min_epu8,
            _mm_set1_epi8,
            _mm_movemask_epi8
        );

        #[inline(always)]
        fn at<const N: usize>(self, lines: &[Line; N]) -> &[Line; N] {
            lines
        }

        #[inline(always)]
        fn apart<K: Kernel>(self, kernel: K) -> K::Output {
            super::with_portable(kernel)
        }
    }
}

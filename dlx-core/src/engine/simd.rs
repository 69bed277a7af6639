//! Vector instructions, chosen at run time. This is the only file with `unsafe`.
//!
//! A [`Kernel`] is generic code over a set of instructions, [`Lanes`]. [`Instructions::run`] compiles it once
//! for each level and enters the copy that this machine can execute. The `unsafe` here is sound because an
//! [`Instructions`] of a level exists only after the processor has reported that it has it, and the lanes of
//! a level exist only inside the function that enables its features, which requires an `Instructions` to
//! enter.
//!
//! A kernel and all functions on its hot path are `inline(always)`: a function that is not inlined is
//! compiled without the features.

#![allow(
    unsafe_code,
    reason = "target features are entered, vectors loaded and stored, and addresses pinned, here and nowhere else"
)]

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A level of vector instructions. All levels give the same results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Simd {
    /// Instructions that every processor of the target has.
    Portable,
    /// AVX2 with POPCNT, LZCNT and BMI: x86-64 processors from 2013 on.
    Avx2,
    /// AVX-512 with VPOPCNTDQ: x86-64 processors from 2019 on.
    Avx512,
}

impl Simd {
    /// All levels, the lowest first.
    pub const ALL: [Self; 3] = [Self::Portable, Self::Avx2, Self::Avx512];

    /// Returns the highest level that this machine has.
    #[must_use]
    pub fn best() -> Self {
        let available = Self::ALL.into_iter().rev().find(|level| level.is_available());
        available.unwrap_or(Self::Portable)
    }

    /// Returns true if this machine has this level.
    #[must_use]
    pub fn is_available(self) -> bool {
        match self {
            Self::Portable => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("popcnt")
                    && is_x86_feature_detected!("lzcnt")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
            }
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.is_available()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
                    && is_x86_feature_detected!("avx512vpopcntdq")
            }
            #[cfg(not(target_arch = "x86_64"))]
            _ => false,
        }
    }

    /// Returns the instructions of this level, or of the highest one below it that this machine has.
    pub(crate) fn instructions(self) -> Instructions {
        let lower = Self::ALL.into_iter().rev().filter(|&level| level <= self);
        Instructions(lower.into_iter().find(|level| level.is_available()).unwrap_or(Self::Portable))
    }
}

/// A level that this machine has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Instructions(Simd);

impl Instructions {
    pub(crate) fn level(self) -> Simd {
        self.0
    }

    /// Runs the kernel compiled for this level.
    #[inline]
    pub(crate) fn run<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features.
            Simd::Avx2 => unsafe { x86::with_avx2(kernel) },
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features.
            Simd::Avx512 => unsafe { x86::with_avx512(kernel) },
            _ => with_portable(kernel),
        }
    }

    /// Like [`run`](Self::run), for kernels that use no vectors: one copy fewer to compile.
    #[inline]
    pub(crate) fn run_on_words<K: Kernel>(self, kernel: K) -> K::Output {
        match self.0 {
            #[cfg(target_arch = "x86_64")]
            // SAFETY: the processor has reported these features, which AVX-512 includes.
            Simd::Avx2 | Simd::Avx512 => unsafe { x86::with_avx2(kernel) },
            _ => kernel.run(Portable),
        }
    }
}

/// Not inlined, so that a kernel of many sizes does not become one huge function.
#[inline(never)]
fn with_portable<K: Kernel>(kernel: K) -> K::Output {
    kernel.run(Portable)
}

/// Writes the word for the level: `portable`, `avx2` or `avx512`; [`FromStr`] reads it.
impl fmt::Display for Simd {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Portable => "portable",
            Self::Avx2 => "avx2",
            Self::Avx512 => "avx512",
        })
    }
}

/// An unknown word for a level.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected portable, avx2 or avx512, found `{}`", found.escape_debug())]
pub struct UnknownSimd {
    /// The word found.
    pub found: String,
}

impl FromStr for Simd {
    type Err = UnknownSimd;

    fn from_str(word: &str) -> Result<Self, UnknownSimd> {
        let level = Self::ALL.into_iter().find(|level| level.to_string() == word);
        level.ok_or_else(|| UnknownSimd { found: word.to_owned() })
    }
}

/// Generic code that is compiled once for each level. `run` is `inline(always)` in every implementation.
pub(crate) trait Kernel {
    type Output;

    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// Eight words of 64 bits, in one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(crate) struct Line(pub(crate) [u64; 8]);

impl Line {
    /// Returns the words of consecutive lines.
    #[inline(always)]
    pub(crate) fn words(lines: &[Self]) -> &[u64] {
        // SAFETY: a line is eight words and nothing else, as it has the size of its alignment, so that
        // consecutive lines are consecutive words.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), 8 * lines.len()) }
    }
}

/// From this number of words on, a [scan](Lanes::scan) checks each block: for fewer words the check takes more
/// time than it saves.
pub(crate) const LONG_SCAN: usize = 6;

/// Returns the bits of one of eight blocks: bit `w` is bit `8 w + block` of `set`.
#[inline(always)]
fn of_block(set: u64, block: usize) -> u8 {
    let bits = set >> block & 0x0101_0101_0101_0101;
    bits.wrapping_mul(0x0102_0408_1020_4080).to_le_bytes()[7]
}

/// A set of instructions on vectors of eight words.
pub(crate) trait Lanes: Copy {
    /// True if counting the bits of eight words is one instruction, so that tables should be laid out with
    /// eight items side by side.
    const COUNTS_EIGHT: bool;
    /// True if all entries should be looked up in a table before the first of them is used, as the result of
    /// each use passes through memory.
    const LOOKS_UP_FIRST: bool = false;
    /// Eight words.
    type Vector: Copy;

    fn load(self, line: &Line) -> Self::Vector;
    fn store(self, vector: Self::Vector) -> Line;
    /// Returns eight copies of a word.
    fn splat(self, word: u64) -> Self::Vector;
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    fn xor(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits of `a` that `b` does not have.
    fn and_not(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the majority of three bits: the carry of their sum, as `xor` is its lowest digit.
    fn majority(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Returns true if any bit is set.
    fn any(self, a: Self::Vector) -> bool;
    /// Returns a mask of the words that are 0.
    fn zeros(self, a: Self::Vector) -> u8;
    /// Returns the last two words of three vectors, one pair after the other, and two words that are 0.
    fn last_pairs(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Returns 64 bytes, with a byte added to those where the mask has a bit.
    fn add_bytes(self, bytes: Self::Vector, mask: u64, byte: u8) -> Self::Vector;
    /// 64 numbers of one byte each.
    type Bytes: Copy;
    fn bytes(self, line: &Line) -> Self::Bytes;
    fn line(self, bytes: Self::Bytes) -> Line;
    /// Returns the sums by byte, modulo 256.
    fn plus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns the differences by byte, modulo 256.
    fn minus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes;
    /// Returns a mask of the bytes that are equal to `byte`.
    fn equal_bytes(self, a: Self::Bytes, byte: u8) -> u64;
    /// Returns a mask of the bytes that are at most `byte`.
    fn bytes_at_most(self, a: Self::Bytes, byte: u8) -> u64;
    /// Returns the least of the bytes whose bits are set in `among`, if it is at least `from`; some are.
    #[inline(always)]
    fn least_byte<const N: usize>(self, bytes: &[Self::Bytes; N], among: &[u64; N], from: u8) -> u8 {
        let is_found = |&byte: &u8| (0..N).any(|part| self.equal_bytes(bytes[part], byte) & among[part] != 0);
        (from..u8::MAX).find(is_found).unwrap_or(u8::MAX)
    }
    /// True if [`scan`](Self::scan) counts all bits.
    const SCANS_ARE_EXACT: bool;
    /// Returns the numbers of bits of `lines & words` for up to eight blocks of eight words, or lower bounds:
    /// that of word `w` of block `b` is byte `8 w + b`. Numbers above 254 become 254.
    ///
    /// The bounds are the numbers of bits of the OR of the lines of a block. If `W` is at least
    /// [`LONG_SCAN`], the scan begins with block `hot` and ends with `None` at a block with a number that is 0
    /// and whose bit in `open` is set; `hot` becomes that block.
    fn scan<const W: usize>(
        self,
        blocks: &[[Line; W]],
        words: &[u64; W],
        open: u64,
        hot: &mut usize,
    ) -> Option<Self::Bytes>;
    /// Returns the same lines with their address in a register: otherwise the compiler adds a base and an
    /// index at every access, for which an instruction with an operand in memory is split in two.
    fn at<const N: usize>(self, lines: &[Line; N]) -> &[Line; N];
    /// Runs a kernel in a function of its own, for code that is large and rare.
    fn apart<K: Kernel>(self, kernel: K) -> K::Output;
}

/// By byte: its eight bits, each in a byte.
static BITS_AS_BYTES: [u64; 256] = {
    let mut bytes = [0; 256];
    let mut at = 0;
    while at < 256 {
        let mut bit = 0;
        while bit < 8 {
            bytes[at] |= (at as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        at += 1;
    }
    bytes
};

/// Plain words, for any processor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Portable;

/// The instructions on plain words, compiled for the features that the surrounding function enables.
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
        const SCANS_ARE_EXACT: bool = false;

        #[inline(always)]
        fn scan<const W: usize>(
            self,
            blocks: &[[Line; W]],
            words: &[u64; W],
            open: u64,
            hot: &mut usize,
        ) -> Option<Self::Bytes> {
            let mut bounds = [0; 8];
            let mut at = if W >= LONG_SCAN && *hot < blocks.len() { *hot } else { 0 };
            for _ in 0..blocks.len() {
                let mut all = [0; 8];
                for word in 0..W {
                    for lane in 0..8 {
                        all[lane] |= blocks[at][word].0[lane] & words[word];
                    }
                }
                if W >= LONG_SCAN {
                    if self.zeros(all) & of_block(open, at) != 0 {
                        *hot = at;
                        return None;
                    }
                }
                for lane in 0..8 {
                    bounds[lane] |= u64::from(all[lane].count_ones()) << (8 * at);
                }
                at = if at + 1 == blocks.len() { 0 } else { at + 1 };
            }
            Some(self.bytes(&Line(bounds)))
        }
    };
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
    use std::arch::asm;
    use std::arch::x86_64::{
        __m128i, __m256i, __m512i, _mm_add_epi8, _mm_cmpeq_epi8, _mm_cvtsi64_si128, _mm_cvtsi128_si32,
        _mm_load_si128, _mm_min_epu8, _mm_minpos_epu16, _mm_movemask_epi8, _mm_set1_epi8, _mm_setr_epi8,
        _mm_srli_epi16, _mm_store_si128, _mm_sub_epi8, _mm256_add_epi8, _mm256_and_si256,
        _mm256_broadcastsi128_si256, _mm256_castsi256_pd, _mm256_castsi256_si128, _mm256_cmpeq_epi8,
        _mm256_cmpeq_epi64, _mm256_extracti128_si256, _mm256_load_si256, _mm256_min_epu8,
        _mm256_movemask_epi8, _mm256_movemask_pd, _mm256_or_si256, _mm256_sad_epu8, _mm256_set1_epi8,
        _mm256_set1_epi64x, _mm256_setzero_si256, _mm256_shuffle_epi8, _mm256_sll_epi64, _mm256_srli_epi64,
        _mm256_store_si256, _mm256_sub_epi8, _mm512_add_epi8, _mm512_add_epi64, _mm512_and_si512,
        _mm512_andnot_si512, _mm512_castsi512_si256, _mm512_cmpeq_epi8_mask, _mm512_cmple_epu8_mask,
        _mm512_extracti64x4_epi64, _mm512_load_si512, _mm512_mask_add_epi8, _mm512_mask_min_epu8,
        _mm512_maskz_permutex2var_epi64, _mm512_min_epu64, _mm512_or_si512, _mm512_permutex2var_epi64,
        _mm512_popcnt_epi64, _mm512_set_epi64, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_setzero_si512,
        _mm512_sll_epi64, _mm512_slli_epi64, _mm512_store_si512, _mm512_sub_epi8, _mm512_ternarylogic_epi64,
        _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
    };

    use super::{BITS_AS_BYTES, Kernel, LONG_SCAN, Lanes, Line, of_block};

    /// Operations on 64 bytes in several registers.
    macro_rules! bytes_in_registers {
        ($Register:ty, $count:literal, $load:ident, $store:ident, $add:ident, $sub:ident, $equal:ident,
         $min:ident, $fill:ident, $mask:ident) => {
            type Bytes = [$Register; $count];

            #[inline(always)]
            fn bytes(self, line: &Line) -> Self::Bytes {
                let at: *const $Register = line.0.as_ptr().cast();
                // SAFETY: a value of this type is made only where the features are enabled. The loads are those
                // of a `Line`, which has 64 bytes and as many of alignment.
                unsafe { std::array::from_fn(|part| $load(at.add(part))) }
            }

            #[inline(always)]
            fn line(self, bytes: Self::Bytes) -> Line {
                let mut line = Line::default();
                let at: *mut $Register = line.0.as_mut_ptr().cast();
                for part in 0..$count {
                    // SAFETY: as above.
                    unsafe { $store(at.add(part), bytes[part]) };
                }
                line
            }

            #[inline(always)]
            fn plus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
                // SAFETY: as above.
                unsafe { std::array::from_fn(|part| $add(a[part], b[part])) }
            }

            #[inline(always)]
            fn minus(self, a: Self::Bytes, b: Self::Bytes) -> Self::Bytes {
                // SAFETY: as above.
                unsafe { std::array::from_fn(|part| $sub(a[part], b[part])) }
            }

            #[inline(always)]
            fn equal_bytes(self, a: Self::Bytes, byte: u8) -> u64 {
                // SAFETY: as above.
                unsafe {
                    let byte = $fill(byte.cast_signed());
                    (0..$count).fold(0, |mask, part| {
                        let here = $mask($equal(a[part], byte)).cast_unsigned();
                        mask | u64::from(here) << (64 / $count * part)
                    })
                }
            }

            #[inline(always)]
            fn bytes_at_most(self, a: Self::Bytes, byte: u8) -> u64 {
                // SAFETY: as above.
                unsafe {
                    let byte = $fill(byte.cast_signed());
                    (0..$count).fold(0, |mask, part| {
                        let here = $mask($equal($min(a[part], byte), a[part])).cast_unsigned();
                        mask | u64::from(here) << (64 / $count * part)
                    })
                }
            }
        };
    }

    impl Lanes for super::Portable {
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

    /// Plain words in a function that may use AVX2: the compiler vectorizes them.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Avx2(());

    /// One register for eight words.
    #[derive(Clone, Copy, Debug)]
    pub(super) struct Avx512(());

    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    pub(super) fn with_avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Avx2(()))
    }

    #[target_feature(
        enable = "avx2,popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
    )]
    pub(super) fn with_avx512<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Avx512(()))
    }

    /// Returns the same lines; the compiler does not know how their address was computed.
    #[inline(always)]
    #[allow(
        clippy::pointers_in_nomem_asm_block,
        reason = "there are no instructions that could use the pointer"
    )]
    fn in_register<const N: usize>(lines: &[Line; N]) -> &[Line; N] {
        let mut address: *const [Line; N] = lines;
        // SAFETY: there are no instructions, and the address is that of the lines.
        unsafe {
            asm!("/* {0} */", inout(reg) address, options(pure, nomem, nostack, preserves_flags));
            &*address
        }
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
        const SCANS_ARE_EXACT: bool = false;

        #[inline(always)]
        fn scan<const W: usize>(
            self,
            blocks: &[[Line; W]],
            words: &[u64; W],
            open: u64,
            hot: &mut usize,
        ) -> Option<[__m256i; 2]> {
            // SAFETY: a value of `Avx2` is made only where the features are enabled. The loads are those of a
            // `Line`, which has 64 bytes and as many of alignment.
            unsafe {
                // By half a byte: its number of bits (Mula, Kurz and Lemire, 2018).
                let table = _mm256_broadcastsi128_si256(_mm_setr_epi8(
                    0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,
                ));
                let (low, zero) = (_mm256_set1_epi8(15), _mm256_setzero_si256());
                let mut bounds = [zero; 2];
                let mut at = if W >= LONG_SCAN && *hot < blocks.len() { *hot } else { 0 };
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
                    if W >= LONG_SCAN {
                        let zeros = all.map(|half| {
                            _mm256_movemask_pd(_mm256_castsi256_pd(_mm256_cmpeq_epi64(half, zero)))
                        });
                        if (zeros[0] | zeros[1] << 4) & i32::from(of_block(open, at)) != 0 {
                            *hot = at;
                            return None;
                        }
                    }
                    for half in 0..2 {
                        let lower = _mm256_shuffle_epi8(table, _mm256_and_si256(all[half], low));
                        let upper = _mm256_and_si256(_mm256_srli_epi64::<4>(all[half]), low);
                        let bits = _mm256_add_epi8(lower, _mm256_shuffle_epi8(table, upper));
                        let bound = _mm256_sll_epi64(_mm256_sad_epu8(bits, zero), shift);
                        bounds[half] = _mm256_or_si256(bounds[half], bound);
                    }
                    at = if at + 1 == blocks.len() { 0 } else { at + 1 };
                }
                Some(bounds)
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

    #[inline(never)]
    #[target_feature(enable = "avx2,popcnt,lzcnt,bmi1,bmi2")]
    fn apart_with_avx2<K: Kernel>(kernel: K) -> K::Output {
        kernel.run(Avx2(()))
    }

    #[inline(never)]
    #[target_feature(
        enable = "avx2,popcnt,lzcnt,bmi1,bmi2,avx512f,avx512bw,avx512dq,avx512vl,avx512vpopcntdq"
    )]
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

        const SCANS_ARE_EXACT: bool = true;

        #[inline(always)]
        fn scan<const W: usize>(
            self,
            blocks: &[[Line; W]],
            words: &[u64; W],
            open: u64,
            hot: &mut usize,
        ) -> Option<__m512i> {
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
                    return Some(numbers);
                }
                let mut at = if *hot < blocks.len() { *hot } else { 0 };
                for _ in 0..blocks.len() {
                    let sum = self.numbers(&blocks[at], &splats);
                    if self.zeros(sum) & of_block(open, at) != 0 {
                        *hot = at;
                        return None;
                    }
                    let shift = _mm_cvtsi64_si128(8 * at as i64);
                    numbers = self.or(_mm512_sll_epi64(sum, shift), numbers);
                    at = if at + 1 == blocks.len() { 0 } else { at + 1 };
                }
                Some(numbers)
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::ids::narrow;

    /// All operations on lines, for comparison between levels.
    struct All<'l>(&'l Line, &'l Line, &'l Line);

    impl Kernel for All<'_> {
        type Output = (Vec<Line>, Vec<u64>);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let (a, b, c) = (lanes.load(self.0), lanes.load(self.1), lanes.load(self.2));
            let vectors = [
                lanes.and(a, b),
                lanes.or(a, b),
                lanes.xor(a, b),
                lanes.and_not(a, b),
                lanes.majority(a, b, c),
                lanes.splat(self.0.0[3]),
            ];
            let words = vec![
                u64::from(lanes.any(a)),
                u64::from(lanes.any(lanes.xor(a, a))),
                u64::from(lanes.zeros(lanes.and(a, b))),
            ];
            (vectors.into_iter().map(|vector| lanes.store(vector)).collect(), words)
        }
    }

    #[test]
    #[allow(clippy::needless_pass_by_value, reason = "quickcheck hands the arguments over by value")]
    fn every_level_gives_the_same_results() {
        fn property(words: Vec<u64>) {
            let word = |place: usize| words.get(place).copied().unwrap_or(place as u64 % 3);
            let line = |from: usize| Line(std::array::from_fn(|lane| word(from + lane)));
            let (a, b, c) = (line(0), line(4), line(12));
            let expected = Simd::Portable.instructions().run(All(&a, &b, &c));
            let plain = |lane: usize| (a.0[lane] & b.0[lane]).count_ones();
            assert_eq!(expected.1[2], (0..8).map(|lane| u64::from(plain(lane) == 0) << lane).sum::<u64>());
            for level in Simd::ALL {
                assert_eq!(level.instructions().run(All(&a, &b, &c)), expected, "{level}");
            }
        }
        quickcheck::quickcheck(property as fn(Vec<u64>));
    }

    /// The operations on bytes: sums, differences, and the masks of bytes equal to and at most the last argument.
    struct OnBytes<'l>(&'l Line, &'l Line, u8);

    impl Kernel for OnBytes<'_> {
        type Output = ([Line; 2], [u64; 2]);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let (a, b) = (lanes.bytes(self.0), lanes.bytes(self.1));
            let lines = [lanes.line(lanes.plus(a, b)), lanes.line(lanes.minus(a, b))];
            (lines, [lanes.equal_bytes(a, self.2), lanes.bytes_at_most(a, self.2)])
        }
    }

    fn bytes_of(line: &Line) -> Vec<u8> {
        line.0.iter().flat_map(|word| word.to_le_bytes()).collect()
    }

    #[test]
    fn bytes_are_added_and_compared() {
        fn property(words: (u64, u64, u64), byte: u8) {
            let a = Line(std::array::from_fn(|lane| words.0.rotate_left(7 * narrow(lane)) & words.1));
            let b = Line(std::array::from_fn(|lane| words.2.rotate_left(5 * narrow(lane))));
            let (of_a, of_b) = (bytes_of(&a), bytes_of(&b));
            let byte = if byte < 200 { of_a[usize::from(byte % 64)] } else { byte };
            let pairs = || of_a.iter().zip(&of_b);
            let mask = |holds: fn(u8, u8) -> bool| {
                let bits = of_a.iter().enumerate().map(|(at, &of_a)| u64::from(holds(of_a, byte)) << at);
                bits.sum::<u64>()
            };
            for level in Simd::ALL {
                let (lines, masks) = level.instructions().run(OnBytes(&a, &b, byte));
                let sums: Vec<u8> = pairs().map(|(a, b)| a.wrapping_add(*b)).collect();
                let differences: Vec<u8> = pairs().map(|(a, b)| a.wrapping_sub(*b)).collect();
                assert_eq!(lines.map(|line| bytes_of(&line)), [sums, differences], "{level}");
                assert_eq!(masks, [mask(|a, b| a == b), mask(|a, b| a <= b)], "{level}");
            }
        }
        quickcheck::quickcheck(property as fn((u64, u64, u64), u8));
    }

    /// A scan of these blocks and words with these open bits, beginning with a block; with whether it is exact.
    struct Scan<'l, const W: usize>(&'l [[Line; W]], &'l [u64; W], u64, usize);

    impl<const W: usize> Kernel for Scan<'_, W> {
        type Output = (Option<Line>, usize, bool);

        #[inline(always)]
        fn run<L: Lanes>(self, lanes: L) -> Self::Output {
            let mut hot = self.3;
            let numbers = lanes.scan(self.0, self.1, self.2, &mut hot).map(|numbers| lanes.line(numbers));
            (numbers, hot, L::SCANS_ARE_EXACT)
        }
    }

    /// Compares scans with counting bit by bit. `seeds` makes sparse and dense words.
    fn check_scan<const W: usize>(seeds: &[u64; 4], count: usize, hot: usize) {
        let mut state = seeds[0] | 1;
        let mut word = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            state.rotate_left(29) & (seeds[1] | state >> 7)
        };
        let mut line = || Line(std::array::from_fn(|_| word()));
        let blocks: Vec<[Line; W]> = (0..count).map(|_| std::array::from_fn(|_| line())).collect();
        let words: [u64; W] = std::array::from_fn(|word| seeds[2].rotate_left(narrow(word) * 11) & seeds[3]);
        let open = seeds[1] ^ seeds[3];
        let live = |block: usize, lane: usize| (0..W).map(move |word| (block, word, lane));
        let here = |(block, word, lane): (usize, usize, usize)| blocks[block][word].0[lane] & words[word];
        let number = |block, lane| live(block, lane).map(here).map(u64::count_ones).sum::<u32>().min(254);
        let bound = |block, lane| live(block, lane).map(here).fold(0, |all, word| all | word).count_ones();
        let is_dead =
            |block: usize| (0..8).any(|lane| open >> (8 * lane + block) & 1 == 1 && bound(block, lane) == 0);
        for level in Simd::ALL {
            let (numbers, found, is_exact) = level.instructions().run(Scan(&blocks, &words, open, hot));
            if let Some(numbers) = numbers {
                assert!(W < LONG_SCAN || !(0..count).any(is_dead), "{level}");
                for (block, lane) in (0..8).flat_map(|block| (0..8).map(move |lane| (block, lane))) {
                    let expected = match block < count {
                        true if is_exact => number(block, lane),
                        true => bound(block, lane),
                        false => 0,
                    };
                    let byte = bytes_of(&numbers)[8 * lane + block];
                    assert_eq!(u32::from(byte), expected, "{level}, block {block}, word {lane}");
                }
            } else {
                assert!(W >= LONG_SCAN && is_dead(found), "{level}");
            }
        }
    }

    #[test]
    fn scans_count_or_bound_the_bits_of_blocks() {
        fn property(seeds: (u64, u64, u64, u64), count: usize, hot: usize) {
            let seeds = [seeds.0, seeds.1, seeds.2, seeds.3];
            let (count, hot) = (count % 8 + 1, hot % 8);
            check_scan::<1>(&seeds, count, hot);
            check_scan::<4>(&seeds, count, hot);
            check_scan::<4>(&[seeds[0], u64::MAX, u64::MAX, u64::MAX], count, hot);
            check_scan::<6>(&seeds, count, hot);
            check_scan::<8>(&[seeds[0], seeds[1] & 0xff, seeds[2], seeds[3]], count, hot);
        }
        quickcheck::quickcheck(property as fn((u64, u64, u64, u64), usize, usize));
    }

    #[test]
    fn words_and_levels_go_both_ways() {
        for level in Simd::ALL {
            assert_eq!(level.to_string().parse(), Ok(level));
        }
        assert!("sse".parse::<Simd>().is_err());
        assert!(Simd::best().is_available());
    }
}

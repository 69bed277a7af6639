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

/// A set of instructions on vectors of eight words.
pub(crate) trait Lanes: Copy {
    /// True if counting the bits of eight words is one instruction, so that tables should be laid out with
    /// eight items side by side.
    const COUNTS_EIGHT: bool;
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
    /// Returns the number of bits set in each word.
    fn count(self, a: Self::Vector) -> Self::Vector;
    /// Returns the sums by word.
    fn add(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns each word shifted up by 32 bits.
    fn raise(self, a: Self::Vector) -> Self::Vector;
    /// Returns a mask of the words that are equal.
    fn equal(self, a: Self::Vector, b: Self::Vector) -> u8;
    /// Returns a mask of the words that are 0.
    fn zeros(self, a: Self::Vector) -> u8;
    /// Returns the lesser of two words, where the mask has a bit; the word of `a` elsewhere.
    fn lesser_where(self, mask: u8, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the least of eight words.
    fn least(self, a: Self::Vector) -> u64;
    /// Returns the last two words of three vectors, one pair after the other, and two words that are 0.
    fn last_pairs(self, a: Self::Vector, b: Self::Vector, c: Self::Vector) -> Self::Vector;
    /// Returns 64 bytes, with a byte added to those where the mask has a bit.
    fn add_bytes(self, bytes: Self::Vector, mask: u64, byte: u8) -> Self::Vector;
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
        fn count(self, a: [u64; 8]) -> [u64; 8] {
            a.map(|word| u64::from(word.count_ones()))
        }

        #[inline(always)]
        fn add(self, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| a[lane].wrapping_add(b[lane]))
        }

        #[inline(always)]
        fn raise(self, a: [u64; 8]) -> [u64; 8] {
            a.map(|word| word << 32)
        }

        #[inline(always)]
        fn equal(self, a: [u64; 8], b: [u64; 8]) -> u8 {
            (0..8).fold(0, |mask, lane| mask | u8::from(a[lane] == b[lane]) << lane)
        }

        #[inline(always)]
        fn zeros(self, a: [u64; 8]) -> u8 {
            (0..8).fold(0, |mask, lane| mask | u8::from(a[lane] == 0) << lane)
        }

        #[inline(always)]
        fn lesser_where(self, mask: u8, a: [u64; 8], b: [u64; 8]) -> [u64; 8] {
            std::array::from_fn(|lane| if mask >> lane & 1 == 1 { a[lane].min(b[lane]) } else { a[lane] })
        }

        #[inline(always)]
        fn least(self, a: [u64; 8]) -> u64 {
            a.into_iter().fold(u64::MAX, u64::min)
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

impl Lanes for Portable {
    plain_words!();

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
        __m512i, _mm512_add_epi64, _mm512_and_si512, _mm512_andnot_si512, _mm512_cmpeq_epi64_mask,
        _mm512_load_si512, _mm512_mask_add_epi8, _mm512_mask_min_epu64, _mm512_maskz_permutex2var_epi64,
        _mm512_or_si512, _mm512_permutex2var_epi64, _mm512_popcnt_epi64, _mm512_reduce_min_epu64,
        _mm512_set_epi64, _mm512_set1_epi8, _mm512_set1_epi64, _mm512_slli_epi64, _mm512_store_si512,
        _mm512_ternarylogic_epi64, _mm512_test_epi64_mask, _mm512_testn_epi64_mask, _mm512_xor_si512,
    };

    use super::{BITS_AS_BYTES, Kernel, Lanes, Line};

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
        fn count(self, a: __m512i) -> __m512i {
            // SAFETY: as above.
            unsafe { _mm512_popcnt_epi64(a) }
        }

        #[inline(always)]
        fn add(self, a: __m512i, b: __m512i) -> __m512i {
            // SAFETY: as above.
            unsafe { _mm512_add_epi64(a, b) }
        }

        #[inline(always)]
        fn raise(self, a: __m512i) -> __m512i {
            // SAFETY: as above.
            unsafe { _mm512_slli_epi64::<32>(a) }
        }

        #[inline(always)]
        fn equal(self, a: __m512i, b: __m512i) -> u8 {
            // SAFETY: as above.
            unsafe { _mm512_cmpeq_epi64_mask(a, b) }
        }

        #[inline(always)]
        fn zeros(self, a: __m512i) -> u8 {
            // SAFETY: as above.
            unsafe { _mm512_testn_epi64_mask(a, a) }
        }

        #[inline(always)]
        fn lesser_where(self, mask: u8, a: __m512i, b: __m512i) -> __m512i {
            // SAFETY: as above.
            unsafe { _mm512_mask_min_epu64(a, mask, a, b) }
        }

        #[inline(always)]
        fn least(self, a: __m512i) -> u64 {
            // SAFETY: as above.
            unsafe { _mm512_reduce_min_epu64(a) }
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
                lanes.count(a),
                lanes.add(a, b),
                lanes.raise(a),
                lanes.lesser_where(0b1010_0110, a, b),
                lanes.splat(self.0.0[3]),
            ];
            let words = vec![
                u64::from(lanes.any(a)),
                u64::from(lanes.any(lanes.xor(a, a))),
                u64::from(lanes.equal(a, b)),
                u64::from(lanes.zeros(lanes.and(a, b))),
                lanes.least(a),
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
            assert_eq!(expected.1[3], (0..8).map(|lane| u64::from(plain(lane) == 0) << lane).sum::<u64>());
            for level in Simd::ALL {
                assert_eq!(level.instructions().run(All(&a, &b, &c)), expected, "{level}");
            }
        }
        quickcheck::quickcheck(property as fn(Vec<u64>));
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

//! The instructions that kernels are written in, and their forms for each level.

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
mod bytes;
mod plain;
pub(crate) mod portable;

#[cfg(target_arch = "x86_64")]
use std::arch::asm;

use crate::line::Line;

/// Generic code that is compiled once for each level. `run` is `inline(always)` in every implementation, and so
/// are all functions on its hot path. Loops over plain words and arrays need no [`Lanes`]: the compiler
/// vectorizes them for each level.
///
/// ```
/// use dlx_simd::{Instructions, Kernel, Lanes, Simd};
///
/// struct Ones<'w>(&'w [u64]);
///
/// impl Kernel for Ones<'_> {
///     type Output = u32;
///
///     #[inline(always)]
///     fn run<L: Lanes>(self, _: L) -> u32 {
///         self.0.iter().map(|word| word.count_ones()).sum()
///     }
/// }
///
/// let instructions = Instructions::of(Simd::best());
/// assert_eq!(instructions.run(Ones(&[7, 0, 1])), 4);
/// ```
pub trait Kernel {
    /// The result, which must not depend on the instructions.
    type Output;

    /// Computes the result.
    fn run<L: Lanes>(self, lanes: L) -> Self::Output;
}

/// From this number of words on, a [scan](Lanes::scan) checks each block: for fewer words the check takes more
/// time than it saves.
pub const LONG_SCAN: usize = 6;

/// Returns the bits of one of eight blocks: bit `w` is bit `8 w + block` of `set`.
#[inline(always)]
fn of_block(set: u64, block: usize) -> u8 {
    let bits = set >> block & 0x0101_0101_0101_0101;
    bits.wrapping_mul(0x0102_0408_1020_4080).to_le_bytes()[7]
}

/// Returns the first byte of a block whose bit in `dead` is set, by the number of its word.
#[inline(always)]
fn byte_of(dead: u32, block: usize) -> usize {
    8 * dead.trailing_zeros() as usize + block
}

/// A set of instructions on vectors of eight words.
pub trait Lanes: Copy {
    /// True if counting the bits of eight words is one instruction, so that tables should be laid out with
    /// eight items side by side.
    const COUNTS_EIGHT: bool;
    /// True if all entries should be looked up in a table before the first of them is used, as the result of
    /// each use passes through memory.
    const LOOKS_UP_FIRST: bool = false;
    /// Eight words.
    type Vector: Copy;

    /// Returns the words of a line.
    fn load(self, line: &Line) -> Self::Vector;
    /// Returns the line with these words.
    fn store(self, vector: Self::Vector) -> Line;
    /// Returns eight copies of a word.
    fn splat(self, word: u64) -> Self::Vector;
    /// Returns the bits that are in both.
    fn and(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits that are in one or both.
    fn or(self, a: Self::Vector, b: Self::Vector) -> Self::Vector;
    /// Returns the bits that are in one of both.
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
    /// Returns the bytes of a line.
    fn bytes(self, line: &Line) -> Self::Bytes;
    /// Returns the line with these bytes.
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
        for byte in from..u8::MAX {
            let mut found = 0;
            for part in 0..N {
                found |= self.equal_bytes(bytes[part], byte) & among[part];
            }
            if found != 0 {
                return byte;
            }
        }
        u8::MAX
    }
    /// The greatest number of words for which [`scan`](Self::scan) counts all bits.
    const MOST_COUNTED: usize;
    /// Returns the numbers of bits of `lines & words` for up to eight blocks of eight words, or lower bounds if
    /// `W` is above [`MOST_COUNTED`](Self::MOST_COUNTED): that of word `w` of block `b` is byte `8 w + b`. Numbers
    /// above 254 become 254. The bounds are the numbers of bits of the OR of the lines of a block.
    ///
    /// # Errors
    /// If `W` is at least [`LONG_SCAN`]: a byte that is 0 and whose bit in `open` is set. The block of byte `first`
    /// is looked at first.
    fn scan<const W: usize>(
        self,
        blocks: &[[Line; W]],
        words: &[u64; W],
        open: u64,
        first: usize,
    ) -> Result<Self::Bytes, usize>;
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

/// Returns the same lines; the compiler does not know how their address was computed.
#[cfg(target_arch = "x86_64")]
#[inline(always)]
#[allow(clippy::pointers_in_nomem_asm_block, reason = "there are no instructions that could use the pointer")]
fn in_register<const N: usize>(lines: &[Line; N]) -> &[Line; N] {
    let mut address: *const [Line; N] = lines;
    // SAFETY: there are no instructions, and the address is that of the lines.
    unsafe {
        asm!("/* {0} */", inout(reg) address, options(pure, nomem, nostack, preserves_flags));
        &*address
    }
}

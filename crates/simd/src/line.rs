//! A cache line of words.

/// Eight words of 64 bits, in one cache line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Line(pub [u64; 8]);

impl Line {
    /// Returns the words of consecutive lines.
    #[inline(always)]
    #[must_use]
    pub fn words(lines: &[Self]) -> &[u64] {
        // SAFETY: a line is eight words and nothing else, as it has the size of its alignment, so that
        // consecutive lines are consecutive words.
        unsafe { std::slice::from_raw_parts(lines.as_ptr().cast(), 8 * lines.len()) }
    }
}

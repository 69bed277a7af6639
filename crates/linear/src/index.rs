//! Indices of tables as `u32`, and the only casts between the two widths.

/// The greatest number of entries of any table.
pub(crate) const MOST: usize = (u32::MAX - 16) as usize;

/// Widens an index. Lossless: every supported target has at least 32-bit addresses.
#[inline(always)]
pub(crate) const fn wide(index: u32) -> usize {
    index as usize
}

/// Narrows an index. Lossless: a program refuses more than [`MOST`] entries.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "a program bounds every table by MOST")]
pub(crate) const fn narrow(index: usize) -> u32 {
    debug_assert!(index <= MOST);
    index as u32
}

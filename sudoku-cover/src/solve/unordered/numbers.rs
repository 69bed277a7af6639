//! Conversions between indices and the 32 bits that tables store them in.

/// Returns an index that a table stores. Lossless: every supported target has at least 32-bit addresses.
#[inline(always)]
pub(super) const fn wide(index: u32) -> usize {
    index as usize
}

/// Returns an index for a table. Lossless: the tables are for [few options](super::tables::MOST_OPTIONS).
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "tables have fewer than 2^32 entries")]
pub(super) const fn narrow(index: usize) -> u32 {
    debug_assert!(index <= u32::MAX as usize);
    index as u32
}

//! The numbers of items, options and colors, and the only casts between integer widths.
//!
//! Ids are `u32` numbers in the order of declaration, so that a `Vec` of the user can hold what each means,
//! and an arena node fits into 16 bytes.

use std::fmt;

/// Widens an index of the flat tables. Lossless: every supported target has at least 32-bit addresses.
#[inline(always)]
pub(crate) const fn wide(index: u32) -> usize {
    index as usize
}

/// Narrows an index of the flat tables.
///
/// Lossless: the builder refuses problems whose tables would exceed [`MOST`].
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the builder bounds every table by MOST")]
pub(crate) const fn narrow(index: usize) -> u32 {
    debug_assert!(index <= MOST);
    index as u32
}

/// Returns `word` scaled from the range of 2^32 to the range below `count`: a random word makes a random
/// choice.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "the product of two 32-bit numbers, its lower half shifted out"
)]
pub(crate) const fn scale(word: u32, count: u32) -> u32 {
    ((word as u64 * count as u64) >> 32) as u32
}

/// The greatest number of entries that any table of a problem, or of an arena made from it, may have.
pub(crate) const MOST: usize = (u32::MAX - 16) as usize;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// Returns the id with this number.
            ///
            /// # Panics
            /// If the number does not fit into 32 bits.
            #[inline]
            #[must_use]
            pub const fn new(index: usize) -> Self {
                assert!(index <= u32::MAX as usize, "an id has 32 bits");
                Self(narrow_id(index))
            }

            /// Returns the number of this id, counted from 0 in the order of declaration.
            #[inline(always)]
            #[must_use]
            pub const fn index(self) -> usize {
                wide(self.0)
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!(stringify!($name), "({})"), self.0)
            }
        }
    };
}

#[allow(clippy::cast_possible_truncation, reason = "the caller has asserted the range")]
const fn narrow_id(index: usize) -> u32 {
    index as u32
}

id! {
    /// An item (in older texts: a column, a constraint): something that must or may be covered.
    ItemId
}
id! {
    /// An option (in older texts: a row, a choice): a set of items that are covered together.
    OptionId
}
id! {
    /// The color of a secondary item in an option; [`Color::NONE`] where there is none.
    Color
}

impl Color {
    /// No color: no other option may use the item.
    pub const NONE: Self = Self(0);
}

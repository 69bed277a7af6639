//! The numbers by which items, options and colors are known, and the only casts between integer widths.
//!
//! Every id is a `u32` given in the order of declaration, so that the user's own `Vec` can hang any payload
//! on it, and so that an arena node fits in 16 bytes.

use std::fmt;

/// Widens an index of the flat tables. Lossless: every supported target has at least 32-bit addresses.
#[inline(always)]
pub(crate) const fn wide(index: u32) -> usize {
    index as usize
}

/// Narrows an index of the flat tables.
///
/// The builder refuses problems whose tables would outgrow [`MOST`], so nothing is lost here.
#[inline(always)]
#[allow(clippy::cast_possible_truncation, reason = "the builder bounds every table by MOST")]
pub(crate) const fn narrow(index: usize) -> u32 {
    debug_assert!(index <= MOST);
    index as u32
}

/// The number below `count` that is to it what `word` is to 2^32: a random word makes a random choice.
#[inline(always)]
#[allow(
    clippy::cast_possible_truncation,
    reason = "the product of two 32-bit numbers, its lower half shifted out"
)]
pub(crate) const fn scale(word: u32, count: u32) -> u32 {
    ((word as u64 * count as u64) >> 32) as u32
}

/// The most entries that any table of a problem, or of an arena made from it, may have.
pub(crate) const MOST: usize = (u32::MAX - 16) as usize;

macro_rules! id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub(crate) u32);

        impl $name {
            /// The id with this number.
            ///
            /// # Panics
            /// If the number does not fit in 32 bits.
            #[inline]
            #[must_use]
            pub const fn new(index: usize) -> Self {
                assert!(index <= u32::MAX as usize, "an id has 32 bits");
                Self(narrow_id(index))
            }

            /// The number of this id, counted from 0 in the order of declaration.
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
    /// An item (in older texts: a column, a constraint): what is to be covered.
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
    /// No color: the option uses the item for itself alone.
    pub const NONE: Self = Self(0);
}

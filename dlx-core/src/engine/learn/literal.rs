//! Literals: a variable, or its negation.

use crate::problem::ids::wide;

/// A variable or its negation, as twice the number of the variable, plus one for the negation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Literal(u32);

impl Literal {
    pub(super) fn new(variable: u32, is_true: bool) -> Literal {
        Literal(variable << 1 | u32::from(!is_true))
    }

    pub(super) fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Returns true if this is a variable, false if it is the negation of one.
    pub(super) fn is_positive(self) -> bool {
        self.0 & 1 == 0
    }

    pub(super) fn index(self) -> usize {
        wide(self.0)
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

//! The reason why a board cannot have a rule.

use std::fmt;

use crate::model::unexpected::Unexpected;

/// The reason why a board cannot have a rule.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{unexpected}")]
pub struct RuleError {
    unexpected: Unexpected,
    is_too_large: bool,
}

impl From<Unexpected> for RuleError {
    fn from(unexpected: Unexpected) -> RuleError {
        RuleError { unexpected, is_too_large: false }
    }
}

impl RuleError {
    /// Returns the error for rules that allow more combinations of digits than a board may have.
    pub(in crate::model::geometry) fn too_large(
        expected: impl Into<String>,
        found: impl fmt::Display,
    ) -> RuleError {
        RuleError { unexpected: Unexpected::new(expected, found), is_too_large: true }
    }

    /// Returns true if the rule is right, but with it the board would exceed its limit of size.
    #[must_use]
    pub fn is_too_large(&self) -> bool {
        self.is_too_large
    }
}

pub(in crate::model::geometry) fn refuse<T>(
    expected: impl Into<String>,
    found: impl fmt::Display,
) -> Result<T, RuleError> {
    Err(Unexpected::new(expected, found).into())
}

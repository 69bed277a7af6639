//! Why a board cannot have a rule, and why a text is none.

use std::fmt;

use dlx_core::inner::suggestion;

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

/// The reason why a text is not a rule. Columns are counted from 1, in characters.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RuleTextError {
    /// The name of the rule or variant is unknown.
    #[error("unknown rule `{found}`{}", suggestion(*nearest))]
    Unknown {
        /// The name.
        found: String,
        /// The known name nearest to it, if one is near.
        nearest: Option<&'static str>,
    },
    /// Something else was expected at this place.
    #[error("column {column}: {unexpected}")]
    Unexpected {
        /// The column, or that of the end of the text.
        column: usize,
        /// What is expected, and what was found.
        unexpected: Unexpected,
    },
}

/// A [`RuleTextError`] in a text of several lines.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {error}")]
pub struct RuleLineError {
    /// The line, counted from 1.
    pub line: usize,
    /// The error in it.
    pub error: RuleTextError,
}

//! What every error of reading says: what is expected, and what was found instead.

use std::fmt;

/// What is expected at a place, and what stands there instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Unexpected {
    /// What is expected, such as `81 cells`.
    pub expected: String,
    /// What was found, such as `80`. Text of the input is quoted and cannot garble the message.
    pub found: String,
}

impl Unexpected {
    pub(crate) fn new(expected: impl Into<String>, found: impl fmt::Display) -> Unexpected {
        Unexpected { expected: expected.into(), found: found.to_string() }
    }

    /// Text of the input, of which the beginning is quoted.
    pub(crate) fn text(expected: impl Into<String>, found: &str) -> Unexpected {
        Unexpected::new(expected, shown(found))
    }
}

/// The beginning of a text of the input, in quotes and without characters that would garble a message.
pub(crate) fn shown(text: &str) -> String {
    let escaped = |character| match character {
        '"' | '\'' | '\\' => String::from(character),
        _ => character.escape_debug().to_string(),
    };
    format!("`{}`", text.chars().take(24).map(escaped).collect::<String>())
}

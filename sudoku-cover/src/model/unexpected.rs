//! The common part of all reading errors: what was expected, and what was found.

use std::fmt;

/// Something unexpected in an input.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found {found}")]
pub struct Unexpected {
    /// What was expected, such as `81 cells`.
    pub expected: String,
    /// What was found, such as `80`. Text of the input is quoted and escaped.
    pub found: String,
}

impl Unexpected {
    pub(crate) fn new(expected: impl Into<String>, found: impl fmt::Display) -> Unexpected {
        Unexpected { expected: expected.into(), found: found.to_string() }
    }

    /// Returns an error for text of the input, the beginning of which is quoted.
    pub(crate) fn text(expected: impl Into<String>, found: &str) -> Unexpected {
        Unexpected::new(expected, shown(found))
    }
}

/// Returns a word in lower case, without the characters that join its parts.
pub(crate) fn plain(word: &str) -> String {
    word.chars().filter(|letter| !matches!(letter, '-' | '_')).flat_map(char::to_lowercase).collect()
}

/// Returns the beginning of a text of the input, quoted and escaped.
pub(crate) fn shown(text: &str) -> String {
    let escaped = |character| match character {
        '"' | '\'' | '\\' => String::from(character),
        _ => character.escape_debug().to_string(),
    };
    format!("`{}`", text.chars().take(24).map(escaped).collect::<String>())
}

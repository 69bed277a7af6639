//! What is known of the solutions of a puzzle, in one word and in a phrase.

use std::fmt;

use serde::Serialize;

/// What is known of the solutions of a puzzle. Displayed and serialized as its [word](Self::word).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// There is exactly one.
    Unique,
    /// There are several.
    Several,
    /// There is at least one; a second one was not looked for, or not excluded.
    Solved,
    /// There is none.
    None,
    /// There is none, because givens contradict one another.
    Invalid,
    /// There is no puzzle, because its text cannot be read.
    Unreadable,
    /// A limit was reached before the first one.
    Unknown,
}

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 7] = [
        Verdict::Unique,
        Verdict::Several,
        Verdict::Solved,
        Verdict::None,
        Verdict::Invalid,
        Verdict::Unreadable,
        Verdict::Unknown,
    ];

    /// Returns the verdict of a search that found this many solutions, and all of them if it is complete.
    #[must_use]
    pub const fn of_count(found: u64, is_complete: bool) -> Verdict {
        match (found, is_complete) {
            (0, true) => Verdict::None,
            (0, false) => Verdict::Unknown,
            (1, true) => Verdict::Unique,
            (1, false) => Verdict::Solved,
            _ => Verdict::Several,
        }
    }

    /// Returns the word for programs, such as `unique`.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Verdict::Unique => "unique",
            Verdict::Several => "several",
            Verdict::Solved => "solved",
            Verdict::None => "none",
            Verdict::Invalid => "invalid",
            Verdict::Unreadable => "unreadable",
            Verdict::Unknown => "unknown",
        }
    }

    /// Returns the phrase for people, such as `one solution`.
    #[must_use]
    pub const fn phrase(self) -> &'static str {
        match self {
            Verdict::Unique => "one solution",
            Verdict::Several => "several solutions",
            Verdict::Solved => "a solution",
            Verdict::None => "no solution",
            Verdict::Invalid | Verdict::Unreadable => "invalid",
            Verdict::Unknown => "unknown",
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.word())
    }
}

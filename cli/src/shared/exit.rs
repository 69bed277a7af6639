//! Exit codes: one for each kind of answer.

use std::cmp::Ordering;
use std::process::ExitCode;

/// The exit code of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    Answered = 0,
    NoSolution = 1,
    /// clap uses the same code.
    Usage = 2,
    Unreadable = 3,
    Several = 4,
    Stopped = 5,
    Internal = 70,
    Hangup = 129,
    Interrupted = 130,
    Terminated = 143,
}

impl Exit {
    /// All codes with the descriptions that `dlx help exit-codes` prints.
    pub(crate) const ALL: [(Self, &'static str); 10] = [
        (Self::Answered, "answered; reaching --limit is an answer"),
        (Self::NoSolution, "no solution (proved), or a check or comparison failed"),
        (Self::Usage, "usage error"),
        (Self::Unreadable, "invalid or unreadable input, or output that cannot be written"),
        (Self::Several, "several solutions where one was required"),
        (
            Self::Stopped,
            "a budget (--timeout, --memory, --nodes) or the size of a board ended the run before the answer",
        ),
        (Self::Internal, "internal error: two engines or proofs disagree; please report it"),
        (Self::Hangup, "ended by SIGHUP: the terminal was closed"),
        (Self::Interrupted, "interrupted by Ctrl-C (SIGINT)"),
        (Self::Terminated, "ended by SIGTERM"),
    ];

    pub(crate) fn meaning(self) -> &'static str {
        Self::ALL.into_iter().find(|(exit, _)| *exit == self).map_or("", |(_, meaning)| meaning)
    }

    /// Combines two results: keeps the greater one.
    pub(crate) fn also(&mut self, other: Self) {
        *self = (*self).max(other);
    }

    fn rank(self) -> u8 {
        match self {
            Self::Several => 2,
            Self::Stopped => 3,
            Self::Unreadable => 4,
            Self::Usage => 5,
            other => other as u8,
        }
    }
}

/// An input that cannot be read is greater than what the others contain: a script that sees another code could
/// believe that all inputs were answered. Otherwise the order is that of the codes.
impl Ord for Exit {
    fn cmp(&self, other: &Self) -> Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl PartialOrd for Exit {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        // The discriminants are the codes.
        Self::from(exit as u8)
    }
}

//! Messages on standard error: errors, warnings and notes, one style for all.
//!
//! Whatever a message quotes comes from users and files, so control characters are escaped.

use std::fmt::{Arguments, Display};
use std::io::Write;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use dlx_core::escape_controls;

/// How much is said on standard error.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors, and what was asked for: counters, progress.
    Quiet,
    /// Warnings and notes as well.
    Normal,
    /// Details of what was read and done as well.
    Verbose,
}

/// One setting for the process, as messages come from every thread.
static VERBOSITY: AtomicU8 = AtomicU8::new(Verbosity::Normal as u8);

/// What notes and warnings are about where that must be said, such as one of several files.
static SUBJECT: Mutex<String> = Mutex::new(String::new());

/// Puts this before the notes and warnings that follow; nothing if it is empty.
pub(crate) fn set_subject(subject: &str) {
    subject.clone_into(&mut SUBJECT.lock().unwrap_or_else(PoisonError::into_inner));
}

pub(crate) fn set_verbosity(verbosity: Verbosity) {
    VERBOSITY.store(verbosity as u8, Ordering::Relaxed);
}

/// What a message is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Error,
    Warning,
    Note,
    /// A note for those who ask for more.
    Detail,
    /// What to do about the message before it.
    Help,
}

const BOLD: Style = Style::new().bold();
/// The label of an error.
pub(crate) const ERROR: Style = AnsiColor::Red.on_default().bold();

impl Kind {
    fn verbosity(self) -> Verbosity {
        match self {
            Self::Error | Self::Help => Verbosity::Quiet,
            Self::Warning | Self::Note => Verbosity::Normal,
            Self::Detail => Verbosity::Verbose,
        }
    }

    fn label(self) -> (&'static str, Style) {
        match self {
            Self::Error => ("error", ERROR),
            Self::Warning => ("warning", AnsiColor::Yellow.on_default().bold()),
            Self::Note | Self::Detail => ("note", BOLD),
            Self::Help => ("help", AnsiColor::Cyan.on_default().bold()),
        }
    }
}

/// The line of a message without its end, with escape sequences for colors, which [`print()`] takes out where there are
/// none; `None` if the verbosity leaves it out.
pub(crate) fn line(kind: Kind, text: Arguments<'_>) -> Option<String> {
    if VERBOSITY.load(Ordering::Relaxed) < kind.verbosity() as u8 {
        return None;
    }
    let (label, style) = kind.label();
    let subject = SUBJECT.lock().unwrap_or_else(PoisonError::into_inner);
    let subject = match kind {
        Kind::Warning | Kind::Note if !subject.is_empty() => format!("{subject}: "),
        _ => String::new(),
    };
    Some(format!("{style}{label}{style:#}: {}", escape_controls(&format!("{subject}{text}"))))
}

/// The line of an error, which no verbosity leaves out.
pub(crate) fn error_line(text: impl Display) -> String {
    line(Kind::Error, format_args!("{text}")).unwrap_or_default()
}

/// Prints a line to standard error. Unlike `eprintln!`, this does not panic if standard error is closed.
pub(crate) fn print(line: &str) {
    let line = format!("{line}\n");
    anstream::stderr().lock().write_all(line.as_bytes()).ok();
}

/// Prints a message of a kind: `message!(Note, "{} puzzles", 7)`.
macro_rules! message {
    ($kind:ident, $($text:tt)*) => {{
        use $crate::shared::message::{Kind, line, print};
        if let Some(line) = line(Kind::$kind, format_args!($($text)*)) {
            print(&line);
        }
    }};
}

/// Prints a line that was asked for, such as a counter.
macro_rules! tell {
    ($($text:tt)*) => {
        $crate::shared::message::print(&dlx_core::escape_controls(&format!($($text)*)))
    };
}

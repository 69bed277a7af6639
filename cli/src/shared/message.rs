//! Messages on standard error: errors, warnings and notes in one style.
//!
//! Messages quote input, so control characters are escaped.

use std::fmt::{Arguments, Display};
use std::io::Write;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Mutex, PoisonError};

use anstyle::{AnsiColor, Style};
use dlx_core::inner::escape_controls;
use indicatif::ProgressBar;

/// Which messages are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Verbosity {
    /// Errors, and output that was asked for: statistics and progress.
    Quiet,
    /// Also warnings and notes.
    Normal,
    /// Also details of what is read and done.
    Verbose,
}

/// The verbosity of the process; global because every thread prints messages.
static VERBOSITY: AtomicU8 = AtomicU8::new(Verbosity::Normal as u8);

/// The prefix of notes and warnings, such as the name of the current file.
static SUBJECT: Mutex<String> = Mutex::new(String::new());

/// Sets the prefix of the following notes and warnings; an empty prefix removes it.
pub(crate) fn set_subject(subject: &str) {
    subject.clone_into(&mut SUBJECT.lock().unwrap_or_else(PoisonError::into_inner));
}

pub(crate) fn set_verbosity(verbosity: Verbosity) {
    VERBOSITY.store(verbosity as u8, Ordering::Relaxed);
}

/// The kind of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Error,
    Warning,
    Note,
    /// A note printed only with `--verbose`.
    Detail,
    /// A suggestion that belongs to the message before it.
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

/// Formats a message without its line end. Colors are escape sequences, which [`print()`] removes if colors
/// are off. Returns `None` if the verbosity suppresses the message.
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

/// Formats an error, which is printed at every verbosity.
pub(crate) fn error_line(text: impl Display) -> String {
    line(Kind::Error, format_args!("{text}")).unwrap_or_default()
}

/// The bar on the terminal that messages are printed above.
static BAR: Mutex<Option<ProgressBar>> = Mutex::new(None);

/// Prints the following messages above this bar; without one a message would stand on its line.
pub(crate) fn print_above(bar: Option<&ProgressBar>) {
    *BAR.lock().unwrap_or_else(PoisonError::into_inner) = bar.cloned();
}

/// Prints a line to standard error. Unlike `eprintln!`, this does not panic if standard error is closed.
pub(crate) fn print(line: &str) {
    let line = format!("{line}\n");
    let write = || {
        anstream::stderr().lock().write_all(line.as_bytes()).ok();
    };
    let bar = BAR.lock().unwrap_or_else(PoisonError::into_inner).clone();
    match bar {
        Some(bar) => bar.suspend(write),
        None => write(),
    }
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

/// Prints a line that was asked for, such as a statistic.
macro_rules! stat {
    ($($text:tt)*) => {
        $crate::shared::message::print(&dlx_core::inner::escape_controls(&format!($($text)*)))
    };
}

//! Flags of every command, and how a run is divided among threads and where it writes.

use std::ffi::OsString;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use anstream::ColorChoice;
use clap::{Args, ValueEnum};

/// What every command takes.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub(crate) struct Globals {
    /// Print counters and time to standard error
    #[arg(long, global = true)]
    pub(crate) stats: bool,
    /// Show progress on standard error
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = When::Auto, hide_short_help = true)]
    pub(crate) progress: When,
    /// Print errors only, no warnings and notes
    #[arg(short = 'q', long, global = true, conflicts_with = "verbose", hide_short_help = true)]
    pub(crate) quiet: bool,
    /// Print what is read, chosen and written
    #[arg(short = 'v', long, global = true, hide_short_help = true)]
    pub(crate) verbose: bool,
    /// Use colors
    #[arg(long, global = true, value_enum, value_name = "WHEN", default_value_t = Color::Auto, hide_short_help = true)]
    pub(crate) color: Color,
}

/// When progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal that shows nothing else
    Auto,
    /// A bar on a terminal, otherwise a line now and then
    Always,
    /// Not at all
    Never,
    /// One object a line each second, for programs
    Json,
}

/// When colors are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also in files and pipes
    Always,
    /// Not at all
    Never,
}

impl Color {
    /// The last `--color` among the arguments.
    pub(crate) fn of_arguments(arguments: &[OsString]) -> Self {
        let words = arguments.iter().map(|word| word.to_str().unwrap_or_default());
        let mut next = words.clone().skip(1);
        let named = words.filter_map(|word| match (word.strip_prefix("--color"), next.next()) {
            (Some(""), Some(value)) => Self::from_str(value, false).ok(),
            (Some(rest), _) => Self::from_str(rest.strip_prefix('=')?, false).ok(),
            (None, _) => None,
        });
        named.last().unwrap_or(Self::Auto)
    }

    /// Makes this the choice of all that is printed.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// Where the answer goes. The session reads it by its name.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputFile {
    /// Write to FILE, completely or not at all
    ///
    /// FILE appears when the run ends, also where a budget or Ctrl-C has ended a list early. After an error it stays as
    /// it was.
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// The file, unless it is standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// How an answer is printed where text and objects are all there is.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportFormat {
    /// Format of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = TextOrJson::Text)]
    format: TextOrJson,
}

impl ReportFormat {
    pub(crate) fn is_json(self) -> bool {
        self.format == TextOrJson::Json
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum TextOrJson {
    /// For people
    Text,
    /// One object a line, for programs
    Json,
}

/// How many threads work.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Threads {
    /// Number of threads; the output stays the same [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// So many threads, or one for each core.
    pub(crate) fn number(self) -> NonZeroUsize {
        self.asked().or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// The number that is asked for.
    pub(crate) fn asked(self) -> Option<NonZeroUsize> {
        self.threads
    }
}

/// More threads than any machine has cores would only wait for one another.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().and_then(NonZeroUsize::new);
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

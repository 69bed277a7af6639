//! Flags of every command, and those for threads and output.

use std::ffi::OsString;
use std::hash::{BuildHasher, RandomState};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;

use anstream::ColorChoice;
use clap::{Args, ValueEnum};

/// Flags of every command.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Messages")]
pub(crate) struct Globals {
    /// Print statistics and time to standard error
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
    /// On a terminal, unless answers appear there meanwhile
    Auto,
    /// A bar on a terminal, otherwise a line every 10 s
    Always,
    /// Never
    Never,
    /// One JSON object a line, each second
    Json,
}

/// When colors are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    /// On a terminal, unless NO_COLOR is set
    Auto,
    /// Also in files and pipes
    Always,
    /// Never
    Never,
}

impl Color {
    /// Returns the last `--color` among the arguments.
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

    /// Applies this choice to all output.
    pub(crate) fn write_global(self) {
        match self {
            Self::Auto => ColorChoice::Auto,
            Self::Always => ColorChoice::Always,
            Self::Never => ColorChoice::Never,
        }
        .write_global();
    }
}

/// The destination of the answer. The session reads the argument by its name.
#[derive(Clone, Debug, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct OutputFile {
    /// Write to FILE, which appears when the run ends
    ///
    /// FILE is replaced in one step at the end of the run. A list that a limit or Ctrl-C ended early holds what was found
    /// until then, and the exit code says so; a document, such as a picture or a problem, is written whole or not at all.
    /// After an error, FILE is left unchanged. A symbolic link stays: its target is replaced. FILE cannot be an input, and
    /// its ending, such as .svg, decides the format where there are several.
    #[arg(short = 'o', long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl OutputFile {
    /// The path, or `None` for standard output.
    pub(crate) fn path(&self) -> Option<&Path> {
        self.output.as_deref().filter(|path| *path != Path::new("-"))
    }
}

/// The format flag of commands that print either text or JSON.
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
    /// Text for people
    Text,
    /// One JSON object a line
    Json,
}

/// The number of worker threads.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Search")]
pub(crate) struct Threads {
    /// Number of threads; the output stays the same [default: all cores]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    threads: Option<NonZeroUsize>,
}

impl Threads {
    /// Returns the number of threads; by default the number of cores.
    pub(crate) fn number(self) -> NonZeroUsize {
        self.asked().or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
    }

    /// Returns the number if it was given.
    pub(crate) fn asked(self) -> Option<NonZeroUsize> {
        self.threads
    }
}

/// No machine has more cores, and more threads than cores would only compete for them.
const MOST_THREADS: usize = 1024;

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().and_then(NonZeroUsize::new);
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// A seed of random numbers: a number, or a drawn one.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seed {
    number: u64,
    is_drawn: bool,
}

impl Seed {
    /// Returns the number, and prints it if it was drawn: the same answer can then be had again.
    pub(crate) fn number(self) -> u64 {
        if self.is_drawn {
            message!(Note, "the random seed is {}", self.number);
        }
        self.number
    }
}

impl FromStr for Seed {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text == "random" {
            // Short enough to be typed.
            let number = RandomState::new().hash_one(0) % 1_000_000_000;
            return Ok(Self { number, is_drawn: true });
        }
        let number = text.parse().map_err(|_| "expected a number, or `random`")?;
        Ok(Self { number, is_drawn: false })
    }
}

//! How a run is limited, shown and divided among threads: arguments of most commands.

use std::num::NonZeroUsize;
use std::thread;
use std::time::Duration;

use clap::{Args, ValueEnum};
use dlx_core::Simd;

/// When a run ends at the latest.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Deadline {
    /// Stop after this time, such as 10s, 500ms or 2min; a bare number is seconds
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

/// What every command takes that searches.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) deadline: Deadline,
    /// Print the counters of the search to standard error
    #[arg(long)]
    pub(crate) stats: bool,
}

/// When something is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum When {
    /// On a terminal that shows nothing else
    Auto,
    Always,
    Never,
    /// For programs: an object a line on standard error, each second
    Json,
}

pub(super) fn simd(word: &str) -> Result<Simd, String> {
    word.parse().map_err(|error: dlx_core::UnknownSimd| error.to_string())
}

/// More threads than any machine has cores would only wait for one another.
const MOST_THREADS: usize = 1024;

/// So many threads, or one for each core.
pub(crate) fn threads_or_cores(threads: Option<NonZeroUsize>) -> NonZeroUsize {
    threads.or_else(|| thread::available_parallelism().ok()).unwrap_or(NonZeroUsize::MIN)
}

pub(crate) fn threads(text: &str) -> Result<NonZeroUsize, String> {
    let threads = text.parse().ok().and_then(NonZeroUsize::new);
    let threads = threads.filter(|threads| threads.get() <= MOST_THREADS);
    threads.ok_or_else(|| format!("expected a number of threads from 1 to {MOST_THREADS}"))
}

/// A duration: a bare number is seconds, otherwise units are named.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    if let Ok(seconds) = text.parse::<f64>() {
        return Duration::try_from_secs_f64(seconds).map_err(|error| error.to_string());
    }
    humantime::parse_duration(text).map_err(|error| error.to_string())
}

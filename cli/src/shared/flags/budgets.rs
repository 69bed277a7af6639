//! Flags that limit a run: time, nodes and memory.

use std::time::Duration;

use clap::Args;
use dlx_tasks::default_memory;

/// The deadline of a run. The session reads the argument by its name.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Deadline {
    /// Stop after this time, such as 10s or 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    timeout: Option<Duration>,
}

/// The maximum size of a search. The session reads the argument by its name.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Nodes {
    /// Stop each search after N nodes
    #[arg(long, value_name = "N", hide_short_help = true)]
    nodes: Option<u64>,
}

/// The maximum memory of tables that grow with the problem. The session reads the argument by its name, for limits
/// of boards with rules.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Budgets")]
pub(crate) struct Memory {
    /// Limit memory of tables and covers, such as 512M
    ///
    /// K, M, G and T are powers of 1024; a bare number is bytes. The program, the problem and the stacks of threads take up
    /// to 32 MB more. The allocator of glibc keeps memory that was freed, up to 64 MB for each thread, or nearly nothing with
    /// MALLOC_TRIM_THRESHOLD_=131072 in the environment [default: half of the available memory]
    #[arg(long, value_name = "SIZE", value_parser = size, hide_short_help = true)]
    memory: Option<usize>,
}

impl Memory {
    /// The limit in bytes.
    pub(crate) fn bytes(self) -> usize {
        self.memory.unwrap_or_else(default_memory)
    }
}

/// Parses a duration. A bare number is in seconds.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let parsed = match text.parse::<f64>() {
        Ok(seconds) => Duration::try_from_secs_f64(seconds).ok(),
        Err(_) => humantime::parse_duration(text).ok(),
    };
    parsed.ok_or_else(|| "expected a time such as 10s, 500ms or 2min".to_owned())
}

fn size(text: &str) -> Result<usize, String> {
    let parsed = parse_size::Config::new().with_binary().parse_size(text);
    let parsed = parsed.ok().and_then(|size| usize::try_from(size).ok());
    parsed.ok_or_else(|| "expected a size such as 512M, 1.5G or a number of bytes".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_bytes_or_powers_of_1024() {
        for (text, bytes) in
            [("4096", 4096), ("512M", 512 << 20), ("1.5G", 3 << 29), ("2k", 2048), ("1T", 1 << 40)]
        {
            assert_eq!(size(text), Ok(bytes), "{text}");
        }
        for text in ["", "much", "-1M", "5X", "99999999999T"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}

//! How much memory the tables of a run may take.

use clap::Args;
use sysinfo::{MemoryRefreshKind, RefreshKind, System};

/// What every command takes whose tables grow with the problem.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct Memory {
    /// The most memory for the tables, such as 512M, 1.5G or a number of bytes; K, M, G and T are powers of 1024
    /// [default: half of what is available]
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<usize>,
}

impl Memory {
    /// The number of bytes.
    pub(crate) fn bytes(self) -> usize {
        self.memory.unwrap_or_else(|| available() / 2)
    }
}

/// What the machine has available, or the cgroup if that is less.
fn available() -> usize {
    let ram = RefreshKind::nothing().with_memory(MemoryRefreshKind::nothing().with_ram());
    let system = System::new_with_specifics(ram);
    let cgroup = system.cgroup_limits().map_or(u64::MAX, |limits| limits.free_memory);
    let available = system.available_memory();
    if available == 0 {
        // A machine that does not say.
        return UNKNOWN;
    }
    usize::try_from(available.min(cgroup)).unwrap_or(usize::MAX)
}

/// What is taken to be available where nothing is known.
const UNKNOWN: usize = 1 << 30;

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

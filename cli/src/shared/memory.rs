//! How much memory the tables of a run may take.

use clap::Args;
use dlx_tasks::default_memory;

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
        self.memory.unwrap_or_else(default_memory)
    }
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

//! The arguments of the commands that search an exact cover problem, or check what a search has found.

use std::num::{NonZeroU64, NonZeroUsize};
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, ValueEnum};

use super::{Common, Deadline, Given, Input, Searching, When, duration, threads};
use crate::shared::memory::Memory;

#[derive(Debug, Args)]
pub(crate) struct CoverSolve {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop after this many covers [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Write the covers to this file
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Save search state to this file; continue later with --resume
    #[arg(long, value_name = "FILE", requires = "output")]
    pub(crate) checkpoint: Option<PathBuf>,
    /// Time between two saves of the search state
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10s", requires = "checkpoint")]
    pub(crate) checkpoint_every: Duration,
    /// Continue from the checkpoint, after verifying the output
    #[arg(long, requires = "checkpoint")]
    pub(crate) resume: bool,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Search with so many threads; the output is the same for any number
    #[arg(short = 'j', long, value_name = "N", value_parser = threads, default_value = "1")]
    pub(crate) threads: NonZeroUsize,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum CoverFormat {
    /// The options as in the file, separated by ` | `
    Text,
    /// The numbers of the options, counted from 0 in the order of the file
    Ids,
    /// An object with both
    Json,
}

impl CoverFormat {
    /// The word that names it on the command line.
    pub(crate) fn word(self) -> String {
        self.to_possible_value().map_or_else(String::new, |value| value.get_name().to_owned())
    }

    pub(crate) fn of_word(word: &str) -> Option<Self> {
        Self::from_str(word, false).ok()
    }
}

#[derive(Debug, Args)]
pub(crate) struct CoverCount {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop counting here [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Count once more by an engine that shares nothing with the first, and compare
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print the number modulo this one
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) modulo: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Count with so many threads [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverEstimate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// How many random ways down are tried
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) probes: u64,
    /// Another seed, other ways
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) searching: Searching,
    #[command(flatten)]
    pub(crate) common: Common,
}

/// Instead of the words of [`Memory`]: the search for cheap covers has no tables that grow.
const MEMORY_OF_BEST: &str = "The most memory for the covers that are kept, such as 512M, 1.5G or a number of bytes; K, \
M, G and T are powers of 1024 [default: half of what is available]";

#[derive(Debug, Args)]
#[command(mut_arg("memory", |memory| memory.help(MEMORY_OF_BEST)))]
pub(crate) struct CoverBest {
    #[command(flatten)]
    pub(crate) input: Input,
    /// List so many covers, the cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1")]
    pub(crate) count: NonZeroUsize,
    /// Stop after this many nodes of the search [default: none]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Tell of each cheaper cover on standard error as it is found
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
    /// How a cover is printed, one a line, after its cost
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

#[derive(Debug, Args)]
pub(crate) struct CoverCheck {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
    pub(crate) solutions: PathBuf,
}

#[derive(Debug, Args)]
pub(crate) struct CoverRender {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Covers, one a line, in any of the formats of `dlx solve` and `dlx best`; - is standard input
    pub(crate) solutions: PathBuf,
    /// Which of the covers is drawn, counted from 1
    #[arg(long, value_name = "N", default_value = "1")]
    pub(crate) number: NonZeroU64,
    /// What the picture is called, for whoever does not see it [default: the name of the file, and the number]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverReduce {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Say on standard error of each option and item that is gone why
    #[arg(long)]
    pub(crate) explain: bool,
    /// Keep one of the options that use the same items in the same colors, the cheapest; covers are then fewer
    #[arg(long)]
    pub(crate) merge_duplicates: bool,
    /// Stop reducing after this time, and write what is reached; such as 10s, 500ms or 2min
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
}

#[derive(Debug, Args)]
pub(crate) struct CoverWhy {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How the reason is printed
    #[arg(long, value_enum, default_value_t = WhyFormat::Text)]
    pub(crate) format: WhyFormat,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum WhyFormat {
    /// In words
    Text,
    /// One object
    Json,
}

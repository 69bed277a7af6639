//! The arguments of the commands that make tasks of one enumeration.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::{Args, ValueEnum};
use dlx_core::Rule;
use dlx_tasks::Wanted;

use super::searching::rule;
use super::{CoverFormat, Deadline, Given, Input};
use crate::shared::exit;

/// Examples, and the exit codes below them.
macro_rules! help {
    ($name:ident, $examples:literal) => {
        pub(super) fn $name() -> String {
            format!(concat!("Examples:\n", $examples, "\n\n{}"), exit::HELP)
        }
    };
}

help!(
    split_help,
    "  dlx split big.dlx --tasks 1000 --output tasks.jsonl
  dlx split big.dlx --tasks 8 --of tasks.jsonl --id 17 >> tasks.jsonl     task 17 was too long: 17.0 to 17.7"
);
help!(
    run_task_help,
    "  dlx run-task big.dlx tasks.jsonl --id 17                     counts task 17, into results/17.count
  dlx run-task big.dlx tasks.jsonl --results counts            all of them, one after the other
  dlx run-task big.dlx tasks.jsonl --want covers --id 17       lists its covers, into results/17.covers
  parallel --pipe -N 1 dlx run-task big.dlx - < tasks.jsonl    a process for each core (GNU parallel)"
);
help!(
    merge_help,
    "  dlx merge big.dlx results                        how many covers there are, once all tasks are done
  dlx merge big.dlx results --want covers > all    the covers, as `dlx solve big.dlx` prints them
  dlx merge big.dlx results more/17.*.count        several folders and files"
);

#[derive(Debug, Args)]
pub(crate) struct CoverSplit {
    #[command(flatten)]
    pub(crate) input: Input,
    /// At least so many tasks, if the search has them
    #[arg(long, value_name = "N")]
    pub(crate) tasks: NonZeroUsize,
    /// Write the tasks to this file, one a line [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Split a task of this file into parts that take its place
    #[arg(long, value_name = "TASKS", requires = "id", conflicts_with_all = ["rule", "force", "forbid"])]
    pub(crate) of: Option<PathBuf>,
    /// Which task
    #[arg(long, value_name = "ID", requires = "of")]
    pub(crate) id: Option<String>,
    /// The size of a part is guessed by so many random ways down
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub(crate) probes: u64,
    /// Another seed, other ways
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    /// Which item is covered next: fewest, first, preferred (those whose name begins with #) or random:SEED
    /// [default: fewest]
    #[arg(long, value_name = "RULE", value_parser = rule)]
    pub(crate) rule: Option<Rule>,
    #[command(flatten)]
    pub(crate) given: Given,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Debug, Args)]
pub(crate) struct RunTask {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The tasks, as `dlx split` wrote them; - is standard input
    pub(crate) tasks: PathBuf,
    /// Run these alone [default: all]
    #[arg(long, value_name = "ID,ID,...", value_delimiter = ',')]
    pub(crate) id: Vec<String>,
    /// The folder for the results
    #[arg(long, value_name = "FOLDER", default_value = "results")]
    pub(crate) results: PathBuf,
    /// Whether covers are counted or listed
    #[arg(long, value_enum, default_value_t = Results::Count)]
    pub(crate) want: Results,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Debug, Args)]
pub(crate) struct CoverMerge {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Folders of results, and results
    #[arg(required = true)]
    pub(crate) results: Vec<PathBuf>,
    /// Whether the counts are added or the covers joined
    #[arg(long, value_enum, default_value_t = Results::Count)]
    pub(crate) want: Results,
    /// How a cover is printed, one a line
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    /// Write to this file [default: standard output]
    #[arg(long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
}

/// What is wanted of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Results {
    /// How many covers there are
    Count,
    /// The covers
    Covers,
}

impl From<Results> for Wanted {
    fn from(results: Results) -> Self {
        match results {
            Results::Count => Self::Count,
            Results::Covers => Self::Covers,
        }
    }
}

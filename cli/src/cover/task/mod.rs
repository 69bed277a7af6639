//! `dlx task`: one enumeration as tasks that can run anywhere.

mod merge;
mod run;
mod split;

use clap::ValueEnum;
use dlx_tasks::Wanted;

use crate::shared::command::Entry;

/// The group of the three.
pub(super) const COMMANDS: Entry = Entry::group(
    "task",
    "Split one enumeration among processes or machines",
    EXAMPLES,
    &[Entry::of::<split::Split>(), Entry::of::<run::RunTasks>(), Entry::of::<merge::MergeResults>()],
);

const EXAMPLES: &str = "\
dlx generate queens 8 -o queens.dlx
dlx task split --tasks 20 queens.dlx -o tasks.jsonl
dlx task run queens.dlx tasks.jsonl
dlx task merge queens.dlx";

/// What is wanted of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Results {
    /// Number of covers
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

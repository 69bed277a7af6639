//! `dlx task`: splits one enumeration into tasks that can run on any machine.

mod enumeration;
mod merge;
mod run;
mod split;

use crate::shared::command::Entry;

/// The group of the three commands.
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

//! `dlx reduce`: writes a smaller problem with the same covers, in Knuth's format.
//!
//! The reduced problem is written to standard output, below comments that describe it. The explanations of
//! `--explain` go to standard error.

use std::io::{self, Write};

use clap::Args;
use dlx_core::Problem;
use dlx_core::inner::Twins;
use dlx_core::inner::{Effort, Reduction};
use dlx_core::text::{Feature, WriteError, knuth};

use super::geometry;
use crate::shared::flags::{self, Deadline, Nodes, OutputFile};
use crate::shared::input;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Reduce {
    #[command(flatten)]
    problem: flags::Problem,
    /// Explain each removal on standard error
    #[arg(long, help_heading = "Output")]
    explain: bool,
    /// Keep the cheapest of identical options; fewer covers
    #[arg(long, help_heading = "Search")]
    merge_duplicates: bool,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    nodes: Nodes,
}

impl Command for Reduce {
    const NAME: &'static str = "reduce";
    const ABOUT: &'static str = "Write a smaller problem with the same covers";
    const EXAMPLES: &'static str = "\
dlx generate pentominoes 6x10 -o pentominoes.dlx
dlx reduce pentominoes.dlx -o small.dlx
dlx reduce --explain --timeout 10s pentominoes.dlx -o small.dlx";
    const NOTES: &'static str = "\
The output begins with comments: the size of the reduced problem, and the options that are in every cover. If a budget
ends the run, the problem reduced so far is written, and the exit code is 5.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let (name, problem, comments) = input::read(self.problem.source(), session)?.into_problem()?;
        let reduction = session.watched(|| Reduction::of(&problem, Effort::Full, &mut session.limits(None)));
        let mut limits = session.limits(None);
        let merged =
            self.merge_duplicates.then(|| session.watched(|| Twins::of(reduction.problem(), &mut limits)));
        let (twins, unmerged) = match merged.transpose() {
            Ok(twins) => (twins, None),
            Err(why) => (None, Some(why)),
        };
        let left = twins.as_ref().map_or(reduction.problem(), Twins::problem);
        let mut output = session.output();
        let geometry = geometry::comment(&name, comments);
        if !geometry.is_empty() {
            writeln!(output, "| {geometry}")?;
        }
        write_comments(&problem, &reduction, twins.as_ref(), &mut *output)?;
        match knuth::write(left, &mut *output) {
            Ok(()) => {}
            // Every option is decided. Write one item with one option instead: it has one cover, as the
            // problem has.
            Err(WriteError::Unsupported { feature: Feature::NoPrimaryItems, .. }) => {
                writeln!(output, "solved\nsolved")?;
            }
            Err(WriteError::Io(error)) => return Err(error.into()),
            Err(other) => return Err(Fault::Output(io::Error::other(other))),
        }
        drop(output);
        if self.explain {
            explain(&problem, &reduction);
        }
        Ok(match reduction.stopped().or(unmerged) {
            Some(why) => {
                let cause = session.cause_of(why);
                message!(Note, "{}: the problem may be reduced further", cause.words());
                cause.exit()
            }
            None => Exit::Answered,
        })
    }
}

/// Writes the comments that describe the reduced problem.
fn write_comments(
    problem: &Problem,
    reduction: &Reduction,
    twins: Option<&Twins>,
    output: &mut impl Write,
) -> io::Result<()> {
    let of = |left: usize, all: usize| format!("{left} of {all}");
    writeln!(output, "| items left: {}", of(reduction.problem().item_count(), problem.item_count()))?;
    writeln!(output, "| options left: {}", of(reduction.problem().option_count(), problem.option_count()))?;
    if let Some(item) = reduction.unsolvable() {
        return writeln!(output, "| no cover: item `{}` cannot be covered", problem.name(item));
    }
    if let Some(twins) = twins {
        let count = twins.problem().option_count();
        writeln!(
            output,
            "| without duplicates: {count}, so that covers are fewer than those of the original"
        )?;
    }
    for option in reduction.forced() {
        write!(output, "| in every cover: option {option} `{}`", problem.display_option(option))?;
        match problem.cost(option) {
            0 => writeln!(output)?,
            cost => writeln!(output, " |{}", problem.decimal(cost))?,
        }
    }
    Ok(())
}

fn explain(problem: &Problem, reduction: &Reduction) {
    for (option, item) in reduction.forced_for() {
        let (text, name) = (problem.display_option(option), problem.name(item));
        stat!("forced option {option} `{text}`: item `{name}` has no more options than it needs");
    }
    for removal in reduction.removed() {
        stat!("removed {removal}");
    }
    for dropped in reduction.dropped() {
        stat!("dropped {dropped}");
    }
    if let Some(item) = reduction.unsolvable() {
        stat!("no cover: item `{}` cannot be covered as often as it must be", problem.name(item));
    }
}

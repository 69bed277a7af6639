//! `dlx reduce`: a smaller problem with the same covers, in Knuth's format.
//!
//! The reduced problem goes to standard output, below comments that say what it is; the reasons for what is
//! missing go to standard error, so that the file stays as small as the problem.

use std::io::{self, Write};
use std::time::Duration;

use clap::Args;
use dlx_core::text::{Feature, WriteError, knuth};
use dlx_core::{Effort, Problem, Reduction, Twins};
use dlx_instances::geometry::Comments;

use crate::args::{Input, duration};
use crate::cover::geometry;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx reduce big.dlx > small.dlx
  dlx reduce --explain big.dlx              and why each option and item is gone";

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

pub(crate) fn run(arguments: &CoverReduce, session: &Session) -> Result<Exit, Fault> {
    let mut comments = Comments::default();
    let problem = input::read_problem_with_comments(&arguments.input, &mut comments, session)?;
    let reduction = session.watched(|| Reduction::within(&problem, Effort::Full, &mut session.limits(None)));
    let twins = arguments.merge_duplicates.then(|| Twins::of(reduction.problem()));
    let left = twins.as_ref().map_or(reduction.problem(), Twins::problem);
    let mut output = session.output();
    let geometry = geometry::comment(&arguments.input.file, comments);
    if !geometry.is_empty() {
        writeln!(output, "| {geometry}")?;
    }
    write_comments(&problem, &reduction, twins.as_ref(), &mut *output)?;
    match knuth::write(left, &mut *output) {
        Ok(()) => {}
        // All is settled: one item with one option has one cover, as the problem has.
        Err(WriteError::Unsupported { feature: Feature::NoPrimaryItems, .. }) => {
            writeln!(output, "solved\nsolved")?;
        }
        Err(WriteError::Io(error)) => return Err(error.into()),
        Err(other) => return Err(Fault::Output(io::Error::other(other))),
    }
    drop(output);
    if arguments.explain {
        explain(&problem, &reduction);
    }
    Ok(match reduction.stopped() {
        Some(why) => {
            let cause = session.cause_of(why);
            tell!("dlx: {}: the problem may be reduced further", cause.words());
            cause.exit()
        }
        None => Exit::Answered,
    })
}

/// What the reduced problem is, in lines that the format passes over.
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
            cost => writeln!(output, " |{cost}")?,
        }
    }
    Ok(())
}

fn explain(problem: &Problem, reduction: &Reduction) {
    for (option, item) in reduction.forced_for() {
        let (text, name) = (problem.display_option(option), problem.name(item));
        tell!("forced option {option} `{text}`: item `{name}` has no more options than it needs");
    }
    for removal in reduction.removed() {
        tell!("removed {removal}");
    }
    for dropped in reduction.dropped() {
        tell!("dropped {dropped}");
    }
    if let Some(item) = reduction.unsolvable() {
        tell!("no cover: item `{}` cannot be covered as often as it must be", problem.name(item));
    }
}

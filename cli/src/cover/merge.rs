//! `dlx merge`: the results of all tasks as one, if none is missing and none is there twice.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dlx_core::{BigUint, Problem};
use dlx_tasks::{Folder, Merge, MergeError, Outcome, Wanted};

use super::no_solution;
use crate::args::Input;
use crate::cover::line::{CoverFormat, CoverPrinter};
use crate::cover::run_task::Results;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;
use crate::shared::sink;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx merge big.dlx results                        how many covers there are, once all tasks are done
  dlx merge big.dlx results --want covers > all    the covers, as `dlx solve big.dlx` prints them
  dlx merge big.dlx results more/17.*.count        several folders and files";

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

pub(crate) fn run(arguments: &CoverMerge, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let mut merge = Merge::new(&problem);
    let wanted = Wanted::from(arguments.want);
    for path in &arguments.results {
        let outcomes = if path.is_dir() {
            Folder::new(path).outcomes(wanted).map_err(Fault::tasks)?
        } else {
            vec![Outcome::read(path).map_err(Fault::tasks)?]
        };
        for outcome in outcomes {
            merge.add(outcome)?;
        }
    }
    let mut found = BigUint::ZERO;
    sink::replace_or_print(arguments.output.as_deref(), session, |output| {
        found = write(&problem, &mut merge, arguments, session, output)?;
        Ok(())
    })?;
    Ok(match wanted {
        Wanted::Covers if found == BigUint::ZERO => no_solution(),
        Wanted::Count if found == BigUint::ZERO => Exit::NoSolution,
        _ => Exit::Answered,
    })
}

/// Writes the total, or the covers in the order of the search. Returns how many covers there are.
fn write(
    problem: &Problem,
    merge: &mut Merge,
    arguments: &CoverMerge,
    session: &Session,
    output: &mut dyn Write,
) -> Result<BigUint, Fault> {
    if arguments.want == Results::Count {
        let total = merge.total()?;
        writeln!(output, "{total}")?;
        return Ok(total);
    }
    // The output of a run that must end fails.
    let mut printer = CoverPrinter::new(problem, arguments.format, |bytes| Ok(output.write_all(bytes)?));
    merge.verify_covers(|| session.go_on().map_err(Fault::from))?;
    let covers = merge.for_each_cover(|cover| printer.print(cover))?;
    printer.finish()?;
    Ok(covers.into())
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::tasks(error)
    }
}

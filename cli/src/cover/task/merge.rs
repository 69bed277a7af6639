//! `dlx task merge`: merges the results of all tasks, after checking that each is present exactly once.

use std::io::Write;
use std::path::PathBuf;

use clap::Args;
use dlx_core::{BigUint, Problem};
use dlx_tasks::{Folder, Merge, MergeError, Outcome, Wanted};

use super::run::Results;
use crate::cover::answer::{ListEnd, no_solution};
use crate::cover::line::{CoverFormat, CoverPrinter};
use crate::shared::flags::{Deadline, NamedProblem, OutputFile};
use crate::shared::input;
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct MergeResults {
    #[command(flatten)]
    problem: NamedProblem,
    /// Result files, and folders of them
    #[arg(value_name = "RESULTS", default_value = "results")]
    results: Vec<PathBuf>,
    /// Counts or covers
    #[arg(long, value_enum, value_name = "WHAT", default_value_t = Results::Count, help_heading = "Search")]
    want: Results,
    /// Format of the answer
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverFormat::Text, help_heading = "Output")]
    format: CoverFormat,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

impl Command for MergeResults {
    const NAME: &'static str = "merge";
    const ABOUT: &'static str = "Merge the results of all tasks, each exactly once";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx task split --tasks 20 queens.dlx | dlx task run queens.dlx
dlx task merge queens.dlx
dlx task merge --format json queens.dlx results";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let (name, problem, _) = input::read(self.problem.source(), session)?.into_problem()?;
        let mut merge = Merge::new(&problem);
        let wanted = Wanted::from(self.want);
        for path in &self.results {
            let outcomes = if path.is_dir() {
                Folder::new(path).outcomes(wanted).map_err(Fault::tasks)?
            } else {
                vec![Outcome::read(path).map_err(Fault::tasks)?]
            };
            for outcome in outcomes {
                merge.add(outcome)?;
            }
        }
        let found = session.watched(|| self.write(&name, &problem, &mut merge, session))?;
        Ok(match wanted {
            _ if found > BigUint::ZERO => Exit::Answered,
            Wanted::Covers => no_solution(&problem, session),
            Wanted::Count => Exit::NoSolution,
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of::<crate::cover::line::CoverObject>("Cover")
            .of::<ListEnd<'static>>("End of the list")
    }
}

impl MergeResults {
    /// Writes the total, or the covers in the order of the search. Returns the number of covers.
    fn write(
        &self,
        source: &str,
        problem: &Problem,
        merge: &mut Merge,
        session: &Session,
    ) -> Result<BigUint, Fault> {
        let is_json = self.format == CoverFormat::Json;
        // Writing fails once the run has to stop.
        let mut output = session.writer();
        let found = if self.want == Results::Count {
            let total = merge.total()?;
            if is_json {
                let object = ListEnd { source, count: BigNumber::new(&total), complete: true };
                json::write_line(&mut output, &object)?;
            } else {
                writeln!(output, "{total}")?;
            }
            total
        } else {
            let mut printer = CoverPrinter::new(problem, self.format, |bytes| Ok(output.write_all(bytes)?));
            merge.verify_covers(|| session.go_on().map_err(Fault::from))?;
            let covers = if merge.symmetries().is_some() {
                merge.for_each_representative(|cover, orbit| printer.print_representative(cover, orbit))?
            } else {
                merge.for_each_cover(|cover| printer.print(cover))?
            };
            printer.finish()?;
            if is_json {
                json::write_line(
                    &mut output,
                    &ListEnd { source, count: BigNumber::new(&covers), complete: true },
                )?;
            }
            covers.into()
        };
        output.flush()?;
        Ok(found)
    }
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::tasks(error)
    }
}

//! `dlx marginals`: counts the covers that contain each option, one option a line.

use std::io::Write;

use clap::Args;
use serde::Serialize;

use super::compiled::some_covers;
use crate::shared::flags::{Given, Memory, ProblemList, ReportFormat};
use crate::shared::input::for_each;
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct Marginals {
    #[command(flatten)]
    list: ProblemList,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    memory: Memory,
}

/// An option as an object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct MarginalObject {
    /// Number of the option, from 0.
    id: usize,
    /// Number of covers that contain the option.
    covers: BigNumber,
    /// Share of all covers that contain the option.
    #[cfg_attr(test, schema(minimum = 0, maximum = 1))]
    share: f64,
    /// The option as text, as in the file.
    option: String,
}

impl Command for Marginals {
    const NAME: &'static str = "marginals";
    const ABOUT: &'static str = "Count the covers that contain each option";
    const EXAMPLES: &'static str = "\
dlx generate queens 6 -o queens.dlx
dlx marginals queens.dlx
dlx marginals --force 1 --format json queens.dlx";
    const NOTES: &'static str = "\
Each line gives the number of covers that contain the option, their share of all covers, and the option.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let Self { list, given, format, memory, .. } = self;
        for_each(&list, format.is_json(), session, |loaded| {
            let diagram = match some_covers(loaded.subject, &given, memory, session)? {
                Ok(diagram) => diagram,
                Err(exit) => return Ok(exit),
            };
            let problem = diagram.problem();
            let (counts, shares) = (diagram.marginals(), diagram.probabilities());
            let mut output = session.output();
            for ((option, covers), share) in problem.options().zip(counts).zip(shares) {
                let text = problem.display_option(option);
                if format.is_json() {
                    let (id, covers, option) = (option.index(), BigNumber::new(&covers), text.to_string());
                    json::write_line(&mut *output, &MarginalObject { id, covers, share, option })?;
                } else {
                    writeln!(output, "{covers} {share} {text}")?;
                }
            }
            Ok(Exit::Answered)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<MarginalObject>("Option")
    }
}

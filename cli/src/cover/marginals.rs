//! `dlx marginals`: in how many covers each option is, one option a line.

use std::io::Write;

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::SCHEMA;
use super::compiled::some_covers;
use crate::args::{Deadline, Given, Input};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::memory::Memory;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx marginals queens.dlx              number of covers, share of all and option, one option a line
  dlx marginals --force 5 queens.dlx    among the covers with option 5
  dlx marginals --format json queens.zdd";

#[derive(Debug, Args)]
pub(crate) struct CoverMarginals {
    #[command(flatten)]
    pub(crate) input: Input,
    #[command(flatten)]
    pub(crate) given: Given,
    /// How the numbers are printed, one option a line
    #[arg(long, value_enum, default_value_t = MarginalFormat::Text)]
    pub(crate) format: MarginalFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MarginalFormat {
    /// The number of covers with the option, their share of all, and the option as in the file
    Text,
    /// An object with the same and the number of the option; the number of covers is a string, as it may be longer
    /// than numbers of JSON should be
    Json,
}

/// An option as an object.
#[derive(Serialize)]
struct MarginalObject {
    schema: u32,
    /// The id of the option, from 0.
    id: usize,
    /// In how many covers it is, in decimal digits.
    covers: String,
    /// Their share of all covers.
    share: f64,
    /// The option as in the file.
    option: String,
}

pub(crate) fn run(arguments: &CoverMarginals, session: &Session) -> Result<Exit, Fault> {
    let CoverMarginals { input, given, format, memory, .. } = arguments;
    let diagram = match some_covers(input, given, *memory, session)? {
        Ok(diagram) => diagram,
        Err(exit) => return Ok(exit),
    };
    let problem = diagram.problem();
    let (counts, shares) = (diagram.marginals(), diagram.probabilities());
    let mut output = session.output();
    for ((option, covers), share) in problem.options().zip(counts).zip(shares) {
        let text = problem.display_option(option);
        match format {
            MarginalFormat::Text => writeln!(output, "{covers} {share} {text}")?,
            MarginalFormat::Json => {
                let (id, covers, option) = (option.index(), covers.to_string(), text.to_string());
                let object = MarginalObject { schema: SCHEMA, id, covers, share, option };
                serde_json::to_writer(&mut *output, &object).map_err(std::io::Error::from)?;
                output.write_all(b"\n")?;
            }
        }
    }
    Ok(Exit::Answered)
}

//! `dlx marginals`: in how many covers each option is, one option a line.

use std::io::Write;

use serde::Serialize;

use super::SCHEMA;
use super::compiled::some_covers;
use crate::args::{CoverMarginals, MarginalFormat};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;

/// An option as an object.
#[derive(Serialize)]
struct OptionObject {
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
                let object = OptionObject { schema: SCHEMA, id, covers, share, option };
                serde_json::to_writer(&mut *output, &object).map_err(std::io::Error::from)?;
                output.write_all(b"\n")?;
            }
        }
    }
    Ok(Exit::Answered)
}

//! `dlx estimate`: how large a search is, before it is made.

use std::io::Write;

use dlx_core::Mean;

use super::Searched;
use crate::args::CoverEstimate;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) fn run(arguments: &CoverEstimate, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let Searched { mut search, .. } = Searched::begin(&problem, &arguments.searching, session)?;
    let mut limits = session.limits(None);
    let estimate = session.watched(|| search.estimate(arguments.probes, arguments.seed, &mut limits));
    let mut output = session.output();
    writeln!(output, "probes    {}", estimate.probes)?;
    for (word, mean) in [("nodes", estimate.nodes), ("solutions", estimate.solutions)] {
        let Mean { value, standard_error } = mean;
        writeln!(output, "{word:<9} {value:.4e}, standard error {standard_error:.1e}")?;
    }
    match estimate.stopped {
        None => Ok(Exit::Answered),
        Some(why) => {
            let cause = session.cause_of(why);
            tell!("dlx: {}: {} of {} probes made", cause.words(), estimate.probes, arguments.probes);
            Ok(cause.exit())
        }
    }
}

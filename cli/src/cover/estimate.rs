//! `dlx estimate`: how large a search is, before it is made.

use std::io::Write;

use clap::Args;
use dlx_core::Mean;

use super::Searched;
use crate::args::{Common, Input, Searching};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx estimate big.dlx                      how many nodes and covers, with error bars
  dlx estimate --probes 100000 --seed 7 big.dlx";

#[derive(Debug, Args)]
pub(crate) struct CoverEstimate {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Random probes per estimate
    #[arg(long, value_name = "N", default_value_t = 1000)]
    pub(crate) probes: u64,
    /// Random seed
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) seed: u64,
    #[command(flatten)]
    pub(crate) searching: Searching,
    #[command(flatten)]
    pub(crate) common: Common,
}

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

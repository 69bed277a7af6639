//! `dlx estimate`: estimates the size of a search without running it.

use std::fmt::{self, Display, Formatter};
use std::io::Write;

use clap::Args;
use dlx_core::{Mean, Problem};
use serde::Serialize;

use super::answer::{contradicts, no_solution};
use super::searched::{Searched, print_plan};
use crate::shared::flags::{ProblemList, ReportFormat, Searching, Seed, listing_engine};
use crate::shared::input::for_each;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::progress::{Printing, ProbeDisplay};
use crate::shared::stats::print_size;
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(mut_arg("engine", |engine| engine.value_parser(listing_engine())))]
pub(crate) struct EstimateSearch {
    #[command(flatten)]
    list: ProblemList,
    /// Random probes per estimate
    #[arg(long, value_name = "N", default_value_t = 1000, help_heading = "Search")]
    probes: u64,
    /// Random seed, or `random` for another one each time
    #[arg(long, value_name = "N", default_value = "0", help_heading = "Search")]
    seed: Seed,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    format: ReportFormat,
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct EstimateObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of random probes.
    probes: u64,
    /// Number of probes that reached a cover.
    reached: u64,
    /// Number of nodes of the search.
    nodes: MeanObject,
    /// Number of covers. Null if no probe reached a cover: then nothing is known about their number.
    #[cfg_attr(test, schema(required = true))]
    covers: Option<MeanObject>,
    /// Whether all probes were completed.
    complete: bool,
}

/// An estimate of a number.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema), schema(as = Estimate))]
struct MeanObject {
    /// The estimated number.
    mean: f64,
    /// Standard error of the estimate.
    standard_error: f64,
}

impl From<Mean> for MeanObject {
    fn from(Mean { value, standard_error }: Mean) -> Self {
        Self { mean: value, standard_error }
    }
}

impl Display for MeanObject {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write!(f, "{:.4e}, standard error {:.1e}", self.mean, self.standard_error)
    }
}

impl Command for EstimateSearch {
    const NAME: &'static str = "estimate";
    const ABOUT: &'static str = "Estimate the size of a search and the number of covers";
    const EXAMPLES: &'static str = "\
dlx generate langford 12 -o langford.dlx
dlx estimate langford.dlx
dlx estimate --probes 10000 --seed 7 langford.dlx";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        for_each(&self.list, self.format.is_json(), session, |loaded| {
            let (name, problem, _) = loaded.into_problem()?;
            self.estimate(&name, &problem, session)
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<EstimateObject<'static>>("Estimate")
    }
}

impl EstimateSearch {
    fn estimate(&self, source: &str, problem: &Problem, session: &Session) -> Result<Exit, Fault> {
        let assumed = self.searching.given.of(problem)?;
        if contradicts(&assumed, problem)? {
            return Ok(no_solution(problem, session));
        }
        let Searched { mut search, .. } = Searched::begin(problem, &self.searching, &assumed, session)?
            .map_err(|why| Fault::Stopped(session.cause_of(why)))?;
        let seed = self.seed.number();
        let display = ProbeDisplay::new(session.meter(Printing::AtTheEnd), self.probes);
        let mut limits = session.observed(None, display);
        let estimate = session.watched(|| search.estimate(self.probes, seed, &mut limits));
        drop(limits);
        let mut output = session.output();
        let nodes = MeanObject::from(estimate.nodes);
        let covers = (estimate.reached > 0).then(|| MeanObject::from(estimate.solutions));
        if self.format.is_json() {
            let complete = estimate.stopped.is_none();
            let (probes, reached) = (estimate.probes, estimate.reached);
            let object = EstimateObject { source, probes, reached, nodes, covers, complete };
            json::write_line(&mut *output, &object)?;
        } else {
            writeln!(output, "probes  {}", estimate.probes)?;
            writeln!(output, "nodes   {nodes}")?;
            match covers {
                Some(covers) => writeln!(output, "covers  {covers}")?,
                None => writeln!(output, "covers  unknown: no probe reached one")?,
            }
        }
        if session.has_stats() {
            print_plan(search.plan());
            print_size(search.size(), "");
        }
        Ok(match estimate.stopped {
            None => Exit::Answered,
            Some(why) => {
                let cause = session.cause_of(why);
                message!(Note, "{}: {} of {} probes made", cause.words(), estimate.probes, self.probes);
                cause.exit()
            }
        })
    }
}

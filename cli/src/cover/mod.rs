//! The commands about exact cover problems, one file a command, and what several of them share.

pub(crate) mod best;
pub(crate) mod check;
pub(crate) mod compile;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod estimate;
pub(crate) mod generate;
pub(crate) mod marginals;
pub(crate) mod merge;
pub(crate) mod reduce;
pub(crate) mod render;
pub(crate) mod run_task;
pub(crate) mod sample;
pub(crate) mod solve;
pub(crate) mod split;
pub(crate) mod why;

mod compiled;
mod geometry;
pub(crate) mod line;

use std::io::Write;

use dlx_core::text::{WriteError, knuth};
use dlx_core::{Counters, Effort, Givens, OptionId, Plan, Problem, Reduction, Rule, Search, Size, Stopped};

use crate::args::{AnyEngine, Given, Reduce, Searching};
use crate::shared::cause::Cause;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::session::Session;
use crate::shared::stats::Stats;

/// A search of a problem, or of its reduction.
struct Searched {
    search: Search,
    reduction: Option<Reduction>,
}

impl Searched {
    /// A search as the arguments want it, at its root.
    fn begin(problem: &Problem, arguments: &Searching, session: &Session) -> Result<Self, Fault> {
        let rule = arguments.rule.unwrap_or_default();
        let given = GivenOptions::from(&arguments.given);
        if arguments.reduce != Reduce::Always {
            let mut search = planned(problem, rule, arguments)?;
            search.restart(given.givens())?;
            return Ok(Self { search, reduction: None });
        }
        if given.givens() != Givens::none() {
            return Err(Fault::Usage("--reduce always does not go with --force and --forbid".to_owned()));
        }
        let mut limits = session.limits(None);
        let reduction = session.watched(|| Reduction::within(problem, Effort::Full, &mut limits));
        if let Some(why) = reduction.stopped() {
            tell!("dlx: {}: the problem may be reduced further", session.cause_of(why).words());
        }
        Ok(Self { search: planned(reduction.problem(), rule, arguments)?, reduction: Some(reduction) })
    }
}

/// A search by the engine that was asked for, or else by the one that suits the problem.
fn planned(problem: &Problem, rule: Rule, arguments: &Searching) -> Result<Search, Fault> {
    let mut plan = Plan::with_rule(problem, rule);
    match arguments.engine {
        Some(AnyEngine::Walks(engine)) => plan = plan.with_engine(engine),
        Some(AnyEngine::Counts(engine)) => {
            let words = "does not take this search: expected links, bitset or bitslice, found an engine that counts alone";
            return Err(Fault::Usage(format!("the engine `{engine}` {words}")));
        }
        None => {}
    }
    if let Some(simd) = arguments.simd {
        plan = plan.with_simd(simd);
    }
    let engine = plan.engine();
    Search::with_plan(problem, &plan)
        .map_err(|why| Fault::Usage(format!("the engine `{engine}` does not take this search: {why}")))
}

/// The options of `--force` and `--forbid`.
struct GivenOptions {
    force: Vec<OptionId>,
    forbid: Vec<OptionId>,
}

impl GivenOptions {
    fn givens(&self) -> Givens<'_> {
        Givens::none().force(&self.force).forbid(&self.forbid)
    }
}

impl From<&Given> for GivenOptions {
    fn from(given: &Given) -> Self {
        let ids = |numbers: &[u32]| numbers.iter().map(|&number| OptionId::new(number as usize)).collect();
        Self { force: ids(&given.force), forbid: ids(&given.forbid) }
    }
}

/// Writes a problem in Knuth's format; `name` is what a fault calls it.
fn write_problem(problem: &Problem, name: &str, output: impl Write) -> Result<(), Fault> {
    knuth::write(problem, output).map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        source => Fault::named(name, source),
    })
}

/// Says that a search of an exact cover problem stopped early, and how far it came.
fn stopped(session: &Session, why: Stopped, found: impl std::fmt::Display) -> Exit {
    let cause = session.cause_of(why);
    match cause {
        Cause::Memory => tell!("dlx: {}: at least {found}", cause.words()),
        _ => tell!("dlx: {}: {found} found, there may be more", cause.words()),
    }
    cause.exit()
}

/// Says that an exact cover problem has no cover.
fn no_solution() -> Exit {
    tell!("dlx: no solution");
    Exit::NoSolution
}

/// Prints the counters of the one search of a run.
fn print_stats(session: &Session, search: &Search) {
    print_plan(search.plan());
    print_figures(session, search.counters(), search.levels(), search.size());
}

fn print_plan(plan: &Plan) {
    tell!("engine         {} ({}): {}", plan.engine(), plan.simd(), plan.reason());
}

fn print_figures(session: &Session, counters: Counters, levels: &[u64], size: Size) {
    let mut stats = Stats::default();
    stats.add(counters, levels, size);
    stats.print(session.elapsed());
}

/// The version of the objects that `--format json` prints; it changes when a field changes its meaning.
pub(crate) const SCHEMA: u32 = 1;

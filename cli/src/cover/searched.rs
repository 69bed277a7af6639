//! A search configured by the command-line flags, and its statistics.

use dlx_core::inner::{Effort, EngineError, Plan, Reduction, Size};
use dlx_core::{Counters, Problem, Rule, Search, Stopped};

use crate::shared::flags::{self, Assumed, Searching};
use crate::shared::stats::Stats;
use crate::shared::{Fault, Session};

/// A search of a problem, or of its reduction.
pub(super) struct Searched {
    pub(super) search: Search,
    pub(super) reduction: Option<Reduction>,
}

impl Searched {
    /// Starts a search, as the flags ask, at its root; `Ok(Err(_))` if a limit was reached before that.
    pub(super) fn begin(
        problem: &Problem,
        arguments: &Searching,
        assumed: &Assumed,
        session: &Session,
    ) -> Result<Result<Self, Stopped>, Fault> {
        let rule = arguments.rule.unwrap_or_default();
        let reduction = reduction(problem, arguments, session)?;
        let searched = reduction.as_ref().map_or(problem, Reduction::problem);
        let mut search = match planned(searched, rule, arguments, session)? {
            Ok(search) => search,
            Err(why) => return Ok(Err(why)),
        };
        if reduction.is_none() {
            search.restart(assumed.givens())?;
        }
        Ok(Ok(Self { search, reduction }))
    }
}

/// Returns the reduced problem if `--reduce always` is given.
pub(super) fn reduction(
    problem: &Problem,
    arguments: &Searching,
    session: &Session,
) -> Result<Option<Reduction>, Fault> {
    if arguments.reduce != flags::Reduce::Always {
        return Ok(None);
    }
    if !arguments.given.is_empty() {
        return Err(Fault::usage("--reduce always cannot be used with --force and --forbid"));
    }
    let mut limits = session.limits(None);
    let reduction = session.watched(|| Reduction::of(problem, Effort::Full, &mut limits));
    if let Some(why) = reduction.stopped() {
        message!(Note, "{}: the problem may be reduced further", session.cause_of(why).words());
    }
    Ok(Some(reduction))
}

/// Returns a search with the engine that the flags name, or else with the one that suits the problem; `Ok(Err(_))` if a
/// limit was reached before that.
pub(super) fn planned(
    problem: &Problem,
    rule: Rule,
    arguments: &Searching,
    session: &Session,
) -> Result<Result<Search, Stopped>, Fault> {
    let mut limits = session.limits(None);
    let mut plan = match session.watched(|| Plan::of(problem, rule, &mut limits)) {
        Ok(plan) => plan,
        Err(why) => return Ok(Err(why)),
    };
    if let Some(engine) = arguments.engine.search() {
        plan = plan.with_engine(engine);
    }
    if let Some(simd) = arguments.simd {
        plan = plan.with_simd(simd);
    }
    let engine = plan.engine();
    let search = match session.watched(|| Search::with_plan(problem, &plan, &mut limits)) {
        Ok(search) => search,
        Err(EngineError::Stopped(why)) => return Ok(Err(why)),
        Err(EngineError::Unsupported(why)) => {
            return Err(Fault::usage(format!("the engine `{engine}` does not support this search: {why}")));
        }
    };
    message!(Detail, "engine {} ({}): {}", plan.engine(), plan.simd(), plan.reason());
    Ok(Ok(search))
}

/// Prints the statistics of the only search of a run, if `--stats` is given.
pub(super) fn print_stats(session: &Session, search: &Search) {
    if session.has_stats() {
        print_plan(search.plan());
        print_figures(search.counters(), search.levels(), search.size());
    }
}

pub(super) fn print_plan(plan: &Plan) {
    stat!("engine         {} ({}): {}", plan.engine(), plan.simd(), plan.reason());
}

pub(super) fn print_figures(counters: Counters, levels: &[u64], size: Size) {
    let mut stats = Stats::default();
    stats.add(counters, levels, size);
    stats.print();
}

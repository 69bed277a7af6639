//! `dlx count`: how many covers a problem has.

use std::io::Write;
use std::num::NonZeroUsize;
use std::thread;

use dlx_core::{BigUint, Count, Counting, Crew, GivenError, Problem, recount};

use super::{GivenOptions, Searched, print_figures, print_plan, stopped};
use crate::args::{CoverCount, Reduce, Searching};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::progress::{Display, OutputIs};
use crate::session::Session;

pub(crate) fn run(arguments: &CoverCount, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let display = Display::new(arguments.searching.progress, OutputIs::Elsewhere);
    let mut limits = session.observed(arguments.limit, display);
    let threads = arguments.threads.or_else(|| thread::available_parallelism().ok());
    let threads = threads.unwrap_or(NonZeroUsize::MIN);
    let mut figures = None;
    let count = if is_plain(arguments) {
        let mut begun = Searched::begin(&problem, &arguments.searching, session)?;
        let mut crew = Crew::new(&mut begun.search, threads);
        let count = session.watched(|| crew.count(&mut limits));
        let (counters, levels) = (crew.counters(), crew.levels().to_vec());
        figures = Some((counters, levels, begun.search));
        count
    } else {
        let counting = Counting::of(&problem).threads(threads);
        session.watched(|| counting.run(&mut limits)).expect("nothing is given and no engine asked for").count
    };
    drop(limits);
    let found = count.clone().at_least();
    writeln!(session.output(), "{found}")?;
    let mut exit = match count {
        Count::Exact(_) if found == BigUint::ZERO => Exit::NoSolution,
        Count::Exact(_) => Exit::Answered,
        Count::AtLeast(_, why) => stopped(session, why, &found),
    };
    if let Some((counters, levels, search)) = figures.filter(|_| arguments.common.stats) {
        print_plan(search.plan());
        print_figures(session, counters, &levels, search.size());
    }
    if arguments.verify {
        // The count is out before the second one begins.
        session.output().flush()?;
        exit.also(verify(&problem, &arguments.searching, &count, session)?);
    }
    Ok(exit)
}

/// Whether one search has been asked for, of the problem or its reduction, so that its tree is known.
fn is_plain(arguments: &CoverCount) -> bool {
    let Searching { rule, engine, simd, given, reduce, .. } = &arguments.searching;
    let is_planned = rule.is_some() || engine.is_some() || simd.is_some();
    let has_givens = !given.force.is_empty() || !given.forbid.is_empty();
    *reduce != Reduce::Auto || is_planned || has_givens || arguments.common.stats
}

/// Counts by the second engine, and says whether it agrees.
fn verify(
    problem: &Problem,
    searching: &Searching,
    count: &Count<BigUint>,
    session: &Session,
) -> Result<Exit, GivenError> {
    let Count::Exact(counted) = count else {
        tell!("dlx: not verified: the count is not complete");
        return Ok(Exit::Stopped);
    };
    let given = GivenOptions::from(&searching.given);
    let second = session.watched(|| recount(problem, given.givens(), &mut session.limits(None)))?;
    if is_refuted(counted, second) {
        tell!("dlx: FAULT: the count is {counted}, but a second engine counts {}", second.at_least());
        tell!("dlx: one of the two is wrong; please report it with the problem");
        return Ok(Exit::Disagreement);
    }
    Ok(match second {
        Count::Exact(_) => {
            tell!("dlx: verified: a second engine counts the same");
            Exit::Answered
        }
        Count::AtLeast(found, why) => {
            let cause = session.cause_of(why);
            tell!("dlx: not verified: {}, the second engine had counted {found}", cause.words());
            cause.exit()
        }
    })
}

/// Whether a second count cannot be that of the same problem. One that stopped early refutes by having gone
/// too far already.
fn is_refuted(counted: &BigUint, second: Count) -> bool {
    match second {
        Count::Exact(found) => *counted != found.into(),
        Count::AtLeast(found, _) => *counted < found.into(),
    }
}

#[cfg(test)]
mod tests {
    use dlx_core::Stopped;

    use super::*;

    #[test]
    fn a_count_is_refuted_by_another_number_and_by_more_alone() {
        let seven = BigUint::from(7u32);
        assert!(!is_refuted(&seven, Count::Exact(7)));
        assert!(is_refuted(&seven, Count::Exact(6)));
        assert!(is_refuted(&seven, Count::Exact(8)));
        assert!(!is_refuted(&seven, Count::AtLeast(7, Stopped::Asked)));
        assert!(is_refuted(&seven, Count::AtLeast(8, Stopped::Asked)));
    }
}

//! `dlx count`: how many covers a problem has.

use std::io::Write;
use std::num::{NonZeroU64, NonZeroUsize};

use clap::Args;
use dlx_core::semiring::Modulo;
use dlx_core::{
    BigUint, Count, CountEngine, CountError, CountedPart, Counting, Diagram, GivenError, Limits,
    ParallelSearch, Problem, Stopped, recount,
};

use super::compiled::{refuse_searching, restricted};
use super::{GivenOptions, Searched, print_figures, print_plan, stopped};
use crate::args::{AnyEngine, Common, Input, Reduce, Searching, threads, threads_or_cores};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, Subject};
use crate::shared::memory::Memory;
use crate::shared::progress::{Display, OutputIs};
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx count queens.dlx                          however many they are, exactly
  dlx count --engine memo --stats queens.dlx    by this engine, and what it took
  dlx count --memory 2G --timeout 1min big.dlx  or at least so many, with exit code 5
  dlx count --modulo 1000000007 queens.dlx      the remainder
  dlx count queens.zdd                          of what `dlx compile` wrote, at once";

#[derive(Debug, Args)]
pub(crate) struct CoverCount {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Stop counting here [default: count all]
    #[arg(long, value_name = "N")]
    pub(crate) limit: Option<u64>,
    /// Count once more by an engine that shares nothing with the first, and compare
    #[arg(long)]
    pub(crate) verify: bool,
    /// Print the number modulo this one
    #[arg(long, value_name = "N", conflicts_with = "limit")]
    pub(crate) modulo: Option<NonZeroU64>,
    #[command(flatten)]
    pub(crate) searching: Searching,
    /// Count with so many threads [default: one for each core]
    #[arg(short = 'j', long, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(crate) fn run(arguments: &CoverCount, session: &Session) -> Result<Exit, Fault> {
    match input::read(&arguments.input, session)? {
        Subject::Problem(problem) => of_problem(&problem, arguments, session),
        Subject::Compiled(diagram) => of_diagram(*diagram, arguments, session),
    }
}

fn of_problem(problem: &Problem, arguments: &CoverCount, session: &Session) -> Result<Exit, Fault> {
    let display = Display::new(arguments.searching.progress, OutputIs::Elsewhere);
    let mut limits = session.observed(arguments.limit, display).bytes(arguments.memory.bytes());
    let (count, effort) = match means(&arguments.searching)? {
        Means::Search => search(problem, arguments, &mut limits, session)?,
        Means::Any(engine) => count(problem, engine, arguments, &mut limits, session)?,
    };
    drop(limits);
    let mut exit = print(&count, arguments, session)?;
    if arguments.common.stats {
        effort(session);
    }
    if arguments.verify {
        // The count is out before the second one begins.
        session.output().flush()?;
        exit.also(verify(problem, &arguments.searching, &count, session)?);
    }
    Ok(exit)
}

fn of_diagram(diagram: Diagram, arguments: &CoverCount, session: &Session) -> Result<Exit, Fault> {
    refuse_searching(&arguments.searching)?;
    if arguments.verify {
        let message = "--verify does not go with a compiled file: it takes the problem";
        return Err(Fault::Usage(message.to_owned()));
    }
    let diagram = restricted(diagram, &arguments.searching.given)?;
    if arguments.common.stats {
        tell!("diagram        {} nodes, {} bytes", diagram.len(), diagram.bytes());
        tell!("time           {:.6} s", session.elapsed().as_secs_f64());
    }
    if let Some(modulus) = arguments.modulo {
        let total = diagram.total(&Modulo::new(modulus.get())).expect("a remainder fits in 64 bits");
        writeln!(session.output(), "{}", total.value)?;
        return Ok(if total.is_none { Exit::NoSolution } else { Exit::Answered });
    }
    let count = match (diagram.count(), arguments.limit) {
        (found, Some(limit)) if found > limit.into() => Count::AtLeast(limit.into(), Stopped::Solutions),
        (found, _) => Count::Exact(found),
    };
    Ok(print(&count, arguments, session)?)
}

/// Prints the number, or its remainder if it is known. A count that a budget ended prints no bare number, so that no
/// script takes it for the whole; one that reached its `--limit` prints that limit, which was asked for.
fn print(count: &Count<BigUint>, arguments: &CoverCount, session: &Session) -> std::io::Result<Exit> {
    let found = count.clone().at_least();
    match (arguments.modulo, count) {
        (None, Count::Exact(_) | Count::AtLeast(_, Stopped::Solutions)) => {
            writeln!(session.output(), "{found}")?;
        }
        (None, Count::AtLeast(..)) => writeln!(session.output(), "at least {found}")?,
        (Some(modulus), Count::Exact(_)) => writeln!(session.output(), "{}", &found % modulus.get())?,
        // Of a number that may be greater the remainder says nothing.
        (Some(_), Count::AtLeast(..)) => {}
    }
    Ok(match count {
        Count::Exact(_) if found == BigUint::ZERO => Exit::NoSolution,
        Count::Exact(_) => Exit::Answered,
        Count::AtLeast(_, why) => stopped(session, *why, &found),
    })
}

/// How the covers are counted.
enum Means {
    /// By one search of the problem or its reduction, as it was asked for.
    Search,
    /// By an engine, or whatever is found best.
    Any(Option<CountEngine>),
}

fn means(arguments: &Searching) -> Result<Means, Fault> {
    let Searching { rule, engine, simd, reduce, .. } = arguments;
    match engine {
        Some(AnyEngine::Counts(engine)) => {
            if rule.is_some() || simd.is_some() || *reduce == Reduce::Always {
                let message = format!(
                    "--rule, --simd and --reduce always do not go with the engine `{engine}`, which is not told how \
                     to search"
                );
                return Err(Fault::Usage(message));
            }
            Ok(Means::Any(Some(*engine)))
        }
        Some(AnyEngine::Walks(_)) => Ok(Means::Search),
        None if rule.is_some() || simd.is_some() || *reduce != Reduce::Auto => Ok(Means::Search),
        None => Ok(Means::Any(None)),
    }
}

/// Prints what a count took.
type Effort = Box<dyn FnOnce(&Session)>;

/// Says who counted each part.
fn print_parts(parts: &[CountedPart]) {
    for part in parts {
        tell!("counted        {part}");
    }
    if parts.is_empty() {
        tell!("counted        nothing to the end");
    }
}

fn search(
    problem: &Problem,
    arguments: &CoverCount,
    limits: &mut Limits<'_>,
    session: &Session,
) -> Result<(Count<BigUint>, Effort), Fault> {
    let mut searched = Searched::begin(problem, &arguments.searching, session)?;
    let mut parallel = ParallelSearch::new(&mut searched.search, threads_or_cores(arguments.threads));
    let count = session.watched(|| parallel.count(limits));
    let (counters, levels) = (parallel.counters(), parallel.levels().to_vec());
    let effort = move |session: &Session| {
        print_plan(searched.search.plan());
        print_figures(session, counters, &levels, searched.search.size());
    };
    Ok((count.map(BigUint::from), Box::new(effort)))
}

fn count(
    problem: &Problem,
    engine: Option<CountEngine>,
    arguments: &CoverCount,
    limits: &mut Limits<'_>,
    session: &Session,
) -> Result<(Count<BigUint>, Effort), Fault> {
    let given = GivenOptions::from(&arguments.searching.given);
    let mut counting =
        Counting::of(problem).givens(given.givens()).threads(threads_or_cores(arguments.threads));
    if let Some(engine) = engine {
        counting = counting.engine(engine);
    }
    let counted = session.watched(|| counting.run(limits)).map_err(|error| match error {
        CountError::Given(error) => error.into(),
        error => Fault::Usage(format!("the engine does not take this problem: {error}")),
    })?;
    let effort = move |session: &Session| {
        print_parts(&counted.parts);
        tell!("time           {:.6} s", session.elapsed().as_secs_f64());
    };
    Ok((counted.count, Box::new(effort)))
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

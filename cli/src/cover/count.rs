//! `dlx count`: how many covers a problem has.

use std::io::Write;
use std::num::NonZeroU64;

use clap::Args;
use dlx_core::inner::Reduction;
use dlx_core::inner::{CountEngine, CountError, CountedPart, Counting, ParallelSearch};
use dlx_core::semiring::Modulo;
use dlx_core::{BigUint, Count, Diagram, GivenError, Limits, Problem, recount};
use serde::Serialize;

use super::answer::{contradicts, stopped};
use super::compiled::{print_size, refuse_searching, restricted};
use super::grouped;
use super::lint::note_obstacle;
use super::representatives;
use super::searched::{Searched, print_figures, print_plan, reduction};
use super::symmetric::{Chosen, print_order, the_problem};
use crate::shared::flags::{
    Assumed, Memory, ProblemList, Reduce, ReportFormat, Searching, Threads, UpToSymmetry,
};
use crate::shared::input::{Subject, for_each};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::progress::{Display, Printing};
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(mut_arg("modulo", |modulo| modulo.conflicts_with("up_to_symmetry")))]
#[command(mut_arg("by", |by| by.conflicts_with("up_to_symmetry")))]
pub(crate) struct CountCovers {
    #[command(flatten)]
    list: ProblemList,
    /// Stop counting at N, and print `at least N`
    #[arg(long, value_name = "N", help_heading = "Search")]
    limit: Option<u64>,
    /// Print the remainder modulo N
    #[arg(long, value_name = "N", conflicts_with = "limit", help_heading = "Search", hide_short_help = true)]
    modulo: Option<NonZeroU64>,
    /// Count the covers for each option that has ITEM
    ///
    /// ITEM is covered exactly once, so it makes a choice, such as a day of a calendar puzzle. With several, separated by
    /// commas, the covers are counted for each combination of these choices. Each line has the number of covers and the
    /// options.
    #[arg(
        long,
        value_name = "ITEM,...",
        value_delimiter = ',',
        conflicts_with_all = ["limit", "modulo", "verify", "engine", "rule", "simd", "reduce"],
        help_heading = "Search"
    )]
    by: Vec<String>,
    /// Count again with an independent engine, and compare
    #[arg(long, conflicts_with = "limit", help_heading = "Search")]
    verify: bool,
    #[command(flatten)]
    searching: Searching,
    #[command(flatten)]
    symmetry: UpToSymmetry,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    format: ReportFormat,
    #[command(flatten)]
    memory: Memory,
}

impl Command for CountCovers {
    const NAME: &'static str = "count";
    const ABOUT: &'static str = "Count the covers of a problem, exactly";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 | dlx count --verify
dlx generate dominoes 16x16 -o dominoes.dlx
dlx count --stats dominoes.dlx
dlx count --engine memo --format json dominoes.dlx
dlx count --modulo 1000000007 dominoes.dlx
dlx count --up-to-symmetry dominoes.dlx
dlx generate queens 6 -o queens.dlx
dlx count --by r0 queens.dlx";
    const NOTES: &'static str = "\
Symmetries permute the options and map covers to covers; `dlx symmetries` lists them. With --up-to-symmetry, all covers \
that they map to each other count as one. --verify then lists one cover of each orbit, and compares the number of these \
covers with the count, and the sum of the sizes of their orbits with the number of all covers.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        if let Some(chosen) = self.symmetry.chosen() {
            let chosen = Chosen::read(chosen, the_problem(self.list.each()), session)?;
            return for_each(&self.list, self.format.is_json(), session, |loaded| {
                let (source, problem) = Chosen::problem(loaded)?;
                let counted = self.up_to_symmetry(&source, &problem, &chosen, session);
                counted.inspect(|exit| explain(*exit, &problem, session))
            });
        }
        for_each(&self.list, self.format.is_json(), session, |loaded| match loaded.subject {
            Subject::Problem(problem) => self
                .of_problem(&loaded.name, &problem, session)
                .inspect(|exit| explain(*exit, &problem, session)),
            Subject::Compiled(diagram) => {
                let problem = diagram.problem().clone();
                self.of_diagram(&loaded.name, *diagram, session)
                    .inspect(|exit| explain(*exit, &problem, session))
            }
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default()
            .of::<CountObject<'static>>("Count")
            .of::<grouped::GroupObject<'static>>("Count of a choice")
    }
}

/// Prints why the count is 0, if it is and that is known without a search.
fn explain(exit: Exit, problem: &Problem, session: &Session) {
    if exit == Exit::NoSolution {
        note_obstacle(problem, session);
    }
}

#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct CountObject<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of covers, or with --modulo its remainder; absent if the remainder is not known.
    #[serde(skip_serializing_if = "Option::is_none")]
    count: Option<BigNumber>,
    /// The modulus, with --modulo.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<u64>, minimum = 1))]
    modulo: Option<NonZeroU64>,
    /// Number of symmetries, with --up-to-symmetry. The count is then the number of orbits.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetries: Option<BigNumber>,
    /// Whether all covers were counted; otherwise the count is a lower bound.
    complete: bool,
}

impl CountCovers {
    fn of_problem(&self, source: &str, problem: &Problem, session: &Session) -> Result<Exit, Fault> {
        if !self.by.is_empty() {
            let mut limits = session.limits(None).bytes(self.memory.bytes());
            return self.print_counts(source, problem, session, |assumed| {
                Ok(self.count(problem, assumed, None, &mut limits, session)?.0)
            });
        }
        let assumed = self.searching.given.of(problem)?;
        if contradicts(&assumed, problem)? {
            let none = Count::Exact(BigUint::ZERO).up_to(self.limit.unwrap_or(u64::MAX));
            return self.print(source, &none, None, session);
        }
        let display = Display::new(session.meter(Printing::AtTheEnd));
        let mut limits = session.observed(self.limit, display).bytes(self.memory.bytes());
        let (count, effort) = match self.means()? {
            Means::Search => self.search(problem, &assumed, &mut limits, session)?,
            Means::Any(engine) => self.count(problem, &assumed, engine, &mut limits, session)?,
        };
        drop(limits);
        let mut exit = self.print(source, &count, None, session)?;
        if session.has_stats() {
            effort();
        }
        if self.verify {
            // The count is printed before verification starts.
            session.output().flush()?;
            exit.also(verify(problem, &assumed, &count, session)?);
        }
        Ok(exit)
    }

    fn of_diagram(&self, source: &str, diagram: Diagram, session: &Session) -> Result<Exit, Fault> {
        refuse_searching(&self.searching)?;
        if self.verify {
            return Err(Fault::usage("--verify cannot be used with a compiled file: it needs the problem"));
        }
        if !self.by.is_empty() {
            return self.print_counts(source, diagram.problem(), session, |assumed| {
                Ok(Count::Exact(diagram.assuming(assumed.givens())?.count()))
            });
        }
        let diagram = restricted(diagram, &self.searching.given)?;
        print_size(&diagram, session);
        if let Some(modulus) = self.modulo {
            let total = diagram.total(&Modulo::new(modulus.get())).expect("a remainder fits in 64 bits");
            self.write(source, Some(&total.value), true, None, session)?;
            return Ok(if total.is_none { Exit::NoSolution } else { Exit::Answered });
        }
        let count = Count::Exact(diagram.count()).up_to(self.limit.unwrap_or(u64::MAX));
        self.print(source, &count, None, session)
    }

    /// Prints the number of covers for each choice of `--by`.
    fn print_counts(
        &self,
        source: &str,
        problem: &Problem,
        session: &Session,
        count: impl FnMut(&Assumed) -> Result<Count<BigUint>, Fault>,
    ) -> Result<Exit, Fault> {
        let given = &self.searching.given;
        grouped::print_counts((source, problem), &self.by, given, self.format.is_json(), session, count)
    }

    /// Counts the orbits of covers under the symmetries.
    fn up_to_symmetry(
        &self,
        source: &str,
        problem: &Problem,
        chosen: &Chosen<'_>,
        session: &Session,
    ) -> Result<Exit, Fault> {
        let mut limits = session.limits(self.limit).bytes(self.memory.bytes());
        let threads = self.threads.number();
        let symmetries = match session.watched(|| chosen.of(problem, &mut limits))? {
            Ok(symmetries) => symmetries,
            Err(why) => return self.print(source, &Count::AtLeast(BigUint::ZERO, why), None, session),
        };
        let count = session.watched(|| symmetries.count_with(threads, &mut limits));
        drop(limits);
        let mut exit = self.print(source, &count, Some(symmetries.order()), session)?;
        if session.has_stats() {
            print_order(&symmetries);
            let way = if symmetries.is_counted_by_quotients() {
                "as the mean number of covers that a symmetry maps to themselves"
            } else {
                "by listing one cover of each orbit"
            };
            stat!("counted        {way}");
        }
        if self.verify {
            // The count is printed before verification starts.
            session.output().flush()?;
            exit.also(representatives::verify(&symmetries, &count, threads, self.memory, session)?);
        }
        Ok(exit)
    }

    /// Prints the count, or its remainder if that is known. `symmetries` is their number, if the count is one
    /// of orbits.
    fn print(
        &self,
        source: &str,
        count: &Count<BigUint>,
        symmetries: Option<&BigUint>,
        session: &Session,
    ) -> Result<Exit, Fault> {
        let found = count.clone().at_least();
        let is_exact = matches!(count, Count::Exact(_));
        match self.modulo {
            None => {
                // A script must not mistake a count that a limit cut short for the full one.
                if !is_exact && !self.format.is_json() {
                    write!(session.output(), "at least ")?;
                }
                self.write(source, Some(&found), is_exact, symmetries, session)?;
            }
            Some(modulus) if is_exact => {
                self.write(source, Some(&(&found % modulus.get())), true, None, session)?;
            }
            // The remainder of a lower bound would be meaningless.
            Some(_) => self.write(source, None::<&BigUint>, false, None, session)?,
        }
        Ok(match count {
            Count::Exact(_) if found == BigUint::ZERO => Exit::NoSolution,
            Count::Exact(_) => Exit::Answered,
            Count::AtLeast(_, why) => stopped(session, *why, &found),
        })
    }

    fn write(
        &self,
        source: &str,
        count: Option<&impl ToString>,
        complete: bool,
        symmetries: Option<&BigUint>,
        session: &Session,
    ) -> Result<(), Fault> {
        let (count, mut output) = (count.map(ToString::to_string), session.output());
        if self.format.is_json() {
            let (count, symmetries) = (count.as_ref().map(BigNumber::new), symmetries.map(BigNumber::new));
            let object = CountObject { source, count, modulo: self.modulo, symmetries, complete };
            json::write_line(&mut *output, &object)?;
        } else if let Some(count) = count {
            writeln!(output, "{count}")?;
        }
        Ok(())
    }

    fn means(&self) -> Result<Means, Fault> {
        let Searching { rule, engine, simd, reduce, .. } = &self.searching;
        match engine.counting() {
            Some(engine @ (CountEngine::Frontier | CountEngine::Memo)) if rule.is_some() => {
                Err(Fault::Usage(format!(
                    "--rule cannot be used with --engine {engine}, which has no search tree"
                )))
            }
            Some(CountEngine::Search) if rule.is_some() || simd.is_some() => Ok(Means::Search),
            // Frontier and memo use no vector instructions, so every `--simd` level is satisfied.
            Some(engine) => Ok(Means::Any(Some(engine))),
            None if engine.search().is_some()
                || rule.is_some()
                || simd.is_some()
                || *reduce != Reduce::Auto =>
            {
                Ok(Means::Search)
            }
            None => Ok(Means::Any(None)),
        }
    }

    fn search(
        &self,
        problem: &Problem,
        assumed: &Assumed,
        limits: &mut Limits<'_>,
        session: &Session,
    ) -> Result<(Count<BigUint>, PrintEffort), Fault> {
        let mut searched = match Searched::begin(problem, &self.searching, assumed, session)? {
            Ok(searched) => searched,
            Err(why) => return Ok((Count::AtLeast(BigUint::ZERO, why), Box::new(|| {}))),
        };
        let mut parallel = ParallelSearch::new(&mut searched.search, self.threads.number());
        let count = session.watched(|| parallel.count(limits));
        let (counters, levels) = (parallel.counters(), parallel.levels().to_vec());
        let effort = move || {
            print_plan(searched.search.plan());
            print_figures(counters, &levels, searched.search.size());
        };
        let count = count.map(BigUint::from).up_to(self.limit.unwrap_or(u64::MAX));
        Ok((count, Box::new(effort)))
    }

    fn count(
        &self,
        problem: &Problem,
        assumed: &Assumed,
        engine: Option<CountEngine>,
        limits: &mut Limits<'_>,
        session: &Session,
    ) -> Result<(Count<BigUint>, PrintEffort), Fault> {
        let reduction = reduction(problem, &self.searching, session)?;
        let mut counting = Counting::of(reduction.as_ref().map_or(problem, Reduction::problem))
            .givens(assumed.givens())
            .threads(self.threads.number());
        if let Some(engine) = engine {
            counting = counting.engine(engine);
        }
        let counted = session.watched(|| counting.run(limits)).map_err(|error| match error {
            CountError::Given(error) => error.into(),
            error => Fault::Usage(format!("the engine does not support this problem: {error}")),
        })?;
        Ok((counted.count, Box::new(move || print_parts(&counted.parts))))
    }
}

/// The way the covers are counted.
enum Means {
    /// A search of the problem or its reduction, with the engine and rule that the flags name.
    Search,
    /// The given counting engine, or the one chosen automatically.
    Any(Option<CountEngine>),
}

/// Prints the statistics of a count.
type PrintEffort = Box<dyn FnOnce()>;

/// Prints which engine counted each part of the problem.
fn print_parts(parts: &[CountedPart]) {
    for part in parts {
        stat!("counted        {part}");
    }
    if parts.is_empty() {
        stat!("counted        no part completely");
    }
}

/// Counts with a second engine and reports whether the counts agree.
fn verify(
    problem: &Problem,
    assumed: &Assumed,
    count: &Count<BigUint>,
    session: &Session,
) -> Result<Exit, GivenError> {
    let Count::Exact(counted) = count else {
        message!(Note, "not verified: the count is not complete");
        return Ok(Exit::Stopped);
    };
    let givens = assumed.givens();
    let second = session.watched(|| recount(problem, givens, &mut session.limits(None)))?;
    if is_refuted(counted, second) {
        let second = second.at_least();
        message!(
            Error,
            "internal error: two engines disagree: the first counts {counted}, the second {second}"
        );
        message!(Help, "please report this problem file");
        return Ok(Exit::Internal);
    }
    Ok(match second {
        Count::Exact(_) => {
            message!(Note, "verified: a second engine counts the same");
            Exit::Answered
        }
        Count::AtLeast(found, why) => {
            let cause = session.cause_of(why);
            message!(Note, "not verified: {}, the second engine had counted {found}", cause.words());
            cause.exit()
        }
    })
}

/// Returns whether the second count contradicts the first. A second count that stopped early contradicts it
/// if it is already greater.
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

//! `dlx best`: the cheapest covers of a problem, one a line, each preceded by its cost.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;
use std::str::FromStr;

use clap::builder::Resettable;
use clap::{Args, Id};
use dlx_core::inner::{BestOrbits, Cheapest, Gap};
use dlx_core::{Best, Decimal, Diagram, OptionId, Priced, Problem, Stopped};
use serde::Serialize;

use super::answer::{contradicts, no_solution};
use super::compiled::{print_size, restricted};
use super::line::{CoverFormat, Lines};
use super::searched::print_figures;
use super::symmetric::{Chosen, the_problem};
use crate::shared::flags::{Given, Memory, ProblemList, Threads, UpToSymmetry, When};
use crate::shared::input::{Subject, for_each};
use crate::shared::json::BigNumber;
#[cfg(test)]
use crate::shared::objects::Objects;
use crate::shared::progress::{Display, Printing, Sense};
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
#[command(mut_arg("up_to_symmetry", |flag| {
    flag.conflicts_with(Resettable::<Id>::Reset).conflicts_with_all(["force", "forbid"])
}))]
pub(crate) struct FindBest {
    #[command(flatten)]
    list: ProblemList,
    /// Number of covers, cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1", help_heading = "Search")]
    covers: NonZeroUsize,
    /// Print all covers of the least cost
    #[arg(long, conflicts_with = "covers", help_heading = "Search")]
    all_optimal: bool,
    /// Find the covers of greatest cost
    #[arg(long, help_heading = "Search")]
    maximize: bool,
    /// Stop within G, or G%, of the optimum
    #[arg(long, value_name = "G", help_heading = "Search")]
    gap: Option<GapArgument>,
    /// Consider only covers that cost at most N
    #[arg(long, value_name = "N", allow_negative_numbers = true, help_heading = "Search")]
    max_cost: Option<Decimal>,
    /// Count 1 for each option instead of its cost
    #[arg(long, help_heading = "Search")]
    unit_costs: bool,
    #[command(flatten)]
    symmetry: UpToSymmetry,
    #[command(flatten)]
    given: Given,
    /// Format of a cover, one a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverFormat::Text, help_heading = "Output")]
    format: CoverFormat,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    memory: Memory,
}

impl Command for FindBest {
    const NAME: &'static str = "best";
    const ABOUT: &'static str = "Find the cheapest covers of a problem with costs";
    const EXAMPLES: &'static str = "\
dlx generate assignment 20 --seed 1 -o costs.dlx
dlx best costs.dlx
dlx best -k 3 --format json costs.dlx
dlx best --all-optimal --max-cost 9000 costs.dlx
dlx generate pentominoes 6x10 | dlx best -k 2 --unit-costs --up-to-symmetry
dlx best --maximize --gap 1% costs.dlx";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let chosen = self.symmetry.chosen();
        let chosen =
            chosen.map(|flags| Chosen::read(flags, the_problem(self.list.each()), session)).transpose()?;
        for_each(&self.list, self.format == CoverFormat::Json, session, |loaded| {
            let wanted = self.wanted(loaded.is_maximized);
            if let Some(chosen) = &chosen {
                let (name, problem) = Chosen::problem(loaded)?;
                return self.of_problem(&name, &problem, wanted, Some(chosen), session);
            }
            match loaded.subject {
                Subject::Problem(problem) => self.of_problem(&loaded.name, &problem, wanted, None, session),
                Subject::Compiled(diagram) => self.of_diagram(&loaded.name, *diagram, wanted, session),
            }
        })
    }

    #[cfg(test)]
    fn objects() -> Objects {
        Objects::default().of::<PricedObject>("Cover").of::<BestEnd<'static>>("End of the list")
    }
}

/// Whether the greatest costs are wanted, and what that means for the costs of the problem.
#[derive(Clone, Copy, Debug)]
struct Objective {
    sense: Sense,
    /// Whether the costs are to be replaced by the opposite ones: the least are found.
    is_turned: bool,
}

/// A cost, or a share of that of the cover in percent.
#[derive(Clone, Copy, Debug)]
enum GapArgument {
    Cost(Decimal),
    Percent(Decimal),
}

impl FromStr for GapArgument {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (number, is_percent) = match text.strip_suffix('%') {
            Some(number) => (number, true),
            None => (text, false),
        };
        match number.parse::<Decimal>() {
            Ok(number) if number.digits() >= 0 => {
                Ok(if is_percent { Self::Percent(number) } else { Self::Cost(number) })
            }
            _ => Err("expected a cost such as 2.5, or a share such as 5%".to_owned()),
        }
    }
}

/// The progress object of a search for the cheapest covers.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
pub(crate) struct CheaperObject {
    /// `cheaper`, or with --maximize `greater`.
    #[cfg_attr(test, schema(pattern = "^(cheaper|greater)$"))]
    event: &'static str,
    /// Cost of the cheapest cover so far, or with --maximize the greatest cost.
    #[cfg_attr(test, schema(value_type = f64))]
    cost: Decimal,
}

impl FindBest {
    /// Returns the objective for a problem. The costs of a program that is to be maximized have the opposite sign already.
    fn wanted(&self, is_maximized: bool) -> Objective {
        let is_maximized = is_maximized && !self.unit_costs;
        let sense = if self.maximize || is_maximized { Sense::Greatest } else { Sense::Least };
        Objective { sense, is_turned: sense == Sense::Greatest && !is_maximized }
    }

    /// Refuses flags that contradict one another.
    fn verify(&self, wanted: Objective) -> Result<(), Fault> {
        let is_conflict = [
            (
                self.gap.is_some() && self.all_optimal,
                "--gap cannot be used with --all-optimal: it ends the search before all optimal covers are found",
            ),
            (
                self.gap.is_some() && self.covers.get() > 1,
                "--gap cannot be used with -k: the gap is that of one cover",
            ),
            (
                self.gap.is_some() && self.symmetry.chosen().is_some(),
                "--gap cannot be used with --up-to-symmetry: covers of other orbits may cost as much",
            ),
            (
                wanted.sense == Sense::Greatest && self.max_cost.is_some(),
                "--max-cost cannot be used with greatest costs: it leaves out the covers that are looked for",
            ),
        ];
        match is_conflict.iter().find(|(is_set, _)| *is_set) {
            Some((_, reason)) => Err(Fault::usage(*reason)),
            None => Ok(()),
        }
    }

    /// Returns the problem with the costs that are to be minimized; `None` if they are its own.
    fn repriced(&self, problem: &Problem, wanted: Objective) -> Option<Problem> {
        let with_units = self.unit_costs.then(|| problem.with_unit_costs());
        match wanted.is_turned {
            true => Some(with_units.as_ref().unwrap_or(problem).with_opposite_costs()),
            false => with_units,
        }
    }

    fn of_diagram(
        &self,
        source: &str,
        diagram: Diagram,
        wanted: Objective,
        session: &Session,
    ) -> Result<Exit, Fault> {
        self.verify(wanted)?;
        if session.has_nodes() {
            return Err(Fault::usage("--nodes cannot be used with a compiled file: it is not searched"));
        }
        let search_only = [
            (self.all_optimal, "--all-optimal"),
            (self.max_cost.is_some(), "--max-cost"),
            (self.gap.is_some(), "--gap"),
        ];
        if let Some((_, flag)) = search_only.iter().find(|(is_set, _)| *is_set) {
            return Err(Fault::usage(format!(
                "{flag} cannot be used with a compiled file: it is not searched"
            )));
        }
        let diagram = restricted(diagram, &self.given)?;
        let mut limits = session.limits(None).bytes(self.memory.bytes());
        let repriced = self.repriced(diagram.problem(), wanted);
        let problem = repriced.as_ref().unwrap_or(diagram.problem());
        let costs: Vec<i128> = problem.options().map(|option| problem.cost(option)).collect();
        let best = session.watched(|| diagram.ranked(self.covers.get(), &costs, &mut limits));
        print_size(&diagram, session);
        self.print(source, problem, &best.into(), wanted.sense, session)
    }

    fn of_problem(
        &self,
        source: &str,
        problem: &Problem,
        wanted: Objective,
        chosen: Option<&Chosen<'_>>,
        session: &Session,
    ) -> Result<Exit, Fault> {
        self.verify(wanted)?;
        let repriced = self.repriced(problem, wanted);
        let problem = repriced.as_ref().unwrap_or(problem);
        let assumed = self.given.of(problem)?;
        if contradicts(&assumed, problem)? {
            if self.format == CoverFormat::Json {
                BestEnd::of_none(source, true).write(session)?;
            }
            return Ok(no_solution(problem, session));
        }
        let mut search = Cheapest::new(problem);
        if !self.given.is_empty() {
            search.restart(assumed.givens())?;
        }
        search.set_threads(self.threads.number());
        search.set_most_cost(self.max_cost.map(|most| most.floor_to(problem.decimals())));
        if let Some(gap) = self.gap {
            search.set_gap(match gap {
                GapArgument::Cost(most) => Gap::Cost(most.floor_to(problem.decimals())),
                GapArgument::Percent(percent) => Gap::Percent(percent),
            });
        }
        let progress = session.progress();
        let is_told = match progress {
            When::Auto => io::stderr().is_terminal(),
            When::Always | When::Json => true,
            When::Never => false,
        };
        let sense = wanted.sense;
        let display = Display::of_costs(session.meter(Printing::AtTheEnd), sense);
        let mut limits = session.observed(None, display).bytes(self.memory.bytes());
        let symmetries =
            chosen.map(|chosen| session.watched(|| chosen.of(problem, &mut limits))).transpose()?;
        let symmetries = match symmetries.transpose() {
            Ok(symmetries) => symmetries,
            Err(why) => {
                if self.format == CoverFormat::Json {
                    BestEnd::of_none(source, false).write(session)?;
                }
                let cause = session.cause_of(why);
                message!(Note, "{}: the symmetries are not known", cause.words());
                return Ok(cause.exit());
            }
        };
        let event = if sense == Sense::Greatest { "greater" } else { "cheaper" };
        let tell = |priced: &Priced| {
            let cost = sense.apply(problem.decimal(priced.cost));
            if progress == When::Json {
                stat!("{}", json::to_string(&CheaperObject { event, cost }));
            } else if is_told {
                stat!("progress: found a cover of cost {cost}");
            }
        };
        let number = (!self.all_optimal).then(|| self.covers.get());
        let found = match symmetries {
            Some(symmetries) => {
                let BestOrbits { best, sizes: orbits, .. } =
                    session.watched(|| search.find_up_to(number, &symmetries, &mut limits, tell));
                Found { best, orbits }
            }
            None => session
                .watched(|| match number {
                    None => search.find_all_optimal(&mut limits, tell),
                    Some(number) => search.find_watched(number, &mut limits, tell),
                })
                .into(),
        };
        let exit = self.print(source, problem, &found, sense, session)?;
        if session.has_stats() {
            print_figures(search.counters(), search.levels(), search.size());
        }
        Ok(exit)
    }

    /// Prints the covers found, and reports what is not proved.
    fn print(
        &self,
        source: &str,
        problem: &Problem,
        found: &Found,
        sense: Sense,
        session: &Session,
    ) -> Result<Exit, Fault> {
        let Found { best, orbits } = found;
        let cost = |cost| sense.apply(problem.decimal(cost));
        for (at, priced) in best.covers.iter().enumerate() {
            let object = PricedObject {
                solution: at as u64 + 1,
                cost: cost(priced.cost),
                proved: at < best.proved,
                ids: priced.cover.iter().map(|option| option.index()).collect(),
                options: Vec::new(),
                orbit: orbits.get(at).copied(),
            };
            write(problem, self.format, &priced.cover, object, session)?;
        }
        let is_complete = best.stopped.is_none() && best.proved == best.covers.len();
        let bound = best.lower_bound.filter(|_| !is_complete).map(cost);
        if self.format == CoverFormat::Json {
            let end = BestEnd {
                source,
                count: BigNumber::new(&best.covers.len()),
                complete: is_complete,
                lower_bound: bound.filter(|_| sense == Sense::Least),
                upper_bound: bound.filter(|_| sense == Sense::Greatest),
            };
            end.write(session)?;
        }
        Ok(match best.stopped {
            None if best.covers.is_empty() => match self.max_cost {
                Some(most) => {
                    message!(Note, "no cover costs {most} or less");
                    Exit::NoSolution
                }
                None => no_solution(problem, session),
            },
            None => {
                if let Some(bound) = bound {
                    message!(Note, "no cover costs {} than {bound}", sense.beyond());
                }
                Exit::Answered
            }
            Some(why) => self.stopped(session, why, best, sense, cost),
        })
    }
}

/// The covers that a question has found.
struct Found {
    best: Best,
    /// By cover the number of covers of its orbit, if it stands for them.
    orbits: Vec<u64>,
}

impl From<Best> for Found {
    fn from(best: Best) -> Self {
        Self { best, orbits: Vec::new() }
    }
}

/// The last JSON object of a list.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct BestEnd<'a> {
    /// Input: a file name, `standard input` or `argument`.
    source: &'a str,
    /// Number of covers listed.
    count: BigNumber,
    /// Whether these are proved to be the covers of least cost, or of greatest cost with --maximize.
    complete: bool,
    /// Lower bound on the cost of all covers; present only if the run ended early or within --gap.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<f64>))]
    lower_bound: Option<Decimal>,
    /// With --maximize in place of `lower_bound`: upper bound on the cost of all covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(value_type = Option<f64>))]
    upper_bound: Option<Decimal>,
}

impl<'a> BestEnd<'a> {
    /// Returns the end of an empty list.
    fn of_none(source: &'a str, complete: bool) -> Self {
        Self { source, count: BigNumber::new(&0), complete, lower_bound: None, upper_bound: None }
    }

    fn write(&self, session: &Session) -> io::Result<()> {
        json::write_line(&mut *session.output(), self)
    }
}

impl FindBest {
    /// Reports that the search stopped early, with the best cost and bound known so far.
    fn stopped(
        &self,
        session: &Session,
        why: Stopped,
        best: &Best,
        sense: Sense,
        cost: impl Fn(i128) -> Decimal,
    ) -> Exit {
        let (cause, beyond, asked) = (session.cause_of(why), sense.beyond(), self.covers.get());
        let bound = best.lower_bound.map_or_else(
            || "there is no cover".to_owned(),
            |bound| format!("no cover costs {beyond} than {}", cost(bound)),
        );
        let found = match best.cheapest() {
            None => "none found so far".to_owned(),
            Some(found) if sense == Sense::Greatest => {
                format!("the greatest cost found is {}", cost(found.cost))
            }
            Some(found) => format!("the cheapest found costs {}", cost(found.cost)),
        };
        let proved =
            if asked > 1 { format!("; {} of the {asked} are proved", best.proved) } else { String::new() };
        message!(Note, "{}: {found}, {bound}{proved}", cause.words());
        cause.exit()
    }
}

/// A cover as an object.
#[derive(Serialize)]
#[cfg_attr(test, derive(utoipa::ToSchema))]
struct PricedObject {
    /// Rank of the cover, from 1.
    #[cfg_attr(test, schema(minimum = 1))]
    solution: u64,
    /// Cost of the cover, with all its digits.
    #[cfg_attr(test, schema(value_type = f64))]
    cost: Decimal,
    /// Whether it is proved that no unlisted cover costs less.
    proved: bool,
    /// Numbers of the options of the cover, from 0.
    ids: Vec<usize>,
    /// The options as text, as in the file.
    options: Vec<String>,
    /// Number of covers that symmetries map this one to, with --up-to-symmetry.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(test, schema(minimum = 1))]
    orbit: Option<u64>,
}

fn write(
    problem: &Problem,
    format: CoverFormat,
    cover: &[OptionId],
    object: PricedObject,
    session: &Session,
) -> io::Result<()> {
    let mut line = Vec::new();
    match format {
        CoverFormat::Text | CoverFormat::Ids => {
            write!(line, "cost {}: ", object.cost)?;
            Lines::new(problem, format, None).append(cover, &mut line);
        }
        CoverFormat::Json => {
            let options = cover.iter().map(|&option| problem.display_option(option).to_string()).collect();
            json::write_line(&mut line, &PricedObject { options, ..object })?;
        }
    }
    session.output().write_all(&line)
}

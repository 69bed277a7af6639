//! `dlx best`: the cheapest covers of a problem, one a line, each preceded by its cost.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use clap::Args;
use dlx_core::inner::Cheapest;
use dlx_core::{Best, Diagram, Priced, Problem, Stopped};
use serde::Serialize;

use super::answer::{contradicts, no_solution};
use super::compiled::{print_size, restricted};
use super::line::{CoverFormat, Lines};
use super::searched::print_figures;
use crate::shared::flags::{Given, Memory, ProblemList, When};
use crate::shared::input::{Subject, for_each};
use crate::shared::{Command, Exit, Fault, Session, json};

#[derive(Debug, Args)]
pub(crate) struct FindBest {
    #[command(flatten)]
    list: ProblemList,
    /// Number of covers, cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1", help_heading = "Search")]
    covers: NonZeroUsize,
    /// Print all covers of the least cost
    #[arg(long, conflicts_with = "covers", help_heading = "Search")]
    all_optimal: bool,
    /// Consider only covers that cost at most N
    #[arg(long, value_name = "N", help_heading = "Search")]
    max_cost: Option<u64>,
    /// Count 1 for each option instead of its cost
    #[arg(long, help_heading = "Search")]
    unit_costs: bool,
    #[command(flatten)]
    given: Given,
    /// Format of a cover, one a line
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = CoverFormat::Text, help_heading = "Output")]
    format: CoverFormat,
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
dlx best --all-optimal --max-cost 9000 costs.dlx";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        for_each(&self.list, self.format == CoverFormat::Json, session, |loaded| match loaded.subject {
            Subject::Problem(problem) => self.of_problem(&loaded.name, &problem, session),
            Subject::Compiled(diagram) => self.of_diagram(&loaded.name, *diagram, session),
        })
    }
}

/// The progress object of a search for the cheapest covers.
#[derive(Serialize)]
struct CheaperObject {
    event: &'static str,
    cost: u64,
}

impl FindBest {
    fn of_diagram(&self, source: &str, diagram: Diagram, session: &Session) -> Result<Exit, Fault> {
        if session.has_nodes() {
            return Err(Fault::usage("--nodes cannot be used with a compiled file: it is not searched"));
        }
        let search_only = [
            (self.all_optimal, "--all-optimal"),
            (self.max_cost.is_some(), "--max-cost"),
            (self.unit_costs, "--unit-costs"),
        ];
        if let Some((_, flag)) = search_only.iter().find(|(is_set, _)| *is_set) {
            return Err(Fault::usage(format!(
                "{flag} cannot be used with a compiled file: it is not searched"
            )));
        }
        let diagram = restricted(diagram, &self.given)?;
        let mut limits = session.limits(None).bytes(self.memory.bytes());
        let best = session.watched(|| diagram.k_best(self.covers.get(), &mut limits));
        print_size(&diagram, session);
        self.print(source, diagram.problem(), &best, session)
    }

    fn of_problem(&self, source: &str, problem: &Problem, session: &Session) -> Result<Exit, Fault> {
        let with_units = self.unit_costs.then(|| problem.with_unit_costs());
        let problem = with_units.as_ref().unwrap_or(problem);
        if contradicts(&self.given, problem)? {
            if self.format == CoverFormat::Json {
                BestEnd { source, count: "0".to_owned(), complete: true, lower_bound: None }
                    .write(session)?;
            }
            return Ok(no_solution(problem, session));
        }
        let mut search = Cheapest::new(problem);
        if !self.given.is_empty() {
            search.restart(self.given.givens())?;
        }
        search.set_most_cost(self.max_cost);
        let progress = session.progress();
        let is_told = match progress {
            When::Auto => io::stderr().is_terminal(),
            When::Always | When::Json => true,
            When::Never => false,
        };
        let mut limits = session.limits(None).bytes(self.memory.bytes());
        let tell = |priced: &Priced| {
            if progress == When::Json {
                tell!("{}", json::to_string(&CheaperObject { event: "cheaper", cost: priced.cost }));
            } else if is_told {
                tell!("progress: found a cover of cost {}", priced.cost);
            }
        };
        let best = session.watched(|| match self.all_optimal {
            true => search.find_all_optimal(&mut limits, tell),
            false => search.find_watched(self.covers.get(), &mut limits, tell),
        });
        let exit = self.print(source, problem, &best, session)?;
        if session.has_stats() {
            print_figures(search.counters(), search.levels(), search.size());
        }
        Ok(exit)
    }

    /// Prints the covers found, and reports what is not proved.
    fn print(&self, source: &str, problem: &Problem, best: &Best, session: &Session) -> Result<Exit, Fault> {
        for (place, priced) in (1..).zip(&best.covers) {
            write(problem, self.format, place, priced, place <= best.proved, session)?;
        }
        if self.format == CoverFormat::Json {
            let end = BestEnd {
                source,
                count: best.covers.len().to_string(),
                complete: best.stopped.is_none(),
                lower_bound: best.lower_bound.filter(|_| best.stopped.is_some()),
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
            None => Exit::Answered,
            Some(why) => stopped(session, why, best, self.covers.get()),
        })
    }
}

/// The last JSON object of a list.
#[derive(Serialize)]
struct BestEnd<'a> {
    source: &'a str,
    count: String,
    /// Whether these are proved to be the cheapest covers.
    complete: bool,
    /// A lower bound on the cost of all covers.
    #[serde(skip_serializing_if = "Option::is_none")]
    lower_bound: Option<u64>,
}

impl BestEnd<'_> {
    fn write(&self, session: &Session) -> io::Result<()> {
        json::write_line(&mut *session.output(), self)
    }
}

/// Reports that the search stopped early, with the best cost and bound known so far.
fn stopped(session: &Session, why: Stopped, best: &Best, asked: usize) -> Exit {
    let cause = session.cause_of(why);
    let bound = best
        .lower_bound
        .map_or_else(|| "there is no cover".to_owned(), |bound| format!("no cover costs less than {bound}"));
    let found = match best.cheapest() {
        None => "none found so far".to_owned(),
        Some(cheapest) => format!("the cheapest found costs {}", cheapest.cost),
    };
    let proved =
        if asked > 1 { format!("; {} of the {asked} are proved", best.proved) } else { String::new() };
    message!(Note, "{}: {found}, {bound}{proved}", cause.words());
    cause.exit()
}

/// A cover as an object.
#[derive(Serialize)]
struct PricedObject {
    /// Rank of the cover, counted from 1.
    solution: u64,
    cost: u64,
    /// Whether it is proved that no unlisted cover costs less.
    proved: bool,
    /// The ids of its options, from 0.
    ids: Vec<usize>,
    /// The options as in the file.
    options: Vec<String>,
}

fn write(
    problem: &Problem,
    format: CoverFormat,
    place: usize,
    priced: &Priced,
    is_proved: bool,
    session: &Session,
) -> io::Result<()> {
    let mut line = Vec::new();
    match format {
        CoverFormat::Text | CoverFormat::Ids => {
            write!(line, "cost {}: ", priced.cost)?;
            Lines::new(problem, format, None).append(&priced.cover, &mut line);
        }
        CoverFormat::Json => {
            let object = PricedObject {
                solution: place as u64,
                cost: priced.cost,
                proved: is_proved,
                ids: priced.cover.iter().map(|option| option.index()).collect(),
                options: priced.cover.iter().map(|&o| problem.display_option(o).to_string()).collect(),
            };
            json::write_line(&mut line, &object)?;
        }
    }
    session.output().write_all(&line)
}

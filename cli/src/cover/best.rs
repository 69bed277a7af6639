//! `dlx best`: the cheapest covers of a problem, each after its cost.

use std::io::{self, IsTerminal, Write};
use std::num::NonZeroUsize;

use clap::Args;
use dlx_core::{Best, Cheapest, Diagram, Priced, Problem, Stopped};
use serde::Serialize;

use super::compiled::restricted;
use super::{GivenOptions, SCHEMA, no_solution, print_figures};
use crate::args::{Common, Given, Input, When};
use crate::cover::line::{CoverFormat, Lines};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::{self, Subject};
use crate::shared::memory::Memory;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx best costs.dlx                          the cheapest cover
  dlx best -k 10 --format json costs.dlx      the ten cheapest
  dlx gen assignment 20 --seed 1 | dlx best -";

/// Instead of the words of [`Memory`]: the search for cheap covers has no tables that grow.
const MEMORY_OF_BEST: &str = "The most memory for the covers that are kept, such as 512M, 1.5G or a number of bytes; K, \
M, G and T are powers of 1024 [default: half of what is available]";

#[derive(Debug, Args)]
#[command(mut_arg("memory", |memory| memory.help(MEMORY_OF_BEST)))]
pub(crate) struct CoverBest {
    #[command(flatten)]
    pub(crate) input: Input,
    /// List so many covers, the cheapest first
    #[arg(short = 'k', long, value_name = "N", default_value = "1")]
    pub(crate) count: NonZeroUsize,
    /// Stop after this many nodes of the search [default: none]
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Tell of each cheaper cover on standard error as it is found
    #[arg(long, value_enum, value_name = "WHEN", default_value_t = When::Auto)]
    pub(crate) progress: When,
    /// How a cover is printed, one a line, after its cost
    #[arg(long, value_enum, default_value_t = CoverFormat::Text)]
    pub(crate) format: CoverFormat,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) common: Common,
}

pub(crate) fn run(arguments: &CoverBest, session: &Session) -> Result<Exit, Fault> {
    match input::read(&arguments.input, session)? {
        Subject::Problem(problem) => of_problem(&problem, arguments, session),
        Subject::Compiled(diagram) => of_diagram(*diagram, arguments, session),
    }
}

fn of_diagram(diagram: Diagram, arguments: &CoverBest, session: &Session) -> Result<Exit, Fault> {
    if arguments.nodes.is_some() {
        let message = "--nodes does not go with a compiled file: it is not searched";
        return Err(Fault::Usage(message.to_owned()));
    }
    let diagram = restricted(diagram, &arguments.given)?;
    let mut limits = session.limits(None).bytes(arguments.memory.bytes());
    let best = session.watched(|| diagram.k_best_within(arguments.count.get(), &mut limits));
    let exit = print(diagram.problem(), &best, arguments, session)?;
    if arguments.common.stats {
        tell!("diagram        {} nodes, {} bytes", diagram.len(), diagram.bytes());
        tell!("time           {:.6} s", session.elapsed().as_secs_f64());
    }
    Ok(exit)
}

fn of_problem(problem: &Problem, arguments: &CoverBest, session: &Session) -> Result<Exit, Fault> {
    let mut search = Cheapest::new(problem);
    search.restart(GivenOptions::from(&arguments.given).givens())?;
    let is_told = match arguments.progress {
        When::Auto => io::stderr().is_terminal(),
        When::Always | When::Json => true,
        When::Never => false,
    };
    let mut limits = session.limits(None).nodes(arguments.nodes.unwrap_or(u64::MAX));
    limits = limits.bytes(arguments.memory.bytes());
    let tell = |priced: &Priced| {
        if arguments.progress == When::Json {
            tell!("{{\"schema\":{SCHEMA},\"event\":\"cheaper\",\"cost\":{}}}", priced.cost);
        } else if is_told {
            tell!("dlx: found a cover of cost {}", priced.cost);
        }
    };
    let best = session.watched(|| search.find_watched(arguments.count.get(), &mut limits, tell));
    let exit = print(problem, &best, arguments, session)?;
    if arguments.common.stats {
        print_figures(session, search.counters(), search.levels(), search.size());
    }
    Ok(exit)
}

/// Prints the covers that are known, and says what is not.
fn print(problem: &Problem, best: &Best, arguments: &CoverBest, session: &Session) -> io::Result<Exit> {
    for (place, priced) in (1..).zip(&best.covers) {
        let is_proved = place <= best.proved;
        write(problem, arguments.format, place, priced, is_proved, session)?;
    }
    Ok(match best.stopped {
        None if best.covers.is_empty() => no_solution(),
        None => Exit::Answered,
        Some(why) => stopped(session, why, best, arguments.count.get()),
    })
}

/// Says that the search stopped early, and what is known.
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
    tell!("dlx: {}: {found}, {bound}{proved}", cause.words());
    cause.exit()
}

/// A cover as an object.
#[derive(Serialize)]
struct PricedObject {
    schema: u32,
    /// The place of the cover, from 1.
    solution: u64,
    cost: u64,
    /// Whether no cover that is missing in the list costs less.
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
                schema: SCHEMA,
                solution: place as u64,
                cost: priced.cost,
                proved: is_proved,
                ids: priced.cover.iter().map(|option| option.index()).collect(),
                options: priced.cover.iter().map(|&o| problem.display_option(o).to_string()).collect(),
            };
            serde_json::to_writer(&mut line, &object)?;
            line.push(b'\n');
        }
    }
    session.output().write_all(&line)
}

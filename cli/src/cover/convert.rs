//! `dlx convert`: a problem in another format, or for a solver of another kind.

use std::io::Write;

use clap::{Args, ValueEnum};
use dlx_core::Problem;
use dlx_core::text::cnf;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{WriteError, dense, json, knuth, lp, opb};
use dlx_instances::geometry::Comments;

use crate::args::Input;
use crate::cover::geometry;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx convert queens.dlx --to cnf > queens.cnf
  dlx convert --from dense matrix.txt --to knuth
  dlx convert costs.dlx --to lp";

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    pub(crate) input: Input,
    /// The format to write
    #[arg(long, value_enum, value_name = "FORMAT")]
    pub(crate) to: WriteFormat,
    /// With --to cnf, how it is said that at most one of several variables is true [default: sequential]
    #[arg(long, value_enum, value_name = "ENCODING")]
    pub(crate) at_most_one: Option<AtMostOne>,
    /// With --to cnf, refuse more clauses [default: 10000000]
    #[arg(long, value_name = "N")]
    pub(crate) max_clauses: Option<u64>,
}

/// A format that is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WriteFormat {
    /// Knuth's text format
    Knuth,
    /// A matrix of 0 and 1; primary items without bounds, no costs
    Dense,
    /// The numbers of the items, counted from 0; no colors, bounds or costs
    Sparse0,
    /// The numbers of the items, counted from 1; no colors, bounds or costs
    Sparse1,
    /// An object with items and options
    Json,
    /// Clauses in the DIMACS format, for SAT solvers; costs are left out
    Cnf,
    /// Pseudo-Boolean constraints
    Opb,
    /// An integer program in the LP format of CPLEX
    Lp,
}

/// How it is said that at most one of several variables is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtMostOne {
    /// A clause for each pair
    Pairwise,
    /// A chain of as many variables (Sinz)
    Sequential,
    /// Rows and columns of a rectangle (Chen)
    Product,
    /// The number of the one that is true, in binary
    Binary,
}

pub(crate) fn run(arguments: &Convert, session: &Session) -> Result<Exit, Fault> {
    if arguments.to != WriteFormat::Cnf {
        let flags = [
            ("--at-most-one", arguments.at_most_one.is_some()),
            ("--max-clauses", arguments.max_clauses.is_some()),
        ];
        if let Some((flag, _)) = flags.into_iter().find(|(_, is_used)| *is_used) {
            return Err(Fault::Usage(format!("{flag} goes with --to cnf")));
        }
    }
    let mut comments = Comments::default();
    let problem = input::read_problem_with_comments(&arguments.input, &mut comments, session)?;
    let geometry = geometry::comment(&arguments.input.file, comments);
    let written = session.watched(|| write(&problem, &geometry, arguments, session));
    if let (Err(_), Some(cause)) = (&written, session.cause_to_stop()) {
        tell!("dlx: {}: the output is cut off", cause.words());
    }
    written.map(|()| Exit::Answered)
}

fn write(problem: &Problem, geometry: &str, arguments: &Convert, session: &Session) -> Result<(), Fault> {
    let name = || arguments.input.file.display().to_string();
    let mut output = session.writer();
    let written = match arguments.to {
        WriteFormat::Knuth => {
            if !geometry.is_empty() {
                writeln!(output, "| {geometry}")?;
            }
            knuth::write(problem, output)
        }
        WriteFormat::Dense => dense::write(problem, output),
        WriteFormat::Sparse0 => sparse::write(problem, Base::Zero, output),
        WriteFormat::Sparse1 => sparse::write(problem, Base::One, output),
        WriteFormat::Json => json::write_with_comment(problem, geometry, output),
        WriteFormat::Cnf => {
            if problem.has_costs() {
                tell!("dlx: {}: clauses cannot carry costs; they are left out", name());
            }
            let most = arguments.max_clauses.unwrap_or(MOST_CLAUSES);
            cnf::write(problem, encoding(arguments.at_most_one), most, output)
        }
        WriteFormat::Opb => opb::write(problem, output),
        WriteFormat::Lp => lp::write(problem, output),
    };
    written.map_err(|error| match error {
        WriteError::Io(error) => error.into(),
        source => Fault::named(name(), source),
    })
}

/// A file of so many clauses takes some 200 MB.
const MOST_CLAUSES: u64 = 10_000_000;

fn encoding(asked: Option<AtMostOne>) -> cnf::AtMostOne {
    match asked {
        Some(AtMostOne::Pairwise) => cnf::AtMostOne::Pairwise,
        None | Some(AtMostOne::Sequential) => cnf::AtMostOne::Sequential,
        Some(AtMostOne::Product) => cnf::AtMostOne::Product,
        Some(AtMostOne::Binary) => cnf::AtMostOne::Binary,
    }
}

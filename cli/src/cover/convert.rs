//! `dlx convert`: writes a problem in another format, or as input for another kind of solver.

use std::io::Write;

use clap::{Args, ValueEnum};
use dlx_core::Problem;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{WriteError, dense, json, knuth};
use dlx_formats::{cnf, lp, mps, opb};
use dlx_instances::geometry::Geometry;
use dlx_instances::xmpuzzle::Puzzle;

use super::geometry;
use crate::shared::fault::NO_FORMAT;
use crate::shared::flags::{self, Deadline, OutputFile};
use crate::shared::input;
use crate::shared::named_files::format_of;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Convert {
    #[command(flatten)]
    problem: flags::Problem,
    /// Format to write [default: by the ending of -o]
    #[arg(long, value_enum, value_name = "FORMAT", help_heading = "Output")]
    to: Option<WriteFormat>,
    /// At-most-one encoding of --to cnf [default: sequential]
    #[arg(long, value_enum, value_name = "ENCODING", help_heading = "Output", hide_short_help = true)]
    at_most_one: Option<AtMostOne>,
    /// Most clauses of --to cnf [default: 10000000]
    #[arg(long, value_name = "N", help_heading = "Output", hide_short_help = true)]
    max_clauses: Option<u64>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    deadline: Deadline,
}

impl Command for Convert {
    const NAME: &'static str = "convert";
    const ABOUT: &'static str = "Write a problem in another format, or for another solver";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx convert queens.dlx --to cnf -o queens.cnf
dlx generate soma | dlx convert -o soma.xmpuzzle
dlx convert queens.dlx --to json | dlx convert --from json --to lp";

    const ENDINGS: &'static [&'static str] = &["xmpuzzle"];

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let to = self.format()?;
        if to != WriteFormat::Cnf {
            let flags = [
                ("--at-most-one", self.at_most_one.is_some()),
                ("--max-clauses", self.max_clauses.is_some()),
            ];
            if let Some((flag, _)) = flags.into_iter().find(|(_, is_used)| *is_used) {
                return Err(Fault::Usage(format!("{flag} requires --to cnf")));
            }
        }
        let (name, problem, comments) = input::read(self.problem.source(), session)?.into_problem()?;
        let geometry = geometry::optional(&name, comments);
        session.watched(|| self.write(to, &name, &problem, geometry.as_ref(), session))?;
        Ok(Exit::Answered)
    }
}

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum WriteFormat {
    /// Knuth's text format
    Knuth,
    /// A matrix of 0 and 1; primary items without bounds, no costs
    Dense,
    /// Item numbers counted from 0; no colors, bounds or costs
    Sparse0,
    /// Item numbers counted from 1; no colors, bounds or costs
    Sparse1,
    /// An object with items and options
    Json,
    /// Clauses in the DIMACS format, for SAT solvers; no weights, costs are left out
    Cnf,
    /// Pseudo-Boolean constraints
    Opb,
    /// An integer program in the LP format of CPLEX
    Lp,
    /// An integer program in MPS
    Mps,
    /// A packing for BurrTools; requires a geometry
    Xmpuzzle,
}

/// The endings of the names of output files that need no `--to`.
const FORMATS: &[(&str, WriteFormat)] = &[
    ("dlx", WriteFormat::Knuth),
    ("json", WriteFormat::Json),
    ("cnf", WriteFormat::Cnf),
    ("opb", WriteFormat::Opb),
    ("lp", WriteFormat::Lp),
    ("mps", WriteFormat::Mps),
    ("xmpuzzle", WriteFormat::Xmpuzzle),
];

/// Encoding of the constraint that at most one of several variables is true.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum AtMostOne {
    /// A clause for each pair
    Pairwise,
    /// A chain of auxiliary variables, one per variable (Sinz)
    Sequential,
    /// Rows and columns of a rectangle (Chen)
    Product,
    /// The index of the true variable in binary
    Binary,
}

impl Convert {
    /// Returns the format that was asked for, or else the one that the ending of the output stands for.
    fn format(&self) -> Result<WriteFormat, Fault> {
        let format = match self.to {
            Some(format) => Some(format),
            None => format_of(None, self.output.path(), FORMATS)?,
        };
        format.ok_or_else(|| Fault::usage(NO_FORMAT))
    }

    fn write(
        &self,
        to: WriteFormat,
        name: &str,
        problem: &Problem,
        geometry: Option<&Geometry>,
        session: &Session,
    ) -> Result<(), Fault> {
        let mut output = session.writer();
        let comment = geometry.map_or_else(String::new, ToString::to_string);
        let of_program = |error| match error {
            dlx_formats::WriteError::Io(error) => error.into(),
            source => Fault::named(name, source),
        };
        let written = match to {
            WriteFormat::Knuth => {
                if !comment.is_empty() {
                    writeln!(output, "| {comment}")?;
                }
                knuth::write(problem, output)
            }
            WriteFormat::Dense => dense::write(problem, output),
            WriteFormat::Sparse0 => sparse::write(problem, Base::Zero, output),
            WriteFormat::Sparse1 => sparse::write(problem, Base::One, output),
            WriteFormat::Json => json::write_with_comment(problem, &comment, output),
            WriteFormat::Cnf => {
                if problem.has_costs() {
                    message!(Warning, "{name}: clauses cannot carry costs; they are left out");
                }
                let most = self.max_clauses.unwrap_or(MOST_CLAUSES);
                return cnf::write(problem, encoding(self.at_most_one), most, output).map_err(of_program);
            }
            WriteFormat::Opb => return opb::write(problem, output).map_err(of_program),
            WriteFormat::Lp => return lp::write(problem, output).map_err(of_program),
            WriteFormat::Mps => return mps::write(problem, output).map_err(of_program),
            WriteFormat::Xmpuzzle => {
                let geometry = geometry.ok_or_else(|| geometry::missing(name, ""))?;
                let puzzle = Puzzle::of_packing(problem, geometry);
                return Ok(puzzle.map_err(|error| Fault::named(name, error))?.write(output)?);
            }
        };
        written.map_err(|error| match error {
            WriteError::Io(error) => error.into(),
            source => Fault::named(name, source),
        })
    }
}

/// A file with this many clauses takes about 200 MB.
const MOST_CLAUSES: u64 = 10_000_000;

fn encoding(asked: Option<AtMostOne>) -> cnf::AtMostOne {
    match asked {
        Some(AtMostOne::Pairwise) => cnf::AtMostOne::Pairwise,
        None | Some(AtMostOne::Sequential) => cnf::AtMostOne::Sequential,
        Some(AtMostOne::Product) => cnf::AtMostOne::Product,
        Some(AtMostOne::Binary) => cnf::AtMostOne::Binary,
    }
}

//! `dlx convert`: a problem in another format, or for a solver of another kind.

use dlx_core::Problem;
use dlx_core::text::cnf;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{WriteError, dense, json, lp, opb};

use super::write_problem;
use crate::args::{AtMostOne, Convert, WriteFormat};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::Session;

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
    let problem = input::read_problem(&arguments.input, session)?;
    let written = session.watched(|| write(&problem, arguments, session));
    if let (Err(_), Some(cause)) = (&written, session.cause_to_stop()) {
        tell!("dlx: {}: the output is cut off", cause.words());
    }
    written.map(|()| Exit::Answered)
}

fn write(problem: &Problem, arguments: &Convert, session: &Session) -> Result<(), Fault> {
    let name = || arguments.input.file.display().to_string();
    let output = session.writer();
    let written = match arguments.to {
        WriteFormat::Knuth => {
            return write_problem(problem, &name(), output);
        }
        WriteFormat::Dense => dense::write(problem, output),
        WriteFormat::Sparse0 => sparse::write(problem, Base::Zero, output),
        WriteFormat::Sparse1 => sparse::write(problem, Base::One, output),
        WriteFormat::Json => json::write(problem, output),
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
        source => Fault::Unwritable { name: name(), source },
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

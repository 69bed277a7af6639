//! `dlx convert`: a problem in another format, or for a solver of another kind.

use dlx_core::formats::cnf;
use dlx_core::formats::sparse::{self, Base};
use dlx_core::formats::{WriteError, dense, json, lp, opb};
use dlx_core::{Problem, text};

use crate::args::{AtMostOne, Convert, WriteFormat};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;

pub(crate) fn run(arguments: &Convert, session: &Session) -> Result<Exit, Fault> {
    if arguments.at_most_one.is_some() && arguments.to != WriteFormat::Cnf {
        return Err(Fault::Usage("--at-most-one goes with --to cnf".to_owned()));
    }
    let problem = input::read_problem(&arguments.input, session)?;
    let name = || arguments.input.file.display().to_string();
    let output = session.writer();
    let written = match arguments.to {
        WriteFormat::Knuth => return knuth(&problem, name, session),
        WriteFormat::Dense => dense::write(&problem, output),
        WriteFormat::Sparse0 => sparse::write(&problem, Base::Zero, output),
        WriteFormat::Sparse1 => sparse::write(&problem, Base::One, output),
        WriteFormat::Json => json::write(&problem, output),
        WriteFormat::Cnf => {
            if problem.has_costs() {
                tell!("dlx: {}: clauses cannot carry costs; they are left out", name());
            }
            cnf::write(&problem, encoding(arguments.at_most_one), output)
        }
        WriteFormat::Opb => opb::write(&problem, output),
        WriteFormat::Lp => lp::write(&problem, output),
    };
    match written {
        Ok(()) => Ok(Exit::Answered),
        Err(WriteError::Io(error)) => Err(error.into()),
        Err(source) => Err(Fault::Unwritable { name: name(), source }),
    }
}

fn knuth(problem: &Problem, name: impl Fn() -> String, session: &Session) -> Result<Exit, Fault> {
    match text::write(problem, session.writer()) {
        Ok(()) => Ok(Exit::Answered),
        Err(text::WriteError::Io(error)) => Err(error.into()),
        Err(source) => Err(Fault::UnwritableText { name: name(), source }),
    }
}

fn encoding(asked: Option<AtMostOne>) -> cnf::AtMostOne {
    match asked {
        Some(AtMostOne::Pairwise) => cnf::AtMostOne::Pairwise,
        None | Some(AtMostOne::Sequential) => cnf::AtMostOne::Sequential,
        Some(AtMostOne::Product) => cnf::AtMostOne::Product,
        Some(AtMostOne::Binary) => cnf::AtMostOne::Binary,
    }
}

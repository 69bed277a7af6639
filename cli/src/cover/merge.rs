//! `dlx merge`: the results of all tasks as one, if none is missing and none is there twice.

use std::io::Write;

use dlx_core::{Batch, BigUint, Problem};
use dlx_tasks::{Folder, Merge, MergeError, Outcome, Wanted};

use super::no_solution;
use crate::args::{CoverFormat, CoverMerge};
use crate::cover::line::{Lines, Numbered};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input;
use crate::shared::session::{BUFFER, Session};
use crate::shared::sink;

pub(crate) fn run(arguments: &CoverMerge, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.input, session)?;
    let mut merge = Merge::new(&problem);
    let wanted = Wanted::from(arguments.want);
    for path in &arguments.results {
        let outcomes = if path.is_dir() {
            Folder::new(path).outcomes(wanted).map_err(Fault::tasks)?
        } else {
            vec![Outcome::read(path).map_err(Fault::tasks)?]
        };
        for outcome in outcomes {
            merge.add(outcome)?;
        }
    }
    let format = arguments.format;
    let found = match &arguments.output {
        Some(path) => {
            let mut found = BigUint::ZERO;
            sink::replace(path, session, |output| {
                found = write(&problem, &mut merge, wanted, format, session, output)?;
                Ok(())
            })?;
            found
        }
        None => {
            let output = &mut session.writer();
            let found =
                session.watched(|| write(&problem, &mut merge, wanted, format, session, &mut *output))?;
            output.flush()?;
            found
        }
    };
    Ok(match wanted {
        Wanted::Covers if found == BigUint::ZERO => no_solution(),
        Wanted::Count if found == BigUint::ZERO => Exit::NoSolution,
        _ => Exit::Answered,
    })
}

/// Writes the total, or the covers in the order of the search. Returns how many covers there are.
fn write(
    problem: &Problem,
    merge: &mut Merge,
    wanted: Wanted,
    format: CoverFormat,
    session: &Session,
    output: &mut dyn Write,
) -> Result<BigUint, Fault> {
    if wanted == Wanted::Count {
        let total = merge.total()?;
        writeln!(output, "{total}")?;
        return Ok(total);
    }
    let lines = Lines::new(problem, format, None);
    let mut numbered = Numbered::after(0);
    let (mut bytes, mut waiting) = (Vec::new(), 0);
    merge.verify_covers(|| session.go_on().map_err(Fault::from))?;
    let covers = merge.for_each_cover(|cover| -> Result<(), Fault> {
        lines.append(cover, &mut bytes);
        waiting += 1;
        if bytes.len() < BUFFER {
            return Ok(());
        }
        // The output of a run that must end fails.
        output.write_all(lines.complete(Batch { bytes: &bytes, covers: waiting }, &mut numbered))?;
        bytes.clear();
        waiting = 0;
        Ok(())
    })?;
    output.write_all(lines.complete(Batch { bytes: &bytes, covers: waiting }, &mut numbered))?;
    Ok(covers.into())
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::tasks(error)
    }
}

//! `dlx merge`: the results of all tasks as one, if none is missing and none is there twice.

use std::io::Write;

use dlx_core::{Batch, BigUint, Problem};
use dlx_tasks::{Folder, Merge, MergeError, Outcome, Wanted};

use super::cover_line::{Lines, Numbered};
use super::no_solution;
use crate::args::{CoverMerge, Harvest};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::{BUFFER, Session};
use crate::sink::Sink;

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
    let found = match arguments.want {
        Harvest::Count => {
            let total = merge.total()?;
            let sink = sink(arguments, session)?;
            sink.write(format!("{total}\n").as_bytes())?;
            sink.settle()?;
            total
        }
        Harvest::Covers => join(&problem, &mut merge, arguments, session)?.into(),
    };
    session.output().flush()?;
    Ok(match arguments.want {
        Harvest::Covers if found == BigUint::ZERO => no_solution(),
        Harvest::Count if found == BigUint::ZERO => Exit::NoSolution,
        _ => Exit::Answered,
    })
}

fn sink<'s>(arguments: &CoverMerge, session: &'s Session) -> Result<Sink<'s>, Fault> {
    match &arguments.output {
        Some(path) => Sink::create(path),
        None => Ok(Sink::Stdout(session)),
    }
}

/// Prints the covers in the order of the search.
fn join(
    problem: &Problem,
    merge: &mut Merge,
    arguments: &CoverMerge,
    session: &Session,
) -> Result<u64, Fault> {
    let lines = Lines::new(problem, arguments.format, None);
    let mut numbered = Numbered::after(0);
    let (mut bytes, mut waiting) = (Vec::new(), 0);
    let mut sink_opened = None;
    let mut deliver = |bytes: &mut Vec<u8>, waiting: &mut u64| -> Result<(), Fault> {
        // A merge that is refused leaves no empty file.
        let sink = match &sink_opened {
            Some(sink) => sink,
            None => sink_opened.insert(sink(arguments, session)?),
        };
        sink.write(lines.complete(Batch { bytes, covers: *waiting }, &mut numbered))?;
        bytes.clear();
        *waiting = 0;
        Ok(())
    };
    let covers = session.watched(|| {
        merge.for_each_cover(|cover| -> Result<(), Fault> {
            lines.append(cover, &mut bytes);
            waiting += 1;
            if bytes.len() < BUFFER {
                return Ok(());
            }
            if let Some(cause) = session.cause_to_stop() {
                return Err(Fault::Tasks { source: cause.words().into() });
            }
            deliver(&mut bytes, &mut waiting)
        })
    })?;
    deliver(&mut bytes, &mut waiting)?;
    if let Some(sink) = &sink_opened {
        sink.settle()?;
    }
    Ok(covers)
}

impl From<MergeError> for Fault {
    fn from(error: MergeError) -> Self {
        Self::tasks(error)
    }
}

//! `dlx solve`: the covers of a problem, one a line.

use std::io::{self, Write};

use dlx_core::{OptionId, Problem, Search, Stopped};
use serde::Serialize;

use super::{SCHEMA, print_stats, stopped};
use crate::args::{CoverFormat, CoverSolve};
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input;
use crate::session::Session;

pub(crate) fn run(arguments: &CoverSolve, session: &Session) -> Result<Exit, Fault> {
    let problem = input::read_problem(&arguments.file, session)?;
    let mut search = Search::new(&problem);
    let (found, why) = session.watched(|| list(&problem, &mut search, arguments, session))?;
    let exit = match why {
        None if found == 0 => {
            tell!("dlx: no solution");
            Exit::NoSolution
        }
        None => Exit::Answered,
        Some(why) => stopped(session, why, found),
    };
    if arguments.common.stats {
        print_stats(session, &search);
    }
    Ok(exit)
}

/// Prints the covers. Answers how many there were and why they ended, if not at the last.
fn list(
    problem: &Problem,
    search: &mut Search,
    arguments: &CoverSolve,
    session: &Session,
) -> io::Result<(u64, Option<Stopped>)> {
    let mut limits = session.limits(arguments.limit);
    let mut found = 0;
    let mut line = Vec::new();
    loop {
        match search.next_solution(&mut limits) {
            Ok(Some(cover)) => {
                found += 1;
                line.clear();
                match arguments.format {
                    CoverFormat::Text => write_text(problem, cover, &mut line)?,
                    CoverFormat::Ids => write_ids(cover, &mut line),
                    CoverFormat::Json => write_json(problem, found, cover, &mut line)?,
                }
                line.push(b'\n');
                session.output().write_all(&line)?;
            }
            Ok(None) => return Ok((found, None)),
            Err(why) => return Ok((found, Some(why))),
        }
    }
}

/// The options separated by ` | `. A cover of one option ends with ` |`, so that no line can be taken for a
/// list of ids.
pub(super) fn write_text(problem: &Problem, cover: &[OptionId], line: &mut Vec<u8>) -> io::Result<()> {
    for (place, &option) in cover.iter().enumerate() {
        if place > 0 {
            line.extend_from_slice(b" | ");
        }
        write!(line, "{}", problem.display_option(option))?;
    }
    if cover.len() == 1 {
        line.extend_from_slice(b" |");
    }
    Ok(())
}

pub(super) fn write_ids(cover: &[OptionId], line: &mut Vec<u8>) {
    let mut digits = itoa::Buffer::new();
    for (place, option) in cover.iter().enumerate() {
        if place > 0 {
            line.push(b' ');
        }
        line.extend_from_slice(digits.format(option.index()).as_bytes());
    }
}

/// A cover as an object.
#[derive(Serialize)]
struct CoverObject {
    schema: u32,
    /// The number of the cover, from 1.
    solution: u64,
    /// The ids of its options, from 0.
    ids: Vec<usize>,
    /// The options as in the file.
    options: Vec<String>,
}

fn write_json(problem: &Problem, solution: u64, cover: &[OptionId], line: &mut Vec<u8>) -> io::Result<()> {
    let object = CoverObject {
        schema: SCHEMA,
        solution,
        ids: cover.iter().map(|option| option.index()).collect(),
        options: cover.iter().map(|&option| problem.display_option(option).to_string()).collect(),
    };
    Ok(serde_json::to_writer(line, &object)?)
}

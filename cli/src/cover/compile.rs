//! `dlx compile`: all covers of a problem into one file.

use std::path::PathBuf;

use clap::Args;
use dlx_core::DiagramWriteError;

use super::compiled::all_covers;
use crate::args::{Deadline, Given, Input};
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::is_standard;
use crate::shared::memory::Memory;
use crate::shared::session::Session;
use crate::shared::sink;

pub(crate) const EXAMPLES: &str = "\
Examples:
  dlx compile queens.dlx -o queens.zdd
  dlx compile queens.dlx -o - | dlx sample -n 5 -
  dlx compile small.dlx -o small.zdd --dot small.dot    and as a graph, for Graphviz";

#[derive(Debug, Args)]
pub(crate) struct CoverCompile {
    #[command(flatten)]
    pub(crate) input: Input,
    /// Write the diagram to this file, which is replaced when all is written; - is standard output
    #[arg(short = 'o', long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) given: Given,
    /// Write it also as a graph in the DOT language, for Graphviz
    #[arg(long, value_name = "FILE")]
    pub(crate) dot: Option<PathBuf>,
    /// Do not say on standard error how large it is
    #[arg(short = 'q', long)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) memory: Memory,
    #[command(flatten)]
    pub(crate) deadline: Deadline,
}

pub(crate) fn run(arguments: &CoverCompile, session: &Session) -> Result<Exit, Fault> {
    let CoverCompile { input, output, given, dot, quiet, memory, .. } = arguments;
    let diagram = match all_covers(input, given, *memory, session)? {
        Ok(diagram) => diagram,
        Err(exit) => return Ok(exit),
    };
    let path = (!is_standard(output)).then_some(output.as_path());
    let bytes = sink::replace_or_print(path, session, |file| {
        diagram.write(file).map_err(|error| match error {
            DiagramWriteError::Io(error) => error.into(),
            source => Fault::named(output.display().to_string(), source),
        })
    })?;
    if let Some(dot) = dot {
        sink::replace(dot, session, |output| Ok(diagram.write_dot(output)?))?;
    }
    if !quiet {
        tell!("dlx: {} nodes, {bytes} bytes, {} covers", diagram.len(), diagram.count());
    }
    Ok(if diagram.is_empty() { Exit::NoSolution } else { Exit::Answered })
}

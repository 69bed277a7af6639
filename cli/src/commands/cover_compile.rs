//! `dlx compile`: all covers of a problem into one file.

use std::io::Write;
use std::path::Path;

use dlx_core::{Diagram, DiagramWriteError};

use super::compiled::all_covers;
use crate::args::CoverCompile;
use crate::exit::Exit;
use crate::fault::Fault;
use crate::input::is_standard;
use crate::session::Session;
use crate::whole::{self, Counted};

pub(crate) fn run(arguments: &CoverCompile, session: &Session) -> Result<Exit, Fault> {
    let CoverCompile { input, output, given, dot, quiet, memory, .. } = arguments;
    let diagram = match all_covers(input, given, *memory, session)? {
        Ok(diagram) => diagram,
        Err(exit) => return Ok(exit),
    };
    let bytes = write(&diagram, output, session)?;
    if let Some(dot) = dot {
        whole::write(dot, |output| {
            let name = dot.display().to_string();
            diagram.write_dot(output).map_err(|source| Fault::File { name, source })
        })?;
    }
    if !quiet {
        tell!("dlx: {} nodes, {bytes} bytes, {} covers", diagram.len(), diagram.count());
    }
    Ok(if diagram.is_empty() { Exit::NoSolution } else { Exit::Answered })
}

/// Writes the diagram, and answers how many bytes it takes.
fn write(diagram: &Diagram, path: &Path, session: &Session) -> Result<u64, Fault> {
    let fault = |source| Fault::UnwritableDiagram { name: path.display().to_string(), source };
    if !is_standard(path) {
        return whole::write(path, |output| diagram.write(output).map_err(fault));
    }
    let mut output = Counted::new(session.writer());
    diagram.write(&mut output).map_err(|error| match error {
        DiagramWriteError::Io(error) => error.into(),
        error => fault(error),
    })?;
    output.flush()?;
    Ok(output.bytes)
}

//! `dlx compile`: all covers of a problem into one file.

use std::io::{self, Write};
use std::path::Path;

use dlx_core::{Diagram, DiagramWriteError};

use super::compiled::all_covers;
use crate::args::CoverCompile;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::input::is_standard;
use crate::shared::session::Session;
use crate::shared::sink;

pub(crate) fn run(arguments: &CoverCompile, session: &Session) -> Result<Exit, Fault> {
    let CoverCompile { input, output, given, dot, quiet, memory, .. } = arguments;
    let diagram = match all_covers(input, given, *memory, session)? {
        Ok(diagram) => diagram,
        Err(exit) => return Ok(exit),
    };
    let bytes = write(&diagram, output, session)?;
    if let Some(dot) = dot {
        sink::replace(dot, session, |output| Ok(diagram.write_dot(output)?))?;
    }
    if !quiet {
        tell!("dlx: {} nodes, {bytes} bytes, {} covers", diagram.len(), diagram.count());
    }
    Ok(if diagram.is_empty() { Exit::NoSolution } else { Exit::Answered })
}

/// Writes the diagram. Returns how many bytes it takes.
fn write(diagram: &Diagram, path: &Path, session: &Session) -> Result<u64, Fault> {
    let write = |output: &mut dyn Write| -> Result<(), Fault> {
        diagram.write(output).map_err(|error| match error {
            DiagramWriteError::Io(error) => error.into(),
            source => Fault::UnwritableDiagram { name: path.display().to_string(), source },
        })
    };
    if !is_standard(path) {
        return sink::replace(path, session, write);
    }
    let mut counted = Counted { output: session.writer(), bytes: 0 };
    session.watched(|| write(&mut counted).and_then(|()| Ok(counted.flush()?)))?;
    Ok(counted.bytes)
}

/// Counts the bytes that pass.
struct Counted<W> {
    output: W,
    bytes: u64,
}

impl<W: Write> Write for Counted<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.output.write(bytes)?;
        // A count that fits in memory fits in 64 bits.
        self.bytes += written as u64;
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.output.flush()
    }
}

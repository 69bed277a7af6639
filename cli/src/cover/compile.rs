//! `dlx compile`: writes all covers of a problem to one file, as a decision diagram.

use std::path::PathBuf;

use clap::Args;
use dlx_core::text::WriteError;
use dlx_files::{Counted, NewFile};

use super::compiled::all_covers;
use crate::shared::flags::{Deadline, Given, Memory, Nodes, OutputFile, Problem, Threads};
use crate::shared::input;
use crate::shared::{Command, Exit, Fault, Session};

#[derive(Debug, Args)]
pub(crate) struct Compile {
    #[command(flatten)]
    problem: Problem,
    #[command(flatten)]
    given: Given,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    output: OutputFile,
    /// Also write the diagram as a Graphviz graph
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    dot: Option<PathBuf>,
    #[command(flatten)]
    deadline: Deadline,
    #[command(flatten)]
    nodes: Nodes,
    #[command(flatten)]
    memory: Memory,
}

impl Command for Compile {
    const NAME: &'static str = "compile";
    const ABOUT: &'static str = "Compile all covers into one file for other commands";
    const EXAMPLES: &'static str = "\
dlx generate queens 8 -o queens.dlx
dlx compile queens.dlx -o queens.zdd
dlx sample -n 5 queens.zdd
dlx compile queens.dlx -o queens.zdd --dot queens.dot";
    const NOTES: &'static str = "\
The file is a zero-suppressed decision diagram. count, sample, best, marginals and solve read it.";

    fn run(self, session: &Session) -> Result<Exit, Fault> {
        let loaded = input::read(self.problem.source(), session)?;
        loaded.tell_sense();
        let diagram =
            match all_covers(loaded.subject, &self.given, self.threads.number(), self.memory, session)? {
                Ok(diagram) => diagram,
                Err(exit) => return Ok(session.without_document(exit)),
            };
        let mut output = Counted::new(session.writer());
        session.watched(|| diagram.write(&mut output)).map_err(|error| match error {
            WriteError::Io(error) => error.into(),
            source => Fault::named(loaded.name, source),
        })?;
        std::io::Write::flush(&mut output)?;
        if let Some(path) = &self.dot {
            session.watched(|| {
                let mut file = NewFile::create(path)?;
                diagram.write_dot(session.guarded(&mut file)).map_err(|source| {
                    Fault::from(dlx_files::FileError::Write { path: path.clone(), source })
                })?;
                Ok::<_, Fault>(file.finish()?)
            })?;
        }
        let bytes = output.bytes();
        let mut limits = session.limits(None).bytes(self.memory.bytes());
        // The file is complete without the number of covers.
        let numbered = session.watched(|| diagram.number(&mut limits));
        let covers = numbered.map_or_else(|_| String::new(), |()| format!(", {} covers", diagram.count()));
        message!(Note, "{} nodes, {bytes} bytes{covers}", diagram.len());
        Ok(if diagram.is_empty() { Exit::NoSolution } else { Exit::Answered })
    }
}

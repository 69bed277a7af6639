//! Where the input comes from: files or standard input; and exact cover problems in it, or all their covers.

use std::fs::File;
use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use clap::ValueEnum;
use dlx_core::text::knuth;
use dlx_core::text::sparse::{self, Base};
use dlx_core::text::{dense, json};
use dlx_core::{Diagram, Problem, escape_controls};
use dlx_instances::geometry::Comments;

use crate::args::{Input, ReadFormat};
use crate::shared::fault::Fault;
use crate::shared::session::{BUFFER, Session};

/// Opens a file, or standard input for `-`, and its name for messages.
pub(crate) fn open(path: &Path, session: &Session) -> Result<(String, Box<dyn BufRead>), Fault> {
    let name = name_of(path);
    if is_standard(path) {
        return Ok((name, Box::new(session.input())));
    }
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(BufReader::with_capacity(BUFFER, file)))),
        Err(source) => Err(Fault::open(name, source)),
    }
}

/// Whether the path means standard input or output.
pub(crate) fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

pub(crate) fn name_of(path: &Path) -> String {
    if is_standard(path) {
        "standard input".to_owned()
    } else {
        escape_controls(&path.display().to_string()).into_owned()
    }
}

/// What is asked about: a problem, or all covers of one, compiled.
#[derive(Debug)]
pub(crate) enum Subject {
    Problem(Problem),
    Compiled(Box<Diagram>),
}

impl Subject {
    pub(crate) fn problem(&self) -> &Problem {
        match self {
            Self::Problem(problem) => problem,
            Self::Compiled(diagram) => diagram.problem(),
        }
    }
}

/// How a compiled file begins.
const MAGIC: &[u8] = b"dlx diagram ";

/// Reads an exact cover problem, and nothing else.
pub(crate) fn read_problem(input: &Input, session: &Session) -> Result<Problem, Fault> {
    read_problem_with_comments(input, &mut Comments::default(), session)
}

/// As [`read_problem`], and takes the comments of the file.
pub(crate) fn read_problem_with_comments(
    input: &Input,
    comments: &mut Comments,
    session: &Session,
) -> Result<Problem, Fault> {
    match read_with_comments(input, comments, session)? {
        Subject::Problem(problem) => Ok(problem),
        Subject::Compiled(_) => {
            Err(Fault::named(name_of(&input.file), "expected a problem, found a compiled diagram of covers"))
        }
    }
}

/// Reads a compiled file, if it begins or is named like one, or else an exact cover problem, and mentions options
/// that can never be chosen.
pub(crate) fn read(input: &Input, session: &Session) -> Result<Subject, Fault> {
    read_with_comments(input, &mut Comments::default(), session)
}

/// As [`read`], and takes the comments of the file.
pub(crate) fn read_with_comments(
    input: &Input,
    comments: &mut Comments,
    session: &Session,
) -> Result<Subject, Fault> {
    let format = format_of(input);
    if input.primary.is_some()
        && !matches!(format, ReadFormat::Dense | ReadFormat::Sparse0 | ReadFormat::Sparse1)
    {
        let message =
            "--primary goes with a dense or sparse matrix: other formats say which items are primary";
        return Err(Fault::Usage(message.to_owned()));
    }
    let (name, mut bytes) = open(&input.file, session)?;
    if format == ReadFormat::Auto {
        let mut head = Vec::new();
        let read = bytes.by_ref().take(MAGIC.len() as u64).read_to_end(&mut head);
        read.map_err(|source| Fault::named(&name, dlx_core::DiagramFileError::from(source)))?;
        let is_named = input.file.extension().is_some_and(|extension| extension == "zdd");
        let all = head.as_slice().chain(bytes);
        if head == MAGIC || is_named {
            let diagram = Diagram::read(all).map_err(|source| Fault::named(name, source))?;
            return Ok(Subject::Compiled(Box::new(diagram)));
        }
        return read_text(&name, all, input, ReadFormat::Knuth, comments).map(Subject::Problem);
    }
    read_text(&name, bytes, input, format, comments).map(Subject::Problem)
}

fn read_text(
    name: &str,
    bytes: impl BufRead,
    input: &Input,
    format: ReadFormat,
    comments: &mut Comments,
) -> Result<Problem, Fault> {
    let comment = |line: usize, text: &str| comments.add(line, text);
    let read = match format {
        ReadFormat::Auto | ReadFormat::Knuth => knuth::read_with_comments(bytes, comment),
        ReadFormat::Dense => dense::read(bytes, input.primary),
        ReadFormat::Sparse0 => sparse::read(bytes, Base::Zero, input.primary),
        ReadFormat::Sparse1 => sparse::read(bytes, Base::One, input.primary),
        ReadFormat::Json => json::read_with_comments(bytes, comment),
    };
    let problem = read.map_err(|source| Fault::named(name, source))?;
    let count = problem.idle_options().count();
    if let Some(first) = problem.idle_options().next() {
        let text = problem.display_option(first);
        tell!(
            "dlx: {name}: options without a primary item are never chosen: {count}, first option {first} `{text}`"
        );
    }
    Ok(problem)
}

/// The format that is asked for, or else the one that the name of the file ends with. Without either it is to be
/// found out.
fn format_of(input: &Input) -> ReadFormat {
    if input.from != ReadFormat::Auto {
        return input.from;
    }
    let extension = input.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match ReadFormat::from_str(extension, true) {
        Ok(ReadFormat::Auto) | Err(_) => ReadFormat::Auto,
        Ok(format) => format,
    }
}

//! Where the input comes from: files or standard input; and exact cover problems in it.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use clap::ValueEnum;
use dlx_core::formats::sparse::{self, Base};
use dlx_core::formats::{dense, json};
use dlx_core::{Problem, text};

use crate::args::{Input, ReadFormat};
use crate::fault::Fault;
use crate::session::{BUFFER, Session};

/// Opens a file, or standard input for `-`, and its name for messages.
pub(crate) fn open(path: &Path, session: &Session) -> Result<(String, Box<dyn BufRead>), Fault> {
    if path == Path::new("-") {
        return Ok(("standard input".to_owned(), Box::new(session.input())));
    }
    let name = path.display().to_string();
    match File::open(path) {
        Ok(file) => Ok((name, Box::new(BufReader::with_capacity(BUFFER, file)))),
        Err(source) => Err(Fault::Open { name, source }),
    }
}

/// Reads an exact cover problem, and mentions options that can never be chosen.
pub(crate) fn read_problem(input: &Input, session: &Session) -> Result<Problem, Fault> {
    let format = format_of(input);
    if input.primary.is_some()
        && !matches!(format, ReadFormat::Dense | ReadFormat::Sparse0 | ReadFormat::Sparse1)
    {
        let message =
            "--primary goes with a dense or sparse matrix: other formats say which items are primary";
        return Err(Fault::Usage(message.to_owned()));
    }
    let (name, bytes) = open(&input.file, session)?;
    let other = |source| Fault::OtherFormat { name: name.clone(), source };
    let problem = match format {
        ReadFormat::Auto | ReadFormat::Knuth => {
            text::read(bytes).map_err(|source| Fault::Problem { name: name.clone(), source })
        }
        ReadFormat::Dense => dense::read(bytes, input.primary).map_err(other),
        ReadFormat::Sparse0 => sparse::read(bytes, Base::Zero, input.primary).map_err(other),
        ReadFormat::Sparse1 => sparse::read(bytes, Base::One, input.primary).map_err(other),
        ReadFormat::Json => json::read(bytes).map_err(other),
    }?;
    let count = problem.idle_options().count();
    if let Some(first) = problem.idle_options().next() {
        let text = problem.display_option(first);
        tell!(
            "dlx: {name}: options without a primary item are never chosen: {count}, first option {first} `{text}`"
        );
    }
    Ok(problem)
}

/// The format that is asked for, or else the one that the name of the file ends with, if it is one.
fn format_of(input: &Input) -> ReadFormat {
    if input.from != ReadFormat::Auto {
        return input.from;
    }
    let extension = input.file.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    match ReadFormat::from_str(extension, true) {
        Ok(ReadFormat::Auto) | Err(_) => ReadFormat::Knuth,
        Ok(format) => format,
    }
}

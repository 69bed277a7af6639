//! How a cover is printed: a line of text, of ids, or an object.

use std::io::{self, Write};

use dlx_core::{OptionId, Problem};
use serde::Serialize;

use super::SCHEMA;
use crate::args::CoverFormat;

/// Appends a cover and the end of its line. Covers are numbered from 1.
pub(super) fn write_cover(
    problem: &Problem,
    format: CoverFormat,
    number: u64,
    cover: &[OptionId],
    line: &mut Vec<u8>,
) -> io::Result<()> {
    match format {
        CoverFormat::Text => write_text(problem, cover, line)?,
        CoverFormat::Ids => write_ids(cover, line),
        CoverFormat::Json => write_json(problem, number, cover, line)?,
    }
    line.push(b'\n');
    Ok(())
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

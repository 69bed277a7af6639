//! Reads set partitioning problems as the OR-Library has them: numbers of rows and columns; for each column its cost,
//! the number of its rows, and these.

use std::io::BufRead;

use dlx_core::{ItemId, Problem};

use crate::error::{ReadError, ReadErrorKind, expected};
use crate::lines::{Lines, number_at, stated_at};

/// Reads a problem: row `r` is the item `r`, counted from 1, and each column is an option with its cost. Numbers may be
/// divided into lines in any way.
///
/// # Errors
/// An input that fails, and a text that is not in the format.
///
/// # Complexity
/// Linear in the length of the text.
pub fn read(input: impl BufRead) -> Result<Problem, ReadError> {
    let mut lines = Lines::new(input);
    let mut builder = Problem::builder();
    let (mut head, mut columns, mut rows) = (Vec::new(), 0usize, Vec::new());
    // The rows of the column that are still to come, once its cost and their number are known.
    let mut column: Option<(u64, Option<usize>)> = None;
    while let Some(line) = lines.next()? {
        for (start, word) in line.words() {
            let what = match (head.len(), column) {
                (0, _) => "the number of rows",
                (1, _) => "the number of columns",
                (_, None) => "the cost of a column",
                (_, Some((_, None))) => "the number of rows of a column",
                (_, Some((_, Some(_)))) => "the number of a row",
            };
            let wrong = || line.error(start, expected(what, word));
            let build = |error| line.error(start, ReadErrorKind::Build(error));
            let found = match head.len() {
                0 => stated_at(line, start, word, what, "rows")?,
                _ => number_at(line, start, word, what)?,
            };
            column = match column {
                _ if head.len() < 2 => {
                    if head.is_empty() {
                        for row in 1..=found {
                            builder.add_primary(row.to_string()).map_err(build)?;
                        }
                    }
                    head.push(found);
                    None
                }
                None if columns == head[1] => {
                    return Err(line.error(start, expected("no more columns", word)));
                }
                None => Some((found as u64, None)),
                Some((cost, None)) => Some((cost, Some(found))),
                Some((cost, Some(left))) => {
                    if found == 0 || found > head[0] {
                        return Err(wrong());
                    }
                    rows.push(ItemId::new(found - 1));
                    Some((cost, Some(left - 1)))
                }
            };
            if let Some((cost, Some(0))) = column {
                builder.add_option(rows.drain(..)).map_err(build)?;
                builder.add_cost(cost).map_err(build)?;
                columns += 1;
                column = None;
            }
        }
    }
    if column.is_some() || head.len() < 2 {
        return Err(lines.error_at_end("another number"));
    }
    if columns != head[1] {
        let kind = ReadErrorKind::Count { what: "columns", expected: head[1], found: columns };
        return Err(((1, 1), kind).into());
    }
    builder.build().map_err(|error| ((1, 1), ReadErrorKind::Build(error)).into())
}

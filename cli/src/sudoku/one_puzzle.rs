//! The puzzle of a command that takes a single one.

use std::num::NonZeroU64;

use sudoku_cover::{Geometry, Record};

use crate::shared::flags::Puzzles;
use crate::shared::records::{Chunk, Records, left_out};
use crate::shared::{Exit, Fault, Session, message};

/// Returns the selected puzzle; without `--number` the input must hold exactly one.
pub(super) fn one_puzzle(
    puzzles: &Puzzles,
    number: Option<NonZeroU64>,
    geometry: Option<Geometry>,
    session: &Session,
) -> Result<Result<Record, Exit>, Fault> {
    let wanted = number.map(NonZeroU64::get);
    let mut records = Records::new(puzzles, geometry, session)?;
    let mut chunk = Chunk::default();
    let (mut count, mut found) = (0_u64, None);
    while found.is_none() && records.fill(&mut chunk, 1) {
        count += 1;
        found = chunk.records.pop().filter(|_| wanted.is_none_or(|wanted| wanted == count));
    }
    let found = match found.transpose() {
        Ok(found) => found,
        Err(unreadable) => {
            message::print(&unreadable.report());
            return Ok(Err(Exit::Unreadable));
        }
    };
    if let Some(record) = &found {
        left_out(&chunk.source, count, record).iter().for_each(|line| message::print(line));
    }
    let several = wanted.is_none() && found.is_some() && records.fill(&mut chunk, 1);
    match (found, wanted) {
        _ if several => Err(Fault::usage("expected one puzzle, found several; choose one with --number")),
        (Some(record), _) => Ok(Ok(record)),
        (None, Some(wanted)) => {
            Err(Fault::Usage(format!("expected {wanted} puzzles for --number {wanted}, found {count}")))
        }
        (None, None) => Err(Fault::usage("expected one puzzle, found none")),
    }
}

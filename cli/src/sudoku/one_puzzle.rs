//! The puzzle of a command that takes one alone.

use std::num::NonZeroU64;

use sudoku_cover::{Geometry, Record};

use crate::args::Puzzles;
use crate::shared::exit::Exit;
use crate::shared::fault::Fault;
use crate::shared::records::{Chunk, Records};
use crate::shared::session::Session;

/// The puzzle that is meant; without `--number` there must be one alone.
pub(super) fn one_puzzle(
    puzzles: &Puzzles,
    number: Option<NonZeroU64>,
    geometry: Option<Geometry>,
    session: &Session,
) -> Result<Result<Record, Exit>, Fault> {
    let wanted = number.map(NonZeroU64::get);
    let mut records = Records::new(puzzles, geometry, session);
    let mut chunk = Chunk::default();
    let (mut count, mut found) = (0_u64, None);
    while found.is_none() && records.fill(&mut chunk, 1) {
        count += 1;
        found = chunk.records.pop().filter(|_| wanted.is_none_or(|wanted| wanted == count));
    }
    let found = match found.transpose() {
        Ok(found) => found,
        Err(unreadable) => {
            tell!("dlx: {}", unreadable.words(&chunk.source));
            return Ok(Err(Exit::Unreadable));
        }
    };
    let several = wanted.is_none() && found.is_some() && records.fill(&mut chunk, 1);
    match (found, wanted) {
        _ if several => {
            let words = "expected one puzzle, found several: say which with --number";
            Err(Fault::Usage(words.to_owned()))
        }
        (Some(record), _) => Ok(Ok(record)),
        (None, Some(wanted)) => {
            Err(Fault::Usage(format!("--number {wanted} is more than the {count} puzzles that were found")))
        }
        (None, None) => Err(Fault::Usage("expected one puzzle, found none".to_owned())),
    }
}

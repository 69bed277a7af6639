//! Packings: pieces that fill a region, each with a required number of copies.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use dlx_core::{ItemId, Problem};
use thiserror::Error;

use crate::grids::{Colored, Position, axes_of, position};
use crate::region::Region;
use crate::shape::{Moves, Shape};
use crate::{InstanceError, check_uses, count_of};

/// A piece, its allowed moves and its number of copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The name of the piece, which is also the name of its item.
    pub name: String,
    /// Its shape.
    pub shape: Shape,
    /// The allowed moves.
    pub moves: Moves,
    /// The number of copies used.
    pub times: Times,
}

/// The number of copies of a piece that are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Times {
    /// At least the first and at most the second number.
    Between(u32, u32),
    /// Any number, including none.
    AnyNumber,
}

impl Times {
    /// Exactly once.
    pub const ONCE: Self = Self::Between(1, 1);
}

/// The error for a text that is not a number of copies.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected a number of times such as `2`, `0..3`, or `*` for any, found `{}`", found.escape_debug())]
pub struct TimesError {
    /// The text.
    pub found: String,
}

impl FromStr for Times {
    type Err = TimesError;

    /// Parses a number, a range such as `0..3`, or `*`.
    fn from_str(text: &str) -> Result<Self, TimesError> {
        if text == "*" {
            return Ok(Self::AnyNumber);
        }
        let (low, high) = text.split_once("..").unwrap_or((text, text));
        // `parse` would also accept a sign.
        let number =
            |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())?;
        match (number(low), number(high)) {
            (Some(low), Some(high)) => Ok(Self::Between(low, high)),
            _ => Err(TimesError { found: text.to_owned() }),
        }
    }
}

/// Returns the problem of filling a region with pieces. Two pieces with different names are different even if
/// they have the same shape; the copies of one piece are interchangeable.
///
/// The items are the pieces and the cells. A piece that is used exactly once is a primary item, a piece that
/// is used at most once is a secondary item, and a piece that may be used any number of times has no item;
/// all others are items with bounds. An option is a piece in one orientation at one position. Options are
/// ordered by piece, then by orientation, then from top to bottom and from left to right.
///
/// # Errors
/// If there are no pieces; a piece has a range of copies without any number above 0; two pieces with the same
/// forms may both be used any number of times; a name is used twice or is not valid for an item; or there
/// would be more than 2^24 uses.
pub fn problem(region: &Region, pieces: &[Piece]) -> Result<Problem, InstanceError> {
    if pieces.is_empty() {
        return Err(InstanceError::NoPieces);
    }
    let forms: Vec<Vec<Vec<Colored>>> = pieces.iter().map(|piece| forms(region, piece)).collect();
    check(region, pieces, &forms)?;
    let mut builder = Problem::builder();
    let mut items: Vec<Option<ItemId>> = Vec::new();
    for Piece { name, times, .. } in pieces {
        items.push(match *times {
            Times::AnyNumber | Times::Between(0, 1) => None,
            Times::Between(low, high) => Some(builder.add_bounded(name, low..=high)?),
        });
    }
    let places = region.declare(&mut builder)?;
    for (Piece { name, times, .. }, item) in pieces.iter().zip(&mut items) {
        if *times == Times::Between(0, 1) {
            *item = Some(builder.add_secondary(name)?);
        }
    }
    let (grid, cells) = (region.grid(), positions(region));
    for (form, item) in
        forms.iter().zip(&items).flat_map(|(forms, item)| forms.iter().map(move |form| (form, item)))
    {
        for placed in grid.placements(form, &cells, |cell, _| places.get(axes_of(cell)?)) {
            builder.add_option(item.iter().copied().chain(placed))?;
        }
    }
    Ok(builder.build()?)
}

/// What is probably a mistake: a reason why a packing has no cover, found without a search, or a piece that is never used.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Remark {
    /// The pieces have more cells than the region.
    TooManyCells {
        /// The least number of cells of the pieces.
        pieces: u128,
        /// The number of cells of the region.
        region: u128,
    },
    /// The pieces have fewer cells than must be filled.
    TooFewCells {
        /// The greatest number of cells of the pieces.
        pieces: u128,
        /// The number of cells that must be filled.
        region: u128,
    },
    /// A piece has no place in the region, in any orientation.
    Unplaced {
        /// The name of the piece.
        piece: String,
    },
}

impl fmt::Display for Remark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooManyCells { pieces, region } => {
                write!(f, "the pieces have {pieces} cells or more, and the region has {region}")
            }
            Self::TooFewCells { pieces, region } => {
                write!(f, "the pieces have {pieces} cells or fewer, and {region} cells must be filled")
            }
            Self::Unplaced { piece } => write!(f, "piece `{piece}` has no place in the region"),
        }
    }
}

impl Remark {
    /// Compares the least and the greatest number of cells of the pieces with the numbers of cells that must, and that can, be
    /// filled.
    pub(crate) fn on_cells([least, most]: [u128; 2], [must, can]: [u128; 2]) -> Option<Self> {
        if least > can {
            Some(Self::TooManyCells { pieces: least, region: can })
        } else {
            (most < must).then_some(Self::TooFewCells { pieces: most, region: must })
        }
    }
}

/// Returns what is probably a mistake in the pieces for a region.
#[must_use]
pub fn remarks(region: &Region, pieces: &[Piece]) -> Vec<Remark> {
    let total = |times: fn(Times) -> u128| {
        let of_piece = |piece: &Piece| times(piece.times).saturating_mul(count_of(piece.shape.cells().len()));
        pieces.iter().map(of_piece).fold(0, u128::saturating_add)
    };
    let least = total(|times| if let Times::Between(low, _) = times { low.into() } else { 0 });
    let most = total(|times| if let Times::Between(_, high) = times { high.into() } else { u128::MAX });
    let cells = count_of(region.cells().count());
    let unplaced =
        unplaced(region, pieces).into_iter().map(|piece| Remark::Unplaced { piece: piece.name.clone() });
    Remark::on_cells([least, most], [cells; 2]).into_iter().chain(unplaced).collect()
}

/// Returns the pieces that have no place in the region, in any orientation.
#[must_use]
pub fn unplaced<'p>(region: &Region, pieces: &'p [Piece]) -> Vec<&'p Piece> {
    let cells = positions(region);
    let inside: BTreeSet<Position> = cells.iter().copied().collect();
    let has_place = |form: &Vec<Colored>| {
        let mut places =
            region.grid().placements(form, &cells, |cell, _| inside.contains(&cell).then_some(()));
        places.next().is_some()
    };
    pieces.iter().filter(|piece| !forms(region, piece).iter().any(has_place)).collect()
}

/// Returns the forms of a piece, each with its first cell where shifts lead it.
fn forms(region: &Region, piece: &Piece) -> Vec<Vec<Colored>> {
    region.grid().moved(&piece.shape, piece.moves)
}

fn positions(region: &Region) -> Vec<Position> {
    region.cells().map(position).collect()
}

fn check(region: &Region, pieces: &[Piece], forms: &[Vec<Vec<Colored>>]) -> Result<(), InstanceError> {
    let mut unnamed = BTreeSet::new();
    let mut uses = 0_u128;
    for (Piece { name, times, .. }, forms) in pieces.iter().zip(forms) {
        match *times {
            Times::Between(low, high) if low > high || high == 0 => {
                return Err(InstanceError::NoTimes { name: name.clone(), low, high });
            }
            Times::AnyNumber if !forms.iter().all(|form| unnamed.insert(form)) => {
                return Err(InstanceError::SamePiece { name: name.clone() });
            }
            _ => {}
        }
        for form in forms {
            let shifts = region.grid().most_placements(form, region.sizes());
            uses = uses.saturating_add(shifts.saturating_mul(count_of(form.len() + 1)));
        }
    }
    check_uses(uses)
}

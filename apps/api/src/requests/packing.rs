//! Packings: pieces that fill a region of the plane, as an exact cover problem.

use dlx_instances::geometry::Part;
use dlx_instances::packing::{self, Piece, Times};
use dlx_instances::region::Region;
use dlx_instances::shape::{Cell, Moves, Shape};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::Api;
use crate::fault::Fault;
use crate::stop::Stop;

/// The most rows and columns of a drawing.
const MOST_ROWS: usize = 64;

/// A region and the pieces that fill it.
#[derive(Deserialize, ToSchema)]
#[schema(as = Packing)]
#[serde(deny_unknown_fields)]
pub(super) struct PackingIn {
    /// The region: a text for each row, `#` for a cell and `.` for none.
    region: Vec<String>,
    pieces: Vec<PieceIn>,
    /// Whether pieces may be turned by quarters; by default they may.
    #[serde(default = "yes")]
    turn: bool,
    /// Whether pieces may also be turned over; by default they may.
    #[serde(default = "yes")]
    flip: bool,
}

fn yes() -> bool {
    true
}

/// A piece of a packing.
#[derive(Deserialize, ToSchema)]
#[schema(as = PackingPiece)]
#[serde(deny_unknown_fields)]
pub(super) struct PieceIn {
    /// The name of its item.
    name: String,
    /// Its cells, as those of the region.
    cells: Vec<String>,
    /// How many copies are used: a number, a range such as `0..3`, or `*` for any; by default one.
    times: Option<String>,
}

/// The problem of a packing.
#[derive(Serialize, ToSchema)]
#[schema(as = PackingProblem)]
pub(super) struct PackingOut {
    /// The problem in the format of Knuth's programs: an option is a piece at a place, its name before its cells.
    problem: String,
    /// The cells of the region that its items stand for, as row and column from 0, by the name of the item.
    cells: Vec<PlaceOut>,
    /// The pieces that have no place in the region, however they are turned.
    unplaced: Vec<String>,
}

/// An item that is a cell of the region.
#[derive(Serialize, ToSchema)]
#[schema(as = PackingCell)]
pub(super) struct PlaceOut {
    item: String,
    row: usize,
    column: usize,
}

/// Returns the cells of a drawing.
fn cells(rows: &[String], what: &str) -> Result<Vec<Cell>, Fault> {
    if rows.len() > MOST_ROWS || rows.iter().any(|row| row.chars().count() > MOST_ROWS) {
        return Err(Fault::unprocessable(format_args!(
            "{what}: expected at most {MOST_ROWS} rows and columns"
        )));
    }
    let mut found = Vec::new();
    for (row, text) in rows.iter().enumerate() {
        for (column, letter) in text.chars().enumerate() {
            match letter {
                '#' => found.push(Cell::new(row, column)),
                '.' | ' ' => {}
                other => {
                    return Err(Fault::unprocessable(format_args!(
                        "{what}, row {}: expected `#` or `.`, found `{}`",
                        row + 1,
                        other.escape_debug()
                    )));
                }
            }
        }
    }
    Ok(found)
}

/// Returns the problem of a packing.
pub(super) fn packing(_: &Api, wish: PackingIn, _: &Stop) -> Result<PackingOut, Fault> {
    let PackingIn { region, pieces, turn, flip } = wish;
    let moves = match (turn, flip) {
        (true, true) => Moves::TurnsAndFlips,
        (true, false) => Moves::Turns,
        (false, false) => Moves::Shifts,
        (false, true) => {
            return Err(Fault::unprocessable(
                "expected `turn` with `flip`: a piece that is turned over may be turned",
            ));
        }
    };
    let region = Region::of_cells(cells(&region, "the region")?).map_err(Fault::unprocessable)?;
    let pieces = pieces.iter().map(|piece| {
        let shape = Shape::new(cells(&piece.cells, &format!("piece `{}`", piece.name.escape_debug()))?)
            .map_err(Fault::unprocessable)?;
        let times =
            piece.times.as_deref().map_or(Ok(Times::ONCE), str::parse).map_err(Fault::unprocessable)?;
        Ok(Piece { name: piece.name.clone(), shape, moves, times })
    });
    let pieces = pieces.collect::<Result<Vec<_>, Fault>>()?;
    let unplaced = packing::unplaced(&region, &pieces).into_iter().map(|piece| piece.name.clone()).collect();
    let problem = packing::problem(&region, &pieces).map_err(Fault::unprocessable)?;
    let geometry = region.geometry();
    let places = problem.items().filter_map(|item| {
        let name = problem.name(item);
        let place = geometry.place(name)?;
        (place.part == Part::Cell).then(|| PlaceOut {
            item: name.to_owned(),
            row: place.cell.row,
            column: place.cell.column,
        })
    });
    Ok(PackingOut { cells: places.collect(), problem: problem.to_string(), unplaced })
}

//! Finds colors that leave each piece the places that it has, and no others.
//!
//! A cell of a shape is *barred* from a cell of the result if the shape has no place in which the one is on the other. Cells that are
//! barred from the same cells get one color. Cells of a shape that a rotation of the shape maps to each other are barred from
//! the same cells, so that colors do not tell its rotations apart.

use std::collections::{BTreeMap, BTreeSet};

use crate::grids::{Colored, Grid, Position};
use crate::xmpuzzle::{MOST_COLORS, Voxels};
use crate::{InstanceError, check_uses, count_of};

/// The cells of the result from which each cell of a shape is barred.
pub(super) type Barred = Vec<BTreeSet<Position>>;

/// Removes the places of a shape, in the result, from those of a piece, and returns from which cells the cells of the shape are
/// barred. Returns `None` if that does not exclude all the other places of the shape.
///
/// # Errors
/// If the shape has too many cells, or too many places.
pub(super) fn take_places(
    grid: Grid,
    shape: &[Position],
    result: &Voxels,
    places: &mut BTreeSet<Vec<Position>>,
) -> Result<Option<Barred>, InstanceError> {
    grid.check_rotations(shape.len())?;
    // Each cell has a color of its own, by which it is found in the places. Further cells are not told apart.
    let own = |index: usize| u8::try_from(index).unwrap_or(u8::MAX);
    let labelled: Vec<Colored> = (0..).map(own).zip(shape).map(|(label, &cell)| (cell, label)).collect();
    let forms = grid.forms(&labelled);
    let tries = forms.iter().map(|form| grid.most_placements(form, result.sizes) * count_of(form.len() + 1));
    check_uses(tries.fold(0, u128::saturating_add))?;
    let mut cells: Vec<Position> =
        result.filled.iter().chain(&result.optional).map(|&(cell, _)| cell).collect();
    cells.sort_unstable();
    let at = |cell: Position, label: u8| cells.binary_search(&cell).is_ok().then_some((cell, label));
    let all = || forms.iter().flat_map(|form| grid.placements(form, &cells, at));
    let cells_of = |place: &[(Position, u8)]| place.iter().map(|(cell, _)| *cell).collect::<Vec<_>>();

    let mut taken: BTreeSet<(u8, Position)> = BTreeSet::new();
    let mut found = BTreeSet::new();
    for place in all() {
        let cells = cells_of(&place);
        if places.contains(&cells) {
            taken.extend(place.iter().map(|&(cell, label)| (label, cell)));
            found.insert(cells);
        }
    }
    let mut barred: Barred = vec![BTreeSet::new(); shape.len()];
    for place in all().filter(|place| !found.contains(&cells_of(place))) {
        let mut is_excluded = false;
        for (cell, label) in place.into_iter().filter(|&(cell, label)| !taken.contains(&(label, cell))) {
            for (_, cells) in barred.iter_mut().enumerate().filter(|(index, _)| own(*index) == label) {
                is_excluded = true;
                cells.insert(cell);
            }
        }
        if !is_excluded {
            return Ok(None);
        }
    }
    places.retain(|place| !found.contains(place));
    Ok(Some(barred))
}

/// Colors the result, which is the first shape, and the other shapes, whose cells are barred from cells of the result. Returns
/// the number of colors and the pairs of colors that may be together, or `None` if a file cannot have so many colors.
pub(super) fn color(shapes: &mut [Voxels], barred: &[Barred]) -> Option<(u8, Vec<(u8, u8)>)> {
    let mut of_pieces: Numbers<&BTreeSet<Position>> = Numbers::default();
    let [result, pieces @ ..] = shapes else { return Some((0, Vec::new())) };
    for (piece, cells) in pieces.iter_mut().zip(barred) {
        for ((_, color), cells) in piece.filled.iter_mut().zip(cells).filter(|(_, cells)| !cells.is_empty()) {
            *color = of_pieces.number(cells)?;
        }
    }
    let mut of_result: Numbers<BTreeSet<u8>> = Numbers::default();
    for (cell, color) in result.filled.iter_mut().chain(&mut result.optional) {
        let barring: BTreeSet<u8> =
            of_pieces.0.iter().filter(|(cells, _)| cells.contains(cell)).map(|(_, &piece)| piece).collect();
        if !barring.is_empty() {
            *color = of_result.number(barring)?;
        }
    }
    let mut allowed = Vec::new();
    for (barring, &result) in &of_result.0 {
        allowed.extend(
            of_pieces.0.values().filter(|piece| !barring.contains(piece)).map(|&piece| (piece, result)),
        );
    }
    allowed.sort_unstable();
    let colors = of_pieces.0.len().max(of_result.0.len());
    Some((u8::try_from(colors).ok()?, allowed))
}

/// Colors, by what they stand for.
struct Numbers<T>(BTreeMap<T, u8>);

impl<T> Default for Numbers<T> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<T: Ord> Numbers<T> {
    /// Returns the color that stands for this, a new one if there is none.
    fn number(&mut self, what: T) -> Option<u8> {
        let next = u8::try_from(self.0.len() + 1).ok().filter(|&next| next <= MOST_COLORS);
        match self.0.get(&what) {
            Some(&number) => Some(number),
            None => next.inspect(|&next| _ = self.0.insert(what, next)),
        }
    }
}

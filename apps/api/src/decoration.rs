//! Notes, colors of cells, drawings and fog in JSON.

use serde::{Deserialize, Serialize};
use sudoku_cover::{Cell, Color, Cosmetic, Decoration, Fog, Geometry};
use utoipa::ToSchema;

use crate::fault::Fault;
use crate::wire;

/// What only the player of a puzzle sees. Lengths of drawings are in sides of a cell, and the upper left corner of the board is
/// the origin.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
#[schema(as = DecorationIn)]
pub(crate) struct DecorationIn {
    /// For each cell, the digits noted in its corners.
    #[serde(default)]
    corner: Option<Vec<Vec<u8>>>,
    /// For each cell, the digits noted in its centre.
    #[serde(default)]
    centre: Option<Vec<Vec<u8>>>,
    /// For each cell, the numbers of its colors, 1 to 9.
    #[serde(default)]
    colors: Option<Vec<Vec<u8>>>,
    /// Drawings, the lowest first.
    #[serde(default)]
    cosmetics: Vec<Cosmetic>,
    #[serde(default)]
    fog: Option<Fog>,
}

impl DecorationIn {
    /// Returns the decoration of a puzzle on this board.
    pub(crate) fn of(self, geometry: &Geometry) -> Result<Decoration, Fault> {
        let noted =
            |notes: Option<Vec<Vec<u8>>>| notes.map(|notes| wire::notes(geometry, &notes)).transpose();
        let (corner, centre) = (noted(self.corner)?, noted(self.centre)?);
        let mut decoration = Decoration { cosmetics: self.cosmetics, fog: self.fog, ..Decoration::default() };
        decoration.corner = corner.filter(|notes| notes.marks().iter().any(|marks| !marks.is_empty()));
        decoration.centre = centre.filter(|notes| notes.marks().iter().any(|marks| !marks.is_empty()));
        let colors = self.colors.unwrap_or_else(|| vec![Vec::new(); geometry.cell_count()]);
        for (cell, numbers) in wire::checked(geometry, &colors)?.filter(|(_, colors)| !colors.is_empty()) {
            let color = |&number: &u8| {
                let color = Color::PALETTE.get(usize::from(number).wrapping_sub(1)).copied();
                color.ok_or_else(|| wire::unexpected("a color of 1 to 9", number))
            };
            decoration.colors.insert(cell, numbers.iter().map(color).collect::<Result<_, _>>()?);
        }
        let of_cosmetic = |cosmetic: &Cosmetic| match cosmetic {
            Cosmetic::Cage { cells, .. } => cells.clone(),
            _ => Vec::new(),
        };
        let of_cages = decoration.cosmetics.iter().flat_map(of_cosmetic);
        let mut cells = decoration.fog.iter().flat_map(|fog| fog.lit.iter().copied()).chain(of_cages);
        match cells.find(|&cell: &Cell| !geometry.contains(cell)) {
            Some(found) => {
                Err(wire::unexpected(format_args!("a cell of a board of side {}", geometry.side()), found))
            }
            None => Ok(decoration),
        }
    }
}

/// What only the player of a puzzle sees. Lengths of drawings are in sides of a cell, and the upper left corner of the board is
/// the origin.
#[derive(Serialize, ToSchema)]
#[schema(as = Decoration)]
pub(crate) struct DecorationOut {
    /// For each cell, the digits noted in its corners.
    #[schema(required)]
    corner: Option<Vec<Vec<u8>>>,
    /// For each cell, the digits noted in its centre. They are no candidates: other digits may be possible.
    #[schema(required)]
    centre: Option<Vec<Vec<u8>>>,
    /// For each cell, the numbers of its colors, 1 to 9. Cells of other colors have drawings.
    #[schema(required)]
    colors: Option<Vec<Vec<u8>>>,
    /// Drawings, the lowest first. They are below the digits.
    cosmetics: Vec<Cosmetic>,
    #[schema(required)]
    fog: Option<Fog>,
}

impl DecorationOut {
    /// Returns the decoration of a puzzle on this board.
    pub(crate) fn of(decoration: Option<&Decoration>, geometry: &Geometry) -> Self {
        let blank = Decoration::default();
        let decoration = decoration.unwrap_or(&blank);
        let mut colors = vec![Vec::new(); geometry.cell_count()];
        let mut cosmetics = Vec::new();
        for (&cell, found) in decoration.colors.iter().filter(|(cell, _)| geometry.contains(**cell)) {
            for &color in found {
                match (1..).zip(Color::PALETTE).find(|(_, known)| *known == color) {
                    Some((number, _)) => colors[geometry.index(cell)].push(number),
                    None => cosmetics.push(Cosmetic::of_colored_cell(cell, color)),
                }
            }
        }
        cosmetics.extend(decoration.cosmetics.iter().cloned());
        Self {
            corner: decoration.corner.as_ref().map(wire::candidates),
            centre: decoration.centre.as_ref().map(wire::candidates),
            colors: colors.iter().any(|colors| !colors.is_empty()).then_some(colors),
            cosmetics,
            fog: decoration.fog.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_shows_the_colors_of_the_palette() {
        let style = include_str!("../../page/css/page.css");
        for (number, color) in (1..).zip(Color::PALETTE) {
            assert!(style.contains(&format!("--color-{number}: light-dark({color}, ")), "{number}: {color}");
        }
    }
}

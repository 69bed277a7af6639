//! Makes an exact cover problem of a problem of a file.

use std::collections::BTreeSet;

use dlx_core::{ItemId, Problem, ProblemBuilder};

use crate::geometry::{Geometry, Picture};
use crate::grids::{Colored, Grid, Position};
use crate::numerals::{cell_name, cell_pattern};
use crate::packing::Remark;
use crate::xmpuzzle::{Copies, Puzzle, PuzzleError, Task, Voxels};
use crate::{InstanceError, check_uses, count_of};

/// The name of the item of cells that stay empty, where their number is limited.
pub(super) const HOLES: &str = "holes";

/// The exact cover problem of a packing.
#[derive(Clone, Debug)]
pub struct Packing {
    /// The problem: pieces and cells are items, and a piece in one place is an option.
    pub problem: Problem,
    /// The positions of the cells in a picture.
    pub geometry: Geometry,
    /// What is probably a mistake.
    pub remarks: Vec<Remark>,
}

impl Puzzle {
    /// Returns a problem of the file, whose covers are the assemblies of its pieces, rotations and reflections apart. The
    /// copies of one piece are interchangeable; rotations of a piece that differ only in their colors are different
    /// options.
    ///
    /// The items are the pieces, with the names of their shapes or their numbers as in `S1`, and the cells of the result.
    /// Cells that may stay empty are secondary items, unless their number is limited: then each of them has an option
    /// with the item `holes`.
    ///
    /// # Errors
    /// If the problem has no result or no pieces; a piece has no cell, a cell that may be empty, or one that is not of the
    /// grid; or there would be more than 2^24 uses, or rotations of too many cells.
    pub fn problem(&self, index: usize) -> Result<Packing, PuzzleError> {
        let count = self.problems.len();
        let no_such = || PuzzleError::NoSuchProblem { wanted: (index + 1).to_string(), count };
        let task = self.problems.get(index).ok_or_else(no_such)?;
        let result = task.result.ok_or(PuzzleError::NoResult { number: index + 1 })?;
        self.check_cells(result)?;
        let pieces: Vec<Copies> = task.pieces.iter().copied().filter(|piece| piece.high > 0).collect();
        if pieces.is_empty() {
            return Err(InstanceError::NoPieces.into());
        }
        for piece in &pieces {
            self.check_cells(piece.shape)?;
            let Voxels { filled, optional, .. } = &self.shapes[piece.shape];
            if !optional.is_empty() {
                return Err(PuzzleError::OptionalCell { shape: self.shape_name(piece.shape) });
            }
            if filled.is_empty() {
                return Err(InstanceError::NoCells { what: "a piece" }.into());
            }
        }
        let result = &self.shapes[result];
        if result.filled.is_empty() && result.optional.is_empty() {
            return Err(InstanceError::NoCells { what: "a result" }.into());
        }
        let geometry = geometry_of(self.grid, result);
        let cells = pieces.iter().map(|piece| self.shapes[piece.shape].filled.len());
        self.grid.check_rotations(cells.sum())?;
        let forms: Vec<BTreeSet<Vec<Colored>>> =
            pieces.iter().map(|piece| self.grid.forms(&self.shapes[piece.shape].filled)).collect();
        let uses = forms
            .iter()
            .flatten()
            .map(|form| self.grid.most_placements(form, result.sizes) * count_of(form.len() + 1));
        check_uses(uses.fold(0, u128::saturating_add))?;
        let may_meet = |piece: u8, result: u8| {
            self.colors == 0 || piece == 0 || result == 0 || task.allowed.contains(&(piece, result))
        };

        let must = count_of(result.filled.len());
        let can = must + count_of(result.optional.len());
        let mut remarks: Vec<Remark> =
            Remark::on_cells(total_cells(&pieces, &self.shapes), [must, can]).into_iter().collect();
        let mut builder = Problem::builder();
        let names = self.names(&pieces, &geometry);
        let mut items = Vec::new();
        for (piece, name) in pieces.iter().zip(&names) {
            items.push(builder.add_bounded(name, piece.low..=piece.high).map_err(InstanceError::from)?);
        }
        let holes = self.most_holes(task, &pieces, result);
        let places = Places::declare(&mut builder, result, holes).map_err(InstanceError::from)?;
        let mut cells: Vec<Position> =
            result.filled.iter().chain(&result.optional).map(|&(cell, _)| cell).collect();
        cells.sort_unstable();
        let at = |cell: Position, color: u8| {
            let (item, below) = places.get(cell)?;
            may_meet(color, below).then_some(item)
        };
        for (((piece, name), item), forms) in pieces.iter().zip(&names).zip(items).zip(&forms) {
            let mut is_placed = false;
            for form in forms {
                for option in self.grid.placements(form, &cells, at) {
                    is_placed = true;
                    builder.add_option([item].into_iter().chain(option)).map_err(InstanceError::from)?;
                }
            }
            if !is_placed && piece.low > 0 {
                remarks.push(Remark::Unplaced { piece: name.clone() });
            }
        }
        for &(cell, _) in &result.optional {
            if let (Some(holes), Some((cell, _))) = (places.holes, places.get(cell)) {
                builder.add_option([holes, cell]).map_err(InstanceError::from)?;
            }
        }
        let problem = builder.build().map_err(InstanceError::from)?;
        Ok(Packing { problem, geometry, remarks })
    }

    /// Refuses a shape with a cell that is not one of the grid.
    fn check_cells(&self, shape: usize) -> Result<(), PuzzleError> {
        let Voxels { filled, optional, .. } = &self.shapes[shape];
        match filled.iter().chain(optional).find(|(cell, _)| !self.grid.has(*cell)) {
            Some(&(cell, _)) => Err(PuzzleError::OffGrid { shape: self.shape_name(shape), cell }),
            None => Ok(()),
        }
    }

    /// Returns the greatest number of cells that may stay empty, where it is a restriction of its own.
    fn most_holes(&self, task: &Task, pieces: &[Copies], result: &Voxels) -> Option<u32> {
        let [least, most] = total_cells(pieces, &self.shapes);
        let is_restriction =
            |&holes: &u32| least != most && u128::from(holes) < count_of(result.optional.len());
        task.most_holes.filter(is_restriction)
    }

    /// Returns a name for the item of each piece.
    fn names(&self, pieces: &[Copies], geometry: &Geometry) -> Vec<String> {
        let mut used = BTreeSet::from([HOLES.to_owned()]);
        let mut names = Vec::new();
        for piece in pieces {
            let is_kept =
                |c: char| !c.is_whitespace() && !c.is_control() && !matches!(c, ':' | '|' | '\u{feff}');
            let stated = self.shapes[piece.shape].name.trim();
            let stated: String = stated.chars().map(|c| if is_kept(c) { c } else { '_' }).collect();
            let is_free = |name: &String| !used.contains(name) && geometry.place(name).is_none();
            let number = format!("S{}", piece.shape + 1);
            let mut name = Some(stated).filter(|name| !name.is_empty() && is_free(name)).unwrap_or(number);
            while used.contains(&name) {
                name.push('_');
            }
            used.insert(name.clone());
            names.push(name);
        }
        names
    }
}

fn geometry_of(grid: Grid, result: &Voxels) -> Geometry {
    Geometry::known(Picture::Packing(grid), result.sizes, &format!("cell={}", cell_pattern(result.sizes)))
}

/// Returns the least and the greatest number of cells of the pieces together.
pub(super) fn total_cells(pieces: &[Copies], shapes: &[Voxels]) -> [u128; 2] {
    let total = |copies: fn(&Copies) -> u32| {
        pieces
            .iter()
            .map(|piece| u128::from(copies(piece)) * count_of(shapes[piece.shape].filled.len()))
            .sum()
    };
    [total(|piece| piece.low), total(|piece| piece.high)]
}

/// The items of the cells of a result, and their colors.
struct Places {
    sizes: [usize; 3],
    items: Vec<Option<(ItemId, u8)>>,
    /// The item of cells that stay empty.
    holes: Option<ItemId>,
}

impl Places {
    /// Adds the items of the cells. Cells that may stay empty are primary if the number of holes is limited.
    fn declare(
        builder: &mut ProblemBuilder,
        result: &Voxels,
        most_holes: Option<u32>,
    ) -> Result<Self, dlx_core::BuildError> {
        let sizes = result.sizes;
        let mut places = Self { sizes, items: vec![None; sizes.iter().product()], holes: None };
        if let Some(most) = most_holes.filter(|&most| most > 0) {
            places.holes = Some(builder.add_bounded(HOLES, 0..=most)?);
        }
        let [_, rows, columns] = sizes;
        let marked = [(&result.filled, true), (&result.optional, most_holes.is_some())];
        for (cells, is_primary) in marked {
            for &(cell, color) in cells {
                let Some(index) = places.index(cell) else { continue };
                let name =
                    cell_name([index / columns / rows, index / columns % rows, index % columns], sizes);
                let item =
                    if is_primary { builder.add_primary(name)? } else { builder.add_secondary(name)? };
                places.items[index] = Some((item, color));
            }
        }
        Ok(places)
    }

    /// Returns the item and the color of a cell of the result.
    fn get(&self, cell: Position) -> Option<(ItemId, u8)> {
        self.items[self.index(cell)?]
    }

    fn index(&self, cell: Position) -> Option<usize> {
        let mut index = 0;
        for (at, end) in cell.into_iter().zip(self.sizes) {
            index = index * end + usize::try_from(at).ok().filter(|&at| at < end)?;
        }
        Some(index)
    }
}

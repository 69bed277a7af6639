//! Regions: sets of cells that pieces must fill.

use std::collections::BTreeSet;

use dlx_core::{BuildError, ItemId, ProblemBuilder};

use crate::geometry::{Geometry, Picture};
use crate::grids::Grid;
use crate::numerals::{cell_name, cell_pattern};
use crate::shape::Cell;
use crate::{InstanceError, check_range};

/// One or more cells in the plane or in space.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Region {
    cells: BTreeSet<Cell>,
    /// The numbers of layers, rows and columns that the region was built with, holes included.
    sizes: [usize; 3],
    grid: Grid,
}

/// The largest number of cells of a region, and of its bounding box.
const MOST_CELLS: usize = 1 << 20;

impl Region {
    /// Returns a rectangle.
    ///
    /// # Errors
    /// If a side is 0, or there are more than 2^20 cells.
    pub fn rectangle(rows: usize, columns: usize) -> Result<Self, InstanceError> {
        Self::cuboid(1, rows, columns)
    }

    /// Returns a cuboid.
    ///
    /// # Errors
    /// If a side is 0, or there are more than 2^20 cells.
    pub fn cuboid(layers: usize, rows: usize, columns: usize) -> Result<Self, InstanceError> {
        let sizes = checked([layers, rows, columns])?;
        let cells = (0..layers).flat_map(|layer| {
            (0..rows).flat_map(move |row| (0..columns).map(move |column| Cell::in_space(layer, row, column)))
        });
        Ok(Self { cells: cells.collect(), sizes, grid: Grid::Cubes })
    }

    /// Returns the region of these cells; duplicates are ignored.
    ///
    /// # Errors
    /// If there is no cell, or the bounding box has more than 2^20 cells.
    pub fn of_cells(cells: impl IntoIterator<Item = Cell>) -> Result<Self, InstanceError> {
        let cells: BTreeSet<Cell> = cells.into_iter().collect();
        if cells.is_empty() {
            return Err(InstanceError::NoCells { what: "a region" });
        }
        let end =
            |axis: usize| cells.iter().map(|cell| cell.axes()[axis]).max().unwrap_or(0).saturating_add(1);
        let sizes = checked([end(0), end(1), end(2)])?;
        Ok(Self { cells, sizes, grid: Grid::Cubes })
    }

    /// Returns the region with the same coordinates in another grid than cubes.
    #[must_use]
    pub fn on(self, grid: Grid) -> Self {
        Self { grid, ..self }
    }

    /// Returns the grid of the cells.
    #[must_use]
    pub fn grid(&self) -> Grid {
        self.grid
    }

    /// Returns the region without these cells.
    ///
    /// # Errors
    /// If a hole is not a cell of the region or is given twice, or no cell is left.
    pub fn without(mut self, holes: &[Cell]) -> Result<Self, InstanceError> {
        for hole in holes {
            if !self.cells.remove(hole) {
                let [layer, row, column] = hole.axes();
                let hole = if self.is_flat() && layer == 0 {
                    format!("{row},{column}")
                } else {
                    format!("{layer},{row},{column}")
                };
                return Err(InstanceError::NoSuchCell { hole });
            }
        }
        if self.cells.is_empty() {
            return Err(InstanceError::NoCells { what: "a region" });
        }
        Ok(self)
    }

    /// Returns the cells in ascending order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + '_ {
        self.cells.iter().copied()
    }

    /// Returns the numbers of layers, rows and columns, including holes at the border.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        self.sizes
    }

    /// Returns the numbers of rows and columns if the region is a rectangle of squares without holes.
    #[must_use]
    pub fn as_rectangle(&self) -> Option<(usize, usize)> {
        let [layers, rows, columns] = self.sizes;
        (layers == 1 && self.grid == Grid::Cubes && self.cells.len() == rows * columns)
            .then_some((rows, columns))
    }

    /// Returns a geometry that shows the pieces in the region.
    #[must_use]
    pub fn geometry(&self) -> Geometry {
        Geometry::known(
            Picture::Packing(self.grid),
            self.sizes,
            &format!("cell={}", cell_pattern(self.sizes)),
        )
    }

    fn is_flat(&self) -> bool {
        self.sizes[0] == 1
    }

    /// Adds each cell as a primary item.
    pub(crate) fn declare(&self, builder: &mut ProblemBuilder) -> Result<Places, BuildError> {
        let [layers, rows, columns] = self.sizes;
        let mut places = Places { sizes: self.sizes, items: vec![None; layers * rows * columns] };
        for &cell in &self.cells {
            let item = builder.add_primary(cell_name(cell.axes(), self.sizes))?;
            let index = places.index(cell.axes());
            places.items[index] = Some(item);
        }
        Ok(places)
    }
}

fn checked(sizes: [usize; 3]) -> Result<[usize; 3], InstanceError> {
    for (what, size) in
        ["the number of layers", "the number of rows", "the number of columns"].iter().zip(sizes)
    {
        check_range(what, size, 1, MOST_CELLS)?;
    }
    let cells = sizes.iter().fold(1_usize, |cells, &size| cells.saturating_mul(size));
    check_range("the number of cells", cells, 1, MOST_CELLS)?;
    Ok(sizes)
}

/// The items of the cells of a region.
pub(crate) struct Places {
    sizes: [usize; 3],
    items: Vec<Option<ItemId>>,
}

impl Places {
    /// Returns the item of the cell with these coordinates, if the cell belongs to the region.
    pub(crate) fn get(&self, axes: [usize; 3]) -> Option<ItemId> {
        let is_inside = axes.iter().zip(self.sizes).all(|(&at, end)| at < end);
        is_inside.then(|| self.items[self.index(axes)]).flatten()
    }

    fn index(&self, [layer, row, column]: [usize; 3]) -> usize {
        let [_, rows, columns] = self.sizes;
        (layer * rows + row) * columns + column
    }
}

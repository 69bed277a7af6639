//! Shapes of cells in the plane or in space: their moves, and the enumeration of all shapes of one size.

use std::collections::BTreeSet;

use crate::{InstanceError, check_range};

/// A unit square of the plane, which is in layer 0, or a unit cube in space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The layer, from 0; always 0 in the plane.
    pub layer: usize,
    /// The row, from 0, counted downward.
    pub row: usize,
    /// The column, from 0, counted to the right.
    pub column: usize,
}

impl Cell {
    /// Returns a square of the plane.
    #[must_use]
    pub const fn new(row: usize, column: usize) -> Self {
        Self::in_space(0, row, column)
    }

    /// Returns a cube.
    #[must_use]
    pub const fn in_space(layer: usize, row: usize, column: usize) -> Self {
        Self { layer, row, column }
    }

    fn of([layer, row, column]: [usize; 3]) -> Self {
        Self { layer, row, column }
    }

    pub(crate) const fn axes(self) -> [usize; 3] {
        [self.layer, self.row, self.column]
    }
}

/// The allowed moves of a piece, in addition to translations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Moves {
    /// Translations only.
    Shifts,
    /// The 4 rotations of the plane.
    Turns,
    /// The 4 rotations of the plane, and reflections.
    TurnsAndFlips,
    /// The 24 rotations of space.
    SpaceTurns,
    /// The 24 rotations of space, and reflections.
    SpaceTurnsAndFlips,
}

impl Moves {
    /// Returns the moves as permutations of the axes followed by reversals of some axes.
    fn motions(self) -> Vec<Motion> {
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let all = orders.into_iter().flat_map(|order| {
            (0..8).map(move |bits| Motion { order, is_reversed: [4, 2, 1].map(|bit| bits & bit != 0) })
        });
        all.filter(|motion| match self {
            Self::Shifts => motion.order == [0, 1, 2] && motion.is_reversed == [false; 3],
            Self::Turns => motion.keeps_layers() && motion.is_rotation(),
            Self::TurnsAndFlips => motion.keeps_layers(),
            Self::SpaceTurns => motion.is_rotation(),
            Self::SpaceTurnsAndFlips => true,
        })
        .collect()
    }
}

/// Returns the 24 rotations of the cube as matrices: `matrix[i][j]` is the sign with which axis `j` becomes axis `i`.
pub(crate) fn rotations_of_space() -> impl Iterator<Item = [[i64; 3]; 3]> {
    Moves::SpaceTurns.motions().into_iter().map(|Motion { order, is_reversed }| {
        let mut matrix = [[0; 3]; 3];
        for axis in 0..3 {
            matrix[axis][order[axis]] = if is_reversed[axis] { -1 } else { 1 };
        }
        matrix
    })
}

/// A symmetry of the grid of cells: one of the 48 symmetries of the cube.
#[derive(Clone, Copy)]
struct Motion {
    order: [usize; 3],
    is_reversed: [bool; 3],
}

impl Motion {
    fn keeps_layers(self) -> bool {
        self.order[0] == 0 && !self.is_reversed[0]
    }

    /// Returns true if the move preserves orientation: the signs of the permutation and of the reversals
    /// agree.
    fn is_rotation(self) -> bool {
        let [a, b, c] = self.order;
        let inversions = [a > b, a > c, b > c];
        let odd = inversions.into_iter().chain(self.is_reversed).filter(|&is_odd| is_odd).count();
        odd % 2 == 0
    }

    fn of(self, shape: &Shape) -> Shape {
        let ends = shape.sizes();
        let moved = shape.cells.iter().map(|cell| {
            let axes = cell.axes();
            Cell::of([0, 1, 2].map(|axis| {
                let from = self.order[axis];
                if self.is_reversed[axis] { ends[from] - 1 - axes[from] } else { axes[from] }
            }))
        });
        Shape::at_origin(moved.collect())
    }
}

/// The largest distance between cells of a shape along an axis.
const MOST_APART: usize = (1 << 20) - 1;

/// One or more cells, connected or not, translated so that the smallest layer, row and column are 0. The smallest column of
/// [triangles](crate::grids::Grid::shape) may be 1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Shape {
    /// In ascending order.
    cells: Vec<Cell>,
}

impl Shape {
    /// Returns the shape of these cells; duplicates are ignored.
    ///
    /// # Errors
    /// If there is no cell, or two of them are 2^20 or more layers, rows or columns apart.
    pub fn new(cells: impl IntoIterator<Item = Cell>) -> Result<Self, InstanceError> {
        let cells: BTreeSet<Cell> = cells.into_iter().collect();
        if cells.is_empty() {
            return Err(InstanceError::NoCells { what: "a shape" });
        }
        let shape = Self::at_origin(cells.into_iter().collect());
        for cell in &shape.cells {
            for axis in cell.axes() {
                check_range("the greatest distance of cells in a shape", axis, 0, MOST_APART)?;
            }
        }
        Ok(shape)
    }

    /// Returns the cells in ascending order.
    #[must_use]
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns true if all cells are connected by common sides.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        let mut rest: BTreeSet<Cell> = self.cells[1..].iter().copied().collect();
        let mut reached = vec![self.cells[0]];
        while let Some(cell) = reached.pop() {
            for axis in 0..3 {
                let mut axes = cell.axes();
                for at in [axes[axis].checked_sub(1), Some(axes[axis] + 1)].into_iter().flatten() {
                    axes[axis] = at;
                    reached.extend(rest.take(&Cell::of(axes)));
                }
            }
        }
        rest.is_empty()
    }

    /// Returns the numbers of layers, rows and columns of the bounding box.
    #[must_use]
    pub fn sizes(&self) -> [usize; 3] {
        [0, 1, 2].map(|axis| self.cells.iter().map(|cell| cell.axes()[axis] + 1).max().unwrap_or(0))
    }

    /// Returns the different shapes that these moves produce from this one, in ascending order.
    #[must_use]
    pub fn forms(&self, moves: Moves) -> Vec<Self> {
        let forms: BTreeSet<Self> = moves.motions().into_iter().map(|motion| motion.of(self)).collect();
        forms.into_iter().collect()
    }

    /// Returns the smallest of its forms, which is the same for all shapes that can be moved onto one
    /// another.
    fn least_form(&self, motions: &[Motion]) -> Self {
        motions.iter().map(|motion| motion.of(self)).min().unwrap_or_else(|| self.clone())
    }

    /// Returns the shape one column further to the right, for grids in which a cell is not mapped to its neighbor by a shift.
    pub(crate) fn one_column_right(mut self) -> Self {
        self.cells.iter_mut().for_each(|cell| cell.column += 1);
        self
    }

    fn at_origin(mut cells: Vec<Cell>) -> Self {
        let least = [0, 1, 2].map(|axis| cells.iter().map(|cell| cell.axes()[axis]).min().unwrap_or(0));
        for cell in &mut cells {
            let [layer, row, column] = least;
            *cell = Cell::in_space(cell.layer - layer, cell.row - row, cell.column - column);
        }
        cells.sort_unstable();
        Self { cells }
    }

    /// Returns the shapes that result from adding one neighboring cell.
    fn grown(&self, axes: &[usize]) -> impl Iterator<Item = Self> {
        // Shifted by one, so that every cell has a neighbor on each side with coordinates of at least 0.
        let inner: Vec<[usize; 3]> = self.cells.iter().map(|cell| cell.axes().map(|at| at + 1)).collect();
        let mut beside = BTreeSet::new();
        for cell in &inner {
            for &axis in axes {
                for at in [cell[axis] - 1, cell[axis] + 1] {
                    let mut other = *cell;
                    other[axis] = at;
                    if !inner.contains(&other) {
                        beside.insert(other);
                    }
                }
            }
        }
        beside
            .into_iter()
            .map(move |other| Self::at_origin(inner.iter().copied().chain([other]).map(Cell::of).collect()))
    }
}

/// The space in which shapes lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// The plane: polyominoes.
    Plane,
    /// Space: polycubes.
    Solid,
}

/// Returns all connected shapes of `size` cells, in ascending order. Of shapes that these moves transform
/// into one another, it returns one.
///
/// # Errors
/// If `size` is not within 1 to 10 in the plane, 1 to 7 in space.
///
/// # Complexity
/// Linear in the number of shapes, times the square of the size and the number of moves.
pub fn connected(size: usize, space: Space, moves: Moves) -> Result<Vec<Shape>, InstanceError> {
    let (axes, most): (&[usize], usize) = match space {
        Space::Plane => (&[1, 2], 10),
        Space::Solid => (&[0, 1, 2], 7),
    };
    check_range("the number of cells of a piece", size, 1, most)?;
    let motions = moves.motions();
    let mut shapes = BTreeSet::from([Shape { cells: vec![Cell::new(0, 0)] }]);
    // Every connected shape has a cell that can be removed without disconnecting it, so each shape is reached
    // from a smaller one.
    for _ in 1..size {
        shapes = shapes
            .iter()
            .flat_map(|shape| shape.grown(axes))
            .map(|grown| grown.least_form(&motions))
            .collect();
    }
    Ok(shapes.into_iter().collect())
}

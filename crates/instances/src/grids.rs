//! Grids: the ways in which space is divided into cells, and the rotations that map pieces of one grid to pieces.
//!
//! The cells of a grid have integer coordinates: layer, row and column. Not all coordinates are cells of every grid,
//! and not all shifts map cells to cells. The grids and their coordinates are those of the program BurrTools by Andreas
//! Röver, whose files contain them (`voxel_0.cpp` to `voxel_4.cpp` of its sources), except for hexagons.
//!
//! | grid | cells | shifts |
//! |---|---|---|
//! | [`Cubes`](Grid::Cubes) | all coordinates | all |
//! | [`Triangles`](Grid::Triangles) | all coordinates; a triangle points to the next row if row + column is even, and to the one before otherwise | row + column is even |
//! | [`Hexagons`](Grid::Hexagons) | all coordinates; a row is half a cell further to the right than the row before | all |
//! | [`Spheres`](Grid::Spheres) | layer + row + column is even: the densest packing, face-centered cubic | the same |
//! | [`Rhombic`](Grid::Rhombic) | a cube has 5×5×5 coordinates, of which 24 are tetrahedra with a common corner in its center: parts of rhombic dodecahedra | multiples of 5 |
//! | [`TetraOcta`](Grid::TetraOcta) | a cube has 3×3×3 coordinates, of which 5 are cells: a tetrahedron in its middle, and four corners that are eighths of octahedra | multiples of 3, whose sum is even |

use std::collections::BTreeSet;

use crate::shape::{Cell, Moves, Shape, rotations_of_space};
use crate::{InstanceError, check_range};

/// The largest number of cells of all rotations of pieces.
const MOST_ROTATED: usize = 1 << 22;

/// A way to divide space into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Grid {
    /// Cubes; one layer of them is a grid of squares.
    Cubes,
    /// Prisms on triangles; one layer of them is a grid of triangles.
    Triangles,
    /// Prisms on hexagons; one layer of them is a grid of hexagons.
    Hexagons,
    /// Spheres in the face-centered cubic packing.
    Spheres,
    /// Tetrahedra, 24 of them in a cube, from which rhombic dodecahedra can be built.
    Rhombic,
    /// Tetrahedra, and octahedra in eight parts.
    TetraOcta,
}

/// Layer, row and column of a cell.
pub(crate) type Position = [i64; 3];

/// A cell of a piece and its color.
pub(crate) type Colored = (Position, u8);

/// A rotation: coordinates relative to its axis are multiplied by the matrix and divided by the divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Rotation {
    matrix: [[i64; 3]; 3],
    divisor: i64,
}

impl Grid {
    /// Returns the word for packings of its cells in a geometry.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Cubes => "packing",
            Self::Triangles => "triangles",
            Self::Hexagons => "hexagons",
            Self::Spheres => "spheres",
            Self::Rhombic => "rhombic",
            Self::TetraOcta => "tetraocta",
        }
    }

    /// Returns true if these coordinates are a cell.
    pub(crate) fn has(self, [layer, row, column]: Position) -> bool {
        let at = [layer, row, column];
        match self {
            Self::Cubes | Self::Triangles | Self::Hexagons => true,
            Self::Spheres => (layer + row + column).rem_euclid(2) == 0,
            Self::Rhombic => {
                // One coordinate is at the border of the cube, one in the middle, one between them.
                let mut depths = at.map(|at| at.rem_euclid(5)).map(|at| at.min(4 - at));
                depths.sort_unstable();
                depths == [0, 1, 2]
            }
            Self::TetraOcta => {
                let is_odd = at.iter().map(|at| at.div_euclid(3)).sum::<i64>().rem_euclid(2) == 1;
                let within = at.map(|at| at.rem_euclid(3));
                let corner = within.iter().sum::<i64>() / 2;
                within == [1; 3] || within.iter().all(|&at| at != 1) && (corner % 2 == 1) != is_odd
            }
        }
    }

    /// Returns the coordinates near the origin that are mapped to these by a shift. Two cells are mapped to one another by
    /// a shift if theirs are the same.
    pub(crate) fn residue(self, [layer, row, column]: Position) -> Position {
        match self {
            Self::Cubes | Self::Hexagons => [0; 3],
            Self::Spheres => [0, 0, (layer + row + column).rem_euclid(2)],
            Self::Triangles => [0, 0, (row + column).rem_euclid(2)],
            Self::Rhombic => [layer, row, column].map(|at| at.rem_euclid(5)),
            Self::TetraOcta => {
                let cubes = [layer, row, column].map(|at| at.div_euclid(3)).iter().sum::<i64>();
                let [layer, row, column] = [layer, row, column].map(|at| at.rem_euclid(3));
                [layer, row, column + 3 * cubes.rem_euclid(2)]
            }
        }
    }

    /// Returns the coordinates of a cell in units in which rotations about the origin map cells to cells.
    fn point(self, [layer, row, column]: Position) -> Position {
        match self {
            Self::Cubes | Self::Spheres => [layer, row, column],
            // The center of gravity, in thirds of the height and halves of the side.
            Self::Triangles => [layer, 3 * row + 1 + (row + column).rem_euclid(2), column + 1],
            // In half the distance of rows, and half that of columns.
            Self::Hexagons => [layer, row, 2 * column + row],
            Self::Rhombic => [layer, row, column].map(|at| 2 * at - 4),
            Self::TetraOcta => [layer, row, column].map(|at| 2 * at - 5),
        }
    }

    /// Returns the cell with these coordinates, the inverse of [`point`](Self::point).
    fn cell(self, [layer, row, column]: Position) -> Position {
        match self {
            Self::Cubes | Self::Spheres => [layer, row, column],
            Self::Triangles => [layer, row.div_euclid(3), column - 1],
            Self::Hexagons => [layer, row, (column - row) / 2],
            Self::Rhombic => [layer, row, column].map(|at| (at + 4) / 2),
            Self::TetraOcta => [layer, row, column].map(|at| (at + 5) / 2),
        }
    }

    /// Returns the rotations of space that map some pieces of the grid to pieces: the 24 of the cube; the 12 of a
    /// triangular prism and its neighbors, or of a hexagonal one, half of which turn it upside down; and 120 of spheres.
    fn rotations(self) -> Vec<Rotation> {
        let of_the_cube = || rotations_of_space().map(|matrix| Rotation { matrix, divisor: 1 });
        match self {
            Self::Cubes | Self::Rhombic | Self::TetraOcta => of_the_cube().collect(),
            Self::Triangles | Self::Hexagons => {
                // Twice the cosine, and the sine divided by half the root of 3, of the multiples of 60 degrees.
                let angles = [(2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1)];
                // The unit of rows is shorter than that of columns for triangles, and longer for hexagons.
                let (up, right) = if self == Self::Triangles { (3, 1) } else { (1, 3) };
                let turned = |(cosine, sine): (i64, i64), side: i64| Rotation {
                    matrix: [
                        [2 * side, 0, 0],
                        [0, cosine * side, up * sine],
                        [0, -right * sine * side, cosine],
                    ],
                    divisor: 2,
                };
                angles.into_iter().flat_map(|angle| [1, -1].map(|side| turned(angle, side))).collect()
            }
            Self::Spheres => {
                // Hexagonal layers of spheres, perpendicular to a diagonal of the cube, are mapped to themselves by half
                // turns about the diagonal, which are no symmetries of all spheres: layers come in a cycle of three.
                let diagonals = [[1, 1, 1], [-1, 1, 1], [1, -1, 1], [1, 1, -1]];
                let half_turns = diagonals.map(|axis| {
                    [0, 1, 2].map(|i| [0, 1, 2].map(|j| 2 * axis[i] * axis[j] - if i == j { 3 } else { 0 }))
                });
                let product = |a: [[i64; 3]; 3], b: [[i64; 3]; 3]| {
                    [0, 1, 2].map(|i| [0, 1, 2].map(|j| (0..3).map(|k| a[i][k] * b[k][j]).sum()))
                };
                let others = rotations_of_space().flat_map(|turn| {
                    half_turns.map(|half| Rotation { matrix: product(turn, half), divisor: 3 })
                });
                of_the_cube().chain(others).collect()
            }
        }
    }

    /// Refuses pieces whose [forms](Self::forms) together would take more than some 100 MB.
    ///
    /// # Errors
    /// If the rotations of this number of cells are too many cells.
    pub(crate) fn check_rotations(self, cells: usize) -> Result<(), InstanceError> {
        let rotations = if self == Self::Spheres { 120 } else { 24 };
        check_range("the number of cells of the pieces", cells, 1, MOST_ROTATED / rotations)
    }

    /// Returns the different pieces that the rotations make of this one, each shifted so that its least cell is its own
    /// [`residue`](Self::residue). Mirror images are among them only if they are rotations, too.
    pub(crate) fn forms(self, piece: &[Colored]) -> BTreeSet<Vec<Colored>> {
        self.rotations().into_iter().filter_map(|rotation| self.rotated(piece, rotation)).collect()
    }

    /// Returns the different pieces that these moves make of a shape, as [forms](Self::forms) does. In the plane of
    /// triangles and hexagons, there are 6 rotations, and a piece that is turned upside down is a reflection.
    pub(crate) fn moved(self, shape: &Shape, moves: Moves) -> Vec<Vec<Colored>> {
        let colored =
            |shape: &Shape| shape.cells().iter().map(|cell| (position(*cell), 0)).collect::<Vec<_>>();
        if self == Self::Cubes {
            return shape.forms(moves).iter().map(|form| self.at_residue(colored(form))).collect();
        }
        self.moves(&colored(shape), moves).into_iter().collect()
    }

    /// Returns the forms of a piece of another grid than cubes.
    fn moves(self, piece: &[Colored], moves: Moves) -> BTreeSet<Vec<Colored>> {
        let rotations = self.rotations().into_iter().filter(|Rotation { matrix, divisor }| match moves {
            Moves::Shifts => (0..3).all(|axis| matrix[axis][axis] == *divisor),
            Moves::Turns => matrix[0][0] > 0,
            Moves::TurnsAndFlips | Moves::SpaceTurns | Moves::SpaceTurnsAndFlips => true,
        });
        rotations.filter_map(|rotation| self.rotated(piece, rotation)).collect()
    }

    /// Returns the shape of cells: in a grid of triangles, its first column is 1 if it has no cell at the origin otherwise.
    ///
    /// # Errors
    /// Those of [`Shape::new`].
    pub fn shape(self, cells: impl IntoIterator<Item = Cell>) -> Result<Shape, InstanceError> {
        let cells: Vec<Cell> = cells.into_iter().collect();
        let least = |axis: usize| cells.iter().map(|cell| cell.axes()[axis]).min().unwrap_or_default();
        let is_odd = self == Self::Triangles && (least(1) + least(2)) % 2 == 1;
        let shape = Shape::new(cells.iter().copied())?;
        Ok(if is_odd { shape.one_column_right() } else { shape })
    }

    /// Returns the cells that have a side in common with a cell of squares, triangles or hexagons, within its layer.
    fn neighbors(self, [layer, row, column]: Position) -> impl Iterator<Item = Position> {
        let steps: &[[i64; 2]] = match self {
            Self::Triangles if (row + column).rem_euclid(2) == 0 => &[[0, -1], [0, 1], [-1, 0]],
            Self::Triangles => &[[0, -1], [0, 1], [1, 0]],
            Self::Hexagons => &[[0, -1], [0, 1], [-1, 0], [1, 0], [-1, 1], [1, -1]],
            _ => &[[0, -1], [0, 1], [-1, 0], [1, 0]],
        };
        steps.iter().map(move |step| [layer, row + step[0], column + step[1]])
    }

    /// Returns true if all cells of a shape are connected by common sides.
    #[must_use]
    pub fn connects(self, shape: &Shape) -> bool {
        if self == Self::Cubes {
            return shape.is_connected();
        }
        let mut rest: BTreeSet<Position> = shape.cells().iter().map(|cell| position(*cell)).collect();
        let mut reached: Vec<Position> = rest.pop_first().into_iter().collect();
        while let Some(cell) = reached.pop() {
            let [layer, row, column] = cell;
            let beside = self.neighbors(cell).chain([[layer - 1, row, column], [layer + 1, row, column]]);
            reached.extend(beside.filter_map(|beside| rest.take(&beside)));
        }
        rest.is_empty()
    }

    /// Returns all connected shapes of this number of triangles or hexagons in one layer. Of shapes that these moves
    /// transform into one another, it returns one.
    ///
    /// # Errors
    /// If the grid is another one, or `size` is not within 1 to 12 for triangles and 1 to 9 for hexagons.
    ///
    /// # Complexity
    /// Linear in the number of shapes, times the square of the size and the number of moves.
    pub fn connected(self, size: usize, moves: Moves) -> Result<Vec<Shape>, InstanceError> {
        let most = match self {
            Self::Triangles => 12,
            Self::Hexagons => 9,
            _ => 0,
        };
        check_range("the number of cells of a piece", size, 1, most)?;
        let least = |piece: Vec<Colored>| self.moves(&piece, moves).pop_first();
        // A triangle that points down, and one that points up.
        let cells = [[0, 0, 0], [0, 0, 1]];
        let mut pieces: BTreeSet<Vec<Colored>> =
            cells.iter().filter_map(|&cell| least(vec![(cell, 0)])).collect();
        for _ in 1..size {
            let grown = pieces.iter().flat_map(|piece| {
                let cells: BTreeSet<Position> = piece.iter().map(|(cell, _)| *cell).collect();
                let beside: BTreeSet<Position> =
                    cells.iter().flat_map(|&cell| self.neighbors(cell)).collect();
                beside
                    .difference(&cells)
                    .map(|&cell| [piece.as_slice(), &[(cell, 0)]].concat())
                    .collect::<Vec<_>>()
            });
            pieces = grown.filter_map(least).collect();
        }
        pieces.iter().map(|piece| self.shape_of(piece)).collect()
    }

    /// Returns the shape of a piece, shifted to coordinates of at least 0.
    fn shape_of(self, piece: &[Colored]) -> Result<Shape, InstanceError> {
        let least = |axis: usize| piece.iter().map(|(cell, _)| cell[axis]).min().unwrap_or_default();
        // A shift that maps cells to cells.
        let [layer, row, mut column] = [least(0), least(1), least(2)];
        column -= (row + column).rem_euclid(2);
        let cells = piece.iter().map(|(cell, _)| {
            let at = |axis: usize, least: i64| usize::try_from(cell[axis] - least).unwrap_or_default();
            Cell::in_space(at(0, layer), at(1, row), at(2, column))
        });
        self.shape(cells)
    }

    /// Returns the places of a [form](Self::forms) among these cells, in the order of the cells. `at` returns what stands
    /// for a cell in the result, or `None` if a cell of the form, with its color, cannot be there.
    pub(crate) fn placements<'a, T>(
        self,
        form: &'a [Colored],
        cells: &'a [Position],
        at: impl Fn(Position, u8) -> Option<T> + 'a,
    ) -> impl Iterator<Item = Vec<T>> + 'a {
        let first = form.first().map_or([0; 3], |&(cell, _)| cell);
        let fitting = cells.iter().filter(move |&&cell| self.residue(cell) == first);
        fitting.filter_map(move |to| {
            let shifted = |cell: Position| [0, 1, 2].map(|axis| cell[axis] - first[axis] + to[axis]);
            form.iter().map(|&(cell, color)| at(shifted(cell), color)).collect()
        })
    }

    /// Returns an upper bound of the number of places of a form within a box of this size.
    pub(crate) fn most_placements(self, form: &[Colored], sizes: [usize; 3]) -> u128 {
        let step = match self {
            Self::Cubes | Self::Triangles | Self::Hexagons | Self::Spheres => 1,
            Self::Rhombic => 5,
            Self::TetraOcta => 3,
        };
        let along = (0..3).map(|axis| {
            let at = || form.iter().map(|(cell, _)| cell[axis]);
            let length = at().max().unwrap_or(0) - at().min().unwrap_or(0);
            let room = i64::try_from(sizes[axis]).unwrap_or(i64::MAX) - length;
            u128::try_from((room.max(0) + step - 1) / step).unwrap_or(0)
        });
        along.product()
    }

    /// Returns the piece after a rotation; `None` if its cells are not mapped to cells.
    fn rotated(self, piece: &[Colored], Rotation { matrix, divisor }: Rotation) -> Option<Vec<Colored>> {
        // A rotation of spheres is about the first of them, as some map only the spheres of a layer to spheres.
        let axis = match self {
            Self::Spheres => piece.first()?.0,
            _ => [0; 3],
        };
        let mut rotated = Vec::with_capacity(piece.len());
        for &(cell, color) in piece {
            let point = self.point(cell);
            let mut image = [0; 3];
            for (to, row) in image.iter_mut().zip(matrix) {
                let sum: i64 = (0..3).map(|from| row[from] * (point[from] - axis[from])).sum();
                if sum % divisor != 0 {
                    return None;
                }
                *to = sum / divisor;
            }
            let image = self.cell(image);
            if !self.has(image) {
                return None;
            }
            rotated.push((image, color));
        }
        rotated.sort_unstable();
        Some(self.at_residue(rotated))
    }

    /// Shifts a piece so that its first cell is its own [`residue`](Self::residue).
    fn at_residue(self, mut piece: Vec<Colored>) -> Vec<Colored> {
        let first = piece.first().map_or([0; 3], |(cell, _)| *cell);
        let residue = self.residue(first);
        for (cell, _) in &mut piece {
            *cell = [0, 1, 2].map(|axis| cell[axis] - first[axis] + residue[axis]);
        }
        piece
    }
}

/// Returns the coordinates of a cell.
pub(crate) fn position(cell: Cell) -> Position {
    cell.axes().map(|at| i64::try_from(at).unwrap_or(i64::MAX))
}

/// Returns the cell with these coordinates, unless one is negative.
pub(crate) fn axes_of(position: Position) -> Option<[usize; 3]> {
    let [layer, row, column] = position.map(|at| usize::try_from(at).ok());
    Some([layer?, row?, column?])
}

#[cfg(test)]
mod tests {
    use super::*;

    const GRIDS: [Grid; 6] =
        [Grid::Cubes, Grid::Triangles, Grid::Hexagons, Grid::Spheres, Grid::Rhombic, Grid::TetraOcta];

    fn box_of(size: i64) -> impl Iterator<Item = Position> {
        (0..size).flat_map(move |layer| {
            (0..size).flat_map(move |row| (0..size).map(move |column| [layer, row, column]))
        })
    }

    #[test]
    fn a_cube_has_as_many_cells_as_its_grid_says() {
        let cells = |grid: Grid, size| box_of(size).filter(|&at| grid.has(at)).count();
        assert_eq!(GRIDS.map(|grid| cells(grid, 30)), [27_000, 27_000, 27_000, 13_500, 24 * 216, 5 * 1000]);
    }

    #[test]
    fn rotations_preserve_distances_and_orientation() {
        // By grid: the squares of the units of the coordinates of points.
        let units = [[1, 1, 1], [12, 1, 3], [12, 3, 1], [1, 1, 1], [1, 1, 1], [1, 1, 1]];
        for ((grid, units), count) in GRIDS.into_iter().zip(units).zip([24, 12, 12, 120, 24, 24]) {
            let rotations: BTreeSet<Rotation> = grid.rotations().into_iter().collect();
            assert_eq!(rotations.len(), count, "{grid:?}");
            for Rotation { matrix, divisor } in rotations {
                for (i, j) in (0..3).flat_map(|i| (0..3).map(move |j| (i, j))) {
                    let product: i64 = (0..3).map(|k| units[k] * matrix[k][i] * matrix[k][j]).sum();
                    assert_eq!(
                        product,
                        if i == j { units[i] * divisor * divisor } else { 0 },
                        "{grid:?} {matrix:?}"
                    );
                }
                let [[a, b, c], [d, e, f], [g, h, i]] = matrix;
                let determinant = a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g);
                assert_eq!(determinant, divisor.pow(3), "{grid:?} {matrix:?}");
            }
        }
    }

    #[test]
    fn cells_are_mapped_to_cells_and_back() {
        for grid in GRIDS {
            let rotations = grid.rotations();
            for cell in box_of(6).filter(|&at| grid.has(at)) {
                assert_eq!(grid.cell(grid.point(cell)), cell, "{grid:?}");
                assert!(grid.has(grid.residue(cell)), "{grid:?}: {cell:?}");
                for &rotation in &rotations {
                    assert!(
                        grid.rotated(&[(cell, 0)], rotation).is_some(),
                        "{grid:?}: {cell:?} {rotation:?}"
                    );
                }
            }
        }
    }

    /// Returns the number of forms of a piece without colors.
    fn forms(grid: Grid, cells: &[Position]) -> usize {
        grid.forms(&cells.iter().map(|&cell| (cell, 0)).collect::<Vec<_>>()).len()
    }

    #[test]
    fn pieces_have_as_many_forms_as_their_symmetries_leave() {
        // The rotations of a square rod, of an L and of a corner of three arms.
        assert_eq!(forms(Grid::Cubes, &[[0, 0, 0], [0, 0, 1]]), 3);
        assert_eq!(forms(Grid::Cubes, &[[0, 0, 0], [0, 0, 1], [0, 0, 2], [0, 1, 0]]), 24);
        assert_eq!(forms(Grid::Cubes, &[[0, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0]]), 8);
        // A triangle, two, three in a row, and a hexagon of six.
        assert_eq!(forms(Grid::Triangles, &[[0, 0, 0]]), 2);
        assert_eq!(forms(Grid::Triangles, &[[0, 0, 0], [0, 0, 1]]), 3);
        assert_eq!(forms(Grid::Triangles, &[[0, 0, 0], [0, 0, 1], [0, 0, 2]]), 6);
        let hexagon = [[0, 0, 1], [0, 0, 2], [0, 0, 3], [0, 1, 1], [0, 1, 2], [0, 1, 3]];
        assert_eq!(forms(Grid::Triangles, &hexagon), 1);
        // Two hexagons, three in a row, three around a corner, and an arch.
        assert_eq!(forms(Grid::Hexagons, &[[0, 0, 0], [0, 0, 1]]), 3);
        assert_eq!(forms(Grid::Hexagons, &[[0, 0, 0], [0, 0, 1], [0, 0, 2]]), 3);
        assert_eq!(forms(Grid::Hexagons, &[[0, 0, 0], [0, 0, 1], [0, 1, 0]]), 2);
        assert_eq!(forms(Grid::Hexagons, &[[0, 0, 0], [0, 0, 1], [0, 1, -1]]), 6);
        // Two touching spheres lie along one of 6 directions, three in one of 4 planes, in two ways.
        assert_eq!(forms(Grid::Spheres, &[[0, 0, 0], [0, 1, 1]]), 6);
        assert_eq!(forms(Grid::Spheres, &[[0, 0, 0], [0, 1, 1], [1, 0, 1]]), 8);
        // One of 24 tetrahedra; the middle of a cube, which has two kinds.
        assert_eq!(forms(Grid::Rhombic, &[[0, 1, 2]]), 24);
        assert_eq!(forms(Grid::TetraOcta, &[[1, 1, 1]]), 2);
    }

    #[test]
    fn colors_tell_forms_apart() {
        let domino =
            |colors: [u8; 2]| Grid::Cubes.forms(&[([0, 0, 0], colors[0]), ([0, 0, 1], colors[1])]).len();
        assert_eq!((domino([1, 1]), domino([1, 2])), (3, 6));
    }
}

//! Where the cells of a packing are drawn, and the paths around them. Layers are drawn side by side, the first one on top
//! of the packing; rows go down and columns to the right, so that a packing is not mirrored.

use std::collections::{BTreeMap, BTreeSet};

use crate::grids::Grid;
use crate::shape::Cell;

/// The side of a cell, in SVG units.
pub(super) const CELL: usize = 44;
/// The space around a layer, and above it for its name, in SVG units.
pub(super) const MARGIN: usize = 10;
const HEADING: usize = 22;
/// The largest width of a line of layers, in SVG units.
const WIDEST: usize = 30 * CELL;
/// Half the side of a triangle, and its height.
const HALF: usize = 26;
const HIGH: usize = 45;
/// Half the width of a hexagon, a quarter of its height, and half its side.
const HALF_WIDTH: usize = 22;
const QUARTER: usize = 13;
/// The distance of the centers of spheres in neighboring columns, which do not touch, and the radius of a sphere.
const APART: usize = 30;
const RADIUS: usize = 21;

/// The positions of cells in a picture.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    grid: Grid,
    pub(super) layers: usize,
    pub(super) rows: usize,
    pub(super) columns: usize,
    /// The half widths of hexagons that are left of all cells.
    left: usize,
    /// The number of layers side by side, and the size of the space of one.
    beside: usize,
    wide: usize,
    high: usize,
    heading: usize,
}

/// The corners at the ends of an edge.
type Edge = [(usize, usize); 2];

/// The place of a label: its middle, and the largest size of its font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct LabelPlace {
    pub(super) middle: (usize, usize),
    pub(super) size: usize,
}

impl Tiles {
    pub(super) fn new(grid: Grid, region: &BTreeSet<Cell>) -> Self {
        let most = |of: fn(&Cell) -> usize| region.iter().map(of).max().unwrap_or_default() + 1;
        let halves = |cell: &Cell| 2 * cell.column + cell.row;
        let (layers, rows, columns) =
            (most(|cell| cell.layer), most(|cell| cell.row), most(|cell| cell.column));
        let left = region.iter().map(halves).min().unwrap_or_default();
        let (wide, high) = match grid {
            Grid::Cubes | Grid::Rhombic | Grid::TetraOcta => (columns * CELL, rows * CELL),
            Grid::Triangles => ((columns + 1) * HALF, rows * HIGH),
            Grid::Hexagons => ((most(halves) + 1 - left) * HALF_WIDTH, (3 * rows + 1) * QUARTER),
            Grid::Spheres => ((columns - 1) * APART + 2 * RADIUS, (rows - 1) * APART + 2 * RADIUS),
        };
        let heading = if layers > 1 { HEADING } else { 0 };
        let beside = (WIDEST / wide).clamp(1, layers);
        Self {
            grid,
            layers,
            rows,
            columns,
            left,
            beside,
            wide: wide + MARGIN,
            high: high + MARGIN + heading,
            heading,
        }
    }

    /// Returns the width and the height of the picture.
    pub(super) fn size(&self) -> (usize, usize) {
        (MARGIN + self.beside * self.wide, MARGIN + self.layers.div_ceil(self.beside) * self.high)
    }

    /// Returns the upper left corner of a layer.
    fn origin(&self, layer: usize) -> (usize, usize) {
        let (x, y) = (layer % self.beside * self.wide, layer / self.beside * self.high);
        (MARGIN + x, MARGIN + self.heading + y)
    }

    /// Returns the middle of the text above a layer.
    pub(super) fn heading(&self, layer: usize) -> (usize, usize) {
        let (x, y) = self.origin(layer);
        (x + (self.wide - MARGIN) / 2, y - 7)
    }

    /// Returns the upper left corner of the square of a cell.
    fn corner(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = self.origin(cell.layer);
        (x + cell.column * CELL, y + cell.row * CELL)
    }

    /// Returns the corners of a triangle or a hexagon, clockwise.
    fn corners(&self, cell: Cell) -> Vec<(usize, usize)> {
        let (x, y) = self.origin(cell.layer);
        if self.grid == Grid::Hexagons {
            let x = x + (2 * cell.column + cell.row - self.left) * HALF_WIDTH;
            let y = y + 3 * cell.row * QUARTER;
            let corners = [(1, 0), (2, 1), (2, 3), (1, 4), (0, 3), (0, 1)];
            return corners.map(|(right, down)| (x + right * HALF_WIDTH, y + down * QUARTER)).to_vec();
        }
        let (x, y) = (x + cell.column * HALF, y + cell.row * HIGH);
        if (cell.row + cell.column).is_multiple_of(2) {
            vec![(x, y), (x + 2 * HALF, y), (x + HALF, y + HIGH)]
        } else {
            vec![(x + HALF, y), (x + 2 * HALF, y + HIGH), (x, y + HIGH)]
        }
    }

    /// Returns the center of a sphere.
    fn center(&self, cell: Cell) -> (usize, usize) {
        let (x, y) = self.origin(cell.layer);
        (x + RADIUS + cell.column * APART, y + RADIUS + cell.row * APART)
    }

    /// Returns the place of the label of a cell.
    pub(super) fn label_place(&self, cell: Cell) -> LabelPlace {
        match self.grid {
            Grid::Cubes | Grid::Rhombic | Grid::TetraOcta => {
                let (x, y) = self.corner(cell);
                LabelPlace { middle: (x + CELL / 2, y + CELL / 2), size: CELL / 2 }
            }
            Grid::Triangles | Grid::Hexagons => {
                let corners = self.corners(cell);
                let mean =
                    |of: fn(&(usize, usize)) -> usize| corners.iter().map(of).sum::<usize>() / corners.len();
                let size = if self.grid == Grid::Triangles { 16 } else { CELL / 2 };
                LabelPlace { middle: (mean(|corner| corner.0), mean(|corner| corner.1)), size }
            }
            Grid::Spheres => LabelPlace { middle: self.center(cell), size: 18 },
        }
    }

    /// Returns true if the coordinates are a cell of the grid.
    pub(super) fn has(&self, cell: Cell) -> bool {
        self.grid.has(cell.axes().map(|at| i64::try_from(at).unwrap_or(i64::MAX)))
    }

    /// Returns the cells that touch a cell, and some that do not.
    pub(super) fn around(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<> {
        let steps: &[[isize; 3]] = match self.grid {
            Grid::Spheres => &[
                [0, -1, -1],
                [0, -1, 1],
                [0, 1, -1],
                [0, 1, 1],
                [-1, 0, -1],
                [-1, 0, 1],
                [1, 0, -1],
                [1, 0, 1],
                [-1, -1, 0],
                [-1, 1, 0],
                [1, -1, 0],
                [1, 1, 0],
            ],
            Grid::Hexagons => {
                &[[0, 0, -1], [0, 0, 1], [0, -1, 0], [0, 1, 0], [0, -1, 1], [0, 1, -1], [-1, 0, 0], [1, 0, 0]]
            }
            _ => &[[0, 0, -1], [0, 0, 1], [0, -1, 0], [0, 1, 0], [-1, 0, 0], [1, 0, 0]],
        };
        steps.iter().filter_map(move |&[layer, row, column]| {
            Some(Cell {
                layer: cell.layer.checked_add_signed(layer)?,
                row: cell.row.checked_add_signed(row)?,
                column: cell.column.checked_add_signed(column)?,
            })
        })
    }

    /// Returns a path around a set of cells.
    pub(super) fn outline(&self, cells: &BTreeSet<Cell>) -> String {
        match self.grid {
            Grid::Cubes | Grid::Rhombic | Grid::TetraOcta => outline(cells, |cell| self.corner(cell)),
            Grid::Triangles | Grid::Hexagons => self.outline_of_polygons(cells),
            Grid::Spheres => {
                let circle = |&cell: &Cell| {
                    let (x, y) = self.center(cell);
                    format!(
                        "M{} {y}a{RADIUS} {RADIUS} 0 1 1 {} 0a{RADIUS} {RADIUS} 0 1 1 -{} 0z",
                        x - RADIUS,
                        2 * RADIUS,
                        2 * RADIUS
                    )
                };
                cells.iter().map(circle).collect()
            }
        }
    }

    /// Returns lines between the centers of spheres that touch within a layer; other cells touch visibly.
    pub(super) fn bonds(&self, cells: &BTreeSet<Cell>) -> String {
        let mut bonds = String::new();
        for &cell in cells.iter().filter(|_| self.grid == Grid::Spheres) {
            let (x, y) = self.center(cell);
            let below = self.around(cell).filter(|other| other.layer == cell.layer && other.row > cell.row);
            for other in below.filter(|other| cells.contains(other)) {
                let (to_x, to_y) = self.center(other);
                bonds += &format!("M{x} {y}L{to_x} {to_y}");
            }
        }
        bonds
    }

    /// Returns the lines between cells of one set.
    pub(super) fn lines_within<'a>(&self, sets: impl Iterator<Item = &'a BTreeSet<Cell>>) -> String {
        let mut lines = String::new();
        for cells in sets {
            match self.grid {
                Grid::Cubes | Grid::Rhombic | Grid::TetraOcta => {
                    for &cell in cells {
                        let before = |row: Option<usize>, column: Option<usize>| {
                            let beside = row.zip(column).map(|(row, column)| Cell { row, column, ..cell });
                            beside.is_some_and(|beside| cells.contains(&beside))
                        };
                        let (x, y) = self.corner(cell);
                        if before(cell.row.checked_sub(1), Some(cell.column)) {
                            lines += &format!("M{x} {y}h{CELL}");
                        }
                        if before(Some(cell.row), cell.column.checked_sub(1)) {
                            lines += &format!("M{x} {y}v{CELL}");
                        }
                    }
                }
                Grid::Triangles | Grid::Hexagons => {
                    for [from, to] in self.edges(cells).1 {
                        lines += &format!("M{} {}L{} {}", from.0, from.1, to.0, to.1);
                    }
                }
                Grid::Spheres => {}
            }
        }
        lines
    }

    /// Returns the edges around a set of polygons, clockwise, and those between two polygons, each once.
    fn edges(&self, cells: &BTreeSet<Cell>) -> (BTreeSet<Edge>, Vec<Edge>) {
        let (mut around, mut between) = (BTreeSet::new(), Vec::new());
        for &cell in cells {
            let corners = self.corners(cell);
            for (at, &from) in corners.iter().enumerate() {
                let to = corners[(at + 1) % corners.len()];
                // The other polygon has the same edge in the other direction.
                if around.remove(&[to, from]) {
                    between.push([from, to]);
                } else {
                    around.insert([from, to]);
                }
            }
        }
        (around, between)
    }

    fn outline_of_polygons(&self, cells: &BTreeSet<Cell>) -> String {
        let (mut edges, _) = self.edges(cells);
        let mut path = String::new();
        while let Some([from, mut at]) = edges.pop_first() {
            path += &format!("M{} {}L{} {}", from.0, from.1, at.0, at.1);
            while at != from {
                let Some(&edge) = edges.range([at, (0, 0)]..).next().filter(|edge| edge[0] == at) else {
                    break;
                };
                edges.remove(&edge);
                at = edge[1];
                if at != from {
                    path += &format!("L{} {}", at.0, at.1);
                }
            }
            path.push('z');
        }
        path
    }
}

/// Returns a path around a set of cells.
fn outline(cells: &BTreeSet<Cell>, corner: impl Fn(Cell) -> (usize, usize)) -> String {
    // By corner: the directions of the edges of the outline that begin there, clockwise around the cells.
    let mut edges: BTreeMap<(usize, usize), Vec<usize>> = BTreeMap::new();
    for &cell in cells {
        let Cell { row, column, .. } = cell;
        let beside = [
            row.checked_sub(1).map(|row| Cell { row, ..cell }),
            Some(Cell { column: column + 1, ..cell }),
            Some(Cell { row: row + 1, ..cell }),
            column.checked_sub(1).map(|column| Cell { column, ..cell }),
        ];
        let (x, y) = corner(cell);
        let begins = [(x, y), (x + CELL, y), (x + CELL, y + CELL), (x, y + CELL)];
        for (direction, (beside, begin)) in beside.into_iter().zip(begins).enumerate() {
            if !beside.is_some_and(|beside| cells.contains(&beside)) {
                edges.entry(begin).or_default().push(direction);
            }
        }
    }
    let mut path = String::new();
    while let Some((&begin, _)) = edges.first_key_value() {
        path += &format!("M{} {}", begin.0, begin.1);
        let (mut at, mut run) = (begin, (0, 0));
        while let Some(directions) = edges.get_mut(&at) {
            // Where two cells touch at a corner, straight on is impossible, and either turn leads back.
            let Some(direction) = directions.pop() else { break };
            if directions.is_empty() {
                edges.remove(&at);
            }
            if direction != run.0 {
                push_run(&mut path, run);
                run = (direction, 0);
            }
            run.1 += CELL;
            at = match direction {
                0 => (at.0 + CELL, at.1),
                1 => (at.0, at.1 + CELL),
                2 => (at.0 - CELL, at.1),
                _ => (at.0, at.1 - CELL),
            };
        }
        // The last run is closed by the path itself.
        path.push('z');
    }
    path
}

/// Adds a straight line of a length to a path: to the right, down, to the left or up.
fn push_run(path: &mut String, (direction, length): (usize, usize)) {
    if length > 0 {
        path.push_str(["h", "v", "h-", "v-"][direction]);
        path.push_str(&length.to_string());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns twice the area within a path of closed straight lines, positive if they lead clockwise.
    fn twice_the_area(path: &str) -> isize {
        let mut sum = 0;
        for line in path.split('M').skip(1) {
            let line = line.strip_suffix('z').expect("it is closed");
            let runs = line.find(['h', 'v']).expect("a line");
            let (x, y) = line[..runs].split_once(' ').expect("a point");
            let begin: (isize, isize) = (x.parse().expect("a number"), y.parse().expect("a number"));
            let mut at = begin;
            let mut rest = &line[runs..];
            while !rest.is_empty() {
                let end = rest[1..].find(['h', 'v']).map_or(rest.len(), |end| end + 1);
                let length: isize = rest[1..end].parse().expect("a number");
                let next = if rest.starts_with('h') { (at.0 + length, at.1) } else { (at.0, at.1 + length) };
                sum += at.0 * next.1 - next.0 * at.1;
                at = next;
                rest = &rest[end..];
            }
            assert!(at.0 == begin.0 || at.1 == begin.1, "the last line is straight: {path}");
            sum += at.0 * begin.1 - begin.0 * at.1;
        }
        sum
    }

    #[test]
    fn outlines_enclose_the_area_of_their_cells() {
        // All sets of cells of a square of side 3 and 4: in several parts, with holes, touching at corners.
        for side in [3, 4] {
            for set in 1_u32..1 << (side * side) {
                let cells: BTreeSet<Cell> = (0..side * side)
                    .filter(|place| set >> place & 1 == 1)
                    .map(|place| Cell { layer: 0, row: place / side, column: place % side })
                    .collect();
                let path = outline(&cells, |cell| (10 + cell.column * CELL, 10 + cell.row * CELL));
                let expected = 2 * cells.len() * CELL * CELL;
                assert_eq!(twice_the_area(&path), isize::try_from(expected).expect("small"), "{path}");
            }
        }
        let square = [(0, 0), (0, 1), (1, 0), (1, 1)].map(|(row, column)| Cell { layer: 0, row, column });
        let path = outline(&square.into(), |cell| (cell.column * CELL, cell.row * CELL));
        assert_eq!(path, "M0 0h88v88h-88z");
    }
}

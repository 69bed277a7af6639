//! Draws a packing of cubes in space: the whole packing, seen from above, and each of its pieces as it lies in it. The
//! first layer is on top, rows lead to the lower left, and columns to the lower right.

use std::collections::{BTreeMap, BTreeSet};

use crate::draw::layout::Piece;
use crate::draw::svg::{COLORS, SvgDrawing, colors};
use crate::draw::tiles::{MARGIN, Tiles};
use crate::grids::Grid;
use crate::shape::Cell;

/// Half the width of the upper side of a cube, half its height, and the height of an upright edge, in SVG units.
const WIDE: usize = 26;
const FLAT: usize = 15;
const HIGH: usize = 30;
/// The space below a piece for its name.
const LABEL: usize = 24;
/// The largest width of a line of pieces.
const WIDEST: usize = 1000;

/// A corner of a cube: layer, row and column of the cell behind it.
type Corner = [usize; 3];

/// A side of a cube that can be seen: the step to the cell in front of it, its corners relative to the cell, clockwise,
/// and the darkness of its shadow in percent.
struct Side {
    ahead: [isize; 3],
    corners: [Corner; 4],
    shade: usize,
}

const SIDES: [Side; 3] = [
    Side { ahead: [-1, 0, 0], corners: [[0, 0, 0], [0, 0, 1], [0, 1, 1], [0, 1, 0]], shade: 0 },
    Side { ahead: [0, 1, 0], corners: [[0, 1, 0], [0, 1, 1], [1, 1, 1], [1, 1, 0]], shade: 18 },
    Side { ahead: [0, 0, 1], corners: [[0, 1, 1], [0, 0, 1], [1, 0, 1], [1, 1, 1]], shade: 36 },
];

/// Returns the drawing of a packing of cubes.
pub(super) fn isometric(region: &BTreeSet<Cell>, pieces: &[Piece]) -> SvgDrawing {
    let mut owners: BTreeMap<Cell, usize> = BTreeMap::new();
    for (number, piece) in pieces.iter().enumerate() {
        owners.extend(piece.cells.iter().map(|&cell| (cell, number)));
    }
    let colors = colors(&Tiles::new(Grid::Cubes, region), pieces, &owners);
    let mut drawing = SvgDrawing::default();
    let mut next = (MARGIN, MARGIN);
    let mut height_of_line = 0;
    let of_piece = |number: usize| {
        owners.iter().filter(move |(_, owner)| **owner == number).map(|(&cell, &owner)| (cell, owner))
    };
    let parts = (0..pieces.len()).map(|number| (pieces[number].label.clone(), of_piece(number).collect()));
    for (label, cells) in [(String::new(), owners.clone())].into_iter().chain(parts) {
        let bounds = Bounds::of(&cells);
        let (wide, high) = (bounds.width() + 2 * MARGIN, bounds.height() + LABEL);
        if next.0 > MARGIN && next.0 + wide > WIDEST {
            next = (MARGIN, next.1 + height_of_line);
            height_of_line = 0;
        }
        solid(&mut drawing, &cells, &colors, |corner| {
            let (x, y) = bounds.within(corner);
            (next.0 + x, next.1 + y)
        });
        if !label.is_empty() {
            let at = (next.0 + bounds.width() / 2, next.1 + bounds.height() + 18);
            drawing.text(r#"class="heading""#, &label, at, 15);
        }
        next.0 += wide;
        height_of_line = height_of_line.max(high + MARGIN);
        drawing.width = drawing.width.max(next.0);
        drawing.height = drawing.height.max(next.1 + height_of_line);
    }
    for (number, piece) in pieces.iter().enumerate() {
        let cells = piece
            .cells
            .iter()
            .map(|cell| format!("layer {} row {} column {}", cell.layer + 1, cell.row + 1, cell.column + 1));
        let label = if piece.label.is_empty() { (number + 1).to_string() } else { piece.label.clone() };
        drawing.words += &format!("{label}: {}. ", cells.collect::<Vec<_>>().join(", "));
    }
    drawing
}

/// Draws cells with their owners, those behind first.
fn solid(
    drawing: &mut SvgDrawing,
    cells: &BTreeMap<Cell, usize>,
    colors: &[usize],
    point: impl Fn(Corner) -> (usize, usize),
) {
    let deepest = cells.keys().map(|cell| cell.layer).max().unwrap_or_default();
    let mut order: Vec<(&Cell, &usize)> = cells.iter().collect();
    order.sort_by_key(|(cell, _)| cell.row + cell.column + deepest - cell.layer);
    for (&cell, &owner) in order {
        for Side { ahead, corners, shade } in &SIDES {
            if moved(cell, *ahead).is_some_and(|ahead| cells.contains_key(&ahead)) {
                continue;
            }
            let points = corners.map(|[layer, row, column]| {
                point([cell.layer + layer, cell.row + row, cell.column + column])
            });
            let path = |points: &[(usize, usize)]| {
                let lines = points.iter().map(|(x, y)| format!("{x} {y}")).collect::<Vec<_>>();
                format!("M{}", lines.join("L"))
            };
            let face = path(&points) + "z";
            drawing.path(&format!(r#"fill="{}""#, COLORS[colors[owner] % COLORS.len()].0), &face);
            if *shade > 0 {
                drawing.path(&format!(r##"fill="#000" opacity="0.{shade}""##), &face);
            }
            let mut bold = String::new();
            let mut thin = String::new();
            for (at, beside) in besides(corners).into_iter().enumerate() {
                // The side continues in a cell of the same piece that can be seen, too.
                let other = moved(cell, beside);
                let is_inner = other.is_some_and(|other| {
                    cells.get(&other) == Some(&owner)
                        && !moved(other, *ahead).is_some_and(|ahead| cells.contains_key(&ahead))
                });
                let line = path(&[points[at], points[(at + 1) % 4]]);
                if is_inner { &mut thin } else { &mut bold }.push_str(&line);
            }
            drawing.path(r#"class="thin""#, &thin);
            drawing.path(r#"class="line" style="stroke-width:2""#, &bold);
        }
    }
}

/// Returns the steps to the cells beside a side, in the order of its edges.
fn besides(corners: &[Corner; 4]) -> [[isize; 3]; 4] {
    [0, 1, 2, 3].map(|at| {
        let [from, to] = [corners[at], corners[(at + 1) % 4]];
        // The edge is in the plane between the cell and the one beside it along the axis on which neither it nor the side
        // extends: the axis on which the opposite edge differs.
        let opposite = corners[(at + 2) % 4];
        [0, 1, 2].map(|axis| {
            if from[axis] != to[axis] || opposite[axis] == to[axis] {
                0
            } else if to[axis] == 1 {
                1
            } else {
                -1
            }
        })
    })
}

fn moved(cell: Cell, [layer, row, column]: [isize; 3]) -> Option<Cell> {
    Some(Cell {
        layer: cell.layer.checked_add_signed(layer)?,
        row: cell.row.checked_add_signed(row)?,
        column: cell.column.checked_add_signed(column)?,
    })
}

/// The extent of cells in a picture. Rows lead to the left, so that points are counted from the last row.
struct Bounds {
    rows: usize,
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
}

impl Bounds {
    fn of(cells: &BTreeMap<Cell, usize>) -> Self {
        let rows = cells.keys().map(|cell| cell.row + 1).max().unwrap_or(1);
        let mut bounds = Self { rows, left: usize::MAX, right: 0, top: usize::MAX, bottom: 0 };
        for cell in cells.keys() {
            for [layer, row, column] in SIDES.iter().flat_map(|side| side.corners) {
                let (x, y) = bounds.point([cell.layer + layer, cell.row + row, cell.column + column]);
                (bounds.left, bounds.right) = (bounds.left.min(x), bounds.right.max(x));
                (bounds.top, bounds.bottom) = (bounds.top.min(y), bounds.bottom.max(y));
            }
        }
        bounds
    }

    fn point(&self, [layer, row, column]: Corner) -> (usize, usize) {
        ((column + self.rows - row) * WIDE, (column + row) * FLAT + layer * HIGH)
    }

    /// Returns a corner relative to the upper left corner of the picture.
    fn within(&self, corner: Corner) -> (usize, usize) {
        let (x, y) = self.point(corner);
        (x - self.left, y - self.top)
    }

    fn width(&self) -> usize {
        self.right.saturating_sub(self.left)
    }

    fn height(&self) -> usize {
        self.bottom.saturating_sub(self.top)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn piece(label: &str, cells: &[[usize; 3]]) -> Piece {
        let cells = cells.iter().map(|&[layer, row, column]| Cell { layer, row, column }).collect();
        Piece { label: label.to_owned(), cells, symbols: Vec::new() }
    }

    #[test]
    fn sides_that_are_covered_are_not_drawn() {
        let faces = |pieces: &[Piece]| {
            let region = pieces.iter().flat_map(|piece| piece.cells.clone()).collect();
            isometric(&region, pieces).svg.matches("<path fill=\"#").count()
        };
        // Three sides of a cube, two of them in shadow, in the whole and alone.
        assert_eq!(faces(&[piece("a", &[[0, 0, 0]])]), 2 * (3 + 2));
        // The side between two cubes is not drawn: 5 sides, 3 of them in shadow.
        assert_eq!(faces(&[piece("a", &[[0, 0, 0], [0, 0, 1]])]), 2 * (5 + 3));
        // Two pieces: the whole has 5 sides, and each piece 3.
        assert_eq!(faces(&[piece("a", &[[0, 0, 0]]), piece("b", &[[0, 0, 1]])]), 5 + 3 + 2 * (3 + 2));
        // A cube on another one: the upper side of the lower one is covered.
        assert_eq!(faces(&[piece("a", &[[0, 0, 0], [1, 0, 0]])]), 2 * (5 + 4));
    }

    #[test]
    fn edges_are_beside_their_cells() {
        let found = SIDES.map(|side| besides(&side.corners));
        assert_eq!(found[0], [[0, -1, 0], [0, 0, 1], [0, 1, 0], [0, 0, -1]]);
        assert_eq!(found[1], [[-1, 0, 0], [0, 0, 1], [1, 0, 0], [0, 0, -1]]);
        assert_eq!(found[2], [[-1, 0, 0], [0, -1, 0], [1, 0, 0], [0, 1, 0]]);
    }
}

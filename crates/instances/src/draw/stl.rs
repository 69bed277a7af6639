//! Writes the pieces of a packing as solids in STL, the format of programs for 3D printers: the triangles of its surface,
//! with the cell as unit of length. Columns lead to the right, rows to the back and layers up, as in BurrTools.

use std::collections::BTreeSet;

use crate::draw::layout::Piece;
use crate::grids::Grid;
use crate::shape::Cell;

/// A corner of a solid, in steps of the grid: column, row and layer.
type Corner = [usize; 3];

/// Returns the solids of all pieces; `None` for grids whose cells have no such solids.
pub(super) fn stl(grid: Grid, pieces: &[Piece]) -> Option<String> {
    let mut text = String::new();
    for (number, piece) in pieces.iter().enumerate() {
        let name = if piece.label.is_empty() { (number + 1).to_string() } else { piece.label.clone() };
        text += &format!("solid {name}\n");
        let cells: BTreeSet<Cell> = piece.cells.iter().copied().collect();
        for &cell in &cells {
            for (beside, corners) in faces(grid, cell)? {
                if beside.is_some_and(|beside| cells.contains(&beside)) {
                    continue;
                }
                let points: Vec<[f64; 3]> = corners.iter().map(|&corner| point(grid, corner)).collect();
                for at in 1..points.len() - 1 {
                    text += &facet([points[0], points[at], points[at + 1]]);
                }
            }
        }
        text += &format!("endsolid {name}\n");
    }
    Some(text)
}

/// A face of a cell: the cell beside it, and its corners, counterclockwise from outside.
type Face = (Option<Cell>, Vec<Corner>);

fn faces(grid: Grid, cell: Cell) -> Option<Vec<Face>> {
    let Cell { layer, row, column } = cell;
    let beside = |layer: isize, row: isize, column: isize| {
        Some(Cell {
            layer: cell.layer.checked_add_signed(layer)?,
            row: cell.row.checked_add_signed(row)?,
            column: cell.column.checked_add_signed(column)?,
        })
    };
    // The base, counterclockwise from above, and the cell beside each of its edges.
    let base: Vec<([usize; 2], Option<Cell>)> = match grid {
        Grid::Cubes => vec![
            ([column, row], beside(0, -1, 0)),
            ([column + 1, row], beside(0, 0, 1)),
            ([column + 1, row + 1], beside(0, 1, 0)),
            ([column, row + 1], beside(0, 0, -1)),
        ],
        // Corners are in half sides and whole heights.
        Grid::Triangles if (row + column).is_multiple_of(2) => vec![
            ([column, row], beside(0, -1, 0)),
            ([column + 2, row], beside(0, 0, 1)),
            ([column + 1, row + 1], beside(0, 0, -1)),
        ],
        Grid::Triangles => vec![
            ([column + 2, row + 1], beside(0, 1, 0)),
            ([column, row + 1], beside(0, 0, -1)),
            ([column + 1, row], beside(0, 0, 1)),
        ],
        Grid::Hexagons | Grid::Spheres | Grid::Rhombic | Grid::TetraOcta => return None,
    };
    let at = |height: usize, index: usize| {
        let [x, y] = base[index % base.len()].0;
        [x, y, height]
    };
    let below = (0..base.len()).rev().map(|index| at(layer, index)).collect();
    let above = (0..base.len()).map(|index| at(layer + 1, index)).collect();
    let sides = (0..base.len()).map(|index| {
        let corners =
            vec![at(layer, index), at(layer, index + 1), at(layer + 1, index + 1), at(layer + 1, index)];
        (base[index].1, corners)
    });
    Some(sides.chain([(beside(-1, 0, 0), below), (beside(1, 0, 0), above)]).collect())
}

/// Returns the position of a corner.
fn point(grid: Grid, corner: Corner) -> [f64; 3] {
    let [x, y, z] = corner.map(|at| f64::from(u32::try_from(at).unwrap_or(u32::MAX)));
    if grid == Grid::Triangles { [x / 2.0, y * 0.75_f64.sqrt(), z] } else { [x, y, z] }
}

fn facet(corners: [[f64; 3]; 3]) -> String {
    let edge = |to: usize| [0, 1, 2].map(|axis| corners[to][axis] - corners[0][axis]);
    let (a, b) = (edge(1), edge(2));
    let normal = [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
    let length = normal.iter().map(|part| part * part).sum::<f64>().sqrt();
    // Adding 0 makes 0 of -0.
    let words = |point: [f64; 3]| point.map(|part| format!("{:.6}", part + 0.0)).join(" ");
    let vertices: String = corners.iter().map(|&corner| format!("vertex {}\n", words(corner))).collect();
    format!(
        "facet normal {}\nouter loop\n{vertices}endloop\nendfacet\n",
        words(normal.map(|part| part / length))
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns six times the volume within the triangles of a solid, whose corners are counterclockwise from outside.
    fn volume(text: &str) -> f64 {
        let numbers = text.lines().filter_map(|line| line.strip_prefix("vertex ")).map(|line| {
            let numbers: Vec<f64> = line.split(' ').map(|number| number.parse().unwrap()).collect();
            [numbers[0], numbers[1], numbers[2]]
        });
        let corners: Vec<[f64; 3]> = numbers.collect();
        let triangles = corners.chunks(3).map(|triangle| {
            let [a, b, c] = [triangle[0], triangle[1], triangle[2]];
            a[0] * (b[1] * c[2] - b[2] * c[1])
                + a[1] * (b[2] * c[0] - b[0] * c[2])
                + a[2] * (b[0] * c[1] - b[1] * c[0])
        });
        triangles.sum::<f64>() / 6.0
    }

    #[test]
    fn surfaces_are_closed_and_enclose_the_volume_of_the_cells() {
        let cells: Vec<Cell> = [[0, 0, 0], [0, 0, 1], [0, 1, 1], [1, 1, 1], [1, 2, 1]]
            .map(|[layer, row, column]| Cell { layer, row, column })
            .into();
        for (grid, of_cell) in [(Grid::Cubes, 1.0), (Grid::Triangles, 0.75_f64.sqrt() / 2.0)] {
            for count in 1..=cells.len() {
                let piece =
                    Piece { label: "a".to_owned(), cells: cells[..count].to_vec(), symbols: Vec::new() };
                let text = stl(grid, &[piece]).unwrap();
                let expected = of_cell * f64::from(u32::try_from(count).unwrap());
                assert!(
                    (volume(&text) - expected).abs() < 1e-4,
                    "{grid:?}, {count} cells: {}",
                    volume(&text)
                );
                // Every edge is passed once in each direction, or the same number of times where cells touch at an edge.
                let vertices: Vec<&str> = text.lines().filter(|line| line.starts_with("vertex ")).collect();
                let mut edges: Vec<[&str; 2]> = vertices
                    .chunks(3)
                    .flat_map(|corners| [0, 1, 2].map(|at| [corners[at], corners[(at + 1) % 3]]))
                    .collect();
                let mut reversed: Vec<[&str; 2]> = edges.iter().map(|&[from, to]| [to, from]).collect();
                edges.sort_unstable();
                reversed.sort_unstable();
                assert_eq!(edges, reversed, "{grid:?}, {count} cells");
            }
        }
        assert_eq!(stl(Grid::Spheres, &[Piece { label: String::new(), cells, symbols: Vec::new() }]), None);
    }
}

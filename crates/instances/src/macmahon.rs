//! MacMahon's squares: one square for each way to color four edges, arranged so that touching edges have the
//! same color (P. A. MacMahon, *New Mathematical Pastimes*, 1921).

use std::collections::BTreeSet;

use dlx_core::{Mention, Problem};

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, Published, check_range, grid, primaries, secondaries};

/// The condition on the edges at the border of the rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Border {
    /// Any colors.
    Free,
    /// Color `a` on the whole border.
    OneColor,
}

/// Returns the problem of filling a rectangle with different squares whose edges have `colors` colors. The
/// squares may be rotated but not reflected. If there are more squares than cells, some are left unused.
///
/// The items are the squares and the cells. A square is named by the colors of its top, right, bottom and
/// left edge, in the rotation whose name comes first alphabetically. If some squares are left unused, the
/// squares are secondary. The edges are secondary items with colors: `h` (row, column) above a cell or below
/// the last row, `v` to the left of a cell or right of the last column. If the border has one color, a
/// primary item `*` has a single option, which gives this color to all edges of the border.
///
/// # Errors
/// If `colors` is not within 1 to 7, or the rectangle has no cell or more cells than there are squares.
pub fn problem(rows: usize, columns: usize, colors: usize, border: Border) -> Result<Problem, InstanceError> {
    check_range("the number of colors", colors, 1, 7)?;
    let squares = squares(colors);
    check_range("the number of rows", rows, 1, squares.len())?;
    check_range("the number of columns", columns, 1, squares.len())?;
    check_range("the number of cells", rows * columns, 1, squares.len())?;
    let mut builder = Problem::builder();
    let are_all_used = rows * columns == squares.len();
    let mut names = squares.iter().map(|&square| name(square));
    let mut items = if are_all_used { primaries(&mut builder, names.by_ref())? } else { Vec::new() };
    let ends = [rows + 1, columns + 1];
    let cells = primaries(&mut builder, grid(rows, columns).map(|cell| numerals(cell, ends)))?;
    let frame = (border == Border::OneColor).then(|| builder.add_primary("*")).transpose()?;
    // The secondary items that remain in the iterator, if any.
    items.extend(secondaries(&mut builder, names)?);
    let lying = grid(rows + 1, columns).map(|cell| format!("h{}", numerals(cell, ends)));
    let lying = secondaries(&mut builder, lying)?;
    let standing = grid(rows, columns + 1).map(|cell| format!("v{}", numerals(cell, ends)));
    let standing = secondaries(&mut builder, standing)?;
    let edges_of = |row: usize, column: usize| {
        let left = row * (columns + 1) + column;
        [
            lying[row * columns + column],
            standing[left + 1],
            lying[(row + 1) * columns + column],
            standing[left],
        ]
    };
    if let Some(frame) = frame {
        let ends = lying[..columns].iter().chain(&lying[rows * columns..]);
        let sides = standing.chunks(columns + 1).flat_map(|row| [&row[0], &row[columns]]);
        let edges = ends.chain(sides).map(|&edge| Mention::from((edge, "a")));
        builder.add_option([frame.into()].into_iter().chain(edges))?;
    }
    for [row, column] in grid(rows, columns) {
        let edges = edges_of(row, column);
        let is_border = [row == 0, column + 1 == columns, row + 1 == rows, column == 0];
        for (square, &item) in squares.iter().zip(&items) {
            for letters in BTreeSet::from(turns(*square)) {
                let mut sides = letters.iter().zip(is_border);
                if border == Border::OneColor && sides.any(|(&color, is_border)| is_border && color > 0) {
                    continue;
                }
                let colored =
                    edges.iter().zip(letters).map(|(&edge, color)| Mention::from((edge, COLORS[color])));
                let head = [item, cells[row * columns + column]].map(Mention::from);
                builder.add_option(head.into_iter().chain(colored))?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the colors of the edges of each cell.
#[must_use]
pub fn geometry(rows: usize, columns: usize, _: usize, _: Border) -> Geometry {
    let cell = pattern(["<row>", "<column>"], [rows, columns].map(|size| size.saturating_add(1)));
    let patterns = format!("cell={cell} above=h{cell} left=v{cell}");
    Geometry::known(Picture::Edges, [1, rows, columns], &patterns)
}

const COLORS: [&str; 7] = ["a", "b", "c", "d", "e", "f", "g"];

/// The colors of the top, right, bottom and left edge, numbered from 0.
type Edges = [usize; 4];

/// Returns one square of each kind, in the order of their names; A006528 gives their number.
fn squares(colors: usize) -> Vec<Edges> {
    let pairs = || grid(colors, colors);
    let all = pairs().flat_map(|[top, right]| pairs().map(move |[bottom, left]| [top, right, bottom, left]));
    all.filter(|&square| turns(square).iter().all(|&turned| square <= turned)).collect()
}

fn turns([top, right, bottom, left]: Edges) -> [Edges; 4] {
    [
        [top, right, bottom, left],
        [left, top, right, bottom],
        [bottom, left, top, right],
        [right, bottom, left, top],
    ]
}

fn name(square: Edges) -> String {
    square.map(|color| COLORS[color]).concat()
}

/// Returns the number of solutions, if it is known here: for 3 colors in 4 rows and 6 columns with a border
/// of one color.
#[must_use]
pub fn published(rows: usize, columns: usize, colors: usize, border: Border) -> Option<Published> {
    let is_known = matches!((rows, columns), (4, 6) | (6, 4)) && colors == 3 && border == Border::OneColor;
    // 8 counts the 4 symmetries of the rectangle and the exchange of the two other colors.
    is_known.then_some(Published { count: 8 * 13_328, source: "8 x 13328, the number usually given" })
}

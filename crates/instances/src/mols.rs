//! Two orthogonal Latin squares: superimposed, they contain each pair of symbols once (Graeco-Latin squares,
//! Euler 1782).

use dlx_core::Problem;

use crate::geometry::Geometry;
use crate::latin::{Form, square, table};
use crate::{InstanceError, Published, check_range, grid};

/// Returns the problem of finding the ordered pairs of orthogonal Latin squares of `n` rows.
///
/// The items are the cells `p` (row, column); `r` and `c` (row or column, symbol) of the first square, `R`
/// and `C` of the second, and the pairs of symbols `s`. An option puts a symbol of each square into a cell:
/// n^4 options with 6 items each.
///
/// In the reduced form, the first row of both squares and the first column of the first square are in order.
/// Any pair can be brought to this form by renaming the symbols of each square and then exchanging rows other
/// than the first; n!² (n-1)! pairs have the same reduced form.
///
/// # Errors
/// If `n` is not within 1 to 40.
pub fn problem(n: usize, form: Form) -> Result<Problem, InstanceError> {
    check_range("the side of the squares", n, 1, 40)?;
    let mut builder = Problem::builder();
    let cells = square(&mut builder, "p", n)?;
    let in_row = [square(&mut builder, "r", n)?, square(&mut builder, "R", n)?];
    let in_column = [square(&mut builder, "c", n)?, square(&mut builder, "C", n)?];
    let pairs = square(&mut builder, "s", n)?;
    for [row, column] in grid(n, n) {
        for [first, second] in grid(n, n) {
            let is_in_order =
                (row > 0 || (first == column && second == column)) && (column > 0 || first == row);
            if form == Form::Reduced && !is_in_order {
                continue;
            }
            builder.add_option([
                cells[row * n + column],
                in_row[0][row * n + first],
                in_column[0][column * n + first],
                in_row[1][row * n + second],
                in_column[1][column * n + second],
                pairs[first * n + second],
            ])?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the two symbols of each cell.
#[must_use]
pub fn geometry(n: usize, _: Form) -> Geometry {
    table(n, &["r", "R"])
}

/// Returns the number of ordered pairs, up to side 6.
///
/// Up to side 5, a Latin square with an orthogonal mate is isotopic to the table of a group. For side 3 there
/// are 12 such squares, each with 3! mates; for side 4 there are 144 isotopic to the table of the Klein
/// four-group, with 2 · 4! mates each; for side 5 there are 17280 isotopic to the cyclic group, with 3 · 5!
/// mates each. For sides 2 and 6 there is none (Tarry 1900).
#[must_use]
pub fn published(n: usize, form: Form) -> Option<Published> {
    let (pairs, reduced, source) = match n {
        1 => (1, 1, "the square of one cell with itself"),
        2 => (0, 0, "the two Latin squares of side 2 are not orthogonal"),
        3 => (72, 1, "12 Latin squares with 6 mates each"),
        4 => (6912, 2, "144 Latin squares with 48 mates each"),
        5 => (6_220_800, 18, "17280 Latin squares with 360 mates each"),
        6 => (0, 0, "Tarry 1900"),
        _ => return None,
    };
    let count = if form == Form::All { pairs } else { reduced };
    Some(Published { count, source })
}

//! Latin squares: each of n symbols occurs once in every row and column.

use dlx_core::{BuildError, ItemId, Problem, ProblemBuilder};

use crate::geometry::{Geometry, Picture};
use crate::numerals::{numerals, pattern};
use crate::{InstanceError, Published, check_range, grid, primaries};

/// The squares to find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// All squares.
    All,
    /// Only the squares with the symbols of the first row and the first column in order.
    Reduced,
}

/// Returns the problem of finding the Latin squares of `n` rows.
///
/// The items are, in this order, the cells `p00`.. (row, column), `r00`.. (row, symbol) and `c00`.. (column,
/// symbol); an option puts a symbol into a cell. In the reduced form, the cells of the first row and the
/// first column have one option each.
///
/// # Errors
/// If `n` is not within 1 to 150.
pub fn problem(n: usize, form: Form) -> Result<Problem, InstanceError> {
    check_range("the side of the square", n, 1, 150)?;
    let mut builder = Problem::builder();
    let cells = square(&mut builder, "p", n)?;
    let in_row = square(&mut builder, "r", n)?;
    let in_column = square(&mut builder, "c", n)?;
    for [row, column] in grid(n, n) {
        for symbol in 0..n {
            let is_in_order = (row > 0 || symbol == column) && (column > 0 || symbol == row);
            if form == Form::All || is_in_order {
                let cell = cells[row * n + column];
                builder.add_option([cell, in_row[row * n + symbol], in_column[column * n + symbol]])?;
            }
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows the symbols in their cells.
#[must_use]
pub fn geometry(n: usize, _: Form) -> Geometry {
    table(n, &["r"])
}

/// Returns a geometry that shows a table of the symbols; `prefixes` are those of the items that contain a
/// symbol.
pub(crate) fn table(n: usize, prefixes: &[&str]) -> Geometry {
    let [cell, symbol] = ["<column>", "<symbol>"].map(|last| pattern(["<row>", last], [n, n]));
    let symbols: Vec<String> = prefixes.iter().map(|prefix| format!("symbol={prefix}{symbol}")).collect();
    Geometry::known(Picture::Table, [1, n, n], &format!("cell=p{cell} {}", symbols.join(" ")))
}

/// Adds an item for each pair of numbers below `n`: `p01` for 0 and 1 if the prefix is `p`.
pub(crate) fn square(
    builder: &mut ProblemBuilder,
    prefix: &str,
    n: usize,
) -> Result<Vec<ItemId>, BuildError> {
    primaries(builder, grid(n, n).map(|pair| format!("{prefix}{}", numerals(pair, [n, n]))))
}

/// A002860; the number for side 11 exceeds 128 bits.
const ALL: [u128; 10] = [
    1,
    2,
    12,
    576,
    161_280,
    812_851_200,
    61_479_419_904_000,
    108_776_032_459_082_956_800,
    5_524_751_496_156_892_842_531_225_600,
    9_982_437_658_213_039_871_725_064_756_920_320_000,
];

/// A000315.
const REDUCED: [u128; 11] = [
    1,
    1,
    1,
    4,
    56,
    9408,
    16_942_080,
    535_281_401_856,
    377_597_570_964_258_816,
    7_580_721_483_160_132_811_489_280,
    5_363_937_773_277_371_298_119_673_540_771_840,
];

/// Returns the number of squares, if it is known here: up to side 10, and 11 in the reduced form.
#[must_use]
pub fn published(n: usize, form: Form) -> Option<Published> {
    let (counts, source) = match form {
        Form::All => (&ALL[..], "OEIS A002860"),
        Form::Reduced => (&REDUCED[..], "OEIS A000315"),
    };
    let &count = counts.get(n.checked_sub(1)?)?;
    Some(Published { count, source })
}

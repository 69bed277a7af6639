//! A grid in the orientation of a search, and its blank lines, which are interchangeable.

use crate::model::geometry::MAX_SIDE;

/// The blocks of lines that can be exchanged: rows of a band and bands, columns of a stack and stacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Blocks {
    pub(super) side: usize,
    /// Rows of a band.
    pub(super) height: usize,
    /// Columns of a stack.
    pub(super) width: usize,
    pub(super) has_transposition: bool,
}

/// A grid in one of two orientations: as it is, or with rows and columns exchanged.
pub(super) struct OrientedGrid<'a> {
    pub(super) digits: &'a [u8],
    pub(super) is_turned: bool,
    /// By row, the interchangeable blank rows before it, as bits: all orders that swap them are equivalent.
    pub(super) rows_before: [u32; MAX_SIDE],
    pub(super) columns_before: [u32; MAX_SIDE],
    pub(super) has_blank_columns: bool,
}

impl<'a> OrientedGrid<'a> {
    pub(super) fn new(digits: &'a [u8], is_turned: bool, shape: Blocks) -> OrientedGrid<'a> {
        let side = shape.side;
        let blank_row = |row: usize| digits[row * side..][..side].iter().all(|&digit| digit == 0);
        let blank_column = |column: usize| digits.iter().skip(column).step_by(side).all(|&digit| digit == 0);
        let columns_before = before(side, shape.width, blank_column);
        OrientedGrid {
            digits,
            is_turned,
            rows_before: before(side, shape.height, blank_row),
            columns_before,
            has_blank_columns: columns_before.iter().any(|&before| before != 0),
        }
    }

    /// Returns the grid for a search that tries interchangeable blank lines in all orders.
    pub(super) fn in_all_orders(digits: &'a [u8], is_turned: bool) -> OrientedGrid<'a> {
        let none = [0; MAX_SIDE];
        OrientedGrid { digits, is_turned, rows_before: none, columns_before: none, has_blank_columns: false }
    }

    /// Returns the number of orders of interchangeable blank lines; the search tries one of them.
    pub(super) fn orders(&self, shape: Blocks) -> u128 {
        let side = shape.side;
        let blanks = |before: &[u32; MAX_SIDE], size: usize| -> u128 {
            // Only lines of the same band, and earlier bands, are counted.
            (0..side)
                .map(|line| {
                    let own = ((1_u32 << size) - 1) << (line / size * size);
                    let in_band = (before[line] & own).count_ones() + 1;
                    let bands = if line % size == 0 {
                        (before[line] & !own).count_ones() / u32::try_from(size).unwrap_or(1) + 1
                    } else {
                        1
                    };
                    u128::from(in_band) * u128::from(bands)
                })
                .product()
        };
        blanks(&self.rows_before, shape.height) * blanks(&self.columns_before, shape.width)
    }
}

/// Returns, by line, the interchangeable lines that must be placed before it, as bits: a blank line of a band
/// comes after the earlier ones of the band, and a line of a blank band after all earlier blank bands.
fn before(side: usize, size: usize, is_blank: impl Fn(usize) -> bool) -> [u32; MAX_SIDE] {
    let mut before = [0; MAX_SIDE];
    let mut blank_bands = 0;
    for first in (0..side).step_by(size) {
        let is_blank_band = (first..first + size).all(&is_blank);
        let mut blank = 0;
        for (line, before) in before.iter_mut().enumerate().skip(first).take(size) {
            if is_blank_band {
                *before |= blank_bands;
            }
            if is_blank(line) {
                *before |= blank;
                blank |= 1 << line;
            }
        }
        if is_blank_band {
            blank_bands |= blank;
        }
    }
    before
}

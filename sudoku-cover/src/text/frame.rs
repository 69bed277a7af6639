//! Cells in an ASCII frame.

use crate::model::geometry::Geometry;
use crate::model::grid::{Grid, GridError};

impl Grid {
    /// Returns the grid in a frame of `+`, `-` and `|`, with `.` for blank cells and `_` before digits that
    /// are not given.
    ///
    /// ```
    /// # use sudoku_cover::{Geometry, Grid};
    /// let (given, solution): (Grid, Grid) = ("1...............".parse()?, "1234341221434321".parse()?);
    /// let frame = solution.to_frame(&given, &Geometry::of_side(4)?)?;
    /// assert!(frame.starts_with("+-----+-----+\n| 1_2 |_3_4 |\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`GridError::OtherSide`] if the grids or the board have different sides.
    pub fn to_frame(&self, given: &Grid, geometry: &Geometry) -> Result<String, GridError> {
        GridError::check_side(self.side(), given.side())?;
        GridError::check_side(self.side(), geometry.side())?;
        let cells = self.digits().iter().zip(given.digits()).map(|(digit, given)| match digit {
            None => " .".to_owned(),
            Some(digit) if given.is_some() => format!(" {digit}"),
            Some(digit) => format!("_{digit}"),
        });
        Ok(frame(&cells.collect::<Vec<_>>(), geometry, &GRID))
    }
}

/// The corners of the top, the middle lines and the bottom of a frame around cells.
pub(super) struct BoxDrawing {
    corners: [[&'static str; 3]; 3],
    is_aligned_left: bool,
}

pub(super) const GRID: BoxDrawing = BoxDrawing { corners: [["+", "+", "+"]; 3], is_aligned_left: false };
pub(super) const PENCILMARKS: BoxDrawing =
    BoxDrawing { corners: [[".", ".", "."], [":", "+", ":"], ["'", "'", "'"]], is_aligned_left: true };

/// Returns cells in a frame, with a line around every box, unless boxes add nothing or regions replace them.
/// A cell begins with its separator.
pub(super) fn frame(cells: &[String], geometry: &Geometry, frame: &BoxDrawing) -> String {
    let side = geometry.side();
    let is_whole = geometry.has_idle_boxes() || geometry.has_regions() || !geometry.is_square();
    let (height, box_width) =
        if is_whole { (side, side) } else { (geometry.box_height(), geometry.box_width()) };
    let mut widths: Vec<usize> = (0..side)
        .map(|column| cells.iter().skip(column).step_by(side).map(String::len).max().unwrap_or(1))
        .collect();
    if !frame.is_aligned_left {
        // Equal column widths are easier to read.
        let widest = widths.iter().copied().max().unwrap_or(1);
        widths.fill(widest);
    }
    let [top, middle, bottom] = frame.corners.map(|[left, between, right]| {
        let stacks = widths.chunks(box_width).map(|widths| "-".repeat(widths.iter().sum::<usize>() + 1));
        format!("{left}{}{right}\n", stacks.collect::<Vec<_>>().join(between))
    });
    let mut text = top;
    for (row, cells) in cells.chunks(side).enumerate() {
        if row > 0 && row % height == 0 {
            text += &middle;
        }
        for (column, (cell, &width)) in cells.iter().zip(&widths).enumerate() {
            if column % box_width == 0 {
                text += if column == 0 { "|" } else { " |" };
            }
            text += &if frame.is_aligned_left { format!("{cell:width$}") } else { format!("{cell:>width$}") };
        }
        text += " |\n";
    }
    text + &bottom
}

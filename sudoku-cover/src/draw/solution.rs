//! A solution as a grid of text.

use crate::draw::style::Ink;
use crate::model::geometry::Geometry;
use crate::model::grid::{Grid, GridError};

/// The escape sequences around a digit that was found.
const RED: (&str, &str) = ("\u{1b}[31m", "\u{1b}[0m");

/// Returns a solution in a frame, as [`Grid::to_frame`] draws it: digits that are not given in `puzzle` have
/// a `_` before them, or are red with [`Ink::Ansi`].
///
/// # Errors
/// [`GridError::OtherSide`] if the grids or the board have different sides.
///
/// # Complexity
/// Linear in the number of cells.
pub fn solution_frame(
    solution: &Grid,
    puzzle: &Grid,
    geometry: &Geometry,
    ink: Ink,
) -> Result<String, GridError> {
    let frame = solution.to_frame(puzzle, geometry)?;
    if ink == Ink::Plain {
        return Ok(frame);
    }
    let mut parts = frame.split('_');
    let mut colored = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let end = part.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(part.len());
        let (digit, rest) = part.split_at(end);
        colored.extend([" ", RED.0, digit, RED.1, rest]);
    }
    Ok(colored)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_that_were_found_are_told_from_given_ones() {
        let (puzzle, solution): (Grid, Grid) =
            ("1...............".parse().unwrap(), "1234341221434321".parse().unwrap());
        let geometry = Geometry::of_side(4).unwrap();
        let plain = solution_frame(&solution, &puzzle, &geometry, Ink::Plain).unwrap();
        assert!(plain.starts_with("+-----+-----+\n| 1_2 |_3_4 |\n"), "{plain}");
        let colored = solution_frame(&solution, &puzzle, &geometry, Ink::Ansi).unwrap();
        assert!(colored.contains("| 1 \u{1b}[31m2\u{1b}[0m | \u{1b}[31m3"), "{colored}");
        assert!(solution_frame(&solution, &puzzle, &Geometry::classic(), Ink::Plain).is_err());
    }
}

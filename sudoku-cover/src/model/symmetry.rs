//! The symmetries of a square that the cells with clues can have, and the orbits into which they divide the board.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::model::geometry::{Cell, Geometry};

/// A group of turns and mirrorings of the board. The names say what maps the cells with clues onto one another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// Nothing but leaving the board as it is.
    #[default]
    None,
    /// Half a turn.
    HalfTurn,
    /// A quarter of a turn, and so half a turn too.
    QuarterTurn,
    /// Mirroring at the horizontal line through the middle: top and bottom change places.
    Horizontal,
    /// Mirroring at the vertical line through the middle: left and right change places.
    Vertical,
    /// Mirroring at the diagonal from the top left corner: rows and columns change places.
    Diagonal,
    /// Mirroring at the diagonal from the top right corner.
    Antidiagonal,
    /// Mirroring at both lines through the middle.
    BothMirrors,
    /// Mirroring at both diagonals.
    BothDiagonals,
    /// All turns and mirrorings.
    Full,
}

/// A word that names no symmetry.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("unknown symmetry `{found}`, expected one of {}", Symmetry::ALL.map(Symmetry::name).join(", "))]
pub struct UnknownSymmetry {
    /// The word.
    pub found: String,
}

/// A way to turn or mirror a board: from its last row or column, a row and a column, to a row and a column.
type Map = fn(usize, usize, usize) -> (usize, usize);

const HALF: Map = |last, row, column| (last - row, last - column);
const QUARTER: Map = |last, row, column| (column, last - row);
const HORIZONTAL: Map = |last, row, column| (last - row, column);
const VERTICAL: Map = |last, row, column| (row, last - column);
const DIAGONAL: Map = |_, row, column| (column, row);
const ANTIDIAGONAL: Map = |last, row, column| (last - column, last - row);

impl Symmetry {
    /// All of them.
    pub const ALL: [Symmetry; 10] = [
        Symmetry::None,
        Symmetry::HalfTurn,
        Symmetry::QuarterTurn,
        Symmetry::Horizontal,
        Symmetry::Vertical,
        Symmetry::Diagonal,
        Symmetry::Antidiagonal,
        Symmetry::BothMirrors,
        Symmetry::BothDiagonals,
        Symmetry::Full,
    ];

    /// The word that names it, such as `rot180`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Symmetry::None => "none",
            Symmetry::HalfTurn => "rot180",
            Symmetry::QuarterTurn => "rot90",
            Symmetry::Horizontal => "horizontal",
            Symmetry::Vertical => "vertical",
            Symmetry::Diagonal => "diagonal",
            Symmetry::Antidiagonal => "antidiagonal",
            Symmetry::BothMirrors => "mirrors",
            Symmetry::BothDiagonals => "diagonals",
            Symmetry::Full => "full",
        }
    }

    /// Other words for it.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        match self {
            Symmetry::None => &["random", "c1"],
            Symmetry::HalfTurn => &["rotate180", "half-turn", "rotational", "point", "central", "c2"],
            Symmetry::QuarterTurn => &["rotate90", "quarter-turn", "c4"],
            Symmetry::Horizontal => &["top-bottom", "flip"],
            Symmetry::Vertical => &["left-right", "mirror"],
            Symmetry::Diagonal => &["main-diagonal", "transpose"],
            Symmetry::Antidiagonal => &["anti-diagonal"],
            Symmetry::BothMirrors => &["both-mirrors", "orthogonal", "biaxial"],
            Symmetry::BothDiagonals => &["both-diagonals", "bidiagonal"],
            Symmetry::Full => &["dihedral", "all", "d4"],
        }
    }

    /// Maps of which all others of the group are made.
    const fn generators(self) -> &'static [Map] {
        match self {
            Symmetry::None => &[],
            Symmetry::HalfTurn => &[HALF],
            Symmetry::QuarterTurn => &[QUARTER],
            Symmetry::Horizontal => &[HORIZONTAL],
            Symmetry::Vertical => &[VERTICAL],
            Symmetry::Diagonal => &[DIAGONAL],
            Symmetry::Antidiagonal => &[ANTIDIAGONAL],
            Symmetry::BothMirrors => &[HORIZONTAL, VERTICAL],
            Symmetry::BothDiagonals => &[DIAGONAL, ANTIDIAGONAL],
            Symmetry::Full => &[QUARTER, DIAGONAL],
        }
    }

    /// The sets of cells that are mapped onto one another, in the order of their first cells; cells ascending.
    /// Together they are the board.
    ///
    /// # Complexity
    /// Linear in the cells.
    #[must_use]
    pub fn orbits(self, geometry: &Geometry) -> Vec<Vec<Cell>> {
        let (side, last) = (geometry.side(), geometry.side() - 1);
        let mut is_in_orbit = vec![false; geometry.cell_count()];
        let mut orbits = Vec::new();
        for cell in geometry.cells() {
            if is_in_orbit[geometry.index(cell)] {
                continue;
            }
            is_in_orbit[geometry.index(cell)] = true;
            let mut orbit = vec![cell];
            let mut next = 0;
            while let Some(&cell) = orbit.get(next) {
                next += 1;
                for map in self.generators() {
                    let (row, column) = map(last, cell.row(), cell.column());
                    let image = row * side + column;
                    if !is_in_orbit[image] {
                        is_in_orbit[image] = true;
                        orbit.extend(geometry.cell(image));
                    }
                }
            }
            orbit.sort_unstable();
            orbits.push(orbit);
        }
        orbits
    }
}

impl fmt::Display for Symmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Symmetry {
    type Err = UnknownSymmetry;

    fn from_str(word: &str) -> Result<Symmetry, UnknownSymmetry> {
        let is_named = |symmetry: &Symmetry| {
            let mut names = symmetry.aliases().iter().chain([&symmetry.name()]).copied().collect::<Vec<_>>();
            names.retain(|name| name.eq_ignore_ascii_case(word));
            !names.is_empty()
        };
        let found = Symmetry::ALL.into_iter().find(is_named);
        found.ok_or_else(|| UnknownSymmetry { found: word.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the lemma of Cauchy and Frobenius: the cells that each map leaves in place, on average.
    #[test]
    fn orbits_are_as_many_as_the_group_says() {
        for (symmetry, odd, even) in [
            (Symmetry::None, 81, 16),
            (Symmetry::HalfTurn, 41, 8),
            (Symmetry::QuarterTurn, 21, 4),
            (Symmetry::Horizontal, 45, 8),
            (Symmetry::Vertical, 45, 8),
            (Symmetry::Diagonal, 45, 10),
            (Symmetry::Antidiagonal, 45, 10),
            (Symmetry::BothMirrors, 25, 4),
            (Symmetry::BothDiagonals, 25, 6),
            (Symmetry::Full, 15, 3),
        ] {
            for (side, count) in [(9, odd), (4, even)] {
                let geometry = Geometry::of_side(side).unwrap();
                let orbits = symmetry.orbits(&geometry);
                assert_eq!(orbits.len(), count, "{symmetry}");
                let mut cells: Vec<Cell> = orbits.concat();
                cells.sort_unstable();
                assert_eq!(cells, geometry.cells().collect::<Vec<_>>());
            }
        }
    }

    #[test]
    fn names_and_aliases_are_distinct_and_read_back() {
        let mut names = Vec::new();
        for symmetry in Symmetry::ALL {
            for &name in symmetry.aliases().iter().chain([&symmetry.name()]) {
                assert_eq!(name.parse(), Ok(symmetry));
                assert!(!names.contains(&name), "{name}");
                names.push(name);
            }
        }
        assert!(
            "square".parse::<Symmetry>().unwrap_err().to_string().starts_with("unknown symmetry `square`")
        );
    }
}

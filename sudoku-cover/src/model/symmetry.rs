//! The symmetries of a square that the cells of the givens can have, and the orbits into which they divide
//! the board.

use std::fmt;
use std::str::FromStr;

use crate::model::geometry::{Cell, Geometry};
use crate::model::unexpected::Unexpected;

/// A group of rotations and reflections of the board. The names describe the maps that preserve the cells of
/// the givens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum Symmetry {
    /// Only the identity.
    #[default]
    None,
    /// A rotation by 180 degrees.
    HalfTurn,
    /// A rotation by 90 degrees, and therefore by 180 degrees too.
    QuarterTurn,
    /// Reflection at the horizontal line through the middle: exchanges top and bottom.
    Horizontal,
    /// Reflection at the vertical line through the middle: exchanges left and right.
    Vertical,
    /// Reflection at the diagonal from the top left corner: exchanges rows and columns.
    Diagonal,
    /// Reflection at the diagonal from the top right corner.
    Antidiagonal,
    /// Reflection at both lines through the middle.
    BothMirrors,
    /// Reflection at both diagonals.
    BothDiagonals,
    /// All rotations and reflections.
    Full,
}

/// A rotation or reflection of a board. The arguments are the index of the last row, a row and a column; the
/// result is a row and a column.
type Map = fn(usize, usize, usize) -> (usize, usize);

const HALF: Map = |last, row, column| (last - row, last - column);
const QUARTER: Map = |last, row, column| (column, last - row);
const HORIZONTAL: Map = |last, row, column| (last - row, column);
const VERTICAL: Map = |last, row, column| (row, last - column);
const DIAGONAL: Map = |_, row, column| (column, row);
const ANTIDIAGONAL: Map = |last, row, column| (last - column, last - row);

/// The maps in words.
const WORDS: [(&str, Map); 8] = [
    ("identity", |_, row, column| (row, column)),
    ("half turn", HALF),
    ("quarter turn clockwise", QUARTER),
    ("quarter turn counterclockwise", |last, row, column| (last - column, row)),
    ("reflection in the horizontal axis", HORIZONTAL),
    ("reflection in the vertical axis", VERTICAL),
    ("reflection in the main diagonal", DIAGONAL),
    ("reflection in the antidiagonal", ANTIDIAGONAL),
];

/// Returns the words for a map of the cells, given as rows and columns, if it is a rotation or reflection.
pub(crate) fn words_for(side: usize, image: impl Fn(usize, usize) -> (usize, usize)) -> Option<&'static str> {
    let is_equal = |map: &Map| {
        (0..side * side).all(|place| {
            let (row, column) = (place / side, place % side);
            map(side - 1, row, column) == image(row, column)
        })
    };
    WORDS.iter().find(|(_, map)| is_equal(map)).map(|(words, _)| *words)
}

/// In the order of the enum: the name, other words for it, and maps that generate the group.
const SYMMETRIES: [(Symmetry, &str, &[&str], &[Map]); 10] = [
    (Symmetry::None, "none", &["random", "c1"], &[]),
    (
        Symmetry::HalfTurn,
        "rot180",
        &["rotate180", "half-turn", "rotational", "point", "central", "c2"],
        &[HALF],
    ),
    (Symmetry::QuarterTurn, "rot90", &["rotate90", "quarter-turn", "c4"], &[QUARTER]),
    (Symmetry::Horizontal, "horizontal", &["top-bottom", "flip"], &[HORIZONTAL]),
    (Symmetry::Vertical, "vertical", &["left-right", "mirror"], &[VERTICAL]),
    (Symmetry::Diagonal, "diagonal", &["main-diagonal", "transpose"], &[DIAGONAL]),
    (Symmetry::Antidiagonal, "antidiagonal", &["anti-diagonal"], &[ANTIDIAGONAL]),
    (Symmetry::BothMirrors, "mirrors", &["both-mirrors", "orthogonal", "biaxial"], &[HORIZONTAL, VERTICAL]),
    (Symmetry::BothDiagonals, "diagonals", &["both-diagonals", "bidiagonal"], &[DIAGONAL, ANTIDIAGONAL]),
    (Symmetry::Full, "full", &["dihedral", "all", "d4"], &[QUARTER, DIAGONAL]),
];

impl Symmetry {
    /// All symmetries.
    pub const ALL: [Symmetry; 10] = {
        let mut all = [Symmetry::None; 10];
        let mut place = 0;
        while place < all.len() {
            all[place] = SYMMETRIES[place].0;
            place += 1;
        }
        all
    };

    /// Returns the word for the symmetry, such as `rot180`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        SYMMETRIES[self as usize].1
    }

    /// Returns other words for the symmetry.
    #[must_use]
    pub const fn aliases(self) -> &'static [&'static str] {
        SYMMETRIES[self as usize].2
    }

    /// Returns the maps of the group on a board of this side: by index of a cell its image. The identity comes first.
    pub(crate) fn maps(self, geometry: &Geometry) -> Vec<Vec<Cell>> {
        let last = geometry.side() - 1;
        let mut maps: Vec<Vec<Cell>> = vec![geometry.cells().collect()];
        let mut next = 0;
        while next < maps.len() {
            for map in SYMMETRIES[self as usize].3 {
                let image = |cell: &Cell| {
                    let (row, column) = map(last, cell.row(), cell.column());
                    geometry.cell(row * geometry.side() + column)
                };
                let longer: Vec<Cell> = maps[next].iter().filter_map(image).collect();
                if !maps.contains(&longer) {
                    maps.push(longer);
                }
            }
            next += 1;
        }
        maps
    }

    /// Returns the sets of cells that are mapped onto one another, in the order of their first cells; cells
    /// ascending. Together they are the board; blocked cells are in none.
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
                for map in SYMMETRIES[self as usize].3 {
                    let (row, column) = map(last, cell.row(), cell.column());
                    let image = row * side + column;
                    if !is_in_orbit[image] {
                        is_in_orbit[image] = true;
                        orbit.extend(geometry.cell(image));
                    }
                }
            }
            orbit.retain(|&cell| !geometry.is_blocked(cell));
            orbit.sort_unstable();
            if !orbit.is_empty() {
                orbits.push(orbit);
            }
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
    type Err = Unexpected;

    fn from_str(word: &str) -> Result<Symmetry, Unexpected> {
        let is_word = |name: &&str| name.eq_ignore_ascii_case(word);
        let mut all = SYMMETRIES.iter();
        let found = all.find(|(_, name, aliases, _)| is_word(name) || aliases.iter().any(is_word));
        found.map(|(symmetry, ..)| *symmetry).ok_or_else(|| {
            Unexpected::text(format!("one of {}", Symmetry::ALL.map(Symmetry::name).join(", ")), word)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// By the lemma of Cauchy and Frobenius: the mean number of cells that each map leaves in place.
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
        assert!("square".parse::<Symmetry>().unwrap_err().to_string().ends_with("full, found `square`"));
    }
}

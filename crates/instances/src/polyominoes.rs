//! Polyominoes: named ones of up to five cells, and all polyominoes of one size.

use dlx_core::Problem;

use crate::grids::Grid;
use crate::packing::{self, Piece, Times};
use crate::region::Region;
use crate::shape::{Cell, Moves, Shape, Space, connected};
use crate::{InstanceError, Published};

/// The free polyominoes of at most five cells, each with its usual letter. The names of the pentominoes are
/// those of S. W. Golomb, *Polyominoes*, 1954 and 1965; spaces separate the rows.
const NAMED: [(&str, &str); 21] = [
    ("I1", "#"),
    ("I2", "##"),
    ("I3", "###"),
    ("V3", "#. ##"),
    ("I4", "####"),
    ("L4", "#.. ###"),
    ("O4", "## ##"),
    ("S4", ".## ##."),
    ("T4", "### .#."),
    ("F", ".## ##. .#."),
    ("I", "#####"),
    ("L", "#... ####"),
    ("N", ".### ##.."),
    ("P", "### ##."),
    ("T", "### .#. .#."),
    ("U", "#.# ###"),
    ("V", "#.. #.. ###"),
    ("W", "#.. ##. .##"),
    ("X", ".#. ### .#."),
    ("Y", ".#.. ####"),
    ("Z", "##. .#. .##"),
];

/// The free pieces of six triangles, drawn as [`Grid::Triangles`] says. The names are those of T. H. O'Beirne, New Scientist
/// 1961, as <https://mathworld.wolfram.com/Hexiamond.html> has them.
const HEXIAMONDS: [(&str, &str); 12] = [
    ("bar", "######"),
    ("butterfly", "### ###"),
    ("chevron", "## .####"),
    ("crook", ".# .#####"),
    ("crown", ".##### ...#"),
    ("hexagon", ".### .###"),
    ("hook", "#### ..##"),
    ("lobster", "#### .##"),
    ("signpost", "## ####"),
    ("snake", ".### ...###"),
    ("sphinx", "##### .#"),
    ("yacht", "### .###"),
];

/// The free pieces of four hexagons, drawn as [`Grid::Hexagons`] says, with the names of M. Gardner, *Mathematical Magic Show*,
/// 1977, chapter 11.
const TETRAHEXES: [(&str, &str); 7] = [
    ("arch", "## .# #"),
    ("bar", "####"),
    ("bee", "## ##"),
    ("pistol", "### #"),
    ("propeller", "..# ## .#"),
    ("wave", "..## ##"),
    ("worm", "### ..#"),
];

/// Returns the problem of filling a region with the twelve pentominoes, each used once, which may be rotated
/// and reflected.
///
/// # Errors
/// As [`packing::problem`].
pub fn pentominoes(region: &Region) -> Result<Problem, InstanceError> {
    packing::problem(region, &named("pentominoes", Moves::TurnsAndFlips)?)
}

/// Returns the pieces with this name, each used once:
/// - letters out of `FILNPTUVWXYZ`: those pentominoes;
/// - a letter and a size, such as `I3`, `T4` or `W5`: one polyomino;
/// - `monomino`, `domino`, `trominoes`, `tetrominoes`, `pentominoes`: all of that size;
/// - `free`, `onesided` or `fixed` and a size, such as `free6`: all of that size, named `6.1`, `6.2` and so
///   on; free ones may be rotated and reflected, one-sided ones rotated, and fixed ones neither.
///
/// `moves` has no effect on the names of the last kind.
///
/// # Errors
/// If the name is unknown, or the size is not within 1 to 10.
pub fn named(name: &str, moves: Moves) -> Result<Vec<Piece>, InstanceError> {
    let expected = "pentominoes by letters such as `FILN`, one polyomino such as `I5` or `T4`, a set such as \
                    `tetrominoes`, or `free6`, `onesided6` or `fixed6`";
    let unknown = || InstanceError::UnknownPiece { name: name.to_owned(), expected };
    if let Some((size, moves)) = size_of(name, [Moves::TurnsAndFlips, Moves::Turns, Moves::Shifts]) {
        return of_size(size.ok_or_else(unknown)?, moves);
    }
    let sets = ["monomino", "domino", "trominoes", "tetrominoes", "pentominoes"];
    if let Some(size) = (1..).zip(sets).find_map(|(size, set)| (set == name).then_some(size)) {
        let all = NAMED.iter().map(|&(name, rows)| piece(Grid::Cubes, name, rows, moves));
        return Ok(all
            .collect::<Result<Vec<Piece>, _>>()?
            .into_iter()
            .filter(|piece| piece.shape.cells().len() == size)
            .collect());
    }
    let one = |name: &str| {
        let name = name.strip_suffix('5').unwrap_or(name);
        let &(name, rows) = NAMED.iter().find(|(known, _)| *known == name)?;
        Some(piece(Grid::Cubes, name, rows, moves))
    };
    if let Some(piece) = one(name) {
        return Ok(vec![piece?]);
    }
    let letters = name.char_indices().map(|(at, letter)| one(&name[at..at + letter.len_utf8()]));
    let pieces: Vec<Piece> =
        letters.map(|piece| piece.unwrap_or_else(|| Err(unknown()))).collect::<Result<_, _>>()?;
    if pieces.is_empty() { Err(unknown()) } else { Ok(pieces) }
}

/// Returns the pieces of a grid with this name, each used once: those of [`named`] for squares; for triangles and hexagons
/// - `hexiamonds`, the twelve of six triangles, or one of their names, such as `sphinx`;
/// - `tetrahexes`, the seven of four hexagons, or one of their names, such as `propeller`;
/// - `free`, `onesided` or `fixed` and a size, as those of [`named`] with the same names.
///
/// `moves` has no effect on the names of the last kind.
///
/// # Errors
/// If the name is unknown in this grid, or the size is out of the range of [`Grid::connected`].
pub fn named_on(grid: Grid, name: &str, moves: Moves) -> Result<Vec<Piece>, InstanceError> {
    let (set, known, expected): (&str, &[(&str, &str)], _) = match grid {
        Grid::Triangles => (
            "hexiamonds",
            &HEXIAMONDS,
            "`hexiamonds` or one of them such as `sphinx`, `free6`, `onesided6` or `fixed6`, or a file of drawn pieces",
        ),
        Grid::Hexagons => (
            "tetrahexes",
            &TETRAHEXES,
            "`tetrahexes` or one of them such as `propeller`, `free4`, `onesided4` or `fixed4`, or a file of drawn \
             pieces",
        ),
        Grid::Cubes => return named(name, moves),
        _ => ("", &[], "a file of drawn pieces"),
    };
    let unknown = || InstanceError::UnknownPiece { name: name.to_owned(), expected };
    let pieces: Vec<Piece> = known
        .iter()
        .filter(|(own, _)| [set, own].contains(&name))
        .map(|(name, rows)| piece(grid, name, rows, moves))
        .collect::<Result<_, _>>()?;
    if !pieces.is_empty() {
        return Ok(pieces);
    }
    let kinds = [Moves::TurnsAndFlips, Moves::Turns, Moves::Shifts];
    let (size, moves) = size_of(name, kinds).ok_or_else(unknown)?;
    let size = size.ok_or_else(unknown)?;
    Ok(numbered(size, grid.connected(size, moves)?, moves))
}

/// Returns all polyominoes of one size, each used once. Of polyominoes that these moves transform into one
/// another, it returns one.
///
/// # Errors
/// If `size` is not within 1 to 10.
pub fn of_size(size: usize, moves: Moves) -> Result<Vec<Piece>, InstanceError> {
    Ok(numbered(size, connected(size, Space::Plane, moves)?, moves))
}

/// Parses a name such as `free6` into its size and the moves of free, one-sided or fixed pieces. Returns
/// `None` if the name does not begin with one of these words, and no size if no number follows the word.
pub(crate) fn size_of(name: &str, moves: [Moves; 3]) -> Option<(Option<usize>, Moves)> {
    let mut kinds = ["free", "onesided", "fixed"].into_iter().zip(moves);
    kinds.find_map(|(kind, moves)| Some((name.strip_prefix(kind)?.parse().ok(), moves)))
}

/// Returns pieces named `6.1`, `6.2` and so on, each used once.
pub(crate) fn numbered(size: usize, shapes: Vec<Shape>, moves: Moves) -> Vec<Piece> {
    let named = (1..).zip(shapes);
    named
        .map(|(number, shape)| Piece { name: format!("{size}.{number}"), shape, moves, times: Times::ONCE })
        .collect()
}

fn piece(grid: Grid, name: &str, rows: &str, moves: Moves) -> Result<Piece, InstanceError> {
    let cells = rows.split(' ').enumerate().flat_map(|(row, line)| {
        line.chars().enumerate().filter(|(_, c)| *c == '#').map(move |(column, _)| Cell::new(row, column))
    });
    Ok(Piece { name: name.to_owned(), shape: grid.shape(cells)?, moves, times: Times::ONCE })
}

/// Returns the number of ways to fill a region with the twelve pentominoes, with symmetric ones counted
/// separately: for the rectangles of 60 cells, and the square of 64 cells without the four in its middle.
#[must_use]
pub fn published(region: &Region) -> Option<Published> {
    let middle = [Cell::new(3, 3), Cell::new(3, 4), Cell::new(4, 3), Cell::new(4, 4)];
    let haselgrove =
        |count: u128| Some(Published { count: 4 * count, source: "4 x those of Haselgrove 1960" });
    match region.as_rectangle() {
        Some((6, 10) | (10, 6)) => haselgrove(2339),
        Some((5, 12) | (12, 5)) => haselgrove(1010),
        Some((4, 15) | (15, 4)) => haselgrove(368),
        Some((3, 20) | (20, 3)) => haselgrove(2),
        Some((1 | 2, _) | (_, 1 | 2)) => {
            Some(Published { count: 0, source: "X fits in 3 rows and columns only" })
        }
        None if Region::rectangle(8, 8).and_then(|square| square.without(&middle)).as_ref() == Ok(region) => {
            Some(Published { count: 8 * 65, source: "8 x 65, Scott 1958" })
        }
        _ => None,
    }
}

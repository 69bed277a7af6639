//! Packings in the files of BurrTools (`.xmpuzzle`): XML, usually compressed with gzip.
//!
//! A file has a [grid](crate::grids), shapes in it, and problems. A problem has pieces, each a shape and how often it is
//! used, and a result, the shape that the pieces fill. A cell of the result that is written `+` may stay empty. Colors
//! say which cells of pieces may be in which cells of the result. The format is described by the sources of BurrTools,
//! <https://github.com/burr-tools/burr-tools> (`puzzle.cpp`, `problem.cpp`, `voxel.cpp`). What is not about packings is
//! ignored: solutions found by BurrTools, groups and weights of pieces for taking puzzles apart.
//!
//! BurrTools counts assemblies up to the rotations of the result, and up to its reflections if every piece is its own
//! mirror image or has one among the other pieces. [`Puzzle::problem`] has a cover for each assembly, rotations and
//! reflections apart.
//!
//! ```
//! use dlx_core::{Limits, Search};
//! use dlx_instances::xmpuzzle::Puzzle;
//!
//! let text = r##"<puzzle version="2"><gridType type="0"/><shapes>
//!   <voxel x="2" y="1" z="1" type="0">##</voxel>
//!   <voxel x="4" y="2" z="1" type="0">########</voxel>
//! </shapes><problems><problem>
//!   <shapes><shape id="0" count="4"/></shapes><result id="1"/>
//! </problem></problems></puzzle>"##;
//! let puzzle = Puzzle::read(text.as_bytes())?;
//! let packing = puzzle.problem(puzzle.index(None)?)?;
//! assert_eq!(Search::new(&packing.problem).count(&mut Limits::none()).exact()?, 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod colors;
mod problem;
mod read;
mod write;

use std::io;

use thiserror::Error;

use crate::InstanceError;
use crate::grids::{Colored, Grid, Position};

pub use problem::Packing;
pub use write::UnsupportedPacking;

/// The grids by their numbers in the files of BurrTools.
const KINDS: [Grid; 5] = [Grid::Cubes, Grid::Triangles, Grid::Spheres, Grid::Rhombic, Grid::TetraOcta];

/// The greatest number of a color.
const MOST_COLORS: u8 = 63;

/// The shapes and problems of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    grid: Grid,
    /// The number of colors.
    colors: u8,
    shapes: Vec<Voxels>,
    problems: Vec<Task>,
}

/// A shape, which is a piece or a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Voxels {
    name: String,
    /// The numbers of layers, rows and columns, including empty ones.
    sizes: [usize; 3],
    /// The cells that are filled, in ascending order; color 0 is none.
    filled: Vec<Colored>,
    /// The cells that may be filled.
    optional: Vec<Colored>,
}

/// A problem of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Task {
    name: String,
    pieces: Vec<Copies>,
    /// The index of the shape to fill.
    result: Option<usize>,
    /// The greatest number of cells that may stay empty, if the number of filled cells is not fixed.
    most_holes: Option<u32>,
    /// The colors of a piece and of the result that may be together, from 1.
    allowed: Vec<(u8, u8)>,
}

/// A shape and how often it is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Copies {
    shape: usize,
    low: u32,
    high: u32,
}

/// The largest number of bytes of a file after decompression.
const MOST_BYTES: u64 = 1 << 26;

/// The reason why a file cannot be read, or a problem of it cannot be built.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// The input failed, or is not valid gzip.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// The text is too long.
    #[error("expected at most {} MiB after decompression, found more", MOST_BYTES >> 20)]
    TooLong,
    /// The text is not well-formed XML.
    #[error("line {line}, column {column}: expected XML, found an error: {found}")]
    Xml {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// The error.
        found: String,
    },
    /// The XML is not that of a puzzle.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Invalid {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
        /// What was expected.
        expected: String,
        /// What was found.
        found: String,
    },
    /// The file does not have the wanted problem.
    #[error("expected the name of a problem or a number from 1 to {count}, found `{}`", wanted.escape_debug())]
    NoSuchProblem {
        /// The name or number.
        wanted: String,
        /// The number of problems.
        count: usize,
    },
    /// The file has no problem.
    #[error("expected a problem in the file, found none")]
    NoProblems,
    /// A problem without a result.
    #[error("problem {number}: expected a result, found none")]
    NoResult {
        /// The number of the problem, from 1.
        number: usize,
    },
    /// A piece with cells that may be empty.
    #[error("piece {shape}: expected cells that are filled (`#`), found one that may be empty (`+`)")]
    OptionalCell {
        /// The name of the shape.
        shape: String,
    },
    /// A filled cell that is not one of the grid.
    #[error("shape {shape}: expected cells of the grid, found x={}, y={}, z={}", cell[2], cell[1], cell[0])]
    OffGrid {
        /// The name of the shape.
        shape: String,
        /// Layer, row and column of the cell.
        cell: Position,
    },
    /// The problem cannot be built.
    #[error(transparent)]
    Instance(#[from] InstanceError),
}

impl Puzzle {
    /// Returns the number of problems.
    #[must_use]
    pub fn problem_count(&self) -> usize {
        self.problems.len()
    }

    /// Returns the index of a problem, from 0, by its name or by its number, from 1; without either, the first.
    ///
    /// # Errors
    /// If there is no such problem.
    pub fn index(&self, wanted: Option<&str>) -> Result<usize, PuzzleError> {
        let count = self.problems.len();
        let Some(wanted) = wanted else {
            return if count == 0 { Err(PuzzleError::NoProblems) } else { Ok(0) };
        };
        let named = self.problems.iter().position(|problem| problem.name == wanted);
        let numbered = || wanted.parse::<usize>().ok().filter(|number| (1..=count).contains(number));
        named
            .or_else(|| Some(numbered()? - 1))
            .ok_or_else(|| PuzzleError::NoSuchProblem { wanted: wanted.to_owned(), count })
    }

    /// Returns the name of a shape for messages: its number, from 1, as BurrTools shows it, and its own name.
    fn shape_name(&self, shape: usize) -> String {
        match self.shapes[shape].name.as_str() {
            "" => format!("S{}", shape + 1),
            name => format!("S{} `{}`", shape + 1, name.escape_debug()),
        }
    }
}

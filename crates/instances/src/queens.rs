//! Queens that do not attack one another: n of them on a board of n rows and columns, or on a torus.

use dlx_core::{ItemId, Problem};

use crate::geometry::{Geometry, Picture};
use crate::numerals::outward;
use crate::{InstanceError, Published, check_range, secondaries};

/// The board on which the queens stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Board {
    /// A board with edges: 2n - 1 diagonals in each direction.
    Plain,
    /// A board whose opposite edges are joined: n diagonals in each direction.
    Torus,
}

impl Board {
    fn diagonals(self, n: usize) -> usize {
        match self {
            Self::Plain => 2 * n - 1,
            Self::Torus => n,
        }
    }
}

/// Returns the problem of placing one queen in each row and column, and at most one on each diagonal.
///
/// The primary items are the rows `r0`.. and the columns `c0`.., ordered from the middle outward, so that a
/// search begins in the middle; the secondary items are the rising diagonals `a0`.. and the falling diagonals
/// `b0`... An option is a square: its row, column and diagonals.
///
/// # Errors
/// If `n` is not within 1 to 2000.
pub fn problem(n: usize, board: Board) -> Result<Problem, InstanceError> {
    check_range("the number of queens", n, 1, 2000)?;
    let mut builder = Problem::builder();
    let mut rows = vec![ItemId::new(0); n];
    let mut columns = rows.clone();
    for line in outward(n) {
        rows[line] = builder.add_primary(format!("r{line}"))?;
        columns[line] = builder.add_primary(format!("c{line}"))?;
    }
    let diagonals = board.diagonals(n);
    let rising = secondaries(&mut builder, (0..diagonals).map(|diagonal| format!("a{diagonal}")))?;
    let falling = secondaries(&mut builder, (0..diagonals).map(|diagonal| format!("b{diagonal}")))?;
    for row in outward(n) {
        for column in outward(n) {
            let up = rising[(row + column) % diagonals];
            let down = falling[(n - 1 - row + column) % diagonals];
            builder.add_option([rows[row], columns[column], up, down])?;
        }
    }
    Ok(builder.build()?)
}

/// Returns a geometry that shows queens on a board.
#[must_use]
pub fn geometry(n: usize, _: Board) -> Geometry {
    Geometry::known(Picture::Queens, [1, n, n], "row=r<row> column=c<column>")
}

/// A000170.
const PLAIN: [u128; 27] = [
    1,
    0,
    0,
    2,
    10,
    4,
    40,
    92,
    352,
    724,
    2680,
    14_200,
    73_712,
    365_596,
    2_279_184,
    14_772_512,
    95_815_104,
    666_090_624,
    4_968_057_848,
    39_029_188_884,
    314_666_222_712,
    2_691_008_701_644,
    24_233_937_684_440,
    227_514_171_973_736,
    2_207_893_435_808_352,
    22_317_699_616_364_044,
    234_907_967_154_122_528,
];

/// A007705, for odd n from 1.
const TORUS: [u128; 12] = [1, 0, 10, 28, 0, 88, 4524, 0, 140_692, 820_496, 0, 128_850_048];

/// Returns the number of solutions, if it is known here: up to 27 queens on a board, up to 24 on a torus.
#[must_use]
pub fn published(n: usize, board: Board) -> Option<Published> {
    match board {
        Board::Plain => {
            let &count = PLAIN.get(n.checked_sub(1)?)?;
            Some(Published { count, source: "OEIS A000170" })
        }
        Board::Torus => {
            let &count = TORUS.get(n.checked_sub(1)? / 2)?;
            if n.is_multiple_of(2) {
                return Some(Published { count: 0, source: "no even torus has any, Polya 1918" });
            }
            Some(Published { count, source: "OEIS A007705" })
        }
    }
}

//! Baselines on 9x9 Sudoku: five ways to prove that a puzzle has one solution, from trial and error to
//! dancing links.
//!
//! Each searches for two solutions and stops at the second. Two of them work on plain arrays, three on the
//! exact cover matrix:
//!
//! | method | branches on | known before the search |
//! |---|---|---|
//! | [`reading_order`] | the first blank cell | the givens |
//! | [`singles`] | the cell with the fewest candidates, when no single is left | the givens |
//! | [`links`], first item | the first open item | for the cell of a given, the other digits are forbidden |
//! | [`links`], fewest options | the item with the fewest options | the same |
//! | [`links`], clues given | the item with the fewest options | options that conflict with a given are not in the matrix |

mod houses;
pub mod links;
pub mod reading_order;
pub mod singles;

use dlx_core::inner::Size;
use dlx_core::{Rule, Stopped, Uniqueness};
use sudoku_cover::{Digit, Grid};

use links::{Clues, Links};

/// The digits of a 9x9 grid in row-major order, 0 for a blank cell.
pub type Digits = [u8; 81];

/// Returns the digits of a grid, or `None` if its side is not 9.
#[must_use]
pub fn digits(grid: &Grid) -> Option<Digits> {
    let digits: Vec<u8> = grid.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
    digits.try_into().ok()
}

/// The result of solving one puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub answer: Uniqueness<Digits>,
    /// Digits placed by the search, whether forced or tried; for the links,
    /// [`Counters::nodes`](dlx_core::Counters::nodes). Givens are counted only by the methods that forbid the
    /// other digits of their cells, because there the search places them like any other digit.
    pub nodes: u64,
    /// The size of the matrix, for methods that have one.
    pub size: Option<Size>,
}

/// The methods, from the oldest to the newest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    ReadingOrder,
    Singles,
    FirstItem,
    FewestOptions,
    CluesGiven,
}

impl Method {
    pub const ALL: [Self; 5] =
        [Self::ReadingOrder, Self::Singles, Self::FirstItem, Self::FewestOptions, Self::CluesGiven];

    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::ReadingOrder => "array, reading order",
            Self::Singles => "array, singles",
            Self::FirstItem => "links, first item",
            Self::FewestOptions => "links, fewest options",
            Self::CluesGiven => "links, clues given",
        }
    }

    /// Returns the number of nodes after which the method gives up, so that a puzzle takes about a second at
    /// most.
    #[must_use]
    pub fn most_nodes(self) -> u64 {
        match self {
            Self::ReadingOrder | Self::Singles => 50_000_000,
            Self::FirstItem => 1_000_000,
            Self::FewestOptions | Self::CluesGiven => 5_000_000,
        }
    }
}

/// A method, with the tables that it keeps between puzzles.
#[derive(Debug)]
pub enum Baseline {
    ReadingOrder,
    Singles,
    Links(Box<Links>),
}

impl Baseline {
    /// Builds the tables that do not depend on the puzzle.
    #[must_use]
    pub fn new(method: Method) -> Self {
        let links = |rule, clues| Self::Links(Box::new(Links::new(rule, clues)));
        match method {
            Method::ReadingOrder => Self::ReadingOrder,
            Method::Singles => Self::Singles,
            Method::FirstItem => links(Rule::First, Clues::ForbidOthers),
            Method::FewestOptions => links(Rule::Fewest, Clues::ForbidOthers),
            Method::CluesGiven => links(Rule::Fewest, Clues::Give),
        }
    }

    /// Determines whether the puzzle has no solution, one, or several, within at most `most_nodes` nodes.
    pub fn solve(&mut self, clues: &Digits, most_nodes: u64) -> Run {
        match self {
            Self::ReadingOrder => reading_order::solve(clues, most_nodes),
            Self::Singles => singles::solve(clues, most_nodes),
            Self::Links(links) => links.solve(clues, most_nodes),
        }
    }
}

/// Returns true if the solutions in an answer are right, and the answer does not contradict another answer to
/// the same puzzle.
#[must_use]
pub fn agree(clues: &Digits, one: &Uniqueness<Digits>, other: &Uniqueness<Digits>) -> bool {
    let all_solve = [one, other].into_iter().flat_map(solutions).all(|solution| solves(clues, solution));
    all_solve
        && match (one, other) {
            (Uniqueness::None, Uniqueness::None) => true,
            (Uniqueness::One(one), Uniqueness::One(other)) => one == other,
            (Uniqueness::Several(a, b), Uniqueness::Several(c, d)) => a != b && c != d,
            (Uniqueness::Unknown { found, .. }, known) | (known, Uniqueness::Unknown { found, .. }) => {
                match (found, known) {
                    (Some(_), Uniqueness::None) => false,
                    (Some(found), Uniqueness::One(one)) => found == one,
                    _ => true,
                }
            }
            _ => false,
        }
}

/// Returns the solutions in an answer.
fn solutions(answer: &Uniqueness<Digits>) -> Vec<&Digits> {
    match answer {
        Uniqueness::None => Vec::new(),
        Uniqueness::One(one) => vec![one],
        Uniqueness::Several(first, second) => vec![first, second],
        Uniqueness::Unknown { found, .. } => found.iter().collect(),
    }
}

/// Returns true if the grid is full, contains the givens, and has every digit once in every house.
fn solves(clues: &Digits, grid: &Digits) -> bool {
    let keeps_clues = clues.iter().zip(grid).all(|(&clue, &digit)| clue == 0 || clue == digit);
    keeps_clues
        && houses::HOUSES.iter().all(|house| {
            let mut seen: Vec<u8> = house.iter().map(|&cell| grid[cell]).collect();
            seen.sort_unstable();
            seen == [1, 2, 3, 4, 5, 6, 7, 8, 9]
        })
}

/// The solutions found by an array method.
#[derive(Default)]
struct Found {
    first: Option<Digits>,
    second: Option<Digits>,
}

impl Found {
    /// Adds a solution. Returns true if it is the second.
    fn push(&mut self, solution: Digits) -> bool {
        if self.first.is_none() {
            self.first = Some(solution);
            return false;
        }
        self.second = Some(solution);
        true
    }

    /// Returns the answer after a search that is complete or has found two solutions.
    fn answer(self) -> Uniqueness<Digits> {
        match (self.first, self.second) {
            (Some(first), Some(second)) => Uniqueness::Several(first, second),
            (Some(first), None) => Uniqueness::One(first),
            (None, _) => Uniqueness::None,
        }
    }

    /// Returns the answer after a search that has reached its limit of nodes.
    fn stopped(self) -> Uniqueness<Digits> {
        Uniqueness::Unknown { found: self.first, why: Stopped::Nodes }
    }
}

//! Boards of variants: counts and solutions compared with an independent checker that searches exhaustively,
//! contradictions in words, and rules that a board cannot have.

mod counting;
mod described;
mod exhaustive;
mod explaining;
mod kinds;
mod making;
mod open;
mod oracle;
mod ranges;
mod refusing;
mod regions;
mod rules;
mod soundness;

use sudoku_cover::{Digit, Geometry, Grid, Rule};

/// Returns the board with these rules, given as text.
fn board(height: usize, width: usize, rules: &[&str]) -> Geometry {
    let rules: Vec<Rule> = rules.iter().map(|rule| rule.parse().unwrap()).collect();
    Geometry::boxes(height, width).unwrap().with_rules(&rules).unwrap()
}

/// Returns the digits of a grid, 0 for blank cells.
fn digits(grid: &Grid) -> Vec<u8> {
    grid.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect()
}

/// Returns the grid of these digits.
fn grid(geometry: &Geometry, digits: &[u8]) -> Grid {
    let mut grid = Grid::empty(geometry.side()).unwrap();
    for (cell, &digit) in geometry.cells().zip(digits) {
        grid.set(cell, Digit::new(digit)).unwrap();
    }
    grid
}

/// The words of the variants without cells of their own.
const WORDS: [&str; 6] = ["x", "windoku", "disjoint", "anti-knight", "anti-king", "non-consecutive"];

/// Random numbers from a seed: D. Lehmer's generator with the constants of S. Park and K. Miller (1988).
struct Lehmer(u64);

impl Lehmer {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0 * 48_271 % 0x7fff_ffff;
        self.0 as usize % count
    }
}

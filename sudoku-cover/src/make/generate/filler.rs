//! Solutions of grids with few digits, found by simple search: such grids have many solutions, and deduction
//! is unnecessary.
//!
//! It supports only the rule that peers differ, so it serves boards without other rules. It gives up early,
//! and then the solver is used. On the classic board a solution takes some microseconds here, and ten times
//! as long with the solver.

use dlx_core::{Limits, Stopped};

use crate::model::geometry::{Digit, Geometry};
use crate::model::grid::Grid;

/// Number of cells filled, for each cell of the board, before it gives up.
const PATIENCE: usize = 3;

#[derive(Clone, Debug)]
pub(super) struct Filler {
    side: usize,
    peers: Vec<Vec<usize>>,
    levels: Vec<Depth>,
    /// By level, the cell that is filled and the digits not tried yet.
    tried: Vec<(usize, u32)>,
    /// By cell, the digit from 0.
    digits: Vec<u8>,
}

/// The candidates at a level.
#[derive(Clone, Debug)]
struct Depth {
    /// By cell, its candidates as bits; none where it is filled.
    candidates: Vec<u32>,
    /// By cell, the number of its candidates, or [`FILLED`]. Kept separately, as the least of many bytes is
    /// found quickly.
    counts: Vec<u8>,
}

const FILLED: u8 = u8::MAX;

/// The result.
pub(super) enum Filled {
    /// There are no other solutions than these, at most one.
    All(Option<Grid>),
    /// Two solutions.
    Two(Grid, Grid),
    /// It gave up.
    Unknown,
}

impl Filler {
    /// Returns a filler, if the board has no rules besides rows, columns and boxes.
    pub(super) fn new(geometry: &Geometry) -> Option<Self> {
        let plain = Geometry::boxes(geometry.box_height(), geometry.box_width()).ok()?;
        if plain != *geometry {
            return None;
        }
        let peers = |cell| geometry.peers(cell).iter().map(|&peer| geometry.index(peer)).collect();
        Some(Self {
            side: geometry.side(),
            peers: geometry.cells().map(peers).collect(),
            levels: Vec::new(),
            tried: Vec::new(),
            digits: vec![0; geometry.cell_count()],
        })
    }

    /// Returns two solutions of the grid, or fewer if there are no more.
    ///
    /// # Errors
    /// [`Stopped::Asked`].
    pub(super) fn two(&mut self, grid: &Grid, limits: &mut Limits<'_>) -> Result<Filled, Stopped> {
        let cells = self.digits.len();
        if !self.begin(grid) {
            return Ok(Filled::All(None));
        }
        let mut first: Option<Grid> = None;
        let mut patience = PATIENCE * cells;
        let mut depth = 0;
        loop {
            match self.choose(depth) {
                Choice::Dead => {}
                Choice::Full => {
                    let solution = self.grid();
                    match first {
                        Some(first) => return Ok(Filled::Two(first, solution)),
                        None => first = Some(solution),
                    }
                }
                Choice::Cell(cell, candidates) => {
                    if patience == 0 {
                        return Ok(Filled::Unknown);
                    }
                    patience -= 1;
                    limits.step(1)?;
                    self.tried.truncate(depth);
                    self.tried.push((cell, candidates));
                    depth += 1;
                }
            }
            // The next digit of the deepest cell that has one left.
            loop {
                let Some((cell, left)) = depth.checked_sub(1).map(|last| self.tried[last]) else {
                    return Ok(Filled::All(first));
                };
                if left == 0 {
                    depth -= 1;
                    continue;
                }
                self.tried[depth - 1].1 = left & (left - 1);
                self.fill(depth, cell, left.trailing_zeros());
                break;
            }
        }
    }

    /// Sets up the first level; returns `false` if peers have the same digit.
    fn begin(&mut self, grid: &Grid) -> bool {
        let cells = self.digits.len();
        let blank = Depth { candidates: vec![0; cells], counts: vec![0; cells] };
        if self.levels.len() <= cells {
            self.levels.resize(cells + 1, blank);
        }
        self.tried.clear();
        let level = &mut self.levels[0];
        level.candidates.fill((1 << self.side) - 1);
        for (cell, digit) in grid.digits().iter().enumerate() {
            if let Some(digit) = digit {
                let bit = 1_u32 << (digit.value() - 1);
                if level.candidates[cell] & bit == 0 {
                    return false;
                }
                self.digits[cell] = digit.value() - 1;
                for &peer in &self.peers[cell] {
                    level.candidates[peer] &= !bit;
                }
            }
        }
        // Not before all givens are entered.
        for (cell, digit) in grid.digits().iter().enumerate() {
            if digit.is_some() {
                level.candidates[cell] = 0;
            }
            let count = u8::try_from(level.candidates[cell].count_ones()).unwrap_or(FILLED);
            level.counts[cell] = if digit.is_some() { FILLED } else { count };
        }
        true
    }

    /// Returns the first cell with the fewest candidates.
    fn choose(&self, depth: usize) -> Choice {
        let level = &self.levels[depth];
        let least = level.counts.iter().fold(FILLED, |least, &count| least.min(count));
        match level.counts.iter().position(|&count| count == least) {
            _ if least == 0 => Choice::Dead,
            Some(cell) if least < FILLED => Choice::Cell(cell, level.candidates[cell]),
            _ => Choice::Full,
        }
    }

    /// Computes the level of this depth from the one before, with the cell filled.
    fn fill(&mut self, depth: usize, cell: usize, digit: u32) {
        let (before, after) = self.levels.split_at_mut(depth);
        let (before, level) = (&before[depth - 1], &mut after[0]);
        level.candidates.copy_from_slice(&before.candidates);
        level.counts.copy_from_slice(&before.counts);
        // Before its peers: a filled cell has no candidate to lose.
        (level.candidates[cell], level.counts[cell]) = (0, FILLED);
        for &peer in &self.peers[cell] {
            let candidates = &mut level.candidates[peer];
            level.counts[peer] -= u8::from(*candidates >> digit & 1 == 1);
            *candidates &= !(1 << digit);
        }
        self.digits[cell] = u8::try_from(digit).unwrap_or_default();
    }

    fn grid(&self) -> Grid {
        Grid::from_digits(self.side, self.digits.iter().map(|&digit| Digit::new(digit + 1)).collect())
    }
}

enum Choice {
    /// A cell has no candidate.
    Dead,
    /// Every cell is filled.
    Full,
    /// This cell, and its candidates.
    Cell(usize, u32),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;
    use dlx_core::{Limits, Uniqueness};

    #[test]
    fn results_agree_with_the_solver() {
        let geometry = Geometry::of_side(4).unwrap();
        let mut solver = Solver::new(&geometry);
        let mut filler = Filler::new(&geometry).unwrap();
        let mut counts = [0; 3];
        for text in [
            "12..34..........",
            "1...............",
            "12.....3........",
            "...4....2.3.3...",
            "1.2.3...4...2...",
            "11..............",
            "12..34..21..43..",
            "123.4...........",
        ] {
            let grid: Grid = text.parse().unwrap();
            solver.take(&grid).unwrap();
            match (filler.two(&grid, &mut Limits::none()).unwrap(), solver.uniqueness(&mut Limits::none())) {
                (Filled::All(None), Uniqueness::None) => counts[0] += 1,
                (Filled::All(Some(found)), Uniqueness::One(solution)) => {
                    assert_eq!(found, solution);
                    counts[1] += 1;
                }
                (Filled::Two(first, second), Uniqueness::Several(..)) => {
                    assert_ne!(first, second);
                    for solution in [first, second] {
                        assert!(solution.is_full() && solution.contradictions(&geometry).unwrap().is_empty());
                        assert!(grid.clues().all(|clue| solution.get(clue.cell) == Some(clue.digit)));
                    }
                    counts[2] += 1;
                }
                _ => panic!("{text}: the solver says something else"),
            }
        }
        assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
    }
}

//! Givens that are redundant at sight, without a question to the solver: the cell is a naked or a hidden
//! single without its given.
//!
//! For every cell the number of its peers with each digit is known; removing a given and putting it back
//! changes that for its peers only.

use crate::model::geometry::{Cell, Digit, Geometry, House, Values};
use crate::model::grid::Grid;

#[derive(Clone, Debug)]
pub(crate) struct Sight {
    values: Values,
    /// By cell, its peers.
    peers: Vec<Vec<usize>>,
    /// By cell, the other cells of each of its houses.
    others: Vec<Vec<Vec<usize>>>,
    /// By cell, true if it has a given.
    is_given: Vec<bool>,
    /// By cell and digit, the number of peers with the digit.
    seen: Vec<u16>,
}

impl Sight {
    pub(crate) fn new(geometry: &Geometry) -> Self {
        let numbers = |cells: &[Cell]| cells.iter().map(|&cell| geometry.index(cell)).collect::<Vec<usize>>();
        let others = |cell: Cell| {
            let houses = geometry.houses().iter().map(House::cells);
            // In a house of fewer cells a digit may have no place.
            let houses =
                houses.filter(|cells| cells.len() == geometry.values().count() && cells.contains(&cell));
            let others = |cells| numbers(cells).into_iter().filter(|&other| other != geometry.index(cell));
            houses.map(|cells| others(cells).collect()).collect()
        };
        Self {
            values: geometry.values(),
            peers: geometry.cells().map(|cell| numbers(geometry.peers(cell))).collect(),
            others: geometry.cells().map(others).collect(),
            is_given: vec![false; geometry.cell_count()],
            seen: vec![0; geometry.cell_count() * geometry.values().count()],
        }
    }

    /// Loads a grid of the board.
    pub(crate) fn load(&mut self, grid: &Grid) {
        self.seen.fill(0);
        self.is_given.fill(false);
        for (cell, digit) in grid.digits().iter().enumerate() {
            if let Some(digit) = digit {
                self.put(cell, *digit);
            }
        }
    }

    /// Fills a blank cell.
    pub(crate) fn put(&mut self, cell: usize, digit: Digit) {
        self.is_given[cell] = true;
        let place = self.place(digit);
        for &peer in &self.peers[cell] {
            self.seen[peer * self.values.count() + place] += 1;
        }
    }

    /// Clears a cell that has this digit.
    pub(crate) fn take(&mut self, cell: usize, digit: Digit) {
        self.is_given[cell] = false;
        let place = self.place(digit);
        for &peer in &self.peers[cell] {
            self.seen[peer * self.values.count() + place] -= 1;
        }
    }

    /// Returns true if the blank cell can have no other digit than this one, or no other cell of one of its
    /// houses can have the digit.
    pub(crate) fn is_single(&self, cell: usize, digit: Digit) -> bool {
        let count = self.values.count();
        let seen = &self.seen[cell * count..][..count];
        let left = seen.iter().filter(|&&times| times == 0).count();
        left == 1
            || self.others[cell].iter().any(|house| !house.iter().any(|&other| self.has_room(other, digit)))
    }

    fn has_room(&self, cell: usize, digit: Digit) -> bool {
        !self.is_given[cell] && self.seen[cell * self.values.count() + self.place(digit)] == 0
    }

    fn place(&self, digit: Digit) -> usize {
        self.values.rank(digit)
    }
}

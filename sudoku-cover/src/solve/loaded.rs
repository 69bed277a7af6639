//! The puzzle that a solver has loaded: its givens, and the candidates that it allows.

use dlx_core::{Givens, OptionId};

use crate::model::geometry::rules::Regions;
use crate::model::geometry::{Candidate, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::pencilmarks::Pencilmarks;

/// The options of a board are numbered as in its [`Matrix`](crate::solve::matrix::Matrix): cell by cell its digits.
#[derive(Clone, Debug)]
pub(super) struct Loaded {
    /// The number of digits of the board.
    digits: usize,
    /// By cell the rank of the given among the digits, from 1, or 0.
    pub(super) clues: Box<[u8]>,
    /// The options that the puzzle does not allow, whatever its givens.
    pub(super) forbidden: Vec<OptionId>,
}

impl Loaded {
    /// Returns the empty grid of a board.
    pub(super) fn new(geometry: &Geometry) -> Self {
        let clues = vec![0; geometry.cell_count()].into();
        Self { digits: geometry.values().count(), clues, forbidden: Vec::new() }
    }

    /// Loads the givens of a grid of the board.
    pub(super) fn load(&mut self, puzzle: &Grid, geometry: &Geometry) {
        self.forbidden.clear();
        let least = geometry.values().least();
        for (clue, digit) in self.clues.iter_mut().zip(puzzle.digits()) {
            *clue = digit.map_or(0, |digit| digit.value() - least + 1);
        }
    }

    /// Forbids the candidates that are not among these.
    pub(super) fn allow(&mut self, allowed: &Pencilmarks, geometry: &Geometry) {
        let candidates =
            geometry.cells().flat_map(|cell| geometry.digits().map(move |digit| Candidate { cell, digit }));
        let is_forbidden =
            |it: Candidate| !allowed.get(it.cell).contains(it.digit) && !geometry.is_blocked(it.cell);
        let numbered = candidates.enumerate().filter(|&(_, it)| is_forbidden(it));
        self.forbidden.extend(numbered.map(|(number, _)| OptionId::new(number)));
    }

    /// Clears the givens.
    pub(super) fn clear(&mut self) {
        self.clues.fill(0);
        self.forbidden.clear();
    }

    /// Returns the options of the givens.
    pub(super) fn options(&self) -> Vec<OptionId> {
        options_of(self.digits, &self.clues)
    }

    /// Calls `act` with the puzzle as givens of the matrix.
    pub(super) fn with_givens<T>(&self, act: impl FnOnce(Givens<'_>) -> T) -> T {
        act(Givens::none().force(&self.options()).forbid(&self.forbidden))
    }

    /// Returns true if the puzzle allows a digit in a cell.
    pub(super) fn allows(&self, cell: usize, rank: usize) -> bool {
        let clue = usize::from(self.clues[cell]);
        (clue == 0 || clue == rank + 1) && !self.forbidden.contains(&OptionId::new(self.digits * cell + rank))
    }

    /// Returns by cell the candidates that the puzzle allows, as bits of the ranks of digits.
    pub(super) fn candidates(&self) -> Vec<u32> {
        let all = u32::MAX >> (u32::BITS as usize - self.digits);
        let of = |&clue: &u8| if clue == 0 { all } else { 1 << (clue - 1) };
        let mut candidates: Vec<u32> = self.clues.iter().map(of).collect();
        for option in &self.forbidden {
            candidates[option.index() / self.digits] &= !(1 << (option.index() % self.digits));
        }
        candidates
    }
}

/// Returns the options of givens, by cell the rank of the digit from 1, or 0.
pub(super) fn options_of(digits: usize, clues: &[u8]) -> Vec<OptionId> {
    let clues = clues.iter().zip((0..).step_by(digits)).filter(|(clue, _)| **clue > 0);
    clues.map(|(&clue, first)| OptionId::new(first + usize::from(clue) - 1)).collect()
}

/// Sets by cell the rank of the digit that a cover gives it.
pub(super) fn set_ranks(digits: usize, cover: &[OptionId], ranks: &mut [u8]) {
    for option in cover {
        // Later options are steps of relations, which follow from the digits.
        if let Some(rank) = ranks.get_mut(option.index() / digits) {
            *rank = u8::try_from(option.index() % digits).unwrap_or(u8::MAX);
        }
    }
}

/// Returns the grid whose cells have digits of these ranks, the first ones. Blocked cells have a rank too, but no digit.
pub(super) fn grid_of(geometry: &Geometry, ranks: &[u8]) -> Grid {
    let values = geometry.values();
    let ranks = &ranks[..geometry.cell_count()];
    let mut digits: Box<[Option<Digit>]> =
        ranks.iter().map(|&rank| Digit::of_value(rank + values.least())).collect();
    for (digit, _) in digits.iter_mut().zip(geometry.blocked()).filter(|(_, is_blocked)| **is_blocked) {
        *digit = None;
    }
    Grid::on_board(geometry, digits)
}

/// Returns the regions of a solution, if these were to be found.
pub(super) fn regions_of(geometry: &Geometry, ranks: &[u8]) -> Option<Regions> {
    let cells = geometry.cell_count();
    let numbers = ranks.get(cells..2 * cells).filter(|_| geometry.has_regions_to_find())?;
    Some(Regions::of_text(&numbers.iter().map(|&number| char::from(b'A' + number)).collect::<String>()))
}

/// Returns the grid of a cover.
pub(super) fn grid_of_cover(geometry: &Geometry, cover: &[OptionId]) -> Grid {
    let mut ranks = vec![0; geometry.cell_count()];
    set_ranks(geometry.values().count(), cover, &mut ranks);
    grid_of(geometry, &ranks)
}

//! What a step marks on the board, each part by its role.

use serde::Serialize;
use smallvec::SmallVec;

use crate::human::parts::{HouseName, Link, LockedCells};
use crate::model::geometry::{Candidate, Cell, Digit};

/// The houses, cells and candidates of a step by their roles, for drawing. Houses are drawn as frames, links as lines.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct StepMarks {
    /// The houses of the pattern; of a fish its base.
    pub houses: SmallVec<[HouseName; 3]>,
    /// The cover houses of a fish.
    pub covers: SmallVec<[HouseName; 3]>,
    /// The main cells.
    pub cells: SmallVec<[Cell; 4]>,
    /// Further cells, such as the fins of a fish.
    pub fins: SmallVec<[Cell; 4]>,
    /// The digits that are marked in the main and the further cells.
    pub digits: SmallVec<[Digit; 4]>,
    /// Sets of cells with digits of their own.
    pub sets: Vec<LockedCells>,
    /// Links between candidates.
    pub links: Vec<Link>,
    /// Placements that follow from an assumption.
    pub trail: Vec<Candidate>,
}

impl StepMarks {
    /// Returns the cells of the pattern, each role after the other; a cell with several roles more than once.
    pub fn all_cells(&self) -> impl Iterator<Item = Cell> + '_ {
        let links = self.links.iter().flat_map(|link| link.from.cells.iter().chain(&link.to.cells));
        let sets = self.sets.iter().flat_map(|set| &set.cells);
        self.cells.iter().chain(&self.fins).chain(sets).chain(links).copied()
    }

    /// Marks the main cells with these digits.
    pub(super) fn show(&mut self, cells: &[Cell], digits: &[Digit]) {
        self.cells = SmallVec::from_slice(cells);
        self.digits = SmallVec::from_slice(digits);
    }
}

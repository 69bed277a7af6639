//! The full grid off which rules are read, and random choices among its cells.

use crate::make::generate::Random;
use crate::model::geometry::rules::{Rule, Variant};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;

/// The number of attempts to draw a line, or all groups of a kind.
pub(super) const ATTEMPTS: usize = 400;

/// The rules of one full grid, while they are drawn.
pub(super) struct Drawing<'d> {
    pub(super) geometry: &'d Geometry,
    /// By cell its digit.
    digits: Vec<u8>,
    pub(super) strict: &'d [Variant],
    pub(super) random: &'d mut Random,
    /// By cell whether a line has it.
    pub(super) is_used: Vec<bool>,
    /// By cell whether a line passes diagonally between it and the cell to the right and below.
    pub(super) is_crossed: Vec<bool>,
}

impl<'d> Drawing<'d> {
    /// Returns the drawing of a full grid without lines.
    pub(super) fn new(
        geometry: &'d Geometry,
        solution: &Grid,
        strict: &'d [Variant],
        random: &'d mut Random,
    ) -> Self {
        let digits = solution.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        let is_used = vec![false; geometry.cell_count()];
        Drawing { geometry, digits, strict, random, is_crossed: is_used.clone(), is_used }
    }

    pub(super) fn side(&self) -> usize {
        self.geometry.side()
    }

    pub(super) fn digit(&self, cell: Cell) -> u8 {
        self.digits[self.geometry.index(cell)]
    }

    /// Returns true if the rule requires something that the full grid meets.
    pub(super) fn meets(&self, rule: &Rule) -> bool {
        self.geometry.meets(rule, &|cell| Some(self.digit(cell)))
    }

    pub(super) fn sum(&self, cells: &[Cell]) -> u32 {
        cells.iter().map(|&cell| u32::from(self.digit(cell))).sum()
    }

    /// Returns some of the items, at most this many, in their order.
    pub(super) fn some<T>(&mut self, items: Vec<T>, count: usize) -> Vec<T> {
        let mut numbered: Vec<(usize, T)> = items.into_iter().enumerate().collect();
        self.random.shuffle(&mut numbered);
        numbered.truncate(count);
        numbered.sort_by_key(|&(number, _)| number);
        numbered.into_iter().map(|(_, item)| item).collect()
    }

    pub(super) fn any_cell(&mut self) -> Cell {
        let index = self.random.below(self.geometry.cell_count());
        self.geometry.cell(index).expect("it is below the number of cells")
    }

    /// Returns the number of lines or groups of a kind.
    pub(super) fn count(&self) -> usize {
        (self.geometry.cell_count() / 11).max(2)
    }
}

//! What a solution has besides the digits of its cells: the number of the region of each cell, where regions are to be
//! found, and variables.
//!
//! Both hold one of the digits of the board, and rules name them like cells, so they are [`Cell`]s in rows that no board
//! has. Only rules of a setter's own name them. Relations that read one are apart from the others, as nothing but the
//! search on the board knows variables.

use super::rules::{Regions, Rule, RuleError, Variant};
use super::{Cell, Geometry};

/// The first rows of variables, and of the regions of cells.
const VARIABLES: u8 = 0xc0;
const REGIONS: u8 = 0xe0;

/// The greatest number of a variable.
pub(crate) const MOST_VARIABLES: u16 = 1000;

impl Cell {
    /// Returns the variable with this number, counted from 1, or `None` above 1000. Displayed as `v1`.
    ///
    /// ```
    /// # use sudoku_cover::Cell;
    /// assert_eq!(Cell::variable(12).map(|cell| cell.to_string()).as_deref(), Some("v12"));
    /// ```
    #[must_use]
    pub const fn variable(number: u16) -> Option<Cell> {
        if number == 0 || number > MOST_VARIABLES {
            return None;
        }
        let [high, low] = (number - 1).to_be_bytes();
        Some(Cell::new(VARIABLES + high, low))
    }

    /// Returns the number of the region of this cell, as a variable. Displayed as `@r1c1`.
    #[must_use]
    pub(crate) const fn region(self) -> Cell {
        Cell { row: self.row | REGIONS, ..self }
    }

    /// Returns the cell whose region this is.
    pub(crate) const fn cell_of_region(self) -> Option<Cell> {
        if self.row >= REGIONS { Some(Cell { row: self.row - REGIONS, ..self }) } else { None }
    }

    /// Returns true if it is a variable, or the region of a cell.
    pub(crate) const fn is_variable(self) -> bool {
        self.row >= VARIABLES
    }

    /// Returns the number of a variable, counted from 1.
    pub(crate) const fn variable_number(self) -> u16 {
        u16::from_be_bytes([self.row - VARIABLES, self.column]) + 1
    }

    /// Reads a variable, or the region of a cell.
    pub(super) fn variable_of_text(text: &str) -> Option<Cell> {
        match text.strip_prefix('@') {
            Some(cell) => Some(cell.parse::<Cell>().ok().filter(|cell| cell.row < VARIABLES)?.region()),
            None => Cell::variable(text.strip_prefix(['v', 'V'])?.parse().ok()?),
        }
    }
}

impl Geometry {
    /// Returns true if the regions of the board are to be found.
    #[must_use]
    pub fn has_regions_to_find(&self) -> bool {
        self.demands.as_ref().is_some_and(|demands| demands.finds_regions)
    }

    /// Returns true if the board has this cell, variable, or region of a cell. A variable exists if a rule names it.
    pub(crate) fn has_place(&self, cell: Cell) -> bool {
        match cell.cell_of_region() {
            Some(cell) => self.has_regions_to_find() && self.contains(cell),
            None => cell.is_variable() || self.contains(cell),
        }
    }

    /// Returns the variables that rules name, in ascending order, without the regions of cells.
    pub(crate) fn variables(&self) -> &[Cell] {
        self.demands.as_ref().map_or(&[], |demands| &demands.variables)
    }

    /// Returns the position of a cell, a region or a variable of the board among all of these: cells come first, then
    /// their regions if these are to be found, then variables.
    pub(crate) fn place(&self, cell: Cell) -> usize {
        let count = self.cell_count();
        if let Some(cell) = cell.cell_of_region() {
            return count + self.index(cell);
        }
        if !cell.is_variable() {
            return self.index(cell);
        }
        let others = if self.has_regions_to_find() { 2 * count } else { count };
        others + self.variables().partition_point(|&other| other < cell)
    }

    /// Returns the number of cells, regions of cells and variables.
    pub(crate) fn place_count(&self) -> usize {
        let cells = if self.has_regions_to_find() { 2 } else { 1 };
        cells * self.cell_count() + self.variables().len()
    }

    /// Returns the board with these regions in place of those to be found, without the rules about regions to be found.
    ///
    /// # Errors
    /// Regions that the board cannot have.
    pub fn with_found_regions(&self, regions: &Regions) -> Result<Geometry, RuleError> {
        let others = self.rules().iter().filter(|rule| match rule {
            Rule::Variant(Variant::Chaos | Variant::NoBoxes) => false,
            Rule::Open(open) => !open.is_about_regions(),
            _ => true,
        });
        let rules: Vec<Rule> = [Rule::Regions(regions.clone())].into_iter().chain(others.cloned()).collect();
        Geometry::of_side(self.side()).map_or_else(|_| Ok(self.clone()), |board| board.with_rules(&rules))
    }
}

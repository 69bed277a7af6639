//! Cells that fulfill a rule one by one, such as even cells, and circles that count themselves.

use super::drawing::Drawing;
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{CellsKind, Rule};

impl Drawing<'_> {
    pub(super) fn cells(&mut self, kind: CellsKind) -> Vec<Rule> {
        let fitting: Vec<Cell> = self.geometry.cells().filter(|&cell| self.has(kind, cell)).collect();
        let count = match kind {
            CellsKind::Even | CellsKind::Odd => fitting.len().div_ceil(3),
            _ => (2 * fitting.len()).div_ceil(3),
        };
        let cells = self.some(fitting, count);
        if cells.is_empty() { Vec::new() } else { vec![Rule::Cells { kind, cells }] }
    }

    /// Returns true if the cell fits a rule of this kind alone.
    fn has(&self, kind: CellsKind, cell: Cell) -> bool {
        let digit = self.digit(cell);
        let neighbors = || self.geometry.neighbors(cell).map(|other| self.digit(other));
        let [row, column, in_box] = self.geometry.houses_of(cell);
        // The digit in the cell of a house that this cell names is the place of this cell.
        let points = |cells: &[Cell], own: usize| {
            cells.get(usize::from(digit) - 1).is_some_and(|&other| usize::from(self.digit(other)) == own + 1)
        };
        match kind {
            CellsKind::Even => digit.is_multiple_of(2),
            CellsKind::Odd => !digit.is_multiple_of(2),
            CellsKind::Minimum => neighbors().all(|other| other > digit),
            CellsKind::Maximum => neighbors().all(|other| other < digit),
            CellsKind::RowIndexer => points(column.cells(), cell.row()),
            CellsKind::ColumnIndexer => points(row.cells(), cell.column()),
            CellsKind::BoxIndexer => {
                let own = in_box.cells().iter().position(|&other| other == cell);
                own.is_some_and(|own| points(in_box.cells(), own))
            }
            CellsKind::Different | CellsKind::Equality | CellsKind::CountingCircles => false,
        }
    }

    /// Draws circles: of some digits as many as their values, not much more than the side altogether.
    pub(super) fn circles(&mut self) -> Vec<Rule> {
        let mut digits: Vec<u8> = (1..=self.geometry.side_byte()).collect();
        self.random.shuffle(&mut digits);
        let mut cells = Vec::new();
        for digit in digits {
            let count = usize::from(digit);
            if cells.len() + count <= self.side() + 2 {
                let with_digit = self.geometry.cells().filter(|&cell| self.digit(cell) == digit).collect();
                cells.extend(self.some(with_digit, count));
            }
        }
        cells.sort_unstable();
        vec![Rule::Cells { kind: CellsKind::CountingCircles, cells }]
    }
}

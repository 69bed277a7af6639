//! Cells that fulfill a rule one by one, such as even cells, and circles that count themselves.

use super::drawing::Drawing;
use crate::model::geometry::rules::{CellsKind, Choice, Rule};
use crate::model::geometry::{Cell, Digit};

impl Drawing<'_> {
    pub(super) fn cells(&mut self, kind: CellsKind) -> Vec<Rule> {
        match kind.row().choice {
            Choice::Thirds(thirds) => {
                let has = |&cell: &Cell| self.meets(&Rule::Cells { kind, cells: vec![cell] });
                let fitting = self.geometry.open_cells().filter(has);
                let fitting: Vec<Rule> =
                    fitting.map(|cell| Rule::Cells { kind, cells: vec![cell] }).collect();
                let count = (thirds * fitting.len()).div_ceil(3);
                let cells: Vec<Cell> = self.some_rules(fitting, count).iter().flat_map(Rule::cells).collect();
                if cells.is_empty() { Vec::new() } else { vec![Rule::Cells { kind, cells }] }
            }
            Choice::Group(lengths) => self.sets(kind, lengths),
            Choice::Apart => self.apart(kind),
            // How often a digit is in circles depends on all of them.
            Choice::Counted if self.is_symmetric() => Vec::new(),
            Choice::Counted => vec![Rule::Cells { kind, cells: self.circles() }],
        }
    }

    /// Draws circles: of some digits as many as their values, not much more than the side altogether.
    fn circles(&mut self) -> Vec<Cell> {
        let mut digits: Vec<u8> =
            self.geometry.digits().map(Digit::value).filter(|&digit| digit > 0).collect();
        self.random.shuffle(&mut digits);
        let mut cells = Vec::new();
        for digit in digits {
            let count = usize::from(digit);
            if cells.len() + count <= self.side() + 2 {
                let with_digit =
                    self.geometry.open_cells().filter(|&cell| self.digit(cell) == digit).collect();
                cells.extend(self.some(with_digit, count));
            }
        }
        cells.sort_unstable();
        cells
    }
}

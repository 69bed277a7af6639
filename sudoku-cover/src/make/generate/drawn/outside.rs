//! Clues outside of the board: sums of diagonals, and clues of rows and columns.

use super::drawing::Drawing;
use crate::model::geometry::rules::{Direction, OutsideKind, Rule, Side};

impl Drawing<'_> {
    pub(super) fn diagonals(&mut self) -> Vec<Rule> {
        let last = self.side() - 1;
        let mut diagonals = Vec::new();
        for first in self.geometry.cells().filter(|cell| cell.row() == 0 || cell.row() == last) {
            let [left, right] = if first.row() == 0 {
                [Direction::DownLeft, Direction::DownRight]
            } else {
                [Direction::UpLeft, Direction::UpRight]
            };
            for direction in [left, right] {
                let cells = self.geometry.diagonal_from(first, direction);
                let is_open = cells.iter().all(|&cell| !self.geometry.is_blocked(cell));
                if is_open && (3..=last).contains(&cells.len()) {
                    diagonals.push(Rule::LittleKiller { sum: self.sum(&cells), first, direction });
                }
            }
        }
        self.some_rules(diagonals, last + 1)
    }

    pub(super) fn outside(&mut self, kind: OutsideKind) -> Vec<Rule> {
        let sides: &[Side] = if kind.row().has_no_end { &[Side::Left, Side::Top] } else { &Side::ALL };
        let (last, mut rules) = (self.geometry.side_byte(), Vec::new());
        // No clue exceeds the sum of all digits.
        let most = self.geometry.values().sum();
        for (side, number) in sides.iter().flat_map(|&side| (0..last).map(move |number| (side, number))) {
            let clues = (0..=most).map(|value| Rule::Outside { kind, side, number, value });
            rules.extend(clues.into_iter().find(|rule| self.meets(rule)));
        }
        // Both ends of every other row and column, or all sandwiches.
        self.some_rules(rules, 2 * self.geometry.side())
    }
}

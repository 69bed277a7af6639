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
                if (3..=last).contains(&cells.len()) {
                    diagonals.push(Rule::LittleKiller { sum: self.sum(&cells), first, direction });
                }
            }
        }
        self.some(diagonals, last + 1)
    }

    pub(super) fn outside(&mut self, kind: OutsideKind) -> Vec<Rule> {
        let sides: &[Side] =
            if kind == OutsideKind::Sandwich { &[Side::Left, Side::Top] } else { &Side::ALL };
        let mut rules = Vec::new();
        for &side in sides {
            for number in 0..self.geometry.side_byte() {
                let cells = self.geometry.line_from(side, number);
                let digits: Vec<u8> = cells.iter().map(|&cell| self.digit(cell)).collect();
                rules.push(Rule::Outside { kind, side, number, value: clue(kind, &digits) });
            }
        }
        // Both ends of every other row and column, or all sandwiches.
        self.some(rules, 2 * self.geometry.side())
    }
}

/// Returns the clue of a row or column with these digits.
fn clue(kind: OutsideKind, digits: &[u8]) -> u32 {
    let first = digits.first().map_or(0, |&first| usize::from(first));
    let sum = |digits: &[u8]| digits.iter().map(|&digit| u32::from(digit)).sum();
    match kind {
        OutsideKind::Sandwich => {
            let is_end = |&digit: &u8| digit == 1 || usize::from(digit) == digits.len();
            let mut parts = digits.split(is_end);
            parts.nth(1).map_or(0, sum)
        }
        OutsideKind::XSum => sum(&digits[..first]),
        OutsideKind::Skyscraper => {
            let visible = digits.iter().scan(0, |highest, &digit| {
                let is_visible = digit > *highest;
                *highest = digit.max(*highest);
                Some(u32::from(is_visible))
            });
            visible.sum()
        }
        OutsideKind::NumberedRoom => digits.get(first - 1).map_or(0, |&digit| u32::from(digit)),
    }
}

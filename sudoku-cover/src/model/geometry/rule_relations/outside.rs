//! Clues outside of the board, and the cells for which they hold.

use super::relations::Relations;
use crate::model::geometry::rules::{Direction, OutsideKind, RuleError, Side};
use crate::model::geometry::variant::refuse;
use crate::model::geometry::{Cell, Digit, Geometry};

impl Geometry {
    /// Returns the cells of a row or column, from this side on.
    pub(crate) fn line_from(&self, side: Side, number: u8) -> Vec<Cell> {
        let last = self.side_byte() - 1;
        let cell = |place: u8| match side {
            Side::Left => Cell::new(number, place),
            Side::Right => Cell::new(number, last - place),
            Side::Top => Cell::new(place, number),
            Side::Bottom => Cell::new(last - place, number),
        };
        (0..=last).map(cell).collect()
    }

    /// Returns the cells of a diagonal from its first cell on.
    pub(crate) fn diagonal_from(&self, first: Cell, direction: Direction) -> Vec<Cell> {
        let (down, right) = direction.step();
        let next = |cell: &Cell| {
            Some(Cell::new(cell.row.checked_add_signed(down)?, cell.column.checked_add_signed(right)?))
        };
        std::iter::successors(Some(first), next).take_while(|&cell| self.contains(cell)).collect()
    }
}

impl Relations<'_> {
    pub(super) fn add_outside(
        &mut self,
        kind: OutsideKind,
        from: Side,
        number: u8,
        value: u32,
    ) -> Result<(), RuleError> {
        let side = self.side;
        if number >= side {
            return refuse(format!("a {} of 1 to {side}", from.house()), number + 1);
        }
        let cells = self.geometry.line_from(from, number);
        match kind {
            OutsideKind::Sandwich => {
                // The number of ends passed, and what is left of the sum.
                let step = |&(passed, left): &(u8, u32), _: usize, digit: u8| match (
                    digit == 1 || digit == side,
                    passed,
                ) {
                    (true, _) => Some((passed + 1, left)).filter(|&(passed, left)| passed < 2 || left == 0),
                    (false, 1) => Some((1, left.checked_sub(u32::from(digit))?)),
                    (false, _) => Some((passed, left)),
                };
                self.read(&cells, (0_u8, value), step, |&(passed, left)| passed == 2 && left == 0)
            }
            OutsideKind::XSum => {
                let step = |&(count, left): &(u8, u32), place: usize, digit: u8| {
                    let count = if place == 0 { digit } else { count };
                    if count == 0 {
                        return Some((0, left));
                    }
                    let left = left.checked_sub(u32::from(digit))?;
                    let count = count - 1;
                    (count > 0 || left == 0).then_some((count, left))
                };
                self.read(&cells, (0_u8, value), step, |&ends| ends == (0, 0))
            }
            OutsideKind::Skyscraper => {
                let step = |&(highest, left): &(u8, u32), _: usize, digit: u8| {
                    if digit > highest { Some((digit, left.checked_sub(1)?)) } else { Some((highest, left)) }
                };
                self.read(&cells, (0_u8, value), step, |&(_, left)| left == 0)
            }
            OutsideKind::NumberedRoom => {
                let Some(wanted) = u8::try_from(value).ok().and_then(Digit::new) else {
                    return refuse(format!("a digit of 1 to {side}"), value);
                };
                let step = |&room: &u8, place: usize, digit: u8| {
                    let room = if place == 0 { digit } else { room };
                    let is_room = usize::from(room) == place + 1;
                    (!is_room || digit == wanted.value()).then_some(room)
                };
                self.read(&cells, 0_u8, step, |_| true)
            }
        }
    }
}

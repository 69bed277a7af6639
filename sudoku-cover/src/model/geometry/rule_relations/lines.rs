//! Rules of lines.

use super::relations::Relations;
use crate::model::geometry::rules::{LineKind, RuleError};
use crate::model::geometry::variant::refuse;
use crate::model::geometry::{Cell, House};

impl Relations<'_> {
    pub(super) fn add_line(&mut self, kind: LineKind, cells: &[Cell]) -> Result<(), RuleError> {
        let side = self.side;
        if cells.len() < 2 {
            return refuse("a line of two cells or more", cells.len());
        }
        match kind {
            LineKind::Thermo => {
                if cells.len() > usize::from(side) {
                    return refuse(format!("a thermometer of at most {side} cells"), cells.len());
                }
                self.neighbors(cells, |one, other| one < other)
            }
            LineKind::SlowThermo => self.neighbors(cells, |one, other| one <= other),
            LineKind::Whisper { difference } => {
                self.neighbors(cells, |one, other| one.abs_diff(other) >= difference)
            }
            LineKind::Renban => self.add_renban(cells),
            LineKind::Palindrome => {
                let mut mirrored = cells.iter().zip(cells.iter().rev()).take(cells.len() / 2);
                mirrored.try_for_each(|(&one, &other)| {
                    if one == other { Ok(()) } else { self.pair([one, other], |one, other| one == other) }
                })
            }
            LineKind::Zipper => self.add_zipper(cells),
            LineKind::RegionSum => self.add_region_sum(cells),
            LineKind::Between | LineKind::Lockout { .. } => self.add_ends(kind, cells),
            LineKind::Entropic => {
                if !side.is_multiple_of(3) {
                    return refuse("a side that 3 divides", side);
                }
                self.groups(cells, 3, |digit| (digit - 1) / (side / 3))
            }
            LineKind::Modular { modulus } => {
                if modulus < 2 {
                    return refuse("a number of 2 or more", modulus);
                }
                self.groups(cells, usize::from(modulus), |digit| digit % modulus)
            }
            LineKind::DoubleArrow => {
                let last = cells.len() - 1;
                let sign = |place: usize| if place == 0 || place == last { -1 } else { 1 };
                let terms: Vec<(Cell, i64)> =
                    (0..).zip(cells).map(|(place, &cell)| (cell, sign(place))).collect();
                self.total(&terms, 0)
            }
        }
    }

    fn add_renban(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        let (side, count) = (self.side, cells.len());
        if count > usize::from(side) {
            return refuse(format!("a line of at most {side} different digits"), count);
        }
        self.apart.push(cells.to_vec());
        let width = u8::try_from(count - 1).unwrap_or(u8::MAX);
        let range = |&(low, high): &(u8, u8), digit: u8| {
            let (low, high) = (low.min(digit), high.max(digit));
            (high - low <= width).then_some((low, high))
        };
        let step = |&(set, ends): &(u32, (u8, u8)), _: usize, digit: u8| {
            let ends = if set == 0 { (digit, digit) } else { ends };
            Some((set | 1 << digit, range(&ends, digit)?)).filter(|_| set >> digit & 1 == 0)
        };
        if self.read_with_sets(cells, (0_u32, (0, 0)), step) {
            return Ok(());
        }
        // Different digits within a range of their number are consecutive.
        self.read(cells, (side, 1), |ends, _, digit| range(ends, digit), |_| true)
    }

    fn add_zipper(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        // The cells in pairs from the center, after the center itself.
        let (half, last) = (cells.len() / 2, cells.len() - 1);
        let mut read = Vec::new();
        let has_center = cells.len() % 2 == 1;
        if has_center {
            read.push(cells[half]);
        }
        for place in (0..half).rev() {
            read.extend([cells[place], cells[last - place]]);
        }
        let step = |&(sum, begun): &(u8, u8), place: usize, digit: u8| {
            let place = if has_center { place } else { place + 1 };
            match place {
                0 => Some((digit, 0)),
                _ if place % 2 == 1 => Some((sum, digit)),
                _ if sum == 0 || sum == begun + digit => Some((begun + digit, 0)),
                _ => None,
            }
        };
        self.read(&read, (0_u8, 0_u8), step, |_| true)
    }

    fn add_region_sum(&mut self, cells: &[Cell]) -> Result<(), RuleError> {
        let boxes: Option<Vec<usize>> =
            cells.iter().map(|&cell| self.geometry.box_of(cell).map(House::number)).collect();
        // Without boxes, the whole line is one part.
        let Some(boxes) = boxes else { return Ok(()) };
        let starts: Vec<bool> =
            (0..cells.len()).map(|place| place > 0 && boxes[place] != boxes[place - 1]).collect();
        // The common sum, if it is known, and that of the part being read.
        let step = |&(sum, part): &(u16, u16), place: usize, digit: u8| {
            let digit = u16::from(digit);
            let (sum, part) = match (starts[place], sum) {
                (true, 0) => (part, digit),
                (true, _) => (part == sum).then_some((sum, digit))?,
                (false, _) => (sum, part + digit),
            };
            (sum == 0 || part <= sum).then_some((sum, part))
        };
        self.read(cells, (0_u16, 0_u16), step, |&(sum, part)| sum == 0 || sum == part)
    }

    /// Adds the relation of a line whose ends bound the digits between them: [`LineKind::Between`] or
    /// [`LineKind::Lockout`].
    fn add_ends(&mut self, kind: LineKind, cells: &[Cell]) -> Result<(), RuleError> {
        let last = cells.len() - 1;
        let mut read = vec![cells[0], cells[last]];
        read.extend(&cells[1..last]);
        let step = |&(low, high): &(u8, u8), place: usize, digit: u8| match (place, kind) {
            (0, _) => Some((digit, digit)),
            (1, LineKind::Lockout { difference }) if low.abs_diff(digit) < difference => None,
            (1, _) => Some((low.min(digit), high.max(digit))),
            (_, LineKind::Between) => (low < digit && digit < high).then_some((low, high)),
            _ => (digit < low || high < digit).then_some((low, high)),
        };
        self.read(&read, (0_u8, 0_u8), step, |_| true)
    }

    /// Any `count` cells that follow each other hold digits of different groups: cells nearer to each other
    /// than that differ in their groups.
    fn groups(&mut self, cells: &[Cell], count: usize, group: impl Fn(u8) -> u8) -> Result<(), RuleError> {
        for first in 0..cells.len() {
            for second in first + 1..cells.len().min(first + count) {
                if cells[first] != cells[second] {
                    self.pair([cells[first], cells[second]], |one, other| group(one) != group(other))?;
                }
            }
        }
        Ok(())
    }
}

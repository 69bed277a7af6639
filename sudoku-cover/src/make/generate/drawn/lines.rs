//! Lines, arrows included: walks from one end to the other, and lines that grow from their center. Whether cells are a
//! line is what its rule requires.

use super::drawing::{ATTEMPTS, Drawing};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{Growth, LineKind, Rule};

/// The least number of cells of a line.
const LEAST: usize = 3;

impl Drawing<'_> {
    /// Draws lines of a kind until there are enough, or none is found any more.
    pub(super) fn lines(&mut self, kind: LineKind) -> Vec<Rule> {
        let kind = kind.with_number((kind.row().number)(self.geometry.side_byte()));
        let rule = |cells: &[Cell]| Rule::Line { kind, cells: cells.to_vec() };
        self.along(kind.row().growth, &rule)
    }

    /// Draws arrows: the first cell is the circle.
    pub(super) fn arrows(&mut self) -> Vec<Rule> {
        let rule = |cells: &[Cell]| Rule::Arrow { circle: cells[..1].to_vec(), cells: cells[1..].to_vec() };
        self.along(Growth::Next, &rule)
    }

    pub(super) fn along(&mut self, growth: Growth, rule: &dyn Fn(&[Cell]) -> Rule) -> Vec<Rule> {
        let (count, mut rules) = (self.count(), Vec::new());
        while rules.len() < count {
            let lines = match growth {
                Growth::Center => self.mirrored(rule),
                growth => self.walk(growth, rule),
            };
            match lines {
                Some(lines) => rules.extend(lines),
                None => break,
            }
        }
        rules
    }

    /// Returns the rules of a line and its images, whose cells then are used; `None` if one of them is no line of the kind, or
    /// they meet.
    fn with_images(&mut self, cells: &[Cell], rule: &dyn Fn(&[Cell]) -> Rule) -> Option<Vec<Rule>> {
        let mut lines: Vec<Vec<Cell>> = Vec::new();
        for image in self.separate_images(cells)? {
            let reversed = image.iter().rev().copied().collect();
            lines.push([image, reversed].into_iter().find(|cells| self.meets(&rule(cells)))?);
        }
        let mut corners: Vec<usize> = Vec::new();
        for cells in &lines {
            corners.extend(cells.windows(2).filter_map(|pair| self.crossing(pair[0], pair[1])));
        }
        corners.sort_unstable();
        let is_crossing = corners.windows(2).any(|pair| pair[0] == pair[1])
            || corners.iter().any(|&corner| self.is_crossed[corner]);
        if is_crossing || lines.concat().iter().any(|&cell| self.is_used[self.geometry.index(cell)]) {
            return None;
        }
        lines.iter().for_each(|cells| self.take(cells));
        Some(lines.iter().map(|cells| rule(cells)).collect())
    }

    /// Returns the greatest number of cells of a line.
    fn most(&self) -> usize {
        self.side().clamp(LEAST, 7)
    }

    /// Returns true if a line may begin with these cells, of which the digits are known.
    fn may_begin(&self, cells: &[Cell], growth: Growth, rule: &dyn Fn(&[Cell]) -> Rule) -> bool {
        let with_others = |count: usize| {
            let others = self.geometry.cells().filter(|cell| !cells.contains(cell));
            let longer: Vec<Cell> = cells.iter().copied().chain(others).take(count).collect();
            self.geometry.meets(&rule(&longer), &|cell| cells.contains(&cell).then(|| self.digit(cell)))
        };
        match growth {
            Growth::Any | Growth::Center => true,
            Growth::Each => self.meets(&rule(cells)),
            Growth::Next => self.meets(&rule(cells)) || with_others(cells.len() + 1),
            Growth::Longest => with_others(self.most()),
        }
    }

    /// Draws a line whose cells are found one after another, and its images. Their cells then are used.
    fn walk(&mut self, growth: Growth, rule: &dyn Fn(&[Cell]) -> Rule) -> Option<Vec<Rule>> {
        for _ in 0..ATTEMPTS {
            let wanted = LEAST + self.random.below(self.most() - LEAST + 1);
            let first = self.any_cell();
            if self.is_used[self.geometry.index(first)] {
                continue;
            }
            let (mut cells, mut whole) = (vec![first], 0);
            while cells.len() < wanted {
                let mut next = self.steps(cells[cells.len() - 1], &cells);
                next.retain(|&cell| self.may_begin(&[&cells[..], &[cell]].concat(), growth, rule));
                if next.is_empty() {
                    break;
                }
                cells.push(next[self.random.below(next.len())]);
                if cells.len() >= LEAST && self.meets(&rule(&cells)) {
                    whole = cells.len();
                }
            }
            // Images of a part of the line may fit where those of all of it do not.
            while whole >= LEAST {
                cells.truncate(whole);
                if self.meets(&rule(&cells)) {
                    let lines = self.with_images(&cells, rule);
                    if lines.is_some() {
                        return lines;
                    }
                }
                whole -= 1;
            }
        }
        None
    }

    /// Draws a line from its center, which is one cell or two, and its images.
    fn mirrored(&mut self, rule: &dyn Fn(&[Cell]) -> Rule) -> Option<Vec<Rule>> {
        for _ in 0..ATTEMPTS {
            let center = self.any_cell();
            if self.is_used[self.geometry.index(center)] {
                continue;
            }
            let mut cells = vec![center];
            if self.random.below(2) == 0 {
                let mut next = self.steps(center, &cells);
                next.retain(|&cell| self.meets(&rule(&[center, cell])));
                if next.is_empty() {
                    continue;
                }
                cells.push(next[self.random.below(next.len())]);
            }
            let wanted = LEAST + self.random.below(self.most() - LEAST + 1);
            while cells.len() < wanted {
                let (first, last) = (cells[0], cells[cells.len() - 1]);
                let mut longer = Vec::new();
                for one in self.steps(first, &cells) {
                    let with_one = [&[one], &cells[..]].concat();
                    let others = self.steps(last, &with_one).into_iter();
                    longer.extend(others.map(|other| [&with_one[..], &[other]].concat()));
                }
                longer.retain(|cells| self.meets(&rule(cells)));
                if longer.is_empty() {
                    break;
                }
                cells = longer.swap_remove(self.random.below(longer.len()));
            }
            while cells.len() >= LEAST {
                let lines = self.with_images(&cells, rule);
                if lines.is_some() {
                    return lines;
                }
                cells = cells[1..cells.len() - 1].to_vec();
            }
        }
        None
    }

    /// Returns the cells to which a line with these cells can go from one of its ends.
    fn steps(&self, from: Cell, cells: &[Cell]) -> Vec<Cell> {
        let near = self.geometry.cells().filter(|cell| {
            let (rows, columns) = (cell.row().abs_diff(from.row()), cell.column().abs_diff(from.column()));
            rows.max(columns) == 1
        });
        let own: Vec<usize> = cells.windows(2).filter_map(|pair| self.crossing(pair[0], pair[1])).collect();
        near.filter(|&cell| {
            let is_crossing = |corner| self.is_crossed[corner] || own.contains(&corner);
            !self.is_used[self.geometry.index(cell)]
                && !cells.contains(&cell)
                && !self.crossing(from, cell).is_some_and(is_crossing)
        })
        .collect()
    }

    /// Returns the place of the corner that a diagonal step passes.
    fn crossing(&self, one: Cell, other: Cell) -> Option<usize> {
        let is_diagonal = one.row() != other.row() && one.column() != other.column();
        let (row, column) = (one.row().min(other.row()), one.column().min(other.column()));
        is_diagonal.then(|| row * self.side() + column)
    }

    /// Marks the cells and crossings of a line as used.
    fn take(&mut self, cells: &[Cell]) {
        for &cell in cells {
            self.is_used[self.geometry.index(cell)] = true;
        }
        for pair in cells.windows(2) {
            if let Some(corner) = self.crossing(pair[0], pair[1]) {
                self.is_crossed[corner] = true;
            }
        }
    }
}

//! Cages and other groups of connected cells.

use super::drawing::{ATTEMPTS, Drawing};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{CageKind, CellsKind, Rule};

impl Drawing<'_> {
    /// Returns a connected group of cells of at most this many, each of which `fits` the others.
    fn group(&mut self, first: Cell, most: usize, fits: impl Fn(&Self, &[Cell], Cell) -> bool) -> Vec<Cell> {
        let mut cells = vec![first];
        while cells.len() < most {
            let mut next: Vec<Cell> = cells.iter().flat_map(|&cell| self.geometry.neighbors(cell)).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|&cell| !cells.contains(&cell) && fits(self, &cells, cell));
            if next.is_empty() {
                break;
            }
            cells.push(next[self.random.below(next.len())]);
        }
        cells.sort_unstable();
        cells
    }

    fn differs(&self, cells: &[Cell], cell: Cell) -> bool {
        cells.iter().all(|&other| self.digit(other) != self.digit(cell))
    }

    pub(super) fn cages(&mut self) -> Vec<Rule> {
        let mut order: Vec<Cell> = self.geometry.cells().collect();
        self.random.shuffle(&mut order);
        let mut is_caged = vec![false; order.len()];
        let mut rules = Vec::new();
        for first in order {
            if is_caged[self.geometry.index(first)] {
                continue;
            }
            let most = 2 + self.random.below(self.side().min(5) - 1);
            let cells = self.group(first, most, |drawing, cells, cell| {
                !is_caged[drawing.geometry.index(cell)] && drawing.differs(cells, cell)
            });
            // A cage of one cell would be a given.
            if cells.len() > 1 {
                for &cell in &cells {
                    is_caged[self.geometry.index(cell)] = true;
                }
                rules.push(Rule::Killer { sum: self.sum(&cells), cells });
            }
        }
        rules
    }

    /// Draws groups of cells that do not overlap, of `lengths` cells.
    fn groups(
        &mut self,
        lengths: [usize; 2],
        fits: impl Fn(&Self, &[Cell], Cell) -> bool,
        is_whole: impl Fn(&Self, &[Cell]) -> bool,
    ) -> Vec<Vec<Cell>> {
        let [least, most] = lengths;
        let mut is_grouped = vec![false; self.geometry.cell_count()];
        let (mut groups, count) = (Vec::new(), self.count());
        for _ in 0..ATTEMPTS {
            let first = self.any_cell();
            if groups.len() == count || is_grouped[self.geometry.index(first)] {
                continue;
            }
            let wanted = least + self.random.below(most - least + 1);
            let cells = self.group(first, wanted, |drawing, cells, cell| {
                !is_grouped[drawing.geometry.index(cell)] && fits(drawing, cells, cell)
            });
            if cells.len() >= least && is_whole(self, &cells) {
                for &cell in &cells {
                    is_grouped[self.geometry.index(cell)] = true;
                }
                groups.push(cells);
            }
        }
        groups
    }

    pub(super) fn sums(&mut self) -> Vec<Rule> {
        let groups = self.groups([3, self.side().min(5)], |_, _, _| true, |_, _| true);
        groups.into_iter().map(|cells| Rule::Sum { sum: self.sum(&cells), cells }).collect()
    }

    /// Draws cages of a kind, with one of the numbers that their digits meet.
    pub(super) fn numbered_cages(&mut self, kind: CageKind) -> Vec<Rule> {
        let row = kind.row();
        let most = row.lengths[1].min(self.side());
        let fits =
            |drawing: &Self, cells: &[Cell], cell: Cell| !row.is_different || drawing.differs(cells, cell);
        let groups = self.groups([row.lengths[0].min(most), most], fits, |_, _| true);
        let mut rules = Vec::new();
        for cells in groups {
            // No sum, difference or quotient exceeds the sum, and the product is one of the numbers above it.
            let (sum, product) =
                (self.sum(&cells), cells.iter().map(|&cell| u32::from(self.digit(cell))).product());
            let values = (0..=sum).chain([product].into_iter().filter(|&product| product > sum));
            let rule = |value| Rule::Cage { kind, value, cells: cells.clone() };
            let met: Vec<Rule> = values.map(rule).filter(|rule| self.meets(rule)).collect();
            if !met.is_empty() {
                let chosen = self.random.below(met.len());
                rules.extend(met.into_iter().nth(chosen));
            }
        }
        rules
    }

    /// Draws sets of different digits.
    pub(super) fn apart(&mut self, kind: CellsKind) -> Vec<Rule> {
        let side = self.side();
        // Cells of one house differ anyway.
        let is_new = |drawing: &Self, cells: &[Cell]| {
            let in_house = |cells: &[Cell], house: usize| {
                let house = &drawing.geometry.houses()[house];
                cells.iter().all(|cell| house.cells().contains(cell))
            };
            !(0..drawing.geometry.houses().len()).any(|house| in_house(cells, house))
        };
        let groups = self.groups([side.min(5), side], Self::differs, is_new);
        let groups = groups.into_iter().take(side.div_ceil(3));
        groups.map(|cells| Rule::Cells { kind, cells }).collect()
    }

    /// Draws sets of different digits that meet a rule together.
    pub(super) fn sets(&mut self, kind: CellsKind, lengths: [usize; 2]) -> Vec<Rule> {
        let rule = |cells: &[Cell]| Rule::Cells { kind, cells: cells.to_vec() };
        let groups = self.groups(lengths, Self::differs, |drawing, cells| drawing.meets(&rule(cells)));
        groups.iter().map(|cells| rule(cells)).collect()
    }

    pub(super) fn clones(&mut self) -> Vec<Rule> {
        let mut is_cloned = vec![false; self.geometry.cell_count()];
        let (mut rules, count) = (Vec::new(), self.count());
        for _ in 0..ATTEMPTS {
            let (from, to) = (self.any_cell(), self.any_cell());
            let moved = |drawing: &Self, cell: Cell| {
                let row = (cell.row() + to.row()).checked_sub(from.row())?;
                let column = (cell.column() + to.column()).checked_sub(from.column())?;
                let side = drawing.side();
                let cell =
                    (row < side && column < side).then(|| drawing.geometry.cell(row * side + column))?;
                cell.filter(|&cell| !is_cloned[drawing.geometry.index(cell)])
            };
            let fits = |drawing: &Self, cells: &[Cell], cell: Cell| {
                let Some(image) = moved(drawing, cell) else { return false };
                let images: Vec<Cell> = cells.iter().filter_map(|&other| moved(drawing, other)).collect();
                drawing.digit(cell) == drawing.digit(image)
                    && !is_cloned[drawing.geometry.index(cell)]
                    && !images.contains(&cell)
                    && !cells.contains(&image)
            };
            if rules.len() == count || from == to || !fits(self, &[], from) {
                continue;
            }
            let first = self.group(from, 4, fits);
            let second: Vec<Cell> = first.iter().filter_map(|&cell| moved(self, cell)).collect();
            if first.len() > 1 {
                for &cell in first.iter().chain(&second) {
                    is_cloned[self.geometry.index(cell)] = true;
                }
                rules.push(Rule::Clone { first, second });
            }
        }
        rules
    }
}

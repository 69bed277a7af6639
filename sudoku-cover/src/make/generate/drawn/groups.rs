//! Cages and other groups of connected cells.

use super::drawing::{ATTEMPTS, Drawing};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{CageKind, CellsKind, Rule, Variant};

impl Drawing<'_> {
    /// Returns a connected group of cells of at most this many, each of which `fits` the others.
    fn group(&mut self, first: Cell, most: usize, fits: impl Fn(&Self, &[Cell], Cell) -> bool) -> Vec<Cell> {
        let mut cells = vec![first];
        while cells.len() < most {
            let mut next: Vec<Cell> = cells.iter().flat_map(|&cell| self.geometry.neighbors(cell)).collect();
            next.sort_unstable();
            next.dedup();
            next.retain(|&cell| !cells.contains(&cell) && self.images_fit(&cells, cell, &fits));
            if next.is_empty() {
                break;
            }
            cells.push(next[self.random.below(next.len())]);
        }
        cells.sort_unstable();
        cells
    }

    /// Returns true if a cell fits others, and the images of the cell those of the others, which are apart from them.
    fn images_fit(&self, cells: &[Cell], cell: Cell, fits: &impl Fn(&Self, &[Cell], Cell) -> bool) -> bool {
        if self.geometry.is_blocked(cell) {
            return false;
        }
        let longer = [cells, &[cell]].concat();
        let images = self.separate_images(&longer).unwrap_or_default();
        !images.is_empty() && images.iter().all(|image| fits(self, &image[..cells.len()], image[cells.len()]))
    }

    fn differs(&self, cells: &[Cell], cell: Cell) -> bool {
        cells.iter().all(|&other| self.digit(other) != self.digit(cell))
    }

    pub(super) fn cages(&mut self) -> Vec<Rule> {
        if !self.has_lines() {
            let runs = self.geometry.runs(&[]).into_iter();
            return runs.map(|cells| Rule::Killer { sum: self.sum(&cells), cells }).collect();
        }
        let mut order: Vec<Cell> = self.geometry.open_cells().collect();
        self.random.shuffle(&mut order);
        let mut is_caged = vec![false; self.geometry.cell_count()];
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
                for mut cells in self.images(&cells) {
                    for &cell in &cells {
                        is_caged[self.geometry.index(cell)] = true;
                    }
                    cells.sort_unstable();
                    rules.push(Rule::Killer { sum: self.sum(&cells), cells });
                }
            }
        }
        rules
    }

    /// Returns true if rows and columns are houses.
    fn has_lines(&self) -> bool {
        !self.geometry.has(Variant::NoRowsColumns)
    }

    /// Draws groups of cells that do not overlap, of `lengths` cells, until there are `count`.
    pub(super) fn groups(
        &mut self,
        count: usize,
        lengths: [usize; 2],
        fits: impl Fn(&Self, &[Cell], Cell) -> bool,
        is_whole: impl Fn(&Self, &[Cell]) -> bool,
    ) -> Vec<Vec<Cell>> {
        let [least, most] = lengths;
        let mut is_grouped = vec![false; self.geometry.cell_count()];
        let mut groups: Vec<Vec<Cell>> = Vec::new();
        for _ in 0..ATTEMPTS {
            let first = self.any_cell();
            if groups.len() >= count || is_grouped[self.geometry.index(first)] {
                continue;
            }
            let wanted = least + self.random.below(most - least + 1);
            let cells = self.group(first, wanted, |drawing, cells, cell| {
                !is_grouped[drawing.geometry.index(cell)] && fits(drawing, cells, cell)
            });
            let images = self.images(&cells);
            if cells.len() >= least && images.iter().all(|image| is_whole(self, image)) {
                for mut cells in images {
                    for &cell in &cells {
                        is_grouped[self.geometry.index(cell)] = true;
                    }
                    cells.sort_unstable();
                    groups.push(cells);
                }
            }
        }
        groups
    }

    pub(super) fn sums(&mut self) -> Vec<Rule> {
        let groups = self.groups(self.count(), [3, self.side().min(5)], |_, _, _| true, |_, _| true);
        groups.into_iter().map(|cells| Rule::Sum { sum: self.sum(&cells), cells }).collect()
    }

    /// Draws cages of a kind, with one of the numbers that their digits meet.
    pub(super) fn numbered_cages(&mut self, kind: CageKind) -> Vec<Rule> {
        let row = kind.row();
        let most = row.lengths[1].min(self.side());
        let fits =
            |drawing: &Self, cells: &[Cell], cell: Cell| !row.is_different || drawing.differs(cells, cell);
        let lengths = [row.lengths[0].min(most), most];
        let groups = self.groups(self.count(), lengths, fits, |drawing, cells| {
            !drawing.is_symmetric() || !drawing.numbered(kind, cells).is_empty()
        });
        groups.into_iter().filter_map(|cells| self.numbered_cage(kind, &cells)).collect()
    }

    /// Returns the rules of this kind for a cage, one for each number that its digits meet.
    fn numbered(&self, kind: CageKind, cells: &[Cell]) -> Vec<Rule> {
        // No sum, difference or quotient exceeds the sum, and the product is one of the numbers above it.
        let (sum, product) =
            (self.sum(cells), cells.iter().map(|&cell| u32::from(self.digit(cell))).product());
        let values = (0..=sum).chain([product].into_iter().filter(|&product| product > sum));
        let rule = |value| Rule::Cage { kind, value, cells: cells.to_vec() };
        values.map(rule).filter(|rule| self.meets(rule)).collect()
    }

    fn numbered_cage(&mut self, kind: CageKind, cells: &[Cell]) -> Option<Rule> {
        let met = self.numbered(kind, cells);
        if met.is_empty() {
            return None;
        }
        let chosen = self.random.below(met.len());
        met.into_iter().nth(chosen)
    }

    /// Draws cages of up to four cells that divide the board, each with a number of one of these kinds or a sum. Cells
    /// that are left alone have no rule.
    pub(super) fn mixed_cages(&mut self, kinds: &[CageKind]) -> Vec<Rule> {
        let most = 4;
        let groups = self.groups(usize::MAX, [2, most], |_, _, _| true, |_, _| true);
        let mut rules = Vec::new();
        for cells in groups {
            let mut fitting: Vec<CageKind> = kinds.to_vec();
            fitting.retain(|kind| {
                let [least, most] = kind.row().lengths;
                (least..=most).contains(&cells.len()) && !self.numbered(*kind, &cells).is_empty()
            });
            let chosen = self.random.below(fitting.len() + 1);
            let sum = Rule::Sum { sum: self.sum(&cells), cells: cells.clone() };
            let rule = fitting.get(chosen).and_then(|&kind| self.numbered_cage(kind, &cells));
            rules.push(rule.unwrap_or(sum));
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
        let groups = self.groups(side.div_ceil(3), [side.min(5), side], Self::differs, is_new).into_iter();
        groups.map(|cells| Rule::Cells { kind, cells }).collect()
    }

    /// Draws sets of different digits that meet a rule together.
    pub(super) fn sets(&mut self, kind: CellsKind, lengths: [usize; 2]) -> Vec<Rule> {
        let rule = |cells: &[Cell]| Rule::Cells { kind, cells: cells.to_vec() };
        let groups =
            self.groups(self.count(), lengths, Self::differs, |drawing, cells| drawing.meets(&rule(cells)));
        groups.iter().map(|cells| rule(cells)).collect()
    }

    pub(super) fn clones(&mut self) -> Vec<Rule> {
        // The images of two groups of equal digits rarely have equal digits.
        if self.is_symmetric() {
            return Vec::new();
        }
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
                let is_open = |cell| !drawing.geometry.is_blocked(cell);
                drawing.digit(cell) == drawing.digit(image)
                    && is_open(cell)
                    && is_open(image)
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

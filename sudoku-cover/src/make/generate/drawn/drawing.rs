//! The full grid off which rules are read, and random choices among its cells.

use crate::make::generate::Random;
use crate::model::geometry::rules::{Rule, Variant};
use crate::model::geometry::{Cell, Digit, Geometry};
use crate::model::grid::Grid;
use crate::model::symmetry::Symmetry;

/// The number of attempts to draw a line, or all groups of a kind.
pub(super) const ATTEMPTS: usize = 400;

/// The rules of one full grid, while they are drawn.
pub(super) struct Drawing<'d> {
    pub(super) geometry: &'d Geometry,
    /// By cell its digit.
    digits: Vec<u8>,
    pub(super) strict: &'d [Variant],
    pub(super) random: &'d mut Random,
    /// The maps of the symmetry of the layout, the identity first.
    maps: Vec<Vec<Cell>>,
    /// By cell whether a line has it.
    pub(super) is_used: Vec<bool>,
    /// By cell whether a line passes diagonally between it and the cell to the right and below.
    pub(super) is_crossed: Vec<bool>,
}

impl<'d> Drawing<'d> {
    /// Returns the drawing of a full grid without lines.
    pub(super) fn new(
        geometry: &'d Geometry,
        solution: &Grid,
        strict: &'d [Variant],
        symmetry: Symmetry,
        random: &'d mut Random,
    ) -> Self {
        let digits = solution.digits().iter().map(|digit| digit.map_or(0, Digit::value)).collect();
        let is_used: Vec<bool> = geometry.cells().map(|cell| geometry.is_blocked(cell)).collect();
        let is_crossed = vec![false; is_used.len()];
        let maps = symmetry.maps(geometry);
        Drawing { geometry, digits, strict, random, maps, is_used, is_crossed }
    }

    /// Lays out all that follows without symmetry, until [`return_to`](Self::return_to).
    pub(super) fn leave_symmetry(&mut self) -> Vec<Vec<Cell>> {
        self.maps.split_off(1)
    }

    pub(super) fn return_to(&mut self, maps: Vec<Vec<Cell>>) {
        self.maps.extend(maps);
    }

    pub(super) fn is_symmetric(&self) -> bool {
        self.maps.len() > 1
    }

    /// Returns the images of cells, themselves first, and those that have the same cells once.
    pub(super) fn images(&self, cells: &[Cell]) -> Vec<Vec<Cell>> {
        let mut images: Vec<Vec<Cell>> = Vec::new();
        for map in &self.maps {
            let image: Vec<Cell> = cells.iter().map(|&cell| map[self.geometry.index(cell)]).collect();
            if !images.iter().any(|other| sorted(other) == sorted(&image)) {
                images.push(image);
            }
        }
        images
    }

    /// Returns the images of cells, or `None` if some have cells in common without being the same.
    pub(super) fn separate_images(&self, cells: &[Cell]) -> Option<Vec<Vec<Cell>>> {
        let images = self.images(cells);
        let all = sorted(&images.concat());
        all.windows(2).all(|pair| pair[0] != pair[1]).then_some(images)
    }

    pub(super) fn side(&self) -> usize {
        self.geometry.side()
    }

    pub(super) fn digit(&self, cell: Cell) -> u8 {
        self.digits[self.geometry.index(cell)]
    }

    /// Returns true if the rule requires something that the full grid meets.
    pub(super) fn meets(&self, rule: &Rule) -> bool {
        self.geometry.meets(rule, &|cell| Some(self.digit(cell)))
    }

    pub(super) fn sum(&self, cells: &[Cell]) -> u32 {
        cells.iter().map(|&cell| u32::from(self.digit(cell))).sum()
    }

    /// Returns some of the items, at most this many, in their order.
    pub(super) fn some<T>(&mut self, items: Vec<T>, count: usize) -> Vec<T> {
        let mut numbered: Vec<(usize, T)> = items.into_iter().enumerate().collect();
        self.random.shuffle(&mut numbered);
        numbered.truncate(count);
        numbered.sort_by_key(|&(number, _)| number);
        numbered.into_iter().map(|(_, item)| item).collect()
    }

    /// Returns some of the rules, at most this many unless all of them are images of one, in their order. With a symmetry, all
    /// or none of the rules at the places of its images are among them.
    pub(super) fn some_rules(&mut self, rules: Vec<Rule>, count: usize) -> Vec<Rule> {
        if !self.is_symmetric() {
            return self.some(rules, count);
        }
        let places: Vec<Vec<Cell>> = rules.iter().map(|rule| self.place(rule)).collect();
        let mut orbits: Vec<Vec<usize>> = Vec::new();
        for place in &places {
            let number = |map: &Vec<Cell>| {
                let image: Vec<Cell> = place.iter().map(|&cell| map[self.geometry.index(cell)]).collect();
                places.iter().zip(&rules).position(|(place, rule)| is_same_place(place, &image, rule))
            };
            if let Some(mut orbit) = self.maps.iter().map(number).collect::<Option<Vec<usize>>>() {
                orbit.sort_unstable();
                orbit.dedup();
                if !orbits.contains(&orbit) {
                    orbits.push(orbit);
                }
            }
        }
        self.random.shuffle(&mut orbits);
        let mut chosen: Vec<usize> = Vec::new();
        for orbit in orbits {
            if chosen.is_empty() || chosen.len() + orbit.len() <= count {
                chosen.extend(orbit);
            }
        }
        chosen.sort_unstable();
        let numbered = rules.into_iter().enumerate();
        numbered.filter(|(number, _)| chosen.binary_search(number).is_ok()).map(|(_, rule)| rule).collect()
    }

    /// Returns the cells at which a rule is, in the order in which it reads them.
    fn place(&self, rule: &Rule) -> Vec<Cell> {
        match rule {
            Rule::Outside { side, number, .. } => self.geometry.line_from(*side, *number),
            Rule::LittleKiller { first, direction, .. } => self.geometry.diagonal_from(*first, *direction),
            other => other.cells(),
        }
    }

    pub(super) fn any_cell(&mut self) -> Cell {
        let index = self.random.below(self.geometry.open_cells().count());
        self.geometry.open_cells().nth(index).expect("it is below the number of cells")
    }

    /// Returns the number of lines or groups of a kind.
    pub(super) fn count(&self) -> usize {
        (self.geometry.open_cells().count() / 11).max(2)
    }
}

fn sorted(cells: &[Cell]) -> Vec<Cell> {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    cells
}

/// Returns true if a rule at some cells is also at others: at the same, in the same order if that has a meaning.
fn is_same_place(cells: &[Cell], others: &[Cell], rule: &Rule) -> bool {
    match rule {
        Rule::Outside { kind, .. } if !kind.row().has_no_end => cells == others,
        Rule::LittleKiller { .. } => cells == others,
        _ => sorted(cells) == sorted(others),
    }
}

/// Returns true if each open cell can be reached from any other one.
pub(super) fn is_connected(geometry: &Geometry, is_open: &[bool]) -> bool {
    let mut found: Vec<Cell> =
        geometry.cells().find(|&cell| is_open[geometry.index(cell)]).into_iter().collect();
    let mut is_found = vec![false; is_open.len()];
    found.iter().for_each(|&cell| is_found[geometry.index(cell)] = true);
    let mut next = 0;
    while let Some(&cell) = found.get(next) {
        for other in geometry.neighbors(cell) {
            let index = geometry.index(other);
            if is_open[index] && !is_found[index] {
                is_found[index] = true;
                found.push(other);
            }
        }
        next += 1;
    }
    found.len() == is_open.iter().filter(|&&is_open| is_open).count()
}

//! The roles of cells and candidates in a step, for drawing.

use std::collections::BTreeMap;

use super::Picture;
use crate::human::pattern::StepMarks;
use crate::human::step::{HouseName, Step};
use crate::model::geometry::{Candidate, Cell, House};
use crate::model::pencilmarks::Pencilmarks;

/// The role of a candidate in a step. Of several roles the greatest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StepRole {
    /// It would follow in a forcing net.
    Trail,
    /// It is part of the pattern.
    Shown,
    /// It is a fin or another candidate beside the pattern.
    Fin,
    /// It belongs to the set of this number.
    Set(usize),
    /// It is eliminated.
    Eliminated,
    /// It is placed.
    Placed,
}

/// The role of a cell in a step. Of several roles the greatest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Tint {
    House,
    Cover,
    Cell,
    Fin,
    Set(usize),
    Conflict,
}

/// The roles of all cells and candidates.
#[derive(Debug, Default)]
pub(super) struct Marking {
    pub(super) tints: BTreeMap<Cell, Tint>,
    pub(super) parts: BTreeMap<Candidate, StepRole>,
}

impl Marking {
    pub(super) fn of(picture: &Picture<'_>) -> Self {
        let mut marking = Self::default();
        if let Some(step) = picture.step {
            let marks = step.marks();
            marking.add_cells(&marks, picture);
            marking.add_candidates(step, &marks, picture);
        }
        for conflict in picture.digits().contradictions(picture.geometry).unwrap_or_default() {
            conflict.cells.iter().for_each(|&cell| marking.tint(cell, Tint::Conflict));
        }
        marking.tints.retain(|&cell, _| picture.geometry.contains(cell));
        let is_there = |candidate: &Candidate| {
            picture.geometry.contains(candidate.cell) && picture.geometry.values().contains(candidate.digit)
        };
        marking.parts.retain(|candidate, _| is_there(candidate));
        marking
    }

    /// Returns the candidate that the step places in the cell.
    pub(super) fn placed(&self, cell: Cell) -> Option<Candidate> {
        let placed =
            self.parts.iter().find(|(candidate, part)| candidate.cell == cell && **part == StepRole::Placed);
        placed.map(|(&candidate, _)| candidate)
    }

    fn tint(&mut self, cell: Cell, tint: Tint) {
        let known = self.tints.entry(cell).or_insert(tint);
        *known = tint.max(*known);
    }

    fn part(&mut self, candidate: Candidate, part: StepRole) {
        let known = self.parts.entry(candidate).or_insert(part);
        *known = part.max(*known);
    }

    fn add_cells(&mut self, marks: &StepMarks, picture: &Picture<'_>) {
        let houses = |names: &[HouseName]| {
            let named = |name: &HouseName| {
                let mut houses = picture.geometry.houses().iter();
                houses.find(|house| house.kind() == name.kind && house.number() == name.number)
            };
            names.iter().filter_map(named).flat_map(House::cells).copied().collect::<Vec<_>>()
        };
        houses(&marks.covers).into_iter().for_each(|cell| self.tint(cell, Tint::Cover));
        houses(&marks.houses).into_iter().for_each(|cell| self.tint(cell, Tint::House));
        marks.cells.iter().for_each(|&cell| self.tint(cell, Tint::Cell));
        marks.fins.iter().for_each(|&cell| self.tint(cell, Tint::Fin));
        for (number, set) in marks.sets.iter().enumerate() {
            set.cells.iter().for_each(|&cell| self.tint(cell, Tint::Set(number)));
        }
    }

    fn add_candidates(&mut self, step: &Step, marks: &StepMarks, picture: &Picture<'_>) {
        let is_candidate = |candidate: &Candidate| {
            let has = |marks: &Pencilmarks| {
                picture.geometry.contains(candidate.cell)
                    && marks.get(candidate.cell).contains(candidate.digit)
            };
            picture.candidates.is_none_or(has)
        };
        let mut add = |cells: &[Cell], digits: &[crate::model::geometry::Digit], part| {
            for &cell in cells {
                let candidates = digits.iter().map(|&digit| Candidate { cell, digit });
                candidates.filter(is_candidate).for_each(|candidate| self.part(candidate, part));
            }
        };
        for node in marks.links.iter().flat_map(|link| [&link.from, &link.to]) {
            add(&node.cells, &[node.digit], StepRole::Shown);
        }
        add(&marks.cells, &marks.digits, StepRole::Shown);
        add(&marks.fins, &marks.digits, StepRole::Fin);
        for (number, set) in marks.sets.iter().enumerate() {
            add(&set.cells, &set.digits, StepRole::Set(number));
        }
        marks.trail.iter().for_each(|&candidate| self.part(candidate, StepRole::Trail));
        step.eliminations.iter().for_each(|&candidate| self.part(candidate, StepRole::Eliminated));
        step.placements.iter().for_each(|&candidate| self.part(candidate, StepRole::Placed));
    }
}

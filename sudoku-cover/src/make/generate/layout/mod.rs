//! Rules whose cells are drawn at random: regions, cages, lines, marks, and clues outside of the board.
//!
//! Regions come before the full grid. All other rules are read off the full grid, so that it is a solution:
//! a thermometer, for example, is a walk along which its digits increase. Lines do not share cells and do not
//! cross. How many rules there are grows with the board.

mod cells;
mod drawing;
mod groups;
mod kind;
mod lines;
mod marks;
mod outside;
mod regions;
mod words;

pub use kind::{Layout, UnknownLayout};
pub(super) use regions::regions;

use super::Random;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{CellsKind, LineKind, OutsideKind, Rule, Variant};
use crate::model::grid::Grid;
use drawing::Drawing;

/// Returns rules of each layout that the full grid fulfills, [regions](regions) excepted; `None` if there are
/// none of one of the layouts. All places of a mark are marked if a rule in `strict` requires that.
pub(super) fn draw(
    geometry: &Geometry,
    solution: &Grid,
    layouts: &[Layout],
    strict: &[Variant],
    random: &mut Random,
) -> Option<Vec<Rule>> {
    let mut drawing = Drawing::new(geometry, solution, strict, random);
    let mut rules = Vec::new();
    for &layout in layouts.iter().filter(|&&layout| layout != Layout::Jigsaw) {
        let drawn = drawing.rules(layout);
        if drawn.is_empty() {
            return None;
        }
        rules.extend(drawn);
    }
    Some(rules)
}

impl Drawing<'_> {
    /// Returns rules of this layout.
    fn rules(&mut self, layout: Layout) -> Vec<Rule> {
        match layout {
            Layout::Jigsaw => Vec::new(),
            Layout::Killer => self.cages(),
            Layout::Sum => self.sums(),
            Layout::Different => self.apart(),
            Layout::Equality => self.equalities(),
            Layout::Thermo
            | Layout::SlowThermo
            | Layout::Arrow
            | Layout::DoubleArrow
            | Layout::Whisper
            | Layout::Renban
            | Layout::RegionSum
            | Layout::Between
            | Layout::Lockout
            | Layout::Entropic
            | Layout::Modular => self.lines(|drawing| drawing.walk(layout)),
            Layout::Palindrome => {
                self.lines(|drawing| drawing.mirrored(LineKind::Palindrome, |one, other, _| one == other))
            }
            Layout::Zipper => {
                self.lines(|drawing| drawing.mirrored(LineKind::Zipper, |one, other, sum| one + other == sum))
            }
            Layout::White | Layout::Black | Layout::Xv | Layout::Greater => self.marks(layout),
            Layout::Quad => self.quads(),
            Layout::Clone => self.clones(),
            Layout::LittleKiller => self.diagonals(),
            Layout::Sandwich => self.outside(OutsideKind::Sandwich),
            Layout::XSum => self.outside(OutsideKind::XSum),
            Layout::Skyscraper => self.outside(OutsideKind::Skyscraper),
            Layout::NumberedRoom => self.outside(OutsideKind::NumberedRoom),
            Layout::Even => self.cells(CellsKind::Even),
            Layout::Odd => self.cells(CellsKind::Odd),
            Layout::Minimum => self.cells(CellsKind::Minimum),
            Layout::Maximum => self.cells(CellsKind::Maximum),
            Layout::RowIndexer => self.cells(CellsKind::RowIndexer),
            Layout::ColumnIndexer => self.cells(CellsKind::ColumnIndexer),
            Layout::BoxIndexer => self.cells(CellsKind::BoxIndexer),
            Layout::CountingCircles => self.circles(),
        }
    }
}

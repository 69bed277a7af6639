//! Rules whose cells are drawn at random: regions, cages, lines, marks, and clues outside of the board.
//!
//! Regions come before the full grid. All other rules are read off the full grid, so that it is a solution:
//! a thermometer, for example, is a walk along which its digits increase. Lines do not share cells and do not
//! cross. How many rules there are grows with the board.

mod cells;
mod drawing;
mod groups;
mod lines;
mod marks;
mod outside;
mod regions;

pub(super) use marks::is_given;
pub(super) use regions::regions;

use super::Random;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{Figure, Needs, Regions, Rule, RuleError, RuleKind, Variant};
use crate::model::grid::Grid;
use crate::model::unexpected::Unexpected;
use drawing::Drawing;
use regions::character;

/// The sides of the boards for which rules are drawn.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// Returns an error if rules of this kind cannot be drawn on the board.
pub(super) fn check(kind: RuleKind, geometry: &Geometry) -> Result<(), RuleError> {
    let refuse = |expected: String, found: &str| Err(Unexpected::new(expected, found).into());
    let side = geometry.side();
    if !geometry.is_square() {
        return refuse(
            format!("a board of whole rows and columns for {kind}"),
            "blocked cells, grids, or none",
        );
    }
    if !kind.is_drawn() {
        return refuse("rules whose cells can be drawn".to_owned(), kind.name());
    }
    let (mut least, most) = SIDES.into_inner();
    if let Needs::Side(side) = kind.words().needs {
        least = side;
    }
    if !(least..=most).contains(&side) {
        return refuse(format!("a side of {least} to {most} for {kind}"), &side.to_string());
    }
    match kind.words().needs {
        Needs::Thirds if !side.is_multiple_of(3) => {
            refuse(format!("a side that 3 divides for {kind}"), &side.to_string())
        }
        Needs::Boxes if geometry.has_idle_boxes() => {
            refuse(format!("boxes of several rows and columns for {kind}"), "none")
        }
        // Whether the board can have regions does not depend on their shapes.
        _ if kind == RuleKind::Figure(Figure::Regions) => {
            let rows = geometry.cells().map(|cell| character(cell.row())).collect::<String>();
            geometry.clone().with_rules(&[Rule::Regions(Regions::of_text(&rows))]).map(|_| ())
        }
        _ => Ok(()),
    }
}

/// Returns rules of each kind that the full grid meets, [regions](regions) excepted; `None` if there are none of one of
/// the kinds. All places of a mark are marked if a rule in `strict` requires that.
pub(super) fn draw(
    geometry: &Geometry,
    solution: &Grid,
    kinds: &[RuleKind],
    strict: &[Variant],
    random: &mut Random,
) -> Option<Vec<Rule>> {
    let mut drawing = Drawing::new(geometry, solution, strict, random);
    let mut rules = Vec::new();
    for &kind in kinds.iter().filter(|&&kind| kind != RuleKind::Figure(Figure::Regions)) {
        let drawn = drawing.rules(kind);
        if drawn.is_empty() {
            return None;
        }
        rules.extend(drawn);
    }
    Some(rules)
}

impl Drawing<'_> {
    /// Returns rules of this kind.
    fn rules(&mut self, kind: RuleKind) -> Vec<Rule> {
        match kind {
            RuleKind::Whole(_)
            | RuleKind::Open
            | RuleKind::Figure(Figure::Regions | Figure::Values | Figure::Grids) => Vec::new(),
            RuleKind::Figure(Figure::Killer) => self.cages(),
            RuleKind::Figure(Figure::Sum) => self.sums(),
            RuleKind::Figure(Figure::Arrow) => self.arrows(),
            RuleKind::Figure(Figure::Quadruple) => self.quads(),
            RuleKind::Figure(Figure::Clone) => self.clones(),
            RuleKind::Figure(Figure::LittleKiller) => self.diagonals(),
            RuleKind::Cage(kind) => self.numbered_cages(kind),
            RuleKind::Line(kind) => self.lines(kind),
            RuleKind::Pair(kind) => self.marks(kind),
            RuleKind::Outside(kind) => self.outside(kind),
            RuleKind::Cells(kind) => self.cells(kind),
        }
    }
}

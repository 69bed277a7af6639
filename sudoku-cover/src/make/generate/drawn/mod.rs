//! Rules whose cells are drawn at random: regions, cages, lines, marks, and clues outside of the board.
//!
//! Digits, blocked cells and regions come before the full grid. All other rules are read off the full grid, so that it is a
//! solution: a thermometer, for example, is a walk along which its digits increase. Lines do not share cells and do not
//! cross. How many rules there are grows with the board.
//!
//! With a symmetry, the images of a rule are rules too, with the numbers that the full grid has there: two cages of the
//! same shape, but of other sums. Where no rule of a kind has images that the full grid meets, the kind is drawn without the
//! symmetry.

mod board;
mod cells;
mod drawing;
mod groups;
mod lines;
mod marks;
mod open;
mod outside;
mod regions;

pub(super) use board::board;
pub(super) use marks::is_given;

use super::Random;
use crate::model::geometry::Geometry;
use crate::model::geometry::rules::{
    CageKind, CellsKind, Figure, Grids, Needs, Regions, Rule, RuleError, RuleKind, Variant,
};
use crate::model::grid::Grid;
use crate::model::symmetry::Symmetry;
use crate::model::unexpected::Unexpected;
use drawing::Drawing;
use regions::character;

/// The sides of the boards for which rules are drawn.
const SIDES: std::ops::RangeInclusive<usize> = 4..=16;

/// Returns an error if rules of this kind cannot be drawn on the board.
pub(super) fn check(kind: RuleKind, geometry: &Geometry) -> Result<(), RuleError> {
    let refuse = |expected: String, found: &str| Err(Unexpected::new(expected, found).into());
    let side = geometry.side();
    if !kind.is_drawn() {
        return refuse("rules that can be drawn".to_owned(), kind.name());
    }
    let is_of_board = matches!(
        kind,
        RuleKind::Figure(Figure::Regions | Figure::Values) | RuleKind::Cells(CellsKind::Blocked)
    );
    if is_of_board && geometry.grids().is_some() {
        return refuse(format!("a board without grids for {kind}"), "grids");
    }
    if kind == RuleKind::Figure(Figure::Regions) && !geometry.is_square() {
        return refuse(
            format!("a board of whole rows and columns for {kind}"),
            "blocked cells, grids, or none",
        );
    }
    let (mut least, most) = SIDES.into_inner();
    // A grid is a small part of its board.
    let side = geometry.grids().map_or(side, Grids::side);
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

/// Returns rules of each kind that the full grid meets, those of the [board] excepted, and the kinds that are laid out without
/// the symmetry; `None` if there are none of one of the kinds. All places of a mark are marked if a rule in `strict`
/// requires that.
pub(super) fn draw(
    geometry: &Geometry,
    solution: &Grid,
    kinds: &[RuleKind],
    strict: &[Variant],
    symmetry: Symmetry,
    random: &mut Random,
) -> Option<(Vec<Rule>, Vec<RuleKind>)> {
    let mut drawing = Drawing::new(geometry, solution, strict, symmetry, random);
    let (mut rules, mut asymmetric) = (Vec::new(), Vec::new());
    let mixed = mixed(kinds);
    if !mixed.is_empty() {
        rules.extend(drawing.mixed_cages(&mixed));
    }
    for &kind in kinds {
        let is_mixed = match kind {
            RuleKind::Figure(Figure::Sum) => !mixed.is_empty(),
            RuleKind::Cage(kind) => mixed.contains(&kind),
            _ => false,
        };
        if is_mixed {
            continue;
        }
        let Some(mut drawn) = drawing.rules(kind) else { continue };
        if drawn.is_empty() && drawing.is_symmetric() {
            asymmetric.push(kind);
            drawn = drawing.rules_without_symmetry(kind);
        }
        if drawn.is_empty() {
            return None;
        }
        rules.extend(drawn);
    }
    Some((rules, asymmetric))
}

/// Returns the kinds of cages that divide the board together with sums, as in KenKen; none if not all kinds are drawn.
fn mixed(kinds: &[RuleKind]) -> Vec<CageKind> {
    let mixed = [CageKind::Product, CageKind::Difference, CageKind::Quotient];
    let is_drawn = |kind: &CageKind| kinds.contains(&RuleKind::Cage(*kind));
    let are_all = kinds.contains(&RuleKind::Figure(Figure::Sum)) && mixed.iter().all(is_drawn);
    if are_all { mixed.into() } else { Vec::new() }
}

impl Drawing<'_> {
    fn rules_without_symmetry(&mut self, kind: RuleKind) -> Vec<Rule> {
        let maps = self.leave_symmetry();
        let rules = self.rules(kind);
        self.return_to(maps);
        rules.unwrap_or_default()
    }

    /// Returns rules of this kind; `None` if its rules say what the board is.
    fn rules(&mut self, kind: RuleKind) -> Option<Vec<Rule>> {
        Some(match kind {
            RuleKind::Whole(_)
            | RuleKind::Figure(Figure::Regions | Figure::Values | Figure::Grids)
            | RuleKind::Cells(CellsKind::Blocked | CellsKind::Straights) => return None,
            RuleKind::Open(kind) => self.open(kind),
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
        })
    }
}

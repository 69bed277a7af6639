//! What a board is, before a full grid is drawn: its digits, blocked cells and regions.

use super::drawing::is_connected;
use super::regions::regions;
use crate::make::generate::Random;
use crate::make::with_more_rules;
use crate::model::geometry::rules::{CellsKind, Figure, Rule, RuleKind, Variant};
use crate::model::geometry::{Cell, Geometry, Values};
use crate::model::symmetry::Symmetry;

/// The greatest digit of Kakuro, and so the greatest number of cells between blocked ones.
const KAKURO: u8 = 9;

/// Returns rules of these kinds that say what the board is, the kinds of those that are laid out without the symmetry, and the
/// board on which a full grid is drawn: where rows and columns may hold a digit several times, the cells between
/// blocked ones hold different digits there, as in Kakuro.
pub(in crate::make::generate) fn board(
    geometry: &Geometry,
    kinds: &[RuleKind],
    symmetry: Symmetry,
    random: &mut Random,
) -> Option<(Vec<Rule>, Vec<RuleKind>, Geometry)> {
    let (mut rules, mut asymmetric) = (Vec::new(), Vec::new());
    let is_kakuro = geometry.has(Variant::NoRowsColumns) && kinds.contains(&RuleKind::Figure(Figure::Killer));
    let has_values = geometry.rules().iter().any(|rule| matches!(rule, Rule::Values(_)));
    if kinds.contains(&RuleKind::Figure(Figure::Values)) && !has_values {
        rules.push(Rule::Values(values(geometry, random)));
    } else if is_kakuro && !has_values {
        rules.extend(Values::new(1, KAKURO).map(Rule::Values));
    }
    let blocked = RuleKind::Cells(CellsKind::Blocked);
    if kinds.contains(&blocked) {
        let longest = if is_kakuro { KAKURO.into() } else { geometry.side() };
        rules.push(Rule::Cells {
            kind: CellsKind::Blocked,
            cells: blocks(geometry, symmetry, longest, random),
        });
    }
    if kinds.contains(&RuleKind::Figure(Figure::Regions)) {
        let (drawn, is_symmetric) = regions(geometry, symmetry, random);
        rules.push(drawn);
        if !is_symmetric {
            asymmetric.push(RuleKind::Figure(Figure::Regions));
        }
    }
    let board = with_more_rules(geometry, &rules).ok()?;
    let filled = if is_kakuro {
        let runs = board.runs(&[]).into_iter();
        let apart: Vec<Rule> = runs.map(|cells| Rule::Cells { kind: CellsKind::Different, cells }).collect();
        board.with_rules(&apart).ok()?
    } else {
        board
    };
    Some((rules, asymmetric, filled))
}

/// Returns other digits than the usual ones: from 0 on, or one more than a house has cells.
fn values(geometry: &Geometry, random: &mut Random) -> Values {
    let side = geometry.side_byte();
    let others = [(0, side - 1), (0, side), (1, side + 1)];
    let (least, greatest) = others[random.below(others.len())];
    Values::new(least, greatest).unwrap_or(geometry.values())
}

/// Returns cells to be blocked, which have the symmetry, or that of a half turn if none is asked for: about a fifth of the board,
/// and more until no more than `longest` cells are between them. The others are connected, and none is alone in its row or
/// column between blocked ones.
fn blocks(geometry: &Geometry, symmetry: Symmetry, longest: usize, random: &mut Random) -> Vec<Cell> {
    let symmetry = if symmetry == Symmetry::None { Symmetry::HalfTurn } else { symmetry };
    let mut orbits = symmetry.orbits(geometry);
    random.shuffle(&mut orbits);
    let wanted = geometry.cell_count() / 5;
    let mut is_open: Vec<bool> = geometry.cells().map(|cell| !geometry.is_blocked(cell)).collect();
    let mut blocked: Vec<Cell> = Vec::new();
    for orbit in orbits {
        if blocked.len() >= wanted && longest_run(geometry, &is_open) <= longest {
            break;
        }
        let mut after = is_open.clone();
        orbit.iter().for_each(|&cell| after[geometry.index(cell)] = false);
        if shortest_run(geometry, &after) > 1 && is_connected(geometry, &after) {
            is_open = after;
            blocked.extend(orbit);
        }
    }
    blocked.sort_unstable();
    blocked
}

/// Returns the numbers of cells between others that are not open, along rows and columns.
fn runs<'b>(geometry: &'b Geometry, is_open: &'b [bool]) -> impl Iterator<Item = usize> + 'b {
    let side = geometry.side();
    (0..2 * side).flat_map(move |line| {
        let cell = move |place: usize| {
            if line < side { line * side + place } else { place * side + line - side }
        };
        let line: Vec<bool> = (0..side).map(|place| is_open[cell(place)]).collect();
        let runs: Vec<usize> = line.split(|is_open| !is_open).map(<[bool]>::len).collect();
        runs.into_iter().filter(|&run| run > 0)
    })
}

fn longest_run(geometry: &Geometry, is_open: &[bool]) -> usize {
    runs(geometry, is_open).max().unwrap_or(0)
}

fn shortest_run(geometry: &Geometry, is_open: &[bool]) -> usize {
    runs(geometry, is_open).min().unwrap_or(0)
}

//! Writing a puzzle.

use super::names::{ENDS, LINES, PAIRS, SETS, VARIANTS, direction};
use crate::model::geometry::rules::{CellsKind, LineKind, OutsideKind, PairKind, Rule, Side, Variant};
use crate::model::geometry::{Candidate, Cell, Geometry};
use crate::model::pencilmarks::Marks;
use crate::text::draft::{Boxes, region_names};
use crate::text::record::Record;
use crate::text::shape::USUAL_SIDE;

/// Appends the line of a record on a board, and returns the rules that it does not hold.
pub(in crate::text) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Vec<Rule> {
    let mut text = String::from(".");
    let allowed = record.allowed();
    for cell in geometry.cells() {
        let given = record.grid.get(cell);
        let marks = given.map(Marks::only).or_else(|| {
            let digits = geometry.digits().filter(|&digit| {
                geometry.allows(Candidate { cell, digit })
                    && allowed.is_none_or(|allowed| allowed.get(cell).contains(digit))
            });
            let marks: Marks = digits.collect();
            Some(marks).filter(|marks| (marks.count() as usize) < geometry.side())
        });
        for (place, digit) in marks.iter().flat_map(|marks| marks.digits()).enumerate() {
            let cell = if place == 0 { name(&cell) } else { String::new() };
            text += &format!("{cell}_{digit}");
        }
    }
    if text == "." {
        text.push('~');
    }
    if geometry.side() != USUAL_SIDE {
        text += &format!(".Shape~{0}x{0}", geometry.side());
    }
    match Boxes::of(geometry) {
        Boxes::Usual => {}
        Boxes::None => text += ".NoBoxes",
        Boxes::Regions => {
            text += &format!(".NoBoxes.Jigsaw~{}", region_names(geometry));
        }
    }
    let mut lost = Vec::new();
    for rule in geometry.rules() {
        match constraints(rule, geometry) {
            Some(constraints) => text += &constraints,
            None => lost.push(rule.clone()),
        }
    }
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    lost
}

/// Returns a cell as an argument.
fn name(cell: &Cell) -> String {
    format!("~R{}C{}", cell.row() + 1, cell.column() + 1)
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(name).collect()
}

/// Returns the constraints that express a rule, if there are any.
fn constraints(rule: &Rule, geometry: &Geometry) -> Option<String> {
    Some(match rule {
        // The regions and parities of the board are written with its cells.
        Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => String::new(),
        Rule::Cells { kind: CellsKind::Even | CellsKind::Odd, .. } => String::new(),
        Rule::Variant(Variant::Diagonal) => ".Diagonal~1.Diagonal~-1".to_owned(),
        Rule::Variant(Variant::RisingDiagonal) => ".Diagonal~1".to_owned(),
        Rule::Variant(Variant::FallingDiagonal) => ".Diagonal~-1".to_owned(),
        Rule::Variant(variant) => {
            format!(".{}", VARIANTS.iter().find(|(_, known)| known == variant)?.0)
        }
        Rule::Cells { kind: kind @ (CellsKind::Minimum | CellsKind::Maximum), cells } => {
            let pairs = cells.iter().flat_map(|&cell| {
                let others = geometry.neighbors(cell).filter(|other| !cells.contains(other));
                others
                    .map(move |other| if *kind == CellsKind::Maximum { [cell, other] } else { [other, cell] })
            });
            pairs.map(|pair| format!(".GreaterThan{}", names(&pair))).collect()
        }
        Rule::Cells { kind: CellsKind::RowIndexer, cells } => format!(".Indexing~R{}", names(cells)),
        Rule::Cells { kind: CellsKind::ColumnIndexer, cells } => format!(".Indexing~C{}", names(cells)),
        Rule::Cells { kind, cells } => {
            format!(".{}{}", SETS.iter().find(|(_, known)| known == kind)?.0, names(cells))
        }
        Rule::Killer { sum, cells } => format!(".Cage~{sum}{}", names(cells)),
        Rule::Sum { sum, cells } => format!(".Sum~{sum}{}", names(cells)),
        Rule::Line { kind, cells } => {
            let is_kind = |known: &LineKind| known.name() == kind.name();
            let (word, _) = LINES.iter().find(|(_, known)| is_kind(known))?;
            let number = kind.number().map_or_else(String::new, |number| format!("~{number}"));
            format!(".{word}{number}{}", names(cells))
        }
        Rule::Arrow { circle, cells } => match circle.as_slice() {
            [_] => format!(".Arrow{}{}", names(circle), names(cells)),
            _ if circle.is_sorted() => {
                format!(".PillArrow~{}{}{}", circle.len(), names(circle), names(cells))
            }
            _ => return None,
        },
        Rule::Pair { kind: PairKind::Greater, cells } => format!(".GreaterThan{}", names(cells)),
        Rule::Pair { kind, cells } => {
            format!(".{}{}", PAIRS.iter().find(|(_, known)| known == kind)?.0, names(cells))
        }
        Rule::Clone { first, second } => first
            .iter()
            .zip(second)
            .map(|(&one, &other)| format!(".Palindrome{}", names(&[one, other])))
            .collect(),
        Rule::Quadruple { corner, digits } => {
            let digits: String = digits.iter().map(|digit| format!("~{digit}")).collect();
            format!(".Quad{}{digits}", name(corner))
        }
        Rule::LittleKiller { sum, first, direction: found } => {
            if direction(*first, geometry.side()) == Some(*found) {
                format!(".LittleKiller~{sum}{}", name(first))
            } else {
                format!(".Sum~{sum}{}", names(&geometry.diagonal_from(*first, *found)))
            }
        }
        Rule::Outside { kind: OutsideKind::Sandwich, side, number, value } => {
            format!(".Sandwich~{value}~{}", line_name(*side, *number))
        }
        Rule::Outside { kind, side, number, value } => {
            let (word, _) = ENDS.iter().find(|(_, known)| known == kind)?;
            let ends = match side {
                Side::Left | Side::Top => format!("{value}~"),
                Side::Right | Side::Bottom => format!("~{value}"),
            };
            format!(".{word}~{}~{ends}", line_name(*side, *number))
        }
    })
}

fn line_name(side: Side, number: u8) -> String {
    let letter = if side.house() == "row" { 'R' } else { 'C' };
    format!("{letter}{}", number + 1)
}

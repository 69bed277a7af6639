//! Writing a puzzle, as the program reads it.

use super::constraint::cell_name;
use super::names::{ENDS, LINES, PAIRS, SETS, VARIANTS, direction, may_repeat};
use super::read::{are_adjacent, is_readable};
use crate::model::geometry::rules::{
    CellsKind, Direction, LineKind, OutsideKind, PairKind, Rule, Side, Variant,
};
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, HouseKind};
use crate::model::pencilmarks::Marks;
use crate::text::draft::{Boxes, region_names};
use crate::text::record::Record;
use crate::text::shape::USUAL_SIDE;

/// Appends the line of a record on a board, and returns the rules that it does not hold.
pub(in crate::text) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Vec<Rule> {
    let cells = cells(record, geometry);
    let mut rules = String::new();
    match Boxes::of(geometry) {
        Boxes::Usual => {}
        Boxes::None => rules += ".NoBoxes",
        Boxes::Regions => {
            rules += &format!(".NoBoxes.Jigsaw~{}", region_names(geometry));
        }
    }
    let mut lost = Vec::new();
    for number in 0..geometry.rules().len() {
        match constraints(number, geometry) {
            Some(constraints) => rules += &constraints,
            None => lost.push(geometry.rules()[number].clone()),
        }
    }
    let mut text = String::new();
    if !cells.is_empty() {
        text += &format!(".{cells}");
    }
    // The size tells the reader that a line is not part of the puzzle above it.
    text += &format!(".Shape~{0}x{0}", geometry.side());
    text += &rules;
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    lost
}

/// Returns the arguments of the cells with given digits or other candidates than all. Those of a cell are what all
/// arguments of that cell have in common: nothing, in a cell whose given is not allowed.
fn cells(record: &Record, geometry: &Geometry) -> String {
    let allowed = record.allowed();
    let all: Marks = geometry.digits().collect();
    let mut text = String::new();
    for cell in geometry.cells() {
        let mut add = |marks: Marks| text += &argument(cell, marks);
        let marks: Marks = geometry
            .digits()
            .filter(|&digit| {
                geometry.allows(Candidate { cell, digit })
                    && allowed.is_none_or(|allowed| allowed.get(cell).contains(digit))
            })
            .collect();
        let given = record.grid.get(cell);
        if let Some(digit) = given {
            add(Marks::only(digit));
        }
        if given.is_some_and(|digit| marks.contains(digit)) || given.is_none() && marks == all {
            continue;
        }
        if !marks.is_empty() {
            add(marks);
            continue;
        }
        // Two different digits, of which one may be there already.
        let others = [1, 2].into_iter().filter_map(Digit::new).filter(|&digit| Some(digit) != given);
        others.for_each(|digit| add(Marks::only(digit)));
    }
    text
}

/// Returns the argument that allows these digits in a cell.
fn argument(cell: Cell, marks: Marks) -> String {
    let digits: String = marks.digits().map(|digit| format!("_{digit}")).collect();
    cell_name(cell) + &digits
}

fn names(cells: &[Cell]) -> String {
    cells.iter().map(|&cell| cell_name(cell)).collect()
}

/// Returns the constraints that express the rule of this number, if there are any.
fn constraints(number: usize, geometry: &Geometry) -> Option<String> {
    let (rule, earlier) = (&geometry.rules()[number], &geometry.rules()[..number]);
    Some(match rule {
        // The regions and parities of the board are written with its cells.
        Rule::Regions(_) | Rule::Variant(Variant::NoBoxes) => String::new(),
        Rule::Cells { kind: CellsKind::Even | CellsKind::Odd, .. } => String::new(),
        Rule::Variant(Variant::Diagonal) => ".Diagonal~1.Diagonal~-1".to_owned(),
        Rule::Variant(Variant::RisingDiagonal) => ".Diagonal~1".to_owned(),
        Rule::Variant(Variant::FallingDiagonal) => ".Diagonal~-1".to_owned(),
        // The program knows boxes of the usual shape alone.
        Rule::Variant(Variant::Disjoint) if Boxes::of(geometry) != Boxes::Usual => {
            let groups = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Group);
            groups.map(|house| format!(".AllDifferent{}", names(house.cells()))).collect()
        }
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
        Rule::Cells { kind: CellsKind::Equality, cells } if cells.len() % 2 == 1 => return None,
        Rule::Cells { kind, cells } => {
            format!(".{}{}", SETS.iter().find(|(_, known)| known == kind)?.0, names(cells))
        }
        Rule::Killer { sum, cells } => format!(".Cage~{sum}{}", names(cells)),
        Rule::Sum { sum, cells } => format!(".Sum~{sum}{}", names(cells)),
        // The program has entropic lines with the digits 1 to 9 alone, and the ends of its lockout lines differ.
        Rule::Line { kind: LineKind::Entropic, .. } if geometry.side() != USUAL_SIDE => return None,
        Rule::Line { kind: LineKind::Lockout { difference: 0 }, .. } => return None,
        Rule::Line { kind, cells } if has_repetitions(cells) && !may_repeat(*kind) => return None,
        // Nothing is between the ends, and nothing is required.
        Rule::Line { kind: LineKind::Between, cells } if cells.len() == 2 => String::new(),
        Rule::Line { kind, cells } => {
            let is_kind = |known: &LineKind| known.name() == kind.name();
            let (word, _) = LINES.iter().find(|(_, known)| is_kind(known))?;
            let number = kind.number().map_or_else(String::new, |number| format!("~{number}"));
            format!(".{word}{number}{}", names(cells))
        }
        Rule::Arrow { circle, cells } => match circle.len() {
            1 => format!(".Arrow{}{}", names(circle), names(cells)),
            // In larger digits, the program reads a pill in another way.
            length @ (2 | 3) if circle.is_sorted() && is_readable(circle) && geometry.side() <= 9 => {
                format!(".PillArrow~{length}{}{}", names(circle), names(cells))
            }
            _ => return None,
        },
        Rule::Pair { kind, cells: [first, second] } => {
            let word = match kind {
                _ if are_adjacent(*first, *second) => PAIRS.iter().find(|(_, known)| known == kind)?.0,
                // Marks are between adjacent cells, sums and lines between any.
                PairKind::X => "Sum~10",
                PairKind::V => "Sum~5",
                PairKind::Difference(1) => "Renban",
                PairKind::Greater => return Some(format!(".Thermo{}", names(&[*second, *first]))),
                _ => return None,
            };
            format!(".{word}{}", names(&[*first, *second]))
        }
        Rule::Clone { first, second } => first
            .iter()
            .zip(second)
            .map(|(&one, &other)| format!(".Palindrome{}", names(&[one, other])))
            .collect(),
        Rule::Quadruple { corner, .. } => {
            let digits = |rule: &Rule| match rule {
                Rule::Quadruple { corner: known, digits } if known == corner => Some(digits.clone()),
                _ => None,
            };
            // The program keeps the last one of a corner.
            if earlier.iter().any(|rule| digits(rule).is_some()) {
                return Some(String::new());
            }
            let all = geometry.rules().iter().filter_map(digits).fold(Vec::new(), merged);
            let digits: String = all.iter().map(|digit| format!("~{digit}")).collect();
            format!(".Quad{}{digits}", cell_name(*corner))
        }
        Rule::LittleKiller { sum, first, direction } => {
            let is_same = |rule: &Rule| {
                matches!(rule, Rule::LittleKiller { first: one, direction: other, .. }
                    if (one, other) == (first, direction))
            };
            let cells = geometry.diagonal_from(*first, *direction);
            // The program keeps the last one of a diagonal.
            if is_named_by_its_first(*first, *direction, geometry.side())
                && cells.len() > 1
                && !earlier.iter().any(is_same)
            {
                format!(".LittleKiller~{sum}{}", cell_name(*first))
            } else {
                format!(".Sum~{sum}{}", names(&cells))
            }
        }
        Rule::Outside { kind, side, number, value } => {
            let name = line_name(*side, *number);
            let is_same = |rule: &Rule| match rule {
                Rule::Outside { kind: known, side: from, number: line, value: other } => {
                    let is_end =
                        from == side || *kind == OutsideKind::Sandwich && from.house() == side.house();
                    (known, line) == (kind, number) && is_end && other != value
                }
                _ => false,
            };
            // The program keeps the last clue of a place. It refuses most of zero, and fails at too many skyscrapers.
            let is_refused = match kind {
                OutsideKind::Sandwich => false,
                OutsideKind::Skyscraper => *value == 0 || *value > u32::from(geometry.side_byte()),
                _ => *value == 0,
            };
            if is_refused || earlier.iter().any(is_same) {
                return None;
            }
            if *kind == OutsideKind::Sandwich {
                return Some(format!(".Sandwich~{value}~{name}"));
            }
            let (word, _) = ENDS.iter().find(|(_, known)| known == kind)?;
            let ends = match side {
                Side::Left | Side::Top => format!("{value}~"),
                Side::Right | Side::Bottom => format!("~{value}"),
            };
            format!(".{word}~{name}~{ends}")
        }
    })
}

/// Returns the digits with those added that are in the others more often.
fn merged(mut digits: Vec<Digit>, others: Vec<Digit>) -> Vec<Digit> {
    let mut rest = digits.clone();
    for digit in others {
        match rest.iter().position(|&known| known == digit) {
            Some(place) => {
                rest.remove(place);
            }
            None => digits.push(digit),
        }
    }
    digits
}

/// Returns true if the program knows the diagonal by its first cell. No diagonal begins in a lower corner.
fn is_named_by_its_first(first: Cell, found: Direction, side: usize) -> bool {
    let is_corner = first.row() == side - 1 && (first.column() == 0 || first.column() == side - 1);
    !is_corner && direction(first, side) == Some(found)
}

fn has_repetitions(cells: &[Cell]) -> bool {
    (1..cells.len()).any(|place| cells[..place].contains(&cells[place]))
}

fn line_name(side: Side, number: u8) -> String {
    let letter = if side.house() == "row" { 'R' } else { 'C' };
    format!("{letter}{}", number + 1)
}

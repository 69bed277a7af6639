//! Writing a puzzle, as the program reads it.

use super::constraint::{LOOP, VARIABLES, cell_name};
use super::names::direction;
use super::open;
use super::read::{RAW, is_readable};
use super::wide::{is_of_rows_and_columns, is_region_name_kept};
use crate::model::geometry::rules::{
    CellsKind, Direction, Figure, Join, LineKind, Meaning, Needs, PairKind, Rule, SetLook, Side, Variant,
};
use crate::model::geometry::{Candidate, Cell, Digit, Geometry, HouseKind, boxes_of_size};
use crate::model::pencilmarks::Marks;
use crate::text::draft::{Boxes, region_names};
use crate::text::record::Record;
use crate::text::settings::usual_values;
use crate::text::shape::USUAL_SIDE;

/// Appends the line of a record on a board, and returns the rules that it does not hold.
pub(in crate::text) fn write(record: &Record, geometry: &Geometry, out: &mut Vec<u8>) -> Vec<Rule> {
    let cells = cells(record, geometry);
    let mut rules = String::new();
    let rectangle = geometry.rectangle();
    let boxes = match rectangle.and_then(|[rows, columns]| boxes_of_size(rows, columns)) {
        Some([height, width]) if !geometry.has_regions() => {
            let is_same = (geometry.box_height(), geometry.box_width()) == (height, width);
            if is_same { Boxes::Usual } else { Boxes::of(geometry) }
        }
        _ => Boxes::of(geometry),
    };
    match boxes {
        Boxes::Usual => {}
        Boxes::None if is_raw(geometry) => {}
        Boxes::None => rules += ".NoBoxes",
        Boxes::Regions => {
            rules += &format!(".NoBoxes.Jigsaw~{}", region_names(geometry));
        }
    }
    let mut lost = Vec::new();
    for number in 0..geometry.rules().len() {
        match constraints(&geometry.rules()[number], Some(number), geometry) {
            Some(constraints) => rules += &constraints,
            // The size tells which cells are blocked.
            None if is_blocking(&geometry.rules()[number]) && rectangle.is_some() => {}
            None => lost.push(geometry.rules()[number].clone()),
        }
    }
    let mut text = String::new();
    if !cells.is_empty() {
        text += &format!(".{cells}");
    }
    // The size tells the reader that a line is not part of the puzzle above it.
    let [rows, columns] = rectangle.unwrap_or([geometry.side(); 2]);
    text += &format!(".Shape~{rows}x{columns}");
    text += &match geometry.values() {
        // The digits of several grids are lost with these.
        _ if geometry.grids().is_some() => String::new(),
        values if values == usual_values(geometry.side()) => {
            (if is_raw(geometry) { "~" } else { "" }).to_owned()
        }
        values if values.least() == 1 => format!("~{}", values.greatest()),
        values => format!("~{values}"),
    };
    if is_raw(geometry) {
        text += &format!("~{RAW}");
    }
    text += &match geometry.variables().len() {
        0 => String::new(),
        1 => format!(".Var~{VARIABLES}"),
        // In one row, so that each is next to the one before.
        count => format!(".Var~{VARIABLES}~~1x{count}"),
    };
    text += &rules;
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    lost
}

/// Returns true if the program has the board as a grid without rows, columns and boxes.
fn is_raw(geometry: &Geometry) -> bool {
    geometry.has(Variant::NoRowsColumns)
        && geometry.grids().is_none()
        && !geometry.houses().iter().any(|house| house.kind().is_box())
}

fn is_blocking(rule: &Rule) -> bool {
    matches!(rule, Rule::Cells { kind: CellsKind::Blocked, .. })
}

/// Returns the arguments of the cells with given digits or other candidates than all. Those of a cell are what all
/// arguments of that cell have in common: nothing, in a cell whose given is not allowed.
fn cells(record: &Record, geometry: &Geometry) -> String {
    let allowed = record.allowed();
    let all: Marks = geometry.digits().collect();
    let mut text = String::new();
    for cell in geometry.open_cells() {
        let mut add = |marks: Marks| text += &argument(cell, marks, geometry);
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
fn argument(cell: Cell, marks: Marks, geometry: &Geometry) -> String {
    let digits: String = marks.digits().map(|digit| format!("_{digit}")).collect();
    cell_name(cell, geometry) + &digits
}

/// Returns the constraints that express a rule, if there are any: that of this number, or a part of a joined one.
fn constraints(rule: &Rule, number: Option<usize>, geometry: &Geometry) -> Option<String> {
    let is_part = number.is_none();
    let earlier = &geometry.rules()[..number.unwrap_or(0)];
    let names = |cells: &[Cell]| -> String { cells.iter().map(|&cell| cell_name(cell, geometry)).collect() };
    let own = Some(rule.kind().words().iss).filter(|name| !name.is_empty());
    let is_of_rows = |name: &str| is_of_rows_and_columns(name.split('~').next().unwrap_or(name));
    Some(match rule {
        Rule::Grids(_) => return None,
        Rule::Variant(Variant::NoRowsColumns) if is_raw(geometry) => String::new(),
        _ if is_raw(geometry) && own.is_some_and(is_of_rows) => return None,
        // The regions, digits and parities of the board are written with its cells.
        Rule::Regions(_) | Rule::Values(_) | Rule::Variant(Variant::NoBoxes) => String::new(),
        Rule::Open(open) => match open.meaning() {
            // The numbers of regions are others there.
            _ if !is_region_name_kept(rule) => return None,
            Meaning::Joined { by, rules } => return joined(*by, rules, geometry),
            _ => return open::written(open, geometry, &names),
        },
        Rule::Cells { kind, cells } if is_part && kind.row().parity.is_some() => {
            let fits = |digit: &Digit| kind.row().parity == Some(digit.value() % 2);
            let marks: Marks = geometry.digits().filter(fits).collect();
            let arguments: String = cells.iter().map(|&cell| argument(cell, marks, geometry)).collect();
            format!(".{arguments}")
        }
        Rule::Cells { kind, .. } if kind.row().parity.is_some() => String::new(),
        Rule::Variant(Variant::Diagonal) => [Variant::RisingDiagonal, Variant::FallingDiagonal]
            .map(|diagonal| format!(".{}", diagonal.row().words.iss))
            .concat(),
        // The program has windows of as many cells as there are digits.
        Rule::Variant(Variant::Windoku) if !geometry.has_full_houses() => {
            let windows = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Window);
            windows.map(|house| format!(".AllDifferent{}", names(house.cells()))).collect()
        }
        // The program knows boxes of the usual shape alone.
        Rule::Variant(Variant::Disjoint) if Boxes::of(geometry) != Boxes::Usual => {
            let groups = geometry.houses().iter().filter(|house| house.kind() == HouseKind::Group);
            groups.map(|house| format!(".AllDifferent{}", names(house.cells()))).collect()
        }
        Rule::Variant(variant)
            if variant.row().words.needs == Needs::Thirds
                && geometry.values() != usual_values(USUAL_SIDE) =>
        {
            return None;
        }
        // Regions are none of the boxes that lack a digit there.
        Rule::Variant(Variant::Doppelganger) if Boxes::of(geometry) == Boxes::Regions => return None,
        Rule::Variant(_) => format!(".{}", own?),
        Rule::Cells { kind, cells } => match kind.row().look {
            SetLook::Extreme { is_maximum } => {
                let pairs = cells.iter().flat_map(|&cell| {
                    let others = geometry.neighbors(cell).filter(|other| !cells.contains(other));
                    others.map(move |other| if is_maximum { [cell, other] } else { [other, cell] })
                });
                let name = PairKind::Greater.row().words.iss;
                pairs.map(|pair| format!(".{name}{}", names(&pair))).collect()
            }
            _ if *kind == CellsKind::Equality && cells.len() % 2 == 1 => return None,
            _ => format!(".{}{}", own?, names(cells)),
        },
        Rule::Killer { sum, cells } | Rule::Sum { sum, cells } => format!(".{}~{sum}{}", own?, names(cells)),
        Rule::Cage { value, cells, .. } => format!(".{}~{value}{}", own?, names(cells)),
        // The program divides the digits 1 to 9 alone into low, middle and high ones.
        Rule::Line { kind, .. }
            if kind.row().words.needs == Needs::Thirds && geometry.values() != usual_values(USUAL_SIDE) =>
        {
            return None;
        }
        Rule::Line { kind, .. } if kind.number().is_some_and(|number| number < kind.row().least_in_iss) => {
            return None;
        }
        Rule::Line { kind, cells } if has_repetitions(cells) && !kind.row().may_repeat_in_iss => return None,
        // Nothing is between the ends, and nothing is required.
        Rule::Line { kind: LineKind::Between, cells } if cells.len() == 2 => String::new(),
        Rule::Line { kind, cells } => {
            let number = kind.number().map_or_else(String::new, |number| format!("~{number}"));
            let (cells, end) = match cells.split_last() {
                Some((_, open)) if kind.is_loop(cells) => (open, format!("~{LOOP}")),
                _ => (&cells[..], String::new()),
            };
            format!(".{}{number}{}{end}", own?, names(cells))
        }
        Rule::Arrow { circle, cells } => match circle.len() {
            1 => format!(".{}{}{}", own?, names(circle), names(cells)),
            // In larger digits, the program reads a pill in another way.
            length @ (2 | 3)
                if circle.is_sorted() && is_readable(circle) && geometry.values().greatest() <= 9 =>
            {
                format!(".PillArrow~{length}{}{}", names(circle), names(cells))
            }
            _ => return None,
        },
        Rule::Pair { kind, cells } => {
            let [first, second] = *cells;
            let row = kind.row();
            if are_adjacent(first, second) {
                let own = own.filter(|_| kind.unusual_number().is_none())?;
                return Some(format!(".{own}{}", names(cells)));
            }
            // Marks are between adjacent cells, sums and lines between any.
            if let Some(line) = row.as_line {
                return Some(format!(".{}{}", line.row().words.iss, names(&[second, first])));
            }
            let is_known = !row.apart_in_iss.is_empty() && kind.unusual_number().is_none();
            return is_known.then(|| format!(".{}{}", row.apart_in_iss, names(cells)));
        }
        Rule::Clone { first, second } => first
            .iter()
            .zip(second)
            .map(|(&one, &other)| {
                format!(".{}{}", LineKind::Palindrome.row().words.iss, names(&[one, other]))
            })
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
            let own_digits = || digits(rule).unwrap_or_default();
            let all =
                geometry.rules().iter().filter(|_| !is_part).filter_map(digits).fold(own_digits(), merged);
            let digits: String = all.iter().map(|digit| format!("~{digit}")).collect();
            format!(".{}{}{digits}", own?, cell_name(*corner, geometry))
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
                format!(".{}~{sum}{}", own?, cell_name(*first, geometry))
            } else {
                format!(".{}~{sum}{}", Figure::Sum.row().words.iss, names(&cells))
            }
        }
        Rule::Outside { kind, side, number, value } => {
            let name = line_name(*side, *number);
            let row = kind.row();
            let is_same = |rule: &Rule| match rule {
                Rule::Outside { kind: known, side: from, number: line, value: other } => {
                    let is_end = from == side || row.has_no_end && from.house() == side.house();
                    (known, line) == (kind, number) && is_end && other != value
                }
                _ => false,
            };
            // The program keeps the last clue of a place. It refuses most of zero, and fails at too many skyscrapers.
            let is_refused = !row.has_no_end && *value == 0
                || row.is_count && *value > u32::from(geometry.values().greatest());
            if is_refused || earlier.iter().any(is_same) {
                return None;
            }
            let own = own?;
            if row.has_no_end {
                return Some(format!(".{own}~{value}~{name}"));
            }
            let ends = match side {
                Side::Left | Side::Top => format!("{value}~"),
                Side::Right | Side::Bottom => format!("~{value}"),
            };
            format!(".{own}~{name}~{ends}")
        }
    })
}

/// Returns the constraint of joined rules, each of which is one constraint.
fn joined(by: Join, rules: &[Rule], geometry: &Geometry) -> Option<String> {
    if by == Join::Not {
        return None;
    }
    let part = |rule: &Rule| constraints(rule, None, geometry);
    let parts: Vec<String> = rules.iter().map(part).collect::<Option<_>>()?;
    match by {
        Join::All => Some(parts.concat()),
        // A part that requires nothing is true.
        _ if parts.iter().any(String::is_empty) => Some(String::new()),
        _ => {
            let one = |part: String| match part[1..].contains('.') {
                true => format!(".And{part}.End"),
                false => part,
            };
            Some(format!(".Or{}.End", parts.into_iter().map(one).collect::<String>()))
        }
    }
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

/// Returns true if two cells or variables are next to each other.
fn are_adjacent(one: Cell, other: Cell) -> bool {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
}

//! Constraints of the whole board: regions to be found, their sizes, connected cells, ties of ranks, and variables.
//!
//! The program numbers regions that are to be found in another way. So only constraints that depend on which cells are in
//! one region, and on nothing else, are read of them.

use super::constraint::{Constraint, Read, cell};
use super::open::{add_always, add_open};
use crate::model::geometry::rules::{CellsKind, InRegion, Join, LineKind, Meaning, Open, Rule, Variant};
use crate::model::geometry::{Cell, Digit, Geometry, HouseKind};
use crate::text::draft::{Draft, Variable};

/// The greatest number of variables that are read.
const MOST_VARIABLES: usize = 1000;

/// Adds a group of variables, such as `VA1` and `VA2`, or `VA` alone. If it says how many it has, they are in rows of the length
/// of those of the board, which has so many columns.
pub(super) fn declare(constraint: &Constraint<'_>, columns_of_board: usize, draft: &mut Draft) -> Read<()> {
    let word = constraint.argument(0, "a name of capital letters")?;
    if word.text.is_empty() || !word.text.bytes().all(|byte| byte.is_ascii_uppercase()) {
        return word.expected("a name of capital letters");
    }
    let size = constraint.arguments.get(2).map_or("1", |word| word.text);
    let in_rows = size.split_once('x');
    let (rows, columns) = in_rows.unwrap_or(("1", size));
    let number = |text: &str| text.parse::<usize>().ok().filter(|&number| number > 0);
    // What is no size counts as one.
    let columns_of_group = in_rows.and_then(|(_, columns)| number(columns)).unwrap_or(columns_of_board);
    let count = number(rows).zip(number(columns)).map_or(1, |(rows, columns)| rows.saturating_mul(columns));
    if draft.variables.len().saturating_add(count) > MOST_VARIABLES {
        return word.expected(format!("at most {MOST_VARIABLES} variables"));
    }
    for place in 0..count {
        let number = if count == 1 { String::new() } else { (place + 1).to_string() };
        let name = format!("V{}{number}", word.text);
        if draft.variable(&name).is_some() {
            return word.expected("variables with other names");
        }
        let at = [place / columns_of_group, place % columns_of_group];
        draft.variables.push(Variable { name, group: word.text.to_owned(), at });
    }
    Ok(())
}

/// Declares the digits that rows, columns and boxes lack, where constraints name them: `DGC1` for the first row, whose cell is
/// in a column beside the board, `DGR1` for the first column, and `DGB1` for the first box of the board.
pub(super) fn declare_missing(
    constraints: &[Constraint<'_>],
    board: &Geometry,
    has_boxes: bool,
    draft: &mut Draft,
) {
    let kinds = [("DGC", HouseKind::Row), ("DGR", HouseKind::Column), ("DGB", HouseKind::Box)];
    for word in constraints.iter().flat_map(|constraint| &constraint.arguments) {
        let house = kinds.iter().find_map(|&(prefix, kind)| {
            let number = word.text.strip_prefix(prefix)?.parse::<usize>().ok()?.checked_sub(1)?;
            let is_of_board = kind != HouseKind::Box || has_boxes;
            let house =
                board.houses().iter().filter(|house| house.kind() == kind && is_of_board).nth(number)?;
            // The program has the boxes in rows of as many as a box has columns.
            let columns = if kind == HouseKind::Box { board.box_width() } else { board.side() };
            Some((house, prefix, [number / columns, number % columns]))
        });
        let Some((house, prefix, at)) = house.filter(|_| draft.variable(word.text).is_none()) else {
            continue;
        };
        draft.variables.push(Variable { name: word.text.to_owned(), group: prefix.to_owned(), at });
        let missing = draft.variable(word.text);
        let cells = missing.into_iter().chain(house.cells().iter().copied()).collect();
        // With the digit that it lacks, a house has all of them.
        let different = Rule::Cells { kind: CellsKind::Different, cells };
        add_open(Meaning::Joined { by: Join::All, rules: vec![different] }, "", draft);
    }
}

/// Names every variable in a rule: the program counts the values of all.
pub(super) fn name_all_variables(draft: &mut Draft) {
    let named: Vec<Cell> = draft.rules.iter().flat_map(Rule::cells).collect();
    let names = draft.variables.clone();
    let missing: Vec<Cell> = names
        .iter()
        .filter_map(|known| draft.variable(&known.name))
        .filter(|cell| !named.contains(cell))
        .collect();
    missing.into_iter().for_each(|cell| add_always(cell, draft));
}

/// Refuses constraints of given boxes where regions are to be found.
pub(super) fn check_with_regions_to_find(constraints: &[Constraint<'_>]) -> Read<()> {
    const OF_BOXES: [&str; 6] =
        ["Jigsaw", "RegionSumLine", "RegionSameValues", "Doppelganger", "Windoku", "DisjointSets"];
    let is_of_boxes =
        |one: &&Constraint<'_>| OF_BOXES.iter().any(|name| name.eq_ignore_ascii_case(one.name.text));
    match constraints.iter().find(is_of_boxes) {
        Some(constraint) => constraint.name.expected("a constraint without given boxes or regions"),
        None => Ok(()),
    }
}

/// Returns true if the program accepts the constraint only on grids whose rows and columns are houses.
pub(super) fn is_of_rows_and_columns(name: &str) -> bool {
    const NAMES: [&str; 20] = [
        "Jigsaw",
        "NoBoxes",
        "ChaosConstruction",
        "RegionSize",
        "RegionSameValues",
        "Windoku",
        "DisjointSets",
        "AntiKnight",
        "AntiKing",
        "Doppelganger",
        "Diagonal",
        "Indexing",
        "LittleKiller",
        "XSum",
        "Sandwich",
        "Skyscraper",
        "HiddenSkyscraper",
        "NumberedRoom",
        "FullRank",
        "FullRankTies",
    ];
    NAMES.iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Refuses constraints of rows and columns where these are no houses.
pub(super) fn check_without_rows_and_columns(constraints: &[Constraint<'_>]) -> Read<()> {
    match constraints.iter().find(|constraint| is_of_rows_and_columns(constraint.name.text)) {
        Some(constraint) => {
            constraint.name.expected("a constraint without rows and columns, as the grid is Raw")
        }
        None => Ok(()),
    }
}

/// Returns the number of cells of boxes and regions, unless it is the usual one.
pub(super) fn other_size(
    constraint: &Constraint<'_>,
    constraints: &[Constraint<'_>],
    draft: &Draft,
) -> Read<Option<usize>> {
    const OF_USUAL_SIZE: [&str; 4] = ["ChaosConstruction", "RegionSumLine", "Doppelganger", "Windoku"];
    let word = constraint.argument(0, "a number of cells")?;
    let size: usize = word.number()?;
    if size == draft.side() {
        return Ok(None);
    }
    let depends =
        |one: &&Constraint<'_>| OF_USUAL_SIZE.iter().any(|name| name.eq_ignore_ascii_case(one.name.text));
    match constraints.iter().find(depends) {
        Some(other) => word.expected(format!("{} cells, as `{}` is there", draft.side(), other.name.text)),
        None if size > draft.values().count() => word.expected("as many cells as there are digits, or fewer"),
        None => Ok(Some(size)),
    }
}

/// Returns the boxes of so many cells, each row by row: as square as the board allows, no higher than wide if both ways fit;
/// none if there are no such boxes.
pub(super) fn boxes_of_size(size: usize, draft: &Draft) -> Vec<Vec<Cell>> {
    let side = draft.side();
    let fits = |small: &usize| {
        size.is_multiple_of(*small) && side.is_multiple_of(*small) && side.is_multiple_of(size / small)
    };
    let Some(height) = (2..=size.isqrt()).rev().find(fits) else { return Vec::new() };
    let width = size / height;
    let corners =
        (0..side).step_by(height).flat_map(|top| (0..side).step_by(width).map(move |left| (top, left)));
    let cells = |(top, left): (usize, usize)| {
        let is_in = |cell: &Cell| {
            (top..top + height).contains(&cell.row()) && (left..left + width).contains(&cell.column())
        };
        draft.cells().filter(is_in).collect()
    };
    corners.map(cells).collect()
}

/// Adds the sets of cells at the same place in boxes of so many cells.
pub(super) fn add_disjoint_of_size(size: usize, draft: &mut Draft) {
    let boxes = boxes_of_size(size, draft);
    for place in 0..boxes.first().map_or(0, Vec::len) {
        let cells: Vec<Cell> = boxes.iter().map(|cells| cells[place]).collect();
        draft.add_cells(CellsKind::Different, &cells);
    }
}

/// Adds that the largest regions, which are boxes of so many cells or rows and columns, hold the same digits.
pub(super) fn add_same_of_size(size: usize, has_boxes: bool, draft: &mut Draft) {
    let side = draft.side();
    let boxes = if has_boxes { boxes_of_size(size, draft) } else { Vec::new() };
    if boxes.len() < 2 || size < side {
        draft.add_variant(Variant::SameDigits);
        return;
    }
    if size != draft.values().count() {
        let parts = u8::try_from(boxes.len()).unwrap_or(u8::MAX);
        draft.add_line(LineKind::SameValues(parts), boxes.concat());
    }
}

/// Adds a constraint of this file. Returns false if it is another one.
pub(super) fn add(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<bool> {
    match constraint.name.text.to_ascii_lowercase().as_str() {
        // They are read before the others.
        "var" | "chaosconstruction" | "regionsize" => {
            if draft.is_nested {
                return constraint.name.expected("a constraint of cells within Or, And and Replicate");
            }
        }
        // It says where the program begins.
        "searchpriority" => {
            constraint.argument(0, "a number")?.number::<f64>()?;
            constraint.cells(1, draft)?;
        }
        "fullrankties" if constraint.argument(0, "a kind of ties")?.text == "only-unclued" => {}
        "connectedvalues" => {
            let group = constraint.argument(0, "a group of cells")?;
            if !group.text.is_empty() {
                return group.expected("the cells of the board, which have no name");
            }
            let word = constraint.argument(1, "digits")?;
            let digits = word
                .split('_')
                .map(|part| draft.digit(part.number()?).map_err(|kind| (part.offset, kind)))
                .collect::<Read<Vec<Digit>>>()?;
            let size = constraint.arguments.get(2).filter(|word| !word.text.is_empty());
            let size = size.map(|word| word.number()).transpose()?;
            if draft.is_nested {
                return constraint.name.expected("a constraint of cells within Or, And and Replicate");
            }
            let mut once = digits.clone();
            once.sort_unstable();
            once.dedup();
            add_open(Meaning::Connected { digits: once, size }, "", draft);
        }
        "chaoscount" => add_in_region(constraint, InRegion::Count, draft)?,
        "chaosarrow" => add_in_region(constraint, InRegion::Run, draft)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Adds the number of cells in a region. Without a list of cells, they are those around the one with the number, or in the
/// four directions from it.
fn add_in_region(constraint: &Constraint<'_>, kind: InRegion, draft: &mut Draft) -> Read<()> {
    let number = cell(constraint.argument(0, "a cell")?, draft)?;
    let is_others = match constraint.arguments.get(1) {
        None => false,
        Some(word) if word.text.is_empty() || word.text == "0" => false,
        Some(word) if word.text == "1" => true,
        Some(word) => return word.expected("0 or 1"),
    };
    let mut arms: Vec<Vec<Cell>> = vec![Vec::new()];
    for &word in constraint.arguments.iter().skip(2) {
        match (word.text, arms.last_mut()) {
            ("-", _) if kind == InRegion::Run => arms.push(Vec::new()),
            (_, Some(last)) => match cell(word, draft)?.cell_of_region() {
                Some(cell) => last.push(cell),
                None => return word.expected("the region of a cell, such as CC1"),
            },
            _ => {}
        }
    }
    if constraint.arguments.len() <= 2 {
        if number.is_variable() {
            return constraint.arguments[0].expected("a cell of the board");
        }
        arms = around(number, kind, draft.side());
    } else if arms.iter().any(Vec::is_empty) {
        return constraint.name.expected("arms that begin with one cell");
    }
    add_open(Meaning::Regions { kind, is_others, number, arms }, "", draft);
    Ok(())
}

/// Returns the cell and those around it, or those in the four directions from it.
fn around(cell: Cell, kind: InRegion, side: usize) -> Vec<Vec<Cell>> {
    let moved = |down: i16, right: i16| {
        let at = |from: usize, by: i16| u8::try_from(i16::try_from(from).ok()? + by).ok();
        let moved = Cell::new(at(cell.row(), down)?, at(cell.column(), right)?);
        moved.index(side).map(|_| moved)
    };
    let steps = [(0, -1), (0, 1), (-1, 0), (1, 0)];
    match kind {
        InRegion::Count => {
            let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
            let all = [(0, 0)].into_iter().chain(steps).chain(corners);
            vec![all.filter_map(|(down, right)| moved(down, right)).collect()]
        }
        InRegion::Run => {
            let arm = |(down, right)| (0..).map_while(|by| moved(by * down, by * right)).collect();
            steps.into_iter().map(arm).collect()
        }
    }
}

/// Makes rules that name variables those of a setter's own, which alone may do so.
pub(super) fn join_variables(constraint: &Constraint<'_>, before: usize, draft: &mut Draft) -> Read<()> {
    // A constraint may replace earlier rules.
    for rule in draft.rules.iter_mut().skip(before) {
        if !rule.cells().iter().any(|cell| cell.is_variable()) {
            continue;
        }
        if !is_region_name_kept(rule) {
            return constraint.name.expected("a constraint that depends on equal regions alone");
        }
        match rule {
            Rule::Open(_) => {}
            Rule::Line { .. }
            | Rule::Cells { .. }
            | Rule::Sum { .. }
            | Rule::Killer { .. }
            | Rule::Arrow { .. }
            | Rule::Pair { .. } => {
                let joined = Meaning::Joined { by: Join::All, rules: vec![rule.clone()] };
                *rule = Rule::Open(Box::new(Open::of(joined)));
            }
            _ => return constraint.name.expected("a constraint of cells of the board"),
        }
    }
    Ok(())
}

/// Returns true if all are regions, or none is.
fn are_alike(cells: &[Cell]) -> bool {
    let regions = cells.iter().filter(|cell| cell.cell_of_region().is_some()).count();
    regions == 0 || regions == cells.len()
}

/// Returns true if a rule does not name regions, or depends only on which of them are the same.
pub(super) fn is_region_name_kept(rule: &Rule) -> bool {
    let is_alike = match rule {
        Rule::Line { kind: LineKind::SameValues(_) | LineKind::Palindrome, cells } => are_alike(cells),
        // The first cell has a number.
        Rule::Line { kind: LineKind::CountDistinct, cells } => {
            cells.first().is_none_or(|cell| cell.cell_of_region().is_none())
                && cells.get(1..).is_none_or(are_alike)
        }
        Rule::Cells { kind: CellsKind::Different, cells } => are_alike(cells),
        Rule::Open(open) => match open.meaning() {
            Meaning::Joined { rules, .. } => return rules.iter().all(is_region_name_kept),
            Meaning::Regions { number, .. } => number.cell_of_region().is_none(),
            _ => false,
        },
        _ => false,
    };
    is_alike || !rule.cells().iter().any(|cell| cell.cell_of_region().is_some())
}

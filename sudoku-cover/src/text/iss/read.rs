//! Reading a puzzle.

use super::constraint::{Constraint, Read, Word, cell};
use super::names::{ENDS, LINES, PAIRS, SETS, VARIANTS, direction};
use crate::model::geometry::Cell;
use crate::model::geometry::rules::{
    CellsKind, LineKind, OutsideKind, PairKind, Regions, Rule, Side, Variant,
};
use crate::model::pencilmarks::Marks;
use crate::text::draft::Draft;
use crate::text::record::Key;
use crate::text::shape::USUAL_SIDE;

/// Returns the puzzle of a text. Its side is that of the board if one was requested.
pub(in crate::text) fn read(text: &str, side: Option<usize>) -> Read<Draft> {
    let comments: Vec<&str> = text.lines().filter_map(|line| line.trim_start().strip_prefix('#')).collect();
    // Spaces instead of comments keep all offsets.
    let blanked: String = text
        .split_inclusive('\n')
        .map(|line| if line.trim_start().starts_with('#') { " ".repeat(line.len()) } else { line.to_owned() })
        .collect();
    let constraints = Word { offset: 0, text: &blanked }.split('.').filter(|word| !word.text.is_empty());
    let constraints: Vec<Constraint<'_>> = constraints
        .filter_map(|word| {
            let mut parts = word.split('~');
            Some(Constraint { name: parts.next()?, arguments: parts.collect() })
        })
        .collect();
    let is = |constraint: &&Constraint<'_>, name: &str| constraint.name.text.eq_ignore_ascii_case(name);
    let (found, offset) = match constraints.iter().find(|constraint| is(constraint, "Shape")) {
        Some(shape) => {
            let word = shape.argument(0, "a size")?;
            let (height, width) = word.text.split_once(['x', 'X']).unwrap_or((word.text, word.text));
            let height = height.trim().parse().ok().filter(|_| height.trim() == width.trim());
            (height.map_or_else(|| word.expected("a size such as 9x9"), Ok)?, word.offset)
        }
        None => (side.unwrap_or(USUAL_SIDE), 0),
    };
    let mut draft = Draft::new(found, side).map_err(|kind| (offset, kind))?;
    let has_boxes = !constraints.iter().any(|constraint| is(&constraint, "NoBoxes"));
    let mut is_divided = false;
    for constraint in &constraints {
        if is(&constraint, "Jigsaw") {
            add_regions(constraint, !has_boxes && !is_divided, &mut draft)?;
            is_divided = true;
        } else {
            add(constraint, &mut draft)?;
        }
    }
    if !has_boxes && !is_divided {
        draft.add_variant(Variant::NoBoxes);
    }
    draft.details.extend(comments.into_iter().map(|comment| (Key::Comment, comment.to_owned())));
    Ok(draft)
}

/// Adds regions in place of the boxes, or beside them.
fn add_regions(constraint: &Constraint<'_>, is_instead: bool, draft: &mut Draft) -> Read<()> {
    let word = constraint.argument(0, "regions")?;
    let (side, regions) = (draft.side(), Regions::of_text(word.text));
    if is_instead {
        draft.rules.push(Rule::Regions(regions));
        return Ok(());
    }
    let mut groups: Vec<(char, Vec<Cell>)> = Vec::new();
    for (cell, name) in draft.cells().zip(word.text.chars()) {
        let group = groups.iter().position(|&(known, _)| known == name).unwrap_or_else(|| {
            groups.push((name, Vec::new()));
            groups.len() - 1
        });
        groups[group].1.push(cell);
    }
    if regions.side() != Some(side) || groups.iter().any(|(_, cells)| cells.len() != side) {
        return word.expected(format!("{side} regions of {side} cells"));
    }
    groups.iter().for_each(|(_, cells)| draft.add_cells(CellsKind::Different, cells));
    Ok(())
}

fn add(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    let name = constraint.name.text;
    let is = |known: &str| known.eq_ignore_ascii_case(name);
    if let Some(&(_, variant)) = VARIANTS.iter().find(|(known, _)| is(known)) {
        draft.add_variant(variant);
    } else if let Some(&(_, kind)) = LINES.iter().find(|(known, _)| is(known)) {
        let (kind, first) = numbered(constraint, kind)?;
        draft.add_line(kind, constraint.cells(first, draft)?);
    } else if let Some(&(_, kind)) = PAIRS.iter().find(|(known, _)| is(known)) {
        let cells = constraint.cells(0, draft)?;
        let is_mark = |pair: &&[Cell]| cells.len() == 2 || are_adjacent(pair[0], pair[1]);
        cells.windows(2).filter(is_mark).for_each(|pair| draft.add_pair(kind, [pair[0], pair[1]]));
    } else if let Some(&(_, kind)) = SETS.iter().find(|(known, _)| is(known)) {
        let cells = constraint.cells(0, draft)?;
        draft.add_cells(kind, &cells);
    } else if let Some(&(_, kind)) = ENDS.iter().find(|(known, _)| is(known)) {
        add_ends(constraint, kind, draft)?;
    } else {
        return add_other(constraint, draft);
    }
    Ok(())
}

/// Returns the kind of a line with the number in the text, if it has one, and the place of the first cell.
fn numbered(constraint: &Constraint<'_>, kind: LineKind) -> Read<(LineKind, usize)> {
    let Some(usual) = kind.number() else { return Ok((kind, 0)) };
    let (number, first) = constraint.number_or(usual)?;
    Ok((kind.with_number(number), first))
}

fn add_other(constraint: &Constraint<'_>, draft: &mut Draft) -> Read<()> {
    match constraint.name.text.to_ascii_lowercase().as_str() {
        "" => constraint.arguments.iter().try_for_each(|&word| add_digits(word, draft))?,
        "shape" | "noboxes" => {}
        "diagonal" => {
            let word = constraint.argument(0, "a direction")?;
            draft.add_variant(match word.text {
                "1" => Variant::RisingDiagonal,
                "-1" => Variant::FallingDiagonal,
                _ => return word.expected("1 or -1"),
            });
        }
        "cage" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            let cells = constraint.cells(1, draft)?;
            draft.add_cage(Some(sum), &cells);
        }
        "sum" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            draft.rules.push(Rule::Sum { sum, cells: constraint.cells(1, draft)? });
        }
        "arrow" => {
            let mut circle = constraint.cells(0, draft)?;
            let cells = circle.split_off(1);
            draft.add_arrow(circle, cells);
        }
        "pillarrow" => {
            let word = constraint.argument(0, "a number of cells")?;
            let (length, mut circle): (usize, _) = (word.number()?, constraint.cells(1, draft)?);
            if length == 0 || length >= circle.len() {
                return word.expected("a number of cells that leaves some for the arrow");
            }
            let cells = circle.split_off(length);
            draft.add_arrow(circle, cells);
        }
        "greaterthan" => {
            let cells = constraint.cells(0, draft)?;
            cells[1..].iter().for_each(|&other| draft.add_pair(PairKind::Greater, [cells[0], other]));
        }
        "quad" => {
            let corner = cell(constraint.argument(0, "a cell")?, draft)?;
            constraint.argument(1, "a digit")?;
            let digits = constraint.arguments[1..]
                .iter()
                .map(|word| draft.digit(word.number()?).map_err(|kind| (word.offset, kind)));
            let digits = digits.collect::<Read<_>>()?;
            draft.rules.push(Rule::Quadruple { corner, digits });
        }
        "littlekiller" => {
            let sum = constraint.argument(0, "a sum")?.number()?;
            let word = constraint.argument(1, "a cell")?;
            let first = cell(word, draft)?;
            let Some(direction) = direction(first, draft.side()) else {
                return word.expected("a cell at the edge of the board");
            };
            draft.rules.push(Rule::LittleKiller { sum, first, direction });
        }
        "sandwich" => {
            let value = constraint.argument(0, "a sum")?.number()?;
            let (is_row, number) = constraint.line(1, draft)?;
            let side = if is_row { Side::Left } else { Side::Top };
            draft.rules.push(Rule::Outside { kind: OutsideKind::Sandwich, side, number, value });
        }
        "indexing" => {
            let word = constraint.argument(0, "R or C")?;
            let kind = match word.text {
                "R" | "r" => CellsKind::RowIndexer,
                "C" | "c" => CellsKind::ColumnIndexer,
                _ => return word.expected("R or C"),
            };
            let cells = constraint.cells(1, draft)?;
            draft.add_cells(kind, &cells);
        }
        _ => return constraint.name.expected("a constraint that can be read, such as Thermo or Cage"),
    }
    Ok(())
}

/// Adds the digits of a cell, such as `R1C1_5`.
fn add_digits(word: Word<'_>, draft: &mut Draft) -> Read<()> {
    let mut parts = word.split('_');
    let Some(first) = parts.next().filter(|first| !first.text.is_empty()) else { return Ok(()) };
    let cell = cell(first, draft)?;
    let digits = parts.map(|part| draft.digit(part.number()?).map_err(|kind| (part.offset, kind)));
    let digits: Marks = digits.collect::<Read<Vec<_>>>()?.into_iter().collect();
    let index = draft.index(cell).map_err(|kind| (word.offset, kind))?;
    match digits.single() {
        Some(digit) => draft.give(index, digit),
        None if digits.is_empty() => return word.expected("a digit after the cell, such as R1C1_5"),
        None => draft.allow(index, digits),
    }
    Ok(())
}

fn add_ends(constraint: &Constraint<'_>, kind: OutsideKind, draft: &mut Draft) -> Read<()> {
    let (is_row, number) = constraint.line(0, draft)?;
    let sides = if is_row { [Side::Left, Side::Right] } else { [Side::Top, Side::Bottom] };
    for (&word, side) in constraint.arguments[1..].iter().zip(sides) {
        if !word.text.is_empty() {
            draft.rules.push(Rule::Outside { kind, side, number, value: word.number()? });
        }
    }
    Ok(())
}

fn are_adjacent(one: Cell, other: Cell) -> bool {
    one.row().abs_diff(other.row()) + one.column().abs_diff(other.column()) == 1
}

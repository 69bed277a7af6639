//! Reading an object.

use serde_json::{Map, Value};

use super::drawings;
use super::names::{DIRECTIONS, kind};
use super::values::{Read, cell, elements, is_empty, lines, list, member_cells, number, small_number, whole};
use crate::model::geometry::rules::{
    Figure, LineKind, OutsideKind, PairKind, Regions, Rule, RuleKind, Side, Variant,
};
use crate::model::geometry::{Cell, Geometry, MAX_SIDE};
use crate::model::pencilmarks::Marks;
use crate::text::Format;
use crate::text::draft::Draft;
use crate::text::fault::{Fault, ReadErrorKind};
use crate::text::record::{Key, Record, SOLUTION};

/// The members that concern the program that made the puzzle.
const PROGRAM: [&str; 5] =
    ["disabledlogic", "truecandidatesoptions", "highlightConflicts", "metadata", "markings"];
/// The notes of a cell.
pub(super) const CORNER_MARKS: &str = "cornerPencilMarks";
pub(super) const CENTRE_MARKS: &str = "centerPencilMarks";
/// The members of a cell that are read.
const CELL: [&str; 9] =
    ["value", "given", "givenPencilMarks", CENTRE_MARKS, CORNER_MARKS, "region", "c", "cArray", "highlight"];

/// Returns true if this is the object of a puzzle of f-puzzles.
pub(in crate::text) fn is_puzzle(object: &Map<String, Value>) -> bool {
    let rows = object.get("grid").and_then(Value::as_array);
    let first = rows.and_then(|rows| rows.first()).and_then(Value::as_array).and_then(|row| row.first());
    object.contains_key("size") && first.is_some_and(Value::is_object)
}

/// Returns the record of an object.
pub(in crate::text) fn read(line: u64, object: &Map<String, Value>, side: Option<usize>) -> Read<Record> {
    let found = object.get("size").and_then(whole).and_then(|size| usize::try_from(size).ok());
    let found = found.filter(|size| (1..=MAX_SIDE).contains(size));
    let found = found.ok_or_else(|| Fault::unexpected(format!("a `size` of 1 to {MAX_SIDE}"), "another"))?;
    let mut draft = Draft::new(found, side).map_err(Fault::of_line)?;
    add_grid(object, &mut draft)?;
    for (name, value) in object {
        // Without a light, there is fog over all of the board.
        if !is_empty(value) || name == "foglight" && value.is_array() {
            add(name, value, object, &mut draft)?;
        }
    }
    Ok(draft.record(line, Format::FPuzzles))
}

fn add_grid(object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    let side = draft.side();
    let rows = object.get("grid").and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let cells: Vec<&Value> = rows.iter().filter_map(Value::as_array).flatten().collect();
    if cells.len() != side * side {
        return Err(Fault::unexpected(format!("{} cells in `grid`", side * side), cells.len()));
    }
    for ((index, cell), place) in cells.iter().enumerate().zip(draft.cells()) {
        drawings::add_colors(place, cell, draft);
        let noted = |name: &str| -> Vec<u32> {
            let list = cell.get(name).and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
            list.iter().map(|digit| whole(digit).unwrap_or(u32::MAX)).collect()
        };
        draft.note(index, &noted(CORNER_MARKS), &noted(CENTRE_MARKS));
        let is_given = cell.get("given").and_then(Value::as_bool) == Some(true);
        let value = number("grid", cell)?.filter(|&value| value > 0);
        if let Some(value) = value {
            let digit = draft.digit(value).map_err(Fault::of_line)?;
            if is_given {
                draft.give(index, digit);
            } else {
                draft.place(index, digit);
            }
        }
        // Marks below a given are left from before it was given.
        let marks_of_puzzle = marks(cell.get("givenPencilMarks"), draft)?;
        if let Some(marks) = marks_of_puzzle.filter(|_| !is_given || value.is_none()) {
            draft.allow(index, marks);
        }
        let is_marked = |(name, value): (&String, &Value)| !CELL.contains(&name.as_str()) && !is_empty(value);
        let is_marked = cell.as_object().is_some_and(|cell| cell.iter().any(is_marked));
        draft.leave_out("marked cell", is_marked.into());
    }
    let has = |name: &str| object.get(name).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
    add_regions(&cells, has("regionsumline") || has("boxindexer"), draft)
}

/// Returns the candidates of a list that is not empty.
fn marks(list: Option<&Value>, draft: &Draft) -> Read<Option<Marks>> {
    let list = list.and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    let digits = list.iter().filter_map(whole).map(|value| draft.digit(value).map_err(Fault::of_line));
    let marks: Marks = digits.collect::<Read<Vec<_>>>()?.into_iter().collect();
    Ok(Some(marks).filter(|marks| !marks.is_empty()))
}

/// Adds the regions that cells name, if some cell names another than its box. On boards of prime side, cells without a
/// name are in the regions of their rows, which matter to rules that ask for regions.
fn add_regions(cells: &[&Value], asks_for_regions: bool, draft: &mut Draft) -> Read<()> {
    let Ok(usual) = Geometry::of_side(draft.side()) else { return Ok(()) };
    let region = |(cell, found): (Cell, &&Value)| match found.get("region") {
        None => Some(usual.box_number(cell)),
        Some(region) => whole(region).and_then(|region| usize::try_from(region).ok()),
    };
    let regions: Vec<Option<usize>> = usual.cells().zip(cells).map(region).collect();
    let is_box = |(cell, region): (Cell, &Option<usize>)| *region == Some(usual.box_number(cell));
    let is_usual = usual.cells().zip(&regions).all(is_box);
    if regions.iter().all(Option::is_none) {
        draft.add_variant(Variant::NoBoxes);
    } else if !is_usual || usual.has_idle_boxes() && asks_for_regions {
        let name = |region: Option<usize>| char::from_digit(u32::try_from(region?).ok()?, 36);
        let names = regions.into_iter().map(|region| {
            name(region)
                .ok_or_else(|| Fault::unexpected("a region of 0 to 35 in every cell", "a cell without one"))
        });
        draft.rules.push(Rule::Regions(Regions::of_text(&names.collect::<Read<String>>()?)));
    }
    Ok(())
}

/// Adds what a member says.
fn add(name: &str, value: &Value, object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    let details = [("title", Key::Title), ("author", Key::Author), ("ruleset", Key::Description)];
    if let Some((_, key)) = details.into_iter().find(|(known, _)| *known == name) {
        draft.details.extend(value.as_str().map(|text| (key, text.to_owned())));
    } else if let Some(kind) = kind(name) {
        add_rules(kind, name, value, draft)?;
    } else if drawings::is_drawing(name) {
        drawings::add(name, value, object, draft);
    } else if name == "triggereffect" {
        draft.leave_out("effect of fog", value.as_array().map_or(1, Vec::len));
    } else if name == SOLUTION {
        let cells = value.as_array().map_or(&[][..], Vec::as_slice);
        let numbers: Vec<u32> = cells.iter().map(|cell| whole(cell).unwrap_or(0)).collect();
        if !draft.state_solution(&numbers) {
            draft.leave_out("solution of another size", 1);
        }
    } else if !["size", "grid"].contains(&name) && !PROGRAM.contains(&name) {
        add_other(name, value, object, draft)?;
    }
    Ok(())
}

fn add_other(name: &str, value: &Value, object: &Map<String, Value>, draft: &mut Draft) -> Read<()> {
    match name {
        "nonconsecutive" => {
            // Dots of both colors are exceptions.
            let has = |name| object.get(name).and_then(Value::as_array).is_some_and(|list| !list.is_empty());
            let has_dots = has("difference") || has("ratio");
            draft.add_variant(if has_dots { Variant::StrictWhite } else { Variant::NonConsecutive });
        }
        "negative" => {
            for word in value.as_array().into_iter().flatten().filter_map(Value::as_str) {
                let mut strict = Variant::ALL.into_iter().filter(|variant| variant.is_strict());
                let variant = strict.find(|variant| variant.row().negative_in_fpuzzles == word);
                draft.add_variant(variant.ok_or_else(|| unknown(&format!("negative {word}")))?);
            }
        }
        _ => return Err(unknown(name)),
    }
    Ok(())
}

/// Adds the rules of a member that has those of one kind.
fn add_rules(kind: RuleKind, name: &str, value: &Value, draft: &mut Draft) -> Read<()> {
    match kind {
        RuleKind::Whole(variant) => {
            draft.add_variant(variant);
            Ok(())
        }
        RuleKind::Cells(kind) if kind.row().is_single_in_fpuzzles => {
            let cells = elements(name, value)?.iter().map(|element| cell(name, element.get("cell"), draft));
            let cells = cells.collect::<Read<Vec<Cell>>>()?;
            draft.add_cells(kind, &cells);
            Ok(())
        }
        kind => elements(name, value)?.iter().try_for_each(|element| add_element(kind, name, element, draft)),
    }
}

fn add_element(kind: RuleKind, name: &str, element: &Value, draft: &mut Draft) -> Read<()> {
    match kind {
        RuleKind::Whole(_)
        | RuleKind::Open(_)
        | RuleKind::Cage(_)
        | RuleKind::Figure(Figure::Regions | Figure::Sum | Figure::Values | Figure::Grids) => {}
        RuleKind::Cells(kind) => {
            let cells = member_cells(name, "cells", element, draft)?;
            draft.add_cells(kind, &cells);
        }
        RuleKind::Line(kind) => add_lines(name, kind, element, draft)?,
        RuleKind::Pair(kind) => {
            let found = member_cells(name, "cells", element, draft)?;
            let &[first, second] = found.as_slice() else {
                return Err(Fault::unexpected(format!("two cells in `{name}`"), found.len()));
            };
            draft.add_pair(mark(name, kind, element)?, [first, second]);
        }
        RuleKind::Outside(kind) => add_outside(name, kind, element, draft)?,
        RuleKind::Figure(Figure::Killer) => {
            let cells = member_cells(name, "cells", element, draft)?;
            draft.add_cage(number(name, element)?, &cells);
        }
        RuleKind::Figure(Figure::Arrow) => {
            let circle = member_cells(name, "cells", element, draft)?;
            if circle.len() > 1 && draft.side() > 9 {
                let expected = "circles of one cell on a board with numbers of two digits";
                return Err(Fault::unexpected(expected, format!("{} cells", circle.len())));
            }
            for mut line in lines(name, element, draft)? {
                if line.first().is_some_and(|first| circle.contains(first)) {
                    line.remove(0);
                }
                draft.add_arrow(circle.clone(), line);
            }
        }
        RuleKind::Figure(Figure::Clone) => {
            let first = member_cells(name, "cells", element, draft)?;
            let second = member_cells(name, "cloneCells", element, draft)?;
            draft.rules.push(Rule::Clone { first, second });
        }
        RuleKind::Figure(Figure::Quadruple) => {
            let cells = member_cells(name, "cells", element, draft)?;
            let corner = cells.iter().min();
            let corner =
                *corner.ok_or_else(|| Fault::unexpected(format!("four cells in `{name}`"), "none"))?;
            let digit = |value: &Value| {
                let found = || Fault::unexpected(format!("digits in `{name}`"), value);
                draft.digit(whole(value).ok_or_else(found)?).map_err(Fault::of_line)
            };
            let digits = list(name, "values", element)?.iter().map(digit).collect::<Read<Vec<_>>>()?;
            draft.rules.push(Rule::Quadruple { corner, digits });
        }
        RuleKind::Figure(Figure::LittleKiller) => {
            let Some(sum) = number(name, element)? else { return Ok(()) };
            let word = element.get("direction").and_then(Value::as_str).unwrap_or_default();
            let direction = DIRECTIONS.iter().find(|(known, _)| *known == word);
            let (_, direction) =
                direction.ok_or_else(|| Fault::unexpected("a direction such as DR", format!("`{word}`")))?;
            let cells = member_cells(name, "cells", element, draft)?;
            let first = *cells.first().ok_or_else(|| Fault::unexpected("cells of a diagonal", "none"))?;
            draft.rules.push(Rule::LittleKiller { sum, first, direction: *direction });
        }
    }
    Ok(())
}

fn add_lines(name: &str, kind: LineKind, element: &Value, draft: &mut Draft) -> Read<()> {
    let number = small_number(name, element)?;
    let kind = number.map_or(kind, |number| kind.with_number(number));
    lines(name, element, draft)?.into_iter().for_each(|line| draft.add_line(kind, line));
    Ok(())
}

/// Returns the mark of an element: one with its number, or of several kinds that of its value.
fn mark(name: &str, kind: PairKind, element: &Value) -> Read<PairKind> {
    if kind.number().is_some() {
        return Ok(small_number(name, element)?.map_or(kind, |number| kind.with_number(number)));
    }
    let found = element.get("value").and_then(Value::as_str).unwrap_or_default().to_ascii_uppercase();
    let mut kinds = PairKind::ALL.into_iter().filter(|kind| !kind.row().fpuzzles_value.is_empty());
    let kind = kinds.find(|kind| kind.row().fpuzzles_value == found);
    kind.ok_or_else(|| Fault::unexpected("X or V", format!("`{found}`")))
}

fn unknown(name: &str) -> Fault {
    Fault::of_line(ReadErrorKind::found_text("only rules that can be read", name))
}

fn add_outside(name: &str, kind: OutsideKind, element: &Value, draft: &mut Draft) -> Read<()> {
    let Some(value) = number(name, element)? else { return Ok(()) };
    let text = element.get("cell").and_then(Value::as_str).unwrap_or_default();
    let place = text.strip_prefix(['R', 'r']).and_then(|text| text.split_once(['C', 'c']));
    let place = place.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
    let beyond = u8::try_from(draft.side() + 1).unwrap_or(u8::MAX);
    let (side, number) = match place {
        Some((row, 0)) => (Side::Left, row),
        Some((0, column)) => (Side::Top, column),
        Some((row, column)) if column == beyond => (Side::Right, row),
        Some((row, column)) if row == beyond => (Side::Bottom, column),
        _ => (Side::Left, 0),
    };
    match number.checked_sub(1).filter(|_| number < beyond) {
        Some(number) => draft.rules.push(Rule::Outside { kind, side, number, value }),
        None => {
            let expected = format!("a cell beside the board in `{name}`, such as R0C1");
            return Err(Fault::of_line(ReadErrorKind::found_text(expected, text)));
        }
    }
    Ok(())
}

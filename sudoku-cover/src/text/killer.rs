//! Killer and jigsaw puzzles as one number for each cell: `3x3:d:k:3841:…` of JSudoku and its relatives, and
//! `SumoCueV1=15J0+0J0…` of `SumoCue`. Those of [arrows](super::arrows) are read too, and a grid followed by a character for
//! the region of each cell.
//!
//! In the first form the board is named by its boxes, `d` stands for both diagonals and `k` for cages; the
//! number of a cell is that of its cage plus 256 times its sum, and a cell with a number below 256 is in no
//! cage. In the second form `=` begins the number of a cell, a given digit or the sum of a cage, `+` names the
//! first cell of its cage, counted from 0, and `J` its region.

use std::collections::HashSet;

use super::Format;
use super::arrows;
use super::draft::{Draft, region_names};
use super::fault::{Fault, ReadErrorKind};
use super::form::{Form, PuzzleWriter, Whole, each};
use super::format::{self, About};
use super::loss::Loss;
use super::record::Record;
use super::settings::usual_values;
use super::symbols;
use super::write_error::WriteError;
use super::written::board_of;
use crate::model::geometry::rules::{Rule, Variant};
use crate::model::geometry::{Cage, Cell, Geometry, MAX_SIDE};

const SUMO_CUE: &str = "SumoCueV1";
/// What separates the sum and the number of a cage.
const UNIT: u32 = 256;
/// The largest number of a cage, and of a cell in none.
const LARGEST_NUMBER: u32 = UNIT - 1;

#[derive(Debug)]
pub(super) struct KillerForm;

impl KillerForm {
    pub(super) const ABOUT: About = About {
        name: "killer",
        sides: [2, MAX_SIDE],
        is_block: false,
        holds: &[format::Part::Rules],
        words: "a number for each cell, of its cage: 3x3::k:3841:...; SumoCueV1=..., arrows (F<^...), and a grid \
                followed by the regions of its cells are read",
        files: "`.txt`",
    };
}

impl Form for KillerForm {
    fn format(&self) -> Format {
        Format::Killer
    }

    fn line(&self, line: &Whole<'_>) -> Option<Result<Record, Fault>> {
        let of_word = line.word.and_then(|(column, word)| read(line.number, column, word, line.side));
        of_word.or_else(|| arrows::read(line)).or_else(|| read_jigsaw(line))
    }

    fn writer(&self) -> Box<dyn PuzzleWriter> {
        each(|record, geometry, out| {
            if record.grid.clue_count() > 0 {
                return Err(WriteError::Givens { format: Format::Killer });
            }
            Ok(Loss::of_rules(write(&board_of(record, geometry)?, out)))
        })
    }
}

/// Returns the record of a line in one of these forms; `None` if it is in neither.
fn read(line: u64, column: usize, text: &str, side: Option<usize>) -> Option<Result<Record, Fault>> {
    let read = if let Some(rest) = text.strip_prefix(SUMO_CUE) {
        read_sumo_cue(column + SUMO_CUE.len(), rest, side)
    } else {
        let mut fields = text.split(':');
        let boxes = fields.next().and_then(|boxes| boxes.split_once('x'))?;
        let [height, width] = [boxes.0, boxes.1].map(|number| number.parse::<usize>().ok());
        // The flags are letters, or nothing.
        if fields.clone().count() < 3 || !fields.next()?.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return None;
        }
        read_numbers(column, text, [height?, width?], side)
    };
    Some(read.map(|draft| draft.record(line, Format::Killer)))
}

/// Returns the record of a grid that is followed by the region of each cell, in one line: both have a character for each cell,
/// and a space may be between them.
fn read_jigsaw(line: &Whole<'_>) -> Option<Result<Record, Fault>> {
    let cells: Vec<(usize, char)> = (line.column()..).zip(line.content.trim().chars()).collect();
    let (grid, layout) = match cells.split(|(_, cell)| cell.is_whitespace()).collect::<Vec<_>>()[..] {
        [_] => cells.split_at(cells.len() / 2),
        [grid, layout] => (grid, layout),
        _ => return None,
    };
    let found = grid.len().isqrt();
    if grid.len() != layout.len() || grid.len() != found * found || found < 2 {
        return None;
    }
    let layout: Vec<char> = layout.iter().map(|&(_, name)| name).collect();
    let mut regions: Vec<(char, usize)> = Vec::new();
    let mut names = String::new();
    for &name in &layout {
        let known = regions.iter().position(|(other, _)| *other == name);
        let number = known.unwrap_or(regions.len());
        if number == regions.len() {
            regions.push((name, 0));
        }
        regions[number].1 += 1;
        // As many as a line of the largest grids has cells, at most.
        names.push(char::from_digit(u32::try_from(number).ok()?, 36)?);
    }
    // A solution after its puzzle is no layout, although it has each digit as often.
    let is_solution = layout.chunks(found).all(|row| row.iter().collect::<HashSet<_>>().len() == found);
    if regions.len() != found || regions.iter().any(|(_, cells)| *cells != found) || is_solution {
        return None;
    }
    // Letters are digits where there are more than 9.
    let symbols = symbols::of_rows(std::iter::once(&grid.to_vec()), found);
    let lettered = symbols.and_then(|symbols| symbols.digits(grid, usual_values(found)).ok());
    let is_blank = |cell: char| "0._*-".contains(cell);
    let numbers = || {
        let number = |&(_, cell): &(usize, char)| if is_blank(cell) { Some(0) } else { cell.to_digit(10) };
        grid.iter().map(number).collect::<Option<Vec<u32>>>()
    };
    let numbers = if lettered.is_some() { Vec::new() } else { numbers()? };
    let read = || {
        let mut draft = Draft::new(found, line.side).map_err(Fault::of_line)?;
        for (index, digit) in lettered.iter().flatten().enumerate() {
            digit.iter().for_each(|&digit| draft.give(index, digit));
        }
        for (index, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
            draft.give(index, draft.digit(number).map_err(|kind| Fault::at(grid[index].0, kind))?);
        }
        draft.add_regions(&names);
        Ok(draft.record(line.number, Format::Killer))
    };
    Some(read())
}

fn read_numbers(
    column: usize,
    text: &str,
    [height, width]: [usize; 2],
    side: Option<usize>,
) -> Result<Draft, Fault> {
    let found = height.saturating_mul(width);
    let mut draft = Draft::new(found, side).map_err(Fault::of_line)?;
    let geometry = Geometry::boxes(height, width)
        .map_err(|error| Fault::at(column, ReadErrorKind::syntax(Format::Killer, error)))?;
    draft.add_regions(&region_names(&geometry));
    let mut column = column;
    let mut fields = Vec::new();
    for field in text.split(':') {
        fields.push((column, field));
        column += field.len() + 1;
    }
    let is_flag = |field: &str| !field.is_empty() && field.bytes().all(|byte| byte.is_ascii_lowercase());
    let mut numbers = Vec::new();
    for &(column, field) in fields[1..].iter().filter(|(_, field)| !field.is_empty()) {
        match field.parse::<u32>() {
            Ok(number) => numbers.push(number),
            Err(_) if numbers.is_empty() && field == "d" => draft.add_variant(Variant::Diagonal),
            Err(_) if numbers.is_empty() && field == "k" => {}
            Err(_) => {
                let expected = if is_flag(field) { "the flags d and k" } else { "a number" };
                return Err(Fault::at(column, ReadErrorKind::found_text(expected, field)));
            }
        }
    }
    if numbers.len() != found * found {
        return Err(Fault::at(column, ReadErrorKind::count(found * found, "number", numbers.len())));
    }
    let mut cages: Vec<(u32, Vec<Cell>)> = Vec::new();
    for (cell, number) in draft.cells().zip(numbers).filter(|&(_, number)| number >= UNIT) {
        match cages.iter_mut().find(|(known, _)| *known == number) {
            Some((_, cells)) => cells.push(cell),
            None => cages.push((number, vec![cell])),
        }
    }
    cages.iter().for_each(|(number, cells)| draft.add_cage(Some(number / UNIT), cells));
    Ok(draft)
}

/// The part of a cell in the text of `SumoCue`.
struct Part {
    column: usize,
    is_member: bool,
    number: u32,
    region: Option<u32>,
}

fn read_sumo_cue(column: usize, text: &str, side: Option<usize>) -> Result<Draft, Fault> {
    let parts = parts(column, text)?;
    let found = parts.len().isqrt();
    if found * found != parts.len() {
        return Err(Fault::at(column + text.len(), ReadErrorKind::count(81, "cell", parts.len())));
    }
    let mut draft = Draft::new(found, side).map_err(Fault::of_line)?;
    let cells: Vec<Cell> = draft.cells().collect();
    let is_killer = parts.iter().any(|part| part.is_member || part.number as usize > found);
    let mut cages: Vec<Vec<Cell>> = vec![Vec::new(); parts.len()];
    for (index, part) in parts.iter().enumerate() {
        if !is_killer {
            if part.number > 0 {
                draft.give(index, draft.digit(part.number).map_err(|kind| Fault::at(part.column, kind))?);
            }
            continue;
        }
        let first = if part.is_member { part.number as usize } else { index };
        match cages.get_mut(first) {
            Some(cage) => cage.push(cells[index]),
            None => {
                return Err(Fault::at(part.column, ReadErrorKind::unexpected("the number of a cell", first)));
            }
        }
    }
    for (part, cage) in
        parts.iter().zip(&cages).filter(|(part, cage)| cage.len() > 1 || cage.len() == 1 && part.number > 0)
    {
        if part.is_member {
            return Err(Fault::at(
                part.column,
                ReadErrorKind::unexpected("the first cell of a cage", "another"),
            ));
        }
        draft.add_cage(Some(part.number), cage);
    }
    let regions = parts.iter().map(|part| char::from_digit(part.region?, 36));
    if let Some(regions) = regions.collect::<Option<String>>() {
        draft.add_regions(&regions);
    }
    Ok(draft)
}

fn parts(column: usize, text: &str) -> Result<Vec<Part>, Fault> {
    let mut parts = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let column = column + text.len() - rest.len();
        let expected = || Fault::at(column, ReadErrorKind::found_text("a cell such as =15J0 or +0J0", rest));
        let is_member = rest.starts_with('+');
        let part = rest.strip_prefix(['=', '+']).ok_or_else(expected)?;
        let end = part.find(['=', '+']).unwrap_or(part.len());
        let (part, after) = part.split_at(end);
        let (number, region) =
            part.split_once('J').map_or((part, None), |(number, region)| (number, Some(region)));
        let number = number.parse().map_err(|_| expected())?;
        let region = region.map(|region| region.parse().map_err(|_| expected())).transpose()?;
        parts.push(Part { column, is_member, number, region });
        rest = after;
    }
    Ok(parts)
}

/// Appends the line of a board of cages, in the first form, and returns the rules that it does not hold.
fn write(geometry: &Geometry, out: &mut Vec<u8>) -> Vec<Rule> {
    // Numbers of 256 and more would change the sums.
    let cages = &geometry.cages()[..geometry.cages().len().min(LARGEST_NUMBER as usize)];
    let lost = geometry.rules().iter().filter(|rule| match rule {
        // Rows and columns alone are boxes of one row.
        Rule::Variant(Variant::Diagonal | Variant::NoBoxes) => false,
        Rule::Killer { sum, cells } => !cages.iter().any(|cage| is_same(cage, *sum, cells)),
        _ => true,
    });
    let diagonals = if geometry.has(Variant::Diagonal) { "d" } else { "" };
    let mut text = format!("{}x{}:{diagonals}:k:", geometry.box_height(), geometry.box_width());
    let mut alone = u32::try_from(cages.len()).unwrap_or(u32::MAX);
    for cell in geometry.cells() {
        let number = match geometry.cage_number(cell).filter(|&cage| cage < cages.len()) {
            Some(cage) => UNIT * cages[cage].sum() + u32::try_from(cage + 1).unwrap_or(0),
            None => {
                alone = (alone + 1).min(LARGEST_NUMBER);
                alone
            }
        };
        text += &format!("{number}:");
    }
    text.push('\n');
    out.extend_from_slice(text.as_bytes());
    lost.cloned().collect()
}

fn is_same(cage: &Cage, sum: u32, cells: &[Cell]) -> bool {
    cage.sum() == sum
        && cage.cells().len() == cells.len()
        && cells.iter().all(|cell| cage.cells().contains(cell))
}

//! Killer puzzles with a character for each cell: the sum of the cage in one of its cells, and in the others an arrow to a
//! neighbor in the same cage.
//!
//! Sums are `0` to `9`, `A` to `Z` from 10, and `a` to `j` from 36; a cage with `0` has no sum. Besides `<`, `>`, `^` and
//! `v` there are four diagonal arrows. (*Understandable snarfable killer cages*, forum.enjoysudoku.com, thread 6119.)

use super::Format;
use super::draft::Draft;
use super::fault::{Fault, ReadErrorKind};
use super::form::Whole;
use super::record::Record;
use crate::model::geometry::Cell;

/// The characters of arrows with the rows and columns that they move by.
const ARROWS: [(char, [isize; 2]); 8] = [
    ('<', [0, -1]),
    ('>', [0, 1]),
    ('^', [-1, 0]),
    ('v', [1, 0]),
    ('`', [-1, -1]),
    ('\'', [-1, 1]),
    (',', [1, -1]),
    ('.', [1, 1]),
];
/// Arrows of which a line has one at least: without any it is in another form.
const TELLING: [char; 3] = ['<', '>', '^'];

/// What the character of a cell says.
#[derive(Clone, Copy)]
enum Part {
    Sum(u32),
    Arrow([isize; 2]),
}

fn part(character: char) -> Option<Part> {
    if let Some((_, by)) = ARROWS.iter().find(|(arrow, _)| *arrow == character) {
        return Some(Part::Arrow(*by));
    }
    let sum = match character {
        '0'..='9' => u32::from(character) - u32::from('0'),
        'A'..='Z' => u32::from(character) - u32::from('A') + 10,
        'a'..='j' => u32::from(character) - u32::from('a') + 36,
        _ => return None,
    };
    Some(Part::Sum(sum))
}

/// Returns the record of a line in this form; `None` if it is in another one.
pub(super) fn read(line: &Whole<'_>) -> Option<Result<Record, Fault>> {
    let text = line.content.trim();
    if !text.contains(TELLING) {
        return None;
    }
    let parts: Vec<Part> = text.chars().map(part).collect::<Option<_>>()?;
    let side = parts.len().isqrt();
    if side * side != parts.len() {
        return None;
    }
    Some(
        read_parts(line.column(), &parts, side, line.side)
            .map(|draft| draft.record(line.number, Format::Killer)),
    )
}

fn read_parts(column: usize, parts: &[Part], found: usize, side: Option<usize>) -> Result<Draft, Fault> {
    let mut draft = Draft::new(found, side).map_err(Fault::of_line)?;
    let cells: Vec<Cell> = draft.cells().collect();
    let mut cages: Vec<Vec<Cell>> = vec![Vec::new(); parts.len()];
    for (index, &cell) in cells.iter().enumerate() {
        let fault = |at: usize, words: &str| {
            Fault::at(column + at, ReadErrorKind::unexpected("an arrow to a cell of the same cage", words))
        };
        let (mut at, mut steps) = (index, 0);
        while let Part::Arrow([by_rows, by_columns]) = parts[at] {
            let moved = |number: usize, by| number.checked_add_signed(by).filter(|&number| number < found);
            let next = moved(at / found, by_rows).zip(moved(at % found, by_columns));
            let (row, place) = next.ok_or_else(|| fault(at, "one out of the grid"))?;
            at = row * found + place;
            steps += 1;
            if steps > parts.len() {
                return Err(fault(index, "arrows in a circle"));
            }
        }
        cages[at].push(cell);
    }
    for (part, cage) in parts.iter().zip(&cages) {
        match *part {
            // A cell alone without a sum.
            Part::Sum(0) if cage.len() == 1 => {}
            Part::Sum(sum) => draft.add_cage(Some(sum), cage),
            Part::Arrow(_) => {}
        }
    }
    Ok(draft)
}
